"""The statistics of a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.chaos.day import Day
from tests.chaos.network import Timing
from tests.chaos.trouble import Happened


def calm(timings: Sequence[Timing], troubles: Sequence[Happened]) -> list[float]:
    """Response times of the reports that were sent and answered between troubles, in seconds, shortest first."""
    spans = [(each.began, each.ended) for each in troubles]
    return sorted(
        each.ended - each.began
        for each in timings
        if each.status < 500 and not any(each.began < ended and each.ended > began for began, ended in spans)
    )


def outages(timings: Sequence[Timing], troubles: Sequence[Happened]) -> list[tuple[float, str]]:
    """The outage after each trouble: seconds until a report sent after its beginning was answered; with its kind."""
    answered = sorted((each.began, each.ended) for each in timings if each.status < 500)
    waits = []
    for trouble in troubles:
        ends = [ended for began, ended in answered if began >= trouble.began]
        if ends:
            waits.append((min(ends) - trouble.began, trouble.kind))
    return waits


def summary(day: Day) -> str:
    """Format the statistics as text."""
    network, trouble = day.network, day.trouble
    times = calm(network.timings, trouble.happened)
    again: Counter[str] = sum((each.again for each in day.staff), Counter())
    promises = Counter(each.what for each in day.journal.promises)
    accepted = sum(entry["accepted"] for entry in day.journal.entries.values())
    lines = [
        f"reports: {len(day.journal.entries)} acknowledged, {accepted} of them accepted; sent again {again['report']}",
        "wishes: " + listed(promises) + f"; sent again {again['POST']}",
        "network: " + listed(network.fates),
        f"troubles: {listed(trouble.counts)}; {trouble.hasty} not waited for",
        f"starts of the service: {day.service.starts}",
        f"papers: {listed(day.printer.outcomes)}; public pages: {listed(day.visitor.visits)}",
        f"reports between troubles: {len(times)}, p50 {at(times, 0.5):.1f} ms, p99 {at(times, 0.99):.1f} ms",
    ]
    if waits := outages(network.timings, trouble.happened):
        seconds, kind = max(waits)
        lines.append(f"longest outage: {seconds:.1f} s ({kind})")
    return "\n".join(lines)


def listed(counts: Counter[str] | Counter[int]) -> str:
    """Format counts, sorted by name."""
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=str)) or "none"


def at(times: Sequence[float], part: float) -> float:
    """A quantile, in milliseconds."""
    return times[min(len(times) - 1, int(part * len(times)))] * 1000 if times else 0.0
