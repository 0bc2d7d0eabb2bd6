"""What the platform says of its own events, in French and in English."""

from collections.abc import Mapping, Sequence

from events.record import (
    MatchCancelled,
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    TimeGiven,
)
from games.contract import Event, Text
from games.words import listed


def platform_recap(event: Event, names: Sequence[str], labels: Mapping[str, Text]) -> Text:
    """One sentence for an event of the platform; `labels` are the game's."""
    match event:
        case MatchStarted():
            who = listed(list(names))
            return Text(f"La partie commence : {who.fr}.", f"The match begins: {who.en}.")
        case SeatTimedOut(seat=seat):
            return Text(f"{names[seat]} n’a pas joué à temps.", f"{names[seat]} ran out of time.")
        case SeatTakenOver(seat=seat):
            return Text(
                f"Un robot joue pour {names[seat]} en attendant.",
                f"A bot plays for {names[seat]} in the meantime.",
            )
        case SeatReturned(seat=seat):
            return Text(f"{names[seat]} est de retour.", f"{names[seat]} is back.")
        case SeatResigned(seat=seat):
            return Text(f"{names[seat]} quitte la partie.", f"{names[seat]} has left the match.")
        case TimeGiven(seat=seat, to=to) if seat == to:
            return Text(
                f"{names[seat]} prend une heure de vacances.",
                f"{names[seat]} takes an hour of vacation.",
            )
        case TimeGiven(seat=seat, to=to):
            return Text(
                f"{names[seat]} donne plus de temps à {names[to]}.",
                f"{names[seat]} gives {names[to]} more time.",
            )
        case MatchCancelled():
            return Text(
                "La partie est annulée, sans résultat.", "The match is cancelled, without a result."
            )
        case MatchFinished():
            return _finished(event, names, labels)
    raise LookupError(f"no words for {type(event).__name__}")


def _finished(event: MatchFinished, names: Sequence[str], labels: Mapping[str, Text]) -> Text:
    who = listed([names[seat] for seat in event.winners])
    several = len(event.winners) > 1
    reason = labels.get(f"reason.{event.reason}")
    why = Text(f" ({reason.fr})", f" ({reason.en})") if reason else Text("", "")
    return Text(
        f"La partie est finie : {who.fr} {'gagnent' if several else 'gagne'}{why.fr}.",
        f"The match is over: {who.en} {'win' if several else 'wins'}{why.en}.",
    )
