"""Random games, judged by the law in a browser's worker and here, and held against each other."""

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
from tests.fuzz.play import AFTER_THE_END, Fault, Tally, started
from tests.fuzz.reports import propose
from tests.fuzz.seen import Seen

BEGIN = """async law => {
    const worker = new Worker(law.worker, { type: "module" });
    window.lawInWorker = message => new Promise(resolve => {
        worker.addEventListener("message", event => resolve(event.data), { once: true });
        worker.postMessage(message);
    });
    return await window.lawInWorker({ begin: { runtime: law.runtime, law: `/law/${law.hash}/rulesets.zip` } });
}"""
"""Starts the law in a worker; gives its first message."""
DIGESTS = """async asks => {
    const found = [];
    for (const ask of asks) {
        const { answer, fault } = await window.lawInWorker({ id: 1, ask });
        const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(answer ?? fault));
        found.push([...new Uint8Array(bytes)].map(each => each.toString(16).padStart(2, "0")).join(""));
    }
    return found;
}"""
"""The SHA-256 of the answer to each question."""


class RandomGame(NamedTuple):
    """A game of random reports, legal and illegal ones."""

    ruleset: str
    header: dict[str, Any]
    reports: list[Any]

    def asks(self, language: str) -> list[str]:
        """The questions about it: the opening, and every report with the table behind it."""
        header = {"ruleset": self.ruleset, **self.header}
        return [
            json.dumps({"ask": "open", "header": header, "language": language}),
            json.dumps({"ask": "judge", "after": 0, "reports": self.reports, "language": language}),
        ]


def random_games(count: int, seed: int, length: int) -> Iterator[RandomGame]:
    """Random games of up to so many reports, under each ruleset in turn."""
    names = sorted(SHIPPED)
    for number in range(count):
        ruleset = rulesets.load(names[number % len(names)])
        random = Random(f"{seed} {number}")
        outcome = started(ruleset, random, Tally())
        assert not isinstance(outcome, Fault)
        header, game = outcome
        reports: list[Any] = []
        late = 0
        while len(reports) < length and late < AFTER_THE_END:
            late += ruleset.over(game)
            report = propose(Seen(game), random)
            try:
                game = ruleset.judge(game, report).game
            except Exception:  # a fault of the law, which `dev.py fuzz law` is there to find
                break
            reports.append(report)
        yield RandomGame(ruleset.name, header, reports)


def begun(page: Page, law: dict[str, Any]) -> int:
    """Start the law in a worker of a page; how long it took, in ms."""
    reply = page.evaluate(BEGIN, law)
    assert "ready" in reply, reply
    return int(reply["ready"])


def differing(page: Page, asks: Sequence[str]) -> list[str]:
    """The questions that the worker of a page answers otherwise than the law here, letter by letter."""
    there = page.evaluate(DIGESTS, list(asks))
    here = [hashlib.sha256(embedded.answer(ask).encode()).hexdigest() for ask in asks]
    return [ask for ask, one, other in zip(asks, there, here, strict=True) if one != other]
