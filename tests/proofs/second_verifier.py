"""Checks an exported match by the published fairness scheme: everything but the rules."""

import hmac
import json
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Json = Mapping[str, Any]
u64 = struct.Struct(">Q").pack
ONE_TEXT = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
)
MATCH = "id game ruleset options seats created_at started_at finished_at status outcome"
FAIRNESS = "commitment server_seed signing_key seats"
CANDIES = ["toffee", "humbug", "nougat", "bear", "crocodile", "cane", "shell", "lokum"]
TINTS = ["red", "yellow", "green", "blue"]
CARDS = [f"{tint}-{n}" for tint in ("violet", "blue", "green", "yellow") for n in range(1, 13)]
Expected = tuple[str, Sequence[Any], Callable[[Any], Any]]
"""A draw's label, the values that it is out of, and what of the result is shown."""


@dataclass(eq=False)
class Unfair(Exception):
    """The export breaks the scheme, at event `seq` where one is to blame."""

    seq: int | None
    reason: str


@contextmanager
def blaming(seq: int | None) -> Iterator[None]:
    """Turn a failed check, or a value of the wrong shape, into Unfair at `seq`."""
    try:
        yield
    except (Unfair, ImportError):
        raise
    except Exception as fault:
        raise Unfair(seq, str(fault) if isinstance(fault, ValueError) else repr(fault)) from fault


def need(holds: object, reason: str) -> None:
    """Tell the nearest `blaming` what does not hold."""
    if not holds:
        raise ValueError(reason)


def same(found: object, due: object, what: str) -> None:
    """Compare as canonical JSON, in which 1 and true differ."""
    need(canonical(found) == canonical(due), f"{what} is {found!r}, not {due!r}")


def only(fields: str, value: Json) -> Json:
    """Hold an object to exactly the fields that the format names."""
    same(sorted(value), sorted(fields.split()), "the list of fields")
    return value


def canonical(value: object) -> bytes:
    """C(x): the one JSON text of a value."""
    return ONE_TEXT.encode(value).encode()


def digest(*parts: bytes) -> bytes:
    """H of the parts one after the other."""
    return sha256(b"".join(parts)).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA-256 of the parts one after the other."""
    return hmac.digest(key, b"".join(parts), "sha256")


def raw(text: str, size: int = 32) -> bytes:
    """The bytes of lower-case hex of a set length."""
    need(re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text), f"{text!r} is not {size} bytes in hex")
    return bytes.fromhex(text)


def words(key: bytes, k: int, label: str) -> Iterator[int]:
    """The endless stream of draw k."""
    seed = mac(key, b"gobelet/draw/1\0", u64(k), label.encode())
    for j in range(2**64):
        yield from struct.unpack(">4Q", mac(seed, u64(j)))


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n-1 without bias."""
    return next(word for word in stream if word < 2**64 - 2**64 % n) % n


def shuffled(stream: Iterator[int], n: int) -> list[int]:
    """A permutation of 0 to n-1."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def check_draw(key: bytes, k: int, draw: Json) -> None:
    """Recompute one numbered draw."""
    op, n, result, stream = draw["op"], draw["n"], draw["result"], words(key, k, draw["label"])
    same(draw["k"], k, f"the number of draw {k}")
    need(type(n) is int and 0 <= n <= 2**64, f"draw {k} is out of {n!r}")
    need(op == "below" or (op == "shuffle" and len(result) == n), f"draw {k} is no {op} of {n}")
    same(result, below(stream, n) if op == "below" else shuffled(stream, n), f"draw {k}")


def check_seats(match: Json, seats: Sequence[Json]) -> list[bytes]:
    """Hold the players' seeds against their commitments and give the seeds."""
    both = []
    for seat in match["seats"]:
        level = " level" if "level" in seat else ""
        both.append(only("seat player kind" + level, seat)["seat"])
    both += [only("seat contribution seed_commitment seed", seat)["seat"] for seat in seats]
    same(both, 2 * list(range(len(seats))), "the order of the seats")
    seeds = [raw(seat["seed"], 32 if seat["seed"] else 0) for seat in seats]
    for i, (seat, seed) in enumerate(zip(seats, seeds, strict=True)):
        promised = seat["seed_commitment"]
        withheld = "none" if promised is None else "withheld"
        same(
            seat["contribution"], "revealed" if seed else withheld, f"the contribution of seat {i}"
        )
        need(not seed or digest(b"gobelet/client/1\0", seed).hex() == promised, f"seed {i} differs")
    return seeds


