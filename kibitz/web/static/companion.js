// The table companion: a match with real cards. What is seen there is entered here, and on one's own turn
// the page says what to do. The entries are kept in this browser; the server says what follows from them.

import { current, figureOf, numbers, reasons, unseen } from "./advice.js";
import { h } from "./dom.js";
import { nameOf } from "./names.js";
import { rowOf } from "./places.js";
import { scorecard, standings } from "./scores.js";
import { keep, kept, state, toast, update } from "./store.js";

const GRADE = 1; // where it stands among the figures
const HASTE = 250; // milliseconds: who goes on at once wants no advice
const NUMBERED = /^(.*\D) (\d+)$/;

// { id, game, options, names, seat, entries, taps }: taps are how many entries each of them was.
let match = null;

export async function openCompanion(restored = kept("companion", null)) {
  match = restored;
  update({ companion: { told: null, isHidden: false, edited: null, isListed: false, isThinking: false, isLeaving: false }, screen: "companion" });
  stayAwake();
  if (match && !(await follow(match.entries, match.taps))) match = null;
  update({});
}

export function hasMatch() {
  return match !== null;
}

export function leaveMatch() {
  match = null;
  keep("companion", null);
  update({ companion: { ...state.companion, told: null, isLeaving: false }, frame: null, room: null, advice: null });
}

// The screen stays on while somebody plays, where the browser can do that.
async function stayAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => null); // a battery that is low says no
  document.addEventListener("visibilitychange", ask);
  await ask();
}

// ---------------------------------------------------------------------------- entering

async function asked(path, entries, card = "") {
  const { id, game, options, names, seat } = match;
  try {
    const response = await fetch(path, { method: "POST", body: JSON.stringify({ id, game, options, names, seat, entries, card }) });
    const answer = await response.json();
    if (response.ok) return answer;
    toast(answer.words);
  } catch {
    toast("The server cannot be reached; what you have entered is kept.");
  }
  return null;
}

// Whether the entries can have been: they are kept then, and shown.
async function follow(entries, taps, card = "") {
  const told = await asked("/companion.json", entries, card);
  if (!told) return false;
  const holes = (frame) => frame?.scorecard?.holes.length ?? 0;
  const isNewHole = state.frame && holes(told.frame) > holes(state.frame);
  match = { ...match, entries: told.entries, taps };
  keep("companion", match);
  update({ room: roomOf(told), frame: told.frame, advice: null, picked: [], sheet: isNewHole ? "hole" : state.sheet, companion: { ...state.companion, told, edited: null } });
  advise(told);
  return true;
}

function roomOf({ title, rules }) {
  const chairs = match.names.map((name) => ({ name, person: null, bot: null, is_ready: true, is_covered: false, is_here: true }));
  return { game: match.game, title, rules, chairs, people: [], host: null, advice: "full" };
}

async function advise({ wanted }) {
  if (wanted?.seat !== match.seat || wanted.ways.length < 2) return;
  const { entries } = match;
  const isStill = () => match?.entries === entries && !state.companion.edited;
  await new Promise((done) => { setTimeout(done, HASTE); });
  if (!isStill()) return;
  update({ companion: { ...state.companion, isThinking: true } });
  const advice = await asked("/companion/advice.json", entries);
  update({ companion: { ...state.companion, isThinking: false }, ...(isStill() && advice ? { advice } : {}) });
}

export async function begin({ game, options, names, me, dealer }) {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  match = { id, game, options, names, seat: me, entries: [], taps: [] };
  const told = await asked("/companion.json", []);
  if (!told) {
    match = null;
    return;
  }
  const count = names.length;
  const shift = told.dealer === null ? 0 : (told.dealer - dealer + count) % count;
  match = { ...match, seat: (me + shift) % count, names: names.map((_, seat) => names[(seat - shift + count) % count]) };
  if (!(await follow([], []))) match = null;
  update({});
}

// One tap: what happened, or a card that was seen; while something is edited, in its place.
async function tap(entries, card = "") {
  const { edited } = state.companion;
  const at = edited ?? { first: match.entries.length, number: match.taps.length, rest: [], restTaps: [] };
  const before = [...match.entries.slice(0, at.first), ...entries];
  const taps = [...match.taps.slice(0, at.number), entries.length + (card ? 1 : 0), ...at.restTaps];
  if (!edited) {
    await follow(before, taps, card);
    return;
  }
  const told = await asked("/companion.json", before, card);
  if (told) await follow([...told.entries, ...at.rest], taps);
}

async function undo() {
  const last = match.taps.at(-1) ?? 0;
  await follow(match.entries.slice(0, match.entries.length - last), match.taps.slice(0, -1));
}

// Ask again what was asked then; all that came later stays, if it can.
async function edit(number) {
  const first = match.taps.slice(0, number).reduce((sum, count) => sum + count, 0);
  const rest = match.entries.slice(first + match.taps[number]);
  const told = await asked("/companion.json", match.entries.slice(0, first));
  if (told) update({ companion: { ...state.companion, told, isListed: false, edited: { first, number, rest, restTaps: match.taps.slice(number + 1) } }, frame: told.frame, advice: null });
}

// ---------------------------------------------------------------------------- the screen

export function playing(actions) {
  const { told, isHidden, isListed } = state.companion;
  if (!told) return h("p", { class: "status" }, "One moment …");
  if (isHidden) return h("button", { class: "blank", testid: "companion-show", onclick: () => change({ isHidden: false }) }, "Tap to go on");
  return [
    head(),
    isListed ? list() : [answer(), told.wanted ? question(told.wanted) : over(), state.frame.areas.length > 0 && ground(actions)],
    controls(told.wanted),
  ];
}

