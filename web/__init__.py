"""The browser client: static modules on the public API alone."""
