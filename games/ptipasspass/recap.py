"""Every event of PtiPassPass as one sentence, also when parts of it are secret or have faded."""

from collections.abc import Sequence

from games.contract import HIDDEN, Text
from games.ptipasspass.cups import ROWS
from games.ptipasspass.events import (
    AnimalsDealt,
    AnyEvent,
    CupsEmptied,
    CupsSetOut,
    CupsSwapped,
    DoubleFound,
    DoubleMissed,
    LieFound,
    LieMissed,
    LineLifted,
    MagicEnded,
    OkSaid,
    RewardOffered,
    RewardPlaced,
    RewardTaken,
    RoundVoided,
    TokenPicked,
    TokenPlaced,
    TurnOpened,
    VictoryGained,
)
from games.ptipasspass.labels import (
    LABELS,
    ONE,
    a_cup,
    a_token,
    all_cups,
    each_cup,
    numbered,
    over_cup,
    together,
)


def recap(event: AnyEvent, names: Sequence[str]) -> Text:
    """One sentence for an event as its reader may see it."""
    match event:
        case CupsSetOut(seats=seats):
            return Text(
                f"{ROWS * seats} gobelets sont disposés en {ROWS} rangées de {seats}.",
                f"{ROWS * seats} cups are set out in {ROWS} rows of {seats}.",
            )
        case AnimalsDealt(round=number, first=first, challenge_tokens=challenges):
            held = ", ".join(map(str, challenges))
            return Text(
                f"Manche {number} : chacun reçoit une colombe, un lapin et une souris "
                f"(jetons Challenge : {held}) ; {names[first]} commence.",
                f"Round {number}: everyone gets a dove, a rabbit and a mouse "
                f"(Challenge tokens: {held}); {names[first]} begins.",
            )
        case TurnOpened(seat=seat, marker=marker):
            label = LABELS[f"marker.{marker}"]
            return Text(
                f"C’est à {names[seat]} (tour {label.fr}).",
                f"It is {names[seat]}'s turn ({label.en}).",
            )
        case TokenPicked():
            return _picked(event, names)
        case OkSaid(seat=seat):
            return Text(f"{names[seat]} dit « OK ».", f"{names[seat]} says OK.")
        case TokenPlaced(seat=seat):
            return Text(
                f"{names[seat]} laisse tomber le jeton dans le gobelet.",
                f"{names[seat]} drops the token into the cup.",
            )
        case DoubleFound() | DoubleMissed() | LieFound() | LieMissed():
            return _challenged(event, names)
        case RewardOffered(seat=seat):
            return Text(
                f"{names[seat]} a droit à une récompense.", f"{names[seat]} has earned a reward."
            )
        case RewardPlaced(seat=seat, cup=cup, animal=animal):
            token, where = a_token(animal), a_cup(cup)
            return Text(
                f"En récompense, {names[seat]} pose {token.fr} dans {where.fr}.",
                f"As a reward, {names[seat]} places {token.en} in {where.en}.",
            )
        case RewardTaken(seat=seat, active=active):
            return Text(
                f"En récompense, {names[seat]} prend un jeton Challenge à {names[active]}.",
                f"As a reward, {names[seat]} takes a Challenge token from {names[active]}.",
            )
        case _:
            return _recap_of_lifting(event, names)


