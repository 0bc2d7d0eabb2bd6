"""All that one player may know of a match and do in it, collected for a mail or a page."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.utils import timezone
from msgspec import Struct

from events.log.position import Position, position_at_head
from events.log.read import MOST_PER_PAGE, history
from events.mail.reply_address import reply_address
from events.mail.tokens import PlayLink, expiry, play_url
from events.models import Match, Player, Seat
from events.play.moves import question_open_to
from events.seats.sealed_answers import own_answer
from events.selectors.match import open_choices
from events.selectors.recap import names_at, names_for_reader, sentence
from events.selectors.unread import mail_starts_after
from games.choices import Choice
from games.codec import decode_move, legal_moves
from games.contract import AnyGame, Move
from games.move_parser import shortest_lines
from games.words import labels_of, listed

MOST_SENTENCES = 15
MOST_LISTED = 40
"""Of a kind with more moves than this, only some are listed as examples."""
EXAMPLES = 4


class Option(Struct, frozen=True):
    """An offered move: the text to reply with, its label, and the link that plays it."""

    code: str
    label: str
    url: str


class Kind(Struct, frozen=True):
    """The moves of one kind, or examples of many; `url` offers all of them."""

    label: str
    options: tuple[Option, ...]
    many: bool
    url: str


class Sheet(Struct, frozen=True):
    """The content of a mail about a match."""

    match: Match
    player: Player
    seat: int
    position: Position
    names: tuple[str, ...]
    news: tuple[str, ...]
    """The events since the reader last looked, as sentences."""
    untold: int
    """How many earlier sentences are left out."""
    board: str
    asked: int | None
    """The question that the reader can answer."""
    sealed: str | None
    """The sealed answer, which may still be changed."""
    kinds: tuple[Kind, ...]
    deadline: datetime | None
    standing: tuple[str, ...]
    """The moves that may be given as standing answers, in words."""

    @property
    def language(self) -> str:
        return self.player.locale

    @property
    def game(self) -> AnyGame:
        return self.position.game

    @property
    def title(self) -> str:
        return self.game.words.title.within(self.language)

    @property
    def others(self) -> str:
        """The names of the other players."""
        names = [name for seat, name in enumerate(self.names) if seat != self.seat]
        return listed(names).within(self.language)

    @property
    def waited_for(self) -> str:
        """The names of the other players whom the match waits for."""
        names = [self.names[seat] for seat in self.position.awaited if seat != self.seat]
        return listed(names).within(self.language)

    @property
    def url(self) -> str:
        return f"{settings.PUBLIC_URL}/matches/{self.match.id}"

    @property
    def reply_to(self) -> str | None:
        """The address for replies, or None if the server reads no mail."""
        if not settings.MAIL_IS_READ:
            return None
        return reply_address(self.match.id, self.seat, self.player.id)


def sheet_of(match: Match, player: Player, *, after: int | None = None) -> Sheet | None:
    """The sheet of a player seated in a match that has begun, else None.

    `after` is the seq up to which the player knows the log; by default, their read mark.
    """
    seat = Seat.objects.filter(match=match, player=player).first()
    position = position_at_head(match)
    if seat is None or not position.players:
        return None
    number, language = seat.number, player.locale
    names = names_at(match)
    told = names_for_reader(names, number, language)
    asked = question_open_to(position, number)
    since = mail_starts_after(match, number) if after is None else after
    since = max(since, position.version - MOST_PER_PAGE)
    sentences = [
        sentence(position, event, told, language)["text"]
        for _, event, _ in history(match, position, number, after=since, most=MOST_PER_PAGE)
    ]
    board = position.game.words.board(position.view(number), names)
    choices = open_choices(position, number)
    return Sheet(
        match=match,
        player=player,
        seat=number,
        position=position,
        names=tuple(names),
        news=tuple(sentences[-MOST_SENTENCES:]),
        untold=max(0, len(sentences) - MOST_SENTENCES),
        board=board.within(language),
        asked=asked,
        sealed=_sealed(position, seat, language),
        kinds=_kinds(match, player, position, names, asked, choices),
        deadline=seat.deadline if asked is not None else None,
        standing=_standing(position.game, language),
    )


def moves_of(position: Position, seat: int) -> tuple[Move, ...]:
    """Every legal move of a seat, in the order in which a mail lists them."""
    return legal_moves(position.game, tuple(open_choices(position, seat)))


def _kinds(
    match: Match,
    player: Player,
    position: Position,
    names: Sequence[str],
    asked: int | None,
    choices: Sequence[Choice],
) -> tuple[Kind, ...]:
    """The choices by kind, each move with its reply text; only examples of a kind with many."""
    if asked is None:
        return ()
    game, language = position.game, player.locale
    every = legal_moves(game, tuple(choices))
    codes = dict(zip(every, shortest_lines(game, every, language), strict=True))
    until = expiry(timezone.now())

    def link(move: dict[str, Any], entry: int | None = None) -> str:
        return play_url(PlayLink(match.id, player.id, asked, until, move, entry))

    def option(move: Move) -> Option:
        label = game.words.move(move).within(language)
        return Option(codes[move], label, link(msgspec.to_builtins(move)))

    kinds = []
    for place, entry in enumerate(choices):
        moves = legal_moves(game, (entry,))
        many = len(moves) > MOST_LISTED
        kinds.append(
            Kind(
                label=_label(game, entry, names, language),
                options=tuple(option(move) for move in (_spread(moves) if many else moves)),
                many=many,
                url=link({"type": entry.type}, place),
            )
        )
    return tuple(kinds)


def _label(game: AnyGame, entry: Choice, names: Sequence[str], language: str) -> str:
    """The label of an entry's moves, with the player they target if it is the same for all."""
    label = labels_of(game).get(f"move.{entry.type}")
    text = label.within(language) if label else entry.type
    match dict(entry.fields).get("seat"):
        case (int(seat),):
            return f"{text}, {names[seat]}"
        case _:
            return text


def _spread(moves: Sequence[Move]) -> list[Move]:
    """A few of many moves, evenly spaced, from the first on."""
    return list(moves[:: 1 + len(moves) // EXAMPLES])


def _sealed(position: Position, seat: Seat, language: str) -> str | None:
    own = own_answer(position, seat)
    if own is None:
        return None
    decoded = decode_move(position.game, msgspec.json.decode(own))
    return position.game.words.move(decoded).within(language)


def _standing(game: AnyGame, language: str) -> tuple[str, ...]:
    return tuple(game.words.move(kind()).within(language) for kind in game.standing)
