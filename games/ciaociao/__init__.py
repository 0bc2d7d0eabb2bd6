"""Ciao, ciao…: a bluffing race across a rotten bridge, for 2 to 4 players."""

from typing import get_args

from games.ciaociao.bot import bot
from games.ciaociao.bots import BOTS
from games.ciaociao.events import AnyEvent
from games.ciaociao.evolve import evolve
from games.ciaociao.lesson import LESSON
from games.ciaociao.moves import AnyMove, Believe, Options
from games.ciaociao.resample import resample
from games.ciaociao.rules import active, choices, decide, early, outcome, scores, setup
from games.ciaociao.secrecy import redact, view
from games.ciaociao.state import State
from games.ciaociao.view import View
from games.ciaociao.words import WORDS
from games.contract import Game

GAME = Game(
    key="ciaociao",
    version=1,
    seats=range(2, 5),
    options=Options,
    moves=get_args(AnyMove),
    events=get_args(AnyEvent),
    view_type=View,
    words=WORDS,
    lesson=LESSON,
    introductory=True,
    blank=State(),
    setup=setup,
    evolve=evolve,
    active=active,
    early=early,
    choices=choices,
    decide=decide,
    outcome=outcome,
    scores=scores,
    standing=(Believe,),
    view=view,
    redact=redact,
    resample=resample,
    bot=bot,
    bots=BOTS,
)
