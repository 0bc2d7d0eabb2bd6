"""Everything that Bonbons says to people, in French and in English.

A square is called by its number in the grid, row by row, a round tile by its owner and its place in
the row, all counted from 1.
"""

from collections.abc import Mapping, Sequence

from games.bonbons.board import board
from games.bonbons.candies import CANDIES, COLOURS, FACE_LABELS, Face
from games.bonbons.characters import CHARACTERS
from games.bonbons.events import (
    AnyEvent,
    AttemptFailed,
    CandiesLaid,
    CandyStolen,
    CoinsFound,
    PairFound,
    RoundTurned,
    RowCompleted,
    SquareTurned,
    TileCovered,
    TileGiven,
    TurnPassed,
    TurnStopped,
    WrapperFound,
)
from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Stop
from games.bonbons.picture import table
from games.bonbons.speech import SPEECH
from games.contract import HIDDEN, Secret, Text, Words
from games.words import does, form, listed, whose

LABELS: Mapping[str, Text] = {
    "piece.square": Text("carré", "square"),
    "piece.round": Text("tuile ronde", "round tile"),
    "piece.stock": Text("pioche", "stock"),
    **{f"candy.{name}": label for name, label in CANDIES.items()},
    **{f"colour.{name}": label for name, label in COLOURS.items()},
    **{f"face.{face}": label for face, label in FACE_LABELS.items()},
    "lies.down": Text("face cachée", "face down"),
    "lies.shown": Text("face visible pour l’instant", "turned up for now"),
    "lies.open": Text("face visible", "face up"),
    "lies.gone": Text("hors du jeu", "gone"),
    "lies.covered": Text("sous les pièces de monnaie", "under the coins"),
    "move.flip_square": Text("retourner un carré", "turn up a square"),
    "move.flip_round": Text("retourner une tuile ronde", "turn up a round tile"),
    "move.stop": Text("s’arrêter", "stop"),
    "move.give": Text("donner une tuile", "give a tile"),
    "move.cover": Text("recouvrir une tuile", "cover a tile"),
    "phase.start": Text("début du tour", "start of a turn"),
    "phase.further": Text("rejouer ou s’arrêter", "go on or stop"),
    "phase.more": Text("suite de l’essai", "middle of a go"),
    "phase.give": Text("que donner en échange ?", "what to give in return?"),
    "phase.cover": Text("quelle tuile recouvrir ?", "which tile to cover?"),
    "phase.between": Text("entre deux tours", "between turns"),
    "phase.over": Text("partie terminée", "match over"),
    "reason.row_complete": Text(
        "un joueur n’a plus de tuile face cachée", "a player has no tile face down any more"
    ),
    "option.quick": Text("variante rapide", "quick variant"),
    "option.quick.false": Text("partie complète, grille de 6 × 6", "full match, a 6 × 6 grid"),
    "option.quick.true": Text(
        "deux sortes de bonbons et la monnaie en moins, grille de 5 × 5",
        "two kinds of candy and the coins left out, a 5 × 5 grid",
    ),
    "option.memory": Text("mémoire", "memory"),
    "option.memory.table": Text(
        "comme autour d’une table : ce qui est de nouveau caché s’oublie",
        "as at a table: what is hidden again fades",
    ),
    "option.memory.open": Text(
        "ouverte : tout ce qui a été montré reste lisible",
        "open: whatever was shown stays readable",
    ),
}

ERRORS: Mapping[str, Text] = {
    "turn_a_tile": Text(
        "Votre tour commence : retournez un carré ou une tuile ronde.",
        "Your turn begins: turn up a square or a round tile.",
    ),
    "turn_a_tile_or_stop": Text(
        "Retournez un carré ou une tuile ronde, ou arrêtez-vous.",
        "Turn up a square or a round tile, or stop.",
    ),
    "turn_a_round_tile_or_stop": Text(
        "Un carré est retourné : retournez une tuile ronde ou arrêtez-vous.",
        "A square is turned up: turn up a round tile or stop.",
    ),
    "turn_a_square_or_stop": Text(
        "Deux pièces de monnaie sont visibles : retournez encore un carré ou arrêtez-vous.",
        "Two coins are up: turn up another square or stop.",
    ),
    "turn_a_square": Text(
        "Une tuile ronde est retournée : retournez maintenant un carré.",
        "A round tile is turned up: now turn up a square.",
    ),
    "give_a_tile": Text(
        "Choisissez d’abord la tuile que vous donnez en échange du vol.",
        "Choose first which tile you give for the one you stole.",
    ),
    "cover_a_tile": Text(
        "Choisissez d’abord la tuile que vous recouvrez avec la monnaie.",
        "Choose first which tile you cover with the coins.",
    ),
    "square_not_down": Text(
        "Il n’y a pas de carré face cachée à cette place ; choisissez-en un qui l’est.",
        "No square lies face down there; choose one that does.",
    ),
    "tile_not_down": Text(
        "Il n’y a pas de tuile face cachée à cette place ; choisissez-en une qui l’est.",
        "No round tile lies face down there; choose one that does.",
    ),
    "not_your_tile_down": Text(
        "Choisissez une de vos propres tuiles face cachée.",
        "Choose one of your own face-down tiles.",
    ),
}


