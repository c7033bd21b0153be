"""The cache of a site in one process keeps counts, and lets go of what has expired."""

import pytest
from django.core.cache import caches

from piecepack_site.local_cache import SWEPT_EVERY, LocalCache


def test_what_has_expired_is_forgotten_though_nobody_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    cache = LocalCache("expiring", {"OPTIONS": {"MAX_ENTRIES": 100_000}})
    cache.set("count", 1, SWEPT_EVERY * 3)
    cache.set("always", 1, None)
    for number in range(500):
        cache.set(f"file-{number}", "long", 10)
    assert len(cache._cache) == 502
    now += SWEPT_EVERY + 1
    assert cache.add("next", 1)
    assert [cache.get(name) for name in ("count", "always", "next")] == [1, 1, 1]
    assert len(cache._cache) == len(cache._expire_info) == 3


def test_a_site_in_one_process_counts_in_it(settings) -> None:
    assert isinstance(caches["default"], LocalCache) is settings.EMBEDDED
