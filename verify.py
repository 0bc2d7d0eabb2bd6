#!/usr/bin/env python3
"""Check that an exported match was fair, offline, with nothing but Python 3.11 and this file.

    python verify.py match.json [--promise promise.json] [--receipts kept.json] [--keys keys.json]

`match.json` is what GET /api/v1/matches/{id}/export answers, `kept.json` a list of the promises and
receipts that your client kept (a single one may stand alone), `keys.json` what GET /api/v1/keys
answered. The exit status is 0 for fair, 3 for consistent but not judged by the rules, 1 for unfair,
2 for a file that cannot be read.

Read it from top to bottom: each check says what it proves, docs/fairness.md says it in words. In a
copy of the project, with its requirements, the moves are also replayed (events/proof/referee.py).
"""

import argparse
import hmac
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256, sha512
from typing import Any, NamedTuple

Json = dict[str, Any]

MATCH = "id game ruleset options seats created_at started_at finished_at status outcome"
ENVELOPE = "actor at automatic data schema seq type"
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Unfair(Exception):
    """What is wrong, and where: `event 12`, `draw 3`, `seat 0`, `receipt 2` or `the file`."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where


class Verdict(NamedTuple):
    """What was checked, a line for each; and whether the moves were judged by the rules."""

    judged: bool
    told: list[str]


def verified(
    export: Json, kept: Sequence[Json] = (), keys: Mapping[str, str] = {}, *, rules: bool = True
) -> Verdict:
    """Return the verdict, or raise Unfair at the first thing that does not hold.

    `kept` are promises and receipts, `keys` the server's public keys in hex by their id.
    """
    with at("the file"):
        # "ratings" is checked by verify_ratings.py.
        rated = " ratings" if "ratings" in export else ""
        exactly(export, f"format match fairness draws events{rated}", "the file")
        must(export["format"] == "gobelet-match/1", "the file", "this is no format that I know")
        server_seed = check_commitment(export)
        seeds = check_seeds(export)
        key = match_key(export, server_seed, seeds)
        check_draws(export["draws"], key)
        heads = check_events(export, server_seed)
        check_frame(export)
        tied = check_shown_draws(export)
        promises = check_kept(export, heads, kept, keys)
        judged, replayed = check_rules(export, key) if rules else (False, "not asked for")
    told = [
        "commitment  the server's secret number is the one whose digest the match showed",
        f"promise     {told_of_promises(promises)}",
        f"seeds       {told_of_seeds(export['fairness']['seats'])}",
        f"draws       {len(export['draws'])} follow from these numbers, {tied}",
        f"events      {len(heads) - 1}: every view, slot and hash, the beginning and the end",
        f"receipts    {told_of_receipts(len(kept) - promises)}",
        f"rules       {replayed}",
    ]
    return Verdict(judged, told)


def told_of_promises(count: int) -> str:
    if count:
        return f"{count} given: the server had promised this digest before the deal"
    risk = "the server could have drawn its number again when it knew the players'"
    return f"no promise from before the deal was shown to me: {risk}"


def told_of_seeds(seats: list[Json]) -> str:
    """How many numbers were added; each that was promised and withheld doubles the choice."""
    said = [seat["contribution"] for seat in seats]
    added, held = said.count("revealed"), said.count("withheld")
    free = "" if added else ": the server was free to choose its own"
    told = f"{added} of {len(seats)} seats added a number of theirs{free}"
    who = "1 seat" if held == 1 else f"{held} seats"
    choice = f"\nWITHHELD    {who} withheld: the deal could have been picked among {2**held}"
    return told + choice if held else told


def told_of_receipts(count: int) -> str:
    if count:
        return f"{count} given: all signed, and the log is still as they say"
    return "none given: only they show that the server has not written the match anew"


@contextmanager
def at(where: str) -> Iterator[None]:
    """Whatever cannot even be looked at within is wrong there."""
    try:
        yield
    except MALFORMED as e:
        raise Unfair(where, f"this has not the form that exports have ({e!r})") from e


# 1. The server's number: fixed before anybody sat down


def check_commitment(export: Json) -> bytes:
    """The server's secret number is the one whose digest the match showed from the start."""
    match, fairness = export["match"], export["fairness"]
    exactly(match, MATCH, "match")
    exactly(fairness, "commitment server_seed signing_key seats", "fairness")
    server_seed = raw(fairness["server_seed"], 32, "the server's seed")
    digest = sha256(b"gobelet/commit/1\0" + bound_names(match) + server_seed).hexdigest()
    must(digest == fairness["commitment"], "fairness", "the seed does not fit the commitment")
    return server_seed


