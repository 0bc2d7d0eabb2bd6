"""Everything that Ciao, ciao… says to people, in French and in English."""

from collections.abc import Mapping, Sequence

from games.ciaociao.characters import CHARACTERS
from games.ciaociao.events import (
    CROSS,
    AnnouncementBelieved,
    AnnouncementDoubted,
    AnyEvent,
    BridgeBuilt,
    CrossingEnded,
    DieRolled,
    NumberAnnounced,
    PawnAdvanced,
    PawnEntered,
    PawnFell,
    PushOffered,
)
from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt, Push
from games.ciaociao.picture import table
from games.ciaociao.speech import SPEECH
from games.ciaociao.view import Player, View
from games.contract import HIDDEN, Text, Words
from games.words import does, form, listed

LABELS: Mapping[str, Text] = {
    "piece.pawn": Text("pion", "pawn"),
    "piece.plank": Text("planche", "plank"),
    "piece.step": Text("marche du podium", "podium step"),
    "piece.reserve": Text("réserve", "reserve"),
    "piece.swamp": Text("marais", "swamp"),
    "piece.cup": Text("gobelet", "cup"),
    "die.0": Text("croix", "cross"),
    "die.1": Text("1", "1"),
    "die.2": Text("2", "2"),
    "die.3": Text("3", "3"),
    "die.4": Text("4", "4"),
    "move.announce": Text("annoncer", "announce"),
    "move.believe": Text("croire", "believe"),
    "move.doubt": Text("douter", "doubt"),
    "move.push": Text("pousser", "push"),
    "phase.announce": Text("annonce", "announcement"),
    "phase.answer": Text("croire ou douter", "believe or doubt"),
    "phase.push": Text("qui tombe du podium ?", "who falls off the podium?"),
    "phase.between": Text("entre deux tours", "between turns"),
    "phase.over": Text("partie terminée", "match over"),
    "reason.three_across": Text(
        "trois pions ont traversé le pont", "three pawns have crossed the bridge"
    ),
    "reason.most_points": Text(
        "plus personne sur le pont : les points du podium décident",
        "nobody is left on the bridge: podium points decide",
    ),
    "option.planks": Text("nombre de planches du pont", "number of planks of the bridge"),
}

ERRORS: Mapping[str, Text] = {
    "announce_expected": Text(
        "Vous avez lancé le dé : annoncez d’abord un nombre de 1 à 4.",
        "You have rolled the die: announce a number from 1 to 4 first.",
    ),
    "answer_expected": Text(
        "Une annonce attend votre réponse : croyez-la ou mettez-la en doute.",
        "An announcement awaits your answer: believe it or doubt it.",
    ),
    "push_expected": Text(
        "Choisissez d’abord le pion du podium que vous poussez.",
        "Choose first which pawn you push off the podium.",
    ),
    "step_not_offered": Text(
        "Aucun pion à pousser sur cette marche ; choisissez une des marches proposées.",
        "There is no pawn to push on that step; choose one of the steps offered.",
    ),
    "only_four_left": Text(
        "Plus personne ne peut répondre : seul le 4 reste à annoncer.",
        "Nobody can answer any more: only a 4 is left to announce.",
    ),
}


def move(move: AnyMove) -> Text:
    """A move as a button or a mail would offer it."""
    match move:
        case Announce(number=number):
            return Text(f"annoncer {number}", f"announce {number}")
        case Push(step=step):
            return Text(f"pousser le pion de la marche {step}", f"push the pawn off step {step}")
        case Believe():
            return LABELS["move.believe"]
        case Doubt():
            return LABELS["move.doubt"]


def recap(event: AnyEvent, names: Sequence[str]) -> Text:
    """One sentence for an event as its reader may see it."""
    match event:
        case BridgeBuilt(planks=planks, pawns=pawns, first=first):
            return Text(
                f"Le pont a {planks} planches, chacun a {pawns} pions ; "
                f"{does(names[first], 'commence', 'commencez')}.",
                f"The bridge has {planks} planks, everyone has {pawns} pawns; "
                f"{does(names[first], 'begins', 'begin')}.",
            )
        case DieRolled(seat=seat, die=die):
            who = names[seat]
            if die is HIDDEN:
                return Text(
                    f"{does(who, 'lance', 'lancez')} le dé et "
                    f"{form(who, 'regarde', 'regardez')} dans le gobelet.",
                    f"{does(who, 'rolls', 'roll')} the die and "
                    f"{form(who, 'looks', 'look')} into the cup.",
                )
            face = LABELS[f"die.{die}"]
            return Text(
                f"{does(who, 'lance', 'lancez')} le dé : {face.fr}.",
                f"{does(who, 'rolls', 'roll')} the die: {face.en}.",
            )
        case NumberAnnounced(seat=seat, number=number):
            who, where = names[seat], _where(event)
            return Text(
                f"{does(who, 'annonce', 'annoncez')} {number} et "
                f"{form(who, 'avance', 'avancez')} jusqu’à {where.fr}.",
                f"{does(who, 'announces', 'announce')} {number} and "
                f"{form(who, 'moves', 'move')} to {where.en}.",
            )
        case AnnouncementBelieved(seat=seat):
            who = names[seat]
            return Text(
                f"{who} y {form(who, 'croit', 'croyez')}.",
                f"{does(who, 'believes', 'believe')} it.",
            )
        case AnnouncementDoubted():
            return _doubted(event, names)
        case PushOffered(seat=seat, doubter=doubter):
            return Text(
                f"{does(names[doubter], 'perdra', 'perdrez')} un pion du podium : "
                f"{does(names[seat], 'choisit', 'choisissez')} lequel.",
                f"{names[doubter]} will lose a pawn off the podium: "
                f"{does(names[seat], 'chooses', 'choose')} which.",
            )
        case PawnFell(seat=seat):
            who, where = names[seat], _where(event)
            return Text(
                f"Ciao, ciao… {does(who, 'perd', 'perdez')} un pion, tombé de {where.fr} dans le "
                "marais.",
                f"Ciao, ciao… {does(who, 'loses', 'lose')} a pawn: it falls from {where.en} into "
                "the swamp.",
            )
        case PawnAdvanced(seat=seat):
            who, where = names[seat], _where(event)
            return Text(
                f"{who} en {form(who, 'profite', 'profitez')} pour avancer jusqu’à {where.fr}.",
                f"{does(who, 'gains', 'gain')} by it and "
                f"{form(who, 'moves', 'move')} to {where.en}.",
            )
        case PawnEntered(seat=seat):
            return Text(
                f"{does(names[seat], 'pose', 'posez')} un nouveau pion sur la première planche.",
                f"{does(names[seat], 'puts', 'put')} a new pawn on the first plank.",
            )
        case CrossingEnded(reason=reason):
            label = LABELS[f"reason.{reason}"]
            return Text(
                f"La traversée est finie : {label.fr}.", f"The crossing is over: {label.en}."
            )


