"""Seeds, promises and receipts: docs/fairness.md. The checks are those of verify.py."""

import hashlib
import secrets
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .api import Api
from .schema import Match
from .stores import Store
from .verify import Unfair, signed_message, told_of_promises, told_of_receipts, verified

__all__ = ["Evidence", "Unfair", "new_seed"]

Json = dict[str, Any]


def new_seed() -> tuple[str, str]:
    """A number of one's own, and what commits to it."""
    seed = secrets.token_bytes(32)
    return seed.hex(), hashlib.sha256(b"gobelet/client/1\0" + seed).hexdigest()


class Evidence:
    """What the server has signed for this device."""

    def __init__(self, api: Api, store: Store) -> None:
        self._api = api
        self._store = store

    def kept(self, match_id: str) -> list[Json]:
        """The promise and the receipts of a match."""
        kept: list[Json] = self._store.get(f"kept.{match_id}") or []
        return kept

    async def keep(self, match: Match, one: Json) -> None:
        """Keep what the server signed; raises Unfair at once if the signature is not good.

        The promise of a new seat replaces what was signed for an earlier one.
        """
        kept = self.kept(match["id"])
        if any(other["signature"] == one["signature"] for other in kept):
            return
        await self.keys(one["key_id"])
        self._store.set(f"kept.{match['id']}", [one] if "commitment" in one else [*kept, one])
        heads = [b""] * one.get("seq", 0) + [bytes.fromhex(one.get("head", ""))]
        seats = {one.get("seat"): {"seed_commitment": None} | one}
        fairness = {"commitment": match["commitment"], "seats": seats}
        await self._verify({"match": match, "fairness": fairness}, heads, one, "the receipt")

    def forget(self, match_id: str) -> None:
        """Forget a match that needs no check any more."""
        self._store.set(f"kept.{match_id}", None)
        self._store.set(f"seed.{match_id}", None)

    async def keys(self, wanted: str | None = None) -> dict[str, str]:
        """The public keys by id, as they were first shown to this device, and new ones."""
        known: dict[str, str] = self._store.get("keys") or {}
        if wanted not in known:
            listed = (await self._api.get("keys"))["keys"]
            known = {key["key_id"]: key["public_key"] for key in listed} | known
            self._store.set("keys", known)
        return known

    async def check(self, match: Match) -> list[str]:
        """Check the export with all that was kept; what holds, or raise Unfair."""
        export = await self._api.get(f"matches/{match['id']}/export")
        verdict = verified(export, rules=False)
        heads = [b"", *(bytes.fromhex(event["hash"]) for event in export["events"])]
        seen = export["fairness"]["commitment"] == match["commitment"]
        if not seen or heads[match["version"]].hex() != match["head"]:
            raise Unfair("the file", "it is not the match that was shown to this device")
        for number, one in enumerate(kept := self.kept(match["id"]), 1):
            await self._verify(export, heads, one, f"receipt {number}")
        promises = sum("commitment" in one for one in kept)
        own = ("promise", "receipts", "rules")
        told = [line for line in verdict.told if not line.startswith(own)]
        told.append(f"promise     {told_of_promises(promises)}")
        return [*told, f"receipts    {told_of_receipts(len(kept) - promises)}"]

    async def _verify(self, export: Any, heads: list[bytes], one: Json, where: str) -> None:
        message = signed_message(export, heads, one, where)
        key = (await self.keys(one["key_id"])).get(one["key_id"])
        if key is None:
            raise Unfair(where, "the server does not know its key")
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
            public.verify(bytes.fromhex(one["signature"]), message)
        except InvalidSignature as e:
            raise Unfair(where, "it was not so signed") from e
