"""One module per management command: `openapi`; may import api.schema."""
