"""The guided first match of PtiPassPass."""

from games.contract import Lesson, LessonMove, Text
from games.ptipasspass.moves import CallDouble, Lift, Options, Place, RewardPlace, SayOk

LESSON = Lesson(
    seats=2,
    options=Options(),
    seed=0,
    moves=(
        LessonMove(
            0,
            Place("mouse", 0, "dove"),
            Text(
                "Tour masqué : on peut mentir. Prenez la souris, "
                "tenez-la au-dessus du gobelet 0 et dites « colombe ».",
                "A masked turn: you may lie. Take the mouse, hold it over cup 0 and say “dove”.",
            ),
        ),
        LessonMove(1, SayOk()),
        LessonMove(1, Place("rabbit", 0, "rabbit")),
        LessonMove(
            0,
            CallDouble(),
            Text(
                "Le gobelet 0 n’est pas vide, votre souris y est : criez « Doublon ! »",
                "Cup 0 is not empty, your mouse is in it: cry “Double!”",
            ),
        ),
        LessonMove(
            0,
            RewardPlace("rabbit", 2),
            Text(
                "Bien vu : l’autre reprend tout. "
                "Votre récompense : posez le lapin dans le gobelet 2.",
                "Well spotted: your opponent takes it all back. "
                "Your reward: put the rabbit into cup 2.",
            ),
        ),
        LessonMove(
            0,
            Place("dove", 4),
            Text(
                "Tour visible : rien à cacher. Posez la colombe dans le gobelet 4.",
                "A visible turn: nothing to hide. Put the dove into cup 4.",
            ),
        ),
        LessonMove(1, SayOk()),
        LessonMove(1, Place("mouse", 0)),
        LessonMove(
            0,
            SayOk(),
            Text(
                "Le gobelet 0 est vide maintenant : laissez faire, cette souris vous arrange.",
                "Cup 0 is empty now: let it go in, this mouse suits you.",
            ),
        ),
        LessonMove(
            0,
            Lift((0, 2, 4)),
            Text(
                "Main vide : soulevez trois gobelets en ligne, 0, 2 et 4. "
                "Trois animaux pareils, ou tous différents ?",
                "Your hand is empty: lift three cups in a line, 0, 2 and 4. "
                "Are the animals all the same, or all different?",
            ),
        ),
    ),
    ending=Text(
        "Trois animaux différents : la manche est à vous ! Deux manches gagnent la partie.",
        "Three different animals: the round is yours! Two rounds win the match.",
    ),
)
