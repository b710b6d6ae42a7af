// Cards: French ones with pips, jokers, and any other deck by its words.

import { h } from "./dom.js";

const FRENCH = /^(10|[2-9AJQK])([♥♦♣♠])$/;
const SUITS = { "♥": "hearts", "♦": "diamonds", "♣": "clubs", "♠": "spades" };
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king" };
const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const LEFT = 34, MIDDLE = 50, RIGHT = 66;
// Where the pips of each rank stand, in a card of 100 by 140; those below the middle stand on their heads.
const PIPS = {
  A: [[MIDDLE, 70]],
  2: [[MIDDLE, 36], [MIDDLE, 104]],
  3: [[MIDDLE, 36], [MIDDLE, 70], [MIDDLE, 104]],
  4: [[LEFT, 36], [RIGHT, 36], [LEFT, 104], [RIGHT, 104]],
  5: [[LEFT, 36], [RIGHT, 36], [MIDDLE, 70], [LEFT, 104], [RIGHT, 104]],
  6: [[LEFT, 36], [RIGHT, 36], [LEFT, 70], [RIGHT, 70], [LEFT, 104], [RIGHT, 104]],
  7: [[LEFT, 36], [RIGHT, 36], [MIDDLE, 53], [LEFT, 70], [RIGHT, 70], [LEFT, 104], [RIGHT, 104]],
  8: [[LEFT, 36], [RIGHT, 36], [MIDDLE, 53], [LEFT, 70], [RIGHT, 70], [MIDDLE, 87], [LEFT, 104], [RIGHT, 104]],
  9: [[LEFT, 34], [RIGHT, 34], [LEFT, 58], [RIGHT, 58], [MIDDLE, 70], [LEFT, 82], [RIGHT, 82], [LEFT, 106], [RIGHT, 106]],
  10: [[LEFT, 34], [RIGHT, 34], [MIDDLE, 46], [LEFT, 58], [RIGHT, 58], [LEFT, 82], [RIGHT, 82], [MIDDLE, 94], [LEFT, 106], [RIGHT, 106]],
};

// The card in words, for those who listen.
export function spoken(text) {
  const found = FRENCH.exec(text ?? "");
  if (!found) return text ?? "face down";
  return `${RANKS[found[1]] ?? NUMBERS[Number(found[1])]} of ${SUITS[found[2]]}`;
}

export function suitOf(text) {
  return SUITS[FRENCH.exec(text ?? "")?.[2]] ?? "other";
}

// What is drawn on a card; `text` is null for one that nobody here can tell.
export function face(text) {
  if (text === null || text === undefined) return h("span", { class: "back" });
  const found = FRENCH.exec(text);
  if (!found) return h("span", { class: "front other" }, h("span", { class: "words" }, text));
  const [, rank, suit] = found;
  return h("span", { class: `front ${SUITS[suit]}` },
    h("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" },
      corner(rank, suit, 15, 26), PIPS[rank] ? pips(rank, suit) : court(rank, suit)),
    h("span", { class: "small" }, rank, h("span", {}, suit)));
}

function corner(rank, suit, x, y) {
  return h("g", { class: "corner" },
    h("text", { x, y, "font-size": 24 }, rank), h("text", { x, y: y + 18, "font-size": 18 }, suit));
}

function pips(rank, suit) {
  const size = rank === "A" ? 46 : 25;
  return PIPS[rank].map(([x, y]) =>
    h("text", { x, y: y + size * 0.36, "font-size": size, transform: y > 70 ? `rotate(180 ${x} ${y})` : null }, suit));
}

function court(rank, suit) {
  return [
    h("rect", { x: 27, y: 22, width: 46, height: 96, rx: 4, class: "court" }),
    h("text", { x: MIDDLE, y: 68, "font-size": 42, class: "letter" }, rank),
    h("text", { x: MIDDLE, y: 103, "font-size": 32 }, suit),
  ];
}