def bound_names(match: Json) -> bytes:
    """Match id and ruleset, as commitment and chain hold them."""
    game, _, version = match["ruleset"].partition("/")
    must(match["game"] == game and version.isdecimal(), "match", "game and ruleset do not agree")
    must("\0" not in match["id"] + game, "match", "there is a NUL in a name")
    return f"{match['id']}\0{match['ruleset']}\0".encode("ascii")


# 2. The players' numbers: each was promised before anybody knew the others


def check_seeds(export: Json) -> list[bytes]:
    """Each seat's number is the one it had promised; a seat without one contributed nothing."""
    seeds = []
    for number, seat in enumerate(export["fairness"]["seats"]):
        with at(where := f"seat {number}"):
            exactly(seat, "seat contribution seed_commitment seed", where)
            equal(seat["seat"], number, where, "its number")
            promised, seed = (
                seat["seed_commitment"],
                raw(seat["seed"], len(seat["seed"]) // 2, where),
            )
            kind = "revealed" if seed else "none" if promised is None else "withheld"
            equal(seat["contribution"], kind, where, "its contribution")
            if seed:
                must(len(seed) == 32, where, "its seed has not 32 bytes")
                digest = sha256(b"gobelet/client/1\0" + seed).hexdigest()
                must(digest == promised, where, "its seed is not the one it promised")
            seeds.append(seed)
    return seeds


def match_key(export: Json, server_seed: bytes, seeds: list[bytes]) -> bytes:
    """What all draws come from: nobody could know it before everybody's number was there."""
    contributed = b"".join(u64(len(seed)) + seed for seed in seeds)
    match_id = export["match"]["id"].encode("ascii")
    return mac(server_seed, b"gobelet/key/1\0" + match_id + b"\0" + contributed)


# 3. Every deal, die and first seat follows from the key


def check_draws(draws: list[Json], key: bytes) -> None:
    """Each draw has the result that its number, its label and the key give, and no other."""
    for k, draw in enumerate(draws):
        with at(where := f"draw {k}"):
            exactly(draw, "k label op n result", where)
            equal(draw["k"], k, where, "its number")
            n, result = draw["n"], draw["result"]
            must(type(n) is int and 0 <= n < 2**64, where, f"it cannot be out of {n!r}")
            words = stream(mac(key, b"gobelet/draw/1\0" + u64(k) + draw["label"].encode()))
            if draw["op"] == "below":
                equal(result, below(words, n), where, "its result")
            else:
                equal(draw["op"], "shuffle", where, "its kind")
                must(len(result) == n, where, f"its result is no order of {n}")
                equal(result, shuffled(words, n), where, "its result")


def stream(seed: bytes) -> Iterator[int]:
    """Endless 64-bit numbers: HMAC(seed, 0), HMAC(seed, 1) …, four of them in each."""
    for block in range(2**64):
        digest = mac(seed, u64(block))
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))


def below(words: Iterator[int], n: int) -> int:
    """0…n−1, all equally likely: numbers from the incomplete last round are thrown away."""
    return next(word for word in words if word < 2**64 - 2**64 % n) % n


