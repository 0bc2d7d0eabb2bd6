"""Tables of cups: opened as matches with their players seated, and their results counted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import count, groupby

from django.utils import timezone

from events.clocks.kinds import PRESETS
from events.cups.log import cup_append, cup_state
from events.leagues import cup as rules
from events.leagues.cup_log import Entrant, NewTable, TableEnded
from events.leagues.decide import Pairing
from events.log.position import position_at_head
from events.matches.opening import match_insert, start_if_complete
from events.models import CircleTable, Cup, CupEntrant, CupTable, Match, Player, Seat
from events.play.decide import Turn
from events.play.ready_table import match_settle
from events.play.turn_log import turn_log
from events.seats.locks import cup_lock
from games.codec import decode_options
from games.contract import table_options
from games.registry import all_games


def tables_open(cup: Cup, state: rules.Cup, pairing: Pairing) -> tuple[NewTable, ...]:
    """Open and start the matches of new tables, with everyone seated; returns the tables."""
    players = entrant_players(cup)
    return tuple(
        NewTable(
            number,
            _match_open(cup, state, [players[one] for one in table], pairing.ends_at).id,
            table,
        )
        for number, table in zip(count(len(state.tables)), pairing.tables, strict=False)
    )


def entrant_players(cup: Cup) -> dict[Entrant, Player]:
    """Return the player behind each number of a cup."""
    rows = CupEntrant.objects.filter(cup=cup).select_related("player")
    return {row.number: row.player for row in rows}


def _match_open(cup: Cup, state: rules.Cup, players: Sequence[Player], ends_at: datetime) -> Match:
    """Open a match with a last day and start it: it counts in no quota, and waits for no seed."""
    game, now = all_games()[cup.game], timezone.now()
    seats = [
        Seat(number=number, player=player, joined_at=now) for number, player in enumerate(players)
    ]
    match = match_insert(
        players[0],
        game,
        table_options(game, len(seats), decode_options(game, state.settings.options)),
        Match.Visibility.PRIVATE if cup.league_id is None else Match.Visibility.PUBLIC,
        PRESETS[state.settings.clock],
        seats,
        ends_at=ends_at,
    )
    if cup.circle_id is not None:
        CircleTable.objects.create(match=match, circle_id=cup.circle_id)
    start_if_complete(match, seats)
    return match


def table_count(match: Match, seats: Sequence[Seat]) -> bool:
    """Log the result of a match that is over in its cup, if it is a table of one and that was not
    done; the caller has locked the match, and its players if it locks any."""
    if match.ends_at is None or match.status not in Match.OVER:
        return False
    own = CupTable.objects.filter(match=match).first()
    if own is None:
        return False
    cup = cup_lock(own.cup_id)
    table = cup_state(cup).tables[own.number]
    if table.ranking is not None:
        return False
    cup_append(cup, [_result(match, seats, table)])
    return True


def _result(match: Match, seats: Sequence[Seat], table: rules.Table) -> TableEnded:
    """Return the event of a result; at a table without one all share a place."""
    by_rank = sorted(seats, key=lambda seat: (seat.rank or 0, seat.number))
    groups = groupby(by_rank, key=lambda seat: seat.rank or 0)
    entrant: Mapping[int, Entrant] = dict(enumerate(table.entrants))
    assert match.ends_at is not None
    return TableEnded(
        table=table.number,
        ranking=tuple(tuple(entrant[seat.number] for seat in group) for _, group in groups),
        as_it_stood=match.finished_at is not None and match.finished_at >= match.ends_at,
        left=tuple(entrant[seat.number] for seat in seats if seat.gone or seat.stand_in),
    )


def seat_leave(match: Match, player_id: str) -> None:
    """Give up a player's seat of a running match locked by the caller, for who has left the cup."""
    seats = match_settle(match)
    seat = next((seat for seat in seats if seat.player_id == player_id), None)
    if match.status != Match.Status.RUNNING or seat is None or seat.gone:
        return
    position = position_at_head(match)
    play = Turn(position, {})
    play.resign(seat.number, len(position.players))
    turn_log(match, position, play, seats=seats)
