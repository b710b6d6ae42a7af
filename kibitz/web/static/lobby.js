// The waiting room: who plays on the left, by which rules on the right.

import { copy } from "./copying.js";
import { h } from "./dom.js";
import { example, exampleScore } from "./examples.js";
import { portrait } from "./faces.js";
import { ADVICE, BOTS, TURN_SECONDS } from "./messages.js";
import { isHere, isHost as holdsTable } from "./passing.js";
import { settlement, summary } from "./preview.js";
import { savedRules, saving } from "./saved.js";
import { dragClass, grip } from "./seating.js";
import { rulesBar, saidRules } from "./rules_bar.js";
import { rulesLink } from "./shared.js";
import { isAlone, state } from "./store.js";

const FEWEST_IN_SERIES = 4;
const POLICIES = { review: "after the match only", off: "none", hints: "hints, in words", full: "everything, with numbers" };

export function lobby(actions) {
  const { room } = state;
  const isHost = holdsTable();
  if (!isHost) return [guestLobby(room, actions)];
  return [h("section", { class: "lobby", testid: "screen-lobby" },
    h("div", { class: "column" }, invitation(room), seats(room, isHost, actions), begin(room, isHost, actions)),
    h("div", { class: "column" }, rules(room, isHost, actions)),
    h("div", { class: "outcome" }, summary(room), settlement(room)))];
}

// Whoever does not hold the table reads on one screen what is different here.
function guestLobby(room, actions) {
  const game = state.games.find((offer) => offer.name === room.game);
  return h("section", { class: "lobby guest", testid: "screen-lobby" },
    h("div", { class: "column" },
      seats(room, false, actions),
      h("div", { testid: "different" }, h("h3", {}, "What is different here"), saidRules(room.rules)),
      begin(room, false, actions)),
    h("div", { class: "column" },
      h("div", {}, h("details", {}, h("summary", {}, h("b", {}, room.title)), game && h("p", {}, game.summary)),
        h("button", { testid: "lobby-rules", onclick: () => actions.showRules(room.game) }, `How ${room.title} is played`)),
      !isAlone && h("details", { class: "inviting", testid: "inviting" }, h("summary", {}, "Bring somebody else"), invitation(room))));
}

function invitation(room) {
  if (isAlone) return null;
  const link = `${location.origin}/t/${room.code}`;
  return h("div", { class: "invitation" },
    h("div", {},
      h("p", {}, "Friends join with this code, or the link"),
      h("output", { class: "bigcode", testid: "room-code" }, room.code),
      h("button", { testid: "copy-link", onclick: () => copy(link, "the link is copied") }, "Copy link")),
    h("img", { src: `/t/${room.code}/qr.svg`, alt: `QR code of ${link}`, width: "116", height: "116" }));
}

function seats(room, isHost, actions) {
  const mine = room.chairs.find((chair) => chair.person === state.person);
  const watchers = room.people.filter((person) => !room.chairs.some((chair) => chair.person === person.person));
  const isFull = room.chairs.length >= room.most;
  return h("div", { class: "seats" },
    h("h2", {}, `Players ${room.chairs.length} of ${room.most}`),
    room.pack && h("p", { class: "quiet", testid: "pack" }, room.pack),
    h("ol", {}, room.chairs.map((chair, seat) => chairRow(room, chair, seat, isHost, actions))),
    isHost && !isFull && h("div", { class: "addbot", testid: "ai-add" }, h("span", {}, "Add a bot:"),
      BOTS.map((bot) => h("button", { key: bot, testid: `ai-add-${bot}`, onclick: () => actions.say("addbot", { bot }) }, bot))),
    mine && !isFull && !isAlone && (isHost ? beside(actions) : h("details", {}, h("summary", {}, "Somebody else on this device?"), beside(actions))),
    !mine && !isFull && h("button", { testid: "sit", onclick: () => actions.say("sit", { seated: true }) }, "Sit down"),
    mine && h("button", { testid: "stand", onclick: () => actions.say("sit", { seated: false }) }, "Only watch"),
    watchers.length > 0 && h("p", { class: "quiet watchers", testid: "watchers" }, "Watching: ", watchers.map((person, number) => watcher(room, person, number, isHost, actions))));
}

