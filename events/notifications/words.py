"""Notices as one line of text each, in the reader's language and time zone."""

from events.models import Outbox, Player
from events.notifications.local_time import local_time_text
from events.notifications.notice import Notice
from games.contract import Text
from games.registry import all_games
from games.words import listed

Kind = Outbox.Kind

_HEADINGS: dict[str, Text] = {
    Kind.YOUR_TURN: Text("{game} : à vous de jouer", "{game}: your turn"),
    Kind.DEADLINE_NEAR: Text(
        "{game} : votre temps est bientôt écoulé", "{game}: your time is running out"
    ),
    Kind.TIMED_OUT: Text("{game} : votre temps est écoulé", "{game}: your time was up"),
    Kind.STARTED: Text("{game} : la partie commence", "{game}: the match has begun"),
    Kind.FINISHED: Text("{game} : la partie est terminée", "{game}: the match is over"),
    Kind.INVITED: Text("{game} : une invitation", "{game}: an invitation"),
    Kind.CUP_STARTED: Text("{game} : une coupe commence", "{game}: a cup has begun"),
    Kind.CUP_ENDED: Text("{game} : une coupe est terminée", "{game}: a cup is over"),
    Kind.MESSAGE: Text("{game} : un message", "{game}: a message"),
}
_SENTENCES: dict[str, Text] = {
    Kind.YOUR_TURN: Text("La partie vous attend.", "The match waits for you."),
    Kind.DEADLINE_NEAR: Text("La partie vous attend toujours.", "The match still waits for you."),
    Kind.TIMED_OUT: Text(
        "Vous n’avez pas répondu à temps ; voyez ce qui s’est passé.",
        "You did not answer in time; see what has happened.",
    ),
    Kind.STARTED: Text("Tout le monde est là.", "Everybody is there."),
    Kind.FINISHED: Text("Il n’y a pas de vainqueur.", "Nobody has won."),
    Kind.INVITED: Text("{name} aimerait jouer avec vous.", "{name} would like to play with you."),
    Kind.MESSAGE: Text("{name} a dit quelque chose.", "{name} said something."),
    Kind.CUP_STARTED: Text(
        "Vous jouerez dès qu’une table aura une place pour vous.",
        "You play as soon as a table has a place for you.",
    ),
    Kind.CUP_ENDED: Text("La coupe est terminée.", "The cup is over."),
}
_TABLE = Text("Votre table est prête.", "Your table is ready.")
_CALLED_OFF = Text("La coupe n’aura pas lieu.", "The cup does not take place.")
_PLACE = Text("Votre place : {place} sur {players}.", "Your place: {place} of {players}.")
_GO_UP = Text("Vous montez en division {division}.", "You go up to division {division}.")
_GO_DOWN = Text("Vous descendez en division {division}.", "You go down to division {division}.")
_STAY = Text("Vous restez en division {division}.", "You stay in division {division}.")
_CANCELLED = Text("Elle a été annulée.", "It was cancelled.")
_YOU_WON = Text("Vous avez gagné.", "You have won.")
_YOU_WON_WITH = Text("Vous avez gagné, avec {names}.", "You have won, with {names}.")
_WON = Text("{names} a gagné.", "{names} has won.")
_SEVERAL_WON = Text("{names} ont gagné.", "{names} have won.")
_SOMEBODY = Text("Quelqu’un", "Somebody")
_UNTIL = Text(" Répondez avant le {deadline}.", " Answer before {deadline}.")


def heading(notice: Notice, reader: Player) -> str:
    """The game and the kind of news, short enough for a subject line."""
    game = all_games()[notice.game].words.title.within(reader.locale)
    return _HEADINGS[notice.kind].within(reader.locale).format(game=game)


def notice_sentence(notice: Notice, reader: Player) -> str:
    """The news in a sentence, and the deadline if there is one."""
    language = reader.locale
    if notice.competition is not None:
        return f"{notice.competition.within(language)}. {_of_cup(notice, language)}"
    name = notice.by["name"] if notice.by else _SOMEBODY.within(language)
    text = (
        _sentence(notice)
        .within(language)
        .format(name=name, names=listed(list(notice.winners)).within(language))
    )
    if notice.deadline is None:
        return text
    deadline = local_time_text(notice.deadline, zone=reader.time_zone, language=language)
    return text + _UNTIL.within(language).format(deadline=deadline)


def _sentence(notice: Notice) -> Text:
    if notice.kind != Kind.FINISHED:
        return _SENTENCES[notice.kind]
    if notice.outcome is None:
        return _CANCELLED
    if notice.won:
        return _YOU_WON_WITH if notice.winners else _YOU_WON
    if notice.winners:
        return _SEVERAL_WON if len(notice.winners) > 1 else _WON
    return _SENTENCES[notice.kind]


def _of_cup(notice: Notice, language: str) -> str:
    """The news of a cup, or of a table of it that has been seated."""
    result = notice.result
    if notice.kind == Kind.STARTED:
        return _TABLE.within(language)
    if notice.kind == Kind.CUP_STARTED:
        return _SENTENCES[notice.kind].within(language)
    if result is None:
        return _CALLED_OFF.within(language)
    if result.place is None:
        return _SENTENCES[notice.kind].within(language)
    place = _PLACE.within(language).format(place=result.place, players=result.players)
    return f"{place} {_next_season(notice, language)}".strip()


def _next_season(notice: Notice, language: str) -> str:
    """In which division a player of a league goes on, if there is a next season."""
    assert notice.result is not None
    assert notice.competition is not None
    after, before = notice.result.next_division, notice.competition.division
    if after is None:
        return ""
    text = _STAY if after == before else _GO_UP if after < before else _GO_DOWN
    return text.within(language).format(division=after)
