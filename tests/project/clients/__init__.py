"""Programs that play on generated clients, and what they are generated and judged by."""
