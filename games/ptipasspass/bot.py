"""A sensible player of PtiPassPass: keeps an eye on every cup, and on who tells the truth.

It knows what has been done lately; an older cup slips its mind now and then. It puts tokens into
cups that it takes for empty, where they make the best lines; it mostly tells the truth, for a wrong
challenge helps it along, and expects as much of others until they are found out. It calls
“Doublon!” when it knows of a token in the cup and “Menteur!” when the odds are good. With an empty
hand it lifts the line that most probably wins.
"""

from collections.abc import Sequence
from functools import cache
from itertools import dropwhile, product
from typing import Final, TypeAlias

from msgspec.structs import replace

from games.chance import Chance
from games.contract import Seat, Sight
from games.ptipasspass.cups import Line, Pair, lines, touching, wins
from games.ptipasspass.events import (
    AnyEvent,
    CupsSetOut,
    CupsSwapped,
    LineLifted,
    RewardPlaced,
    TokenPicked,
    TurnOpened,
)
from games.ptipasspass.honesty import lies_of
from games.ptipasspass.moves import (
    ANIMALS,
    Animal,
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)
from games.ptipasspass.view import CupView, View

LIES: Final = 5
"""It lies once in so many announcements."""
TRUST: Final = 5
"""It takes others to lie as often as itself until about so many of their announcements have come to
light."""
SURE_ENOUGH: Final = 0.58
SURE_WITH_EMPTY_HAND: Final = 0.8
"""How probable a lie must be; a wrong challenge hurts most when one is about to lift."""
FORGETS: Final = 8
"""One in so many cups slips its mind that nobody has touched for a turn of the table."""
RARELY_LIES: Final = 12
"""The strongest one lies once in so many announcements."""

FILLED: Final = (0, 1, 4, 12)
"""What a line is worth that can still win, by its cups that are filled."""

Kinds: TypeAlias = frozenset[Animal]
Known: TypeAlias = tuple[Kinds, int]
"""The animals known to be in a cup, and how many unknown tokens."""
ANY: Final = frozenset(ANIMALS)
FORGOTTEN: Final = CupView((), 0, complete=False)


