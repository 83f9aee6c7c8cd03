"""The quick attacks of ``python3 dev.py attack``: what somebody in the hall may try and must not succeed with.

As in the command, they share a service as long as it holds; each is tried while honest people report and read.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attack.attack import Attack
from tests.attack.chapters import ATTACKS
from tests.attack.run import Halls
from tests.referee.support.running import PATIENCE

pytestmark = pytest.mark.process
QUICK = [each._replace(silence=PATIENCE) for each in ATTACKS if each.quick]
"""With more patience than in the command, so that a slow machine does not fail the test."""


@pytest.fixture(scope="module")
def halls() -> Iterator[Halls]:
    """The services that are attacked."""
    halls = Halls(lambda: None)
    yield halls
    halls.close()


@pytest.mark.parametrize("attack", QUICK, ids=lambda attack: attack.name)
def test_the_service_withstands(attack: Attack, halls: Halls) -> None:
    """The attack itself says what the attacker does and what must hold; `why` is what was observed."""
    done = halls.verdict(attack)
    assert done.held, f"{attack.about} {done.why}"
