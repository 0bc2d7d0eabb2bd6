"""A contract for import-linter: the folders of a package know nothing of each other.

Its own kind because the built-in one wants the folders listed, and a game is to be added without
editing a list.
"""

from itertools import permutations
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class IndependentFolders(Contract):
    """No folder of `parent` imports another one, directly or through somebody else."""

    parent: Any = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        folders = [
            child for child in graph.find_children(self.parent) if graph.find_children(child)
        ]
        chains = [
            graph.find_shortest_chain(importer, imported, as_packages=True)
            for importer, imported in permutations(sorted(folders), 2)
        ]
        broken = [chain for chain in chains if chain]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for chain in check.metadata["broken"]:
            output.print_error(" -> ".join(chain))
