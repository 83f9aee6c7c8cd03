"""The quick ones of ``python3 dev.py attack``: what somebody in the hall may try, and must not succeed with.

They share a service as long as it holds, as the command does; each is tried while honest people report and read.
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
"""How long the honest wait is for the command to say: here no slow machine decides."""


@pytest.fixture(scope="module")
def halls() -> Iterator[Halls]:
    """The services that are attacked."""
    halls = Halls(lambda: None)
    yield halls
    halls.close()


@pytest.mark.parametrize("attack", QUICK, ids=lambda attack: attack.name)
def test_the_service_withstands(attack: Attack, halls: Halls) -> None:
    """The attack itself says what the attacker does and what must hold; `why` is what was seen."""
    done = halls.verdict(attack)
    assert done.held, f"{attack.about} {done.why}"
