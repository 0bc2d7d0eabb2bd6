"""Who plays Bonbons at levels 1 to 5."""

from games.contract import Character, Text

CHARACTERS = (
    Character(
        "Zoé",
        Text(
            "Ne retient que les tout derniers bonbons, et les mélange.",
            "Remembers only the very last candies, and mixes them up.",
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
            "Se souvient d’une douzaine de bonbons ; avant, c’est flou.",
            "Remembers a dozen candies; what was before is a blur.",
        ),
        "#2b7a8a",
    ),
    Character(
        "Lucien",
        Text(
            "Attentif : n’oublie que ce qui est loin.",
            "Attentive: forgets only what was long ago.",
        ),
        "#5b4bb0",
    ),
    Character(
        "Colette",
        Text(
            "N’oublie rien, et ne vous montre que ce qu’il faut.",
            "Forgets nothing, and shows you no more than she must.",
        ),
        "#a8325e",
    ),
)
