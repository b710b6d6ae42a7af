// People round the table: a plate with a face, what is counted for them, and whose turn it is.

import { folded } from "./beats.js";
import { portrait } from "./faces.js";
import { h } from "./dom.js";
import { chips, dot } from "./marks.js";
import { isYou, nameOf, signed, titleOf } from "./names.js";
import { isHost } from "./passing.js";
import { lookOf } from "./scene.js";
import { state, update } from "./store.js";

const LETTER = 7; // pixels of a small letter
const FIGURE = 9.5; // and of a figure
const LEAST_FIT = 0.78; // smaller letters nobody reads

// Players are numbers in what a game counts, and people here.
const named = (text) => text.replaceAll(/\bplayer (\d+)\b/g, (_, number) => nameOf(Number(number) - 1));

// The counters of an area; while beats are shown they count along.
export function countersOf(area) {
  return folded(area.counters, state.numbers.filter(({ who }) => who === area.owner));
}

// What is counted for a player: the open cards, the total, what the game declares, also of the team.
function counted(area, seat) {
  const { frame } = state;
  const open = frame.open[seat];
  const card = frame.scorecard;
  const team = frame.teams.find((seats) => seats.includes(seat));
  const called = team && `${team.map((one) => `player ${one + 1}`).join(" and ")}: `;
  const middle = frame.areas.find(({ owner }) => owner === null);
  const shared = called ? countersOf(middle).filter((text) => text.startsWith(called)).map((text) => text.slice(called.length)) : [];
  return [
    open && { key: "open", testid: `pts-${seat}`, value: signed(open.points), say: `open cards ${signed(open.points)}`, title: "open cards" },
    card && card.holes.length > 0 && { key: "total", testid: `total-${seat}`, value: `Σ ${signed(card.totals[seat])}`, say: `total ${signed(card.totals[seat])}`, title: "total" },
    ...[...countersOf(area), ...shared].map((text) => ({ key: text, text: named(text).replace(/ taken$/, ""), say: named(text), title: named(text) })),
  ].filter(Boolean);
}

function counter({ key, testid, value, text, say, title }) {
  return h("span", { key, class: value ? "counter number" : "counter", testid, role: "img", "aria-label": say, title }, value ?? text);
}

// As many as there is room for; a tap on the plate shows all of them.
const widthOf = ({ value, text }) => (value ? value.length * FIGURE : text.length * LETTER);

export function fitted(counters, width, line = width) {
  const shown = [];
  let room = width;
  for (const one of counters.filter((some) => widthOf(some) * LEAST_FIT <= line)) {
    room -= widthOf(one) + (shown.length ? 7 : 0);
    if (room < 0 && shown.length) break;
    shown.push(one);
  }
  return shown;
}

const SIDES = ["you", "team-a", "team-b"];

function sideOf(seat) {
  const { teams, seat: me } = state.frame;
  const team = teams.findIndex((seats) => seats.includes(seat));
  if (team < 0) return { kind: "", words: "" };
  const isPartner = me !== null && seat !== me && teams[team].includes(me);
  return { kind: SIDES[1 + (team % 2)], words: isPartner ? "partner" : "" };
}

export function plate(area, seat, box, actions, { isOwn = false } = {}) {
  const { frame, room } = state;
  const chair = room.chairs[seat];
  const name = titleOf(seat);
  const side = sideOf(seat);
  const isUpright = box.h > box.w;
  const size = Math.round(isUpright ? 32 : Math.min(box.h - 8, 46, box.w * 0.3));
  const wide = isUpright ? box.w - 4 : box.w - size - 18;
  const away = chair && !chair.is_here && !isYou(seat);
  const marks = [side.words, chair?.is_covered && !isOwn && "a bot plays", away && !chair.is_covered && "away", chair?.is_advised && "advised"].filter(Boolean);
  const { look } = state.replay ? { look: "" } : lookOf({ plate: seat, owner: seat });
  const enlarge = (event) => (look ? actions.point({ plate: seat, owner: seat }) : !event.target.closest("button button") && update({ enlarged: seat, sheet: "player" }));
  const isTurn = frame.turn === seat;
  const counters = fitted(counted(area, seat), isUpright ? 2 * wide : wide, wide);
  return h("div", { key: `plate-${seat}`, class: `plate at ${isOwn ? "mine" : ""} ${isUpright ? "upright" : ""} ${isTurn ? "turn" : ""} ${side.kind} ${away ? "away" : ""} ${look}`, testid: `player-${seat}`, vars: { ...at(box), "--face": `${size}px`, "--len": String(Math.max(5, name.length + (marks.length && !isUpright ? marks[0].length : 0))), "--room": `${wide}px` } },
    h("button", { class: "who", testid: `plate-${seat}`, onclick: enlarge, "aria-label": [name, ...marks, isTurn && "to choose"].filter(Boolean).join(", ") },
      portrait(chair?.name ?? name),
      h("span", { class: "name", "aria-hidden": "true" }, name), marks.length > 0 && h("small", { class: "marks", "aria-hidden": "true" }, marks[0])),
    h("span", { class: "counters", vars: { "--fit": String(Math.min(1, wide / Math.max(1, ...counters.map(widthOf)))) } }, counters.map(counter)),
    chips(seat), dot(seat), reacted(chair));
}

// The host need not wait for somebody who is away.
export function coverButton(seat, kind, actions) {
  const chair = state.room.chairs[seat];
  const isLost = chair && !chair.is_here && !chair.is_covered && !isYou(seat) && !state.frame.result;
  const cover = () => {
    update({ sheet: null });
    actions.say("cover", { seat });
  };
  return isHost() && isLost && !state.replay && h("button", { key: "cover", class: kind, testid: `cover-${seat}`, onclick: cover }, "Let a bot play");
}

// What somebody has just said with a sign stands at their seat.
function reacted(chair) {
  const last = state.reactions.findLast(({ name }) => name === chair?.name);
  return last && h("span", { class: "reaction", key: `reaction-${last.key}`, testid: "reaction", "aria-hidden": "true" }, last.sign);
}

export const at = ({ x, y, w, h: height }) => ({ "--x": `${Math.round(x)}px`, "--y": `${Math.round(y)}px`, "--bw": `${Math.round(w)}px`, "--bh": `${Math.round(height)}px` });
