// Below the felt: what has no place to be pointed at, the one confirmation, and the way to everything else.

import { canAsk, current, doubtChip, isAdvised, isMyChoice, worthOf } from "./advice.js";
import { h } from "./dom.js";
import { nameOf, titleOf } from "./names.js";
import { confirmable, MOST_BUTTONS, unplaced } from "./pointing.js";
import { coverButton } from "./plates.js";
import { isOpen, left, optionsNow } from "./scene.js";
import { state, update } from "./store.js";
import { unread } from "./talking.js";

const ICONS = {
  card: "M5 4h14v16H5zM5 9h14M10 4v16",
  log: "M5 6h14M5 12h14M5 18h9",
  advice: "M12 3l2.5 6 6.5.5-5 4.3 1.6 6.2-5.6-3.4L6.4 20 8 13.8 3 9.5 9.5 9Z",
  rules: "M5 4h10l4 4v12H5zM15 4v4h4M8 12h8M8 16h8",
  menu: "M4 7h16M4 12h16M4 17h16",
};
const icon = (name) => h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: ICONS[name] }));

export function dockBar(actions) {
  return h("div", { class: "dock" }, buttons(actions), bar(actions));
}

// Whether something of the option lies on the table, so that it can be pointed at.
function isThere(spot) {
  if (spot.plate !== undefined) return true;
  const rows = state.frame.areas.filter((area) => area.owner === spot.owner).flatMap((area) => area.rows);
  const row = rows.find((found) => found.name === spot.row);
  if (!row) return false;
  if (spot.owner !== null && spot.owner !== state.frame.seat) return false;
  const stack = row.stacks.find((found) => found.index === spot.index);
  return row.kind === "grid" || row.kind === "discard" || Boolean(stack && (spot.card === null ? spot.owner === null && stack.cards.length + stack.hidden > 0 : stack.cards.includes(spot.card)) || spot.rank);
}

// The options that need a button: first what the picks come to, else what cannot be pointed at.
export function needed() {
  if (!isOpen() || isCovered()) return [];
  if (state.picked.length) {
    const ready = confirmable(optionsNow(), state.picked, state.frame.seat);
    return ready.length ? ready : left().length <= 3 ? left() : [];
  }
  return unplaced(optionsNow(), isThere);
}

function buttons(actions) {
  const { frame, gathered } = state;
  const shown = needed();
  const few = fewOf(shown);
  const missing = frame.together - gathered.length;
  const isTogether = isOpen() && frame.together > 1 && !isCovered();
  return h("div", { class: "options", testid: "options", role: "group", "aria-label": "what you can do" },
    doubtChip(actions),
    few.map((option) => optionButton(option, shown.indexOf(option), actions)),
    few.length < shown.length && h("button", { key: "more", class: "option", testid: "more-options", onclick: () => update({ sheet: "choices", sought: "" }) }, `${shown.length - few.length} more …`),
    isTogether && h("button", { key: "confirm", class: "option main", testid: "flip-confirm", disabled: missing > 0, onclick: () => actions.chooseAll(gathered) }, missing > 0 ? `${missing} more to choose` : togetherWords(gathered)),
    meanwhile(),
    frame.result && h("button", { key: "results", class: "option main", testid: "results-open", onclick: () => update({ sheet: "results" }) }, "Results"),
    isCovered() && h("button", { key: "return", class: "option main", testid: "back", onclick: () => actions.say("back") }, "A bot plays for you: I am back"),
    coverButton(frame.turn, "quiet-button", actions),
    canNudge() && h("button", { key: "nudge", class: "quiet-button", testid: "nudge", onclick: () => actions.say("nudge") }, `Remind ${titleOf(frame.turn)}`),
    state.picked.length > 0 && h("button", { key: "back", class: "option", testid: "put-back", onclick: () => update({ picked: [] }) }, "Put it back"));
}

// As many buttons as have room for their words in two lines; the rest is a list. Across a phone they
// stand in a column.
function fewOf(options) {
  const { w, h: height } = state.felt;
  const isColumn = height < 420 && w > 500;
  const room = w - (state.picked.length ? 96 : 0);
  const most = MOST_BUTTONS - (state.picked.length ? 1 : 0); // one puts the cards back
  const wide = ({ label }) => Math.max(80, (label.length / (label.length > 14 ? 2 : 1)) * 8.6 + (w > 700 ? 52 : 30));
  const fits = (some, spare) => (isColumn ? some.length <= 3 : some.reduce((sum, option) => sum + wide(option) + 6, spare) <= room);
  if (options.length <= most && fits(options, 0)) return options;
  const few = options.slice(0, isColumn ? 2 : most - 1);
  while (few.length && !fits(few, 96)) few.pop();
  return few;
}

