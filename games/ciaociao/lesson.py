"""The guided first match of Ciao, ciao…."""

from games.ciaociao.moves import Announce, Believe, Doubt, Options
from games.contract import Lesson, LessonMove, Text

LESSON = Lesson(
    seats=2,
    options=Options(planks=7),
    seed=3831,
    moves=(
        LessonMove(
            0,
            Announce(3),
            Text(
                "Le dé montre 3, et personne d’autre ne le voit : annoncez 3, votre pion avance.",
                "You rolled a 3, and only you see the die: announce 3, and your pawn moves on.",
            ),
        ),
        LessonMove(1, Believe()),
        LessonMove(1, Announce(4)),
        LessonMove(
            0,
            Doubt(),
            Text(
                "Une face du dé sur six montre 4 : doutez, et regardez dans le gobelet !",
                "Only one face in six shows a 4: doubt it, and look into the cup!",
            ),
        ),
        LessonMove(
            0,
            Announce(2),
            Text(
                "Bien vu : l’autre tombe, vous voilà sur le podium. "
                "Cette fois c’est une croix : il faut bluffer, dites 2.",
                "Well spotted: the other pawn falls, yours is on the podium. "
                "This time it is a cross: you have to bluff, say 2.",
            ),
        ),
        LessonMove(1, Believe()),
        LessonMove(1, Announce(2)),
        LessonMove(
            0,
            Believe(),
            Text(
                "Un doute à tort ferait tomber votre pion ; « 2 » est modeste : croyez-le.",
                "If you doubt wrongly, your own pawn falls; “2” is modest: believe it.",
            ),
        ),
        LessonMove(
            0,
            Announce(4),
            Text(
                "Un vrai 4 : annoncez-le, et espérez qu’on doute.",
                "A real 4: announce it, and hope for a doubt.",
            ),
        ),
        LessonMove(1, Doubt()),
    ),
    ending=Text(
        "Le doute était faux, et c’est l’autre pion qui tombe. "
        "Trois pions sur le podium, et vous gagnez : à vous de jouer !",
        "The doubt was wrong, so the doubter’s pawn falls. "
        "Bring three pawns onto the podium and you win: now play!",
    ),
)
