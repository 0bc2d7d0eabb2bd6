"""Pass Pass: a card game of passing alliances, for 3 to 6 players, alone or in teams."""

from typing import get_args

from games.contract import Game
from games.passpass.bot import bot
from games.passpass.bots import BOTS
from games.passpass.events import AnyEvent
from games.passpass.evolve import evolve
from games.passpass.lesson import LESSON
from games.passpass.moves import AnyMove, Options, fit
from games.passpass.resample import resample
from games.passpass.rules import (
    active,
    choices,
    decide,
    outcome,
    scores,
    second_thoughts,
    setup,
    teams,
)
from games.passpass.secrecy import redact, view
from games.passpass.state import State
from games.passpass.view import View
from games.passpass.words import WORDS

GAME = Game(
    key="passpass",
    version=1,
    seats=range(3, 7),
    options=Options,
    moves=get_args(AnyMove),
    events=get_args(AnyEvent),
    view_type=View,
    words=WORDS,
    lesson=LESSON,
    fit=fit,
    blank=State(),
    setup=setup,
    evolve=evolve,
    active=active,
    second_thoughts=second_thoughts,
    choices=choices,
    decide=decide,
    outcome=outcome,
    scores=scores,
    teams=teams,
    view=view,
    redact=redact,
    resample=resample,
    bot=bot,
    bots=BOTS,
)
