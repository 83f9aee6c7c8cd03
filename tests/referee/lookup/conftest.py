"""The indices of all rulesets in all languages are kept while a file of this folder is tested."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.rules import points


@pytest.fixture(scope="module", autouse=True)
def all_indices_are_kept() -> Iterator[None]:
    """Have room for more than a service keeps: each test that goes through all of them would make them anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(points.INDEXES, "most", 3 * points.CACHE_BYTES)
        yield
