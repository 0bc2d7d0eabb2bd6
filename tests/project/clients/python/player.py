"""Plays whole matches, everybody at the table, with nothing but the generated client."""

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import uuid4

from gobelet_client import AuthenticatedClient, Client
from gobelet_client.api.auth import create_guest
from gobelet_client.api.games import get_game
from gobelet_client.api.matches import (
    create_match,
    describe_match,
    get_match,
    join_match,
    list_events,
    play_move,
    resign_from_match,
)
from gobelet_client.models import (
    Game,
    Joining,
    Leaving,
    Match,
    MatchFinished,
    MatchStarted,
    MatchText,
    NewGuest,
    NewMatch,
    NewMove,
    UnknownEvent,
    UnknownView,
)


def main(most_moves, server, wanted):
    """Print a JSON list: the summary of a match of each game, played all at once."""
    options_of = json.loads(wanted)
    play = partial(played, server, int(most_moves))
    with ThreadPoolExecutor() as threads:
        summaries = threads.map(play, options_of, options_of.values())
        print(json.dumps(list(summaries)))


def played(server, most_moves, game, options):
    """Play a match to its end, or until all but one resign after the most moves."""
    nobody = Client(base_url=server)
    found = done(get_game.sync(game, client=nobody), Game)
    people = [guest(server, f"P{seat}") for seat in range(found.seats.min_)]
    match, kept = opened(people, game, options)
    moves, from_text, viewer = 0, 0, None
    while match.status == "running" and moves < most_moves:
        seat = random.choice(match.awaiting)
        if seat != viewer:
            match = done(get_match.sync(match.id, client=people[seat]), Match)
        unknown = isinstance(match.view, UnknownView)
        move = named(people[seat], match) if unknown else chosen(match)
        answer = moved(people[seat], match, move)
        match, viewer = answer.match, seat
        kept.append(answer.receipt.to_dict())
        moves += 1
        from_text += unknown
    for person in people[1:]:
        if match.status == "running":
            match = done(resign_from_match.sync(match.id, client=person, body=Leaving()), Match)
    events = history(people[0], match.id)
    return {
        "game": game,
        "match": match.id,
        "kept": kept,
        "moves": moves,
        "from_text": from_text,
        "version": match.version,
        "read": len(events),
        "kinds": sorted({event.type_ for event in events}),
        "unknown": sorted({event.type_ for event in events if isinstance(event, UnknownEvent)}),
        "told": [told for event in events if (told := sentence(event))],
        "outcome": match.outcome.to_dict(),
    }


def guest(server, name):
    signed_in = create_guest.sync(client=Client(base_url=server), body=NewGuest(name=name))
    return AuthenticatedClient(base_url=server, token=signed_in.token, prefix="Token")


def opened(people, game, options):
    """A match, and the promises made to those who sat down, which are kept for verify.py."""
    creator, *others = people
    table = {"game": game, "seats": len(people), "visibility": "unlisted", "options": options}
    new = NewMatch.from_dict(table)
    match = done(create_match.sync(client=creator, body=new), Match)
    promises = [match.promise.to_dict()]
    for person in others:
        match = done(join_match.sync(match.id, client=person, body=Joining()), Match)
        promises.append(match.promise.to_dict())
    return match, promises


def moved(person, match, move):
    body = NewMove.from_dict({"move": move, "expected_version": match.version})
    return play_move.sync(match.id, client=person, body=body, idempotency_key=str(uuid4()))


def chosen(match):
    entry = random.choice(match.choices)
    fields = {name: random.choice(entry[name]) for name in entry.additional_keys}
    chosen_fields = {name: value for name, value in fields.items() if value is not None}
    return {"type": entry.type_} | chosen_fields


def named(person, match):
    """A legal move of a game that this schema does not know, as the text lists it."""
    text = done(describe_match.sync(match.id, client=person), MatchText)
    return random.choice(text.moves).move.to_dict()


def history(person, match_id):
    events = []
    while True:
        page = list_events.sync(match_id, client=person, after=len(events))
        events += page.events
        if not page.has_more:
            return events


def sentence(event):
    """What is told of an event; a kind that this schema does not know is ignored."""
    match event:
        case MatchStarted():
            return f"{len(event.data.seats)} seats"
        case MatchFinished():
            return f"won by {event.data.winners}"
        case _:
            return None


def done(answer, expected):
    if not isinstance(answer, expected):
        raise SystemExit(f"refused: {answer}")
    return answer


main(*sys.argv[1:])
