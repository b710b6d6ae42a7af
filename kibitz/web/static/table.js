// The table: others above, the middle, my cards, what I can do.

import { adviceLine, advicePanel, canAsk, current, doubtChip, isAdvised, isMyChoice } from "./advice.js";
import { face, spoken } from "./cards.js";
import { h } from "./dom.js";
import { chips, clock, dot } from "./marks.js";
import { rulesBar } from "./lobby.js";
import { REACTIONS } from "./messages.js";
import { isHost, isShared } from "./passing.js";
import { fitting, rowOf, used } from "./places.js";
import { onReplayKey, replayControls } from "./replay.js";
import { logLines, scorecard, standings } from "./sheets.js";
import { state, update } from "./store.js";

export function table(actions) {
  const { frame, room } = state;
  if (!frame) return [h("p", { class: "status", testid: "status" }, "The cards are being dealt …")];
  const areas = new Map(frame.areas.map((area) => [area.owner, area]));
  const count = frame.areas.length - 1;
  const me = frame.seat;
  const others = Array.from({ length: count }, (_, step) => ((me ?? -1) + 1 + step) % count).filter((seat) => seat !== me);
  return [h("section", { class: "table", testid: "screen-table", "data-players": count, "data-watching": me === null, "data-own": ownShape(areas.get(me ?? 0)) },
    h("div", { class: "head" }, progress(frame), watching(), rulesBar(room)),
    h("div", { class: "others", vars: { "--others": String(others.length) } }, others.map((seat) => opponent(areas.get(seat), seat, actions))),
    h("div", { class: "ground" },
      trick(frame),
      h("div", { class: "middle" }, areas.get(null).rows.map((row) => rowOf(row, null, actions)), counters(areas.get(null))),
      me !== null && own(areas.get(me), me, actions)),
    h("p", { class: `status ${frame.turn === me && me !== null ? "mine" : ""}`, testid: "status", role: "status", "aria-live": "polite" },
      frame.remark && !frame.result && h("span", { class: "remark", key: "remark" }, `${frame.remark}. `), h("span", { key: "turn" }, status(frame)), isThinking(frame) && h("span", { class: "thinking", key: "thinking", testid: "thinking", "aria-hidden": "true" }), clock(frame), adviceLine()),
    state.replay ? replayControls() : buttons(actions),
    h("aside", { class: "rail" },
      canAsk() && state.hasRail && h("div", { class: "panel advisor", testid: "panel-advisor" }, h("h3", {}, "Advice"), advicePanel(actions)),
      h("div", { class: "panel" }, standings()),
      frame.scorecard && h("div", { class: "panel" }, scorecard()),
      h("div", { class: "panel log", testid: "rail-log" }, logLines())),
    !state.replay && bar(actions),
    reactions())];
}

// What lies before a player: a few cells, a long row of them, or cards in hand.
function ownShape(area) {
  const grids = area?.rows.filter((row) => row.kind === "grid") ?? [];
  if (!grids.length) return "hand";
  return grids.some((row) => Math.min(row.columns, used(row, area.owner).length) > 3) ? "wide" : "cells";
}

// Where several look at one device, nobody is "you".
export function isYou(seat) {
  return seat === state.frame?.seat && !state.replay && !isShared();
}

export function nameOf(seat) {
  return isYou(seat) ? "you" : state.room.chairs[seat]?.name ?? `player ${seat + 1}`;
}

function progress(frame) {
  const card = frame.scorecard;
  if (!card) return h("strong", { class: "progress" }, state.room.title);
  const of = card.count ? ` of ${card.count}` : "";
  const par = card.par ? ` · par ${card.par}` : "";
  return h("strong", { class: "progress" }, h("span", { class: "long" }, `${card.word} ${card.number}${of}`), h("span", { class: "brief", "aria-hidden": "true" }, `${card.number}${card.count ? `/${card.count}` : ""}`), par);
}