// The host can send away who only watches.
function watcher(room, { person, name }, number, isHost, actions) {
  const isOther = person !== state.person && person !== room.host;
  return h("span", { key: person }, number > 0 && ", ", name,
    isHost && isOther && h("button", { "aria-label": `remove ${name}`, testid: `dismiss-${person}`, onclick: () => actions.say("dismiss", { person }) }, "✕"));
}

// Friends round one phone: it is handed to whoever is to choose.
function beside(actions) {
  const add = (event) => {
    event.preventDefault();
    const field = event.target.querySelector("input");
    if (field.value.trim()) actions.addPlayer(field.value);
    field.value = "";
  };
  return h("form", { class: "beside", onsubmit: add },
    h("input", { testid: "beside-name", maxlength: "24", autocomplete: "off", "aria-label": "name of somebody else on this device", placeholder: "Another name" }),
    h("button", { testid: "beside-add" }, "Add a player on this device"));
}

function chairRow(room, chair, seat, isHost, actions) {
  const isBeside = chair.person !== state.person && isHere(chair.person);
  const kind = chair.bot ? `bot · ${chair.bot}` : chair.person === room.host ? "host" : isBeside ? "on this device" : "";
  const remove = () => (isBeside ? actions.dismiss(chair.person) : actions.say("remove", { seat }));
  return h("li", { key: `${chair.name}`, class: `${chair.is_here ? "" : "away"} ${dragClass(seat)}`, testid: `seat-${seat}` },
    isHost && room.chairs.length > 1 && grip(chair, seat, room.chairs.length, actions),
    portrait(chair.name),
    h("span", { class: "who" }, chair.name, chair.person === state.person && " (you)"),
    h("small", {}, kind),
    h("span", { class: "mark" }, chair.is_ready || chair.person === room.host ? "ready" : chair.is_here ? "not ready" : "away"),
    (isHost || isBeside) && chair.person !== state.person && h("button", { "aria-label": `remove ${chair.name}`, testid: `remove-${seat}`, onclick: remove }, "✕"));
}

function begin(room, isHost, actions) {
  const mine = room.chairs.find((chair) => chair.person === state.person);
  const missing = room.fewest - room.chairs.length;
  const waiting = room.chairs.filter((chair) => !chair.is_ready && chair.person !== room.host);
  const why = room.conflict || (missing > 0 ? `${missing} more needed` : waiting.length ? `waiting for ${waiting.map((chair) => chair.name).join(", ")}` : "");
  if (isHost) {
    return h("div", { class: "begin" },
      h("button", { class: "main", testid: "lobby-start", disabled: Boolean(why), onclick: () => actions.say("start") }, "Deal the cards"),
      h("p", { class: "quiet", testid: "start-why" }, why), seal(room));
  }
  return h("div", { class: "begin" },
    mine && h("button", { class: "main", testid: "ready", "aria-pressed": String(mine.is_ready), onclick: () => actions.say("ready", { ready: !mine.is_ready }) },
      mine.is_ready ? "Ready ✓" : "I am ready"),
    h("p", { class: "quiet" }, "The host deals when everybody is ready."), seal(room));
}

// The server has fixed its part of the deal; this page has added chance of its own.
function seal(room) {
  return h("details", { class: "quiet" }, h("summary", {}, "No player can choose the deal"),
    h("p", {}, "The server has sealed its part of the next deal; every player's browser adds its own. After the match `kibitz verify` and the results page open the seal:"),
    h("code", { testid: "seal" }, room.commitment));
}

// ---------------------------------------------------------------------------- rules