def check_cut(seen: Json, full: Json, where: str) -> None:
    """A viewer's data may lack keys of the full data but not differ or add."""
    for name, value in seen.items():
        need(name in full, f"{where}.{name} is not in the full event")
        if isinstance(value, dict) and isinstance(full[name], dict):
            check_cut(value, full[name], f"{where}.{name}")
        else:
            same(value, full[name], f"{where}.{name}")


def check_event(event: Json, seq: int, seats: int, server: bytes, head: bytes) -> bytes:
    """Check one event's views, slots and link and give the new head."""
    only("full public seats slots hash cause", event)
    full, public, views = event["full"], event["public"], event["seats"]
    same(only("actor at automatic data schema seq type", full)["seq"], seq, "seq")
    need(re.fullmatch(r"\d{4}(-\d\d){2}T\d\d(:\d\d){2}\.\d{6}Z", full["at"], re.A), "at is no time")
    for view in (public, *views):
        same({**view, "data": None}, {**full, "data": None}, "a view's envelope")
        check_cut(view["data"], full["data"], "data")
    nonces = [mac(mac(server, b"gobelet/nonce/1"), u64(seq), u64(i)) for i in range(seats + 1)]
    contents = zip(nonces, [*views, full], strict=True)
    slots = [digest(b"gobelet/slot/1\0", nonce, canonical(seen)) for nonce, seen in contents]
    same(event["slots"], [slot.hex() for slot in slots], "slots")
    head = digest(b"\1", head, digest(b"\0", u64(seq), canonical(public), *slots))
    same(event["hash"], head.hex(), "the hash")
    return head


def check_ends(match: Json, seats: Sequence[Json], first: Json, last: Json) -> None:
    """Hold the head of the file against the first event and the last."""
    same(first["type"], "match_started", "the first event's type")
    same(first["at"], match["started_at"], "the first event's time")
    due = {"options": match["options"], "seats": match["seats"], "clock": first["data"]["clock"]}
    later = {"bot_version", "stand_in", "ends_at"}.intersection(first["data"])
    due |= {name: first["data"][name] for name in later}
    due |= {f"{name}s": [seat[name] for seat in seats] for name in ("seed_commitment", "seed")}
    same(first["data"], due, "the data of match_started")
    finished = last["type"] == "match_finished"
    same(match["status"], "finished" if finished else "cancelled", "the status")
    if finished or match["outcome"] is not None:
        same(match["outcome"], last["data"], "the outcome")


def first_seat(n: int) -> Expected:
    """One of n seats."""
    return "first_seat", list(range(n)), lambda drawn: drawn


