"""How the pieces, moves and endings of Pass Pass are called, in French and in English."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.contract import Text
from games.passpass.cards import (
    CARDS,
    COLOUR,
    COLOURS,
    DIAMONDS,
    VALUE,
    Card,
    Colour,
    Colours,
    in_order,
)
from games.passpass.events import Team
from games.words import listed

COLOUR_NAMES: Mapping[Colour, Text] = {
    "violet": Text("violet", "violet"),
    "blue": Text("bleu", "blue"),
    "green": Text("vert", "green"),
    "yellow": Text("jaune", "yellow"),
}
CARD_NAMES: Mapping[Card, Text] = {
    card: Text(
        f"{VALUE[card]} {COLOUR_NAMES[COLOUR[card]].fr}",
        f"{COLOUR_NAMES[COLOUR[card]].en} {VALUE[card]}",
    )
    for card in CARDS
}
_WITH_DIAMONDS: Sequence[Text] = (
    Text("", ""),
    Text(", 1 diamant", ", 1 diamond"),
    Text(", 2 diamants", ", 2 diamonds"),
    Text(", 3 diamants", ", 3 diamonds"),
)

LABELS: Mapping[str, Text] = {
    **{f"colour.{colour}": label for colour, label in COLOUR_NAMES.items()},
    **{
        f"card.{card}": Text(name.fr + diamonds.fr, name.en + diamonds.en)
        for card, name in CARD_NAMES.items()
        for diamonds in [_WITH_DIAMONDS[DIAMONDS[card]]]
    },
    "piece.card": Text("carte", "card"),
    "piece.diamond": Text("diamant", "diamond"),
    "piece.hand": Text("main", "hand"),
    "piece.trick": Text("pli", "trick"),
    "piece.taken": Text("cartes remportées", "cards taken"),
    "piece.discarded": Text("défausse", "discards"),
    "piece.set_aside": Text("cartes mises de côté", "cards set aside"),
    "piece.pass_pass": Text("Pass Pass", "Pass Pass"),
    "move.play": Text("jouer une carte", "play a card"),
    "move.take": Text("prendre une carte", "take a card"),
    "move.take_two": Text("prendre deux cartes", "take two cards"),
    "move.nominate": Text("désigner qui marque", "name whose score counts"),
    "phase.play": Text("jouer une carte", "play a card"),
    "phase.take": Text("la carte du premier gagnant", "the first winner’s card"),
    "phase.take_two": Text("les deux cartes du second gagnant", "the second winner’s two cards"),
    "phase.nominate": Text(
        "quel score l’équipe marque-t-elle ?", "which score does a team record?"
    ),
    "phase.between": Text("entre deux coups", "between two moves"),
    "phase.over": Text("partie terminée", "match over"),
    "reason.three_pass_pass": Text("un troisième Pass Pass", "a third Pass Pass"),
    "reason.most_points": Text("le plus de points en trois manches", "most points in three rounds"),
    "option.teams": Text("en équipes de deux", "in teams of two"),
    "option.teams.false": Text("chacun pour soi", "everyone for themselves"),
    "option.teams.true": Text("par équipes", "in teams"),
}


def teams_named(teams: Sequence[Team], names: Sequence[str]) -> Text:
    pairs = [listed([names[seat] for seat in team]) for team in teams]
    return Text(" ; ".join(pair.fr for pair in pairs), "; ".join(pair.en for pair in pairs))


def score_said(points: int, pass_pass: int) -> str:
    """The same in both languages."""
    return f"{points} pt, {pass_pass} Pass Pass"


@lru_cache(maxsize=4096)
def cards_said(cards: tuple[Card, ...]) -> Text:
    """Cards by colour: `violet 1♦♦♦ 10 · blue 7`."""
    values: dict[Colour, list[str]] = {}
    for card in in_order(cards):
        values.setdefault(COLOUR[card], []).append(f"{VALUE[card]}{'♦' * DIAMONDS[card]}")
    return _by_colour({colour: " ".join(own) for colour, own in values.items()})


@lru_cache(maxsize=4096)
def backs_said(backs: Colours) -> Text:
    """Only how many of each colour: `violet ×2 · blue ×1`."""
    counts = {colour: getattr(backs, colour) for colour in COLOURS}
    return _by_colour({colour: f"×{count}" for colour, count in counts.items() if count})


def _by_colour(said: Mapping[Colour, str]) -> Text:
    labels = [(COLOUR_NAMES[colour], text) for colour, text in said.items()]
    return Text(
        " · ".join(f"{label.fr} {text}" for label, text in labels) or "–",
        " · ".join(f"{label.en} {text}" for label, text in labels) or "–",
    )
