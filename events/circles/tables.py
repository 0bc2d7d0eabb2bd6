"""Tables opened to a circle: its members may see and join them, and are told."""

from django.conf import settings

from events.matches.invitations import invitation_notify, may_be_mailed
from events.models import Circle, CircleMember, CircleTable, Match, Player
from events.players.quotas import quota_use


def circle_table_open(*, circle: Circle, match: Match, player: Player) -> None:
    """Open a new match to a circle that its creator is in, and notify the other members, each by
    their choices for invitations and not more often a day than the settings allow."""
    quota_use(player=player, kind="circle_table", most=settings.CIRCLE_TABLES_PER_DAY)
    CircleTable.objects.create(match=match, circle=circle)
    if match.status != Match.Status.OPEN:
        return
    others = CircleMember.objects.filter(circle=circle).exclude(player=player)
    members = Player.objects.filter(id__in=others.values("player")).order_by("id")
    told = [member for member in members if may_be_mailed(member)]
    invitation_notify(match, told, inviter=player)
