"""PtiPassPass: sleight of hand, bluff and memory under cups, for 2 to 6 players."""

from typing import get_args

from games.contract import Game
from games.ptipasspass.bot import bot
from games.ptipasspass.bots import BOTS
from games.ptipasspass.events import AnyEvent
from games.ptipasspass.evolve import evolve
from games.ptipasspass.lesson import LESSON
from games.ptipasspass.moves import AnyMove, Options, SayOk
from games.ptipasspass.resample import resample
from games.ptipasspass.rules import active, choices, decide, early, fading, outcome, scores, setup
from games.ptipasspass.secrecy import redact, view
from games.ptipasspass.state import State
from games.ptipasspass.view import View
from games.ptipasspass.words import WORDS

GAME = Game(
    key="ptipasspass",
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
    early=early,
    choices=choices,
    decide=decide,
    outcome=outcome,
    scores=scores,
    standing=(SayOk,),
    fading=fading,
    view=view,
    redact=redact,
    resample=resample,
    bot=bot,
    bots=BOTS,
)
