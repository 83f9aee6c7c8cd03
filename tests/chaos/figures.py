"""The statistics of a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.chaos.day import Day
from tests.chaos.network import Timing
from tests.chaos.trouble import Happened


def calm_times(timings: Sequence[Timing], troubles: Sequence[Happened]) -> list[float]:
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
    times = calm_times(network.timings, trouble.happened)
    again: Counter[str] = sum((each.retries for each in day.staff), Counter())
    promises = Counter(each.what for each in day.journal.promises)
    accepted = sum(entry["accepted"] for entry in day.journal.entries.values())
    lines = [
        f"reports: {len(day.journal.entries)} acknowledged, {accepted} of them accepted; sent again {again['report']}",
        "wishes: " + format_counts(promises) + f"; sent again {again['POST']}",
        "network: " + format_counts(network.fates),
        f"troubles: {format_counts(trouble.counts)}; {trouble.hasty} not waited for",
        f"starts of the service: {day.service.starts}",
        f"papers: {format_counts(day.printer.outcomes)}; public pages: {format_counts(day.visitor.visits)}",
        f"reports between troubles: {len(times)}, p50 {quantile(times, 0.5):.1f} ms,"
        f" p99 {quantile(times, 0.99):.1f} ms",
    ]
    if waits := outages(network.timings, trouble.happened):
        seconds, kind = max(waits)
        lines.append(f"longest outage: {seconds:.1f} s ({kind})")
    return "\n".join(lines)


def format_counts(counts: Counter[str] | Counter[int]) -> str:
    """Format counts, sorted by name."""
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=str)) or "none"


def quantile(times: Sequence[float], part: float) -> float:
    """A quantile, in milliseconds."""
    return times[min(len(times) - 1, int(part * len(times)))] * 1000 if times else 0.0
