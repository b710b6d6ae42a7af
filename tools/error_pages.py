"""Rewrites the reports of the pages about faults in play, from what the engine says now.

Read the difference before keeping it: a page is the test of its fault.
"""

from __future__ import annotations

import runpy
from pathlib import Path

HELPERS = Path(__file__).parent.parent / "tests" / "engine" / "error_pages.py"


def main() -> None:
    helpers = runpy.run_path(str(HELPERS))
    for path in helpers["paths"]():
        text, page = path.read_text(encoding="utf-8"), helpers["page_at"](path)
        report = helpers["report_on"](page.fault, page.options)
        rewritten = text.replace(f"```text\n{page.report}```", f"```text\n{report}```")
        if rewritten != text:
            path.write_text(rewritten, encoding="utf-8")
            print(f"rewritten: {path.name}")


if __name__ == "__main__":
    main()