def expected(events: Sequence[Json], options: Json, n: int) -> Iterator[tuple[Expected, object]]:
    """Every draw that the log shows, in order: what it is and what is shown of it."""
    for place, (kind, data) in enumerate((event["type"], event["data"]) for event in events):
        if kind == "bridge_built" or (kind == "animals_dealt" and data["round"] == 1):
            yield first_seat(n), data["first"]
        elif kind == "die_rolled":
            yield ("die", [1, 2, 3, 4, 0, 0], lambda drawn: drawn), data["die"]
        elif kind == "round_opened":
            if data["round"] == 1:
                yield first_seat(n), data["leader"]
            hands = events[place + 1 : place + 1 + n]
            need([hand["type"] for hand in hands] == n * ["hand_dealt"], "a hand is missing")
            around = [(data["leader"] + 1 + i) % n for i in range(n)]
            same([hand["data"]["seat"] for hand in hands], around, "the order of the hands")
            yield (
                ("deal", CARDS, lambda deck: deck[: 8 * n]),
                [hands[i % n]["data"]["cards"][i // n] for i in range(8 * n)],
            )
        elif kind == "candies_laid":
            yield first_seat(n), data["first"]
            if options["quick"]:
                yield ("removed_candies", CANDIES, lambda mixed: sorted(mixed[:2])), data["removed"]
            same(len(data["removed"]), 2 if options["quick"] else 0, "how many are left out")
            kept = [one for one in CANDIES if one not in data["removed"]]
            faces = [f"{one}-{tint}" for one in kept for tint in TINTS]
            special = ["wrapper"] if options["quick"] else ["coin", "coin", "coin", "wrapper"]
            yield ("squares", faces + special, lambda mixed: mixed), data["squares"]
            yield ("rounds", faces, lambda mixed: mixed), data["rounds"]


def check_shown(draws: Sequence[Json], events: Sequence[Json], options: Json, n: int) -> None:
    """Hold every draw against the event that shows it; none is left over."""
    left = list(draws)
    for (label, values, cut), shown in expected(events, options, n):
        draw = left.pop(0)
        same([draw["label"], draw["n"]], [label, len(values)], f"draw {draw['k']}")
        result = draw["result"]
        drawn = values[result] if draw["op"] == "below" else [values[i] for i in result]
        same(shown, cut(drawn), f"what is shown of draw {draw['k']}")
    need(not left, "a draw is shown nowhere")


def stated(receipt: Json, fairness: Json, heads: list[bytes]) -> tuple[bytes, bytes]:
    """The tag of a receipt and what it signs beside the match, which the export must say too."""
    if "asked" in receipt:
        return b"sealed/1", u64(receipt["asked"]) + raw(receipt["digest"])
    if "head" in receipt:
        at, head = receipt["seq"], raw(receipt["head"])
        need(heads[at : at + 1] == [head], "the chain does not hold the receipt's head")
        return b"receipt/1", u64(at) + head
    bound = raw(fairness["commitment"]) + u64(receipt["seat"])
    seat = fairness["seats"][receipt["seat"]]
    if "commitment" in receipt:
        same(receipt["commitment"], fairness["commitment"], "the promised commitment")
        same(receipt["seed_commitment"], seat["seed_commitment"], "the seed commitment")
        return b"promise/1", bound + bytes.fromhex(receipt["seed_commitment"] or "")
    same(receipt["seed"], seat["seed"], "the revealed seed")
    return b"seed/2", bound + bytes.fromhex(receipt["seed"])


def check_receipt(
    receipt: Json, match: bytes, fairness: Json, heads: list[bytes], keys: Mapping[str, str]
) -> None:
    """Check that the export agrees with a receipt, and its signature."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    tag, content = stated(receipt, fairness, heads)
    text = b"gobelet/%b\0%b\0%b" % (tag, match, content)
    key = Ed25519PublicKey.from_public_bytes(raw(keys[receipt["key_id"]]))
    key.verify(raw(receipt["signature"], 64), text)


def verified(export: Json, receipts: Sequence[Json] = (), keys: Mapping[str, str] = {}) -> None:
    """Raise Unfair at the first fault of an export or of receipts (public keys in hex by id)."""
    with blaming(None):
        rated = " ratings" if "ratings" in export else ""
        events = only(f"format match fairness draws events{rated}", export)["events"]
        match, fairness = only(MATCH, export["match"]), only(FAIRNESS, export["fairness"])
        json.loads(canonical(export), parse_float=lambda text: need(False, f"{text} is a float"))
        same(export["format"], "gobelet-match/1", "the format")
        same(match["ruleset"].split("/")[:-1], [match["game"]], "the game of the ruleset")
        name, server = match["id"].encode("ascii"), raw(fairness["server_seed"])
        bound = name + b"\0" + match["ruleset"].encode("ascii") + b"\0"
        need(bound.count(0) == 2 and isinstance(export["draws"], list), "no plain id, or no draws")
        commitment = digest(b"gobelet/commit/1\0", bound, server)
        same(fairness["commitment"], commitment.hex(), "the commitment")
        seeds = check_seats(match, fairness["seats"])
        key = mac(server, b"gobelet/key/1\0", name, b"\0", *(u64(len(c)) + c for c in seeds))
        for k, draw in enumerate(export["draws"]):
            check_draw(key, k, only("k label op n result", draw))
        heads = [digest(b"gobelet/head/1\0", bound, commitment)]
        for seq, event in enumerate(events, 1):
            with blaming(seq):
                heads.append(check_event(event, seq, len(seeds), server, heads[-1]))
        check_ends(match, fairness["seats"], events[0]["full"], events[-1]["full"])
        if match["ruleset"] in ("bonbons/1", "ciaociao/1", "passpass/1", "ptipasspass/1"):
            full = [event["full"] for event in events]
            check_shown(export["draws"], full, match["options"], len(seeds))
    for receipt in receipts:
        with blaming(receipt.get("seq")):
            check_receipt(receipt, name, fairness, heads, keys)
