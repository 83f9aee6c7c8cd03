"""Each attack is proven: without the check that it is about it succeeds.  All: ``python3 dev.py attack --mutants``."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.attack.attack import Broken
from tests.attack.chapters import ATTACKS
from tests.attack.local import local_hall
from tests.mutation.attacks import MUTANTS, WITHOUT_PROOF
from tests.mutation.removed import Mutant
from tests.referee.support.databases import SQLITE_ONLY


def test_every_attack_has_a_mutant_or_a_reason() -> None:
    names = [each.name for each in ATTACKS]
    assert sorted([each.attack for each in MUTANTS] + list(WITHOUT_PROOF)) == sorted(names)


@pytest.mark.slow
@SQLITE_ONLY
@pytest.mark.parametrize("mutant", [each for each in MUTANTS if each.quick], ids=lambda mutant: mutant.attack)
def test_an_attack_succeeds_without_the_check_that_it_is_about(
    mutant: Mutant, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    (attack,) = (each for each in ATTACKS if each.name == mutant.attack)
    with local_hall(app) as hall:
        attack.act(hall)  # with it, it is withstood
        mutant.apply(monkeypatch)
        with pytest.raises(Broken):
            attack.act(hall)
