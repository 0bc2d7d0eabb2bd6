"""Whole turns a second: accepted, and on everyone's screen; beside boardgame.io in the same run.

Tables of three play Ciao, ciao…, each player with the stream or socket that a real client has. A
turn is over when the mover has the answer and the two others hold what they need to show the new
table and their own choices. Servers are measured in turn, and what counts is the median of the
rounds' ratios. The processor time is that of all processes of a server, its database included.

    python -m bench.turn [--quick] [--matches 8 32] [--beside ANOTHER_CHECKOUT]
"""

from bench.http import run
from bench.tables import OurTable
from bench.turn_tables import BoardgameWatchedTable, OurWatchedTable

MATCHES = (1, 8, 32, 120)


def main() -> None:
    """Print whole turns a second, processor time, latencies and ratios."""
    run(
        "turns",
        MATCHES,
        lambda server: OurWatchedTable if server.table is OurTable else BoardgameWatchedTable,
    )


if __name__ == "__main__":
    main()
