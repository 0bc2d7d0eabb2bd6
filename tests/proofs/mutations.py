"""Exports that somebody has tampered with, and those that the server itself would have forged."""

import copy
import hmac
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from games.chance import FastChance
from games.registry import RESERVED

Json = dict[str, Any]

UNBOUND = {("match", "created_at"), ("match", "finished_at")}
"""The server's word alone, as docs/fairness.md says."""
TRACELESS = {"seat_returned", "time_given"}
"""Who never came back or was given no time: without these nothing need be otherwise, and that they
happened is the server's word, as docs/fairness.md says."""
SERVERS_WORD = {("match_started", "clock"), ("time_given", "to")}
"""Nor does a rule know which clock it was that nobody ran against, or who was given time."""


class Mutant(NamedTuple):
    """A changed export with the receipts to it, and what was changed."""

    export: Json
    receipts: list[Json]
    what: str


def mutants(export: Json, receipts: list[Json], chance: FastChance) -> Iterator[Mutant]:
    """Endlessly many, in each of which something means something else."""
    original = Original({"export": export, "receipts": receipts})
    while True:
        changed = original.copied()
        how = KINDS[chance.below(len(KINDS))]
        what = how(changed, chance)
        if what and original.differs_from(changed):
            yield Mutant(changed["export"], changed["receipts"], f"{how.__name__}: {what}")


def forgeries(export: Json, chance: FastChance) -> Iterator[Mutant]:
    """Endlessly many in which all hashes are right: only the rules can tell."""
    original = Original(export)
    while True:
        forged = original.copied()
        what = _forge(forged, chance)
        if what and original.differs_from(forged):
            rehash(forged)
            yield Mutant(forged, [], f"forged: {what}")


class Original:
    """A value to be copied many times; reading JSON is several times as fast as `deepcopy`."""

    def __init__(self, value: Json) -> None:
        self._in_order = json.dumps(value)
        self._text = _text(value)

    def copied(self) -> Json:
        copied: Json = json.loads(self._in_order)
        return copied

    def differs_from(self, changed: Json) -> bool:
        return _text(changed) != self._text


def any_value(changed: Json, chance: FastChance) -> str:
    """Some value somewhere, all sections equally likely whatever their length."""
    holder, name, path = _place(changed["export"], chance)
    if path in UNBOUND:
        return ""
    holder[name] = _other(holder[name], chance)
    return f"{_written(path)} = {_text(holder[name])[:80]}"


def any_value_of_an_event(changed: Json, chance: FastChance) -> str:
    """The same within one event."""
    events = changed["export"]["events"]
    place = chance.below(len(events))
    holder, name, path = _place(events[place], chance)
    holder[name] = _other(holder[name], chance)
    return f"event {place + 1} {_written(path)} = {_text(holder[name])[:80]}"


def any_cause(changed: Json, chance: FastChance) -> str:
    """Who did what: the chain does not hold it."""
    caused = [event for event in changed["export"]["events"] if event["cause"]]
    if not caused:
        return ""
    event = caused[chance.below(len(caused))]
    was = _text(event["cause"])
    holder, name, _ = _place(event["cause"], chance)
    if name == "by":
        others = [by for by in ("player", "sealed", "forced", "bot") if by != holder[name]]
        holder[name] = others[chance.below(3)]
    else:
        holder[name] = _other(holder[name], chance)
    return f"cause of event {event['full']['seq']}: {was} → {_text(event['cause'])}"


def causes_exchanged(changed: Json, chance: FastChance) -> str:
    """One move is said to have brought about what another did."""
    events = changed["export"]["events"]
    one, other = (events[chance.below(len(events))] for _ in range(2))
    one["cause"], other["cause"] = other["cause"], one["cause"]
    return f"causes of {one['full']['seq']} and {other['full']['seq']}"


def order(changed: Json, chance: FastChance) -> str:
    """Two neighbours, or any two, of some list."""
    lists = _lists(changed["export"])
    path, found = lists[chance.below(len(lists))]
    one, other = chance.below(len(found)), chance.below(len(found))
    found[one], found[other] = found[other], found[one]
    return f"{_written(path)}: {one} and {other}"


def one_more_or_less(changed: Json, chance: FastChance) -> str:
    """Something of a list left out, or put in once more."""
    lists = _lists(changed["export"])
    path, found = lists[chance.below(len(lists))]
    place = chance.below(len(found))
    if chance.below(2):
        del found[place]
        return f"{_written(path)} without {place}"
    found.insert(place, copy.deepcopy(found[place]))
    return f"{_written(path)} twice {place}"


def one_field_more_or_less(changed: Json, chance: FastChance) -> str:
    """An object that has lost a field, or has one that nobody knows."""
    holder, name, path = _place(changed["export"], chance)
    if not isinstance(holder, dict):
        return ""
    if chance.below(2):
        del holder[name]
        return f"without {_written(path)}"
    holder["extra"] = 1
    return f"extra beside {_written(path)}"


def the_end_cut_off(changed: Json, chance: FastChance) -> str:
    """The last events are missing."""
    events = changed["export"]["events"]
    del events[chance.below(len(events)) :]
    return f"only {len(events)} events"


def a_receipt(changed: Json, chance: FastChance) -> str:
    """Some value of some receipt."""
    if not changed["receipts"]:
        return ""
    receipt = changed["receipts"][chance.below(len(changed["receipts"]))]
    holder, name, path = _place(receipt, chance)
    holder[name] = _other(holder[name], chance)
    return f"receipt {_written(path)}"


