"""Who plays PtiPassPass at levels 1 to 5."""

from games.contract import Character, Text

CHARACTERS = (
    Character(
        "Tom",
        Text(
            "Soulève les gobelets au hasard.",
            "Lifts cups at random.",
        ),
        "#9a6a2b",
    ),
    Character(
        "Lison",
        Text(
            "Croit tout ce qu’on lui dit, ou rien, selon l’humeur.",
            "Believes everything or nothing, as the mood takes her.",
        ),
        "#2f7d7a",
    ),
    Character(
        "Abel",
        Text(
            "Perd parfois le fil des gobelets.",
            "Sometimes loses track of the cups.",
        ),
        "#3b5bb0",
    ),
    Character(
        "Jeanne",
        Text(
            "Suit les gobelets de près et ment peu.",
            "Follows the cups closely and lies little.",
        ),
        "#8a3b6b",
    ),
    Character(
        "Victor",
        Text(
            "Menteur patient, à la mémoire longue.",
            "A patient liar with a long memory.",
        ),
        "#7d2f2f",
    ),
)
