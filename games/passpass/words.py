"""Everything that Pass Pass says to people, in French and in English."""

from collections.abc import Mapping, Sequence

from games.contract import HIDDEN, Text, Words
from games.passpass.board import board
from games.passpass.cards import (
    Card,
)
from games.passpass.characters import CHARACTERS
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
from games.passpass.labels import (
    CARD_NAMES,
    COLOUR_NAMES,
    LABELS,
    backs_said,
    cards_said,
    score_said,
    teams_named,
)
from games.passpass.moves import AnyMove, Nominate, Play, Take, TakeTwo
from games.passpass.picture import table
from games.passpass.speech import SPEECH
from games.words import You, does, form, listed

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
            leads = Text(
                does(names[leader], "entame", "entamez"), does(names[leader], "leads", "lead")
            )
            return Text(
                f"Manche {number} : les 48 cartes sont mélangées, {leads.fr}.",
                f"Round {number}: the 48 cards are shuffled, {leads.en}.",
            )
        case HandDealt(seat=seat, colours=backs, cards=cards):
            what = backs_said(backs) if cards is HIDDEN else cards_said(cards)
            return Text(
                f"{does(names[seat], 'reçoit', 'recevez')} 8 cartes : {what.fr}.",
                f"{does(names[seat], 'is', 'are')} dealt 8 cards: {what.en}.",
            )
        case CardPlayed(seat=seat, card=card):
            what = LABELS[f"card.{card}"]
            return Text(
                f"{does(names[seat], 'joue', 'jouez')} le {what.fr}.",
                f"{does(names[seat], 'plays', 'play')} the {what.en}.",
            )
        case TrickWon(majority=majority, first=first, second=second):
            colour = COLOUR_NAMES[majority]
            return Text(
                f"Le {colour.fr} l’emporte : {does(names[first], 'gagne', 'gagnez')} le pli devant "
                f"{names[second]}.",
                f"The majority is {colour.en}: {does(names[first], 'wins', 'win')} the trick "
                f"ahead of {names[second]}.",
            )
        case CardTaken(seat=seat, card=card):
            what = LABELS[f"card.{card}"]
            return Text(
                f"{does(names[seat], 'prend', 'prenez')} le {what.fr}.",
                f"{does(names[seat], 'takes', 'take')} the {what.en}.",
            )
        case TwoCardsTaken():
            return _two_taken(event, names)
        case PassPassTicked():
            return _ticked(event, names)
        case RoundScored(points=points, pass_pass=pass_pass):
            scores = [
                f"{name} {score_said(*own)}"
                for name, *own in zip(names, points, pass_pass, strict=True)
            ]
            return Text(
                f"Fin de la manche : {' ; '.join(scores)}.",
                f"End of the round: {'; '.join(scores)}.",
            )
        case NominationOpened(teams=teams):
            who = teams_named(teams, names)
            return Text(
                f"À décider, quel score marquer : {who.fr}.", f"To agree on a score: {who.en}."
            )
        case SeatNominated(seat=seat, nominee=nominee):
            return Text(
                f"{does(names[seat], 'désigne', 'désignez')} {names[nominee]}.",
                f"{does(names[seat], 'names', 'name')} {names[nominee]}.",
            )
        case TeamScored(team=team, seat=seat, points=points, pass_pass=pass_pass):
            who, score = (
                teams_named([team], names),
                f"{names[seat]} {score_said(points, pass_pass)}",
            )
            yours = any(isinstance(names[one], You) for one in team)
            return Text(
                f"{who.fr} {'marquez' if yours else 'marquent'} un score : {score}.",
                f"{who.en} record a score: {score}.",
            )
        case TricksEnded(reason=reason):
            label = LABELS[f"reason.{reason}"]
            return Text(f"La partie est finie : {label.fr}.", f"The match is over: {label.en}.")


def _seated(teams: Sequence[Team], names: Sequence[str]) -> Text:
    if not teams:
        return Text(
            f"{len(names)} joueurs, chacun pour soi.",
            f"{len(names)} players, everyone for themselves.",
        )
    who = teams_named(teams, names)
    return Text(f"Les équipes : {who.fr}.", f"The teams: {who.en}.")


def _two_taken(event: TwoCardsTaken, names: Sequence[str]) -> Text:
    name, what = names[event.seat], _the_cards(event.cards)
    takes = Text(
        f"{does(name, 'prend', 'prenez')} {what.fr}", f"{does(name, 'takes', 'take')} {what.en}"
    )
    if not event.discarded:
        return Text(f"{takes.fr}.", f"{takes.en}.")
    rest = _the_cards(event.discarded)
    return Text(
        f"{takes.fr} ; à la défausse : {rest.fr}.",
        f"{takes.en}; discarded: {rest.en}.",
    )


def _ticked(event: PassPassTicked, names: Sequence[str]) -> Text:
    """True of a player alone and of a team: the total is this player's of this round and what was
    recorded before."""
    name, total = names[event.seat], event.total
    many = "" if event.ticks == 1 else f" ×{event.ticks}"
    counts = Text(
        f"{name} en {form(name, 'compte', 'comptez')} {total}",
        f"{does(name, 'counts', 'count')} {total}",
    )
    if total == event.ticks:
        return Text(
            f"Pass Pass{many} ! {counts.fr}.",
            f"Pass Pass{many}! {counts.en}.",
        )
    return Text(
        f"Pass Pass{many} ! {counts.fr} avec ce qui était déjà marqué.",
        f"Pass Pass{many}! {counts.en} with what was recorded before.",
    )


def _the_cards(cards: Sequence[Card]) -> Text:
    """Several of them, without their diamonds."""
    return Text(
        listed([f"le {CARD_NAMES[card].fr}" for card in cards]).fr,
        listed([f"the {CARD_NAMES[card].en}" for card in cards]).en,
    )


WORDS = Words(
    title=Text("Pass Pass", "Pass Pass"),
    blurb=Text(
        "Chaque carte va à un gagnant, et pas toujours à celui qu’on croit.",
        "Every card goes to a winner, and not always the one you think.",
    ),
    labels=LABELS,
    errors=ERRORS,
    move=move,
    recap=recap,
    board=board,
    speech=SPEECH,
    picture=table,
    characters=CHARACTERS,
)
