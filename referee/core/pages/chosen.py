"""Forms with many rows chosen: what can be done is done, and what was not is said.

Between the page and its form somebody else may remove a row, or do with it what was wanted; that is no reason to leave
all the others undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee.core.http.errors import as_problem
from referee.core.language import language, word
from referee.core.problems import Problem
from tournaments.fault import Faulty


def do_each(chosen: Iterable[str], do: Callable[[str], object], names: Mapping[str, str]) -> None:
    """Do something with each row that was chosen, by its id.  ``names``: what the rows are called, as far as known.

    Raises the problem ``chosen_partly`` once all are tried, with what was not done and why; and at once what would fail
    for every one.
    """
    ids, left = list(dict.fromkeys(chosen)), []
    for each in ids:
        try:
            do(each)
        except (Problem, Faulty) as error:
            problem = as_problem(error)
            if problem.status in (401, 403) or problem.status >= 500:
                raise
            left.append(gone(each, names) if problem.code == "not_found" else _why(problem, names.get(each)))
    say_what_is_left(len(ids) - len(left), left)


def gone(row_id: str, names: Mapping[str, str]) -> str:
    """The sentence for a row that is no longer what it was when it was chosen."""
    return word("chosen_gone", name=names[row_id]) if row_id in names else word("chosen_unknown")


def say_what_is_left(done: int, left: Iterable[str]) -> None:
    """Raise the problem ``chosen_partly`` if anything is ``left``: a sentence for each."""
    if sentences := list(left):
        raise Problem("chosen_partly", done=done, left=list(dict.fromkeys(sentences)), count=len(sentences))


def _why(problem: Problem, name: str | None) -> str:
    """What is wrong with one row, in the reader's language."""
    told = problem.to_json(language())
    sentence = " ".join(each["message"] for each in told.get("errors", [])) or str(told["detail"])
    return sentence if name is None else f"{name}: {sentence}"
