"""Answers that stand for questions to come, said by mail."""

from email.message import EmailMessage
from typing import Any

import pytest

from events.models import LoggedEvent, Match, SealedAnswer
from tests.api.by_mail.questions import version
from tests.support.mailbox import Mailbox, text_of
from tests.support.people import open_match
from tests.support.post_office import PostOffice

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

BELIEVE = {"type": "believe"}


class Duel:
    """Ciao, ciao… between two people who write mails; the first has the turn."""

    def __init__(self, office: PostOffice, port: int, **more: Any) -> None:
        boxes = [Mailbox(office, port) for _ in range(2)]
        self.match = open_match(boxes[0].person, 2, **more)["id"]
        assert boxes[1].person.post(f"matches/{self.match}/join").status_code == 200
        self._boxes = boxes

    @property
    def announcer(self) -> Mailbox:
        shown = self._boxes[0].person.match(self.match)
        mine: bool = shown["view"]["turn"] == shown["you"]
        return self._boxes[0 if mine else 1]

    @property
    def other(self) -> Mailbox:
        return next(box for box in self._boxes if box is not self.announcer)

    @property
    def podium(self) -> list[int]:
        """Where the announcer's pawns stand that have crossed."""
        view = self._boxes[0].person.match(self.match)["view"]
        steps: list[int] = view["players"][view["turn"]]["podium"]
        return steps

    def play(self, box: Mailbox, **move: Any) -> None:
        played = box.person.play(self.match, move)
        assert played.status_code == 201, played.content

    def announce(self, number: int = 1) -> None:
        self.play(self.announcer, type="announce", number=number)

    def standing(self, box: Mailbox) -> Any:
        return box.person.get(f"matches/{self.match}/standing").json()["standing"]


@pytest.fixture
def duel(post_office: PostOffice, mail_port: int) -> Duel:
    return Duel(post_office, mail_port)


def latest(box: Mailbox) -> EmailMessage:
    return box.new_mails()[-1]


def test_an_answer_that_ends_the_match_is_played_though_nothing_stands_after_it(
    post_office: PostOffice, mail_port: int
) -> None:
    duel = Duel(post_office, mail_port, options={"planks": 5})
    duel.announce(4)
    while len(duel.podium) < 3:
        duel.play(duel.other, **BELIEVE)
        duel.announce(4)
    box = duel.other
    assert box.reply(latest(box), "believe always") is None
    assert Match.objects.get(id=duel.match).status == Match.Status.FINISHED
    told = text_of(latest(box))
    assert "Played: believe." in told
    assert "Noted" not in told


def test_one_until_my_turn_is_over_when_the_answer_brings_the_turn(duel: Duel) -> None:
    box = duel.other
    duel.announce()
    assert box.reply(latest(box), "I believe until my turn") is None
    assert duel.announcer is box
    assert duel.standing(box) is None
    told = text_of(latest(box))
    assert "Played: believe." in told
    assert "Noted" not in told
    duel.announce()
    duel.play(duel.other, **BELIEVE)
    duel.announce()
    assert box.person.match(duel.match)["asked"], "nobody answers for them"


def test_one_until_it_is_taken_back_answers_the_open_question_and_the_next(duel: Duel) -> None:
    box = duel.other
    duel.announce()
    assert box.reply(latest(box), "ok toujours") is None
    told = text_of(latest(box))
    assert "Played: believe." in told
    assert "Noted: “believe” stands until you say otherwise." in told
    duel.announce()
    duel.play(duel.other, **BELIEVE)
    duel.announce()
    believed = LoggedEvent.objects.filter(match=duel.match, type="announcement_believed")
    assert believed.count() == 3
    assert box.reply(latest(box), "plus toujours") is None
    assert duel.standing(box) is None


def test_it_may_be_said_before_any_question_and_on_ones_own_turn(duel: Duel) -> None:
    box, mails = duel.other, [latest(duel.other)]
    assert box.reply(mails[0], "believe always") is None  # it is not even their turn
    assert duel.standing(box) == {"move": BELIEVE, "until": "changed"}
    assert "Noted: “believe” stands" in text_of(latest(box))
    duel.announce()
    assert duel.announcer is box, "answered at once"
    mail = latest(box)
    assert "believe always" in text_of(mail)
    assert box.reply(mail, "stop always") is None
    assert box.reply(mail, "ok until my turn") is None
    assert duel.standing(box) == {"move": BELIEVE, "until": "turn"}
    assert "Noted: “believe” stands until your next turn." in text_of(latest(box))


def test_a_late_until_my_turn_is_refused(duel: Duel) -> None:
    box = duel.other
    duel.announce()
    mail = latest(box)
    duel.play(box, **BELIEVE)
    before = version(duel.match)
    assert box.reply(mail, "believe until my turn") is None
    assert "no longer open" in text_of(latest(box))
    assert duel.standing(box) is None
    assert version(duel.match) == before
    assert not SealedAnswer.objects.filter(match=duel.match).exists()


def test_whoever_has_left_is_told_so(duel: Duel) -> None:
    box = duel.other
    duel.announce()
    mail = latest(box)
    assert box.person.post(f"matches/{duel.match}/resign").status_code == 200
    box.new_mails()
    for line in ("plus toujours", "ok toujours", "ok"):
        assert box.reply(mail, line) is None, line
        assert "nothing was played" in text_of(latest(box)).lower(), line