def board(view: View, names: Sequence[str]) -> Text:
    """The bridge in plain text, a row for each seat, then what is being waited for."""
    width = max(len(name) for name in names)
    scale = " ".join(f"{plank:>2}" for plank in range(1, view.planks + 1))
    rows_fr, rows_en = [f"{'':{width}}  {scale}"], [f"{'':{width}}  {scale}"]
    for name, player in zip(names, view.players, strict=True):
        row = f"{name:{width}}  {_planks(player, view.planks)}"
        steps = ", ".join(map(str, player.podium)) or "–"
        rows_fr.append(
            f"{row}   podium {steps} · réserve {player.reserve} · marais {player.fallen}"
        )
        rows_en.append(f"{row}   podium {steps} · reserve {player.reserve} · swamp {player.fallen}")
    status = _status(view, names)
    return Text("\n".join([*rows_fr, status.fr]), "\n".join([*rows_en, status.en]))


def _planks(player: Player, planks: int) -> str:
    return " ".join(" o" if player.plank == plank else " ." for plank in range(1, planks + 1))


def _status(view: View, names: Sequence[str]) -> Text:
    announcer, number = names[view.turn], view.number
    match view.phase:
        case "announce":
            said = Text(f"{announcer} doit annoncer un nombre.", f"{announcer} is to announce.")
        case "answer":
            who = listed([names[seat] for seat in view.answerers])
            said = Text(
                f"{announcer} annonce {number}. À répondre : {who.fr}.",
                f"{announcer} announces {number}. To answer: {who.en}.",
            )
        case "push":
            steps = listed([str(step) for step in view.pushable])
            said = Text(
                f"{announcer} choisit entre les marches {steps.fr}.",
                f"{announcer} chooses between steps {steps.en}.",
            )
        case "between":
            said = Text("Le tour est terminé.", "The turn is over.")
        case "over":
            said = Text("La partie est terminée.", "The match is over.")
    if view.die is HIDDEN:
        return said
    face = LABELS[f"die.{view.die}"]
    return Text(f"{said.fr} Dans le gobelet : {face.fr}.", f"{said.en} In the cup: {face.en}.")


def _doubted(event: AnnouncementDoubted, names: Sequence[str]) -> Text:
    doubter, announcer = names[event.seat], names[event.announcer]
    verdict = (
        Text(
            does(announcer, "bluffait", "bluffiez"),
            f"{does(announcer, 'was', 'were')} bluffing",
        )
        if event.bluff
        else Text(f"{does(announcer, 'disait', 'disiez')} vrai", f"{announcer} told the truth")
    )
    cup = Text("", "")
    if event.bluff and event.die is not HIDDEN:
        cup = (
            Text(" (une croix)", " (a cross)")
            if event.die == CROSS
            else Text(f" (un {event.die})", f" (a {event.die})")
        )
    return Text(
        f"{does(doubter, 'doute', 'doutez')} du {event.number} : {verdict.fr}{cup.fr}.",
        f"{does(doubter, 'doubts', 'doubt')} the {event.number}: {verdict.en}{cup.en}.",
    )


def _where(event: NumberAnnounced | PawnAdvanced | PawnFell) -> Text:
    if event.plank is not None:
        return Text(f"la planche {event.plank}", f"plank {event.plank}")
    return Text(f"la marche {event.step} du podium", f"podium step {event.step}")


WORDS = Words(
    title=Text("Ciao, ciao…", "Ciao, ciao…"),
    blurb=Text(
        "Un pont vermoulu, un dé que personne d’autre ne voit. Annoncez. Oseront-ils douter ?",
        "A rotten bridge, a die nobody else sees. Say a number. Dare they doubt it?",
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
