"""Why something asked of a match or a player is not done; the API turns each into a problem."""

from typing import Any

from games.contract import Text


class Refusal(Exception):
    """`code` is stable and names one of the texts below; `more` goes with it to the client."""

    def __init__(self, code: str, **more: Any) -> None:
        super().__init__(code)
        self.code = code
        self.more = more

    @property
    def text(self) -> Text:
        return TEXTS[self.code]


class Unknown(Refusal):
    """There is no such thing, or it is not the asker's to know of."""


class Forbidden(Refusal):
    """It is there, but not for the asker to do."""


class Conflict(Refusal):
    """It does not fit what is there now."""


class Impossible(Refusal):
    """Well-formed, but it cannot be done."""


TEXTS: dict[str, Text] = {
    "match_not_found": Text(
        "Aucune partie de ce nom n’est visible pour vous ; vérifiez le lien ou l’invitation.",
        "There is no such match for you; check the link or the invitation.",
    ),
    "game_not_found": Text(
        "Ce jeu n’existe pas ici ; GET /api/v1/games les liste.",
        "There is no such game here; GET /api/v1/games lists them.",
    ),
    "not_seated": Text(
        "Vous n’avez pas de place dans cette partie.", "You have no seat in this match."
    ),
    "not_creator": Text(
        "Seule la personne qui a créé la partie peut faire cela.",
        "Only the person who created the match can do that.",
    ),
    "already_seated": Text(
        "Vous avez déjà une place dans cette partie.", "You already have a seat in this match."
    ),
    "match_full": Text(
        "Toutes les places sont prises ; regardez la partie ou créez-en une autre.",
        "All seats are taken; watch the match or create another.",
    ),
    "match_not_open": Text(
        "La partie a déjà commencé ou n’attend plus personne.",
        "The match has already begun or waits for nobody any more.",
    ),
    "match_not_started": Text(
        "La partie n’a pas encore commencé ; attendez que toutes les places soient prises.",
        "The match has not begun yet; wait until all seats are taken.",
    ),
    "match_running": Text(
        "La partie n’est pas terminée ; elle pourra être exportée ensuite.",
        "The match is not over; it can be exported afterwards.",
    ),
    "too_many_bots": Text(
        "Une place doit rester à la personne qui crée la partie.",
        "One seat must be left for the person who creates the match.",
    ),
    "no_empty_seat": Text("Toutes les places sont déjà prises.", "All seats are taken already."),
    "bots_not_wanted": Text(
        "Pour ne plus attendre, dites `bots: true` : des robots prennent les places libres.",
        "To stop waiting say `bots: true`: bots take the empty seats.",
    ),
    "seed_not_expected": Text(
        "Votre place ne doit aucune graine, ou la partie ne les attend pas encore.",
        "Your seat owes no seed, or the match does not wait for seeds yet.",
    ),
    "seed_mismatch": Text(
        "Cette graine ne correspond pas à l’engagement pris ; envoyez celle qui a été engagée.",
        "This seed does not fit the commitment; send the one you committed to.",
    ),
    "seed_already_revealed": Text(
        "Votre place a déjà révélé sa graine.", "Your seat has revealed its seed already."
    ),
    "stale_version": Text(
        "La partie a avancé entre-temps : relisez-la, puis décidez.",
        "The match has moved on: read it again, then decide.",
    ),
    "question_closed": Text(
        "Cette question n’est plus posée : relisez la partie, puis décidez.",
        "That question is no longer open: read the match again, then decide.",
    ),
    "idempotency_key_reused": Text(
        "Cette clé a déjà servi à une autre demande ; prenez-en une nouvelle.",
        "This key was used for another request; take a new one.",
    ),
}
