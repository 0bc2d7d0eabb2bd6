"""What notices say of a cup or a league's season."""

from msgspec import Struct

from events.cups.log import cup_state
from events.leagues.cup import standings
from events.models import Cup, CupEntrant
from games.contract import Text

_SEASON = Text("Saison {season}, division {division}", "Season {season}, division {division}")
_NAMED = Text("« {name} »", "“{name}”")


class Competition(Struct, frozen=True):
    """A cup by its name, or a division by its season and number."""

    name: str
    season: int
    division: int

    def within(self, language: str) -> str:
        """What it is called."""
        form = _NAMED if self.name else _SEASON
        return form.within(language).format(
            name=self.name, season=self.season, division=self.division
        )


class CupResult(Struct, frozen=True):
    """How an entrant has done in a cup that has ended."""

    players: int
    """How many have played."""
    place: int | None
    """None for an entrant who was never given a place."""
    next_division: int | None
    """The number of the entrant's division in the season after this; None outside a league, and
    without such a season or entrant."""


def competition_of(cup: Cup) -> Competition:
    """Return what a cup is called."""
    return Competition(cup.name, cup.season, cup.division)


def result_of(cup: Cup, player_id: str) -> CupResult:
    """Return how a player has done in a cup that has ended."""
    numbers = CupEntrant.objects.filter(cup=cup, player=player_id)
    number = numbers.values_list("number", flat=True).first()
    order = [row.entrant for row in standings(cup_state(cup))]
    place = order.index(number) + 1 if number in order else None
    return CupResult(len(order), place, _next_division(cup, player_id))


def _next_division(cup: Cup, player_id: str) -> int | None:
    if cup.league_id is None:
        return None
    after = CupEntrant.objects.filter(cup__league=cup.league_id, cup__season=cup.season + 1)
    return after.filter(player=player_id).values_list("cup__division", flat=True).first()