def bot(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """A legal move from the seat's sight alone."""
    return played(_recalled(sight, chance), sight, chance, LIES)


def strongest(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """The same, but it lies more rarely, and forgets nothing where the match forgets nothing."""
    is_open = isinstance(sight.seen[0], CupsSetOut) and sight.seen[0].memory == "open"
    view = sight.view if is_open else _recalled(sight, chance)
    return played(view, sight, chance, RARELY_LIES)


def played(view: View, sight: Sight[View, AnyEvent], chance: Chance, lies: int) -> AnyMove:
    """The move by the rules of thumb on a table as it is remembered; one announcement in `lies` is
    a lie."""
    match view.phase:
        case "place":
            animal, cup = _placement(view, sight.seat, chance)
            if view.marker == "visible":
                return Place(animal, cup)
            return Place(animal, cup, _announcement(animal, chance, lies))
        case "reward":
            if not view.players[sight.seat].tokens:
                return RewardTake()
            return RewardPlace(*_placement(view, sight.seat, chance))
        case "lift":
            return _lift(view, sight.seat, chance)
        case _:
            return _answer(view, sight)


def _recalled(sight: Sight[View, AnyEvent], chance: Chance) -> View:
    """The table as far as it is remembered."""
    view = sight.view
    lately = touched(sight.seen, len(view.players))
    cups = [
        cup if number in lately or chance.below(FORGETS, "bot") else FORGOTTEN
        for number, cup in enumerate(view.cups)
    ]
    return replace(view, cups=tuple(cups))


def touched(seen: Sequence[AnyEvent], turns: int) -> set[int]:
    """The cups at which something was done in the last so many turns before this one."""
    touched: set[int] = set()
    for event in dropwhile(lambda event: type(event) is not TurnOpened, reversed(seen)):
        match event:
            case TokenPicked(cup=int(cup)) | RewardPlaced(cup=int(cup)):
                touched.add(cup)
            case CupsSwapped(cups=tuple(cups)) | LineLifted(cups=tuple(cups)):
                touched.update(cups)
            case TurnOpened():
                turns -= 1
                if turns < 0:
                    break
    return touched


def _announcement(animal: Animal, chance: Chance, lies: int) -> Animal:
    if chance.below(lies, "bot"):
        return animal
    others = [other for other in ANIMALS if other != animal]
    return others[chance.below(len(others), "bot")]


def _placement(view: View, seat: Seat, chance: Chance) -> tuple[Animal, int]:
    """The token and the cup with which it does most for the lines through that cup."""
    seats = len(view.players)
    kinds = [_kinds(cup) for cup in view.cups]
    empty = [cup for cup, held in enumerate(view.cups) if not held.animals and not held.masked]
    cups = empty or range(len(view.cups))
    options = [
        (_worth(kinds, animal, cup, seats), animal, cup)
        for animal in dict.fromkeys(_hand(view, seat))
        for cup in cups
    ]
    best = max(worth for worth, _, _ in options)
    good = [(animal, cup) for worth, animal, cup in options if worth == best]
    return good[chance.below(len(good), "bot")]


def _worth(kinds: Sequence[Kinds], animal: Animal, cup: int, seats: int) -> int:
    total = 0
    for line in _lines_through(cup, seats):
        held = [kinds[place] | {animal} if place == cup else kinds[place] for place in line]
        if _can_win(*(kind or ANY for kind in held)):
            total += FILLED[sum(map(bool, held))]
    return total


def _lift(view: View, seat: Seat, chance: Chance) -> Lift:
    """The line, after a swap if need be, that most probably wins; any one if none can."""
    seats = len(view.players)
    unseen = _unseen(view, seat)
    known = [(_kinds(cup), cup.masked) for cup in view.cups]
    odds: dict[tuple[Known, ...], float] = {}
    best, good = 0.0, list[tuple[Line, Pair | None]]()
    for swap in (None, *touching(seats)):
        for line in lines(seats) if swap is None else _lines_changed(swap, seats):
            held = tuple([known[_before(swap, place)] for place in line])
            if held not in odds:
                odds[held] = _odds(held, unseen)
            if odds[held] > best:
                best, good = odds[held], []
            if best and odds[held] == best:
                good.append((line, swap))
    if not good:
        good = list(product(lines(seats), touching(seats)))
    return Lift(*good[chance.below(len(good), "bot")])


def _odds(held: tuple[Known, ...], unseen: tuple[float, ...]) -> float:
    """How probably a line of these cups wins."""
    return sum(
        first * second * third
        for (one, first), (two, second), (three, third) in product(
            *(_guesses(*cup, unseen) for cup in held)
        )
        if _can_win(one, two, three)
    )


@cache
def _can_win(one: Kinds, two: Kinds, three: Kinds) -> bool:
    return wins((tuple(one), tuple(two), tuple(three)))


def _guesses(kinds: Kinds, masked: int, unseen: tuple[float, ...]) -> list[tuple[Kinds, float]]:
    """What a cup may hold and how probably; more than two unknown tokens count as two."""
    guesses = [(kinds, 1.0)]
    for _ in range(min(masked, 2)):
        guesses = [
            (held | {animal}, odds * share)
            for held, odds in guesses
            for animal, share in zip(ANIMALS, unseen, strict=True)
            if share
        ]
    return guesses


def _unseen(view: View, seat: Seat) -> tuple[float, ...]:
    """The share of each animal among the tokens that this seat does not know."""
    hand = _hand(view, seat)
    counts = [
        len(view.players) - hand.count(animal) - sum(cup.animals.count(animal) for cup in view.cups)
        for animal in ANIMALS
    ]
    return tuple(count / max(1, sum(counts)) for count in counts)


def _answer(view: View, sight: Sight[View, AnyEvent]) -> AnyMove:
    pick = view.pick
    me = view.players[sight.seat]
    if not me.challenge_tokens or pick is None or not isinstance(pick.cup, int):
        return SayOk()
    cup = view.cups[pick.cup]
    if cup.animals or cup.masked:
        return CallDouble()
    if pick.announce is not None:
        enough = SURE_ENOUGH if me.tokens else SURE_WITH_EMPTY_HAND
        share = _unseen(view, sight.seat)[ANIMALS.index(pick.announce)]
        if lie_odds(share, lie_rate(lies_of(view.turn, sight.seen))) > enough:
            return CallLiar()
    return SayOk()


def lie_odds(share: float, lies: float) -> float:
    """How probable a lie is of a player who lies so often and then names either of the two other
    animals, if such a share of the unknown tokens is what was announced."""
    true, false = (1 - lies) * share, lies * (1 - share) / 2
    return false / (true + false)


def lie_rate(lies: Sequence[bool]) -> float:
    """How often a player lies of whom so much has come to light."""
    return (TRUST / LIES + sum(lies)) / (TRUST + len(lies))


def _hand(view: View, seat: Seat) -> tuple[Animal, ...]:
    hand = view.players[seat].hand
    return hand if isinstance(hand, tuple) else ()


def _kinds(cup: CupView) -> Kinds:
    return frozenset(cup.animals)


def _before(swap: Pair | None, place: int) -> int:
    """Where the cup stood that is at this place after a swap."""
    if swap is None or place not in swap:
        return place
    return swap[0] if place == swap[1] else swap[1]


@cache
def _lines_through(cup: int, seats: int) -> tuple[Line, ...]:
    return tuple(line for line in lines(seats) if cup in line)


@cache
def _lines_changed(swap: Pair, seats: int) -> tuple[Line, ...]:
    """The lines that a swap brings another cup into."""
    one, other = swap
    return tuple(line for line in lines(seats) if (one in line) != (other in line))
