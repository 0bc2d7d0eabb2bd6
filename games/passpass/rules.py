"""Who may do what in Pass Pass, and what it brings about."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.chance import Chance
from games.choices import Choice
from games.contract import IllegalMove, Outcome, Seat, ranked
from games.passpass.cards import CARDS, Card, colours, pass_pass, points
from games.passpass.events import (
    AnyEvent,
    CardPlayed,
    CardTaken,
    HandDealt,
    NominationOpened,
    PassPassTicked,
    PlayersSeated,
    RoundOpened,
    RoundScored,
    SeatNominated,
    Team,
    TricksEnded,
    TrickWon,
    TwoCardsTaken,
)
from games.passpass.evolve import evolve
from games.passpass.moves import AnyMove, Nominate, Options, Play, Take, TakeTwo
from games.passpass.naming import (
    MOST_NAMES,
    better,
    latest,
    namers,
    nominees,
    partner,
    record,
    team_of,
)
from games.passpass.state import State
from games.passpass.trick import lowest_pairs, verdict
from games.passpass.view import Phase

ROUNDS: Final = 3  # S3
HAND: Final = 8  # S3
ENOUGH: Final = 3  # S12, S17


def setup(seats: int, options: Options, chance: Chance) -> Sequence[AnyEvent]:
    """The players in their seats and the first round dealt."""
    half = seats // 2
    teams = tuple((seat, seat + half) for seat in range(half)) if options.teams else ()  # S15
    first = chance.below(seats, "first_seat")  # S4
    return PlayersSeated(seats, teams), *_deal(seats, 1, first, chance)


def active(state: State) -> tuple[Seat, ...]:
    """Who is to play or to take; or all who must name a seat for their team to agree."""
    if state.turn is not None:
        return (state.turn,)
    return namers(state, waited_for=True)


def second_thoughts(state: State) -> tuple[Seat, ...]:
    """Who has named a seat while the partner has not: it may still be switched."""
    return namers(state, waited_for=False)


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """All legal moves of a seat."""
    if seat != state.turn:
        offered = nominees(state, seat)
        return (Choice("nominate", (("seat", offered),)),) if offered else ()
    match state.phase:
        case "play":
            return (Choice("play", (("card", state.hands[seat]),)),)
        case "take":
            return (Choice("take", (("card", state.trick),)),)
        case _:
            return (Choice("take_two", (("cards", lowest_pairs(state.left)),)),)


def decide(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Sequence[AnyEvent]:
    """What a move brings about."""
    if state.ended:
        raise IllegalMove("match_over")
    if seat != state.turn and team_of(state, seat) is None:
        raise IllegalMove("not_your_turn")
    kind, brings_about = _DECIDE[state.phase]
    if not isinstance(move, kind):
        raise IllegalMove(f"{state.phase}_expected")
    return brings_about(state, seat, move, chance)


def outcome(state: State) -> Outcome | None:
    """The full ranking once the match has ended, partners together."""
    return ranked(scores(state), state.ended) if state.ended else None


def scores(state: State) -> Sequence[tuple[int, int]]:
    """Pass Pass and then recorded points after a third Pass Pass (S12, S17), otherwise the other
    way round (S14, S18)."""
    sides = range(len(state.points))
    if state.ended == "three_pass_pass":
        worth = [(state.total_ticks(side), state.points[side]) for side in sides]
    else:
        worth = list(zip(state.points, state.ticks, strict=True))
    return [worth[state.side(seat)] for seat in range(len(state.hands))]


def teams(state: State) -> tuple[Team, ...]:
    """The partners, who win together (S15)."""
    return state.teams


def _play(state: State, seat: Seat, move: Play, chance: Chance) -> Sequence[AnyEvent]:
    if move.card not in state.hands[seat]:
        raise IllegalMove("card_not_in_hand")
    played = CardPlayed(seat, move.card)
    trick, seats = (*state.trick, move.card), len(state.hands)
    if len(trick) < seats:
        return (played,)
    majority, first, second = verdict(trick)
    leader = state.leader
    return played, TrickWon(majority, (leader + first) % seats, (leader + second) % seats)


def _take(state: State, seat: Seat, move: Take, chance: Chance) -> Sequence[AnyEvent]:
    if move.card not in state.trick:
        raise IllegalMove("card_not_in_trick")
    return CardTaken(seat, move.card), *_ticks(state, seat, (move.card,))


def _take_two(state: State, seat: Seat, move: TakeTwo, chance: Chance) -> Sequence[AnyEvent]:
    cards, left = move.cards, state.left
    if cards not in lowest_pairs(left):
        raise IllegalMove("pair_not_offered")
    rest = tuple([card for card in left if card not in cards])  # S8
    taken = TwoCardsTaken(seat, cards, rest)
    ticks = _ticks(state, seat, cards)
    if state.hands[seat] or len(ticks) > 1:
        return taken, *ticks
    return taken, *ticks, *_round_end(evolve(state, taken), chance)


def _nominate(state: State, seat: Seat, move: Nominate, chance: Chance) -> Sequence[AnyEvent]:
    team = team_of(state, seat)
    assert team is not None
    if len(state.names[seat]) == MOST_NAMES:
        raise IllegalMove("no_name_left")
    if move.seat not in team:
        raise IllegalMove("not_of_your_team")
    if move.seat == latest(state, seat):
        raise IllegalMove("already_named")
    named = SeatNominated(seat, move.seat)
    if move.seat != latest(state, partner(team, seat)):
        return (named,)
    agreed = named, record(state, team, move.seat)
    return agreed if len(state.naming) > 1 else (*agreed, *_next_round(state, chance))


_DECIDE: Final[
    dict[Phase, tuple[type[AnyMove], Callable[[State, Seat, Any, Chance], Sequence[AnyEvent]]]]
] = {
    "play": (Play, _play),
    "take": (Take, _take),
    "take_two": (TakeTwo, _take_two),
    "nominate": (Nominate, _nominate),
}


def _ticks(state: State, seat: Seat, cards: tuple[Card, ...]) -> Sequence[AnyEvent]:
    """The Pass Pass that new cards complete (S11), and the end if that makes three (S12, S17)."""
    taken = state.taken[seat]
    after = pass_pass(taken + cards)
    ticks = after - pass_pass(taken) if after else 0
    if not ticks:
        return ()
    total = state.ticks[state.side(seat)] + after
    ticked = PassPassTicked(seat, ticks, total)
    return (ticked,) if total < ENOUGH else (ticked, TricksEnded("three_pass_pass"))


def _round_end(state: State, chance: Chance) -> Sequence[AnyEvent]:
    """Everybody's score (S13), that of each team which need not talk it over (S16), and what
    follows unless some team must."""
    events: list[AnyEvent] = [
        RoundScored(tuple(map(points, state.taken)), tuple(map(pass_pass, state.taken)))
    ]
    unsettled = []
    for team in state.teams:
        seat = better(state, team)
        if seat is None:
            unsettled.append(team)
        else:
            events.append(record(state, team, seat))
    if unsettled:
        return *events, NominationOpened(tuple(unsettled))
    return *events, *_next_round(state, chance)


def _next_round(state: State, chance: Chance) -> Sequence[AnyEvent]:
    """The next round, led by whoever won the last two cards (S9), or the end (S14, S18)."""
    if state.round == ROUNDS:
        return (TricksEnded("most_points"),)
    return _deal(len(state.hands), state.round + 1, state.leader, chance)


def _deal(seats: int, number: int, leader: Seat, chance: Chance) -> Sequence[AnyEvent]:
    """Eight cards for everyone, one at a time from the leader's left (S3)."""
    deck = chance.shuffle(CARDS, "deal")
    hands = [tuple(deck[place : HAND * seats : seats]) for place in range(seats)]
    return RoundOpened(number, leader), *(
        HandDealt((leader + place) % seats, colours(hand), hand)
        for place, hand in enumerate(hands, 1)
    )