def move(move: AnyMove) -> Text:
    """A move as a button or a mail would offer it."""
    match move:
        case FlipSquare(square=square):
            return Text(f"retourner le carré {square + 1}", f"turn up square {square + 1}")
        case FlipRound(seat=seat, slot=slot):
            return Text(
                f"retourner la tuile {slot + 1} du joueur {seat + 1}",
                f"turn up tile {slot + 1} of player {seat + 1}",
            )
        case Stop():
            return LABELS["move.stop"]
        case Give(slot=slot):
            return Text(f"donner votre tuile {slot + 1}", f"give your tile {slot + 1}")
        case Cover(slot=slot):
            return Text(f"recouvrir votre tuile {slot + 1}", f"cover your tile {slot + 1}")


def recap(event: AnyEvent, names: Sequence[str]) -> Text:
    """One sentence for an event as its reader may see it now."""
    match event:
        case CandiesLaid():
            return _laid(event, names)
        case TurnPassed(seat=seat):
            return Text(f"C’est à {names[seat]} de jouer.", f"It is {whose(names[seat])} turn.")
        case SquareTurned(seat=seat, square=square, face=face):
            who = names[seat]
            if square is HIDDEN:
                return Text(
                    f"{does(who, 'retourne', 'retournez')} un carré.",
                    f"{does(who, 'turns', 'turn')} up a square.",
                )
            shown = _shown(face)
            return Text(
                f"{does(who, 'retourne', 'retournez')} le carré {square + 1}{shown.fr}.",
                f"{does(who, 'turns', 'turn')} up square {square + 1}{shown.en}.",
            )
        case RoundTurned():
            return _round_turned(event, names)
        case WrapperFound(seat=seat, square=square, slot=slot):
            more = (
                Text("la pioche est vide", "there is no tile left to draw")
                if slot is None
                else Text(
                    f"{does(names[seat], 'reçoit', 'recevez')} une tuile de plus",
                    f"{does(names[seat], 'gets', 'get')} one more tile",
                )
            )
            return Text(
                f"Pas de chance, le carré {square + 1} est l’emballage vide : {more.fr}.",
                f"Bad luck, square {square + 1} is the empty wrapper: {more.en}.",
            )
        case PairFound(seat=seat, slot=slot, face=face):
            who, label = names[seat], FACE_LABELS[face]
            return Text(
                f"Une paire, {label.fr} : {does(who, 'a trouvé sa', 'avez trouvé votre')} "
                f"tuile {slot + 1}.",
                f"A pair, {label.en}: {does(who, 'has', 'have')} found tile {slot + 1}.",
            )
        case CandyStolen(seat=seat, owner=owner, slot=slot, face=face):
            who, victim, label = names[seat], names[owner], FACE_LABELS[face]
            stolen = form(victim, f"la tuile {slot + 1} à {victim}", f"votre tuile {slot + 1}")
            return Text(
                f"Une paire, {label.fr} : {does(who, 'vole', 'volez')} {stolen}.",
                f"A pair, {label.en}: {does(who, 'steals', 'steal')} {whose(victim)} "
                f"tile {slot + 1}.",
            )
        case TileGiven(seat=seat, slot=slot, to=to, to_slot=to_slot):
            who = names[seat]
            tile = form(who, f"la tuile {slot + 1} de {who}", f"votre tuile {slot + 1}")
            return Text(
                f"En échange, {tile} passe face cachée chez {names[to]}, à la place {to_slot + 1}.",
                f"In return {whose(who)} own tile {slot + 1} goes face down to {names[to]}, "
                f"as tile {to_slot + 1}.",
            )
        case CoinsFound(seat=seat):
            return Text(
                f"{does(names[seat], 'a', 'avez')} trouvé les trois pièces de monnaie.",
                f"{does(names[seat], 'has', 'have')} found all three coins.",
            )
        case TileCovered(seat=seat, slot=slot):
            return Text(
                f"{does(names[seat], 'recouvre sa', 'recouvrez votre')} tuile {slot + 1} avec la "
                "monnaie : elle compte comme trouvée.",
                f"{does(names[seat], 'covers', 'cover')} tile {slot + 1} with the coins: "
                "it counts as found.",
            )
        case AttemptFailed(squares=squares, tiles=tiles):
            if squares is HIDDEN or tiles is HIDDEN:
                return Text(
                    "Manqué : tout est de nouveau face cachée.", "Missed: all is face down again."
                )
            what = _these(squares, tiles)
            return Text(
                f"Manqué : {what.fr} de nouveau face cachée.",
                f"Missed: {what.en} face down again.",
            )
        case TurnStopped(seat=seat, squares=squares):
            stops = Text(
                does(names[seat], "s’arrête", "vous arrêtez"), does(names[seat], "stops", "stop")
            )
            if squares is HIDDEN or not squares:
                return Text(f"{stops.fr}.", f"{stops.en}.")
            what = _these(squares)
            return Text(
                f"{stops.fr} : {what.fr} de nouveau face cachée.",
                f"{stops.en}: {what.en} face down again.",
            )
        case RowCompleted(seat=seat):
            who = names[seat]
            return Text(
                f"{does(who, 'n’a', 'n’avez')} plus de tuile face cachée et "
                f"{form(who, 'gagne', 'gagnez')}.",
                f"{does(who, 'has', 'have')} no tile face down any more and "
                f"{form(who, 'wins', 'win')}.",
            )


