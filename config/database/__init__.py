"""Django's database backends, each with one thing changed."""
