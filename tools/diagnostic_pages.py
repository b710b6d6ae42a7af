"""Rewrites the report of every page in docs/diagnostics from what kibitz says now.

Read the difference before keeping it: a page is the test of its diagnostic.
"""

from __future__ import annotations

import re
from pathlib import Path

from kibitz.recycle import Source, check, render

PAGES = Path(__file__).parent.parent / "docs" / "diagnostics"
FAULT_AND_REPORT = re.compile(
    r"(## The fault\n+```recycle\n)(?P<fault>.*?)(```\n+## The report\n+```text\n).*?(```\n)",
    re.DOTALL,
)


def main() -> None:
    for path in sorted(PAGES.glob("*.md")):
        page = path.read_text(encoding="utf-8")
        rewritten = FAULT_AND_REPORT.sub(_with_report, page)
        if rewritten != page:
            path.write_text(rewritten, encoding="utf-8")
            print(f"rewritten: {path.name}")


def _with_report(match: re.Match[str]) -> str:
    source = Source("game.rcy", match["fault"])
    report = render(source, check(source).diagnostics, colour=False)
    return f"{match[1]}{match['fault']}{match[3]}{report.rstrip()}\n{match[4]}"


if __name__ == "__main__":
    main()
