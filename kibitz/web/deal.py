"""A deal that nobody can have chosen alone.

The server publishes the digest of a secret of its own before it hears the words of the players'
browsers; the seed is made of both. When the match is over the secret is told, and anybody can
compute the seed again. No player knows the secret; a server could choose only with a player of its
own at the table, whose words it makes up when it has heard the others'.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from secrets import token_hex


def fresh_secret() -> str:
    """The server's part."""
    return token_hex(16)


def commitment(secret: str) -> str:
    """What is published before anybody else has said a word."""
    return sha256(f"kibitz deal {secret}".encode()).hexdigest()


def seed_of(secret: str, words: Sequence[str]) -> int:
    """The seed of the match: 62 bits of the digest of the secret and all words, in seat order."""
    text = "\n".join([f"kibitz seed {secret}", *words])
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 2
