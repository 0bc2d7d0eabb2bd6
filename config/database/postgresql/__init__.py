"""PostgreSQL, with a look at the connection that costs no round trip."""
