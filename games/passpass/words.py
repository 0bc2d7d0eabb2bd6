"""Everything that Pass Pass says to people, in French and in English."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.contract import HIDDEN, Text, Words
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
from games.passpass.events import (
    AnyEvent,
    CardPlayed,
    CardTaken,
    HandDealt,
    NominationOpened,
    PassPassTicked,
    PlayersSeated,
    RoundOpened,
    RoundScored,
    SeatNominated,
    Team,
    TeamScored,
    TricksEnded,
    TrickWon,
    TwoCardsTaken,
)
from games.passpass.moves import AnyMove, Nominate, Play, Take, TakeTwo
from games.passpass.view import Player, Side, View
from games.words import listed

_COLOURS: Mapping[Colour, Text] = {
    "violet": Text("violet", "violet"),
    "blue": Text("bleu", "blue"),
    "green": Text("vert", "green"),
    "yellow": Text("jaune", "yellow"),
}
_NAMES: Mapping[Card, Text] = {
    card: Text(
        f"{VALUE[card]} {_COLOURS[COLOUR[card]].fr}", f"{_COLOURS[COLOUR[card]].en} {VALUE[card]}"
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
    **{f"colour.{colour}": label for colour, label in _COLOURS.items()},
    **{
        f"card.{card}": Text(name.fr + diamonds.fr, name.en + diamonds.en)
        for card, name in _NAMES.items()
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

ERRORS: Mapping[str, Text] = {
    "teams_need_four_or_six": Text(
        "Les équipes se forment à quatre ou à six ; à trois ou cinq, jouez chacun pour soi.",
        "Teams need four or six players; with three or five, play everyone for themselves.",
    ),
    "six_play_in_teams": Text(
        "À six, on joue toujours par équipes ; choisissez-les ou laissez l’option de côté.",
        "Six always play in teams; choose them or leave the option out.",
    ),
    "play_expected": Text(
        "C’est à vous de jouer une carte de votre main.",
        "It is your turn to play a card of your hand.",
    ),
    "take_expected": Text(
        "Vous avez gagné le pli : prenez d’abord une des cartes jouées.",
        "You have won the trick: take one of the cards played first.",
    ),
    "take_two_expected": Text(
        "Vous êtes second gagnant du pli : prenez d’abord vos deux cartes.",
        "You are the trick’s second winner: take your two cards first.",
    ),
    "nominate_expected": Text(
        "Désignez d’abord celui de votre équipe dont elle marque le score.",
        "Name first whose score your team shall record.",
    ),
    "card_not_in_hand": Text(
        "Cette carte n’est pas dans votre main ; jouez une de celles que vous avez.",
        "That card is not in your hand; play one that you have.",
    ),
    "card_not_in_trick": Text(
        "Cette carte n’est pas dans le pli ; prenez une des cartes jouées.",
        "That card is not in the trick; take one of the cards played.",
    ),
    "pair_not_offered": Text(
        "Ce ne sont pas les deux plus faibles des cartes restantes ; choisissez une des paires "
        "proposées.",
        "Those are not the two lowest of the cards left; choose one of the pairs offered.",
    ),
    "not_of_your_team": Text(
        "Cette place n’est pas de votre équipe ; désignez-vous ou votre partenaire.",
        "That seat is not of your team; name yourself or your partner.",
    ),
    "already_named": Text(
        "C’est déjà le nom que vous avez donné ; vous ne pouvez que passer à l’autre.",
        "You have named that seat already; you can only switch to the other.",
    ),
    "no_name_left": Text(
        "Vous avez donné vos trois noms ; attendez la réponse de votre partenaire.",
        "You have named three times; wait for your partner’s answer.",
    ),
}


def move(move: AnyMove) -> Text:
    """A move as a button or a mail would offer it; players are numbered as on the board."""
    match move:
        case Play(card=card):
            what = LABELS[f"card.{card}"]
            return Text(f"jouer le {what.fr}", f"play the {what.en}")
        case Take(card=card):
            what = LABELS[f"card.{card}"]
            return Text(f"prendre le {what.fr}", f"take the {what.en}")
        case TakeTwo(cards=cards):
            what = _the_cards(cards)
            return Text(f"prendre {what.fr}", f"take {what.en}")
        case Nominate(seat=seat):
            number = seat + 1
            return Text(f"marquer le score du joueur {number}", f"record player {number}’s score")


def recap(event: AnyEvent, names: Sequence[str]) -> Text:
    """One sentence for an event as its reader may see it."""
    match event:
        case PlayersSeated(teams=teams):
            return _seated(teams, names)
        case RoundOpened(round=number, leader=leader):
            return Text(
                f"Manche {number} : les 48 cartes sont mélangées, {names[leader]} entame.",
                f"Round {number}: the 48 cards are shuffled, {names[leader]} leads.",
            )
        case HandDealt(seat=seat, colours=backs, cards=cards):
            what = _backs(backs) if cards is HIDDEN else _cards(cards)
            return Text(
                f"{names[seat]} reçoit 8 cartes : {what.fr}.",
                f"{names[seat]} is dealt 8 cards: {what.en}.",
            )
        case CardPlayed(seat=seat, card=card):
            what = LABELS[f"card.{card}"]
            return Text(f"{names[seat]} joue le {what.fr}.", f"{names[seat]} plays the {what.en}.")
        case TrickWon(majority=majority, first=first, second=second):
            colour = _COLOURS[majority]
            return Text(
                f"Le {colour.fr} l’emporte : {names[first]} gagne le pli devant {names[second]}.",
                f"The majority is {colour.en}: {names[first]} wins the trick ahead of "
                f"{names[second]}.",
            )
        case CardTaken(seat=seat, card=card):
            what = LABELS[f"card.{card}"]
            return Text(f"{names[seat]} prend le {what.fr}.", f"{names[seat]} takes the {what.en}.")
        case TwoCardsTaken():
            return _two_taken(event, names)
        case PassPassTicked():
            return _ticked(event, names)
        case RoundScored(points=points, pass_pass=pass_pass):
            scores = [
                f"{name} {_score(*own)}"
                for name, *own in zip(names, points, pass_pass, strict=True)
            ]
            return Text(
                f"Fin de la manche : {' ; '.join(scores)}.",
                f"End of the round: {'; '.join(scores)}.",
            )
        case NominationOpened(teams=teams):
            who = _teams(teams, names)
            return Text(
                f"À décider, quel score marquer : {who.fr}.", f"To agree on a score: {who.en}."
            )
        case SeatNominated(seat=seat, nominee=nominee):
            return Text(
                f"{names[seat]} désigne {names[nominee]}.",
                f"{names[seat]} names {names[nominee]}.",
            )
        case TeamScored(team=team, seat=seat, points=points, pass_pass=pass_pass):
            who, score = _teams([team], names), f"{names[seat]} {_score(points, pass_pass)}"
            return Text(
                f"{who.fr} marquent un score : {score}.", f"{who.en} record a score: {score}."
            )
        case TricksEnded(reason=reason):
            label = LABELS[f"reason.{reason}"]
            return Text(f"La partie est finie : {label.fr}.", f"The match is over: {label.en}.")


def board(view: View, names: Sequence[str]) -> Text:
    """The round, the trick, a row for each player, what was recorded, the viewer's hand, then what
    is being waited for."""
    rows = [_header(view), _trick(view, names)]
    for number, (player, name) in enumerate(zip(view.players, names, strict=True), 1):
        rows.append(_row(player, number, name))
    rows.append(_records(view, names))
    if view.hand is not HIDDEN:
        hand = _cards(view.hand)
        rows.append(Text(f"Votre main : {hand.fr}", f"Your hand: {hand.en}"))
    rows.append(_status(view, names))
    return Text("\n".join(row.fr for row in rows), "\n".join(row.en for row in rows))


def _header(view: View) -> Text:
    aside, gone = _backs(view.set_aside), _cards(view.discarded)
    return Text(
        f"Manche {view.round}/3 | mises de côté : {aside.fr} | défausse : {gone.fr}",
        f"Round {view.round}/3 | set aside: {aside.en} | discards: {gone.en}",
    )


def _trick(view: View, names: Sequence[str]) -> Text:
    fr, en = [], []
    for play in view.trick:
        card, gone = _NAMES[play.card], play.card not in view.left
        diamonds = " " + "♦" * DIAMONDS[play.card] if DIAMONDS[play.card] else ""
        fr.append(f"{names[play.seat]} {card.fr}{diamonds}{' (pris)' if gone else ''}")
        en.append(f"{names[play.seat]} {card.en}{diamonds}{' (taken)' if gone else ''}")
    return Text(f"Pli : {', '.join(fr) or '–'}", f"Trick: {', '.join(en) or '–'}")


def _row(player: Player, number: int, name: str) -> Text:
    hand, taken = _backs(player.hand), _cards(player.taken)
    score = _score(player.points, player.pass_pass)
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
    who, score = listed([names[seat] for seat in side.seats]), _score(side.points, side.pass_pass)
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
    teams = _teams(view.naming, names)
    fr, en = f"À décider, quel score marquer : {teams.fr}.", f"To agree on a score: {teams.en}."
    for name, player in zip(names, view.players, strict=True):
        if player.named is not None:
            fr += f" {name} désigne {names[player.named]}."
            en += f" {name} names {names[player.named]}."
    return Text(fr, en)


def _seated(teams: Sequence[Team], names: Sequence[str]) -> Text:
    if not teams:
        return Text(
            f"{len(names)} joueurs, chacun pour soi.",
            f"{len(names)} players, everyone for themselves.",
        )
    who = _teams(teams, names)
    return Text(f"Les équipes : {who.fr}.", f"The teams: {who.en}.")


def _two_taken(event: TwoCardsTaken, names: Sequence[str]) -> Text:
    name, what = names[event.seat], _the_cards(event.cards)
    if not event.discarded:
        return Text(f"{name} prend {what.fr}.", f"{name} takes {what.en}.")
    rest = _the_cards(event.discarded)
    return Text(
        f"{name} prend {what.fr} ; à la défausse : {rest.fr}.",
        f"{name} takes {what.en}; discarded: {rest.en}.",
    )


def _ticked(event: PassPassTicked, names: Sequence[str]) -> Text:
    """True of a player alone and of a team: the total is this player's of this round and what was
    recorded before."""
    name, total = names[event.seat], event.total
    many = "" if event.ticks == 1 else f" ×{event.ticks}"
    if total == event.ticks:
        return Text(
            f"Pass Pass{many} ! {name} en compte {total}.",
            f"Pass Pass{many}! {name} counts {total}.",
        )
    return Text(
        f"Pass Pass{many} ! {name} en compte {total} avec ce qui était déjà marqué.",
        f"Pass Pass{many}! {name} counts {total} with what was recorded before.",
    )


def _score(points: int, pass_pass: int) -> str:
    """The same in both languages."""
    return f"{points} pt, {pass_pass} Pass Pass"


def _teams(teams: Sequence[Team], names: Sequence[str]) -> Text:
    pairs = [listed([names[seat] for seat in team]) for team in teams]
    return Text(" ; ".join(pair.fr for pair in pairs), "; ".join(pair.en for pair in pairs))


def _the_cards(cards: Sequence[Card]) -> Text:
    """Several of them, without their diamonds."""
    return Text(
        listed([f"le {_NAMES[card].fr}" for card in cards]).fr,
        listed([f"the {_NAMES[card].en}" for card in cards]).en,
    )


@lru_cache(maxsize=4096)
def _cards(cards: tuple[Card, ...]) -> Text:
    """Cards by colour: `violet 1♦♦♦ 10 · blue 7`."""
    values: dict[Colour, list[str]] = {}
    for card in in_order(cards):
        values.setdefault(COLOUR[card], []).append(f"{VALUE[card]}{'♦' * DIAMONDS[card]}")
    return _by_colour({colour: " ".join(own) for colour, own in values.items()})


@lru_cache(maxsize=4096)
def _backs(backs: Colours) -> Text:
    """Only how many of each colour: `violet ×2 · blue ×1`."""
    counts = {colour: getattr(backs, colour) for colour in COLOURS}
    return _by_colour({colour: f"×{count}" for colour, count in counts.items() if count})


def _by_colour(said: Mapping[Colour, str]) -> Text:
    labels = [(_COLOURS[colour], text) for colour, text in said.items()]
    return Text(
        " · ".join(f"{label.fr} {text}" for label, text in labels) or "–",
        " · ".join(f"{label.en} {text}" for label, text in labels) or "–",
    )


WORDS = Words(
    title=Text("Pass Pass", "Pass Pass"),
    labels=LABELS,
    errors=ERRORS,
    move=move,
    recap=recap,
    board=board,
)
