"""What notices say of the end of a match."""

from datetime import UTC, datetime
from typing import Any

import pytest

from events.models import Outbox, Player
from events.notifications.notice import Notice
from events.notifications.words import notice_sentence

ENDED: dict[str, Any] = {"outcome": {"winners": [1]}}


@pytest.mark.parametrize(
    ("about", "french", "english"),
    [
        (ENDED | {"winners": ("Anna",)}, "Anna a gagné.", "Anna has won."),
        (
            ENDED | {"winners": ("Anna", "Bob")},
            "Anna et Bob ont gagné.",
            "Anna and Bob have won.",
        ),
        (ENDED | {"won": True}, "Vous avez gagné.", "You have won."),
        (
            ENDED | {"won": True, "winners": ("Bob",)},
            "Vous avez gagné, avec Bob.",
            "You have won, with Bob.",
        ),
        ({}, "Elle a été annulée.", "It was cancelled."),
    ],
)
def test_a_notice_of_the_end_says_who_won(about: dict[str, Any], french: str, english: str) -> None:
    notice = Notice(
        kind=Outbox.Kind.FINISHED, match="m", game="ciaociao", seq=9, at=datetime.now(UTC), **about
    )
    for locale, said in (("fr", french), ("en", english)):
        assert notice_sentence(notice, Player(name="Zoé", locale=locale)) == said
