"""How people write the moves of Pass Pass: `violet 10`, `je prends le 3 bleu`, `player 2`."""

from games.move_phrases import SMALL, Form, in_any_order, speech, with_or_without
from games.passpass.cards import COLOUR, VALUE, Card
from games.passpass.moves import AnyMove, Nominate, Play, Take, TakeTwo


def forms(move: AnyMove) -> tuple[Form, ...]:
    """Every way to say a move."""
    match move:
        case Play(card=card):
            return with_or_without("play", (*_named(card), (VALUE[card],)))
        case Take(card=card):
            return with_or_without("take", (*_named(card), (VALUE[card],)))
        case TakeTwo(cards=(one, other)):
            pairs = [
                said
                for first in _named(one)
                for second in _named(other)
                for said in in_any_order(first, second)
            ]
            return with_or_without("take", pairs)
        case Nominate(seat=seat):
            return with_or_without("nominate", [("player", seat + 1), (seat + 1,)])


def _named(card: Card) -> tuple[Form, ...]:
    """A card by its colour and its value, whichever comes first."""
    return in_any_order((COLOUR[card],), (VALUE[card],))


SPEECH = speech(
    {
        "violet": "violet purple violette mauve",
        "blue": "bleu blue bleue",
        "green": "vert green verte",
        "yellow": "jaune yellow",
        "play": "jouer play joue",
        "take": "prendre take prends",
        "nominate": "marquer record marque designer designe nominate name nommer",
        "player": "joueur player joueuse",
        SMALL: "carte card cartes cards score",
    },
    forms,
)
