// What the rules of the waiting room come to: what is different, and a hole that is settled by them.

import { h } from "./dom.js";
import { arithmetic, tallyCards } from "./holes.js";
import { saidRules } from "./rules_bar.js";
import { state, update } from "./store.js";
import { signed } from "./names.js";

export function summary(room) {
  return h("div", { class: "summary", testid: "rules-summary" }, h("h3", {}, "Different from standard"), saidRules(room.rules));
}

// Asked for once for every set of rules; while it is on its way the last one stays.
async function learn(key, room) {
  update({ settlement: { ...state.settlement, key } });
  const response = await fetch(`/games/${encodeURIComponent(room.game)}/settlement.json?${new URLSearchParams(room.options)}`);
  if (response.ok && state.settlement.key === key) update({ settlement: { key, ...(await response.json()) } });
}

// In which order a hole is counted, on cards that were played by chance.
export function settlement(room) {
  const key = JSON.stringify([room.game, room.options]);
  if (!room.conflict && state.settlement?.key !== key) learn(key, room);
  const { tallies, columns, word } = state.settlement ?? {};
  if (room.conflict || !tallies) return null;
  return h("div", { class: "settlement", testid: "settlement" },
    h("h3", {}, `How a ${word} is settled`),
    h("p", { class: "quiet" }, `A ${word} that was played by chance, counted by these rules in their order.`),
    h("div", { class: "tallies" }, tallies.map((tally, seat) => h("div", { class: "tally", key: seat },
      h("h3", {}, `Player ${seat + 1}`, h("b", {}, signed(tally.score))), tallyCards({ columns }, tally), arithmetic(tally)))));
}
