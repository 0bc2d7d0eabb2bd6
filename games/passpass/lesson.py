"""The guided first match of Pass Pass."""

from games.contract import Lesson, LessonMove, Text
from games.passpass.moves import Options, Play, Take

LESSON = Lesson(
    seats=3,
    options=Options(),
    seed=24,
    moves=(
        LessonMove(
            0,
            Play("green-9"),
            Text(
                "Vous commencez : jouez le 9 vert. "
                "Les valeurs de chaque couleur s’additionnent, la plus forte somme gagne.",
                "You lead: play the green 9. "
                "Values add up in each colour, and the highest sum wins.",
            ),
        ),
        LessonMove(1, Play("green-3")),
        LessonMove(2, Play("violet-3")),
        LessonMove(
            0,
            Take("violet-3"),
            Text(
                "Vert fait 12, et votre 9 est sa plus haute carte : la levée est à vous. "
                "Prenez le 3 violet, ses diamants valent des points.",
                "Green has 12, and your 9 is its highest card: you are first. "
                "Take the violet 3, its diamonds are worth points.",
            ),
        ),
        LessonMove(1, Play("blue-6")),
        LessonMove(2, Play("green-4")),
        LessonMove(
            0,
            Play("blue-1"),
            Text(
                "Jouez le 1 bleu : bleu fera 7, et vous aurez la deuxième place, "
                "celle qui prend deux cartes !",
                "Play the blue 1: blue will have 7, and you will be second. "
                "The second takes two cards!",
            ),
        ),
        LessonMove(1, Take("blue-6")),
        LessonMove(
            0,
            Play("blue-11"),
            Text(
                "Violet, bleu, vert : il ne vous manque que le jaune. "
                "La deuxième place entame, c’est vous : jouez le 11 bleu.",
                "Violet, blue, green: only yellow is missing. The second leads: play the blue 11.",
            ),
        ),
        LessonMove(1, Play("yellow-9")),
        LessonMove(2, Play("green-2")),
        LessonMove(
            0,
            Take("yellow-9"),
            Text(
                "La levée est à vous : prenez le 9 jaune, votre quatrième couleur.",
                "First again: take the yellow 9, your fourth colour.",
            ),
        ),
    ),
    ending=Text(
        "Quatre couleurs : un Pass Pass ! Le troisième gagne sur-le-champ ; "
        "sinon, les cartes et les diamants de trois manches décident.",
        "Four colours: a Pass Pass! Your third one wins at once; "
        "otherwise the cards and diamonds of three rounds decide.",
    ),
)
