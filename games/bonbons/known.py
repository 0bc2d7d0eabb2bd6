"""What a player of Bonbons knows of the table, from a view."""

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar

from games.bonbons.candies import COIN, Face
from games.bonbons.moves import FlipRound, FlipSquare
from games.bonbons.view import View
from games.chance import Chance
from games.contract import HIDDEN, Seat

Place: TypeAlias = tuple[Seat, int]
T = TypeVar("T")

ALL_COINS: Final = 3


class Known:
    """What lies where, as far as the seat was ever shown it."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat = seat
        self.squares: dict[Face, int] = {}
        self.coins: list[int] = []
        self.unknown_squares: list[int] = []
        self.shown: list[Face] = []
        """The squares of this go."""
        for square, place in enumerate(view.squares):
            if place.lies == "shown" and place.face is not HIDDEN:
                self.shown.append(place.face)
            elif place.lies == "down":
                if place.face is HIDDEN:
                    self.unknown_squares.append(square)
                elif place.face == COIN:
                    self.coins.append(square)
                else:
                    self.squares[place.face] = square

        self.tiles: dict[Face, Place] = {}
        self.unknown_tiles: list[Place] = []
        self.unseen = view.stock
        """How many round tiles nobody has seen, wherever they are."""
        self.shown_tile: Face | None = None
        self.out_of_play: set[Face] = set()
        self.own: dict[int, Face | None] = {}
        """The own tiles that are face down."""
        self.left = [sum(tile.lies == "down" for tile in row) for row in view.rows]
        for owner, row in enumerate(view.rows):
            for slot, tile in enumerate(row):
                face = None if tile.face is HIDDEN else tile.face
                self.unseen += face is None
                if tile.lies != "down":
                    if tile.lies == "shown":
                        self.shown_tile = face
                    if face is not None:
                        self.out_of_play.add(face)
                    continue
                if owner == seat:
                    self.own[slot] = face
                if face is None:
                    self.unknown_tiles.append((owner, slot))
                else:
                    self.tiles[face] = (owner, slot)

    def odds_of_a_tile(self) -> float:
        """How likely an unknown round tile goes with a square that is known."""
        wanted = self.squares.keys() - self.tiles.keys() - self.out_of_play
        return len(wanted) / self.unseen if self.unknown_tiles else 0.0

    def odds_of_a_square(self) -> float:
        """How likely an unknown square goes with a tile that is known, or is the last coin."""
        wanted = len(self.tiles.keys() - self.squares.keys()) + (len(self.coins) == ALL_COINS - 1)
        return wanted / len(self.unknown_squares) if self.unknown_squares else 0.0

    def some_tile(self, chance: Chance) -> FlipRound:
        """An unknown round tile, one's own if possible."""
        own = [place for place in self.unknown_tiles if place[0] == self.seat]
        return FlipRound(*any_of(own or self.unknown_tiles, chance))

    def some_square(self, chance: Chance) -> FlipSquare:
        """A square to look at, an unknown one if possible."""
        return FlipSquare(
            any_of(self.unknown_squares or [*self.squares.values(), *self.coins], chance)
        )


def any_of(items: Sequence[T], chance: Chance) -> T:
    """Return one of the items, each equally likely."""
    return items[chance.below(len(items), "bot")]
