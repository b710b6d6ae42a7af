"""Bombs in positions, nets, records and pages: whatever a stranger may send beside a program."""

from __future__ import annotations

import json

from bombs import SHOW, bomb, game, names

ADVISE = "advise kuhn-poker --position mine.toml"
TRAIN = "train kuhn-poker --matches 10 --out kept.net"
REPLAY = "replay match.jsonl"


def with_page(page: str) -> dict[str, str]:
    return {"game.rcy": game(), "game.md": page}


def position(text: str) -> dict[str, str]:
    return {"mine.toml": text}


def net(header: bytes, body: bytes = b"") -> dict[str, bytes]:
    return {"kept.net": header + b"\n" + body}


# ---------------------------------------------------------------------------- positions


@bomb(ADVISE, "it is empty")
def a_position_of_nothing() -> dict[str, str]:
    return position("")


@bomb(ADVISE, "far too many digits")
def a_position_with_a_number_of_fifty_thousand_digits() -> dict[str, str]:
    return position("player = " + "9" * 50_000)


@bomb(ADVISE, "nested too deeply")
def a_position_of_brackets() -> dict[str, str]:
    return position("player = " + "[" * 50_000)


@bomb(ADVISE, "at most 65536 bytes")
def a_position_of_a_megabyte() -> dict[str, str]:
    return position("# " + "x" * 1_000_000)


@bomb(ADVISE, "a name in it has too many parts")
def a_position_with_a_path_of_thousands_of_names() -> dict[str, str]:
    return position(".".join(["a"] * 20_000) + " = 1")


@bomb(ADVISE, "mine.toml")
def a_position_of_thousands_of_unknown_cards() -> dict[str, str]:
    return position("[table]\n" + "\n".join(f'{name} = "?x999"' for name in names(3_000)))


@bomb(ADVISE, "mine.toml")
def a_position_of_ninety_nine_players() -> dict[str, str]:
    seats = "\n".join(f'[players.{seat}]\nHAND = "?x999"' for seat in range(1, 100))
    return position(seats)


# ---------------------------------------------------------------------------- nets


@bomb(TRAIN, "is not a net of this kibitz")
def a_net_of_brackets() -> dict[str, bytes]:
    return net(b"[" * 100_000)


@bomb(TRAIN, "is not a net of this kibitz")
def a_net_of_digits() -> dict[str, bytes]:
    return net(b'{"format": "kibitz net 2", "seed": ' + b"9" * 500_000 + b"}")


@bomb(TRAIN, "is not a net of this kibitz")
def a_net_of_forty_megabytes_of_zeros() -> dict[str, bytes]:
    return net(b"\0" * 40_000_000)


@bomb(TRAIN, "is not a net of this kibitz")
def a_net_with_a_header_of_twenty_megabytes() -> dict[str, bytes]:
    return net(b'{"format": "kibitz net 1", "curve": [' + b"[]," * 6_000_000 + b"[]]}")


@bomb(TRAIN, "is a net for another game")
def a_net_of_infinite_facts() -> dict[str, bytes]:
    facts = {"format": "kibitz net 2", "seed": float("inf"), "way": "os:system", "rules": [[]]}
    return net(json.dumps(facts).encode(), b"\xff" * 10_000)


# ---------------------------------------------------------------------------- records


@bomb(REPLAY, "match.jsonl")
def a_record_of_digits() -> dict[str, str]:
    return {"match.jsonl": '{"format":"kibitz record 2","seed":' + "9" * 1_000_000 + "}\n"}


@bomb(REPLAY, "match.jsonl")
def a_record_of_a_hundred_thousand_lines() -> dict[str, str]:
    return {"match.jsonl": "{}\n" * 100_000}


@bomb("play --resume match.jsonl", "match.jsonl")
def a_record_to_go_on_with_of_brackets() -> dict[str, str]:
    return {"match.jsonl": '{"format":' * 100_000 + "\n"}


# ---------------------------------------------------------------------------- pages


@bomb(SHOW, "a number has far too many digits")
def a_front_matter_with_a_number_of_a_hundred_thousand_digits() -> dict[str, str]:
    return with_page("+++\ntitle = " + "9" * 100_000 + "\n+++\n")


@bomb(SHOW, "game.md")
def a_front_matter_with_a_path_of_thousands_of_names() -> dict[str, str]:
    return with_page("+++\n" + ".".join(["a"] * 30_000) + " = 1\n+++\n")


@bomb(SHOW)
def a_page_of_lists_in_lists() -> dict[str, str]:
    return with_page("\n".join(" " * depth + "- a" for depth in range(400)))


@bomb(SHOW)
def a_page_of_thousands_of_links_to_one_mark() -> dict[str, str]:
    return with_page("[a]: https://elsewhere.example\n\n" + "[a][a] " * 15_000)


@bomb(SHOW)
def a_page_of_a_table_of_a_thousand_columns() -> dict[str, str]:
    row = "|" + "a|" * 1_000
    return with_page(f"{row}\n|" + "-|" * 1_000 + "\n" + f"{row}\n" * 20)


@bomb(SHOW)
def a_page_of_backticks() -> dict[str, str]:
    return with_page(" ".join("`" * count for count in range(1, 400)))