function rules(room, isHost, actions) {
  const game = state.games.find((offer) => offer.name === room.game);
  if (!game) return [];
  const settings = { ...room.options };
  const configure = (options, name = room.game) => actions.say("configure", { game: name, options });
  return [
    h("h2", {}, "The rules"),
    rulesBar(room),
    room.conflict && h("p", { class: "conflict", role: "alert" }, room.conflict),
    h("label", { class: "pick" }, "Game",
      h("select", { testid: "pick-game", disabled: !isHost, value: room.game, onchange: (event) => configure({}, event.target.value) },
        state.games.map((offer) => h("option", { key: offer.name, value: offer.name, selected: offer.name === room.game }, offer.title)))),
    presets(game, room, isHost, configure),
    groups(game.options).map(([group, options]) =>
      h("fieldset", { key: group, disabled: !isHost }, h("legend", {}, group || "options"),
        series(options).map((run) => (run.length < FEWEST_IN_SERIES
          ? run.map((option) => optionRow(option, settings, room, (value) => configure(chosen(game, settings, { [option.name]: value }))))
          : numbersRow(run, settings, (values) => configure(chosen(game, settings, values))))))),
    !isAlone && manners(room, isHost, actions),
    !room.conflict && share(room.game, chosen(game, settings, {})),
    h("button", { testid: "lobby-rules", onclick: () => actions.showRules(room.game) }, `How ${game.title} is played`),
  ];
}

// Rules under one name: those of the game's page, and those that this browser has kept.
function presets(game, room, isHost, configure) {
  const tile = ({ key, label, sentence, options, isPressed }) => h("button", { key, testid: `preset-${key}`, disabled: !isHost, "aria-pressed": String(isPressed), onclick: () => configure(options) },
    h("strong", {}, label), h("small", {}, sentence));
  const own = chosen(game, room.options, {});
  const tiles = [
    ...game.presets.map((preset) => ({ ...preset, key: preset.name, isPressed: room.preset === preset.name })),
    ...savedRules(game).map((saved) => ({ ...saved, isPressed: same(saved.options, own) })),
  ];
  return tiles.length > 0 && h("div", { class: "presets" }, tiles.map(tile));
}

function same(one, other) {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => one[name] === other[name]);
}

function share(game, options) {
  const link = rulesLink(game, options);
  const asked = link && new URL(link).search;
  return link && h("div", { class: "share" },
    h("button", { testid: "rules-share", onclick: () => copy(link, "the link to these rules is copied") }, "Share these rules"),
    saving(game, options),
    !isAlone && h("a", { class: "button", testid: "rules-companion", href: `/companion?${new URLSearchParams({ game, ...options })}` }, "Play them with real cards"),
    !isAlone && h("details", {}, h("summary", {}, "As a QR code"), h("img", { testid: "rules-qr", src: `/play/${encodeURIComponent(game)}/qr.svg${asked}`, alt: `QR code of ${link}`, width: "148", height: "148", loading: "lazy" })));
}

// What a table agrees on besides the rules.
function manners(room, isHost, actions) {
  const behave = (changes) => actions.say("behave", { turn_seconds: room.turn_seconds, watch_late: room.watch_late, advice: room.advice, ...changes });
  const words = (seconds) => (seconds ? `a bot plays after ${seconds} s` : "no hurry");
  return h("fieldset", { disabled: !isHost }, h("legend", {}, "At this table"),
    h("label", { class: "option" }, h("span", { class: "label" }, "Time for a turn"),
      h("select", { testid: "turn-seconds", onchange: (event) => behave({ turn_seconds: Number(event.target.value) }) },
        TURN_SECONDS.map((seconds) => h("option", { key: seconds, value: seconds, selected: seconds === room.turn_seconds }, words(seconds))))),
    h("label", { class: "option" }, h("span", { class: "label" }, "Advice", h("small", {}, "everybody sees who has asked for it")),
      h("select", { testid: "advisor-policy", onchange: (event) => behave({ advice: event.target.value }) },
        ADVICE.map((policy) => h("option", { key: policy, value: policy, selected: policy === room.advice }, POLICIES[policy])))),
    h("label", { class: "option" }, h("span", { class: "label" }, "Who watches sees it late", h("small", {}, "spectators are shown the table as it was a turn ago")),
      h("input", { type: "checkbox", role: "switch", testid: "watch-late", checked: room.watch_late, onchange: (event) => behave({ watch_late: event.target.checked }) })));
}

