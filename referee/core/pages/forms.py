"""Forms of pages: validated by the API's schemas, then carried out, or shown again with what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from html.parser import HTMLParser
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from flask import current_app, make_response, redirect, request
from markupsafe import Markup
from marshmallow import Schema, ValidationError
from marshmallow.fields import Field, List
from marshmallow.validate import Length
from werkzeug.wrappers import Response as AnyResponse

from referee.core.http.declared import body_schema
from referee.core.http.errors import as_problem
from referee.core.http.field_faults import faults_in, invalid
from referee.core.http.fields import Integer, as_typed
from referee.core.language import language, word
from referee.core.problems import Problem
from tournaments.fault import Faulty

FIELDS = frozenset({"input", "select", "textarea"})
UNREAD = frozenset({"select", "textarea", "option", "script", "style"})
"""Elements whose text is no part of the label around them."""


@dataclass(frozen=True, slots=True)
class FieldOnPage:
    """A field of a page as people see it.  ``id``: of its element; empty if it has none."""

    label: str
    id: str


def fields_in(page: str, path: str) -> Mapping[str, FieldOnPage]:
    """Each field with a label by its name; those in a form that is sent to ``path`` come before others of the name."""
    reader = _Reader(path)
    reader.feed(page)
    return reader.labelled()


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.sent_here = False
        self.unread = 0
        self.inside: list[str] | None = None  # the text of the label that is open
        self.texts: dict[str, list[str]] = {}  # of labels, by the id of their field
        self.fields: list[tuple[str, str, list[str] | None, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.sent_here = given.get("action", self.path).partition("#")[0].partition("?")[0] == self.path
        elif tag == "label":
            self.inside = self.texts.setdefault(given["for"], []) if "for" in given else []
        if tag in FIELDS and given.get("name") and given.get("type") not in ("hidden", "radio"):
            own = [given["aria-label"]] if given.get("aria-label") else self.inside
            self.fields.append((given["name"], given.get("id", ""), own, self.sent_here))
        self.unread += tag in UNREAD

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self.inside = None
        self.unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if self.inside is not None and not self.unread:
            self.inside.append(data)

    def labelled(self) -> Mapping[str, FieldOnPage]:
        found: dict[str, FieldOnPage] = {}
        for name, id_, own, _ in sorted(self.fields, key=lambda field: not field[3]):
            label = " ".join("".join(self.texts.get(id_, ()) if own is None else own).split()).rstrip(":：")
            if label:
                found.setdefault(name, FieldOnPage(label, id_))
        return found


Params = ParamSpec("Params")
Asked = TypeVar("Asked")


def asked(what: type[Asked], form: Mapping[str, Any], **more: Any) -> Asked:
    """What a form asks for, a declaration (`referee.core.http.declared`): read from its fields of the same names.

    ``more``: what is not in the form as it is.  Raises the problem ``invalid`` with every fault.
    """
    schema = body_schema(what)
    names = schema().fields.keys() & form.keys()
    read: Any = read_form(schema, {**{name: form[name] for name in names}, **more})
    made: Asked = read
    return made


def read_form(schema: type[Schema], given: Mapping[str, Any]) -> dict[str, Any]:
    """The validated values of a form, read as people type them; a number that is left empty counts as left out.

    Raises the problem ``invalid`` with every fault.
    """
    loader = schema()
    filled = {name: value for name, value in given.items() if not is_empty_number(loader.fields.get(name), value)}
    try:
        with as_typed():
            loaded: dict[str, Any] = loader.load(filled)
    except ValidationError as error:
        raise invalid(*faults_in(error.messages)) from error
    return loaded


def is_empty_number(field: Field[Any] | None, value: object) -> bool:
    """Whether a value is what a form sends for a number that nobody has filled in."""
    return isinstance(field, Integer) and isinstance(value, str) and not value.strip()


@cache
def limits(declared: str) -> Markup:
    """The attributes of the input of a command's field, as its kind says: ``limits("calls.commands.Noted.note")``.

    A list has those of what is in it: its form has an input for each.
    """
    module, command, name = declared.rsplit(".", 2)
    field = body_schema(getattr(import_module(f"referee.{module}"), command))().fields[name]
    field = field.inner if isinstance(field, List) else field
    lengths = [each.max for each in field.validators if isinstance(each, Length) and each.max is not None]
    most = Markup(' maxlength="{}"').format(min(lengths)) if lengths else ""
    return Markup('inputmode="numeric" autocomplete="off"' if isinstance(field, Integer) else "") + most


ERROR_PAGE_STATUSES = frozenset({401, 403, 404})
"""Statuses where showing the form again would not help: they go to the error page."""


def form_view(
    again: Callable[..., str],
) -> Callable[[Callable[Params, str | AnyResponse]], Callable[Params, AnyResponse]]:
    """Decorate a view that carries out a form, and returns the address to redirect to, or a response.

    If it fails, ``again`` renders the page with the form from the view's arguments and ``problem``.
    """

    def decorate(view: Callable[Params, str | AnyResponse]) -> Callable[Params, AnyResponse]:
        @wraps(view)
        def submitted(*args: Params.args, **kwargs: Params.kwargs) -> AnyResponse:
            try:
                done = view(*args, **kwargs)
            except (Problem, Faulty) as error:
                return failed_form(error, lambda problem: again(*args, **kwargs, problem=problem))
            return redirect(done, 303) if isinstance(done, str) else done

        return submitted

    return decorate


def failed_form(error: Problem | Faulty, again: Callable[[dict[str, object]], str]) -> AnyResponse:
    """The page with the form again, and what went wrong.  Raises the error if showing the form again would not help."""
    problem = as_problem(error)
    if problem.status in ERROR_PAGE_STATUSES:
        raise error
    return make_response(shown(problem.to_json(language()), again), problem.status, dict(problem.headers))


def shown(problem: dict[str, Any] | None, page: Callable[[Any], str]) -> str:
    """A page with a form, and what was wrong with it: a fault of a field is called as the page calls the field, and
    links to it.
    """
    rendered = page(problem)
    if not problem or not problem.get("errors"):
        return rendered
    fields = fields_in(rendered, request.path)
    told = {**problem, "errors": [on_page(each, fields) for each in problem["errors"]]}
    said = current_app.jinja_env.get_template("core/wrong.html")  # the page is not made again for these few words
    return rendered.replace(said.render(problem=problem), said.render(problem=told), 1)


def on_page(fault: Mapping[str, str], fields: Mapping[str, FieldOnPage]) -> Mapping[str, str]:
    """A fault of a field, called as the page calls it, with the id of its element as ``at``; a field of an object has
    its own name, or those of both (``penalty_step``).
    """
    name = fault["field"]
    field = next(
        (fields[each] for each in (name, "_".join(name.split(".")[-2:]), name.rpartition(".")[2]) if each in fields),
        None,
    )
    if field is None:  # by the reader of the field, who may know better whose it is
        said = [each for each in fields.values() if f"{each.label}: " in fault["message"]]
        return {**fault, "at": max(said, key=lambda each: len(each.label)).id} if said else fault
    sentence = fault["message"].removeprefix(f"{name}: ")
    called = f"{field.label}: " in sentence
    return {**fault, "message": fault["message"] if called else f"{field.label}: {sentence}", "at": field.id}


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
