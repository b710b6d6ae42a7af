"""A small reader of pages that notices what a browser, or a screen reader, would stumble over."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_VOID = {"meta", "link", "br", "hr", "img", "input", "option", "path", "use", "rect", "image"}
_OPTIONAL_END = {"option", "p", "li"}


class PageReader(HTMLParser):
    """Collects faults; `faults` is empty for a sound page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.headings: list[int] = []
        self.links: list[str] = []
        self._open: list[str] = []
        self._ids: set[str] = set()
        self._targets: set[str] = set()
        self._text: list[str] = []
        self.title = ""
        self._tables: list[dict[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self._check_values(tag, values)
        if tag == "table":
            self._tables.append({"caption": False, "th": False})
        if self._tables and tag in ("caption", "th"):
            self._tables[-1][tag] = True
        if re.fullmatch("h[1-6]", tag):
            self._heading(int(tag[1]))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._check_values(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._open[-1:] or 'nothing'}")
            return
        self._open.pop()
        if tag == "table" and not self._tables.pop()["th"]:
            self.faults.append("a table without headers")

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["title"] and self._open[:2] == ["html", "head"]:
            self.title += data

    def _check_values(self, tag: str, values: dict[str, str | None]) -> None:
        name = values.get("id")
        if name is not None:
            if name in self._ids:
                self.faults.append(f"two elements are called {name}")
            self._ids.add(name)
        if tag == "img" and values.get("alt") is None:
            self.faults.append("a picture without words")
        if tag == "html" and not values.get("lang"):
            self.faults.append("a page without a language")
        if values.get("role") in ("img", "region") and not values.get("aria-label"):
            self.faults.append(f"a {tag} that is an image or region, without a name")
        for key in ("href", "src", "xlink:href"):
            value = values.get(key)
            if value is not None:
                self.links.append(value)
                if value.startswith("#"):
                    self._targets.add(value[1:])
        if values.get("aria-labelledby"):
            self._targets.add(str(values["aria-labelledby"]))

    def _heading(self, level: int) -> None:
        before = self.headings[-1] if self.headings else 0
        if level > before + 1:
            self.faults.append(f"h{level} follows h{before}")
        self.headings.append(level)

    def finish(self) -> None:
        self.close()
        if self._open:
            self.faults.append(f"never closed: {self._open}")
        if self.headings.count(1) != 1:
            self.faults.append("there is not just one first heading")
        if not self.title.strip():
            self.faults.append("a page without a title")
        missing = self._targets - self._ids
        if missing:
            self.faults.append(f"links to nowhere: {sorted(missing)}")


def read_page(text: str) -> PageReader:
    reader = PageReader()
    reader.feed(text)
    reader.finish()
    return reader


def contrast(one: str, other: str) -> float:
    """Of two colours like `#1c1d22`, as the accessibility guidelines (WCAG 2) define it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
