"""Names of models, columns and values as administrators read them, in their language."""

from functools import partial
from typing import TYPE_CHECKING, cast

from django.utils.functional import lazy
from django.utils.translation import get_language

from games.contract import Text

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def label(fr: str, en: str) -> "StrPromise":
    """A text in the language of the request that shows it."""
    return cast("StrPromise", lazy(partial(_spoken, Text(fr, en)), str)())


def _spoken(text: Text) -> str:
    return text.within(get_language() or "en")
