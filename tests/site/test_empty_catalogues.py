"""English texts are not looked for in catalogues that hold none."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.utils import translation
from django.utils.translation import trans_real


def behind(language: str) -> Iterator[Any]:
    """The catalogues in which Django looks after that of a language."""
    found: Any = trans_real.translation(language)
    while (found := found._fallback) is not None:
        yield found


def test_no_text_is_looked_for_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trans_real, "_translations", {})
    assert len(list(behind("en-gb"))) > 1
    apps.get_app_config("foundation").ready()
    assert not list(behind("en-gb"))
    assert list(behind("de")) == [trans_real.translation("en-gb")]
    with translation.override("de"):
        assert translation.gettext("Rules") != "Rules" and translation.gettext("Not a message.") == "Not a message."
