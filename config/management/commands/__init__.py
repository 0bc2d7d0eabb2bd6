"""One module per management command: `serve` and `admin`; may import every package of config."""