def shuffled(words: Iterator[int], n: int) -> list[int]:
    """0…n−1 in an order of which all are equally likely (Fisher and Yates)."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(words, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


# 4. Every draw is what the log shows of it, in the order of the log

CANDIES = ["toffee", "humbug", "nougat", "bear", "crocodile", "cane", "shell", "lokum"]
TINTS = ["red", "yellow", "green", "blue"]
SUITS = ["violet", "blue", "green", "yellow"]
CARDS = [f"{suit}-{value}" for suit in SUITS for value in range(1, 13)]
KNOWN = ("bonbons/1", "ciaociao/1", "passpass/1", "ptipasspass/1")


def check_shown_draws(export: Json) -> str:
    """No event shows another die, deal or first seat than was drawn for it."""
    if export["match"]["ruleset"] not in KNOWN:
        return "not compared with the events: I do not know this game"
    table = Table(export)
    for seq, event in enumerate(export["events"], 1):
        with at(where := f"event {seq}"):
            data = event["full"]["data"]
            for name, due in table.drawn_for(event["full"]["type"], data).items():
                equal(data[name], due, where, f"by the draws its {name}")
    shown = len(export["draws"]) - len(table.draws)
    must(not table.draws, f"draw {shown}", "no event shows it")
    return "each as the events show it"


class Table:
    """What the draws of a match decide of its events."""

    def __init__(self, export: Json) -> None:
        self.draws = export["draws"][:]
        self.seats = range(len(export["fairness"]["seats"]))
        self.quick = export["match"]["options"].get("quick")
        self.deck: list[str] = []
        self.leader = 0

    def drawn_for(self, kind: str, data: Json) -> Json:
        """The fields of such an event that its draws decide."""
        match kind:
            case "bridge_built":
                return {"first": self.draw("first_seat", self.seats)}
            case "die_rolled":
                return {"die": self.draw("die", (1, 2, 3, 4, 0, 0))}
            case "animals_dealt" if data["round"] == 1:
                return {"first": self.draw("first_seat", self.seats)}
            case "round_opened":
                first = data["round"] == 1
                leader = self.draw("first_seat", self.seats) if first else data["leader"]
                self.leader, self.deck = leader, self.draw("deal", CARDS)
                return {"leader": leader}
            case "hand_dealt":  # one card at a time, beginning on the leader's left
                place, seats = data["seat"] - self.leader - 1, len(self.seats)
                return {"cards": self.deck[place % seats : 8 * seats : seats]}
            case "candies_laid":
                return self.candies()
        return {}

    def candies(self) -> Json:
        first = self.draw("first_seat", self.seats)
        removed = sorted(self.draw("removed_candies", CANDIES)[:2]) if self.quick else []
        faces = [f"{one}-{tint}" for one in CANDIES if one not in removed for tint in TINTS]
        coins = [] if self.quick else ["coin"] * 3
        squares = self.draw("squares", [*faces, *coins, "wrapper"])
        rounds = self.draw("rounds", faces)
        return {"first": first, "removed": removed, "squares": squares, "rounds": rounds}

    def draw(self, label: str, values: Sequence[Any]) -> Any:
        """What the next draw takes out of these values: one of them, or all in an order."""
        must(bool(self.draws), "the file", f"a draw is missing: {label}")
        draw = self.draws.pop(0)
        equal([draw["label"], draw["n"]], [label, len(values)], f"draw {draw['k']}", "what it is")
        shuffle = draw["op"] == "shuffle"
        return [values[i] for i in draw["result"]] if shuffle else values[draw["result"]]


# 5. What everybody was shown, and that nothing was edited afterwards


def check_events(export: Json, server_seed: bytes) -> list[bytes]:
    """The head of the chain after 0, 1, 2 … events; each was in every view while the match ran."""
    commitment = bytes.fromhex(export["fairness"]["commitment"])
    nonce_key = mac(server_seed, b"gobelet/nonce/1")
    seats = len(export["fairness"]["seats"])
    heads = [sha256(b"gobelet/head/1\0" + bound_names(export["match"]) + commitment).digest()]
    for seq, event in enumerate(export["events"], 1):
        with at(where := f"event {seq}"):
            exactly(event, "full public seats slots hash cause", where)
            exactly(event["full"], ENVELOPE, where)
            equal(event["full"]["seq"], seq, where, "its seq")
            must(TIME.fullmatch(event["full"]["at"]) is not None, where, "it has no time")
            check_shown(event["public"], event["full"], "everybody", where)
            for seat, shown in enumerate(event["seats"]):
                check_shown(shown, event["full"], f"seat {seat}", where)
            slots = check_slots(event, seq, seats, nonce_key, where)
            leaf = sha256(b"\0" + u64(seq) + canonical(event["public"]) + b"".join(slots)).digest()
            heads.append(sha256(b"\1" + heads[-1] + leaf).digest())
            equal(event["hash"], heads[-1].hex(), where, "its hash")
    must(len(heads) > 1, "the file", "there are no events")
    return heads


def check_shown(shown: Json, full: Json, whom: str, where: str) -> None:
    """Nobody was shown anything that is not so; some things of `data` not everybody may know."""
    exactly(shown, ENVELOPE, where)
    equal(shown | {"data": 0}, full | {"data": 0}, where, f"what {whom} was shown around its data")
    must(is_part(shown["data"], full["data"]), where, f"{whom} was shown what is not so")


def is_part(shown: Any, full: Any) -> bool:
    """Whether one is the other with nothing but fields left out."""
    if isinstance(shown, dict) and isinstance(full, dict):
        return all(name in full and is_part(value, full[name]) for name, value in shown.items())
    return canonical(shown) == canonical(full)


def check_slots(event: Json, seq: int, seats: int, nonce_key: bytes, where: str) -> list[bytes]:
    """One slot for what each seat was shown and one for the whole; your client saw them at once."""
    shown = [*event["seats"], event["full"]]
    must(len(shown) == seats + 1, where, f"it was not shown to {seats} seats")
    must(len(event["slots"]) == seats + 1, where, f"it has not {seats + 1} slots")
    slots = []
    for number, content in enumerate(shown):
        nonce = mac(nonce_key, u64(seq) + u64(number))
        slots.append(sha256(b"gobelet/slot/1\0" + nonce + canonical(content)).digest())
        whose = f"seat {number} was shown" if number < seats else "happened"
        must(slots[-1].hex() == event["slots"][number], where, f"slot {number} is not what {whose}")
    return slots


# 6. The head of the file says what the first and the last event say


def check_frame(export: Json) -> None:
    """Players, options, seeds and result are those of the log, to which the chain binds them."""
    match, seats = export["match"], export["fairness"]["seats"]
    first, last = export["events"][0]["full"], export["events"][-1]["full"]
    equal(first["type"], "match_started", "event 1", "its type")
    equal(match["started_at"], first["at"], "match", "started_at")
    data = first["data"]
    # Absent in old matches, and without a last day.
    later = [name for name in ("bot_version", "stand_in", "ends_at") if name in data]
    exactly(data, " ".join(["options clock seats seed_commitments seeds", *later]), "event 1")
    equal(match["options"], data["options"], "match", "options")
    equal(match["seats"], data["seats"], "match", "seats")
    equal([seat["seat"] for seat in match["seats"]], [*range(len(seats))], "match", "seats")
    for name in ("seed_commitment", "seed"):
        equal([seat[name] for seat in seats], data[f"{name}s"], "fairness", f"every {name}")
    finished = last["type"] == "match_finished"
    must(finished or last["type"] == "match_cancelled", "the file", "the end is missing")
    equal(match["status"], "finished" if finished else "cancelled", "match", "status")
    equal(match["outcome"], last["data"] if finished else None, "match", "outcome")
    # Nothing binds created_at and finished_at: they are the server's word.


# 7. The promises and receipts that you kept


def check_kept(
    export: Json, heads: list[bytes], kept: Sequence[Json], keys: Mapping[str, str]
) -> int:
    """The server signed each, and the export still says what was signed; how many are promises."""
    current = raw(export["fairness"]["signing_key"], 32, "the signing key")
    known = {key_id(key): key for key in (current, *map(bytes.fromhex, keys.values()))}
    for number, one in enumerate(kept, 1):
        with at(where := f"receipt {number}"):
            message = signed_message(export, heads, one, where)
            must(one["key_id"] in known, where, "its key is not here: give the server's --keys")
            signature = raw(one["signature"], 64, where)
            must(signed(known[one["key_id"]], signature, message), where, "it was not so signed")
    return sum("commitment" in one for one in kept)


def signed_message(export: Json, heads: list[bytes], one: Json, where: str) -> bytes:
    """What the server signed with it, which must be what the export says."""
    fairness = export["fairness"]
    match_id: bytes = export["match"]["id"].encode("ascii") + b"\0"
    if "head" in one:
        exactly(one, "seq head key_id signature", where)
        seq, head = one["seq"], raw(one["head"], 32, where)
        must(type(seq) is int and 0 <= seq < len(heads), where, f"there is no event {seq}")
        same = heads[seq] == head
        must(same, where, f"it was given for a log that was another up to event {seq}")
        return b"gobelet/receipt/1\0" + match_id + u64(seq) + head
    if "digest" in one:
        # An answer may have been changed, or dropped unseen: that it was given is all that is said.
        exactly(one, "asked digest key_id signature", where)
        return b"gobelet/sealed/1\0" + match_id + u64(one["asked"]) + raw(one["digest"], 32, where)
    seat = fairness["seats"][one["seat"]]
    bound = match_id + bytes.fromhex(fairness["commitment"]) + u64(one["seat"])
    if "commitment" in one:
        exactly(one, "commitment seat seed_commitment key_id signature", where)
        same = one["commitment"] == fairness["commitment"]
        must(same, where, "before the deal the server promised another commitment")
        promised = one["seed_commitment"]
        equal(
            seat["seed_commitment"], promised, where, f"the seed commitment of seat {one['seat']}"
        )
        return b"gobelet/promise/1\0" + bound + bytes.fromhex(promised or "")
    exactly(one, "seat seed key_id signature", where)
    equal(seat["seed"], one["seed"], where, f"the seed that seat {one['seat']} revealed")
    return b"gobelet/seed/2\0" + bound + bytes.fromhex(one["seed"])


# 8. The rules: every event is what its cause brings about


def check_rules(export: Json, key: bytes) -> tuple[bool, str]:
    """Whether the moves were replayed, and what came of it."""
    try:
        from events.proof.referee import replay_verdict
    except ImportError:
        return False, "not replayed: they are not here; run this in a copy of the project"
    verdict = replay_verdict(export, key=key)
    if verdict.fault is not None:
        raise Unfair(*verdict.fault)
    return verdict.judged, verdict.told


# Small things


def must(holds: bool, where: str, why: str) -> None:
    if not holds:
        raise Unfair(where, why)


def equal(found: object, due: object, where: str, what: str) -> None:
    """Compare as JSON, in which 1 and true differ."""
    if canonical(found) != canonical(due):
        raise Unfair(where, f"{what} should be {shortened(due)} and is {shortened(found)}")


def exactly(found: Json, names: str, where: str) -> None:
    """No field is missing, and none is there that no check looks at."""
    must(isinstance(found, dict), where, "this is no object")
    has = " ".join(sorted(found))
    must(has == " ".join(sorted(names.split())), where, f"its fields should be {names}, not {has}")


def shortened(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:100]}…"


def canonical(value: object) -> bytes:
    """The one JSON text of a value."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


