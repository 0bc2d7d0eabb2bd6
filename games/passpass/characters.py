"""Who plays Pass Pass at levels 1 to 5."""

from games.contract import Character, Text

CHARACTERS = (
    Character(
        "Rémi",
        Text(
            "Joue la première carte venue.",
            "Plays whichever card comes first.",
        ),
        "#8a5a3b",
    ),
    Character(
        "Suzon",
        Text(
            "Rêveuse : laisse souvent filer les bonnes cartes.",
            "Dreamy: often lets the good cards go by.",
        ),
        "#3b8a5a",
    ),
    Character(
        "Achille",
        Text(
            "Prudent, avec quelques distractions.",
            "Cautious, with a few lapses.",
        ),
        "#2b5fb0",
    ),
    Character(
        "Flore",
        Text(
            "Compte les cartes et se trompe rarement.",
            "Counts the cards and is rarely wrong.",
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