function watching() {
  const watchers = state.room.people.filter((person) => person.is_here && !state.room.chairs.some((chair) => chair.person === person.person));
  return watchers.length > 0 && h("span", { class: "watching", testid: "watching" }, `${watchers.length} watching`);
}

function isThinking(frame) {
  return !state.replay && !frame.result && frame.turn !== frame.seat;
}

function status(frame) {
  if (frame.result) return "The match is over.";
  if (state.pending) return "…";
  if (state.replay || frame.turn !== frame.seat || frame.seat === null) return `${nameOf(frame.turn)} is to choose.`;
  if (state.picked.length) return "Where to? Point at the place, or put it back.";
  if (frame.together > 1) return state.gathered.length < frame.together ? `Your turn: ${ways(frame)}, ${frame.together - state.gathered.length} more.` : "Confirm, or put one back.";
  const first = frame.options[0]?.label ?? "";
  return `Your turn: ${frame.options.length === 1 ? first : ways(frame)}.`;
}

// What can be done, in few words: what the options have in common is said once.
function ways(frame) {
  const said = new Set(frame.options.map((option) => option.label.replace(/ cell \d+$/, " a cell")));
  if (said.size <= 3) return [...said].join(", or ");
  const words = frame.options.map((option) => option.label.split(" "));
  const same = words[0].findIndex((word, place) => words.some((other) => other[place] !== word));
  return same > 0 ? `${words[0].slice(0, same).join(" ")} … (${said.size} ways)` : `choose among ${said.size}`;
}

// Who has played what, the first card first.
function trick(frame) {
  return frame.trick.length > 0 && h("div", { class: "trick", testid: "trick" }, frame.trick.map(({ seat, card }) =>
    h("figure", { key: `${seat}${card}` }, h("span", { class: "card", role: "img", "aria-label": spoken(card), "data-card": card }, face(card)), h("figcaption", {}, nameOf(seat)))));
}

function marksOf(seat) {
  const chair = state.room.chairs[seat];
  const isMe = seat === state.frame.seat;
  return [chair?.is_covered && !isMe && "a bot plays", chair && !chair.is_here && !isMe && "away", chair?.is_advised && "advised"].filter(Boolean);
}

// ---------------------------------------------------------------------------- who has what

function opponent(area, seat, actions) {
  const chair = state.room.chairs[seat];
  const enlarge = (event) => state.isSmall && !event.target.closest("button") && update({ enlarged: seat, sheet: "player" });
  return h("div", { key: seat, class: `player ${state.frame.turn === seat ? "turn" : ""}`, testid: `player-${seat}`, onclick: enlarge },
    h("h3", {}, heading(seat), chair?.bot && !chair.is_covered && h("small", { class: "kind" }, "bot"),
      isHost() && chair && !chair.is_here && !chair.is_covered && h("button", { testid: `cover-${seat}`, onclick: () => actions.say("cover", { seat }) }, "let a bot play")),
    h("div", { class: "rows" }, area.rows.map((row) => rowOf(row, seat, actions))), counters(area));
}

function heading(seat) {
  const marks = marksOf(seat);
  return [chips(seat), dot(seat), h("span", { class: "who" }, nameOf(seat)), openPoints(seat), standing(seat), marks.length > 0 && h("small", {}, marks.join(", "))];
}

// Somebody's cards, large enough for any eyes.
export function enlarged(actions) {
  const area = state.frame?.areas.find((found) => found.owner === state.enlarged);
  return area && h("div", { class: "enlarged" }, h("h2", {}, heading(state.enlarged)), h("div", { class: "rows" }, area.rows.map((row) => rowOf(row, state.enlarged, actions))), counters(area));
}

function standing(seat) {
  const card = state.frame.scorecard;
  const total = card && signed(card.totals[seat]);
  return card && card.holes.length > 0 && h("span", { class: "total", testid: `total-${seat}`, role: "img", "aria-label": `total ${total}`, title: "total" }, `Σ ${total}`);
}

// What the cards come to that lie open, as far as everybody can see.
function openPoints(seat) {
  const open = state.frame.open[seat];
  const points = open && signed(open.points);
  return open && h("span", { class: "points", testid: `pts-${seat}`, role: "img", "aria-label": `open cards ${points}`, title: "open cards" }, points);
}

