"""Who plays Pass Pass at levels 1 to 5."""

from games.contract import Character, Text

CHARACTERS = (
    Character(
        "Rémi",
        Text(
            "Ne pense qu’aux diamants, jamais aux Pass Pass.",
            "Thinks only of diamonds, never of Pass Pass.",
        ),
        "#8a5a3b",
    ),
    Character(
        "Suzon",
        Text(
            "Rêveuse : ne voit pas plus loin que le pli.",
            "Dreamy: sees no further than the trick.",
        ),
        "#3b8a5a",
    ),
    Character(
        "Achille",
        Text(
            "Pressé : se fie à sa première idée des mains adverses.",
            "Hasty: trusts a first guess of the others’ hands.",
        ),
        "#2b5fb0",
    ),
    Character(
        "Flore",
        Text(
            "Compte les cartes et pense jusqu’à la fin de la manche.",
            "Counts the cards and thinks to the end of the round.",
        ),
        "#7a3b8a",
    ),
    Character(
        "Hector",
        Text(
            "Ne lâche jamais une carte utile sans raison.",
            "Never gives up a useful card without a reason.",
        ),
        "#9c2f3a",
    ),
)
