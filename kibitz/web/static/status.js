// What is expected now, in few words.

import { isMyChoice } from "./advice.js";
import { titleOf } from "./names.js";
import { optionsNow } from "./scene.js";
import { state } from "./store.js";

const CARDS = /(?:10|[2-9AJQK])[♥♦♣♠](?: (?:and )?(?:10|[2-9AJQK])[♥♦♣♠])*/g;

const PREPARING = "The bots are getting ready for this game. This happens once.";

// What can be done: what the options have in common is said once.
export function ways(options) {
  const said = (change) => [...new Set(options.map(({ label }) => change(label)))];
  const cells = (label) => label.replace(/ cell \d+$/, " a cell").replace(/ meld \d+$/, " a meld");
  const cards = (label) => cells(label).replaceAll(CARDS, (found) => (found.includes(" ") ? "cards" : "a card"));
  const numbers = (label) => cards(label).replace(/ (?:\d+|nil)$/, " …");
  for (const change of [cells, cards, numbers]) if (said(change).length <= 3) return joined(said(change));
  const first = [...new Set(said(numbers).map((words) => words.split(" ")[0]))];
  return first.length <= 3 ? first.map((word) => `${word} …`).join(", or ") : "make your choice";
}

// `play 2♦`, `play 4♦` and `play Q♦`: play 2♦, 4♦ or Q♦.
function joined(labels) {
  const [verb] = labels[0].split(" ");
  const rest = labels.map((label) => label.slice(verb.length + 1));
  const isShort = labels.length > 1 && labels.every((label, number) => label.startsWith(`${verb} `) && !rest[number].includes(" "));
  return isShort ? `${verb} ${rest.slice(0, -1).join(", ")} or ${rest.at(-1)}` : labels.join(", or ");
}

// How many are chosen together: of `pass a card` three are `pass 3 cards`.
export function several(words, count) {
  const found = /^(.*) a (card|cell)$/.exec(words);
  return found ? `${found[1]} ${count} ${found[2]}s` : words;
}

// Where every option asks a player for a rank, both are pointed at, one after the other; null: elsewhere.
export function asking(options, picks) {
  const isPlayer = ({ plate }) => plate !== undefined;
  if (!options.length || !options.every(({ at }) => at.some(isPlayer) && at.some(({ rank }) => rank))) return null;
  if (!picks.length) return "Your turn: tap a rank of yours, then a player";
  return picks.some(isPlayer) ? "Tap a rank of yours, or put it back." : "Tap a player, or put it back.";
}

export function status(frame) {
  if (frame.result) return "The match is over.";
  if (state.room.is_preparing && !isMyChoice()) return PREPARING;
  if (state.isPlaying || state.replay || !isMyChoice()) return frame.turn === null ? "" : `${possessive(frame.turn)} turn`;
  if (state.pending) return "…";
  const asked = asking(optionsNow(), state.picked);
  if (asked) return asked;
  if (state.picked.length) return "Where to? Point at the place, or put it back.";
  if (frame.together > 1) {
    const isMissing = frame.together > state.gathered.length;
    return isMissing ? `Your turn: ${several(ways(frame.options), frame.together)}` : "Confirm, or put one back.";
  }
  return `Your turn: ${frame.options.length === 1 ? frame.options[0].label : ways(frame.options)}`;
}

// Who plays alone may have sat down as "You".
function possessive(seat) {
  const title = titleOf(seat);
  return title === "You" ? "Your" : `${title}’s`;
}