export function signed(value) {
  return value < 0 ? `−${-value}` : `${value}`;
}

function own(area, seat, actions) {
  return h("div", { class: `own ${state.frame.turn === seat ? "turn" : ""}`, testid: "own" },
    h("h3", {}, heading(seat)),
    h("div", { class: "rows" }, area.rows.filter((row) => !isHeldApart(row)).map((row) => rowOf(row, seat, actions))), counters(area));
}

// On a small screen a card that was drawn lies with the buttons: beside the cells there is no room.
function isHeldApart(row) {
  return row.kind !== "grid" && state.isSmall && ownShape(state.frame.areas.find((area) => area.owner === state.frame.seat)) !== "hand";
}

function held(actions) {
  const { frame } = state;
  const mine = frame.seat === null ? [] : frame.areas.find((area) => area.owner === frame.seat).rows.filter(isHeldApart);
  return mine.length > 0 && h("div", { class: "held", key: "held", testid: "held" }, mine.map((row) => rowOf(row, frame.seat, actions)));
}

function counters(area) {
  return area.counters.length > 0 && h("p", { class: "counters" }, area.counters.join(" · "));
}

// ---------------------------------------------------------------------------- buttons

// Whether the option is chosen by pointing at cards of one's own, which are there to be pointed at.
function isOnTheTable({ at: spots }) {
  const { areas, seat } = state.frame;
  const rows = areas.filter((area) => area.owner === seat).flatMap((area) => area.rows);
  const lies = ({ row, index, card }) => rows.some((found) => found.name === row && (found.kind === "grid" || (found.kind === "hand" && card !== null))
    && found.stacks.some((stack) => stack.index === index && (card === null || stack.cards.includes(card))));
  return spots.some((at) => at.owner === seat && lies(at));
}

// Whether pointing does not tell it from others: it takes hold of several cells at once, or of the
// same ones as another option.
function isUnclear({ at: spots }, times) {
  const cells = spots.filter(({ owner, card }) => owner === state.frame.seat && card === null);
  return cells.length > 1 || times.get(JSON.stringify(spots)) > 1;
}

// How many options take hold of the same places.
function timesPointed(options) {
  const times = new Map();
  for (const { at } of options) times.set(JSON.stringify(at), (times.get(JSON.stringify(at)) ?? 0) + 1);
  return times;
}

// Options that nobody finds on the table, and, once something is picked, all that are left.
function buttons(actions) {
  const { frame } = state;
  const left = isMyChoice() && !isCovered() && !state.doubted ? fitting() : [];
  const times = timesPointed(left);
  const { gathered } = state;
  const shown = state.picked.length ? left : left.filter((option) => !isOnTheTable(option) || isUnclear(option, times));
  return h("div", { class: "options", testid: "options", role: "group", "aria-label": "what you can do" },
    held(actions),
    doubtChip(actions),
    shown.map((option, number) => h("button", { key: option.key, class: isAdvised((other) => other.key === option.key) ? "option advised" : "option", testid: `option-${number}`, disabled: state.pending, onclick: () => actions.choose(option) }, option.label)),
    left.length > 0 && frame.together > 1 && h("button", { key: "confirm", class: "option", testid: "flip-confirm", disabled: state.pending || gathered.length < frame.together, onclick: () => actions.chooseAll(gathered) }, `Confirm ${gathered.length} of ${frame.together}`),
    meanwhile(),
    frame.result && h("button", { key: "results", class: "option", testid: "results-open", onclick: () => update({ sheet: "results" }) }, "Results"),
    isCovered() && h("button", { key: "return", class: "option", testid: "back", onclick: () => actions.say("back") }, "A bot plays for you: I am back"),
    canNudge() && h("button", { key: "nudge", testid: "nudge", onclick: () => actions.say("nudge") }, `Remind ${nameOf(frame.turn)}`),
    state.picked.length > 0 && h("button", { key: "back", testid: "put-back", onclick: () => update({ picked: [] }) }, "put it back"));
}

