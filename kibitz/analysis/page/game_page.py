"""The page of one game, complete and by itself."""

from __future__ import annotations

from html import escape

from kibitz.analysis.measures.all import Measures
from kibitz.analysis.page import sections
from kibitz.analysis.page.code import highlighted
from kibitz.analysis.page.downloads import link, size_text
from kibitz.analysis.page.html import document, paragraph, pills, section
from kibitz.analysis.page.markdown import to_html
from kibitz.analysis.page.story_section import story_section
from kibitz.analysis.pictures import Picture
from kibitz.analysis.story import Story
from kibitz.analysis.subject import Subject

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
    home: str | None = None,
) -> str:
    """The page; `home` is a link to the index if any."""
    body = "\n".join(
        (
            _header(subject, measures, home),
            '<main id="content">',
            _rules(subject),
            sections.flow_section(subject, measures, pictures["flow"]),
            sections.branching_section(measures, pictures["branching"]),
            sections.spread_section(measures, pictures.get("spread")),
            sections.lead_section(measures, pictures.get("lead")),
            story_section(story),
            sections.skill_section(measures, pictures.get("skill")),
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


def _header(subject: Subject, measures: Measures, home: str | None) -> str:
    page = subject.page
    players = "1 player" if measures.players == 1 else f"{measures.players} players"
    items = "".join(
        f'<li><a href="#{name}">{escape(words)}</a></li>'
        for name, words in _CONTENTS
        if (name != "rules" or page.rules) and (name != "seats" or measures.has_rivals)
    )
    back = f'<p><a href="{escape(home)}">All games</a></p>\n' if home else ""
    summary = f'<p class="summary">{escape(page.summary)}</p>\n' if page.summary else ""
    return (
        f"<header>\n{back}<h1>{escape(page.title)}</h1>\n{summary}"
        f"{pills('Players and tags', (players, *page.tags))}\n"
        f'<nav class="contents" aria-label="Contents"><ul>{items}</ul></nav>\n</header>'
    )


def _rules(subject: Subject) -> str:
    if not subject.page.rules:
        return ""
    return section("rules", "How it is played", to_html(subject.page.rules, below=2))


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
    items = (
        link(f"{name}.rcy", code, "text/plain;charset=utf-8", f"The program ({size_text(code)})"),
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
