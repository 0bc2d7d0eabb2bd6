"""Who plays Ciao, ciao… at levels 1 to 5."""

from games.contract import Character, Text

CHARACTERS = (
    Character(
        "Lulu",
        Text(
            "Annonce et doute comme ça lui chante.",
            "Announces and doubts on a whim.",
        ),
        "#8a6d3b",
    ),
    Character(
        "Basile",
        Text(
            "Distrait : oublie souvent de réfléchir avant de répondre.",
            "Absent-minded: often answers without thinking.",
        ),
        "#2f7d5b",
    ),
    Character(
        "Nour",
        Text(
            "Joue posément, avec quelques étourderies.",
            "Plays calmly, with a few slips.",
        ),
        "#2b6cb0",
    ),
    Character(
        "Gaspard",
        Text(
            "Retient qui ment et qui doute, et pèse chaque risque.",
            "Remembers who lies and who doubts, and weighs every risk.",
        ),
        "#8e3b8a",
    ),
    Character(
        "Ophélie",
        Text(
            "Impassible : à deux, rien ne la prend en défaut.",
            "Unreadable: at a table of two, nothing catches her out.",
        ),
        "#a8323e",
    ),
)
