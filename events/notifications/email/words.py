"""The texts of mails and of the pages behind their links, in French and English."""

from collections.abc import Mapping
from typing import Final

from games.contract import Text

MAIL_TEXTS: Final[Mapping[str, Text]] = {
    "subject": Text("{game} avec {others}", "{game} with {others}"),
    "your_turn": Text("C’est à vous.", "It is your turn."),
    "until": Text("Répondez avant le {deadline}.", "Answer before {deadline}."),
    "sealed": Text(
        "Votre réponse, « {move} », est scellée ; vous pouvez encore la changer.",
        "Your answer, “{move}”, is sealed; you can still change it.",
    ),
    "waiting": Text("On attend {names}.", "Waiting for {names}."),
    "nobody": Text("Rien ne vous est demandé pour l’instant.", "Nothing is asked of you now."),
    "over": Text("La partie est terminée.", "The match is over."),
    "news": Text("Ce qui s’est passé", "What has happened"),
    "untold": Text(
        "({count} événements plus tôt, voir {url})", "({count} earlier events, see {url})"
    ),
    "table": Text("La table", "The table"),
    "how": Text(
        "Répondez à ce courriel ; la première ligne est votre coup. Écrivez par exemple",
        "Answer this mail; its first line is your move. Write one of these",
    ),
    "ask_receipt": Text(
        "Ajoutez « reçu » pour avoir une réponse aussitôt ; sinon elle vient avec la question "
        "suivante.",
        "Add “receipt” to have an answer at once; else it comes with the next question.",
    ),
    "choices": Text("Vos coups possibles", "What you can play"),
    "for_example": Text("par exemple", "for example"),
    "click": Text("Ou cliquez :", "Or click:"),
    "choose": Text("choisir sur une page", "choose on a page"),
    "standing": Text(
        "Pour répondre « {move} » d’avance : écrivez « {word} toujours », ou « {word} jusqu’à mon "
        "tour » ; « plus toujours » l’annule.",
        "To answer “{move}” in advance: write “{word} always”, or “{word} until my turn”; “stop "
        "always” takes it back.",
    ),
    "look": Text("Voir la partie", "See the match"),
    "foot": Text(
        "Vous recevez ce courriel parce que vous jouez sous le nom de {name}. Vos réglages : {url}",
        "You get this mail because you play as {name}. Your settings: {url}",
    ),
    "stop": Text("Ne plus recevoir de courriels", "No more mails"),
    "picture": Text("La table en image", "The table as a picture"),
    # Replies to mails from players.
    "played": Text("Joué : {move}.", "Played: {move}."),
    "mailed": Text(
        "Un courriel vous dira la suite, dès que vous pourrez jouer de nouveau.",
        "A mail will tell what came of it, as soon as you can move again.",
    ),
    "sealed_now": Text(
        "Votre réponse est scellée jusqu’à votre tour : {move}.",
        "Your answer is sealed until it is your turn: {move}.",
    ),
    "stands": Text(
        "C’est noté : « {move} » vaut désormais jusqu’à nouvel ordre.",
        "Noted: “{move}” stands until you say otherwise.",
    ),
    "stands_turn": Text(
        "C’est noté : « {move} » vaut jusqu’à votre prochain tour.",
        "Noted: “{move}” stands until your next turn.",
    ),
    "withdrawn": Text(
        "C’est noté : plus rien n’est répondu d’avance.", "Noted: nothing is answered in advance."
    ),
    "unclear": Text(
        "Je n’ai pas compris « {line} » ; rien n’a été joué. Voici ce que vous pouvez écrire.",
        "I did not understand “{line}”; nothing was played. Here is what you can write.",
    ),
    "between": Text(
        "« {line} » peut vouloir dire plusieurs choses : {moves}. Rien n’a été joué.",
        "“{line}” may mean several things: {moves}. Nothing was played.",
    ),
    "empty": Text(
        "Je n’ai trouvé aucun coup dans votre courriel ; écrivez-le sur la première ligne.",
        "I found no move in your mail; write it in its first line.",
    ),
    "too_long": Text(
        "Votre courriel est trop long : rien n’en a été joué. Répondez par un message court, le "
        "coup sur la première ligne, sans pièce jointe.",
        "Your mail is too long: nothing in it was played. Answer with a short message, the move in "
        "its first line, without attachments.",
    ),
    "receipt": Text("Voici où en est la partie.", "This is how the match stands."),
    "which": Text(
        "Je ne vois pas à quelle question vous répondez. Répondez à ce courriel, ou suivez un "
        "lien.",
        "I cannot tell which question you answer. Answer this mail, or use a link.",
    ),
    "seems_automatic": Text(
        "Votre courriel ressemble à une réponse automatique, et je n’y ai trouvé aucun coup. Si "
        "vous l’avez écrit vous-même, répondez par le coup sur la première ligne, ou suivez un "
        "lien. Les suivants de ce genre ne recevront pas de réponse.",
        "Your mail looks like an automatic answer, and I found no move in it. If you wrote it "
        "yourself, answer with the move in the first line, or use a link. Further ones like it "
        "get no answer.",
    ),
    "yes_or_no": Text(
        "Je n’ai pas compris ; répondez « oui » ou « non » à l’invitation, ou ouvrez son lien.",
        "I did not understand; answer the invitation with “yes” or “no”, or open its link.",
    ),
    "joined": Text(
        "Vous êtes à la table. Un courriel vous dira quand c’est à vous.",
        "You are at the table. A mail will say when it is your turn.",
    ),
    "joined_waiting": Text(
        "Vous êtes à la table ; places encore libres : {count}. Un courriel vous dira quand c’est "
        "à vous.",
        "You are at the table; seats still free: {count}. A mail will say when it is your turn.",
    ),
    "not_joined": Text("Vous n’êtes pas à la table. {why}", "You are not at the table. {why}"),
    "declined": Text("C’est noté : vous ne jouez pas.", "Noted: you do not play."),
    "closed": Text(
        "Cette question n’est plus ouverte : rien n’a été joué. Voici où en est la partie.",
        "That question is no longer open: nothing was played. This is how the match stands.",
    ),
    "refused": Text("Rien n’a été joué. {why}", "Nothing was played. {why}"),
    # Pages behind links.
    "confirm": Text("Jouer ce coup ?", "Play this move?"),
    "as": Text("Vous jouez sous le nom de {name}.", "You play as {name}."),
    "play": Text("Jouer", "Play"),
    "leave_out": Text("(rien)", "(nothing)"),
    "used": Text(
        "Ce lien a déjà servi ; il ne joue qu’une fois.",
        "This link has been used; it plays only once.",
    ),
    "expired": Text(
        "Ce lien est trop ancien ; ouvrez la partie, ou répondez au dernier courriel.",
        "This link is too old; open the match, or answer the latest mail.",
    ),
    "no_link": Text(
        "Ce lien n’est pas de nous, ou il lui manque un bout ; copiez-le en entier.",
        "This link is not ours, or a piece of it is missing; copy all of it.",
    ),
    "stop_title": Text("Ne plus recevoir de courriels ?", "No more mails?"),
    "stop_text": Text(
        "Nous n’enverrons plus de nouvelles de vos parties à {name}. Les codes d’identification et "
        "les réponses à vos propres courriels arriveront toujours.",
        "We will send {name} no more news of matches. Codes to sign in and answers to your own "
        "mails still come.",
    ),
    "stopped": Text(
        "C’est fait : plus de nouvelles par courriel. Votre profil permet de changer d’avis.",
        "Done: no more news by mail. You can change your mind in your profile.",
    ),
    "stop_text_stranger": Text(
        "Nous n’enverrons plus d’invitations à {name}. Un code pour s’identifier y arrivera encore "
        "si quelqu’un le demande.",
        "We will send no more invitations to {name}. A code to sign in still comes if it is asked "
        "for.",
    ),
    "stopped_stranger": Text(
        "C’est fait : nous n’enverrons plus d’invitations à cette adresse.",
        "Done: we will send no more invitations to this address.",
    ),
    "stop_text_codes": Text(
        "Nous n’enverrons plus de codes d’identification à {name} pendant trente jours, même si on "
        "en demande : personne ne pourra donc s’identifier avec un nouveau code. Ce lien permet "
        "de changer d’avis.",
        "For thirty days we will send {name} no more codes to sign in, even if they are asked for: "
        "so nobody can sign in with a new code. This link lets you change your mind.",
    ),
    "stopped_codes": Text(
        "C’est fait : plus de codes pendant trente jours. Rouvrez ce lien pour changer d’avis.",
        "Done: no more codes for thirty days. Open this link again to change your mind.",
    ),
    "resume_title": Text("Recevoir de nouveau des codes ?", "Codes again?"),
    "resume": Text("Recevoir des codes", "Send codes"),
    "resume_codes": Text(
        "Aucun code d’identification n’est envoyé à {name} pour l’instant.",
        "No codes to sign in are sent to {name} at present.",
    ),
    "resumed_codes": Text(
        "C’est fait : des codes peuvent de nouveau être envoyés à {name}.",
        "Done: codes can be sent to {name} again.",
    ),
}


def mail_text(key: str, language: str, **values: object) -> str:
    """One of these texts with its values filled in."""
    return MAIL_TEXTS[key].within(language).format(**values)