def raw(text: str, size: int, where: str) -> bytes:
    is_hex = re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is not None
    must(is_hex, where, f"not {size} bytes: {text!r}")
    return bytes.fromhex(text)


def key_id(public_key: bytes) -> str:
    return sha256(public_key).hexdigest()[:16]


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


# Ed25519 signatures (RFC 8032), so that nothing needs to be installed

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]  # X, Y, Z and T: x = X/Z, y = Y/Z, x·y = T/Z


def signed(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the holder of this key signed this message: s·B = R + h·A."""
    a, r = point(public_key), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    if a is None or r is None or base is None or s >= ORDER:
        return False
    digest = sha512(signature[:32] + public_key + message).digest()
    h = int.from_bytes(digest, "little") % ORDER
    left, right = times(s, base), plus(r, times(h, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


def point(encoded: bytes) -> Point | None:
    """The point with this y and this sign of x, if there is one."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x % 2 != sign else x
    return x, y, 1, x * y % P


def plus(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n: int, p: Point) -> Point:
    total = (0, 1, 1, 0)
    while n:
        if n % 2:
            total = plus(total, p)
        p, n = plus(p, p), n // 2
    return total


# The command


def loaded(path: str) -> Any:
    """The JSON of a file, in which nothing is said twice and nothing is a fraction."""

    def once(pairs: list[tuple[str, Any]]) -> Json:
        if len(dict(pairs)) != len(pairs):
            raise ValueError(f"a name stands twice in one object: {[name for name, _ in pairs]}")
        return dict(pairs)

    with open(path, encoding="utf-8") as file:  # int refuses the text of a fraction
        return json.load(file, object_pairs_hook=once, parse_float=int, parse_constant=int)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Check that an exported match was fair.")
    parser.add_argument("export", help="the export of a match, a JSON file")
    kept_help = (
        "what you kept: a JSON list of promises and receipts, or one of them; may be repeated"
    )
    parser.add_argument("--receipts", "--promise", action="append", default=[], help=kept_help)
    parser.add_argument("--keys", help="what GET /api/v1/keys answered")
    given = parser.parse_args(arguments)
    try:
        export = loaded(given.export)
        files = [loaded(path) for path in given.receipts]
        kept = [one for file in files for one in (file if isinstance(file, list) else [file])]
        listed = loaded(given.keys)["keys"] if given.keys else []
        keys = {key["key_id"]: key["public_key"] for key in listed}
    except (OSError, *MALFORMED) as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    try:
        verdict = verified(export, kept, keys)
    except Unfair as fault:
        print(f"NOT FAIR  {fault}")
        return 1
    print("\n".join(verdict.told))
    print("fair" if verdict.judged else "consistent, not judged: the moves were not replayed")
    return 0 if verdict.judged else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
