"""Random games, judged by the law both in a browser's worker and here, and compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

import rulesets
from rulesets import embedded
from rulesets.shipped import SHIPPED
from tests.fuzz.play import AFTER_THE_END, Fault, Tally, draw_game
from tests.fuzz.reports import propose
from tests.fuzz.seen import Seen

BEGIN = """async law => {
    const worker = new Worker(law.worker, { type: "module" });
    window.lawInWorker = message => new Promise(resolve => {
        worker.addEventListener("message", event => resolve(event.data), { once: true });
        worker.postMessage(message);
    });
    const { runtime, library, hash } = law;
    return await window.lawInWorker({ begin: { runtime, library, law: `/law/${hash}/device.zip` } });
}"""
"""Starts the law in a worker; returns its first message."""
DIGESTS = """async asks => {
    const found = [];
    for (const ask of asks) {
        const { answer, fault } = await window.lawInWorker({ id: 1, ask });
        const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(answer ?? fault));
        found.push([...new Uint8Array(bytes)].map(each => each.toString(16).padStart(2, "0")).join(""));
    }
    return found;
}"""
"""Returns the SHA-256 of the answer to each question."""


class RandomGame(NamedTuple):
    """A game of random reports, legal and illegal."""

    ruleset: str
    header: dict[str, Any]
    reports: list[Any]

    def questions(self, language: str) -> list[str]:
        """The questions to the law about it: open the game, then judge every report."""
        header = {"ruleset": self.ruleset, **self.header}
        return [
            json.dumps({"ask": "open", "header": header, "language": language}),
            json.dumps({"ask": "judge", "after": 0, "reports": self.reports, "language": language}),
        ]


def random_games(count: int, seed: int, length: int) -> Iterator[RandomGame]:
    """Generate ``count`` random games of up to ``length`` reports, for each ruleset in turn."""
    names = sorted(SHIPPED)
    for number in range(count):
        ruleset = rulesets.load(names[number % len(names)])
        random = Random(f"{seed} {number}")
        outcome = draw_game(ruleset, random, Tally())
        assert not isinstance(outcome, Fault)
        header, game = outcome
        reports: list[Any] = []
        late = 0
        while len(reports) < length and late < AFTER_THE_END:
            late += ruleset.over(game)
            report = propose(Seen(game), random)
            try:
                game = ruleset.judge(game, report).game
            except Exception:  # a fault of the law; finding those is the task of `dev.py fuzz law`
                break
            reports.append(report)
        yield RandomGame(ruleset.name, header, reports)


def start_law(page: Page, law: dict[str, Any]) -> int:
    """Start the law in a worker of a page and return how long that took, in ms."""
    reply = page.evaluate(BEGIN, law)
    assert "ready" in reply, reply
    return int(reply["ready"])


def differing_answers(page: Page, asks: Sequence[str]) -> list[str]:
    """The questions to which the page's worker does not give exactly the same answer as the law here."""
    there = page.evaluate(DIGESTS, list(asks))
    here = [hashlib.sha256(embedded.answer(ask).encode()).hexdigest() for ask in asks]
    return [ask for ask, one, other in zip(asks, there, here, strict=True) if one != other]
