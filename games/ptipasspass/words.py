"""Everything that PtiPassPass says to people, in French and in English."""

from collections.abc import Mapping

from games.contract import Text, Words
from games.ptipasspass.board import board
from games.ptipasspass.characters import CHARACTERS
from games.ptipasspass.labels import LABELS, ONE, numbered
from games.ptipasspass.moves import (
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)
from games.ptipasspass.picture import table
from games.ptipasspass.recap import recap
from games.ptipasspass.speech import SPEECH

ERRORS: Mapping[str, Text] = {
    "place_expected": Text(
        "Vous avez encore des jetons en main : posez-en un.",
        "You still have tokens in hand: place one.",
    ),
    "lift_expected": Text(
        "Votre main est vide : soulevez trois gobelets alignés.",
        "Your hand is empty: lift three cups in a line.",
    ),
    "ok_or_challenge_expected": Text(
        "Un jeton est tenu au-dessus d’un gobelet : répondez « OK » ou contestez.",
        "A token is held over a cup: say OK or challenge it.",
    ),
    "reward_expected": Text(
        "Vous aviez raison : choisissez d’abord votre récompense.",
        "You were right: choose your reward first.",
    ),
    "animal_not_in_hand": Text(
        "Vous n’avez pas cet animal en main ; choisissez-en un autre.",
        "You do not hold that animal; choose another one.",
    ),
    "no_such_cup": Text(
        "Ce gobelet n’existe pas à cette table ; choisissez un des numéros affichés.",
        "There is no such cup at this table; choose one of the numbers shown.",
    ),
    "announcement_missing": Text(
        "C’est un tour masqué : annoncez aussi un animal, le vrai ou un autre.",
        "This is a masked turn: announce an animal too, the true one or another.",
    ),
    "announcement_superfluous": Text(
        "C’est un tour visible : le jeton se montre, n’annoncez rien.",
        "This is a visible turn: the token is shown, announce nothing.",
    ),
    "no_challenge_token": Text(
        "Vous n’avez plus de jeton Challenge : vous ne pouvez que dire « OK ».",
        "You have no Challenge token left: all you can say is OK.",
    ),
    "nothing_announced": Text(
        "C’est un tour visible : personne ne peut mentir. Dites « OK » ou « Doublon ! ».",
        "This is a visible turn: nobody can lie. Say OK or Double!",
    ),
    "nothing_to_place": Text(
        "Votre main est vide : prenez plutôt un jeton Challenge.",
        "Your hand is empty: take a Challenge token instead.",
    ),
    "nothing_to_take": Text(
        "Ce joueur n’a plus de jeton Challenge : posez plutôt un de vos jetons.",
        "That player has no Challenge token left: place one of your tokens instead.",
    ),
    "cups_not_touching": Text(
        "Ces deux gobelets ne se touchent pas ; intervertissez deux voisins d’une même rangée ou "
        "d’une même colonne.",
        "Those two cups do not touch; swap two neighbours of one row or one column.",
    ),
    "not_a_line": Text(
        "Ces gobelets ne font pas une ligne ; prenez-en trois qui se suivent dans une rangée ou "
        "une colonne.",
        "Those cups are not a line; take three in a row or a column that follow each other.",
    ),
}


def move(move: AnyMove) -> Text:
    """A move as a button or a mail would offer it."""
    match move:
        case Place(animal=animal, cup=cup, announce=announce):
            one = ONE[animal]
            said = Text("", "")
            if announce is not None:
                told = ONE[announce]
                said = Text(f", en annonçant {told.fr}", f", announcing {told.en}")
            return Text(
                f"poser {one.fr} dans le gobelet {cup}{said.fr}",
                f"place {one.en} in cup {cup}{said.en}",
            )
        case RewardPlace(animal=animal, cup=cup):
            one = ONE[animal]
            return Text(
                f"en récompense, poser {one.fr} dans le gobelet {cup}",
                f"as a reward, place {one.en} in cup {cup}",
            )
        case RewardTake():
            return LABELS["move.reward_take"]
        case Lift(cups=cups, swap=swap):
            line = numbered(cups)
            first = Text("", "")
            if swap is not None:
                pair = numbered(swap)
                first = Text(f"intervertir {pair.fr}, puis ", f"swap {pair.en}, then ")
            return Text(f"{first.fr}soulever {line.fr}", f"{first.en}lift {line.en}")
        case SayOk():
            return LABELS["move.ok"]
        case CallDouble():
            return LABELS["move.double"]
        case CallLiar():
            return LABELS["move.liar"]


WORDS = Words(
    title=Text("PtiPassPass", "PtiPassPass"),
    blurb=Text(
        "Colombes, lapins et souris sous les gobelets. Retenir, bluffer, contester.",
        "Doves, rabbits and mice under the cups. Remember, bluff, challenge.",
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
