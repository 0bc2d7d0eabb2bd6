"""What things are called in PtiPassPass, in French and in English."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.contract import HIDDEN, Text
from games.ptipasspass.events import Animals
from games.ptipasspass.moves import Animal
from games.words import listed

LABELS: Mapping[str, Text] = {
    "piece.cup": Text("gobelet", "cup"),
    "piece.hand": Text("main", "hand"),
    "piece.challenge_token": Text("jeton Challenge", "Challenge token"),
    "piece.victory_token": Text("jeton de victoire", "victory token"),
    "animal.dove": Text("colombe", "dove"),
    "animal.rabbit": Text("lapin", "rabbit"),
    "animal.mouse": Text("souris", "mouse"),
    "marker.masked": Text("masqué", "masked"),
    "marker.visible": Text("visible", "visible"),
    "move.place": Text("poser", "place"),
    "move.ok": Text("OK", "OK"),
    "move.double": Text("Doublon !", "Double!"),
    "move.liar": Text("Menteur !", "Liar!"),
    "move.reward_place": Text("poser un jeton en récompense", "place a token as a reward"),
    "move.reward_take": Text("prendre un jeton Challenge", "take a Challenge token"),
    "move.lift": Text("soulever trois gobelets", "lift three cups"),
    "phase.place": Text("poser un jeton", "place a token"),
    "phase.lift": Text("soulever une ligne", "lift a line"),
    "phase.answer": Text("OK ou contestation", "OK or challenge"),
    "phase.reward": Text("récompense", "reward"),
    "phase.between": Text("coup en cours", "move going on"),
    "phase.over": Text("partie terminée", "match over"),
    "reason.two_victory_tokens": Text(
        "deux jetons de victoire sont réunis", "two victory tokens have been gathered"
    ),
    "option.challenge_tokens": Text(
        "jetons Challenge à chaque manche", "Challenge tokens in each round"
    ),
    "option.challenge_tokens.reset": Text(
        "deux pour chacun à chaque manche", "two for everyone in each round"
    ),
    "option.challenge_tokens.carry": Text(
        "chacun garde les siens", "everyone keeps what they have"
    ),
    "option.memory": Text("mémoire", "memory"),
    "option.memory.table": Text(
        "comme à table : ce qui a été recaché s’oublie",
        "as at a table: what was hidden again is forgotten",
    ),
    "option.memory.open": Text(
        "ce qui a été montré reste lisible", "what was once shown stays readable"
    ),
}

ONE: Final[Mapping[Animal, Text]] = {
    "dove": Text("une colombe", "a dove"),
    "rabbit": Text("un lapin", "a rabbit"),
    "mouse": Text("une souris", "a mouse"),
}


def a_token(animal: object) -> Text:
    """One token, named if it may be known."""
    return Text("un jeton", "a token") if animal is HIDDEN else ONE[animal]  # type: ignore[index]


def a_cup(cup: object) -> Text:
    """One cup, numbered if it may be known."""
    if cup is HIDDEN:
        return Text("un gobelet", "a cup")
    return Text(f"le gobelet {cup}", f"cup {cup}")


def over_cup(cup: object) -> Text:
    """Where a token is held, as far as it may be known."""
    if cup is HIDDEN:
        return Text("au-dessus d’un gobelet", "over a cup")
    return Text(f"au-dessus du gobelet {cup}", f"over cup {cup}")


def numbered(cups: Sequence[int]) -> Text:
    """Several cups by their numbers."""
    return listed([str(cup) for cup in cups])


def together(animals: Animals) -> Text:
    """Several tokens, one by one."""
    held = [ONE[animal] for animal in animals]
    return Text(listed([one.fr for one in held]).fr, listed([one.en for one in held]).en)


def each_cup(contents: Sequence[Animals]) -> Text:
    """What several cups hold, one after the other."""
    cups = [together(animals) if animals else Text("vide", "empty") for animals in contents]
    return Text(" ; ".join(cup.fr for cup in cups), "; ".join(cup.en for cup in cups))


def all_cups(contents: Sequence[Animals]) -> Text:
    """What is in each of all cups that are not empty."""
    holding = [(together(animals), a_cup(cup)) for cup, animals in enumerate(contents) if animals]
    parts = [Text(f"{held.fr} dans {cup.fr}", f"{held.en} in {cup.en}") for held, cup in holding]
    if len(parts) < len(contents):
        parts.append(Text("les autres sont vides", "the others are empty"))
    return Text(" ; ".join(part.fr for part in parts), "; ".join(part.en for part in parts))
