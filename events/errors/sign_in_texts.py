"""The texts of refusals about passkeys and apps, by kind and code."""

from games.contract import Text

NOT_FOUND: dict[str, Text] = {
    "passkey_not_found": Text(
        "Vous n’avez pas de clé d’accès de ce nom ; GET /api/v1/me/passkeys les liste.",
        "You have no such passkey; GET /api/v1/me/passkeys lists them.",
    ),
    "app_not_found": Text(
        "Cette application n’est pas enregistrée ici, ou plus maintenant ; demandez à qui la fait.",
        "That app is not registered here, or no longer; ask its developer.",
    ),
    "grant_not_found": Text(
        "Vous n’avez pas autorisé cette application ; GET /api/v1/me/grants liste les vôtres.",
        "You have not authorised that app; GET /api/v1/me/grants lists yours.",
    ),
}
FORBIDDEN: dict[str, Text] = {
    "passkey_needs_address": Text(
        "Une clé d’accès demande un compte avec une adresse, pour revenir si la clé se perd ; "
        "confirmez d’abord une adresse.",
        "A passkey needs an account with an address, to come back by if the passkey is lost; "
        "confirm an address first.",
    ),
    "app_needs_address": Text(
        "Une application est enregistrée par un compte avec une adresse ; confirmez d’abord une "
        "adresse.",
        "An app is registered by an account with an address; confirm an address first.",
    ),
}
CONFLICT: dict[str, Text] = {
    "passkey_registered": Text(
        "Cette clé d’accès est déjà enregistrée ; servez-vous-en pour vous identifier.",
        "That passkey is registered already; sign in with it.",
    ),
    "too_many_passkeys": Text(
        "Vous avez assez de clés d’accès ; supprimez-en une.",
        "You have enough passkeys; remove one.",
    ),
    "too_many_apps": Text(
        "Vous avez enregistré assez d’applications ; supprimez-en une.",
        "You have registered enough apps; remove one.",
    ),
    "too_many_grants": Text(
        "Vous avez autorisé assez d’applications ; retirez-en une dans votre profil.",
        "You have authorised enough apps; revoke one in your profile.",
    ),
}
UNPROCESSABLE: dict[str, Text] = {
    "passkey_refused": Text(
        "Cette clé d’accès n’a pas été acceptée : elle est inconnue ici, ou la demande a expiré. "
        "Recommencez, ou identifiez-vous par un code.",
        "This passkey was not accepted: it is unknown here, or the request has expired. Start "
        "again, or sign in with a code.",
    ),
    "passkeys_unavailable": Text(
        "Ce serveur n’a pas de clés d’accès, car son adresse n’est ni un domaine en "
        "HTTPS ni http://localhost ; identifiez-vous par un code.",
        "This server has no passkeys, as its address is neither a domain with HTTPS nor "
        "http://localhost; sign in with a code.",
    ),
    "redirect_uri_refused": Text(
        "Aucun code n’est envoyé à cette adresse : il faut https://, l’appareil lui-même "
        "(http://127.0.0.1) ou un schéma comme org.example.app:/ avec une seule "
        "barre, sans fragment, et l’enregistrement de l’application doit la nommer.",
        "No code is sent to that address: it must be https://, the device itself "
        "(http://127.0.0.1) or a scheme such as org.example.app:/ with one slash, without a "
        "fragment, and the registration of the app must name it.",
    ),
    "scope_unknown": Text(
        "L’application demande un droit inconnu, ou aucun ; il y a play, read et profile.",
        "The app asks for an unknown scope, or none; there are play, read and profile.",
    ),
}
