"""A page that a stranger wrote brings nothing into the pages made of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from kibitz.analysis.page.game_page import to_html
from kibitz.analysis.page.html import document

LOADING = {"src", "srcset", "poster", "data", "action", "formaction", "background", "ping"}
HOSTILE = """
# Rules

![a picture](https://elsewhere.example/pixel.png "title")
![<b>bold</b> & more](//elsewhere.example/pixel.png)
[![nested](http://elsewhere.example/a.gif)](https://elsewhere.example/)
![by reference][mark] ![script](javascript:alert(1)) ![local](file:///etc/passwd)

<script src="https://elsewhere.example/x.js"></script>
<img src=x onerror=alert(1)> <iframe src="https://elsewhere.example"></iframe>
<style>@import "https://elsewhere.example/x.css";</style>
<link rel=stylesheet href=https://elsewhere.example/x.css>

[link](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>)

| a | b |
|---|---|
| ![cell](https://elsewhere.example/c.png) | x |

[mark]: https://elsewhere.example/marked.png
"""


class Loads(HTMLParser):
    """What a browser would load, and run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.found += [f"{tag} {name}" for name in values if name in LOADING or name[:2] == "on"]
        if tag in ("script", "style", "iframe", "object", "embed", "base", "link", "meta"):
            self.found.append(tag)
        if "script:" in values.get("href", "") or "data:" in values.get("href", ""):
            self.found.append(f"{tag} href")


def test_the_prose_of_a_page_loads_and_runs_nothing() -> None:
    made = to_html(HOSTILE, 1)
    assert Loads(made).found == []
    assert "a picture" in made, "what a picture shows is still said"
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; more" in made


def test_a_picture_in_the_page_itself_is_shown() -> None:
    assert Loads(to_html("![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)", 1)).found == [
        "img src"
    ]


@pytest.mark.parametrize("body", ["<p>x</p>", "<p>x</p><script>\nlet a = 1;\n</script>"])
def test_a_page_says_that_it_loads_nothing_and_runs_only_its_own_script(body: str) -> None:
    made = document("title", "words", body)
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', made)
    assert "default-src 'none'" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    assert ("script-src 'sha256-" in policy) == ("<script>" in body)
    assert "http" not in policy
