"""Contracts for import-linter that need no list of games: a game is added without editing one."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class FoldersImportOnly(Contract):
    """Every folder of `parent` imports, apart from itself, only what `allowed` lists.

    So it knows nothing of its neighbours, of frameworks, of input and output, or of the clock.
    """

    parent: Any = fields.StringField()
    allowed: Any = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        foreign = [
            (module, imported)
            for folder in self._folders(graph)
            for module in {folder} | graph.find_descendants(folder)
            for imported in graph.find_modules_directly_imported_by(module)
            if imported not in self.allowed and not f"{imported}.".startswith(f"{folder}.")
        ]
        return ContractCheck(kept=not foreign, metadata={"foreign": sorted(foreign)})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for module, imported in check.metadata["foreign"]:
            output.print_error(f"{module} imports {imported}")

    def _folders(self, graph: ImportGraph) -> Iterator[str]:
        for child in graph.find_children(self.parent):
            spec = find_spec(child)
            if spec is not None and spec.submodule_search_locations is not None:
                yield child
