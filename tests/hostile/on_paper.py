"""Bombs in what lies beside a program: its page, its records, kept files."""

from __future__ import annotations

from bombs import SHOW, SIMULATE, bomb, game, names

REPLAY = "replay match.jsonl"


def with_page(page: str) -> dict[str, str]:
    return {"game.rcy": game(), "game.md": page}


@bomb(SHOW, "too-large")
def a_page_of_a_megabyte() -> dict[str, str]:
    return with_page("word " * 200_000)


@bomb(SHOW, "nested too deeply")
def a_front_matter_of_brackets() -> dict[str, str]:
    return with_page("+++\ntags = " + "[" * 50_000 + "\n+++\n")


@bomb(SHOW, "closing `+++`")
def a_front_matter_without_an_end() -> dict[str, str]:
    return with_page("+++\n" + "a = 1\n" * 20_000)


@bomb(SHOW)
def a_page_of_quotes_in_quotes() -> dict[str, str]:
    return with_page("> " * 20_000 + "quoted\n")


@bomb(SHOW)
def a_page_of_open_brackets() -> dict[str, str]:
    return with_page("[" * 20_000 + "(" * 20_000)


@bomb(SHOW)
def a_page_of_stars() -> dict[str, str]:
    return with_page("*a _b " * 10_000)


@bomb(SHOW)
def a_page_that_would_paint_the_terminal() -> dict[str, str]:
    title = 'title = "\\u001b[2J\\u001b[31mRed\\u0007 \\u202e"'
    return with_page(f"+++\n{title}\n+++\n\x1b[2J\x1b]0;owned\x07 text\n")


@bomb(SHOW)
def a_front_matter_of_many_options() -> dict[str, str]:
    options = "\n".join(f"[options.{name}]\nlabel = 'x'\nsentence = 'y'" for name in names(2_000))
    return with_page(f"+++\n{options}\n+++\n")


@bomb(REPLAY, "match.jsonl")
def a_record_of_brackets() -> dict[str, str]:
    return {"match.jsonl": "[" * 100_000 + "\n"}


@bomb("play --resume match.jsonl", "match.jsonl")
def an_unfinished_record_of_objects_in_objects() -> dict[str, str]:
    return {"match.jsonl": '{"a":' * 50_000 + "1" + "}" * 50_000 + "\n"}


@bomb(REPLAY, "match.jsonl")
def a_record_of_nothing() -> dict[str, str]:
    return {"match.jsonl": ""}


@bomb(REPLAY, "match.jsonl")
def a_record_that_names_a_file_of_the_system() -> dict[str, str]:
    return {"match.jsonl": '{"kibitz record": 1, "game": "/etc/passwd", "players": ["a", "b"]}\n'}


@bomb(REPLAY, "match.jsonl")
def a_record_of_zeros() -> dict[str, bytes]:
    return {"match.jsonl": bytes(1_000_000)}


@bomb(SIMULATE)
def a_cache_folder_that_is_a_file() -> dict[str, str]:
    return {"game.rcy": game(), "home/kibitz": "not a folder"}
