// Small signs beside a name: who deals, leads, has gone out, is away; and how long somebody has.

import { flag } from "./cards.js";
import { h } from "./dom.js";
import { state } from "./store.js";

// Who deals and who leads have a chip, as at a card table; who has ended the hole has a flag, and
// those who still have a turn are told that it is their last.
export function chips(seat) {
  const { dealer, leader, finisher } = state.frame;
  return [
    seat === dealer && h("span", { class: "duty", key: "dealer", testid: "dealer", role: "img", "aria-label": "deals", title: "deals" }, "D"),
    seat === leader && h("span", { class: "duty lead", key: "leader", testid: "leader", role: "img", "aria-label": "leads", title: "leads" }, "▸"),
    seat === finisher && h("span", { class: "duty flag", key: "finisher", testid: "finisher", role: "img", "aria-label": "has gone out", title: "has gone out" }, flag()),
    hasLastTurn(seat) && h("span", { class: "last", key: "last", testid: `last-turn-${seat}`, role: "img", "aria-label": "has one last turn", title: "one last turn" }, "last"),
  ];
}

function hasLastTurn(seat) {
  const { areas, finisher, turn, result } = state.frame;
  if (finisher === null || turn === null || result) return false;
  const count = areas.length - 1;
  const after = (other) => (other - turn + count) % count;
  return after(seat) < after(finisher);
}

// Whether the browser of a person is connected; a bot is always there.
export function dot(seat) {
  const chair = state.room.chairs[seat];
  if (!chair || chair.person === null || seat === state.frame.seat || state.replay) return null;
  const words = chair.is_here ? "is connected" : "is away";
  return h("span", { class: chair.is_here ? "dot" : "dot away", key: "dot", testid: `dot-${seat}`, role: "img", "aria-label": words, title: words });
}

// Seconds that are left, and the share of them as a ring; they are not read aloud.
export function clock(frame) {
  const { clock: found, room } = state;
  if (!found || found.match !== frame.match || found.version !== frame.version || frame.result || room.chairs[frame.turn]?.bot) return null;
  const left = Math.max(0, (found.ends - performance.now()) / 1000);
  const share = `${Math.round(360 * Math.min(1, left / (room.turn_seconds || left || 1)))}deg`;
  return h("span", { class: `clock ${left <= 10 ? "soon" : ""}`, key: "clock", testid: "clock", "aria-hidden": "true" },
    h("span", { class: "ring", testid: "clock-ring", vars: { "--share": share } }), ` ${Math.ceil(left)} s`);
}
