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
from games.words import does, form, whose


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
                f"(jetons Challenge : {held}) ; {does(names[first], 'commence', 'commencez')}.",
                f"Round {number}: everyone gets a dove, a rabbit and a mouse "
                f"(Challenge tokens: {held}); {does(names[first], 'begins', 'begin')}.",
            )
        case TurnOpened(seat=seat, marker=marker):
            label = LABELS[f"marker.{marker}"]
            return Text(
                f"C’est à {names[seat]} (tour {label.fr}).",
                f"It is {whose(names[seat])} turn ({label.en}).",
            )
        case TokenPicked():
            return _picked(event, names)
        case OkSaid(seat=seat):
            return Text(
                f"{does(names[seat], 'dit', 'dites')} « OK ».",
                f"{does(names[seat], 'says', 'say')} OK.",
            )
        case TokenPlaced(seat=seat):
            return Text(
                f"{does(names[seat], 'laisse', 'laissez')} tomber le jeton dans le gobelet.",
                f"{does(names[seat], 'drops', 'drop')} the token into the cup.",
            )
        case DoubleFound() | DoubleMissed() | LieFound() | LieMissed():
            return _challenged(event, names)
        case RewardOffered(seat=seat):
            return Text(
                f"{does(names[seat], 'a', 'avez')} droit à une récompense.",
                f"{does(names[seat], 'has', 'have')} earned a reward.",
            )
        case RewardPlaced(seat=seat, cup=cup, animal=animal):
            token, where = a_token(animal), a_cup(cup)
            return Text(
                f"En récompense, {does(names[seat], 'pose', 'posez')} {token.fr} dans {where.fr}.",
                f"As a reward, {does(names[seat], 'places', 'place')} {token.en} in {where.en}.",
            )
        case RewardTaken(seat=seat, active=active):
            victim = names[active]
            taken = form(victim, f"un jeton Challenge à {victim}", "un de vos jetons Challenge")
            return Text(
                f"En récompense, {does(names[seat], 'prend', 'prenez')} {taken}.",
                f"As a reward, {does(names[seat], 'takes', 'take')} a Challenge token "
                f"from {victim}.",
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
            return Text(
                f"{does(names[seat], 'intervertit', 'intervertissez')} {pair.fr}.",
                f"{does(names[seat], 'swaps', 'swap')} {pair.en}.",
            )
        case LineLifted(seat=seat, won=won, cups=cups, contents=contents):
            seen = Text("trois gobelets alignés", "three cups in a line")
            if isinstance(cups, tuple) and isinstance(contents, tuple):
                numbers, held = numbered(cups), each_cup(contents)
                seen = Text(
                    f"les gobelets {numbers.fr} ({held.fr})", f"cups {numbers.en} ({held.en})"
                )
            end = (
                Text(
                    form(names[seat], "et réussit son tour", "et réussissez votre tour"),
                    "and the trick works",
                )
                if won
                else Text("en vain", "in vain")
            )
            return Text(
                f"{does(names[seat], 'soulève', 'soulevez')} {seen.fr}, {end.fr}.",
                f"{does(names[seat], 'lifts', 'lift')} {seen.en}, {end.en}.",
            )
        case VictoryGained(seat=seat):
            return Text(
                f"{does(names[seat], 'remporte', 'remportez')} la manche et un jeton de victoire.",
                f"{does(names[seat], 'wins', 'win')} the round and a victory token.",
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
        return Text(
            f"{does(name, 'montre', 'montrez')} {token.fr} {over.fr}.",
            f"{does(name, 'shows', 'show')} {token.en} {over.en}.",
        )
    told = ONE[event.announce]
    truth = Text("", "")
    if event.animal is not HIDDEN:
        truth = (
            Text(" – c’est vrai", " – which is true")
            if event.animal == event.announce
            else Text(f" – c’est {token.fr}", f" – it is {token.en}")
        )
    return Text(
        f"{does(name, 'tient', 'tenez')} un jeton {over.fr} et "
        f"{form(name, 'annonce', 'annoncez')} {told.fr}{truth.fr}.",
        f"{does(name, 'holds', 'hold')} a token {over.en} and "
        f"{form(name, 'announces', 'announce')} {told.en}{truth.en}.",
    )


def _challenged(
    event: DoubleFound | DoubleMissed | LieFound | LieMissed, names: Sequence[str]
) -> Text:
    challenger, active = names[event.seat], names[event.active]
    says = Text(does(challenger, "dit", "dites"), does(challenger, "calls", "call"))
    keeps = Text(does(active, "garde son", "gardez votre"), does(active, "keeps", "keep"))
    to = form(challenger, "lui", "vous")
    gives = f"{active} {to} {form(active, 'donne', 'donnez')}"
    match event:
        case DoubleFound(contents=contents):
            back = Text("tout ce qui s’y trouvait", "all that was in it")
            if isinstance(contents, tuple):
                back = together(contents)
            return Text(
                f"{says.fr} « Doublon ! » avec raison : {keeps.fr} jeton et "
                f"{form(active, 'reprend', 'reprenez')} {back.fr}.",
                f"{says.en} Double!, rightly: {keeps.en} the token and "
                f"{form(active, 'takes', 'take')} back {back.en}.",
            )
        case DoubleMissed(animal=animal):
            token = a_token(animal)
            return Text(
                f"{says.fr} « Doublon ! » à tort, le gobelet est vide : {gives} "
                f"{token.fr} et {form(active, 'reçoit', 'recevez')} un jeton Challenge.",
                f"{says.en} Double!, wrongly, the cup is empty: "
                f"{does(active, 'hands', 'hand')} over {token.en} and "
                f"{form(active, 'gets', 'get')} a Challenge token.",
            )
        case LieFound(animal=animal):
            shown = Text("", "")
            if animal is not HIDDEN:
                token = a_token(animal)
                shown = Text(f" : c’est {token.fr}", f": it is {token.en}")
            return Text(
                f"{says.fr} « Menteur ! » avec raison{shown.fr}. {keeps.fr} jeton.",
                f"{says.en} Liar!, rightly{shown.en}. {keeps.en} the token.",
            )
        case LieMissed():
            return Text(
                f"{says.fr} « Menteur ! » à tort : {does(active, 'disait', 'disiez')} vrai, "
                f"{to} {form(active, 'donne', 'donnez')} le jeton et "
                f"{form(active, 'reçoit', 'recevez')} un jeton Challenge.",
                f"{says.en} Liar!, wrongly: {active} told the truth, "
                f"{form(active, 'hands', 'hand')} over the token and "
                f"{form(active, 'gets', 'get')} a Challenge token.",
            )
