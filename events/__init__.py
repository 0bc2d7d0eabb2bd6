"""The event log of every match, the rows derived from it, and all tables of the server.

Nothing outside this package reads or writes its tables. Each package and module imports only those
before it: errors < database < metrics < models < work < idempotency < log < clocks < mail < seats <
projections < play < players < matches < selectors < move_responses < notifications < by_mail <
streams | proof | accounts | batch | gauges | transfer < admin | tasks | management (a contract of
import-linter). All may import games; none imports api, web or config.
"""
