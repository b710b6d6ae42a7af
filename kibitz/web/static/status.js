// What is expected now, in few words.

import { isMyChoice } from "./advice.js";
import { titleOf } from "./names.js";
import { state } from "./store.js";

const CARDS = /(?:10|[2-9AJQK])[♥♦♣♠](?: (?:and )?(?:10|[2-9AJQK])[♥♦♣♠])*/g;

const PREPARING = "The bots are getting ready for this game, once …";

// What can be done: what the options have in common is said once.
export function ways(options) {
  const said = (change) => [...new Set(options.map(({ label }) => change(label)))];
  const cells = (label) => label.replace(/ cell \d+$/, " a cell").replace(/ meld \d+$/, " a meld");
  const cards = (label) => cells(label).replaceAll(CARDS, (found) => (found.includes(" ") ? "cards" : "a card"));
  const numbers = (label) => cards(label).replace(/ (?:\d+|nil)$/, " …");
  for (const change of [cells, cards, numbers]) if (said(change).length <= 3) return said(change).join(", or ");
  const first = [...new Set(said(numbers).map((words) => words.split(" ")[0]))];
  return first.length <= 3 ? first.map((word) => `${word} …`).join(", or ") : "make your choice";
}

export function status(frame) {
  if (frame.result) return "The match is over.";
  if (state.room.is_preparing && !isMyChoice()) return PREPARING;
  if (state.isPlaying || state.replay || !isMyChoice()) return frame.turn === null ? "" : `${possessive(frame.turn)} turn`;
  if (state.pending) return "…";
  if (state.picked.length) return "Where to? Point at the place, or put it back.";
  if (frame.together > 1) {
    const missing = frame.together - state.gathered.length;
    return missing > 0 ? `Your turn: ${ways(frame.options)}, ${missing} more` : "Confirm, or put one back.";
  }
  return `Your turn: ${frame.options.length === 1 ? frame.options[0].label : ways(frame.options)}`;
}

// Who plays alone may have sat down as "You".
function possessive(seat) {
  const title = titleOf(seat);
  return title === "You" ? "Your" : `${title}’s`;
}
