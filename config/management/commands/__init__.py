"""One module per management command of the server; may import every package of config."""
