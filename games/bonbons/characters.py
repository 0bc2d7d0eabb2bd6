"""Who plays Bonbons at levels 1 to 5."""

from games.contract import Character, Text

CHARACTERS = (
    Character(
        "Zoé",
        Text(
            "Retourne les bonbons au petit bonheur.",
            "Turns candies over at random.",
        ),
        "#b0532b",
    ),
    Character(
        "Marius",
        Text(
            "Gourmand et distrait : oublie ce qu’il vient de voir.",
            "Greedy and absent-minded: forgets what he has just seen.",
        ),
        "#6b7d2f",
    ),
    Character(
        "Inès",
        Text(
            "Se souvient de presque tout, sauf quand elle rêve.",
            "Remembers almost everything, except when she dreams.",
        ),
        "#2b7a8a",
    ),
    Character(
        "Lucien",
        Text(
            "Attentif : se trompe rarement de bonbon.",
            "Attentive: rarely picks the wrong candy.",
        ),
        "#5b4bb0",
    ),
    Character(
        "Colette",
        Text(
            "N’oublie rien et choisit toujours le meilleur bonbon qu’elle connaît.",
            "Forgets nothing and always takes the best candy she knows.",
        ),
        "#a8325e",
    ),
)
