"""Why something is not done, in words that a player understands: a closed list."""

from __future__ import annotations

from enum import Enum

from kibitz.recycle import KibitzError


class Reason(Enum):
    """What stands in the way: its name on the wire, and the sentence people read."""

    NOT_UNDERSTOOD = "not-understood", "the server does not understand this message"
    TOO_FAST = "too-fast", "that was too fast; try again in a second"
    NO_TABLE = "no-table", "there is no such table; it may have been cleared away"
    NO_GAME = "no-game", "this server does not offer that game"
    OTHER_RULES = (
        "other-rules",
        "the rules of this game have changed since, so this match cannot go on",
    )
    NO_NAME = "no-name", "a name has 1 to 24 letters"
    NO_TEXT = "no-text", "a text has 1 to 140 letters"
    NOTHING_TO_AGREE = "nothing-to-agree", "nobody wants to take anything back"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back", "you have chosen nothing yet in this match"
    FOREIGN_SECRET = "foreign-secret", "this seat is not yours"
    REMOVED = (
        "removed",
        "You are no longer at this table: the host has removed you, or you have left it on another "
        "device.",
    )
    NOT_JOINED = "not-joined", "say who you are first"
    NOT_HOST = "not-host", "only the host of the table can do that"
    NOT_SEATED = "not-seated", "you are watching: only players can do that"
    NOT_WAITING = "not-waiting", "that can be changed only before a match"
    NOT_PLAYING = "not-playing", "there is no match going on"
    NOT_OVER = "not-over", "the match is not over yet"
    NOT_COUNTED = "not-counted", "this has not been counted yet"
    NOT_YOUR_TURN = "not-your-turn", "it is not your turn"
    TOO_LATE = "too-late", "too late, the table has moved on"
    NO_OPTION = "no-option", "that is not possible here"
    NO_ADVICE = "no-advice", "this table plays without advice"
    NO_SEAT = "no-seat", "there is no such seat"
    NO_WATCHER = "no-watcher", "nobody of that number watches here"
    TABLE_FULL = "table-full", "all seats are taken; you can watch"
    TOO_FEW = "too-few", "there are not enough players for this game"
    NOT_READY = "not-ready", "not everybody is ready"
    NO_MATCH = "no-match", "there was no such match at this table"
    BAD_RECORD = "bad-record", "this is no record of a match"
    TOO_LARGE = "too-large", "this is more than the server takes"
    BAD_RULES = "bad-rules", "there are no such rules"
    CONFLICT = "conflict", "these rules do not go together"
    NO_BOT = "no-bot", "there is no such bot"
    STILL_HERE = "still-here", "this player is here; nobody needs to play for them"
    NOBODY_WAITED_FOR = "nobody-waited-for", "nobody is being waited for"
    CANNOT_BE = "cannot-be", "that cannot have happened at the table"
    BUSY = "busy", "the server has much to do for others; try again in a few seconds"
    TOO_MUCH = "too-much", "that takes the server too long to work out"
    TOO_MANY = "too-many", "that is more than one visitor may have here; try again later"
    SERVER_FULL = "server-full", "the server is full; try again later"
    STORE_GONE = "store-gone", "the server cannot write that down just now; try again in a moment"
    FAILED = "failed", "the server cannot show this table: something is wrong there, not here"
    RULE_FAILED = "rule-failed", "a rule of this game fails here; that choice was not made"

    @property
    def slug(self) -> str:
        return self.value[0]

    @property
    def words(self) -> str:
        return self.value[1]


class Refused(KibitzError):
    """Nothing was done. `words` says more than the reason where there is more to say."""

    def __init__(self, reason: Reason, words: str = "", seconds: int | None = None) -> None:
        """After so many seconds it may be tried again."""
        super().__init__(words or reason.words)
        self.reason = reason
        self.seconds = seconds
