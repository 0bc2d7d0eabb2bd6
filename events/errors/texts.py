"""The texts of refusals about matches, players and notifications, by kind and code."""

from games.contract import Text

NOT_FOUND: dict[str, Text] = {
    "endpoint_not_found": Text(
        "Vous n’avez pas enregistré cette adresse, ou plus maintenant ; consultez la liste des "
        "vôtres.",
        "You have not registered that address, or no longer; list those that you have.",
    ),
    "delivery_not_found": Text(
        "Cet appareil n’a reçu aucune notification de ce nom, ou il y a trop longtemps ; envoyez "
        "`id` telle que la notification la donne.",
        "This device was sent no such notification, or too long ago; send `id` as the notification "
        "has it.",
    ),
    "match_not_found": Text(
        "Aucune partie de ce nom n’est visible pour vous ; vérifiez le lien ou l’invitation.",
        "There is no such match for you; check the link or the invitation.",
    ),
    "player_not_found": Text(
        "Personne de ce nom ne joue ici, ou plus maintenant ; vérifiez le lien.",
        "There is no such player here, or no longer; check the link.",
    ),
    "lesson_not_found": Text(
        "Ce jeu n’a pas de partie guidée ; ses règles sont dans GET /api/v1/games/{game}.",
        "This game has no guided match; its rules are in GET /api/v1/games/{game}.",
    ),
    "game_not_found": Text(
        "Ce jeu n’existe pas ici ; GET /api/v1/games les liste.",
        "There is no such game here; GET /api/v1/games lists them.",
    ),
    "device_not_found": Text(
        "Vous n’avez pas d’appareil de ce nom ; GET /api/v1/me/devices les liste.",
        "You have no such device; GET /api/v1/me/devices lists them.",
    ),
}
FORBIDDEN: dict[str, Text] = {
    "not_seated": Text(
        "Vous n’avez pas de place dans cette partie ; prenez-en une d’abord, ou regardez.",
        "You have no seat in this match; take one first, or watch.",
    ),
    "address_required": Text(
        "Pour inviter par courriel, confirmez d’abord votre propre adresse ; sinon, envoyez le "
        "lien vous-même.",
        "To invite by mail, confirm an address of your own first; or send the link yourself.",
    ),
    "not_creator": Text(
        "Seule la personne qui a créé la partie peut faire cela ; demandez-le-lui.",
        "Only the person who created the match can do that; ask them to.",
    ),
    "not_reliable_enough": Text(
        "Cette table attend des joueurs plus ponctuels ; choisissez-en une autre ou demandez une "
        "invitation.",
        "This table asks for players who keep time better; choose another or ask for an "
        "invitation.",
    ),
    "not_welcome": Text(
        "Vous ne pouvez pas vous asseoir à cette table ; choisissez ou créez une autre partie.",
        "You cannot sit down at this table; choose or create another match.",
    ),
    "was_removed": Text(
        "Vous avez été retiré de cette table ; il faut une nouvelle invitation de qui l’a créée.",
        "You were removed from this table; it takes a new invitation from who created it.",
    ),
    "seat_gone": Text(
        "Vous avez abandonné cette partie ; un robot joue à votre place.",
        "You have resigned from this match; a bot plays on in your seat.",
    ),
    "eyes_of_others": Text(
        "Tant que la partie dure, regardez par vos propres yeux ou en spectateur (`as=spectator`).",
        "While the match runs, look with your own eyes or as a spectator (`as=spectator`).",
    ),
}
CONFLICT: dict[str, Text] = {
    "too_many_open_matches": Text(
        "Vous avez trop de parties ouvertes ; quittez-en une ou attendez qu’elles commencent.",
        "You have too many open matches; leave one or wait until they begin.",
    ),
    "too_many_running_matches": Text(
        "Vous avez trop de parties en cours ; terminez-en une d’abord.",
        "You have too many running matches; finish one first.",
    ),
    "endpoint_registered": Text(
        "Cette adresse est déjà enregistrée ; supprimez-la d’abord pour avoir un nouveau secret.",
        "That address is registered already; remove it first to have a new secret.",
    ),
    "too_many_endpoints": Text(
        "Vous avez enregistré assez d’adresses ; supprimez-en une.",
        "You have registered enough addresses; remove one.",
    ),
    "test_under_way": Text(
        "Un essai de cette adresse est déjà en cours ; attendez son résultat.",
        "A test of that address is already under way; wait for its result.",
    ),
    "already_reported": Text(
        "Vous l’avez déjà signalé aujourd’hui ; quelqu’un va s’en occuper.",
        "You have reported this today already; somebody will look into it.",
    ),
    "seat_not_waited_for": Text(
        "Aucune pendule ne court pour cette place ; attendez que ce soit son tour.",
        "No clock runs for that seat; wait until it is asked.",
    ),
    "time_already_given": Text(
        "Vous avez déjà donné du temps à cette place pour ce coup ; elle pourra en recevoir pour "
        "le suivant.",
        "You have given that seat time for this move already; it can get more for its next one.",
    ),
    "seat_not_taken_over": Text(
        "Aucun robot ne joue à votre place ; jouez simplement.",
        "No bot plays for you; simply play.",
    ),
    "already_seated": Text(
        "Vous avez déjà une place dans cette partie ; ouvrez-la simplement.",
        "You already have a seat in this match; simply open it.",
    ),
    "match_full": Text(
        "Toutes les places sont prises ; regardez la partie ou créez-en une autre.",
        "All seats are taken; watch the match or create another.",
    ),
    "match_not_open": Text(
        "La partie a déjà commencé ou n’attend plus personne ; choisissez ou créez-en une autre.",
        "The match has already begun or waits for nobody any more; choose or create another.",
    ),
    "match_not_started": Text(
        "La partie n’a pas encore commencé ; attendez que toutes les places soient prises.",
        "The match has not begun yet; wait until all seats are taken.",
    ),
    "match_running": Text(
        "La partie n’est pas terminée ; elle pourra être exportée ensuite.",
        "The match is not over; it can be exported afterwards.",
    ),
    "no_empty_seat": Text(
        "Toutes les places sont déjà prises ; la partie commence d’elle-même.",
        "All seats are taken already; the match begins by itself.",
    ),
    "resign_instead": Text(
        "La partie a commencé : pour la quitter, abandonnez (POST resign).",
        "The match has begun: to get out of it, resign (POST resign).",
    ),
    "leave_instead": Text(
        "La partie n’a pas commencé : quittez-la simplement (POST leave).",
        "The match has not begun: simply leave it (POST leave).",
    ),
    "match_ended": Text(
        "La partie est terminée ; proposez une revanche (POST rematch).",
        "The match is over; ask for a rematch (POST rematch).",
    ),
    "match_not_ended": Text(
        "La partie n’est pas terminée ; la revanche vient après.",
        "The match is not over; a rematch comes afterwards.",
    ),
    "match_never_began": Text(
        "La partie a été annulée avant de commencer ; il n’y a rien à exporter.",
        "The match was called off before it began; there is nothing to export.",
    ),
    "seat_free": Text(
        "Cette place est déjà libre ; tout le monde peut la prendre.",
        "That seat is free already; anyone can take it.",
    ),
    "seeds_already_revealed": Text(
        "D’autres ont déjà révélé leur graine, la vôtre viendrait trop tard ; "
        "prenez place sans `seed_commitment`, ou choisissez une autre partie.",
        "Others have revealed their seeds already, yours would come too late; "
        "take the seat without `seed_commitment`, or choose another match.",
    ),
    "seed_not_expected": Text(
        "Votre place ne doit aucune graine, ou la partie ne les attend pas encore ; voyez "
        "`starting` de la partie.",
        "Your seat owes no seed, or the match does not wait for seeds yet; see `starting` of the "
        "match.",
    ),
    "seed_already_revealed": Text(
        "Votre place a déjà révélé sa graine ; attendez les autres.",
        "Your seat has revealed its seed already; wait for the others.",
    ),
    "stale_version": Text(
        "La partie a avancé entre-temps : relisez-la, puis décidez.",
        "The match has moved on: read it again, then decide.",
    ),
    "question_closed": Text(
        "Cette question n’est plus posée : relisez la partie, puis décidez.",
        "That question is no longer open: read the match again, then decide.",
    ),
    "sealed_too_often": Text(
        "Vous avez changé trop souvent cette réponse : la dernière vaut ; attendez la question "
        "suivante.",
        "You have changed this answer too often: the last one counts; wait for the next question.",
    ),
}
UNPROCESSABLE: dict[str, Text] = {
    "endpoint_refused": Text(
        "Rien n’est envoyé à cette adresse : elle doit commencer par https://, ne contenir ni mot "
        "de passe ni fragment, et être joignable par tous.",
        "Nothing is sent to that address: it must begin with https://, hold neither a password nor "
        "a fragment, and be open to everybody.",
    ),
    "push_kind_unavailable": Text(
        "Ce serveur n’a pas de clés pour ce service ; voyez `kinds` de GET me/push et prenez-en un "
        "autre.",
        "This server has no keys for that service; see `kinds` of GET me/push and take another.",
    ),
    "push_keys_unusable": Text(
        "Rien ne peut être chiffré avec ces clés ; envoyez celles de l’abonnement du navigateur.",
        "Nothing can be encrypted with these keys; send those of the browser’s subscription.",
    ),
    "yourself": Text(
        "C’est vous : choisissez quelqu’un d’autre.", "That is you: choose somebody else."
    ),
    "wrong_code": Text(
        "Ce code n’est pas le bon ou n’est plus valable ; vérifiez-le ou demandez-en un autre.",
        "That code is wrong or no longer good; check it, or ask for another one.",
    ),
    "link_in_name": Text(
        "Un nom ne peut contenir ni lien ni domaine ; après un point, laissez une espace.",
        "A name cannot hold a link or a domain; leave a space after a dot.",
    ),
    "quiet_hours_empty": Text(
        "Les heures de silence commencent et finissent au même moment ; changez-en une.",
        "Quiet hours begin and end at the same moment; change one of them.",
    ),
    "quiet_hours_too_long": Text(
        "Seize heures de silence par jour au plus ; les vacances sont là pour le reste.",
        "Sixteen quiet hours a day at most; vacation is there for the rest.",
    ),
    "quiet_hours_changed_too_often": Text(
        "Vous avez trop souvent changé d’heures de silence ou de fuseau ces derniers mois ; "
        "gardez-les quelque temps.",
        "You have changed your quiet hours or time zone too often in these months; keep them for "
        "some time.",
    ),
    "vacation_backwards": Text(
        "Les vacances finissent avant de commencer ; échangez les deux jours.",
        "The vacation ends before it begins; swap the two days.",
    ),
    "vacation_too_long": Text(
        "Il ne vous reste pas assez de vacances pour cela ; voyez `vacation_left_seconds` et "
        "prenez moins de jours.",
        "You have not enough vacation left for that; see `vacation_left_seconds` and take fewer "
        "days.",
    ),
    "clock_cap_too_small": Text(
        "La réserve de temps dépasse son plafond ; augmentez `cap`.",
        "The bank holds more than its cap; raise `cap`.",
    ),
    "time_to_oneself": Text(
        "On ne se donne pas de temps à soi-même ; demandez-en aux autres.",
        "You cannot give yourself time; ask the others for some.",
    ),
    "too_many_bots": Text(
        "Une place doit rester à la personne qui crée la partie ; demandez moins de robots.",
        "One seat must be left for the person who creates the match; ask for fewer bots.",
    ),
    "bots_not_wanted": Text(
        "Pour ne plus attendre, dites `bots: true` : des robots prennent les places libres.",
        "To stop waiting say `bots: true`: bots take the empty seats.",
    ),
    "one_level_for_each_seat": Text(
        "Donnez à `bots` un niveau pour chaque place libre.",
        "Give `bots` one level for each empty seat.",
    ),
    "no_such_seat": Text(
        "Cette partie n’a pas cette place ; voyez `seats`.",
        "This match has no such seat; see `seats`.",
    ),
    "no_such_event": Text(
        "La partie n’est pas encore allée jusque-là ; voyez `version`.",
        "The match has not come that far yet; see `version`.",
    ),
    "own_seat": Text(
        "C’est votre propre place : pour la libérer, quittez la partie (POST leave).",
        "That is your own seat: to free it, leave the match (POST leave).",
    ),
    "seed_mismatch": Text(
        "Cette graine ne correspond pas à l’engagement pris ; envoyez celle qui a été engagée.",
        "This seed does not fit the commitment; send the one you committed to.",
    ),
    "cannot_stand": Text(
        "Seule une réponse qui laisse faire, comme « OK » ou « croire », peut valoir d’avance ; "
        "donnez les autres quand on vous les demande.",
        "Only an answer that lets things pass, like OK or believe, can be given in advance; give "
        "others when you are asked.",
    ),
    "idempotency_key_reused": Text(
        "Cette clé a déjà servi à une autre demande ; prenez-en une nouvelle.",
        "This key was used for another request; take a new one.",
    ),
}
TOO_MANY: dict[str, Text] = {
    "guest_limit_reached": Text(
        "Les invités de votre réseau ont beaucoup joué aujourd’hui ; identifiez-vous par courriel "
        "pour continuer, ou réessayez après le délai de Retry-After.",
        "The guests of your network have done a lot today; sign in by mail to go on, or try again "
        "after the time in Retry-After.",
    ),
    "daily_limit_reached": Text(
        "C’est assez pour aujourd’hui ; réessayez après le délai de Retry-After.",
        "That is enough for today; try again after the time in Retry-After.",
    ),
    "too_many_streams": Text(
        "Vous avez trop de flux ouverts ; fermez-en un.",
        "You have too many streams open; close one.",
    ),
}
UNAVAILABLE: dict[str, Text] = {
    "streams_full": Text(
        "Le serveur a trop de flux ouverts ; réessayez après le délai de Retry-After.",
        "The server has too many streams open; try again after the time in Retry-After.",
    ),
}
