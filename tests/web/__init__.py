"""The browser client, in a real Chromium on a real server."""
