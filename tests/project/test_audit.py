"""`make audit` tells a fault from having nothing to look it up in."""

import json

import pytest

from tests.project.audit import interpreter_fault, package_faults


@pytest.mark.parametrize(
    ("version", "faulty"),
    [((3, 11, 7), True), ((3, 11, 10), False), ((3, 12, 5), True), ((3, 13, 0), False)],
)
def test_an_interpreter_that_parses_cookies_slowly_is_named(
    version: tuple[int, int, int], faulty: bool
) -> None:
    assert (interpreter_fault(version) is not None) is faulty


def test_a_fault_of_a_package_is_told_with_its_remedy() -> None:
    fault = {"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": [], "description": ""}
    found = [
        {"name": "good", "version": "1.0", "vulns": []},
        {"name": "bad", "version": "1.0", "vulns": [fault]},
    ]
    assert package_faults(json.dumps({"dependencies": found})) == ["bad 1.0: PYSEC-1, fixed in 1.1"]
    assert package_faults(json.dumps({"dependencies": found[:1]})) == []


def test_without_data_nothing_is_claimed() -> None:
    skipped = {"name": "a", "skip_reason": "Dependency not found on PyPI"}
    assert package_faults(json.dumps({"dependencies": [skipped]})) is None
    assert package_faults("") is None
