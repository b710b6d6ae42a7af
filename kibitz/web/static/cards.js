// Cards: French ones with pips, jokers, and any other deck by its words.

import { h } from "./dom.js";
import { ownDrawing, ownWords } from "./own_faces.js";

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
  if (!found) return ownWords(text) ?? text ?? "face down";
  return `${RANKS[found[1]] ?? NUMBERS[Number(found[1])]} of ${SUITS[found[2]]}`;
}

// What is drawn on a card; `text` is null for one that nobody here can tell.
export function face(text) {
  if (text === null || text === undefined) return h("span", { class: "back" });
  const found = FRENCH.exec(text), own = ownDrawing(text);
  if (own) return h("span", { class: "front own", html: own });
  if (!found) return h("span", { class: "front other" }, h("span", { class: "words" }, text));
  const [, rank, suit] = found;
  return h("span", { class: `front ${SUITS[suit]}` },
    h("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" },
      corner(rank, suit, 15, 26), PIPS[rank] ? pips(rank, suit) : court(rank, suit)),
    h("span", { class: "small" }, rank, h("span", {}, suit)));
}

// Signs on a card, drawn: not every device has letters for them.
export function eye() {
  return sign("only you know this card", h("path", { d: "M1 8 Q8 0 15 8 Q8 16 1 8 Z" }), h("circle", { cx: 8, cy: 8, r: 2.6 }));
}

export function lock() {
  return sign("this card stays", h("rect", { x: 2, y: 7, width: 12, height: 8, rx: 1.5 }), h("path", { d: "M5 7 V5 a3 3 0 0 1 6 0 V7" }));
}

export function link() {
  return sign("cancelled: it counts nothing", h("path", { d: "M6.5 9.5 L9.5 6.5 M7 4.5 L9 2.8 a3 3 0 0 1 4.2 4.2 L11.5 9 M9 11.5 L7 13.2 a3 3 0 0 1 -4.2 -4.2 L4.5 7" }));
}

export function flag() {
  return h("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, h("path", { d: "M4 15 V1 L13 4.5 L4 8" }));
}

function sign(words, ...shapes) {
  return h("span", { class: "sign", title: words }, h("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, shapes));
}

function corner(rank, suit, x, y) {
  return h("g", { class: "corner" },
    h("text", { x, y, "font-size": 24, textLength: rank.length > 1 ? 22 : null, lengthAdjust: "spacingAndGlyphs" }, rank), h("text", { x, y: y + 18, "font-size": 18 }, suit));
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
