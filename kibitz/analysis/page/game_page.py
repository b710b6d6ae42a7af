"""The page of one game, complete and by itself."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from kibitz.analysis.figures.output import Picture
from kibitz.analysis.measures.all import Measures
from kibitz.analysis.page import sections
from kibitz.analysis.page.html import document, paragraph, pills, play_links, section
from kibitz.analysis.story import Story
from kibitz.analysis.subject import Subject
from kibitz.recycle import Shade, shaded_tokens

_CONTENTS = (
    ("rules", "How it is played"),
    ("flow", "Information flow"),
    ("branching", "Branching factor"),
    ("spread", "Decision spread"),
    ("lead", "Lead history"),
    ("story", "A match"),
    ("skill", "Skill and luck"),
    ("seats", "Seats"),
    ("character", "Character"),
    ("distributions", "Length and scores"),
    ("program", "Program"),
    ("downloads", "Downloads"),
)


def game_page(
    subject: Subject,
    measures: Measures,
    pictures: dict[str, Picture],
    story: Story | None,
    home: str = "",
    play: str = "",
) -> str:
    """The page; `home` is a link to the index if any, `play` one to a table."""
    rules = subject.page.rules
    body = "\n".join(
        (
            _header(subject, measures, home, play),
            '<main id="content">',
            section("rules", "How it is played", to_html(rules, below=2)) if rules else "",
            sections.figure_sections(subject, measures, pictures),
            sections.story_section(story),
            sections.skill_section(measures, pictures),
            sections.seats_section(measures),
            sections.character_section(measures),
            sections.distribution_section(measures, pictures),
            sections.sample_section(subject, measures),
            _program(subject),
            _downloads(subject),
            "</main>",
        )
    )
    return document(f"{subject.page.title} – kibitz", subject.page.summary, body)


def _header(subject: Subject, measures: Measures, home: str, play: str) -> str:
    page = subject.page
    players = "1 player" if measures.players == 1 else f"{measures.players} players"
    items = "".join(
        f'<li><a href="#{name}">{escape(words)}</a></li>'
        for name, words in _CONTENTS
        if (name != "rules" or page.rules) and (name != "seats" or measures.has_rivals)
    )
    back = f'<p><a href="{escape(home)}">All games</a></p>\n' if home else ""
    summary = f'<p class="summary">{escape(page.summary)}</p>\n' if page.summary else ""
    table = f"<p>{play_links(play, page.title)}</p>\n" if play else ""
    return (
        f"<header>\n{back}<h1>{escape(page.title)}</h1>\n{summary}{table}"
        f"{pills('Players and tags', (players, *page.tags))}\n"
        f'<nav class="contents" aria-label="Contents"><ul>{items}</ul></nav>\n</header>'
    )


def _program(subject: Subject) -> str:
    text = subject.program.source.text.rstrip("\n")
    code = f"<code>{highlighted(text)}</code>"
    note = "The game as kibitz plays it, in RECYCLE, a language for the rules of card games."
    return section(
        "program",
        "The program",
        paragraph(note),
        f'<pre tabindex="0" role="region" aria-label="Program">{code}</pre>',
    )


def _downloads(subject: Subject) -> str:
    """The program is in the page; everything else lies in the folder beside it."""
    code, name = subject.program.source.text.encode(), subject.name
    words = f"The program ({max(1, round(len(code) / 1000))} kB)"
    items = (
        link(f"{name}.rcy", code, "text/plain;charset=utf-8", words),
        f'<a href="{escape(archive_path(name))}">All tables and figures (CSV, SVG, PNG, DOT)</a>',
    )
    listed = "".join(f"<li>{item}</li>" for item in items)
    note = "Tables and figures lie in the folder beside this page."
    return section(
        "downloads", "Downloads", f'<ul class="downloads">{listed}</ul>', paragraph(note)
    )


def archive_path(name: str) -> str:
    """Where all files of a game lie together, seen from its page."""
    return f"{name}/{name}-analysis.zip"


_DEEPEST = 6


def to_html(text: str, below: int) -> str:
    """The text as HTML whose highest headings are one level below `below`.

    HTML inside the text is shown as it is written, not obeyed; of a picture from elsewhere there
    is only what it is said to show.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("image", _picture)
    tokens = parser.parse(text)
    _move_headings(tokens, below)
    return str(parser.renderer.render(tokens, parser.options, {}))


def _picture(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    token = tokens[index]
    if str(token.attrGet("src")).startswith("data:image/"):
        return renderer.image(tokens, index, options, env)
    return escape(renderer.renderInlineAsText(token.children, options, env))


def _move_headings(tokens: list[Token], below: int) -> None:
    """No level is left out, whatever levels the text uses."""
    used = sorted({token.tag for token in tokens if token.type == "heading_open"})
    levels = {tag: min(_DEEPEST, below + 1 + depth) for depth, tag in enumerate(used)}
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{levels[token.tag]}"
        if token.type == "th_open":
            token.attrSet("scope", "col")


_CLASSES = {
    Shade.COMMENT: "comment",
    Shade.PARENTHESIS: "parenthesis",
    Shade.OPERATOR: "operator",
    Shade.KEYWORD: "keyword",
    Shade.VARIABLE: "variable",
    Shade.NUMBER: "number-word",
    Shade.PLAIN: "",
    Shade.STRAY: "stray",
}


def highlighted(program: str) -> str:
    """The program with every character in its place; neighbours of one shade share a span."""
    parts: list[str] = []
    done = 0
    for token, shade in shaded_tokens(program):
        parts.append(escape(program[done : token.start]))
        name, text = _CLASSES[shade], escape(token.text)
        parts.append(f'<span class="{name}">{text}</span>' if name else text)
        done = token.end
    parts.append(escape(program[done:]))
    return "".join(parts)


_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same files make the same archive."""


def archive(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, data)
    return buffer.getvalue()


def link(name: str, data: bytes, kind: str, words: str) -> str:
    content = b64encode(data).decode("ascii")
    return f'<a download="{escape(name)}" href="data:{kind};base64,{content}">{escape(words)}</a>'
