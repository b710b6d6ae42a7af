// Cards: French ones drawn with pips and courts, jokers, and any other deck by its words. One sprite
// holds what is drawn; a card only refers to it.

import { HALF, PIPS, RANK, STAR, SUIT } from "./card_art.js";
import { h } from "./dom.js";
import { ownDrawing, ownWords } from "./own_faces.js";

const FRENCH = /^(10|[2-9AJQK])([♥♦♣♠])$/;
const LETTERS = { "♥": "H", "♦": "D", "♣": "C", "♠": "S" };
const SUITS = { "♥": "hearts", "♦": "diamonds", "♣": "clubs", "♠": "spades" };
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king" };
const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const JOKER = /joker/i;

// The card in words, for those who listen.
export function spoken(text) {
  const found = FRENCH.exec(text ?? "");
  if (!found) return ownWords(text) ?? text ?? "face down";
  return `${rankWord(text)} of ${SUITS[found[2]]}`;
}

export function rankWord(text) {
  const found = FRENCH.exec(text ?? "");
  return found ? (RANKS[found[1]] ?? NUMBERS[Number(found[1])]) : null;
}

export function suitOf(text) {
  const sign = /[♥♦♣♠]$/.exec(text ?? "")?.[0];
  return sign ? SUITS[sign] : JOKER.test(text ?? "") ? "joker" : "none";
}

// ---------------------------------------------------------------------------- drawing

const use = (id, x, y, scale, turn = 0) =>
  `<use href="#${id}" transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ""} scale(${scale})"/>`;
const glyph = (rank, x, y, scale, width = 11) =>
  `<use href="#k-r${rank}" transform="translate(${x} ${y}) scale(${scale})" stroke-width="${width}"/>`;
const twice = (half) => `${half}<g transform="rotate(180 125 175)">${half}</g>`;
const letters = (text, x, y, size, anchor = "middle") =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}">${text.replaceAll(/[<&]/g, "")}</text>`;

function middle(rank, suit) {
  if ("JQK".includes(rank)) return court(rank, use(suit, 70, 55, 0.32));
  if (rank === "A" && suit === "k-S")
    return `<circle cx="125" cy="175" r="78" class="ring"/><circle cx="125" cy="175" r="70" class="ring thin"/>${use(suit, 125, 172, 1.15)}`;
  if (rank === "A") return use(suit, 125, 175, 1.1);
  return PIPS[rank].map(([x, y]) => use(suit, x, y, 0.47, y > 175.1 ? 180 : 0)).join("");
}

function court(name, sign) {
  const half = `<g clip-path="url(#k-cut)">${use(`k-court-${name}`, 6.2, 15, 0.95)}${sign}</g>`;
  return `<g class="court"><rect x="47" y="30" width="156" height="290" rx="9" class="frame"/>${twice(half)}<path d="M48 196 202 154" class="sash"/></g>`;
}

function views(full, jumbo, mini) {
  return `<g class="v-full">${full}</g><g class="v-jumbo">${jumbo}</g><g class="v-mini">${mini}</g>`;
}

function french(rank, suit) {
  const corner = glyph(rank, 14, 17, 0.54) + use(suit, 30, 83, 0.32);
  const big = glyph(rank, 13, 20, 0.98, 12) + use(suit, 42, 144, 0.56);
  const mini = glyph(rank, rank === "10" ? 74 : 78, 32, 1.62, 13) + use(suit, 125, 256, 1.32);
  return views(twice(corner) + middle(rank, suit), twice(big), mini);
}

function joker() {
  const star = (x, y, scale) => use("k-star", x, y, scale);
  return views(twice(star(30, 40, 0.4)) + court("x", ""), twice(star(46, 62, 0.7)), star(125, 175, 1.7));
}

// Cards of other decks have words, and a suit where theirs is one of ours.
function worded(text) {
  const sign = /[♥♦♣♠]$/.exec(text)?.[0];
  const word = sign ? text.slice(0, -1) : text;
  const size = (width, most) => Math.min(most, Math.floor((width / Math.max(word.length, 1)) * 1.7));
  const suit = (x, y, scale) => (sign ? use(`k-${LETTERS[sign]}`, x, y, scale) : "");
  const corner = letters(word, 16, 52, size(90, 40), "start") + suit(32, 84, 0.3);
  return views(
    twice(corner) + letters(word, 125, 195, size(200, 76)) + suit(125, 236, 0.5),
    twice(letters(word, 14, 82, size(118, 84), "start") + suit(42, 132, 0.5)),
    letters(word, 125, 160, size(220, 130)) + suit(125, 250, 1.1),
  );
}

const drawings = new Map();
export function drawing(text) {
  const own = ownDrawing(text);
  if (own) return own;
  if (!drawings.has(text)) {
    const found = FRENCH.exec(text);
    const inside = found ? french(found[1], `k-${LETTERS[found[2]]}`) : JOKER.test(text) ? joker() : worded(text);
    drawings.set(text, `<svg viewBox="0 0 250 350" aria-hidden="true" focusable="false">${inside}</svg>`);
  }
  return drawings.get(text);
}

export const BACK = '<svg viewBox="0 0 250 350" aria-hidden="true" focusable="false"><use href="#k-back"/></svg>';

// Everything that cards refer to; it stands in the page once.
export function sprite() {
  const paths = (shapes, kind, prefix) =>
    Object.entries(shapes).map(([name, path]) => `<path id="k-${prefix}${name}" d="${path}"${kind}/>`).join("");
  const courts = Object.entries(HALF).map(([name, half]) => `<g id="k-court-${name === "*" ? "x" : name}">${half()}</g>`).join("");
  const lattice =
    '<pattern id="k-lat" width="24" height="33.6" patternUnits="userSpaceOnUse" patternTransform="translate(5 7)"><path d="M12 3 20 16.8 12 30.6 4 16.8Z" fill="none" stroke="var(--back-2)" stroke-width="2.2"/></pattern>';
  const back =
    '<g id="k-back"><rect width="250" height="350" fill="var(--back-1)"/><rect x="17" y="17" width="216" height="316" rx="13" fill="url(#k-lat)"/><rect x="15" y="15" width="220" height="320" rx="14" fill="none" stroke="var(--back-3)" stroke-width="4"/><path d="M125 118 166 175 125 232 84 175Z" fill="var(--back-1)" stroke="var(--back-3)" stroke-width="4"/><path d="M125 146 146 175 125 204 104 175Z" fill="var(--back-3)"/></g>';
  const defs = `${lattice}<clipPath id="k-cut"><path d="M48 31H202V154L48 196Z"/></clipPath>${paths(SUIT, "", "")}<path id="k-star" d="${STAR}"/>${paths(RANK, ' class="rank"', "r")}${courts}${back}`;
  return h("div", { class: "sprite", key: "sprite", "aria-hidden": "true", html: `<svg><defs>${defs}</defs></svg>` });
}

// ---------------------------------------------------------------------------- cards that only stand there

export function face(text) {
  return text === null || text === undefined
    ? h("span", { class: "side back", html: BACK })
    : h("span", { class: "side front", html: drawing(text) });
}

// A card as a picture; what is said of it may be given.
export function still(text, { key, kind = "", words = spoken(text), signs = [] } = {}) {
  return h("span", { key, class: `card still ${kind}`, role: "img", "aria-label": words, "data-card": text, "data-suit": suitOf(text) }, face(text), signs);
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