const COLUMN = 112; // pixels for words in the column
const sizeIn = ({ label }) => (state.felt.h < 420 ? Math.min(15, (COLUMN * 2) / (label.length * 0.58)) : 16);

export function optionButton(option, number, actions) {
  const advised = isAdvised((other) => other.key === option.key);
  const value = worthOf([option.key]);
  return h("button", { key: option.key, class: `option ${state.picked.length ? "main" : ""} ${advised ? "advised" : ""}`, testid: `option-${number}`, vars: { "--size": `${sizeIn(option)}px` }, onclick: () => actions.choose(option) }, upper(option.label),
    value && h("span", { class: "value", key: "value" }, h("i", { vars: { "--share": `${Math.round(100 * (value.share ?? 0))}%` } }), h("b", {}, value.words)));
}

// Of `pass K♦`, `pass 3♣` and `pass 9♣`: Pass 3 cards to Ada; of `turn over cell 1` and `turn over cell
// 4`: Turn over cells 1 and 4.
function togetherWords(keys) {
  const labels = optionsNow().filter(({ key }) => keys.includes(key)).map(({ label }) => label);
  const verbs = new Set(labels.map((label) => label.replace(/ \S+$/, "")));
  const [verb] = verbs;
  if (verbs.size !== 1) return `Confirm ${keys.length}`;
  if (!verb.endsWith(" cell")) return `${upper(verb)} ${keys.length} cards${receiver()}`;
  const cells = labels.map((label) => label.slice(verb.length + 1));
  return `${upper(verb)}s ${cells.slice(0, -1).join(", ")} and ${cells.at(-1)}`;
}

// To whom they go, where the game counts that for whoever chooses: `passing to player 2`.
function receiver() {
  const { areas, seat } = state.frame;
  const told = areas.find(({ owner }) => owner === seat).counters.map((text) => / to player (\d+)$/.exec(text)).find(Boolean);
  return told ? ` to ${nameOf(Number(told[1]) - 1)}` : "";
}

const upper = (words) => words[0].toUpperCase() + words.slice(1);

// More options than there is room for: a list that can be searched.
export function choices(actions) {
  const shown = needed();
  if (!shown.length) return null;
  const words = (state.sought ?? "").toLowerCase();
  const found = shown.filter(({ label }) => label.toLowerCase().includes(words));
  return [
    h("input", { class: "search", type: "search", testid: "choices-search", "aria-label": "find an option", placeholder: "Find", value: state.sought ?? "", oninput: (event) => update({ sought: event.target.value }) }),
    h("div", { class: "choices" }, found.map((option) => optionButton(option, shown.indexOf(option), actions))),
  ];
}

// Who was cut off may read what happened.
function meanwhile() {
  const moves = state.meanwhile?.moves;
  const words = moves === 1 ? "1 move happened – show it?" : `${moves} moves happened – show them?`;
  return moves && h("button", { class: "option meanwhile", key: "meanwhile", testid: "catch-up", onclick: () => update({ sheet: "meanwhile" }) }, words);
}

export function isCovered() {
  return Boolean(state.frame.seat !== null && state.room.chairs[state.frame.seat]?.is_covered && !state.frame.result);
}

// A friend who takes long may be reminded; a bot and somebody who is away not.
function canNudge() {
  const { frame, room, since } = state;
  const chair = room.chairs[frame.turn];
  const isLong = performance.now() - (since ?? 0) > 10000;
  return isLong && frame.seat !== null && frame.turn !== frame.seat && chair && chair.person !== null && !chair.bot && chair.is_here;
}

function bar(actions) {
  const open = (name) => () => update({ sheet: state.sheet === name ? null : name });
  const util = (testid, name, words, more, news = 0) => h("button", { key: testid, class: "util", testid, ...more }, icon(name), h("span", {}, words), news > 0 && h("b", { class: "news", key: "news" }, news));
  const hasScores = state.frame.scorecard || state.frame.settlement.length > 0;
  return h("nav", { class: "bottom", "aria-label": "more" },
    hasScores && !state.hasRail && util("bar-card", "card", "Scores", { onclick: open("card") }),
    !state.hasRail && util("bar-log", "log", "History", { onclick: open("log") }),
    util("bar-options", "rules", "Rules", { onclick: open("options") }),
    canAsk() && util("bar-advisor", "advice", "Advice", { disabled: !isMyChoice(), onclick: () => ask(actions) }),
    util("bar-menu", "menu", "Menu", { onclick: open("menu") }, unread()));
}

// Asked once, advice is shown; asked again, with all its numbers.
export function ask(actions) {
  if (!current()) actions.advise("");
  else if (!state.hasRail) update({ sheet: "advice" });
}
