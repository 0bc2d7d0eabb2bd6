"""Nobody honest is accused, nothing changed goes unnoticed, and two verifiers agree.

A few matches and changes in every run; all that we vouch for with `make proofs`.
"""

import os
from functools import lru_cache
from itertools import islice
from traceback import extract_tb

import pytest

from games.chance import FastChance
from games.registry import all_games
from games.variants import tables
from tests.proofs.matches import Proved, played
from tests.proofs.misdeeds import DURING, OF_THE_WHOLE, misdeeds
from tests.proofs.mutations import Mutant, forgeries, mutants
from tests.proofs.second_verifier import Unfair as UnfairToTheSecond
from tests.proofs.second_verifier import verified as verified_by_the_second
from verify import Unfair, check_rules, key_id, verified

HONEST = int(os.environ.get("PROOFS", "8"))
"""Matches in all, shared out among the games."""
CHANGED = int(os.environ.get("MUTATIONS", "48"))
"""Changed exports in all, and as many forged ones as half of that."""
PARTS = max(1, HONEST // 100)
"""Into so many tests, for several processes to share."""
RECEIPTS = 2
"""So many of a match's are looked at: to check a signature takes as long as to check 30 events."""


@lru_cache(maxsize=8)
def a_match(game: str, number: int) -> Proved:
    """Of every table in turn; a test leaves it as it is."""
    rules = all_games()[game]
    every = list(tables(rules))
    seats, options = every[number % len(every)]
    match = played(rules, seats, options, f"{game} {number}")
    chance = FastChance(number)
    match.receipts = chance.shuffle(match.receipts)[:RECEIPTS]
    return match


def fair_to_the_second(match: Proved | Mutant) -> bool:
    """Whether it is fair, without the rules, in the eyes of the second verifier."""
    try:
        key = match.export["fairness"]["signing_key"]
        known = {key_id(bytes.fromhex(key)): key}
        verified_by_the_second(match.export, match.receipts, known)
    except (UnfairToTheSecond, LookupError, TypeError, ValueError):
        return False
    return True


def agreed(mutant: Mutant) -> Unfair | None:
    """The fault that is found; without the rules, both verifiers come to the same verdict."""
    fault = fault_of(mutant)
    by_the_rules = fault is not None and is_by_the_rules(fault)
    if by_the_rules:
        verified(mutant.export, mutant.receipts, rules=False)
    assert fair_to_the_second(mutant) == (fault is None or by_the_rules)
    return fault


def fault_of(mutant: Mutant) -> Unfair | None:
    """What is found with everything at hand."""
    try:
        verified(mutant.export, mutant.receipts)
    except Unfair as fault:
        return fault
    return None


def is_by_the_rules(fault: Unfair) -> bool:
    """Whether only playing the moves again has shown it."""
    return check_rules.__name__ in {frame.name for frame in extract_tb(fault.__traceback__)}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", all_games())
def test_an_honest_match_is_never_accused(game: str, part: int) -> None:
    share = max(1, HONEST // len(all_games()) // PARTS)
    for number in range(part * share, (part + 1) * share):
        match = a_match(game, number)
        assert verified(match.export, match.receipts).judged
        assert fair_to_the_second(match)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", all_games())
def test_whatever_is_changed_is_found(game: str, part: int) -> None:
    share = max(1, CHANGED // len(all_games()) // PARTS)
    match = a_match(game, part)
    for mutant in islice(mutants(match.export, match.receipts, FastChance(part)), share):
        assert agreed(mutant), f"nobody noticed {mutant.what}"


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", all_games())
def test_what_the_server_itself_forges_is_found_by_the_rules(game: str, part: int) -> None:
    share = max(1, CHANGED // len(all_games()) // PARTS // 2)
    match = a_match(game, part)
    for mutant in islice(forgeries(match.export, FastChance(part)), share):
        assert fault_of(mutant), f"nobody noticed {mutant.what}"


def test_what_a_server_could_do_to_its_players_is_found_where_it_is_done() -> None:
    seen = set()
    for game in all_games() if PARTS > 1 else ("ciaociao",):
        for number in range(3):
            for forged, where in misdeeds(a_match(game, number).export):
                fault = fault_of(forged)
                assert fault, f"nobody noticed: {forged.what}"
                assert fault.where == where, f"{forged.what}: {fault}"
                seen.add(forged.what)
    assert len(seen) == len(DURING) + len(OF_THE_WHOLE)
