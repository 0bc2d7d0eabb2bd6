"""One module per management command: `serve` and `admin`; may import every room of config."""
