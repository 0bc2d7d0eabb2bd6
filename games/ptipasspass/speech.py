"""How people write the moves of PtiPassPass: `ok`, `doublon`, `lapin 4 souris`, `swap 1 2 lift 3 4
5`."""

from itertools import permutations

from games.move_phrases import SMALL, Form, in_any_order, speech, with_or_without
from games.ptipasspass.moves import (
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)


def forms(move: AnyMove) -> tuple[Form, ...]:
    """Every way to say a move; with two animals the first is the true one, the second is said."""
    match move:
        case Place(animal=animal, cup=cup, announce=None):
            return with_or_without("place", in_any_order((animal,), (cup,)))
        case Place(animal=animal, cup=cup, announce=announce):
            return with_or_without("place", [(animal, cup, str(announce))])
        case RewardPlace(animal=animal, cup=cup):
            said = with_or_without("place", in_any_order((animal,), (cup,)))
            return with_or_without("reward", said)
        case RewardTake():
            return (("challenge",), ("take",), ("take", "challenge"))
        case Lift():
            return _lifting(move)
        case SayOk():
            return (("ok",),)
        case CallDouble():
            return (("double",),)
        case CallLiar():
            return (("liar",),)


def _lifting(move: Lift) -> tuple[Form, ...]:
    lines: list[Form] = list(permutations(move.cups))
    if move.swap is None:
        return (*lines, *(("lift", *line) for line in lines))
    swaps: list[Form] = [("swap", *pair) for pair in permutations(move.swap)]
    before: list[Form] = [(*swap, "lift", *line) for swap in swaps for line in lines]
    after: list[Form] = [(*line, *swap) for swap in swaps for line in lines]
    return (*before, *after, *(("lift", *said) for said in after))


SPEECH = speech(
    {
        "dove": "colombe dove colombes doves",
        "rabbit": "lapin rabbit lapins rabbits",
        "mouse": "souris mouse",
        "ok": "ok okay accord oui yes",
        "double": "doublon double",
        "liar": "menteur liar menteuse",
        "place": "poser place pose",
        "reward": "recompense reward",
        "challenge": "challenge",
        "take": "prendre take prends",
        "lift": "soulever lift souleve",
        "swap": "intervertir swap echanger echange intervertis",
        SMALL: "gobelet cup gobelets cups jeton token jetons tokens as comme annoncant announcing "
        "annonce announce annoncer dis say",
    },
    forms,
)