function change(changes) {
  update({ companion: { ...state.companion, ...changes } });
}

function head() {
  const { isLeaving } = state.companion;
  const card = state.frame.scorecard;
  const words = card?.number ? `${card.word} ${card.number}${card.count ? ` of ${card.count}` : ""}${card.par ? ` · par ${card.par}` : ""}` : state.room.title;
  return h("div", { class: "head" }, h("strong", { class: "progress" }, words),
    isLeaving
      ? [h("button", { key: "really", class: "danger", testid: "companion-really", onclick: leaveMatch }, "Throw this match away"), h("button", { key: "stay", onclick: () => change({ isLeaving: false }) }, "No")]
      : [h("button", { key: "hide", testid: "companion-hide", onclick: () => change({ isHidden: true }) }, "Hide"), h("button", { key: "new", testid: "companion-new", onclick: () => change({ isLeaving: true }) }, "New match")]);
}

// What to do, so large that a glance is enough.
function answer() {
  const advice = current();
  const { told, isThinking, edited } = state.companion;
  if (edited) return h("p", { class: "answer", key: "note", testid: "companion-edited" }, "What was it really?", h("button", { onclick: () => follow(match.entries, match.taps) }, "As it was"));
  if (told.wanted?.seat !== match.seat) return null;
  if (!advice) return isThinking && h("p", { class: "answer", key: "note", testid: "companion-thinking" }, "Thinking …");
  const best = advice.options.find(({ key }) => key === advice.best);
  const small = best && [best.figures[GRADE], figureOf(advice, best, "score"), figureOf(advice, best, "win")].filter(Boolean).join(" · ");
  return h("div", { class: "answer", key: "answer", testid: "companion-answer", role: "status" },
    h("strong", {}, best?.figures[0] ?? advice.line), h("small", {}, small),
    h("details", {}, h("summary", {}, "all numbers"), numbers(advice), reasons(advice), unseen(advice)));
}

function question(wanted) {
  return h("div", { class: "question", key: "question", testid: "companion-question" },
    h("h2", {}, wanted.question),
    ways(wanted),
    wanted.shortest && h("span", { class: "shortest", testid: "companion-shortest" }, `${wanted.shortest.labels.join(", ")}, and the card is`),
    wanted.keys.length > 0 && pad(wanted.keys, wanted.shortest?.entries ?? []));
}

// Ranks, as large as a thumb; one of which none is left says so when it is tapped. A card can come with
// what somebody did before it.
function pad(keys, entries) {
  return h("div", { class: "pad" }, keys.map(({ label, card, left }) =>
    h("button", { key: label, testid: `pad-${card}`, class: left ? "" : "none", "aria-label": `${label}, ${left} left`, onclick: () => tap(entries, card) }, label, h("small", {}, left))));
}

// What may have happened, in the words of the game: what differs by a number alone is said once. What
// stands alone and has its pad below needs no button.
function ways({ ways: offered, shortest }) {
  const groups = new Map();
  for (const way of offered) {
    const label = way.labels.join(", ");
    const [, name, number] = NUMBERED.exec(label) ?? [null, label, ""];
    groups.set(name, [...(groups.get(name) ?? []), { ...way, label, number }]);
  }
  const best = current()?.best;
  const button = ({ key, entries, label }, words) => h("button", { key: label, class: key && key === best ? "advised" : "", testid: `way-${label.replaceAll(/\W+/g, "-")}`, "aria-label": label, onclick: () => tap(entries) }, words);
  return [...groups].filter(([name]) => name !== shortest?.labels.join(", ")).map(([name, found]) => (found.length === 1
    ? button(found[0], found[0].label)
    : h("div", { class: "group", key: name, role: "group", "aria-label": name }, h("span", {}, name), h("div", {}, found.map((way) => button(way, way.number))))));
}

function over() {
  return h("div", { class: "question", key: "over", testid: "companion-over" }, h("h2", {}, "The match is over"), standings(), scorecard());
}

function ground(actions) {
  const areas = [...state.frame.areas].sort((one, other) => order(one.owner) - order(other.owner));
  return h("div", { class: "felt others", key: "felt" }, areas.map((area) => h("div", { key: area.owner ?? "middle", class: `player ${area.owner !== null && area.owner === state.frame.turn ? "turn" : ""}` },
    h("h3", {}, area.owner === null ? "" : nameOf(area.owner)),
    h("div", { class: "rows" }, area.rows.map((row) => rowOf(row, area.owner))))));
}

// The middle, then I, then the others as they sit.
function order(owner) {
  const count = state.frame.areas.length - 1;
  return owner === null ? -1 : (owner - match.seat + count) % count;
}

function list() {
  let first = 0;
  const rows = match.taps.map((count, number) => {
    const words = state.companion.told.said.slice(first, first + count).join("; ");
    first += count;
    return h("li", { key: number }, h("button", { testid: `entry-${number}`, onclick: () => edit(number) }, h("span", {}, words), h("small", {}, "change")));
  });
  return h("ol", { class: "entries", testid: "companion-entries" }, rows.reverse());
}

function controls(wanted) {
  const { isListed } = state.companion;
  return h("nav", { class: "controls" },
    h("button", { testid: "companion-undo", disabled: match.taps.length === 0, onclick: undo }, "Undo"),
    h("button", { testid: "companion-unseen", disabled: !wanted?.missed.length, onclick: () => tap(wanted.missed) }, "Didn't see"),
    h("button", { testid: "companion-list", "aria-pressed": String(isListed), onclick: () => change({ isListed: !isListed }) }, "Entries"),
    state.frame.scorecard && h("button", { testid: "companion-card", onclick: () => update({ sheet: "card" }) }, "Scorecard"));
}