// Who was cut off may read what happened.
function meanwhile() {
  const moves = state.meanwhile?.moves;
  const words = moves === 1 ? "1 move happened – show it?" : `${moves} moves happened – show them?`;
  return moves && h("button", { class: "meanwhile", key: "meanwhile", testid: "catch-up", onclick: () => update({ sheet: "meanwhile" }) }, words);
}

function isCovered() {
  return Boolean(state.frame.seat !== null && state.room.chairs[state.frame.seat]?.is_covered && !state.frame.result);
}

// A friend who takes long may be reminded; a bot and somebody who is away not.
function canNudge() {
  const { frame, room } = state;
  const chair = room.chairs[frame.turn];
  return frame.seat !== null && frame.turn !== frame.seat && chair && chair.person !== null && !chair.bot && chair.is_here;
}

function bar(actions) {
  const open = (name) => () => update({ sheet: state.sheet === name ? null : name });
  return h("nav", { class: "bottom" },
    state.frame.scorecard && !state.hasRail && h("button", { testid: "bar-card", onclick: open("card") }, "Scorecard"),
    !state.hasRail && h("button", { testid: "bar-log", onclick: open("log") }, "Log"),
    h("button", { testid: "bar-options", onclick: open("options") }, "Rules"),
    canAsk() && h("button", { testid: "bar-advisor", disabled: !isMyChoice(), onclick: () => ask(actions) }, "Advice"),
    h("button", { testid: "bar-menu", onclick: open("menu") }, "Menu"));
}

// Asked once, advice is shown; asked again, with all its numbers.
function ask(actions) {
  if (!current()) actions.advise("");
  else if (!state.hasRail) update({ sheet: "advice" });
}

function reactions() {
  return h("div", { class: "reactions", "aria-live": "polite" }, state.reactions.map(({ key, name, sign }) => h("span", { key }, `${name} ${sign}`)));
}

export function reactionButtons(actions) {
  return h("div", { class: "signs" }, REACTIONS.map((reaction) => h("button", { key: reaction, testid: `react-${REACTIONS.indexOf(reaction)}`, onclick: () => actions.say("react", { reaction }) }, reaction)));
}

// ---------------------------------------------------------------------------- keys

export function onKey(event, actions) {
  const isPressed = event.key === "Enter" && event.target.matches("button, a, summary");
  if (isPressed || event.target.matches("input, select, textarea") || event.metaKey || event.ctrlKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (state.screen === "replay" && state.replay && !event.target.matches("button") && onReplayKey(key)) event.preventDefault();
  else if (key === "escape" || key === "z") update({ picked: [], gathered: [], sheet: null });
  else if (key === "?") update({ sheet: "keys" });
  else if (state.screen === "table" && state.frame && !state.sheet) tableKey(key, actions);
}

function tableKey(key, actions) {
  const glowing = [...document.querySelectorAll("button.glow, button.picked")];
  const named = (words) => glowing.find((node) => words.some((word) => node.dataset.testid.includes(word)));
  const places = { d: named(["stock", "STOCK"]), t: named(["discard", "DISCARD"]), x: named(["discard", "DISCARD"]) };
  if (key === "h" && canAsk() && isMyChoice()) ask(actions);
  else if (key === "enter") document.querySelector('[data-testid="flip-confirm"]:not(:disabled)')?.click();
  else if (/^[1-9]$/.test(key)) (glowing.find((node) => node.dataset.testid.endsWith(`-${key}`)) ?? document.querySelector(`[data-testid="option-${Number(key) - 1}"]`))?.click();
  else (places[key] ?? lettered(key))?.click();
}

// The one button whose words begin with the letter: K knocks, F flips, R refreshes.
function lettered(key) {
  const found = [...document.querySelectorAll('[data-testid^="option-"]:not(:disabled)')].filter((node) => node.textContent.toLowerCase().startsWith(key));
  return found.length === 1 ? found[0] : null;
}
