"""The forms of a page as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

NUMERIC = ("numeric", "decimal")


@dataclass
class Form:
    """A form.  ``fields``: names and values, filled in so that nothing required is empty; ``numbers``: the names of
    those that take a number; ``buttons``: those with a name, of which the first is among the fields.
    """

    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def address(self) -> str:
        """The path that it is sent to."""
        return self.action.partition("?")[0].partition("#")[0]

    def pressing(self, button: tuple[str, str] | None) -> list[tuple[str, str]]:
        """What is sent if a button is pressed."""
        fields = [each for each in self.fields if each not in self.buttons]
        return [*fields, *([button] if button is not None else [])]

    def sent_with(self, name: str, value: str) -> list[tuple[str, str]]:
        """What is sent if the field ``name`` has a value."""
        return [(each, value if each == name else other) for each, other in self.fields]


def every_form(page: str, path: str) -> list[Form]:
    """The forms of a page at ``path``."""
    reader = _Reader(path)
    reader.feed(page)
    return reader.forms


def forms_in(page: str, path: str) -> list[Form]:
    """The forms of a page at ``path`` that take a number."""
    return [each for each in every_form(page, path) if each.numbers]


def wrongs_in(page: str) -> str:
    """What a page says is wrong, without tags: the text of its alerts."""
    reader = _Alerts()
    reader.feed(page)
    return " ".join("".join(reader.said).split())


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select: tuple[str, bool] | None = None
        self.options: list[tuple[str, bool]] = []
        self.area: str | None = None
        self.text = ""
        self.pressed = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, kind = given.get("name", ""), given.get("type", "text")
        if tag == "form":
            self.form = Form(given.get("method", "get").upper(), given.get("action") or self.path)
            self.forms.append(self.form)
            self.pressed = False
        elif self.form is None:
            return
        elif tag == "input" and name and kind not in ("file", "submit"):
            if kind in ("checkbox", "radio") and "checked" not in given and "required" not in given:
                return
            if kind == "number" or given.get("inputmode") in NUMERIC:
                self.form.numbers.append(name)
            value = given.get("value", "on" if kind == "checkbox" else "")
            self.form.fields.append((name, value or ("xxx" if "required" in given else "")))
        elif tag == "select" and name:
            self.select, self.options = (name, "required" in given), []
        elif tag == "option":
            self.options.append((given.get("value", ""), "selected" in given))
        elif tag == "textarea" and name:
            self.area, self.text = name, ""
        elif tag == "button" and name and kind != "button":
            self.form.buttons.append((name, given.get("value", "")))
            if not self.pressed:
                self.form.fields.append(self.form.buttons[0])
            self.pressed = True

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if self.form is None:
            return
        if tag == "form":
            self.form = None
        elif tag == "select" and self.select:
            name, required = self.select
            chosen = [value for value, selected in self.options if selected] or [self.options[0][0]]
            if required and not chosen[0]:
                chosen = [value for value, _ in self.options if value][:1] or [""]
            self.form.fields.append((name, chosen[0]))
            self.select = None
        elif tag == "textarea" and self.area:
            self.form.fields.append((self.area, self.text.strip() or "xxx"))
            self.area = None


class _Alerts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        alert = ("role", "alert") in attrs
        if (self.depth or alert) and tag not in ("br", "input", "img"):
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        self.depth -= self.depth > 0

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.said.append(data + " ")
