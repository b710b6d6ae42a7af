// A match that is over, told again: step, play, seek, anybody's point of view, and play on from here.

import { h } from "./dom.js";
import { showGone } from "./gone.js";
import { copy } from "./copying.js";
import { learnFaces } from "./own_faces.js";
import { keep, kept, state, toast, update } from "./store.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const PAUSE = 1200; // between two positions, in milliseconds, at speed 1

let timer = 0;

// ---------------------------------------------------------------------------- positions

// `where` is a position, or a hole: where it was counted.
export async function openReplay(code, number, where, view = "all") {
  update({ code, replay: { code, number, view, at: 0, positions: 0, holes: [], steps: new Map(), speed: 1, isPlaying: false }, screen: "replay" });
  const hole = /^hole-(\d+)$/.exec(where)?.[1];
  await show(hole ? 0 : Number(where) || 0);
  if (hole) await show(state.replay.holes[hole - 1] ?? 0);
}

async function fetched(replay, first) {
  const response = await fetch(`/t/${replay.code}/matches/${replay.number}/replay.json?view=${replay.view}&first=${first}`);
  const told = await response.json();
  if (!response.ok) {
    showGone(told.words, { title: "This match cannot be told again" });
    return false;
  }
  learnFaces(told.faces);
  told.steps.forEach((step, place) => replay.steps.set(told.first + place, step));
  Object.assign(replay, { positions: told.positions, holes: told.holes, players: told.players });
  if (state.room?.code !== told.code || state.room.isReplayOf !== told.number) update({ room: roomOf(told) });
  return true;
}

// As much of a room as a table needs to be drawn.
function roomOf({ code, number, game, title, players, rules }) {
  const chairs = players.map((name) => ({ name, person: null, bot: null, is_ready: true, is_covered: false, is_here: true }));
  return { code, game, title, rules, chairs, people: [], host: null, isReplayOf: number };
}

export async function show(at) {
  const replay = state.replay;
  const place = Math.max(0, replay.positions ? Math.min(at, replay.positions - 1) : at);
  if (!replay.steps.has(place) && !(await fetched(replay, place))) return;
  if (replay !== state.replay) return;
  const step = replay.steps.get(place);
  if (!step) {
    await show(replay.positions - 1);
    return;
  }
  replay.at = place;
  history.replaceState(null, "", `/t/${replay.code}/replay/${replay.number}${replay.view === "all" ? "" : `?view=${replay.view}`}#${place}`);
  update({ frame: step.frame, log: said(replay, place), picked: [], pending: false });
}

function said(replay, at) {
  const lines = [];
  for (let place = Math.max(0, at - 30); place <= at; place++) lines.push(...(replay.steps.get(place)?.lines ?? []));
  return lines;
}

function look(view) {
  Object.assign(state.replay, { view, steps: new Map() });
  show(state.replay.at);
}

// ---------------------------------------------------------------------------- playing

async function tick() {
  const replay = state.replay;
  if (!replay?.isPlaying) return;
  if (replay.at >= replay.positions - 1) {
    replay.isPlaying = false;
    update({});
    return;
  }
  await show(replay.at + 1);
  timer = setTimeout(tick, PAUSE / replay.speed);
}

function toggle() {
  const replay = state.replay;
  clearTimeout(timer);
  replay.isPlaying = !replay.isPlaying;
  if (replay.isPlaying && replay.at >= replay.positions - 1) replay.at = -1;
  update({});
  if (replay.isPlaying) tick();
}

function step(by) {
  state.replay.isPlaying = false;
  show(state.replay.at + by);
}

function nextHole(direction) {
  const { at, holes, positions } = state.replay;
  const marks = [0, ...holes, positions - 1];
  const found = direction > 0 ? marks.find((mark) => mark > at) : marks.filter((mark) => mark < at).at(-1);
  if (found !== undefined) step(found - at);
}

async function playOn() {
  const { code, number, at, view } = state.replay;
  const seat = /^\d+$/.test(view) ? Number(view) : state.frame.turn;
  if (seat === null) {
    toast("the match is over here: go back to a position with something to choose");
    return;
  }
  const response = await fetch(`/t/${code}/matches/${number}/branch`, { method: "POST", body: JSON.stringify({ at, seat, name: kept("name", "You") || "You" }) });
  const made = await response.json();
  if (!response.ok) {
    toast(made.words);
    return;
  }
  keep(`seat.${made.code}`, made.secret);
  location.href = `/t/${made.code}`;
}

// ---------------------------------------------------------------------------- what is shown

export function replayControls() {
  const { replay } = state;
  const last = replay.positions - 1;
  const views = [["all", "every card"], ...(replay.players ?? []).map((name, seat) => [String(seat), `as ${name} saw it`]), ["watch", "as spectators saw it"]];
  return h("div", { class: "replay", testid: "screen-replay" },
    h("p", { class: "said", testid: "replay-said", "aria-live": "polite" }, state.replay.steps.get(replay.at)?.lines.join("; ") || (replay.at ? "" : "the deal")),
    h("input", { type: "range", testid: "replay-seek", "aria-label": "position", min: "0", max: String(last), value: String(replay.at), list: "holes", oninput: (event) => step(Number(event.target.value) - replay.at) }),
    h("datalist", { id: "holes" }, replay.holes.map((hole) => h("option", { key: hole, value: hole }))),
    h("div", { class: "keys" },
      h("button", { testid: "replay-hole-back", "aria-label": "to the part before", onclick: () => nextHole(-1) }, "◀◀"),
      h("button", { testid: "replay-back", "aria-label": "a step back", onclick: () => step(-1) }, "◀"),
      h("button", { testid: "replay-play", "aria-label": replay.isPlaying ? "pause" : "play", onclick: toggle }, replay.isPlaying ? "❚❚" : "▶"),
      h("button", { testid: "replay-step", "aria-label": "a step on", onclick: () => step(1) }, "▶|"),
      h("button", { testid: "replay-hole", "aria-label": "to the next part", onclick: () => nextHole(1) }, "▶▶"),
      h("output", { testid: "replay-at" }, `${replay.at} of ${last}`),
      h("select", { testid: "replay-speed", "aria-label": "speed", onchange: (event) => { replay.speed = Number(event.target.value); } },
        SPEEDS.map((speed) => h("option", { key: speed, value: speed, selected: speed === replay.speed }, `${speed}×`))),
      h("select", { testid: "replay-view", "aria-label": "point of view", onchange: (event) => look(event.target.value) },
        views.map(([view, words]) => h("option", { key: view, value: view, selected: view === replay.view }, words))),
      h("button", { testid: "replay-link", onclick: () => copy(location.href, "the link to this position is copied") }, "Copy link"),
      h("button", { testid: "replay-branch", onclick: playOn }, "Play on from here"),
      h("a", { href: `/t/${replay.code}/matches/${replay.number}/review`, testid: "replay-review" }, "Review"),
      h("a", { href: `/t/${replay.code}/matches/${replay.number}/record.json`, download: `${state.room.game}-${replay.code}-${replay.number}.jsonl`, testid: "replay-record" }, "Record"),
      h("a", { href: `/t/${replay.code}`, testid: "replay-table" }, "To the table")));
}

export function onReplayKey(key) {
  const does = { arrowright: () => step(1), arrowleft: () => step(-1), " ": toggle, home: () => step(-state.replay.at), end: () => step(state.replay.positions) };
  does[key]?.();
  return key in does;
}
