"""What a viewer of Bonbons cannot tell apart, from the rules alone.

All see every tile that is turned up, and nobody sees anything else (B30). What a viewer does not
know, because it was never turned up or because it has faded, may be anything that agrees with what
was done: two tiles that went down together were no pair, a square after which another one was
turned was a coin, and only the wrapper stays where it is by itself. And since it has also faded
which squares and tiles these were, they may have been others.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from games.bonbons.candies import COIN, WRAPPER, Face
from games.bonbons.events import (
    AnyEvent,
    AttemptFailed,
    CandiesLaid,
    CandyStolen,
    CoinsFound,
    PairFound,
    RoundTurned,
    RowCompleted,
    SquareTurned,
    TileCovered,
    TileGiven,
    TurnStopped,
    WrapperFound,
)
from games.chance import Chance
from games.contract import OPEN, Horizon, Viewer, known


def resample(
    log: Sequence[AnyEvent], viewer: Viewer, horizon: Horizon, chance: Chance
) -> list[AnyEvent]:
    """The same match with other faces wherever the viewer cannot know them."""
    if viewer == OPEN or not log or isinstance(log[-1], RowCompleted):
        return list(log)
    laid = log[0]
    assert isinstance(laid, CandiesLaid)
    facts = _Facts(log, horizon)
    squares, rounds = _dealt_otherwise(laid, facts, chance)
    elsewhere = _Elsewhere(laid, facts, chance)
    other = [elsewhere.told(event) for event in log]
    other[0] = laid = replace(
        laid,
        squares=_moved(squares, elsewhere.squares),
        rounds=_moved(rounds, elsewhere.tiles),
    )
    for place, event in enumerate(other):
        if isinstance(event, SquareTurned):
            other[place] = replace(event, face=known(laid.squares)[known(event.square)])
        elif isinstance(event, RoundTurned):
            other[place] = replace(event, face=known(laid.rounds)[known(event.tile)])
    return other


def _moved(faces: Sequence[Face], to: Mapping[int, int]) -> tuple[Face, ...]:
    moved = list(faces)
    for place, new in to.items():
        moved[new] = faces[place]
    return tuple(moved)


class _Elsewhere:
    """Other squares and round tiles in place of those that the viewer cannot tell any more."""

    def __init__(self, laid: CandiesLaid, facts: "_Facts", chance: Chance) -> None:
        self._tiles_each = laid.tiles
        squares = set(range(len(known(laid.squares)))) - facts.readable_squares
        tiles = set(range(laid.seats * laid.tiles)) - facts.readable_tiles
        self.squares = _shuffled(squares, chance)
        self.tiles = _shuffled(tiles, chance)

    def told(self, event: AnyEvent) -> AnyEvent:
        """An event as it would have happened there."""
        match event:
            case SquareTurned(square=int(square)):
                return replace(event, square=self.squares.get(square, square))
            case RoundTurned(tile=int(tile)) if tile in self.tiles:
                owner, slot = divmod(self.tiles[tile], self._tiles_each)
                return replace(event, owner=owner, slot=slot, tile=self.tiles[tile])
            case AttemptFailed(squares=tuple(squares), tiles=tuple(tiles)):
                return replace(
                    event,
                    squares=tuple(self.squares.get(square, square) for square in squares),
                    tiles=tuple(self.tiles.get(tile, tile) for tile in tiles),
                )
            case TurnStopped(squares=tuple(squares)):
                moved = tuple(self.squares.get(square, square) for square in squares)
                return replace(event, squares=moved)
        return event


def _shuffled(places: Iterable[int], chance: Chance) -> dict[int, int]:
    ring = chance.shuffle(sorted(places), "resample")
    return dict(zip(ring, ring[1:] + ring[:1], strict=True))


class _Facts:
    """What a viewer still knows of the faces, and what follows from the rest of the history."""

    def __init__(self, log: Sequence[AnyEvent], horizon: Horizon) -> None:
        self.readable_squares: set[int] = set()
        self.readable_tiles: set[int] = set()
        """Also those that were given or covered: all see which these are."""
        self.squares: set[int] = set()
        """Those whose face is known, if only because nothing but a coin is possible."""
        self.tiles: set[int] = set()
        self.not_coins: set[int] = set()
        self.not_wrapper: set[int] = set()
        self.apart: set[tuple[int, int]] = set()
        """A square and a round tile that are no pair."""
        squares: list[int] = []
        tiles: list[int] = []
        wrapped = False
        for place, event in enumerate(log):
            match event:
                case SquareTurned(square=int(square)):
                    squares.append(square)
                    continue
                case RoundTurned(tile=int(tile)):
                    tiles.append(tile)
                    continue
                case WrapperFound(square=square):
                    self.squares.update((square, *squares))
                    self.readable_squares.add(square)
                    wrapped = True
                    continue
                case TileGiven(tile=tile) | TileCovered(tile=tile):
                    self.readable_tiles.add(tile)
                case PairFound() | CandyStolen() | CoinsFound():
                    self._know(squares, tiles)
                case AttemptFailed() | TurnStopped() if place >= horizon:
                    self._know(squares, tiles)
                case AttemptFailed():
                    self._no_success(squares, tiles, wrapped)
                case TurnStopped():
                    self._no_more(squares)
            squares, tiles, wrapped = [], [], False
        if len(log) >= horizon:
            self._know(squares, tiles)

    def _know(self, squares: Iterable[int], tiles: Iterable[int]) -> None:
        self.squares.update(squares)
        self.readable_squares.update(squares)
        self.tiles.update(tiles)
        self.readable_tiles.update(tiles)

    def _no_success(self, squares: list[int], tiles: list[int], wrapped: bool) -> None:
        self.not_wrapper.update(squares)
        self.apart.update((square, tile) for square in squares for tile in tiles)
        if not tiles and not wrapped:
            self.squares.update(squares[:-1])
            self.not_coins.add(squares[-1])

    def _no_more(self, squares: list[int]) -> None:
        self.not_wrapper.update(squares)
        if len(squares) > 1:
            self.squares.update(squares)


def _dealt_otherwise(
    laid: CandiesLaid, facts: _Facts, chance: Chance
) -> tuple[list[Face], list[Face]]:
    """Other faces of the squares and of the round tiles that agree with the facts as well."""

    def square_fits(square: int, face: Face) -> bool:
        if face == COIN:
            return square not in facts.not_coins
        if face == WRAPPER:
            return square not in facts.not_wrapper
        return (square, tiles.place_of[face]) not in facts.apart

    def tile_fits(tile: int, face: Face) -> bool:
        return (squares.place_of[face], tile) not in facts.apart

    squares = _Faces(known(laid.squares), facts.squares, square_fits)
    tiles = _Faces(known(laid.rounds), facts.tiles, tile_fits)
    _rename(squares, tiles, chance)
    squares.mix(chance)
    tiles.mix(chance)
    return squares.now, tiles.now


def _rename(squares: "_Faces", tiles: "_Faces", chance: Chance) -> None:
    """Give the faces of which nothing is known one another's names: what was no pair stays none."""
    shared = {squares.laid[n] for n in squares.unknown} & {tiles.laid[n] for n in tiles.unknown}
    names = chance.shuffle(sorted(shared), "resample")
    renamed = dict(zip(names, names[1:] + names[:1], strict=True))
    for faces in (squares, tiles):
        for place in faces.unknown:
            face = faces.laid[place]
            faces.put(place, renamed.get(face, face))


