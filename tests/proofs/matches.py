"""Whole matches without a database, packed, hashed and exported by the server's own functions.

People play at random, answer early and change their minds, let answers stand, are late, are on
vacation, are stood in for and return, give each other time, resign and call matches off; bots play
as bots do; some seats add a seed of their own, some promise one and do not reveal it.
"""

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from events.clocks.kinds import HOUR, LAPSES_MOST
from events.log import fairness, receipts
from events.log.append import Draft, Entry, _pack_entries
from events.log.envelope import (
    PLATFORM,
    MatchCancelled,
    MatchStarted,
    SeatedPlayer,
    timestamp,
    unpack,
)
from events.log.position import blank_position
from events.log.read import payload_for
from events.models import Match
from events.models import Seat as SeatRow
from events.play.decide import Turn
from events.play.moves import head_receipt
from events.proof.export import export_json
from events.seats.standing_answers import is_answer
from games.bots import version_of
from games.chance import FastChance
from games.codec import any_move, canonical
from games.contract import LEVELS, STAND_IN, AnyGame, Event, Level, Seat, Sight, asked

Json = dict[str, Any]

RARELY = 400
"""One in so many moves is a resignation, or the end of it all."""
LATE = {
    "autoplay": "the bot makes its move, and from the third time on all of them",
    "forfeit": "the seat is gone",
    "end": "the match is over",
}
OFTEN_STANDING = 30
"""One in so many moves begins or ends with an answer that stands."""


class Proved:
    """An export as a client would have it, and the receipts that people were given."""

    def __init__(self, export: Any, receipts: list[Json]) -> None:
        self.export: Json = json.loads(msgspec.json.encode(export))
        self.receipts: list[Json] = json.loads(msgspec.json.encode(receipts))


def played(game: AnyGame, seats: int, options: Any, seed: int | str) -> Proved:
    """A match of that table, always the same one for the same seed."""
    return RandomMatch(game, seats, options, FastChance(seed)).played()