// Only what is not standard is said, so that the same rules are the same options.
function chosen(game, settings, values) {
  const all = { ...settings, ...values };
  const offered = game.options.filter((other) => all[other.name] !== undefined && all[other.name] !== other.default);
  return Object.fromEntries(offered.map((other) => [other.name, all[other.name]]));
}

function groups(options) {
  const found = new Map();
  for (const option of options) found.set(option.group, [...(found.get(option.group) ?? []), option]);
  return [...found];
}

// Numbers of the same range that follow one another belong together, like the pars of a course.
function series(options) {
  const runs = [];
  for (const option of options) {
    const last = runs.at(-1)?.[0];
    if (last && last.high !== null && last.low === option.low && last.high === option.high) runs.at(-1).push(option);
    else runs.push([option]);
  }
  return runs;
}

function numbersRow(run, settings, set) {
  const value = (option) => settings[option.name] ?? option.default;
  const values = run.map(value);
  const shuffled = () => Object.fromEntries(mixed(values).map((number, place) => [run[place].name, number]));
  const usual = () => Object.fromEntries(run.map((option) => [option.name, option.default]));
  return h("div", { key: run[0].name, class: "numbers", testid: `series-${run[0].name}` },
    h("div", { class: "several-steps" }, run.map((option) => h("div", { key: option.name, class: value(option) === option.default ? "" : "changed", testid: `opt-${option.name}` },
      h("span", {}, option.label), stepper(option, value(option), (number) => set({ [option.name]: number }))))),
    h("p", {}, h("small", {}, run[0].sentence)),
    h("p", { class: "together" }, "together ", h("output", { testid: "par-sum" }, values.reduce((sum, number) => sum + number, 0)),
      h("button", { type: "button", testid: "shuffle", onclick: () => set(shuffled()) }, "Shuffle"),
      h("button", { type: "button", testid: "usual", onclick: () => set(usual()) }, "As usual")));
}

function mixed(values) {
  const left = [...values];
  return values.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}

function stepper(option, value, set) {
  return h("span", { class: "stepper" },
    h("button", { "aria-label": `less: ${option.label}`, disabled: value <= option.low, onclick: () => set(value - 1) }, "−"),
    h("output", {}, value),
    h("button", { "aria-label": `more: ${option.label}`, disabled: value >= option.high, onclick: () => set(value + 1) }, "+"));
}

function optionRow(option, settings, room, set) {
  const value = settings[option.name] ?? option.default;
  const said = room.rules.find((rule) => rule.name === option.name);
  const shown = example(room.game, option, value);
  const label = h("span", { class: "label" }, option.label, h("small", {}, said?.rule ?? option.sentence), shown);
  const name = `opt-${option.name}`;
  const isChanged = value !== option.default ? "option changed" : "option";
  if (option.high !== null) {
    return h("div", { key: option.name, class: isChanged, testid: name }, label, stepper(option, value, set));
  }
  if (option.values.length === 2 && option.values.every((offer) => ["ON", "OFF"].includes(offer.value))) {
    return h("label", { key: option.name, class: isChanged, testid: name }, label,
      h("input", { type: "checkbox", role: "switch", checked: value === "ON", onchange: (event) => set(event.target.checked ? "ON" : "OFF") }));
  }
  return h("div", { key: option.name, class: `${isChanged} several`, testid: name, role: "radiogroup", "aria-label": option.label },
    h("span", { class: "label" }, option.label, h("small", {}, option.sentence), shown),
    option.values.map((offer) => h("label", { key: offer.value, class: "radio" },
      h("input", { type: "radio", name, checked: value === offer.value, onchange: () => set(offer.value) }),
      h("span", {}, offer.words), exampleScore(room.game, option, offer.value))));
}
