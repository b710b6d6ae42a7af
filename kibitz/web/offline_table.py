"""A table in a page, without a server: the same rooms, messages and frames, for one browser.

In: what the browser says, as text. Out: what it is told, as text, and what is to be kept so that
the table is there again next time. Nothing here knows of sockets, databases or compilers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from urllib.parse import parse_qsl, unquote

from kibitz.engine import MatchError, RecordedChoice, records
from kibitz.recycle import KibitzError
from kibitz.web import messages as said
from kibitz.web.beats import BEFORE_DEAL
from kibitz.web.frames import frame_text, hole_now
from kibitz.web.kept_match import KeptMatch, begun
from kibitz.web.live_match import LiveMatch
from kibitz.web.messages import bundled, done, parse, refused
from kibitz.web.offers import Offers, Options
from kibitz.web.offline_bot import PageBots
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import Manners, Phase, Room
from kibitz.web.room_changes import changed
from kibitz.web.room_words import room_now
from kibitz.web.scorecards import examples, settled, worth
from kibitz.web.wire import JsonObject, dumped

CODE, YOU = "PAGE", "You"
_SECRET = "page"
_NOT_HERE = "a page without a server does not do this"


class OfflineTable:
    """The table of a page; whoever has the page is its host."""

    def __init__(
        self,
        offers: Offers,
        game: str,
        options: Mapping[str, int | str],
        kept: str = "",
        bots: PageBots | None = None,
    ) -> None:
        """`kept`: what `kept` gave when the page was left."""
        self._offers = offers
        self._bots = bots or PageBots()
        self._room = Room(game, dict(options), manners=Manners(advice="full"))
        self._live: LiveMatch | None = None
        self._person: int | None = None
        self._lines_told = 0
        self._shown: int | None = None
        """The version that the browser was shown last."""
        self._failed: tuple[int, int] | None = None
        """The match and the version at which a rule fails when a bot chooses."""
        if kept:
            self._restore(json.loads(kept))

    @staticmethod
    def opened(
        offers: Offers, game: str, options: str, kept: str, bots: PageBots | None = None
    ) -> OfflineTable:
        """As it was left; a new one where that is of other rules, or cannot be read."""
        house_rules = json.loads(options)
        try:
            return OfflineTable(offers, game, house_rules, kept, bots)
        except (Refused, KibitzError, ValueError, KeyError, TypeError, IndexError):
            return OfflineTable(offers, game, house_rules, bots=bots)

    def begin(self, bots: str) -> None:
        """Whoever has the page sits down with bots of that strength, as many as the rules are for,
        and the cards are dealt; nothing, where somebody has sat there before."""
        if self._room.people:
            return
        game = self._offers.game(self._room.game, self._room.options)
        self._join(said.Join(YOU, None, watching=False))
        seats = self._offers.seats(self._room.game, self._room.options)
        for _ in range(game.players - 1):
            self._room = self._room.with_bot(bots, seats)
        self._start()

    @property
    def is_dealt(self) -> bool:
        """Whether a match has begun."""
        return self._live is not None

    # ------------------------------------------------------------------ messages

    def hear(self, text: str) -> str:
        """What the browser is told when it has said that, all messages together."""
        number, before, match = None, self._room, self._live
        version = match.version if match else 0
        try:
            number, message = parse(text)
            answers = self._obey(message)
        except Refused as fault:
            return bundled([dumped(refused(number, fault))])
        is_new = isinstance(message, said.Join)
        if is_new or self._room != before:
            answers.append(self._room_text())
        if is_new or self._live is not match or (self._live and self._live.version != version):
            answers += self._frame_texts()
        return bundled([*answers, dumped(done(number))])

    def _obey(self, message: said.In) -> list[str]:
        """What is answered besides rooms and frames. Raises Refused."""
        if isinstance(message, said.Join):
            return [*self._join(message), *self._bots_told()]
        if self._person is None:
            raise Refused(Reason.NOT_JOINED)
        match message:
            case said.Ping() | said.React() | said.Leave():
                pass
            case said.Nudge():
                raise Refused(Reason.NOBODY_WAITED_FOR)
            case said.Advise():
                return [self._advice(message)]
            case said.TakeBack() | said.Agree():
                raise Refused(Reason.NOTHING_TO_TAKE_BACK, _NOT_HERE)
            case said.Start():
                self._start()
                return self._bots_told()
            case said.Choose():
                self._choose(message)
            case change:
                here = {self._person}
                self._room = changed(self._room, self._person, change, self._offers, here)
        return []

    def _join(self, message: said.Join) -> list[str]:
        if self._room.people:
            self._person = self._room.people[0].number
            self._room = self._room.back(self._person)
        else:
            self._room = self._room.joined(message.name, _SECRET)
            self._person = self._room.people[0].number
            seats = self._offers.seats(self._room.game, self._room.options)
            self._room = self._room.seated(self._person, seats)
        self._lines_told, self._shown = 0, None
        return [dumped(said.Welcome("welcome", said.VERSION, self._person, _SECRET))]

    def _start(self) -> None:
        room = self._room.started(self._offers.seats(self._room.game, self._room.options))
        game = self._offers.game(room.game, room.options)
        kept = begun(room, game, room.match)
        self._room, self._live = room, LiveMatch(game, kept)
        self._lines_told, self._shown = 0, BEFORE_DEAL
        self._end_if_over()

    def _advice(self, message: said.Advise) -> str:
        assert self._person is not None, "somebody asks"
        if not self._can_advise():
            raise Refused(Reason.NO_ADVICE, "there is advice by the rules this page was made with")
        self._room = self._room.asked(self._person)
        live = self._live
        if live is None or (live.kept.number, live.version) != (message.match, message.version):
            raise Refused(Reason.TOO_LATE)
        if live.match.is_over or live.match.decision.seat != self._seat:
            raise Refused(Reason.NOT_YOUR_TURN)
        return dumped(self._bots.advise(live, message.aim))

    def _choose(self, message: said.Choose) -> None:
        live = self._live
        if live is None or live.match.is_over:
            raise Refused(Reason.NOT_PLAYING)
        if (message.match, message.version) != (live.kept.number, live.version):
            raise Refused(Reason.TOO_LATE)
        if live.match.decision.seat != self._seat:
            raise Refused(Reason.NOT_YOUR_TURN)
        options = live.match.decision.options
        found = [option.index for option in options if option.key == message.key]
        if not found:
            raise Refused(Reason.NO_OPTION)
        self._play(live, found[0])

    def _play(self, live: LiveMatch, option: int) -> None:
        try:
            live.go_on(live.after(option))
        except MatchError:
            raise Refused(Reason.RULE_FAILED) from None
        self._end_if_over()

    def _end_if_over(self) -> None:
        if self._live is not None and self._live.match.is_over:
            self._room = self._room.ended()

    @property
    def _seat(self) -> int | None:
        return None if self._person is None else self._room.seat_of(self._person)

    # ------------------------------------------------------------------ bots

    @property
    def bot_is_due(self) -> bool:
        """Whether a bot is to choose."""
        live = self._live
        if self._person is None or live is None or self._room.phase is not Phase.PLAYING:
            return False
        if self._failed == (live.kept.number, live.version):
            return False
        return self._room.chairs[live.match.decision.seat].bot is not None

    def let_bot_play(self) -> str:
        """The bot that is due chooses; what the browser is told then."""
        live = self._live
        assert live is not None, "a bot plays in a match"
        strength = self._room.chairs[live.match.decision.seat].bot
        assert strength is not None, "a bot is due"
        try:
            self._play(live, self._bots.thought(live, strength))
        except Refused as fault:
            self._failed = live.kept.number, live.version
            return bundled([dumped(said.Notice("notice", str(fault)))])
        ended = [self._room_text()] if self._room.phase is Phase.OVER else []
        return bundled([*ended, *self._frame_texts()])

    def _bots_told(self) -> list[str]:
        """Who plays at the table, where bots are not what they are called."""
        live = self._live
        if live is None or self._room.phase is not Phase.PLAYING:
            return []
        return [dumped(said.Notice("notice", words)) for words in self._words_of_bots(live)]

    def _words_of_bots(self, live: LiveMatch) -> list[str]:
        strengths = [chair.bot for chair in self._room.chairs if chair.bot]
        words = self._bots.told_of(live.game.program, strengths)
        return [words] if words else []

    # ------------------------------------------------------------------ telling

    def _room_text(self) -> str:
        here = set() if self._person is None else {self._person}
        room = self._room
        if not self._can_advise():  # so that nobody asks in vain
            room = replace(room, manners=replace(room.manners, advice="off"))
        return dumped(room_now(self._offers, CODE, room, here))

    def _can_advise(self) -> bool:
        try:
            game = self._offers.game(self._room.game, self._room.options)
        except Refused:  # no match begins by rules that contradict each other
            return False
        return self._bots.can_advise(game.program)

    def _frame_texts(self) -> list[str]:
        live = self._live
        if live is None or self._room.phase is Phase.WAITING:
            return []
        lines = [*self._words_of_bots(live), *live.story.lines(self._seat)]
        first = self._lines_told
        self._lines_told = len(lines)
        log = said.Log("log", live.kept.number, first, lines[first:])
        since, self._shown = self._shown, live.version
        return [dumped(log), frame_text(live, self._seat, since)]

    def fetched(self, address: str) -> tuple[int, str, str]:
        """What a server would answer: a status, the kind of the text, the text."""
        path, _, query = address.partition("?")
        try:
            return self._fetched(path.strip("/").split("/"), dict(parse_qsl(query)))
        except Refused as fault:
            body = {"reason": fault.reason.slug, "words": str(fault)}
            return 404, "application/json", json.dumps(body)

    def _fetched(self, path: list[str], query: dict[str, str]) -> tuple[int, str, str]:
        match [unquote(part) for part in path]:
            case ["games"]:
                return _as_json(self._offers.catalogue())
            case ["games", name, "rules"]:
                return 200, "text/html", self._offers.rules(name)
            case ["games", name, "examples.json"]:
                return _as_json(examples(self._offers, name))
            case ["games", name, "settlement.json"]:
                return _as_json(settled(self._offers, name, _options(query)))
            case ["games", name, "worth.json"]:
                return _as_json(worth(self._offers, name, _options(query)))
            case ["t", _, "matches", _, "holes", file] if self._live:
                return _as_json(hole_now(self._live, int(file.removesuffix(".json"))))
            case ["t", _, "record.json"] if self._live and self._live.match.is_over:
                return 200, "application/json", records.record_text(self._live.record())
            case _:
                raise Refused(Reason.NO_MATCH, _NOT_HERE)

    # ------------------------------------------------------------------ keeping

    def kept(self) -> str:
        """All that is needed to go on with the table, as text."""
        live = self._live
        match = live and {
            "kept": asdict(live.kept),
            "choices": [choice.option for choice in live.record().choices],
        }
        return json.dumps({"room": asdict(self._room), "match": match})

    def _restore(self, kept: JsonObject) -> None:
        self._room = Room.from_json(kept["room"])
        if kept["match"] is None:
            return
        began = kept["match"]["kept"]
        for name in ("players", "deal", "people"):
            began[name] = tuple(began[name])
        match = KeptMatch(**began)
        game = self._offers.begun_by(match.game, match.options, match.digest)
        self._live = LiveMatch(game, match)
        self._live.catch_up([RecordedChoice(0, option, "") for option in kept["match"]["choices"]])


def rules_asked(offers: Offers, game: str, options: str, linked: str) -> tuple[str, str]:
    """The house rules with which a page begins: those of its link, as in A=1&B=ON, in place of its
    own, for as many players; and why they are not those of the link, if they cannot be played."""
    if not linked:
        return options, ""
    players = offers.seats(game, {}).option
    own = {name: value for name, value in json.loads(options).items() if name == players}
    rules = {**own, **dict(_options(dict(parse_qsl(linked))))}
    try:
        offers.game(game, rules)
    except Refused as fault:
        return options, str(fault)
    return json.dumps(rules), ""


def _options(query: Mapping[str, str]) -> Options:
    """Sorted by name, numbers as numbers."""
    return tuple(sorted((key, _number_or_word(value)) for key, value in query.items()))


def _number_or_word(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


def _as_json(told: object) -> tuple[int, str, str]:
    return 200, "application/json", dumped(told)