def _recap_of_lifting(event: AnyEvent, names: Sequence[str]) -> Text:
    match event:
        case CupsSwapped(seat=seat, cups=cups):
            pair = Text("deux gobelets", "two cups")
            if isinstance(cups, tuple):
                numbers = numbered(cups)
                pair = Text(f"les gobelets {numbers.fr}", f"cups {numbers.en}")
            return Text(f"{names[seat]} intervertit {pair.fr}.", f"{names[seat]} swaps {pair.en}.")
        case LineLifted(seat=seat, won=won, cups=cups, contents=contents):
            seen = Text("trois gobelets alignés", "three cups in a line")
            if isinstance(cups, tuple) and isinstance(contents, tuple):
                numbers, held = numbered(cups), each_cup(contents)
                seen = Text(
                    f"les gobelets {numbers.fr} ({held.fr})", f"cups {numbers.en} ({held.en})"
                )
            end = (
                Text("et réussit son tour", "and the trick works")
                if won
                else Text("en vain", "in vain")
            )
            return Text(
                f"{names[seat]} soulève {seen.fr}, {end.fr}.",
                f"{names[seat]} lifts {seen.en}, {end.en}.",
            )
        case VictoryGained(seat=seat):
            return Text(
                f"{names[seat]} remporte la manche et un jeton de victoire.",
                f"{names[seat]} wins the round and a victory token.",
            )
        case CupsEmptied(contents=contents):
            shown = Text("", "")
            if isinstance(contents, tuple):
                held = all_cups(contents)
                shown = Text(f" : {held.fr}", f": {held.en}")
            return Text(
                f"Les gobelets sont vidés devant tout le monde{shown.fr}.",
                f"The cups are emptied before everyone{shown.en}.",
            )
        case MagicEnded(reason=reason):
            label = LABELS[f"reason.{reason}"]
            return Text(f"La partie est finie : {label.fr}.", f"The match is over: {label.en}.")
        case _:
            assert isinstance(event, RoundVoided)
            return Text(
                "Plus aucune ligne n’est possible avec ces gobelets : la manche est nulle.",
                "No line can be made of these cups any more: the round is void.",
            )


def _picked(event: TokenPicked, names: Sequence[str]) -> Text:
    name, over, token = names[event.seat], over_cup(event.cup), a_token(event.animal)
    if event.announce is None:
        return Text(f"{name} montre {token.fr} {over.fr}.", f"{name} shows {token.en} {over.en}.")
    told = ONE[event.announce]
    truth = Text("", "")
    if event.animal is not HIDDEN:
        truth = (
            Text(" – c’est vrai", " – which is true")
            if event.animal == event.announce
            else Text(f" – c’est {token.fr}", f" – it is {token.en}")
        )
    return Text(
        f"{name} tient un jeton {over.fr} et annonce {told.fr}{truth.fr}.",
        f"{name} holds a token {over.en} and announces {told.en}{truth.en}.",
    )


def _challenged(
    event: DoubleFound | DoubleMissed | LieFound | LieMissed, names: Sequence[str]
) -> Text:
    challenger, active = names[event.seat], names[event.active]
    match event:
        case DoubleFound(contents=contents):
            back = Text("tout ce qui s’y trouvait", "all that was in it")
            if isinstance(contents, tuple):
                back = together(contents)
            return Text(
                f"{challenger} dit « Doublon ! » avec raison : {active} garde son jeton et "
                f"reprend {back.fr}.",
                f"{challenger} calls Double!, rightly: {active} keeps the token and takes back "
                f"{back.en}.",
            )
        case DoubleMissed(animal=animal):
            token = a_token(animal)
            return Text(
                f"{challenger} dit « Doublon ! » à tort, le gobelet est vide : {active} lui donne "
                f"{token.fr} et reçoit un jeton Challenge.",
                f"{challenger} calls Double!, wrongly, the cup is empty: {active} hands over "
                f"{token.en} and gets a Challenge token.",
            )
        case LieFound(animal=animal):
            shown = Text("", "")
            if animal is not HIDDEN:
                token = a_token(animal)
                shown = Text(f" : c’est {token.fr}", f": it is {token.en}")
            return Text(
                f"{challenger} dit « Menteur ! » avec raison{shown.fr}. {active} garde son jeton.",
                f"{challenger} calls Liar!, rightly{shown.en}. {active} keeps the token.",
            )
        case LieMissed():
            return Text(
                f"{challenger} dit « Menteur ! » à tort : {active} disait vrai, lui donne le jeton "
                f"et reçoit un jeton Challenge.",
                f"{challenger} calls Liar!, wrongly: {active} told the truth, hands over the token "
                f"and gets a Challenge token.",
            )
