"""How the partners of a team agree on whose score it records (S16)."""

from typing import Final

from games.contract import Seat
from games.passpass.cards import pass_pass, points
from games.passpass.events import Team, TeamScored
from games.passpass.state import State

MOST_NAMES: Final = 3


def better(state: State, team: Team) -> Seat | None:
    """The partner who has at least as many points and Pass Pass, the lower seat of equals; None
    where neither has."""
    lower, higher = (state.taken[seat] for seat in team)
    more_points = points(lower) - points(higher)
    more_pass_pass = pass_pass(lower) - pass_pass(higher)
    if more_points >= 0 and more_pass_pass >= 0:
        return team[0]
    return team[1] if more_points <= 0 and more_pass_pass <= 0 else None


def record(state: State, team: Team, seat: Seat) -> TeamScored:
    """The team takes down the score of one of its two players."""
    cards = state.taken[seat]
    return TeamScored(team, seat, points(cards), pass_pass(cards))


def team_of(state: State, seat: Seat) -> Team | None:
    """The team that this seat has to come to an agreement with, if any."""
    return next((team for team in state.naming if seat in team), None)


def nominees(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom a seat may name now: at first either partner, then only another than before."""
    team = team_of(state, seat)
    if team is None or len(state.names[seat]) == MOST_NAMES:
        return ()
    return tuple(one for one in team if one != latest(state, seat))


def namers(state: State, *, waited_for: bool) -> tuple[Seat, ...]:
    """The seats that may name somebody now. The match waits for those who have not done so and for
    both whose names differ; not for one whose partner is still silent."""
    names = state.names
    return tuple(
        seat
        for team in state.naming
        for seat, mate in (team, team[::-1])
        if nominees(state, seat) and waited_for == bool(not names[seat] or names[mate])
    )


def latest(state: State, seat: Seat) -> Seat | None:
    """Whom a seat named last."""
    return state.names[seat][-1] if state.names[seat] else None


def partner(team: Team, seat: Seat) -> Seat:
    return team[1] if seat == team[0] else team[0]
