"""How people write the moves of Bonbons: `7`, `joueur 2 tuile 3`, `stop`."""

from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Stop
from games.move_phrases import SMALL, Form, in_any_order, speech, with_or_without


def forms(move: AnyMove) -> tuple[Form, ...]:
    """Every way to say a move; squares, players and tiles are counted from 1, as on the board."""
    match move:
        case FlipSquare(square=square):
            return with_or_without("flip", [(square + 1,), ("square", square + 1)])
        case FlipRound(seat=seat, slot=slot):
            said = in_any_order(("player", seat + 1), ("tile", slot + 1))
            return with_or_without("flip", said)
        case Stop():
            return (("stop",),)
        case Give(slot=slot):
            return with_or_without("give", [(slot + 1,), ("tile", slot + 1)])
        case Cover(slot=slot):
            return with_or_without("cover", [(slot + 1,), ("tile", slot + 1)])


SPEECH = speech(
    {
        "square": "carre square case",
        "tile": "tuile tile",
        "player": "joueur player joueuse chez",
        "flip": "retourner turn retourne flip",
        "stop": "stop arreter arrete",
        "give": "donner give donne",
        "cover": "recouvrir cover recouvre couvrir",
        SMALL: "up ronde round",
    },
    forms,
)
