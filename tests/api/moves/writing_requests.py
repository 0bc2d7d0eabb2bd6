"""Every writing request of the API, each with a fresh situation to try it in."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from events.log.append import Draft, append_write
from events.log.envelope import SeatTakenOver
from events.log.position import position_at_head
from events.matches.opening import match_create
from events.models import Delivery, Match, QueuedMail
from events.players.devices import device_sign_in
from events.players.identity import player_create
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.apps import NEW_APP, asked, register
from tests.support.authenticator import Authenticator, registration
from tests.support.people import Person, full_table, new_address, new_key, open_match

Request = Callable[[], Any]


def requests() -> dict[str, Callable[[], Request]]:
    """Every writing request: each makes a fresh situation and returns what can be tried in it."""

    def guest() -> Request:
        return lambda: Person().post("auth/guest", {"name": "Anna"})

    def code() -> Request:
        address = new_address()
        return lambda: Person().post("auth/email", {"email": address})

    def confirm() -> Request:
        address, guest = new_address(), Person.guest()
        open_match(guest, 2)
        account = player_create(locale="en", email=address)
        match_create(creator=account, game="ciaociao", seats=2, options={}, visibility="public")
        nonce = guest.post("auth/email", {"email": address}).json()["nonce"]
        code = QueuedMail.objects.get(to=address).text.split(": ")[1][:6]
        proof = {"email": address, "code": code, "nonce": nonce}
        return lambda: guest.post("auth/email/confirm", proof)

    def passkey_options() -> Request:
        return lambda: Person().post("auth/passkey/options", {})

    def passkey() -> Request:
        account, phone = Person.account(), Authenticator()
        account.post("me/passkeys", registration(account, phone))
        challenge = Person().post("auth/passkey/options", {}).json()
        credential = phone.sign(challenge["options"])
        proof = {"nonce": challenge["nonce"], "credential": credential}
        return lambda: Person().post("auth/passkey", proof)

    def new_passkey_options() -> Request:
        anna = Person.account()
        return lambda: anna.post("me/passkeys/options", {})

    def new_passkey() -> Request:
        anna, key = Person.account(), new_key()
        body = registration(anna, Authenticator())
        return lambda: anna.post("me/passkeys", body, key)

    def authorize() -> Request:
        app, anna = register(Person.account()), Person.guest()
        body = asked(app) | {"allow": True}
        return lambda: anna.post("auth/authorize", body)

    def new_app() -> Request:
        anna, key = Person.account(), new_key()
        return lambda: anna.post("me/apps", NEW_APP, key)

    def create() -> Request:
        anna, key = Person.guest(), new_key()
        body = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "public"}
        return lambda: anna.post("matches", body, key)

    def join() -> Request:
        match, bruno, key = open_match(Person.guest(), 2)["id"], Person.guest(), new_key()
        return lambda: bruno.post(f"matches/{match}/join", {}, key)

    def invite() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 2)["id"]
        return lambda: anna.post(f"matches/{match}/invitations", {}, key)

    def start() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 3)["id"]
        return lambda: anna.post(f"matches/{match}/start", {"bots": True}, key)

    def seed() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 2, bots=1, seed_commitment="ab" * 32)["id"]
        return lambda: anna.post(f"matches/{match}/seed", {"seed": ""}, key)

    def say() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 2)["id"]
        return lambda: anna.post(f"matches/{match}/messages", {"text": "Hello"}, key)

    def seen() -> Request:
        match, people = full_table(2)
        key = new_key()
        return lambda: people[0].post(f"matches/{match}/seen", {"version": 2}, key)

    def blocking(kind: str) -> Callable[[], Request]:
        def shun() -> Request:
            anna, bruno, key = Person.guest(), Person.guest(), new_key()
            return lambda: anna.post(f"players/{bruno.player}/{kind}", {}, key)

        return shun

    def friend() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        return lambda: anna.post(f"players/{bruno.player}/friend", {}, key)

    def circle() -> Request:
        anna, key = Person.guest(), new_key()
        return lambda: anna.post("circles", {"name": "Family"}, key)

    def link() -> Request:
        anna, key = Person.guest(), new_key()
        circle = anna.post("circles", {"name": "Family"}).json()["id"]
        return lambda: anna.post(f"circles/{circle}/link", {}, key)

    def join_circle() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        circle = anna.post("circles", {"name": "Family"}).json()["id"]
        invite = anna.post(f"circles/{circle}/link").json()["invite"]
        return lambda: bruno.post(f"circles/{circle}/join", {"invite": invite}, key)

    def cup_of_three(*, entered: bool) -> tuple[list[Person], str]:
        people = [Person.account() for _ in range(3)]
        circle = people[0].post("circles", {"name": "Family"}).json()["id"]
        invite = people[0].post(f"circles/{circle}/link").json()["invite"]
        for person in people[1:]:
            person.post(f"circles/{circle}/join", {"invite": invite})
        body = {"circle": circle, "name": "Cup", "game": "ciaociao", "seats": 3}
        cup = people[0].post("cups", body).json()["id"]
        for person in people if entered else ():
            person.post(f"cups/{cup}/join")
        return people, cup

    def cup() -> Request:
        anna, key = Person.account(), new_key()
        circle = anna.post("circles", {"name": "Family"}).json()["id"]
        body = {"circle": circle, "name": "Cup", "game": "ciaociao", "seats": 3}
        return lambda: anna.post("cups", body, key)

    def in_cup(what: str, *, entered: bool) -> Callable[[], Request]:
        def ask() -> Request:
            (people, cup), key = cup_of_three(entered=entered), new_key()
            return lambda: people[0].post(f"cups/{cup}/{what}", {}, key)

        return ask

    def in_league(what: str) -> Callable[[], Request]:
        def ask() -> Request:
            anna, key = Person.account(), new_key()
            if what == "leave":
                anna.post("leagues/open/join")
            return lambda: anna.post(f"leagues/open/{what}", {}, key)

        return ask

    def report() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        return lambda: anna.post(f"players/{bruno.player}/report", {"reason": "Insults"}, key)

    def move() -> Request:
        match, people = full_table(2)
        mover = people[people[0].match(match)["awaiting"][0]]
        key = new_key()
        return lambda: mover.play(match, {"type": "announce", "number": 2}, key)

    def sealed() -> Request:
        match, people = full_table(3)
        mover = people[people[0].match(match)["awaiting"][0]]
        mover.play(match, {"type": "announce", "number": 2})
        last, key = people[people[0].match(match)["view"]["answerers"][-1]], new_key()
        return lambda: last.play(match, {"type": "doubt"}, key)

    def leave() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        match = open_match(anna, 3, seed_commitment="ab" * 32)["id"]
        bruno.post(f"matches/{match}/join")
        return lambda: anna.post(f"matches/{match}/leave", {}, key)

    def remove() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 3, bots=1)["id"]
        return lambda: anna.post(f"matches/{match}/remove", {"seat": 2}, key)

    def remove_a_person() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        match = open_match(anna, 3)["id"]
        bruno.post(f"matches/{match}/join")
        return lambda: anna.post(f"matches/{match}/remove", {"seat": 1}, key)

    def decline() -> Request:
        anna, key, address = Person.account(), new_key(), new_address()
        invited = player_create(locale="en", email=address)
        zoe = Person(device_sign_in(player=invited, name="")[0], invited.id)
        match = open_match(anna, 2)["id"]
        anna.post(f"matches/{match}/invitations", {"email": address})
        return lambda: zoe.post(f"matches/{match}/leave", {}, key)

    def resign() -> Request:
        match, people = full_table(3)
        mover, key = people[people[0].match(match)["awaiting"][0]], new_key()
        return lambda: mover.post(f"matches/{match}/resign", {}, key)

    def resign_last() -> Request:
        (match, people), key = full_table(2), new_key()
        return lambda: people[1].post(f"matches/{match}/resign", {}, key)

    def cancel_vote() -> Request:
        (match, people), key = full_table(2), new_key()
        people[1].post(f"matches/{match}/cancel-vote", {"agree": True})
        return lambda: people[0].post(f"matches/{match}/cancel-vote", {"agree": True}, key)

    def more_time() -> Request:
        (match, people), key = full_table(2), new_key()
        (seat,) = people[0].match(match)["awaiting"]
        return lambda: people[1 - seat].post(f"matches/{match}/more-time", {"seat": seat}, key)

    def back() -> Request:
        (match, people), key = full_table(2, clock={"kind": "per_move", "seconds": 3600}), new_key()
        (seat,) = people[0].match(match)["awaiting"]
        found = Match.objects.get(id=match)
        taken = [Draft(SeatTakenOver(seat))]
        append_write(found, position_at_head(found), taken, at=timezone.now()).execute()
        return lambda: people[seat].post(f"matches/{match}/return", {}, key)

    def standing() -> Request:
        match, people = full_table(2)
        mover = people[0].match(match)["awaiting"][0]
        people[mover].play(match, {"type": "announce", "number": 2})
        body, key = {"move": {"type": "believe"}}, new_key()
        return lambda: people[1 - mover].post(f"matches/{match}/standing", body, key)

    def rematch() -> Request:
        (match, people), key = full_table(2), new_key()
        people[1].post(f"matches/{match}/resign")
        return lambda: people[0].post(f"matches/{match}/rematch", {}, key)

    def invite_by_mail() -> Request:
        anna, key = Person.account(), new_key()
        match = open_match(anna, 2)["id"]
        body = {"email": new_address()}
        return lambda: anna.post(f"matches/{match}/invitations", body, key)

    def endpoint(kind: str, body: dict[str, Any]) -> Callable[[], Request]:
        def register() -> Request:
            anna, key = Person.guest(), new_key()
            return lambda: anna.post(f"me/{kind}", body, key)

        return register

    def trial(kind: str, body: dict[str, Any]) -> Callable[[], Request]:
        def try_out() -> Request:
            anna, key = Person.guest(), new_key()
            made = anna.post(f"me/{kind}", body).json()
            return lambda: anna.post(f"me/{kind}/{made['id']}/test", {}, key)

        return try_out

    def receipt() -> Request:
        anna, key = Person.guest(), new_key()
        made = anna.post("me/push", SUBSCRIPTION).json()
        sent = Delivery.objects.create(endpoint_id=made["id"], channel="push", at=timezone.now())
        body = {"id": sent.id, "state": "opened"}
        return lambda: anna.post(f"me/push/{made['id']}/receipts", body, key)

    webhook = {"url": "https://example.org/gobelet"}

    return {
        "me/push": endpoint("push", SUBSCRIPTION),
        "me/push/test": trial("push", SUBSCRIPTION),
        "me/push/receipts": receipt,
        "me/webhooks": endpoint("webhooks", webhook),
        "me/webhooks/test": trial("webhooks", webhook),
        "auth/guest": guest,
        "auth/email": code,
        "auth/email/confirm": confirm,
        "auth/authorize": authorize,
        "me/apps": new_app,
        "auth/passkey": passkey,
        "auth/passkey/options": passkey_options,
        "auth/new/options": new_passkey_options,
        "me/passkeys": new_passkey,
        "matches": create,
        "join": join,
        "invitations": invite,
        "invitations, mailed": invite_by_mail,
        "leave": leave,
        "leave, declining": decline,
        "remove": remove,
        "remove, somebody": remove_a_person,
        "resign": resign,
        "resign, the last": resign_last,
        "cancel-vote": cancel_vote,
        "rematch": rematch,
        "more-time": more_time,
        "return": back,
        "standing": standing,
        "start": start,
        "seed": seed,
        "moves": move,
        "moves, sealed": sealed,
        "messages": say,
        "seen": seen,
        "block": blocking("block"),
        "mute": blocking("mute"),
        "report": report,
        "friend": friend,
        "circles": circle,
        "link": link,
        "join, a circle": join_circle,
        "cups": cup,
        "join, a cup": in_cup("join", entered=False),
        "leave, a cup": in_cup("leave", entered=True),
        "start, a cup": in_cup("start", entered=True),
        "join, a league": in_league("join"),
        "leave, a league": in_league("leave"),
    }
