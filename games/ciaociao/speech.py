"""How people write the moves of Ciao, ciao….: `3`, `je doute`, `push step 2`."""

from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt, Push
from games.move_phrases import SMALL, Form, speech, with_or_without


def forms(move: AnyMove) -> tuple[Form, ...]:
    """Every way to say a move."""
    match move:
        case Announce(number=number):
            return with_or_without("announce", [(number,)])
        case Push(step=step):
            return with_or_without("push", [(step,), ("step", step)])
        case Believe():
            return (("believe",),)
        case Doubt():
            return (("doubt",),)


SPEECH = speech(
    {
        1: "un",
        "announce": "annoncer announce annonce say dis",
        "believe": "croire believe crois ok okay accord vrai true oui yes",
        "doubt": "douter doubt doute menteur menteuse liar bluff",
        "push": "pousser push pousse",
        "step": "marche step",
        SMALL: "pion pawn pions pawns off podium",
    },
    forms,
)