class _Faces:
    """The faces of all squares, or of all round tiles, and the places where they are unknown."""

    def __init__(
        self, laid: tuple[Face, ...], known: set[int], fits: Callable[[int, Face], bool]
    ) -> None:
        self.laid = laid
        self.now = list(laid)
        self.unknown = [place for place in range(len(laid)) if place not in known]
        self.place_of = {face: place for place, face in enumerate(laid)}
        self._fits = fits

    def put(self, place: int, face: Face) -> None:
        self.now[place] = face
        self.place_of[face] = place

    def mix(self, chance: Chance) -> None:
        """Exchange faces at random where that fits, and then those that are still in place."""
        unknown = self.unknown
        for place in unknown:
            self._exchange(place, unknown[chance.below(len(unknown), "resample")])
        for place in unknown:
            if self.now[place] == self.laid[place]:
                self._displace(place, chance)

    def _displace(self, place: int, chance: Chance) -> None:
        """Exchange a face with another such that neither is where it was laid, if any fits."""
        for other in chance.shuffle(self.unknown, "resample"):
            both_move = self.now[place] != self.laid[other] and self.now[other] != self.laid[place]
            if both_move and self._exchange(place, other):
                return

    def _exchange(self, one: int, other: int) -> bool:
        face, its = self.now[one], self.now[other]
        if not (self._fits(one, its) and self._fits(other, face)):
            return False
        self.put(one, its)
        self.put(other, face)
        return True
