"""Bonbons: a memory game with theft, coins and an empty wrapper, for 2 to 6 players."""

from typing import get_args

from games.bonbons.bot import bot
from games.bonbons.bots import BOTS
from games.bonbons.events import AnyEvent
from games.bonbons.evolve import evolve
from games.bonbons.lesson import LESSON
from games.bonbons.moves import AnyMove, Options
from games.bonbons.resample import resample
from games.bonbons.rules import active, choices, decide, fading, outcome, scores, setup
from games.bonbons.secrecy import redact, view
from games.bonbons.state import State
from games.bonbons.view import View
from games.bonbons.words import WORDS
from games.contract import Game

GAME = Game(
    key="bonbons",
    version=1,
    seats=range(2, 7),
    options=Options,
    moves=get_args(AnyMove),
    events=get_args(AnyEvent),
    view_type=View,
    words=WORDS,
    lesson=LESSON,
    blank=State(),
    setup=setup,
    evolve=evolve,
    active=active,
    choices=choices,
    decide=decide,
    outcome=outcome,
    scores=scores,
    fading=fading,
    view=view,
    redact=redact,
    resample=resample,
    bot=bot,
    bots=BOTS,
)
