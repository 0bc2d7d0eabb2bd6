"""A match of Bonbons between two seats as a few counts, and what each way to go on is worth.

All faces ever turned up are known to both seats, so a position is a game of chance without secrets.
Faces differ only in whether a tile and its square are known: how many there are of each kind is all
that matters. A pair of which both are known is taken by the seat whose turn it is, a theft as well
as its own: either way it has one tile less to find.

Values are the probability that the seat on turn wins. They are taken from `best`, the value of the
best go that turns something new; what follows from it (to pass, to stop) is computed here.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

COINS: Final = 3
COVERED: Final = 4
"""`coins`: the coins are gone and every square that is left belongs to a tile that can be found."""
COVERED_KNOWN: Final = 5
"""`coins`: they are gone, and the tile under them was known, its square is not."""
COVERED_UNSEEN: Final = 6
"""`coins`: they are gone, and the tile under them was never seen."""


class Counts(NamedTuple):
    """The table, seen from the seat whose turn it is; pairs that are known have been taken."""

    unseen: int
    """The own tiles never seen."""
    known: int
    """The own tiles whose face is known, but not its square."""
    their_unseen: int
    their_known: int
    squares: int
    """The squares face down that are known, of candies whose tile is not."""
    coins: int
    """How many coins are known, or one of the values above."""
    wrapper: int
    """Whether the wrapper has still to be found: 1 or 0."""
    aside: int
    """The tiles that cannot be turned and were never seen, wherever they are."""

    @property
    def tiles(self) -> int:
        """The faces whose tile was never seen."""
        return self.unseen + self.their_unseen + self.aside

    @property
    def hidden(self) -> int:
        """The squares never seen."""
        return (
            self.known
            + self.their_known
            + (self.tiles - self.squares)
            + max(COINS - self.coins, 0)
            + self.wrapper
            + (self.coins == COVERED_KNOWN)
        )

    @property
    def shows_nothing(self) -> bool:
        """Whether a square can be turned up that shows nothing new."""
        return self.squares > 0 or 0 < self.coins <= COINS


Best = Callable[[Counts], float]

SQUARE: Final = "square"
OWN: Final = "own"
THEIRS: Final = "theirs"
COVER: Final = "cover"
NOTHING: Final = "nothing"
"""The ways to begin or continue a go: turn up a square or a tile of one's own or theirs, each never
seen before; turn up the three coins; or nothing new."""


def swapped(at: Counts) -> Counts:
    """Return the position with the other seat on turn."""
    own, known, theirs, their_known, *rest = at
    return Counts(theirs, their_known, own, known, *rest)


def start(at: Counts, best: Best) -> float:
    """Return the value of a turn: a go, or a pass if the turn before was none."""
    value = best(at)
    return max(value, 1 - best(swapped(at))) if at.shows_nothing else value


def further(at: Counts, best: Best) -> float:
    """Return the value after a success: the seat may stop."""
    if not at.unseen + at.known:
        return 1.0
    return max(best(at), ended(at, best))


def ended(at: Counts, best: Best) -> float:
    """Return the value to the seat whose turn is over."""
    return 1 - start(swapped(at), best)


def lost_pair(at: Counts, best: Best, *, own: bool) -> float:
    """Return the value at the end of a turn that showed a pair to the other seat; its tile, one's
    own or theirs, is no longer counted."""
    then = swapped(at)
    return 1 - (stolen(then, best) if own else further(then, best))


def stolen(at: Counts, best: Best) -> float:
    """Return the value when a tile is to be given for one of theirs, which is no longer counted."""
    return max(further(left, best) for left in gifts(at))


def gifts(at: Counts) -> Iterator[Counts]:
    """Yield what is left after each kind of gift: first a tile never seen, then a known one."""
    if at.unseen:
        yield at._replace(unseen=at.unseen - 1, their_unseen=at.their_unseen + 1)
    if at.known:
        yield at._replace(known=at.known - 1, their_known=at.their_known + 1)
    if not at.unseen + at.known:
        yield at


def covers(at: Counts) -> Iterator[Counts]:
    """Yield what is left after the coins were laid on each kind of tile, in the same order."""
    if at.unseen:
        yield at._replace(unseen=at.unseen - 1, aside=at.aside + 1, coins=COVERED_UNSEEN)
    if at.known:
        yield at._replace(known=at.known - 1, coins=COVERED_KNOWN)


def covered(at: Counts, best: Best) -> float:
    """Return the value when the coins are to be laid on a tile."""
    lefts = [left for left in covers(at) if left.unseen + left.known]
    return 1.0 if at.unseen + at.known <= 1 else max(ended(left, best) for left in lefts)


def goes(at: Counts, best: Best) -> dict[str, float]:
    """Return what each go that turns something new is worth."""
    ways = {}
    if at.hidden:
        ways[SQUARE] = _by_square(at, best)
    if at.unseen:
        ways[OWN] = _by_tile(at, best, own=True)
    if at.their_unseen:
        ways[THEIRS] = _by_tile(at, best, own=False)
    if at.coins == COINS:
        ways[COVER] = covered(at, best)
    return ways


def _by_square(at: Counts, best: Best) -> float:
    total = 0.0
    if at.known:
        total += at.known * further(at._replace(known=at.known - 1), best)
    if at.their_known:
        total += at.their_known * stolen(at._replace(their_known=at.their_known - 1), best)
    if at.tiles > at.squares:
        ways = after_square(at._replace(squares=at.squares + 1), best)
        total += (at.tiles - at.squares) * max(ways.values())
    if at.coins < COINS:
        found = at._replace(coins=at.coins + 1)
        total += (COINS - at.coins) * max(after_coin(found, best).values())
    if at.wrapper:
        total += ended(wrapped(at), best)
    if at.coins == COVERED_KNOWN:
        total += ended(at._replace(coins=COVERED), best)
    return total / at.hidden


def wrapped(at: Counts) -> Counts:
    """Return the position after the wrapper was found."""
    return at._replace(unseen=at.unseen + 1, aside=at.aside - 1, wrapper=0)


def after_square(at: Counts, best: Best) -> dict[str, float]:
    """Return what it is worth to stop, or to turn up a tile never seen, after a square that goes
    with no known tile; the square is counted in `squares`."""
    ways = {NOTHING: ended(at, best)}
    if at.unseen:
        ways[OWN] = _second_tile(at, best, own=True)
    if at.their_unseen:
        ways[THEIRS] = _second_tile(at, best, own=False)
    return ways


def _second_tile(at: Counts, best: Best, *, own: bool) -> float:
    turned = (
        at._replace(unseen=at.unseen - 1) if own else at._replace(their_unseen=at.their_unseen - 1)
    )
    paired = turned._replace(squares=at.squares - 1)
    total = further(paired, best) if own else stolen(paired, best)
    if at.squares > 1:
        total += (at.squares - 1) * lost_pair(paired, best, own=own)
    if at.tiles > at.squares:
        total += (at.tiles - at.squares) * ended(_known(turned, own=own), best)
    return total / at.tiles


def _known(turned: Counts, *, own: bool) -> Counts:
    if own:
        return turned._replace(known=turned.known + 1)
    return turned._replace(their_known=turned.their_known + 1)


def after_coin(at: Counts, best: Best) -> dict[str, float]:
    """Return what it is worth to stop after a coin, or to look for the last one; the coin is
    counted in `coins`."""
    if at.coins == COINS:
        return {COVER: covered(at, best)}
    ways = {NOTHING: ended(at, best)}
    if at.coins == COINS - 1:
        found = covered(at._replace(coins=COINS), best)
        ways[SQUARE] = (found + _shown(at, best, COVER)) / at.hidden
    return ways


def _by_tile(at: Counts, best: Best, *, own: bool) -> float:
    turned = (
        at._replace(unseen=at.unseen - 1) if own else at._replace(their_unseen=at.their_unseen - 1)
    )
    total = 0.0
    if at.squares:
        paired = turned._replace(squares=at.squares - 1)
        total += at.squares * (further(paired, best) if own else stolen(paired, best))
    if at.tiles > at.squares:
        ways = after_tile(_known(turned, own=own), best, own=own)
        total += (at.tiles - at.squares) * max(ways.values())
    return total / at.tiles


def after_tile(at: Counts, best: Best, *, own: bool) -> dict[str, float]:
    """Return what it is worth to turn up a square never seen, or one that shows nothing new, after
    a tile whose square is not known; the tile is counted as known."""
    ways = {}
    if at.shows_nothing:
        ways[NOTHING] = ended(at, best)
    if own:
        rest = at._replace(known=at.known - 1)
        hit = further(rest, best)
    else:
        rest = at._replace(their_known=at.their_known - 1)
        hit = stolen(rest, best)
    missed = _shown(at, best, OWN if own else THEIRS)
    ways[SQUARE] = (hit + missed) / at.hidden
    return ways


def _shown(at: Counts, best: Best, but: str) -> float:
    """Return the values of all squares never seen, added up, if the turn ends with them; but one is
    left out, the success of this go: of an own tile, of theirs, or the last coin."""
    total = 0.0
    own, theirs = at.known - (but == OWN), at.their_known - (but == THEIRS)
    if own > 0:
        total += own * lost_pair(at._replace(known=at.known - 1), best, own=True)
    if theirs > 0:
        after = at._replace(their_known=at.their_known - 1)
        total += theirs * lost_pair(after, best, own=False)
    if at.tiles > at.squares:
        total += (at.tiles - at.squares) * ended(at._replace(squares=at.squares + 1), best)
    if at.coins < COINS and but != COVER:
        total += (COINS - at.coins) * ended(at._replace(coins=at.coins + 1), best)
    if at.wrapper:
        total += ended(wrapped(at), best)
    if at.coins == COVERED_KNOWN:
        total += ended(at._replace(coins=COVERED), best)
    return total
