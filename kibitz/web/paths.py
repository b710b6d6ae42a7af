"""What may stand in an address: numbers and codes that every database takes, and hosts."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.convertors import Convertor, StringConvertor, register_url_convertor


class Count(Convertor[int]):
    """A number in an address: small enough for every database."""

    regex = "[0-9]{1,9}"

    @classmethod
    def fits(cls, text: str) -> bool:
        return re.fullmatch(cls.regex, text) is not None

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class Code(StringConvertor):
    """What may be the code of a table."""

    regex = "[A-Z0-9]{1,12}"

    @classmethod
    def fits(cls, text: str) -> bool:
        return re.fullmatch(cls.regex, text) is not None


register_url_convertor("count", Count())
register_url_convertor("code", Code())


def host_of(origin: str) -> str | None:
    """The host that a browser says its page is from; None if that is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None
