"""Play against bots in the terminal: python terminal.py http://127.0.0.1:8000 ciaociao

Stop it at any time, or lose the network: started again, it continues where it was.
"""

import sys
from contextlib import suppress
from pathlib import Path

from gobelet_sdk import FileStore, Gobelet, Stale, Table


def main(server: str, game: str, folder: str = "gobelet-state") -> None:
    """Continue the match of this folder, or open one."""
    with Gobelet(server, FileStore(Path(folder))) as gobelet:
        print(f"You are {gobelet.sign_in()['name']}.")
        for sent in gobelet.flush():
            print("Not played:" if sent.problem else "Sent later:", sent.entry["body"].get("move"))
        table = seat(gobelet, game)
        for match in table.turns():
            try:
                text = table.text()
                if text["asked"] == match["asked"]:
                    print(f"\n{text['board']}")
                    labels = [f"{n}  {one['label']}" for n, one in enumerate(text["moves"], 1)]
                    chosen = asked("\n".join(labels), len(labels))
                    if table.play(text["moves"][chosen - 1]["move"], match) is None:
                        print("No network: it is sent as soon as there is one.")
            except Stale as e:
                print(e)
        final = table.read()
        print(f"Over: {final['outcome']}")
        print("\n".join(table.check()))
        gobelet.store.set("table", None)


def seat(gobelet: Gobelet, game: str) -> Table:
    """The match that was begun, or a new one."""
    known = gobelet.store.get("table")
    if known is None:
        seats = gobelet.get(f"games/{game}")["seats"]["min"]
        known = gobelet.open(game, seats, bots=seats - 1).id
        gobelet.store.set("table", known)
    return gobelet.table(known)


def asked(question: str, most: int) -> int:
    """A number that somebody types."""
    while True:
        print(question, flush=True)
        answer = input("> ").strip()
        if answer.isdecimal() and 1 <= int(answer) <= most:
            return int(answer)


if __name__ == "__main__":
    with suppress(EOFError):  # nobody types any more
        main(*sys.argv[1:])
