"""Schemathesis over the whole schema, as people of several kinds, with ids of things that exist.

Whatever is asked, the answer is one that the schema declares: status, content type, headers, body;
and never a fault of the server.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.schema.document import NEWER, document
from config.wsgi import application
from tests.api.schema.fuzz_world import PERSONAS, World
from tests.support.people import new_key
from tests.support.strange_bodies import HEADERS, strange_body

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
SIGNS_OUT = ("delete_me", "sign_out_device", "confirm_code", "use_passkey")
CASES_PER_WORLD = 150
REAL_IDS, STRANGE, SENSIBLE = 0.85, 0.15, 0.4
"""How often a path leads to what exists, body or headers are broken, and a body makes sense."""


class Fuzz:
    """Asks, and keeps what came of it: how often what was answered, each kind of fault once."""

    def __init__(self, *, cases: int, number: int) -> None:
        self.cases = cases
        self.number = number
        self.asked: Counter[tuple[str, str]] = Counter()
        self.statuses: Counter[int] = Counter()
        self.answered: dict[str, Counter[int]] = {}
        self.faults: dict[str, str] = {}
        self._random = Random(number)
        self._world: World | None = None

    def run(self) -> None:
        """Ask every operation as everybody, or as some of them in turn if the cases are few."""
        schema = schemathesis.openapi.from_dict(without_security(document(NEWER)))
        operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
        operations.sort(key=lambda operation: name_of(operation) == "delete_me")  # nobody is left
        each, askers = -(-self.cases // (len(operations) * len(PERSONAS))), len(PERSONAS)
        turns = -(-self.cases // len(operations))
        for turn, persona in enumerate(PERSONAS):
            self._world = None
            for number, operation in enumerate(operations):
                if (number + turn) % askers < turns:
                    self._ask(operation, persona, each)

    def _ask(self, operation: Any, persona: str, times: int) -> None:
        """Ask one operation so many times, half of them with what the schema forbids."""
        both = [operation.as_strategy(generation_mode=GenerationMode.POSITIVE)]
        if operation.body or list(operation.iter_parameters()):
            both.append(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))

        @seed(f"{self.number} {operation.label} {persona}")
        @settings(
            max_examples=times,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
            database=None,
            deadline=None,
        )
        @given(st.one_of(both), st.integers(0, 2**63))  # no two the same, so that none is spared
        def ask(case: Case[Any], number: int) -> None:
            if self.asked[operation.label, persona] < times:
                self._one(case, persona)

        ask()

    def _one(self, case: Case[Any], persona: str) -> None:
        world, random = self._world, self._random
        if world is None or world.uses >= CASES_PER_WORLD:
            world = self._world = World(persona, random.randrange(2**32))
        world.uses += 1
        for name in case.path_parameters:
            if random.random() < REAL_IDS:
                case.path_parameters[name] = random.choice(world.ids[name])
        more: dict[str, Any] = {}
        name = name_of(case.operation)
        if random.random() < SENSIBLE and (body := world.sensible_body(name, case.path_parameters)):
            case.body = body
            case.headers["Idempotency-Key"] = new_key()
        if case.operation.body and random.random() < STRANGE:
            more["data"] = strange_body(case.body, random)
        if random.random() < STRANGE:
            case.headers.update(random.choice(HEADERS))
        self._judge(case, persona, name, more)
        if name in SIGNS_OUT:
            world.sign_in_again()

    def _judge(self, case: Case[Any], persona: str, name: str, more: dict[str, Any]) -> None:
        assert self._world
        # Schemathesis does not decompress what an application in this process answers.
        headers = self._world.headers | {"Accept-Encoding": "identity"}
        response = case.call(app=application, headers=headers, **more)
        self.asked[case.operation.label, persona] += 1
        self.statuses[response.status_code] += 1
        self.answered.setdefault(case.operation.label, Counter())[response.status_code] += 1
        checks = CHECKS[:-1] if name.startswith("stream_") else CHECKS
        try:
            case.validate_response(response, checks=list(checks), headers=headers)
        except schemathesis.core.failures.FailureGroup as group:
            for fault in group.exceptions:
                kind = f"{case.operation.label}: {response.status_code} {type(fault).__name__}"
                sent = more.get("data", case.body)
                self.faults.setdefault(
                    kind, f"{kind}\n{fault}\nas {persona}: {case.formatted_path} {sent!r:.500}"
                )

    def report(self) -> Iterator[str]:
        """Cases per operation and persona, and what was answered."""
        yield f"{'':52}" + "".join(f"{persona:>10}" for persona in PERSONAS) + "   answers"
        for label, answers in self.answered.items():
            counts = "".join(f"{self.asked[label, persona]:10}" for persona in PERSONAS)
            said = " ".join(f"{status}×{times}" for status, times in sorted(answers.items()))
            yield f"{label:52}{counts}   {said}"
        said = " ".join(f"{status}×{times:,}" for status, times in sorted(self.statuses.items()))
        yield f"{sum(self.statuses.values()):,} cases, seed {self.number}: {said}"
        yield f"{len(self.faults)} kinds of fault"


def name_of(operation: Any) -> str:
    """Its operationId."""
    return str(operation.definition.raw["operationId"])


def without_security(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without tokens: we send those of our own people."""
    paths = {
        path: {
            method: {name: said for name, said in operation.items() if name != "security"}
            for method, operation in methods.items()
        }
        for path, methods in schema["paths"].items()
    }
    return schema | {"paths": paths}
