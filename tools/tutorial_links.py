"""Writes the links of docs/tutorial.md: each opens the workshop with the program above it."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "tutorial.md"
WORKSHOP = "http://127.0.0.1:8000/write"
"""Where `kibitz serve` has it, unless told otherwise."""
_BLOCK = re.compile(r"^```(recycle|page)\n(.*?)^```\n", re.M | re.S)
_LINK = re.compile(r"^\[Open it in the workshop\]\[step-\d+\]\n", re.M)
_TARGET = re.compile(r"^\[step-(\d+)\]: (\S+)\n", re.M)


def main() -> None:
    PAGE.write_text(linked(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def linked(text: str) -> str:
    """With a link under every program."""
    plain = _TARGET.sub("", _LINK.sub("", text))
    parts, end = [], 0
    found = steps(plain)
    programs = [block for block in _BLOCK.finditer(plain) if block[1] == "recycle"]
    for number, block in enumerate(programs, 1):
        parts.append(plain[end : block.end()])
        parts.append(f"[Open it in the workshop][step-{number}]\n")
        end = block.end()
    targets = [f"[step-{number}]: {link(*step)}\n" for number, step in enumerate(found, 1)]
    return "".join((*parts, plain[end:].rstrip("\n"), "\n\n", *targets))


def steps(text: str) -> list[tuple[str, str]]:
    """Every program with the page that follows it, or none."""
    found: list[tuple[str, str]] = []
    for block in _BLOCK.finditer(text):
        if block[1] == "recycle":
            found.append((block[2], ""))
        else:
            found[-1] = (found[-1][0], block[2])
    return found


def link(program: str, page: str) -> str:
    """The address of the workshop with these texts, as its *Copy a link* makes it."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = json.dumps({"program": program, "page": page}).encode()
    packed = packing.compress(data) + packing.flush()
    return f"{WORKSHOP}#{urlsafe_b64encode(packed).decode().rstrip('=')}"


def texts(address: str) -> tuple[str, str]:
    """What such a link opens."""
    coded = address.partition("#")[2]
    packed = urlsafe_b64decode(coded + "=" * (-len(coded) % 4))
    told = json.loads(zlib.decompress(packed, -zlib.MAX_WBITS))
    return told["program"], told["page"]


def targets(text: str) -> list[str]:
    """The addresses of the links, in their order."""
    return [address for _, address in _TARGET.findall(text)]


if __name__ == "__main__":
    main()
