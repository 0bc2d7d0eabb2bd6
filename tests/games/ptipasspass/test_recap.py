"""What is told of an event is true however it came about."""

from games.ptipasspass import GAME
from games.ptipasspass.events import Animals, CupsEmptied, RewardOffered
from games.ptipasspass.moves import CallDouble, Place
from games.table import Step
from tests.games.ptipasspass.scene import animals, given, table_at

NAMES = ("Anna", "Bruno")


def emptied(*cups: str) -> str:
    contents: tuple[Animals, ...] = tuple(map(animals, cups))
    return GAME.words.recap(CupsEmptied(contents), NAMES).en


def test_p30_cups_that_are_emptied_are_named() -> None:
    shown = emptied("-", "d", "-", "rm", "-", "-").split("everyone: ")[1]
    assert shown == "a dove in cup 1; a rabbit and a mouse in cup 3; the others are empty."
    assert "the others" not in emptied("d", "d", "r", "r", "m", "m")
    assert GAME.words.recap(CupsEmptied(), NAMES).en == "The cups are emptied before everyone."


ONLY_ONE_REWARD = """
    d -
    - -
    - -
    > dr ++
      -  ++
"""


def test_p16_a_reward_that_leaves_no_choice_is_not_said_to_be_chosen() -> None:
    table = table_at(given(ONLY_ONE_REWARD))
    table.submit(0, Place("dove", 0, "dove"))
    steps: list[Step] = table.submit(1, CallDouble())
    assert [step.by for step in steps] == ["player", "forced"]
    offered = next(event for event in steps[0].events if isinstance(event, RewardOffered))
    assert GAME.words.recap(offered, NAMES) == (
        "Bruno a droit à une récompense.",
        "Bruno has earned a reward.",
    )
