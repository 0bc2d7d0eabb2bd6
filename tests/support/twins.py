"""Two matches in the database that a viewer cannot tell apart by the rules.

The second is logged from the resampled events of the first, at the same times and for the same
reasons, with the same people in the same seats.
"""

from datetime import datetime
from itertools import groupby

import msgspec

from events.log import fairness
from events.log.append import Draft, append_write
from events.log.envelope import PLATFORM, unpack
from events.log.position import position_at_head
from events.models import LoggedEvent, Match, Outbox, SealedAnswer, Seat, Secrets
from events.seats.standing_answers import StandingAnswer
from games.chance import FastChance
from games.codec import canonical
from games.contract import SPECTATOR, Event, Viewer


def twin_of(match: Match, viewer: Viewer, chance: FastChance) -> Match:
    """Another match, which the viewer could not tell from this one; others' seals may differ."""
    rows = list(LoggedEvent.objects.filter(match=match).order_by("seq"))
    position = position_at_head(match)
    events = [unpack(position.game, row.full) for row in rows]
    own = [event for _, event in events if not isinstance(event, PLATFORM)]
    eyes = SPECTATOR if viewer in position.gone else viewer
    resampled = iter(position.game.resample(own, eyes, position.horizon(viewer), chance))

    twin = _same_table(match)
    drafts = []
    for row, (envelope, event) in zip(rows, events, strict=True):
        other: Event = event if isinstance(event, PLATFORM) else next(resampled)
        cause = row.cause.encode() if row.cause else None
        drafts.append((row, Draft(other, row.actor, envelope.automatic, cause)))
    for at, together in groupby(drafts, key=lambda logged: logged[0].at):
        logged, again = zip(*together, strict=True)
        key, moment = logged[0].move_key, datetime.fromisoformat(at)
        append_write(twin, position_at_head(twin), again, at=moment, move_key=key).execute()
    Match.objects.filter(id=twin.id).update(status=match.status)
    twin.refresh_from_db()
    _notices(match, twin)
    _seals(match, twin, viewer, chance)
    return twin


def _same_table(match: Match) -> Match:
    twin = Match.objects.get(id=match.id)
    twin.pk = None
    twin.id = Match._meta.get_field("id").get_default()
    twin.version = 0
    seed = bytes(32)
    commitment = fairness.commitment(twin.id, twin.ruleset, seed)
    twin.commitment = commitment.hex()
    twin.head = fairness.first_head(twin.id, twin.ruleset, commitment).hex()
    twin.save(force_insert=True)
    Secrets.objects.create(match=twin, server_seed=seed.hex())
    for seat in match.seats.all():
        seat.pk = None
        seat.match = twin
        seat.save(force_insert=True)
    return twin


def _notices(match: Match, twin: Match) -> None:
    """The same people are told the same of both."""
    rows = list(Outbox.objects.filter(match=match).order_by("id"))
    for row in rows:
        row.pk, row.match = None, twin
    Outbox.objects.bulk_create(rows)


def _seals(match: Match, twin: Match, viewer: Viewer, chance: FastChance) -> None:
    position = position_at_head(twin)
    if not position.running:
        return
    for seal in SealedAnswer.objects.filter(match=match, seat=viewer).order_by("id"):
        seal.pk = None
        seal.match = twin
        seal.save(force_insert=True)
    others = Seat.objects.filter(match=twin).exclude(number=viewer)
    others.update(answered=None, standing="")
    for seat in position.game.early(position.state):
        if seat == viewer:
            continue
        given = chance.below(3)
        if given == 1:
            choices = position.game.choices(position.state, seat)
            move = {"type": choices[chance.below(len(choices))].type}
            SealedAnswer.objects.create(
                match=twin,
                seat=seat,
                asked=position.questions[seat],
                move=canonical(move).decode(),
                at=match.created_at,
            )
        elif given == 2 and position.game.standing:
            standing = StandingAnswer(msgspec.to_builtins(position.game.standing[0]()), "changed")
            packed = msgspec.json.encode(standing).decode()
            others.filter(number=seat).update(standing=packed)
        if given:
            others.filter(number=seat).update(answered=position.questions[seat])
