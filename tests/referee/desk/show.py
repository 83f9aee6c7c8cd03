"""The day of an event by taps, as `test_desk_browser` plays it, told: ``python -m tests.referee.desk.show``.

Prints a row for each step: what it is, taps, fields that were filled in, seconds on this machine.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from tests.referee.desk import test_desk_browser as day
from tests.referee.support.browser import Visit, chromium, visit
from tests.referee.support.running import running

T = TypeVar("T")
COUNT = """const filled = new Set();
    addEventListener("pointerdown", () => window.counted("tap"), true);
    addEventListener("input", ({target: at}) => filled.has(at) || (filled.add(at), window.counted("field")), true);"""
"""A field counts once on a page, however many lines go into it."""


class Steps:
    """Counts while steps are taken, and prints each."""

    def __init__(self, *visits: Visit) -> None:
        self.counts = {"tap": 0, "field": 0}
        for each in visits:
            context = each.page.context
            context.expose_binding("counted", lambda _source, name: self.count(name))
            context.add_init_script(COUNT)
        print(f"{'step':42}{'taps':>6}{'fields':>8}{'seconds':>9}")

    def count(self, name: str) -> None:
        """Note a tap or a field."""
        self.counts[name] += 1

    def take(self, name: str, step: Callable[[], T]) -> T:
        """Take a step."""
        before, began = dict(self.counts), time.monotonic()
        found = step()
        taps, fields = (self.counts[each] - before[each] for each in ("tap", "field"))
        print(f"{name:42}{taps:6}{fields:8}{time.monotonic() - began:9.1f}")
        return found


def by_dollars(by: day.Hand, name: str) -> None:
    """Type what everybody has at the second table of a round."""
    by.result(name, 2)
    by.assets(4000, 2000, 2000, 2000)


def show(folder: Path) -> None:
    """Play the day, and print it."""
    with running(folder) as service, chromium() as browser:
        site = f"http://127.0.0.1:{service.port}"
        with visit(browser, site, "tablet") as opened, visit(browser, site, "phone") as other:
            by, helper, began = day.Hand(opened), day.Hand(other), time.monotonic()
            take = Steps(opened, other).take
            first, second = (day.JA["round"].format(number=number) for number in (1, 2))
            take("log in, make the event, its regulation", partial(day.make_the_event, service, by))
            take("import eight players, check them in", partial(day.bring_the_players, by))
            take("draw, swap two seats, publish", partial(day.draw_and_swap, by))
            take("a helper comes in by a private link", partial(day.come_in, by, helper))
            take("start round 1", partial(day.start, by, first))
            take("a counted sheet, corrected", partial(day.count_a_sheet, by, first))
            take("a result in dollars", partial(by_dollars, by, first))
            take("confirm, close and publish round 1", partial(day.finish, by, helper, first, 2))
            take("start round 2", partial(day.start, by, second))
            take("a result from the log", partial(day.take_the_log, service, by, second))
            take("a result in points", partial(day.type_the_rest, by, second))
            take("confirm all, close, publish round 2", partial(day.finish, by, helper, second, 2, at_once=True))
            finalists = take("the standings", partial(day.look_at_the_standings, by))
            finalists += take("a playoff is decided", partial(day.decide, by))
            champion = take("the final: seats, result, published", partial(day.play_the_final, by, helper, finalists))
            take("champion, thanks, archive", partial(day.end_the_day, by, champion))
            print(f"{'the whole day':42}{'':14}{time.monotonic() - began:9.1f}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        show(Path(made))
