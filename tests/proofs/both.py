"""Both verifiers at once: the one that players get, and the one written from the scheme alone."""

from typing import Any

from tests.proofs.second_verifier import verified as verified_by_the_second
from verify import verified


def proved(export: dict[str, Any]) -> None:
    """Fails unless both find an export fair and every event comes out the same by the rules."""
    verdict = verified(export)
    assert verdict.judged
    assert verdict.told[-1].endswith(
        f"moves played again by {export['match']['ruleset']}, each event came out the same"
    )
    verified_by_the_second(export)
