"""PostgreSQL, SQLite and Valkey for the tests: an early plugin (`-p tests.support.services`).

The addresses are settled before pytest-django reads the settings; the servers start when a test
first asks for the fixture `database` or `redis_url`. DATABASE_URL and REDIS_URL, where set, name
servers to use instead: databases are made and dropped there, and Redis databases are emptied.
"""

# Nothing is imported here: the keeper must not pay for pytest and Django.
pytest_plugins = ["tests.support.services.plugin", "tests.support.services.databases"]
