"""Count the taps of an event's day as `test_desk_browser` plays it: ``python -m tests.referee.desk.show``.

Prints a row for each step: its name, the taps, the fields filled in and the seconds on this machine, next to the
figures of the desk before it was rebuilt.
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
BEFORE = {
    "log in, make the event, its regulation": (5, 5, 4.6),
    "import eight players, check them in": (14, 1, 5.3),
    "draw, swap two seats, publish": (8, 1, 3.2),
    "a helper comes in by a private link": (7, 2, 2.2),
    "start round 1": (3, 0, 2.2),
    "a counted sheet": (4, 5, 4.1),
    "a result in dollars": (5, 4, 2.4),
    "confirm, close and publish round 1": (14, 2, 4.0),
    "start round 2": (3, 0, 2.8),
    "a result from the log": (6, 2, 2.1),
    "a result in points": (5, 4, 2.2),
    "confirm all, close, publish round 2": (14, 2, 4.1),
    "the standings": (2, 0, 0.8),
    "a playoff is decided": (3, 3, 1.3),
    "the final: seats, result, published": (23, 6, 8.1),
}
"""Taps, fields and seconds at commit 581896a6, before the desk was rebuilt: counted in the same way while that commit's
own `test_desk_browser` played its day there.  That day ended with the final.
"""
COUNT = """const filled = new Set();
    addEventListener("pointerdown", () => window.counted("tap"), true);
    addEventListener("input", ({target: at}) => filled.has(at) || (filled.add(at), window.counted("field")), true);"""
"""A field counts once on a page, however many lines go into it."""


class Steps:
    """Counts taps and fields while steps are taken, and prints a row for each step."""

    def __init__(self, *visits: Visit) -> None:
        self.counts = {"tap": 0, "field": 0}
        for each in visits:
            context = each.page.context
            context.expose_binding("counted", lambda _source, name: self.count(name))
            context.add_init_script(COUNT)
        print(f"{'':42}{'now':>23}{'before the desk was rebuilt':>30}")
        print(f"{'step':42}" + 2 * f"{'taps':>6}{'fields':>8}{'seconds':>9}{'':4}")

    def count(self, name: str) -> None:
        """Note a tap or a field."""
        self.counts[name] += 1

    def take(self, name: str, step: Callable[[], T]) -> T:
        """Take a step and print its row."""
        before, began = dict(self.counts), time.monotonic()
        result = step()
        taps, fields = (self.counts[each] - before[each] for each in ("tap", "field"))
        print(row(name, (taps, fields, time.monotonic() - began), BEFORE.get(name)))
        return result


def row(name: str, *measured: tuple[int, int, float] | None) -> str:
    """A row of the table, now and before; dashes if the step did not exist."""
    shown = (f"{each[0]:6}{each[1]:8}{each[2]:9.1f}" if each else f"{'–':>6}{'–':>8}{'–':>9}" for each in measured)
    return f"{name:42}" + (4 * " ").join(shown)


def by_dollars(by: day.Hand, name: str) -> None:
    """Enter what everybody at the second table of a round has."""
    by.result(name, 2)
    by.assets(4000, 2000, 2000, 2000)


def show(folder: Path) -> None:
    """Play the day and print it."""
    with running(folder) as service, chromium() as browser:
        site = f"http://127.0.0.1:{service.port}"
        with visit(browser, site, "tablet") as opened, visit(browser, site, "phone") as other:
            by, helper, began = day.Hand(opened), day.Hand(other), time.monotonic()
            steps = Steps(opened, other)
            take = steps.take
            first, second = (day.JA["round"].format(number=number) for number in (1, 2))
            take("log in, make the event, its regulation", partial(day.make_the_event, service, by))
            take("import eight players, check them in", partial(day.bring_the_players, by))
            take("draw, swap two seats, publish", partial(day.draw_and_swap, by))
            take("a helper comes in by a private link", partial(day.come_in, by, helper))
            take("start round 1", partial(day.start, by, first))
            take("a counted sheet", partial(day.count_a_sheet, by, first))
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
            counts = steps.counts
            before = [sum(column) for column in zip(*BEFORE.values(), strict=True)]
            now = (counts["tap"], counts["field"], time.monotonic() - began)
            print(row("the whole day", now, (int(before[0]), int(before[1]), before[2])))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        show(Path(folder))