class RandomMatch:
    """A match that has begun and can be played to its end.

    `redrawn`: its server draws its own seed again when it knows those of the players.
    """

    started: MatchStarted

    def __init__(
        self, game: AnyGame, seats: int, options: Any, chance: FastChance, *, redrawn: bool = False
    ) -> None:
        self._chance = chance
        self._now = datetime(2026, 5, 1, 18, tzinfo=UTC)
        self._entries: list[Entry] = []
        self._sealed: dict[Seat, tuple[int, Any]] = {}
        self._standing: dict[Seat, Any] = {}
        self._given: set[tuple[Seat, Seat, int]] = set()
        self._seen: list[list[Event]] = [[] for _ in range(seats)]
        self._receipts: list[Json] = []
        self._people = [seat for seat in range(seats) if seat == 0 or chance.below(4)]
        self._clock = self._any_clock()
        self._sleepers = [seat for seat in self._people if chance.below(6) == 0]
        packed = canonical(options).decode()
        self._match = Match(
            id=_identity(chance), game=game.key, ruleset=game.ruleset, options=packed
        )
        self._match.created_at = self._now
        self._commit(_bytes(chance))
        seeds = [self._seed(seat) for seat in range(seats)]
        if redrawn:
            self._commit(sha256(repr(seeds).encode()).digest())
        self._begin(seats, options, seeds)

    def played(self) -> Proved:
        """Play to the end."""
        while not self._position.over:
            self._one_thing()
        self._match.status = "cancelled" if self._position.cancelled else "finished"
        self._match.finished_at = self._now
        export = export_json(self._match, self._position, self._entries)
        return Proved(export, self._receipts)

    def _commit(self, server_seed: bytes) -> None:
        match = self._match
        match.commitment = fairness.commitment(match.id, match.ruleset, server_seed).hex()
        self._position = blank_position(match, server_seed)

    def _begin(self, seats: int, options: Any, seeds: list[tuple[str | None, str]]) -> None:
        for seat, (promised, seed) in enumerate(seeds):
            if promised is not None:
                self._receipts.append(receipts.seed_receipt_json(self._match, seat, seed))
        self.started = MatchStarted(
            options=msgspec.to_builtins(options),
            clock=self._clock,
            seats=tuple(
                SeatedPlayer(seat, _identity(self._chance), self._kind(seat), self._level(seat))
                for seat in range(seats)
            ),
            seed_commitments=tuple(promised for promised, _ in seeds),
            seeds=tuple(seed for _, seed in seeds),
            bot_version=version_of(self._position.game),
            stand_in=STAND_IN,
        )
        self._append([Draft(self.started)])
        play = Turn(self._position, {})
        play.set_up(seats, options)
        play.follow()
        self._append(play.drafts)

    def _any_clock(self) -> Json:
        if self._chance.below(3) == 0:
            return {"kind": "none"}
        late = list(LATE)[self._chance.below(len(LATE))]
        return {
            "kind": "per_move",
            "seconds": 3600,
            "time_out": late,
            "vacation": self._chance.below(2) == 0,
        }

    def _kind(self, seat: Seat) -> str:
        return "human" if seat in self._people else "bot"

    def _level(self, seat: Seat) -> Level | UnsetType:
        return UNSET if seat in self._people else LEVELS[self._chance.below(len(LEVELS))]

    def _seed(self, seat: Seat) -> tuple[str | None, str]:
        """What a seat promised and revealed: often nothing, sometimes only the first."""
        if seat not in self._people:
            return None, ""
        row, seed, revealed = SeatRow(number=seat), b"", b""
        if not self._chance.below(2):
            seed = _bytes(self._chance)
            revealed = seed if self._chance.below(4) else b""
            row.seed_commitment = fairness.client_commitment(seed).hex()
        self._receipts.append(receipts.promise_json(self._match, row))
        return row.seed_commitment, revealed.hex()

    def _one_thing(self) -> None:
        position = self._position
        if self._chance.below(RARELY) == 0:
            return self._give_up()
        if position.game.standing and self._chance.below(OFTEN_STANDING) == 0:
            self._change_what_stands()
        active = position.game.active(position.state)
        bot = next((seat for seat in active if seat in position.played_by_bots), None)
        if bot in position.away and self._chance.below(6) == 0:
            return self._return(bot)
        if bot is not None:
            return self._let_move(bot)
        if active[0] in self._sleepers and self._clock["kind"] != "none" and self._chance.below(2):
            return self._time_out(active[0])
        everybody = asked(position.game, position.state)
        may = [seat for seat in everybody if seat not in position.played_by_bots]
        seat = may[self._chance.below(len(may))]
        choices = position.game.choices(position.state, seat)
        return self._submit(seat, any_move(position.game, choices, self._chance))

    def _submit(self, seat: Seat, move: Any) -> None:
        play = self._play()
        if play.step(seat, move, "player"):
            play.follow()
            self._append(play.drafts)
            self._receipts.append(head_receipt(self._match, self._position))
            return
        question, digest = self._position.questions[seat], sha256(canonical(move)).digest()
        message = fairness.sealed_message(self._match.id, question, digest)
        self._sealed[seat] = question, move
        self._receipts.append({"asked": question, "digest": digest.hex()} | receipts.sign(message))

    def _let_move(self, seat: Seat) -> None:
        play = self._play()
        play.step(seat, self._bots_move(seat, self._position.version), "bot")
        play.follow()
        self._append(play.drafts)

    def _bots_move(self, seat: Seat, version: int) -> Any:
        game, state = self._position.game, self._position.state
        sight = Sight(seat, game.view(state, seat, 0), game.choices(state, seat), self._seen[seat])
        chance = fairness.bot_chance(self._position.key, version, seat)
        return self._position.bot(seat)(sight, chance)

    def _time_out(self, seat: Seat) -> None:
        seats, late = len(self._position.players), self._clock["time_out"]
        if self._clock["vacation"] and self._chance.below(4) == 0:
            return self._take_an_hour(seat)
        play = self._play()
        play.time_out(seat)
        if late == "forfeit":
            play.forfeit(seat, seats)
        elif late == "end":
            play.end(seat, seats)
        else:
            lapses = self._position.lapses[seat] + 1
            if self._chance.below(3) == 0:  # the server itself is late
                self._append(play.drafts)
                play = self._play()
            version = self._position.version + len(play.drafts)
            play.step(seat, self._bots_move(seat, version), "bot")
            play.follow()
            if lapses >= LAPSES_MOST:
                play.take_over(seat)
        return self._append(play.drafts)

    def _take_an_hour(self, seat: Seat) -> None:
        """At most 24 for a question; so many are not met with here."""
        play = Turn(self._position, {})
        play.give(seat, seat, HOUR, automatic=True)
        self._append(play.drafts)

    def _return(self, seat: Seat) -> None:
        play = Turn(self._position, {})
        play.hand_back(seat)
        self._append(play.drafts)

    def _give_up(self) -> None:
        staying = [seat for seat in self._people if seat not in self._position.gone]
        if not staying or self._chance.below(8) == 0:
            return self._append([Draft(MatchCancelled())])
        play = Turn(self._position, {})
        if self._chance.below(4) == 0 and (gift := self._gift(staying)):
            play.give(*gift, self._clock["seconds"])
            return self._append(play.drafts)
        play.resign(staying[self._chance.below(len(staying))], len(self._position.players))
        return self._append(play.drafts)

    def _gift(self, staying: list[Seat]) -> tuple[Seat, Seat] | None:
        """Who may give time to whom: once for each question."""
        position = self._position
        waited_for = set(position.awaited).difference(position.played_by_bots)
        for giver in staying if self._clock["kind"] != "none" else ():
            for to in waited_for - {giver}:
                gift = giver, to, position.questions[to]
                if gift not in self._given:
                    self._given.add(gift)
                    return giver, to
        return None

    def _change_what_stands(self) -> None:
        """Somebody lets an answer stand, or answers for themselves again."""
        seat = self._people[self._chance.below(len(self._people))]
        if self._standing.pop(seat, None) is None:
            kinds = self._position.game.standing
            self._standing[seat] = kinds[self._chance.below(len(kinds))]()

    def _play(self) -> Turn:
        return Turn(self._position, self._seals(), self._stands())

    def _stands(self) -> dict[Seat, Any]:
        """What stands for the seats that their owners play."""
        bots = self._position.played_by_bots
        return {seat: move for seat, move in self._standing.items() if seat not in bots}

    def _seal_what_stands(self, before: int) -> None:
        """What stands is sealed where a question was put since."""
        position = self._position
        if position.over:
            return
        for seat in position.game.early(position.state):
            move, question = self._stands().get(seat), position.questions[seat]
            if move and question > before and is_answer(position.game, position.state, seat, move):
                self._sealed[seat] = question, move

    def _seals(self) -> dict[Seat, Any]:
        """Of what was sealed what still answers the question now open."""
        return {
            seat: move
            for seat, (question, move) in self._sealed.items()
            if question == self._position.questions[seat] and seat not in self._position.gone
        }

    def _append(self, drafts: list[Draft]) -> None:
        self._now += timedelta(microseconds=1 + self._chance.below(10**9))
        before = self._position.version
        entries, self._position = _pack_entries(
            self._match, self._position, drafts, timestamp(self._now), None
        )
        self._entries += entries
        for entry in entries:
            for seat, seen in enumerate(self._seen):
                _, event = unpack(self._position.game, payload_for(entry, seat))
                if not isinstance(event, PLATFORM):
                    seen.append(event)
        self._seal_what_stands(before)


def _bytes(chance: FastChance) -> bytes:
    return bytes(chance.below(256) for _ in range(32))


def _identity(chance: FastChance) -> str:
    digits = _bytes(chance).hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]))
