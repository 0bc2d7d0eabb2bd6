"""Nobody honest is accused, nothing changed goes unnoticed, and two verifiers agree.

A few matches and changes in every run; all that we vouch for with `make proofs`.
"""

import os
from itertools import islice

import pytest

from games.chance import FastChance
from games.registry import all_games
from games.variants import tables
from tests.proofs.matches import Proved, played
from tests.proofs.misdeeds import DURING, OF_THE_WHOLE, misdeeds
from tests.proofs.mutations import Mutant, forgeries, mutants
from tests.verifier import Unfair as UnfairToTheSecond
from tests.verifier import verified as verified_by_the_second
from verify import Unfair, key_id, verified

HONEST = int(os.environ.get("PROOFS", "12"))
"""Matches in all, shared out among the games."""
CHANGED = int(os.environ.get("MUTATIONS", "80"))
"""Changed exports in all, and as many forged ones as half of that."""
PARTS = max(1, HONEST // 100)
"""Into so many tests, for several processes to share."""
RECEIPTS = 2
"""So many of a match's are looked at: to check a signature takes as long as to check 30 events."""


def a_match(game: str, number: int) -> Proved:
    """Of every table in turn."""
    rules = all_games()[game]
    every = list(tables(rules))
    seats, options = every[number % len(every)]
    match = played(rules, seats, options, f"{game} {number}")
    chance = FastChance(number)
    match.receipts = chance.shuffle(match.receipts)[:RECEIPTS]
    return match


def agreed(match: Proved | Mutant) -> bool:
    """Whether it is fair without the rules, in the eyes of both."""
    try:
        verified(match.export, match.receipts, rules=False)
        fair = True
    except Unfair:
        fair = False
    try:
        key = match.export["fairness"]["signing_key"]
        known = {key_id(bytes.fromhex(key)): key}
        # The second knows nothing of receipts for seeds.
        receipts = [receipt for receipt in match.receipts if "seed" not in receipt]
        verified_by_the_second(match.export, receipts, known)
        fair_to_the_second = True
    except (UnfairToTheSecond, LookupError, TypeError, ValueError):
        fair_to_the_second = False
    of_seeds = any("seed" in receipt for receipt in match.receipts)
    assert fair == fair_to_the_second or (of_seeds and not fair)
    return fair


def fault_of(mutant: Mutant) -> Unfair | None:
    """What is found with everything at hand."""
    try:
        verified(mutant.export, mutant.receipts)
    except Unfair as fault:
        return fault
    return None


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", all_games())
def test_an_honest_match_is_never_accused(game: str, part: int) -> None:
    share = max(1, HONEST // len(all_games()) // PARTS)
    for number in range(part * share, (part + 1) * share):
        match = a_match(game, number)
        assert agreed(match)
        assert "each event came out the same" in verified(match.export)[-1]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", all_games())
def test_whatever_is_changed_is_found(game: str, part: int) -> None:
    share = max(1, CHANGED // len(all_games()) // PARTS)
    match = a_match(game, part)
    for mutant in islice(mutants(match.export, match.receipts, FastChance(part)), share):
        agreed(mutant)
        assert fault_of(mutant), f"nobody noticed {mutant.what}"


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
