"""A match of each game played with nothing but a mailbox, against bots.

By day one game is played to its end; the others are at full size.
"""

from email.message import EmailMessage

import pytest

from events.models import Match
from games.chance import FastChance
from games.registry import all_games
from tests.support.mailbox import Mailbox, codes_in, text_of
from tests.support.people import open_match
from tests.support.post_office import PostOffice
from tests.support.sizes import sized

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

SHORT = {"bonbons": {"quick": True, "memory": "open"}, "ciaociao": {"planks": 5}}
WHOLE = sized(("ciaociao",), tuple(all_games()))
MOST_MAILS = 1500
FEW_MAILS = 6


def played(box: Mailbox, game: str, chance: FastChance) -> list[EmailMessage]:
    """A match played by answers alone, to its end if it is to be whole; every mail that came."""
    seats = min(all_games()[game].seats)
    match = open_match(
        box.person, seats, bots=seats - 1, game=game, options=SHORT.get(game, {}), clock=None
    )["id"]
    mails: list[EmailMessage] = []
    enough = MOST_MAILS if game in WHOLE else FEW_MAILS
    while Match.objects.get(id=match).status == Match.Status.RUNNING and len(mails) < enough:
        new = box.new_mails()
        assert len(new) == 1, [text_of(mail) for mail in new]
        mails += new
        codes = codes_in(new[0])
        if codes:
            refused = box.reply(new[0], codes[chance.below(len(codes))])
            assert refused is None, refused
    return mails + box.new_mails()


@pytest.mark.parametrize("game", all_games())
def test_a_match_is_played_by_mail(game: str, post_office: PostOffice, mail_port: int) -> None:
    box = Mailbox(post_office, mail_port, "fr" if game in ("bonbons", "passpass") else "en")
    mails = played(box, game, FastChance(f"by mail {game}"))
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)
    assert len({mail["Subject"] for mail in mails}) == 1
    threads = {str(mail["References"]).split()[0] for mail in mails}
    assert len(threads) == 1
    if game in WHOLE:
        last = text_of(mails[-1])
        assert ("terminée" if box.player.locale == "fr" else "over") in last
