"""Notices as one line of text each, in the reader's language and time zone."""

from events.models import Outbox, Player
from events.notifications.local_time import local_time_text
from events.notifications.notice import Notice
from games.contract import Text
from games.registry import all_games

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
    Kind.FINISHED: Text("Voyez le résultat.", "See the result."),
    Kind.INVITED: Text("{name} aimerait jouer avec vous.", "{name} would like to play with you."),
    Kind.MESSAGE: Text("{name} a dit quelque chose.", "{name} said something."),
}
_SOMEBODY = Text("Quelqu’un", "Somebody")
_UNTIL = Text(" Répondez avant le {moment}.", " Answer before {moment}.")


def heading(notice: Notice, reader: Player) -> str:
    """The game and the kind of news, short enough for a subject line."""
    game = all_games()[notice.game].words.title.within(reader.locale)
    return _HEADINGS[notice.kind].within(reader.locale).format(game=game)


def notice_sentence(notice: Notice, reader: Player) -> str:
    """The news in a sentence, and the deadline if there is one."""
    language = reader.locale
    name = notice.by["name"] if notice.by else _SOMEBODY.within(language)
    text = _SENTENCES[notice.kind].within(language).format(name=name)
    if notice.deadline is None:
        return text
    moment = local_time_text(notice.deadline, zone=reader.time_zone, language=language)
    return text + _UNTIL.within(language).format(moment=moment)