KINDS: tuple[Callable[[Json, FastChance], str], ...] = (
    any_value,
    any_value,
    any_value_of_an_event,
    any_value_of_an_event,
    any_cause,
    causes_exchanged,
    order,
    one_more_or_less,
    one_field_more_or_less,
    the_end_cut_off,
    a_receipt,
)


def rehash(export: Json) -> None:
    """Every slot and hash as a server would make them that has kept its seed."""
    match, fairness = export["match"], export["fairness"]
    seed = bytes.fromhex(fairness["server_seed"])
    nonces = hmac.digest(seed, b"gobelet/nonce/1", "sha256")
    names = f"{match['id']}\0{match['ruleset']}\0".encode()
    head = sha256(b"gobelet/head/1\0" + names + bytes.fromhex(fairness["commitment"])).digest()
    for seq, event in enumerate(export["events"], 1):
        number = seq.to_bytes(8, "big")
        for shown in (event["full"], event["public"], *event["seats"]):
            shown["seq"] = seq
        slots = []
        for slot, content in enumerate([*event["seats"], event["full"]]):
            nonce = hmac.digest(nonces, number + slot.to_bytes(8, "big"), "sha256")
            slots.append(sha256(b"gobelet/slot/1\0" + nonce + _text(content).encode()).digest())
        event["slots"] = [slot.hex() for slot in slots]
        leaf = sha256(b"\0" + number + _text(event["public"]).encode() + b"".join(slots)).digest()
        head = sha256(b"\1" + head + leaf).digest()
        event["hash"] = head.hex()


def _forge(export: Json, chance: FastChance) -> str:
    """Something that every move and draw is still said to be the same for."""
    events = export["events"]
    own = [at for at, event in enumerate(events) if event["full"]["type"] not in RESERVED]
    place = chance.below(len(events))
    event = events[place]
    seq, kind = event["full"]["seq"], event["full"]["type"]
    if kind == "seat_resigned" and export["match"]["outcome"] is None:
        return ""  # without a result it does not matter who had left
    # A last move that nothing came of could as well not have been made; receipts tell of it.
    if chance.below(4) == 0 and place < own[-1] and kind not in TRACELESS:
        del events[place]
        return f"without event {seq}"
    if chance.below(4) == 0 and not (kind == "time_given" and event["full"]["automatic"]):
        events.insert(place, copy.deepcopy(event))
        return f"event {seq} twice"
    holder, name, path = _place(
        {key: event["full"][key] for key in ("data", "actor", "automatic")}, chance
    )
    if len(path) == 1 and name != "data":
        value = _other(event["full"][name], chance)
        for shown in (event["full"], event["public"], *event["seats"]):
            shown[name] = value
        return f"event {seq} {name} = {value!r}"
    if len(path) < 2 or (kind, path[1]) in SERVERS_WORD:
        return ""
    value = _other(holder[name], chance)
    for shown in (event["full"], event["public"], *event["seats"]):
        if path[1] in shown["data"]:
            _set(shown, path, value)
    if place == len(events) - 1 and event["full"]["type"] == "match_finished":
        export["match"]["outcome"] = copy.deepcopy(event["full"]["data"])
    return f"event {seq} {_written(path)} = {value!r}"


def _set(shown: Json, path: tuple[Any, ...], value: Any) -> None:
    holder: Any = shown
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = value


def _place(value: Any, chance: FastChance) -> tuple[Any, Any, tuple[Any, ...]]:
    """Some place in a value: what holds it, its name there, and the way to it."""
    holder, path = value, []
    while True:
        names = list(holder) if isinstance(holder, dict) else range(len(holder))
        name = names[chance.below(len(names))]
        path.append(name)
        inside = holder[name]
        if not isinstance(inside, dict | list) or not inside or chance.below(12) == 0:
            return holder, name, tuple(path)
        holder = inside


def _lists(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], list[Any]]]:
    """Every list that has something in it."""
    found = [(path, value)] if isinstance(value, list) and value else []
    if isinstance(value, dict | list):
        for name, inside in value.items() if isinstance(value, dict) else enumerate(value):
            found += _lists(inside, (*path, name))
    return found


def _other(value: Any, chance: FastChance) -> Any:
    """Another value, mostly one that could as well stand there."""
    match value:
        case bool():
            return [not value, int(value), None][chance.below(3)]
        case int():
            return [value + 1, value - 1, value + chance.below(100), -value, None, str(value)][
                chance.below(6)
            ]
        case str():
            return _other_text(value, chance)
        case None:
            return [0, "", False, {}, "00" * 32][chance.below(5)]
        case list():
            return [[], value[:-1], [*value, 0], value[::-1], None][chance.below(5)]
    return [{}, None, []][chance.below(3)]


def _other_text(text: str, chance: FastChance) -> str:
    digits = "0123456789abcdef" if all(mail in "0123456789abcdef" for mail in text) else "09azZ_ "
    place = chance.below(len(text) + 1)
    changes = [
        text[:place] + digits[chance.below(len(digits))] + text[place + 1 :],
        text[:place] + text[place + 1 :],
        text[:place] + "0" + text[place:],
        text.upper(),
        "",
    ]
    return changes[chance.below(len(changes))]


def _written(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
