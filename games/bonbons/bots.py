"""The bots of Bonbons by version and level.

From version 2 on, levels differ in what they remember. All play the solution of the match of two
seats (`counts.py`) on the table as they remember it; at larger tables they play it against the
rival who is nearest to the end.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.bonbons import counts
from games.bonbons.bot import bot as rules_of_thumb
from games.bonbons.candies import CANDIES, COIN, COLOURS, WRAPPER
from games.bonbons.counts import Counts
from games.bonbons.events import AnyEvent, PairFound, RoundTurned, SquareTurned, TurnPassed
from games.bonbons.forgetting import recalled
from games.bonbons.known import ALL_COINS, Known, Place, any_of
from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Stop
from games.bonbons.solved import ONE, index, table
from games.bonbons.view import View
from games.chance import Chance
from games.contract import HIDDEN, Bot, Level, Seat, Sight

SPANS: Final = {1: 5, 2: 8, 3: 12, 4: 16}
"""How many of the faces shown last each level remembers; level 5 remembers all."""


def strongest(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """Play the solution, forgetting nothing."""
    return _Player(sight, sight.view, chance).move()


def forgetful(span: int) -> Bot[View, AnyEvent, AnyMove]:
    """Return the bot that remembers so many faces."""

    def play(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
        return _Player(sight, recalled(sight, span), chance).move()

    return play


class _Player:
    """A decision: the table as it is remembered, counted, and the value of what can be done."""

    def __init__(self, sight: Sight[View, AnyEvent], view: View, chance: Chance) -> None:
        self._sight, self._view, self._chance = sight, view, chance
        self._known = Known(view, sight.seat)
        self._rival = self._nearest_rival()
        faces = (len(CANDIES) - len(view.removed)) * len(COLOURS)
        values = table(faces)
        self._at = self._counted()
        self._best: Callable[[Counts], float] = lambda at: values[index(at, faces)] / ONE

    def move(self) -> AnyMove:
        at, best = self._at, self._best
        match self._view.phase:
            case "give":
                kind = _choice([counts.further(left, best) for left in counts.gifts(at)])
                return Give(self._own_tile(kind))
            case "cover":
                kind = _choice([counts.ended(left, best) for left in counts.covers(at)])
                return Cover(self._own_tile(kind))
            case "more":
                return self._go_on()
            case phase:
                return self._begin(may_stop=phase == "further")

    def _begin(self, *, may_stop: bool) -> AnyMove:
        at, best, known = self._at, self._best, self._known
        idle = 0 if may_stop else _idle_turns(self._sight.seen)
        if idle > 2 * len(self._view.rows):  # all keep trying what they recall wrongly
            return known.some_square(self._chance)
        pairs = [
            (place, known.squares[face])
            for face, place in known.tiles.items()
            if face in known.squares
        ]
        if pairs:
            return FlipSquare(min(pairs, key=self._preference)[1])
        ways = counts.goes(at, best)
        if may_stop:
            ways[counts.NOTHING] = counts.ended(at, best)
        elif at.shows_nothing and not idle:
            ways[counts.NOTHING] = 1 - best(counts.swapped(at))
        way = max(ways, key=ways.__getitem__, default=counts.SQUARE)
        return Stop() if may_stop and way == counts.NOTHING else self._turn(way)

    def _go_on(self) -> AnyMove:
        known, at, best = self._known, self._at, self._best
        if known.shown_tile is not None:
            square = known.squares.get(known.shown_tile)
            if square is not None:
                return FlipSquare(square)
            ways = counts.after_tile(at, best, own=self._shown_owner() == known.seat)
            return self._turn(max(ways, key=ways.__getitem__))
        if COIN in known.shown:
            ways = counts.after_coin(at, best)
            way = max(ways, key=ways.__getitem__)
            if way == counts.NOTHING:
                return Stop()
            return self._turn(counts.COVER if known.coins else counts.SQUARE)
        if not known.shown or known.shown[0] in known.out_of_play:
            return Stop()
        wanted = known.tiles.get(known.shown[0])
        if wanted is not None:
            return FlipRound(*wanted)
        ways = counts.after_square(at, best)
        way = max(ways, key=ways.__getitem__)
        return Stop() if way == counts.NOTHING else self._turn(way)

    def _turn(self, way: str) -> AnyMove:
        known, chance = self._known, self._chance
        if way == counts.COVER:
            return FlipSquare(known.coins[0])
        if way in (counts.OWN, counts.THEIRS):
            owner = known.seat if way == counts.OWN else self._rival
            return FlipRound(*any_of([at for at in known.unknown_tiles if at[0] == owner], chance))
        if way == counts.NOTHING:
            return FlipSquare(any_of([*known.squares.values(), *known.coins], chance))
        return known.some_square(chance)

    def _nearest_rival(self) -> Seat:
        """Whose tile was turned up in this go; else who has the fewest tiles to find, and of those
        the one whose turn comes first."""
        seats, seat = len(self._view.rows), self._sight.seat
        if self._known.shown_tile is not None and self._shown_owner() != seat:
            return self._shown_owner()
        others = [(seat + distance) % seats for distance in range(1, seats)]
        return min(others, key=self._known.left.__getitem__)

    def _preference(self, pair: tuple[Place, int]) -> tuple[bool, int]:
        owner = pair[0][0]
        return owner != self._known.seat, self._known.left[owner]

    def _own_tile(self, kind: int) -> int:
        """An own tile to part with: never seen (0), or known without its square (1)."""
        own, squares = self._known.own, self._known.squares
        unseen = [slot for slot, face in own.items() if face is None]
        known = [slot for slot, face in own.items() if face is not None and face not in squares]
        first, second = (known, unseen) if kind or not unseen else (unseen, known)
        return any_of(first or second or list(own), self._chance)

    def _shown_owner(self) -> Seat:
        return next(
            seat for seat, row in enumerate(self._view.rows) for tile in row if tile.lies == "shown"
        )

    def _row(self, seat: Seat) -> tuple[int, int]:
        """The tiles of a seat never seen, and those known without their square."""
        known = self._known
        unseen = sum(owner == seat for owner, _ in known.unknown_tiles)
        faces = [face for face, (owner, _) in known.tiles.items() if owner == seat]
        return unseen, sum(face not in known.squares for face in faces)

    def _counted(self) -> Counts:
        view, known = self._view, self._known
        own, theirs = self._row(known.seat), self._row(self._rival)
        if known.shown_tile is not None and known.shown_tile not in known.squares:
            owner = self._shown_owner()
            own = (own[0], own[1] + (owner == known.seat))
            theirs = (theirs[0], theirs[1] + (owner == self._rival))
        squares = [face for face in known.squares if self._is_live(face)]
        shown = [face for face in known.shown if face != COIN and self._is_live(face)]
        return Counts(
            *own,
            *theirs,
            min(len(squares) + len(shown), known.unseen),
            self._coins(),
            int(all(square.face != WRAPPER for square in view.squares)),
            known.unseen - own[0] - theirs[0],
        )

    def _is_live(self, face: str) -> bool:
        """Whether the tile with this face was never seen."""
        return face not in self._known.tiles and face not in self._known.out_of_play

    def _coins(self) -> int:
        view, known = self._view, self._known
        if view.removed:
            return counts.COVERED
        if all(square.lies != "gone" for square in view.squares):
            return min(len(known.coins) + known.shown.count(COIN), ALL_COINS)
        under = next(tile.face for row in view.rows for tile in row if tile.lies == "covered")
        if under is HIDDEN:
            return counts.COVERED_UNSEEN
        return counts.COVERED if under in known.squares else counts.COVERED_KNOWN


def _choice(values: Sequence[float]) -> int:
    return values.index(max(values)) if values else 0


def _idle_turns(seen: Sequence[AnyEvent]) -> int:
    """How many turns before this one in a row found no pair and showed nothing new."""
    idle, idle_now, shown = 0, True, set[object]()
    for event in seen:
        place = _place(event)
        if isinstance(event, TurnPassed):
            idle, idle_now = (idle + 1 if idle_now else 0), True
        elif isinstance(event, PairFound) or (place is not None and place not in shown):
            idle_now = False
        shown.add(place)
    return idle


def _place(event: AnyEvent) -> object:
    """What an event turned up, None if it turned up nothing."""
    match event:
        case SquareTurned():
            return "square", event.square
        case RoundTurned():
            return "tile", event.tile
        case _:
            return None


BOTS: Final[Mapping[int, Mapping[Level, Bot[View, AnyEvent, AnyMove]]]] = {
    1: {5: rules_of_thumb},
    2: {**{level: forgetful(span) for level, span in SPANS.items()}, 5: strongest},
}
