"""``python3 dev.py attack [--only NAME] [--postgresql] [--mutants] [--list]``: tries what an attacker would try.

Each attack is run against a service that is started for it with default settings, while honest clients report and
read.  It prints a line for each, and exits with 1 if the service did not withstand one.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial

from tests.attack.attack import HEADING, Attack, Broken, Verdict
from tests.attack.chapters import ATTACKS
from tests.attack.hall import Hall, hall
from tests.attack.honest import HonestClients
from tests.attack.processes import MemoryWatch
from tests.leftovers import end_with_this_process
from tests.mutation.attacks import WITHOUT_PROOF, apply, mutant_of
from tests.referee.support import postgresql

COMES_BACK = 15.0
"""Seconds after an attack within which everybody must be answered again, in addition to its allowed silence."""
SLOWER = 10
"""A wait is not blamed on the attack if it is at most this many times the longest one before it."""

Database = Callable[[], str | None]
"""The address of a new empty database, or None for the embedded one."""


def try_attack(attack: Attack, place: Hall) -> Verdict:
    """Try an attack against a service and return the verdict."""
    with HonestClients(place) as honest:
        honest.settle(COMES_BACK)
        usual = honest.silence
        began = time.monotonic()
        with MemoryWatch(place.service.process.pid) as memory:
            try:
                held, why = True, attack.act(place)
            except Broken as broken:
                held, why = False, str(broken)
            except (OSError, http.client.HTTPException) as broken:
                held, why = False, f"no answer to the attacker: {type(broken).__name__} {broken}"
            except (LookupError, ValueError) as broken:
                held, why = False, f"an answer without what belongs in it: {type(broken).__name__} {broken}"
            # Wait for the answers to requests that were sent during the attack.
            ended = place.service.process.poll() is not None
            back = not ended and honest.settle(attack.silence + COMES_BACK)
    spent = time.monotonic() - began
    growth = memory.growth
    faults = [] if held else [why]
    if memory.ended:
        faults.append(f"it took {growth:.0f} MB more, and was killed for it")
    elif ended:
        faults.append("the service has ended")
    elif not back:
        faults.append(f"the honest are still not answered {attack.silence + COMES_BACK:.0f} s later")
    elif honest.silence > max(attack.silence, SLOWER * usual):
        faults.append(f"the honest waited {honest.silence:.1f} s for an answer")
    if growth is not None and growth > attack.memory and not memory.ended:
        faults.append(f"it took {growth:.0f} MB more")
    if honest.wrong:
        faults.append(f"the honest were answered {honest.wrong[0]}")
    if back and not memory.ended and (lost := honest.lost()):
        faults.append(lost)
    return Verdict(attack.name, not faults, "; ".join(faults) or why, honest.silence, honest.median, growth, spent)


class Halls:
    """The services to attack: one for all attacks that can share it, replaced when one has succeeded.

    ``database``: makes one for each service; ``before``: is called in a service's process before it starts.
    """

    def __init__(self, database: Database, before: Callable[[], None] | None = None) -> None:
        self.database = database
        self.before = before
        self._stack = ExitStack()
        self._shared: Hall | None = None

    def verdict(self, attack: Attack) -> Verdict:
        """Try an attack, against the shared service or one of its own."""
        try:
            return self._tried(attack)
        except Broken as broken:  # even its preparation failed
            self.close()
            return Verdict(attack.name, False, f"it could not begin: {broken}", 0.0, 0.0, None, 0.0)

    def _tried(self, attack: Attack) -> Verdict:
        if not attack.shares:
            with self._new(attack) as own:
                return try_attack(attack, own)
        if self._shared is None or not self._shared.is_alive():
            self.close()
            self._shared = self._stack.enter_context(self._new(attack))
        done = try_attack(attack, self._shared)
        if not done.held:  # do not use a damaged service for the next one
            self.close()
        return done

    def _new(self, attack: Attack) -> AbstractContextManager[Hall]:
        # PostgreSQL uses its machine's clock, which we cannot step.
        database = None if attack.stepping else self.database()
        return hall(
            *(attack.alone or ()),
            secure=attack.secure,
            stepping=attack.stepping,
            proxies=attack.proxies,
            database=database,
            before=self.before,
        )

    def close(self) -> None:
        """End the shared service."""
        self._shared = None
        self._stack.close()


@contextmanager
def databases(on_postgresql: bool) -> Iterator[Database]:
    """Yield a function that creates an empty database for each service."""
    if not on_postgresql:
        yield lambda: None
        return
    numbers = itertools.count(1)
    with postgresql.server() as server:
        yield lambda: server.fresh(f"attacked{next(numbers)}")


def selected_attacks(names: Sequence[str]) -> list[Attack]:
    """The attacks whose names contain one of these, or all if none is given.  Raises SystemExit if there is none."""
    attacks = [each for each in ATTACKS if not names or any(name in each.name for name in names)]
    if not attacks:
        raise SystemExit(f"attack: no attack has {' or '.join(names)} in its name; --list shows them")
    return attacks


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns 1 if an attack was not withstood."""
    parser = argparse.ArgumentParser("dev.py attack", description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="attacks with this in their name")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL server of the command's own")
    parser.add_argument("--mutants", action="store_true", help="without the check that each is about: it must succeed")
    parser.add_argument("--list", action="store_true", help="the attacks, and nothing else")
    options = parser.parse_args(arguments)
    attacks = selected_attacks(options.only)
    if options.list:
        for each in attacks:
            print(f"{each.name:36} {each.about}")
        return 0
    end_with_this_process()
    if options.postgresql and postgresql.programs() is None:
        raise SystemExit("attack: no PostgreSQL server is installed (on Debian: apt install postgresql)")
    if options.mutants:
        return prove(attacks)
    print(HEADING)
    with databases(options.postgresql) as database:
        halls = Halls(database)
        try:
            verdicts = [print_verdict(halls.verdict(each)) for each in attacks]
        finally:
            halls.close()
    broken = sum(not each.held for each in verdicts)
    print(f"{len(verdicts) - broken} held, {broken} broken")
    return int(broken > 0)


def prove(attacks: Sequence[Attack]) -> int:
    """Try each attack on a service without the check that it is about; returns 1 if one was withstood all the same."""
    survived = 0
    for attack in attacks:
        if attack.name in WITHOUT_PROOF:
            print(f"{attack.name:36} not tried  {WITHOUT_PROOF[attack.name]}", flush=True)
            continue
        mutant = mutant_of(attack.name)
        halls = Halls(lambda: None, partial(apply, attack.name))
        try:
            done = halls.verdict(attack)
        finally:
            halls.close()
        survived += done.held
        print(
            f"{attack.name:36} {'SURVIVED' if done.held else 'noticed '}  without {mutant.without}: {done.why}",
            flush=True,
        )
    print(f"{len(attacks) - survived} noticed, {survived} survived")
    return int(survived > 0)


def print_verdict(verdict: Verdict) -> Verdict:
    """Print a verdict at once, and return it."""
    print(verdict.row(), flush=True)
    return verdict
