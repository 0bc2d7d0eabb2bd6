"""The table of Pass Pass as a picture."""

from collections.abc import Iterator, Sequence

from games.contract import HIDDEN, Seat
from games.drawing import (
    COLOURS,
    PALE,
    SHADE,
    WIDTH,
    box,
    name,
    picture,
    words,
)
from games.passpass.cards import COLOUR, DIAMONDS, VALUE, Card
from games.passpass.cards import COLOURS as SUITS
from games.passpass.view import Player, View

CARD = (52, 74)
TRICK = 118
ROW = 52
HAND = 100


def table(view: View, names: Sequence[str], viewer: Seat | None) -> str:
    """The trick, a row for each player with the backs of the hand and what was taken, then the
    viewer's own hand."""
    own = HAND if view.hand is not HIDDEN and view.hand else 0
    return picture(TRICK + ROW * len(names) + own + 10, _parts(view, names, viewer))


def _parts(view: View, names: Sequence[str], viewer: Seat | None) -> Iterator[str]:
    yield box(8, 8, WIDTH - 16, TRICK - 16, SHADE, round=10)
    start = WIDTH / 2 - 46 * len(names)
    for place, play in enumerate(view.trick):
        x = start + 92 * place + 20
        yield _card(x, 14, play.card, faint=play.card not in view.left)
        short = names[play.seat] if len(names[play.seat]) < 10 else f"{names[play.seat][:8]}…"
        yield words(x + CARD[0] / 2, 98, short, size=12)
    for seat, player in enumerate(view.players):
        y = TRICK + ROW * seat
        yield from _row(player, seat, names[seat], y, own=seat == viewer, turn=seat == view.turn)
    if view.hand is not HIDDEN:
        y = TRICK + ROW * len(names) + 14
        step = min(CARD[0] + 10, (WIDTH - 20) / max(1, len(view.hand)))
        for place, card in enumerate(view.hand):
            yield _card(14 + step * place, y, card)


def _row(
    player: Player, seat: Seat, called: str, y: float, *, own: bool, turn: bool
) -> Iterator[str]:
    yield name(10, y + 16, called, seat, own=own, turn=turn)
    score = f"{player.points} · {player.pass_pass} ★"
    yield words(22, y + 38, score, size=13, fill=PALE, anchor="start")
    for place, suit in enumerate(SUITS):
        x = 150 + 50 * place
        backs = getattr(player.hand, suit)
        yield box(x, y + 8, 24, 34, COLOURS[suit], round=4, faint=not backs)
        yield words(x + 34, y + 25, backs, size=14)
    yield from _taken(player.taken, y)


def _taken(cards: Sequence[Card], y: float) -> Iterator[str]:
    step = min(24.0, 230 / max(1, len(cards)))
    for place, card in enumerate(cards):
        x = 360 + step * place
        yield box(x, y + 8, 22, 34, "#ffffff", stroke=COLOURS[COLOUR[card]], round=4)
        yield words(x + 11, y + 20, VALUE[card], size=12, fill=COLOURS[COLOUR[card]])
        yield words(x + 11, y + 34, "♦" * DIAMONDS[card], size=6, fill=COLOURS[COLOUR[card]])


def _card(x: float, y: float, card: Card, *, faint: bool = False) -> str:
    width, height = CARD
    return "".join(
        [
            box(x, y, width, height, COLOURS[COLOUR[card]], round=8, faint=faint),
            words(x + width / 2, y + height / 2 - 6, VALUE[card], size=26, fill="#ffffff"),
            words(x + width / 2, y + height - 14, "♦" * DIAMONDS[card], size=13, fill="#ffffff"),
        ]
    )
