"""Which contracts of the project in the current directory an added import would break.

`python -m tests.project.broken_contracts` reads cases as JSON, `{name: [importer, imported]}`, and
prints the contracts that are kept as it stands and those that each case breaks alone. The import
graph is built once; import-linter itself reads and checks the contracts.
"""

import json
import sys
from copy import deepcopy

from grimp import ImportGraph
from importlinter import configuration
from importlinter.application import use_cases
from importlinter.application.app_config import settings
from importlinter.application.ports.reporting import Report
from importlinter.application.user_options import UserOptions


class _Built:
    """Stands in for import-linter's graph builder: returns a graph that is already built."""

    def __init__(self, graph: ImportGraph) -> None:
        self._graph = graph

    def build(self, **_: object) -> ImportGraph:
        return self._graph


def main() -> None:
    configuration.configure()
    options = use_cases.read_user_options()
    use_cases._register_contract_types(options)
    tidy = use_cases.create_report(options, cache_dir=None)
    cases = {name: with_import(tidy.graph, *added) for name, added in json.load(sys.stdin).items()}
    broken = {name: names(reported(options, graph), kept=False) for name, graph in cases.items()}
    print(json.dumps({"kept": names(tidy, kept=True), "broken": broken}))


def with_import(graph: ImportGraph, importer: str, imported: str) -> ImportGraph:
    """A copy of the graph with one import more."""
    assert importer in graph.modules, f"there is no module {importer}"
    changed = deepcopy(graph)
    if imported not in changed.modules:
        changed.add_module(imported, is_squashed=True)  # as grimp adds an external package
    changed.add_import(importer=importer, imported=imported)
    return changed


def reported(options: UserOptions, graph: ImportGraph) -> Report:
    """The report of import-linter on a graph."""
    settings.configure(GRAPH_BUILDER=_Built(graph))
    return use_cases.create_report(options, cache_dir=None)


def names(report: Report, *, kept: bool) -> list[str]:
    """The names of the contracts that hold, or of those that do not."""
    assert not report.invalid_contract_options
    checks = report.get_contracts_and_checks()
    return [contract.name for contract, check in checks if check.kept is kept]


if __name__ == "__main__":
    main()
