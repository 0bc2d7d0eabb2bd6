"""How many mails a person gets in a whole match that is played by mail alone."""

from collections.abc import Sequence
from email.message import EmailMessage
from typing import NamedTuple

import pytest

from events.models import Match
from games.chance import FastChance
from games.registry import all_games
from tests.support.mailbox import Mailbox, codes_in
from tests.support.people import open_match
from tests.support.post_office import PostOffice
from tests.support.sizes import sized

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

SHORT = {"ciaociao": {"planks": 5}}
GAMES = sized(("ciaociao",), tuple(all_games()))
OPTIONS = sized(SHORT, {})


class Count(NamedTuple):
    """The mails of one person in one match."""

    mails: int
    answers: int
    """Those that answer a mail of the person."""
    played: int
    """Moves that the person sent."""


def whole_match(game: str, boxes: Sequence[Mailbox], bots: int, chance: FastChance) -> list[Count]:
    """Play a match to its end, each person by answering the last mail that asks."""
    seats = len(boxes) + bots
    match = open_match(
        boxes[0].person, seats, bots=bots, game=game, options=OPTIONS.get(game, {}), clock=None
    )["id"]
    for box in boxes[1:]:
        assert box.person.post(f"matches/{match}/join").status_code == 200
    got: dict[Mailbox, list[EmailMessage]] = {box: [] for box in boxes}
    played = dict.fromkeys(boxes, 0)
    while Match.objects.get(id=match).status == Match.Status.RUNNING:
        for box in boxes:
            new = box.new_mails()
            got[box] += new
            codes = codes_in(new[-1]) if new else []
            if codes:
                assert box.reply(new[-1], codes[chance.below(len(codes))]) is None
                played[box] += 1
    for box in boxes:
        got[box] += box.new_mails()
    return [
        Count(
            len(mails), sum(one["Auto-Submitted"] == "auto-replied" for one in mails), played[box]
        )
        for box, mails in got.items()
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("with_bots", [False, True])
def test_a_person_gets_about_one_mail_for_each_question(
    game: str, with_bots: bool, post_office: PostOffice, mail_port: int
) -> None:
    seats = max(3, min(all_games()[game].seats))
    people = 1 if with_bots else seats
    boxes = [Mailbox(post_office, mail_port) for _ in range(people)]
    counts = whole_match(game, boxes, seats - people, FastChance(f"count {game} {with_bots}"))
    mails, answers, played = (sum(column) / people for column in zip(*counts, strict=True))
    print(
        f"\n{game:12} {people} by mail, {seats - people} bots: {mails:5.1f} mails for a person, "
        f"{answers:5.1f} of them answers to their mails; {played:5.1f} moves sent"
    )
    assert mails <= played * (2 if with_bots else 1.5) + 5, "a move is told with the next question"