def _laid(event: CandiesLaid, names: Sequence[str]) -> Text:
    side, tiles, first = event.side, event.tiles, names[event.first]
    without = Text("", "")
    if event.removed:
        removed = [CANDIES[candy] for candy in event.removed]
        without = Text(
            f", sans {listed([name.fr for name in removed]).fr}",
            f", without {listed([name.en for name in removed]).en}",
        )
    return Text(
        f"Une grille de {side} × {side} carrés, {tiles} tuiles rondes pour chacun{without.fr} ; "
        f"{does(first, 'commence', 'commencez')}.",
        f"A grid of {side} × {side} squares, {tiles} round tiles for everyone{without.en}; "
        f"{does(first, 'begins', 'begin')}.",
    )


def _round_turned(event: RoundTurned, names: Sequence[str]) -> Text:
    who = names[event.seat]
    turns = Text(does(who, "retourne", "retournez"), does(who, "turns", "turn"))
    if event.owner is HIDDEN or event.slot is HIDDEN:
        return Text(f"{turns.fr} une tuile ronde.", f"{turns.en} up a round tile.")
    owner, number = names[event.owner], event.slot + 1
    shown = _shown(event.face)
    if event.owner == event.seat:
        return Text(
            f"{turns.fr} {form(who, 'sa', 'votre')} propre tuile {number}{shown.fr}.",
            f"{turns.en} up {form(who, 'their', 'your')} own tile {number}{shown.en}.",
        )
    return Text(
        f"{turns.fr} la tuile {number} chez {owner}{shown.fr}.",
        f"{turns.en} up {whose(owner)} tile {number}{shown.en}.",
    )


def _shown(face: Secret[Face]) -> Text:
    if face is HIDDEN:
        return Text("", "")
    label = FACE_LABELS[face]
    return Text(f" : {label.fr}", f": {label.en}")


def _these(squares: Sequence[int], tiles: Sequence[int] = ()) -> Text:
    fr = [f"le carré {square + 1}" for square in squares] + ["la tuile ronde"] * len(tiles)
    en = [f"square {square + 1}" for square in squares] + ["the round tile"] * len(tiles)
    return Text(listed(fr).fr, listed(en).en)


WORDS = Words(
    title=Text("Bonbons", "Bonbons"),
    blurb=Text(
        "Des bonbons face cachée. Trouvez les vôtres, ou prenez ceux des autres.",
        "Candies face down. Find yours first, or take somebody else’s.",
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
