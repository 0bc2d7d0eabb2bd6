"""The guided first match of Bonbons."""

from games.bonbons.moves import FlipRound, FlipSquare, Give, Options, Stop
from games.contract import Lesson, LessonMove, Text

LESSON = Lesson(
    seats=2,
    options=Options(quick=True),
    seed=0,
    moves=(
        LessonMove(
            0,
            FlipSquare(21),
            Text(
                "Retournez une carte carrée et retenez bien ce que vous voyez.",
                "Turn up a square, and remember what you see.",
            ),
        ),
        LessonMove(
            0,
            FlipRound(0, 0),
            Text(
                "Un sucre d’orge rouge. Retournez l’un de vos ronds : est-ce le même ?",
                "A red candy cane. Turn up one of your round tiles: is it the same?",
            ),
        ),
        LessonMove(1, FlipSquare(16)),
        LessonMove(1, FlipRound(1, 0)),
        LessonMove(
            0,
            FlipSquare(16),
            Text(
                "Le vôtre est vert, et l’autre vient de montrer un sucre d’orge vert : "
                "retournez-le de nouveau.",
                "Yours is green, and your opponent has just shown a green candy cane: "
                "turn it up again.",
            ),
        ),
        LessonMove(
            0,
            FlipRound(0, 0),
            Text(
                "Et maintenant votre rond, le même : une paire !",
                "And now your round tile, the same: a pair!",
            ),
        ),
        LessonMove(
            0,
            FlipSquare(21),
            Text(
                "Trouvé ! Continuez : où était le sucre d’orge rouge ?",
                "Found! Go on: where was the red candy cane?",
            ),
        ),
        LessonMove(
            0,
            FlipRound(1, 0),
            Text(
                "Son rond rouge est chez l’autre : retournez-le, et vous le volez !",
                "Its round tile lies before your opponent: turn it up, and you steal it!",
            ),
        ),
        LessonMove(
            0,
            Give(1),
            Text(
                "Donnez en échange un rond encore caché, celui que vous voulez.",
                "Give one of your hidden tiles in return, whichever you like.",
            ),
        ),
        LessonMove(
            0,
            Stop(),
            Text(
                "Deux ronds trouvés. Après une réussite on peut continuer, ou s’arrêter : "
                "arrêtez-vous.",
                "Two tiles found. After a success you may go on or stop: stop here.",
            ),
        ),
    ),
    ending=Text(
        "Tous vos ronds trouvés, et vous gagnez. Gare à l’emballage vide : "
        "il donne un rond de plus.",
        "Find all your round tiles and you win. Beware of the empty wrapper: "
        "it brings one tile more.",
    ),
)
