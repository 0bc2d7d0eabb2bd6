"""The table of Pass Pass in plain text, enough to play from."""

from collections.abc import Sequence

from games.contract import HIDDEN, Text
from games.passpass.cards import DIAMONDS
from games.passpass.labels import (
    CARD_NAMES,
    LABELS,
    backs_said,
    cards_said,
    score_said,
    teams_named,
)
from games.passpass.view import Player, Side, View
from games.words import listed


def board(view: View, names: Sequence[str]) -> Text:
    """The round, the trick, a row for each player, what was recorded, the viewer's hand, then what
    is being waited for."""
    rows = [_header(view), _trick(view, names)]
    for number, (player, name) in enumerate(zip(view.players, names, strict=True), 1):
        rows.append(_row(player, number, name))
    rows.append(_records(view, names))
    if view.hand is not HIDDEN:
        hand = cards_said(view.hand)
        rows.append(Text(f"Votre main : {hand.fr}", f"Your hand: {hand.en}"))
    rows.append(_status(view, names))
    return Text("\n".join(row.fr for row in rows), "\n".join(row.en for row in rows))


def _header(view: View) -> Text:
    aside, gone = backs_said(view.set_aside), cards_said(view.discarded)
    return Text(
        f"Manche {view.round}/3 | mises de côté : {aside.fr} | défausse : {gone.fr}",
        f"Round {view.round}/3 | set aside: {aside.en} | discards: {gone.en}",
    )


def _trick(view: View, names: Sequence[str]) -> Text:
    fr, en = [], []
    for play in view.trick:
        card, gone = CARD_NAMES[play.card], play.card not in view.left
        diamonds = " " + "♦" * DIAMONDS[play.card] if DIAMONDS[play.card] else ""
        fr.append(f"{names[play.seat]} {card.fr}{diamonds}{' (pris)' if gone else ''}")
        en.append(f"{names[play.seat]} {card.en}{diamonds}{' (taken)' if gone else ''}")
    return Text(f"Pli : {', '.join(fr) or '–'}", f"Trick: {', '.join(en) or '–'}")


def _row(player: Player, number: int, name: str) -> Text:
    hand, taken = backs_said(player.hand), cards_said(player.taken)
    score = score_said(player.points, player.pass_pass)
    return Text(
        f"{number}. {name} | cette manche : {score} | main : {hand.fr} | pris : {taken.fr}",
        f"{number}. {name} | this round: {score} | hand: {hand.en} | taken: {taken.en}",
    )


def _records(view: View, names: Sequence[str]) -> Text:
    """What every side has recorded, and whether the round on the table is part of it already."""
    sides = [_record(view, side, names) for side in view.sides]
    label = Text("Déjà marqué", "Recorded so far")
    if view.ended == "most_points":
        label = Text("Total des trois manches", "Total of the three rounds")
    elif view.phase not in ("nominate", "between"):
        label = Text("Marqué avant cette manche", "Recorded before this round")
    return Text(
        f"{label.fr} : {' ; '.join(side.fr for side in sides)}",
        f"{label.en}: {'; '.join(side.en for side in sides)}",
    )


def _record(view: View, side: Side, names: Sequence[str]) -> Text:
    who, score = (
        listed([names[seat] for seat in side.seats]),
        score_said(side.points, side.pass_pass),
    )
    which = Text("", "")
    if view.phase == "nominate":
        which = (
            Text(" (sans cette manche)", " (without this round)")
            if side.seats in view.naming
            else Text(" (avec cette manche)", " (with this round)")
        )
    return Text(f"{who.fr} {score}{which.fr}", f"{who.en} {score}{which.en}")


def _status(view: View, names: Sequence[str]) -> Text:
    who = "" if view.turn is None else names[view.turn]
    match view.phase:
        case "play":
            return Text(f"À {who} de jouer une carte.", f"{who} is to play a card.")
        case "take":
            return Text(f"{who} prend une carte du pli.", f"{who} takes a card of the trick.")
        case "take_two":
            return Text(
                f"{who} prend les deux plus faibles cartes restantes.",
                f"{who} takes the two lowest cards left.",
            )
        case "nominate":
            return _agreement(view, names)
        case "between":
            return Text("La table se prépare.", "The table is being set.")
        case "over":
            reason = LABELS[f"reason.{view.ended}"]
            return Text(
                f"La partie est terminée : {reason.fr}.", f"The match is over: {reason.en}."
            )


def _agreement(view: View, names: Sequence[str]) -> Text:
    """Which teams have to agree, and what their players have said so far."""
    teams = teams_named(view.naming, names)
    fr, en = f"À décider, quel score marquer : {teams.fr}.", f"To agree on a score: {teams.en}."
    for name, player in zip(names, view.players, strict=True):
        if player.named is not None:
            fr += f" {name} désigne {names[player.named]}."
            en += f" {name} names {names[player.named]}."
    return Text(fr, en)
