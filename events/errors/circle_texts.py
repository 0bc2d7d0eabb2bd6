"""The texts of refusals about friends, circles and cups, by kind and code."""

from games.contract import Text

NOT_FOUND: dict[str, Text] = {
    "circle_not_found": Text(
        "Vous n’êtes dans aucun cercle de ce nom ; vérifiez le lien ou demandez-en un nouveau.",
        "You are in no such circle; check the link or ask for a new one.",
    ),
    "cup_not_found": Text(
        "Aucune coupe de ce nom n’est ouverte à vos cercles ; vérifiez le lien.",
        "No such cup is open to your circles; check the link.",
    ),
    "league_not_found": Text(
        "Il n’y a pas de ligue de ce nom ; voyez `GET leagues`.",
        "There is no such league; see `GET leagues`.",
    ),
}
FORBIDDEN: dict[str, Text] = {
    "not_owner": Text(
        "Seule la personne à qui le cercle appartient peut faire cela ; demandez-le-lui.",
        "Only the owner of the circle can do that; ask them to.",
    ),
    "account_required": Text(
        "Il faut un compte avec une adresse vérifiée ; identifiez-vous par courriel d’abord.",
        "An account with a verified address is required; sign in by mail first.",
    ),
    "not_organiser": Text(
        "Seule la personne qui a ouvert la coupe peut faire cela ; demandez-le-lui.",
        "Only the person who opened the cup can do that; ask them to.",
    ),
}
CONFLICT: dict[str, Text] = {
    "blocked_by_you": Text(
        "Vous avez bloqué cette personne ; débloquez-la d’abord.",
        "You have blocked this player; unblock them first.",
    ),
    "too_many_friends": Text(
        "Vous avez assez d’amis et de demandes ; retirez-en une.",
        "You have enough friends and requests; remove one.",
    ),
    "too_many_circles": Text(
        "Vous êtes dans assez de cercles ; quittez-en un.",
        "You are in enough circles; leave one.",
    ),
    "circle_full": Text(
        "Ce cercle est complet ; demandez qu’une place s’y libère.",
        "This circle is full; ask for a place in it to be freed.",
    ),
    "owner_stays": Text(
        "Le cercle vous appartient : confiez-le à un autre membre ou supprimez-le.",
        "The circle is yours: hand it over to another member or delete it.",
    ),
    "too_many_cups": Text(
        "Ce cercle a assez de coupes en cours ; attendez la fin de l’une d’elles.",
        "This circle has enough cups under way; wait until one of them ends.",
    ),
    "cup_not_open": Text(
        "La coupe a déjà commencé ou n’aura pas lieu ; voyez `status`.",
        "The cup has begun already or will not take place; see `status`.",
    ),
    "cup_table": Text(
        "Une table de coupe ne s’annule pas ; jouez-la, ou quittez la coupe.",
        "A table of a cup is not cancelled; play it, or leave the cup.",
    ),
    "already_entered": Text(
        "Vous êtes déjà inscrit, ou vous avez quitté cette coupe ; voyez `you`.",
        "You have entered already, or you have left this cup; see `you`.",
    ),
    "cup_over": Text(
        "La coupe est terminée ; ouvrez-en une autre.", "The cup is over; open another."
    ),
    "too_few_entrants": Text(
        "Il n’y a pas assez d’inscrits pour une table ; attendez-en d’autres.",
        "There are too few entrants for a table; wait for more.",
    ),
    "not_entered": Text(
        "Vous n’êtes pas inscrit à cette coupe, ou plus maintenant.",
        "You have not entered this cup, or no longer.",
    ),
}
UNPROCESSABLE: dict[str, Text] = {
    "not_a_member": Text(
        "Cette personne n’est pas dans le cercle ; voyez `members`.",
        "That player is not in the circle; see `members`.",
    ),
    "no_such_size": Text(
        "Le jeu ne se joue pas à ce nombre de places, ou `seats` n’est pas dans `sizes`.",
        "The game has no tables of that many seats, or `seats` is not among `sizes`.",
    ),
    "round_too_long": Text(
        "Un tour dure au plus 28 jours ; augmentez `rounds`, ou diminuez `days`.",
        "A round lasts at most 28 days; raise `rounds`, or lower `days`.",
    ),
}
