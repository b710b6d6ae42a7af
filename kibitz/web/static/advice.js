// Advice for whoever is to choose: a line, all the numbers, and a question before a mistake.

import { h } from "./dom.js";
import { state, update } from "./store.js";

const RANK = /^(10|[2-9AJQK])[♥♦♣♠]$/;
const ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const AIMS = { win: "win the match", score: "the best score", place: "a good place" };
const LIFT = 8; // how far a card that is pointed at may rise, in pixels
const LABEL = 0, GRADE = 1, SCORE = 2; // where they stand among the figures

export function canAsk() {
  const { frame, room, replay } = state;
  return Boolean(!replay && frame && frame.seat !== null && ["hints", "full"].includes(room.advice));
}

export function isMyChoice() {
  const { frame } = state;
  return frame.seat !== null && frame.turn === frame.seat && !frame.result;
}

// The advice for the decision at hand; what was said of another one is forgotten.
export function current() {
  const { advice, frame } = state;
  return advice && frame && advice.match === frame.match && advice.version === frame.version ? advice : null;
}

// The best stands first; until all is known the others stay where they stood: numbers change, rows do
// not jump.
export function steady(before, now) {
  const isSame = before && before.match === now.match && before.version === now.version && before.aim === now.aim;
  const still = isSame && !now.is_last ? before.options.filter(({ key }) => key !== now.best) : [];
  const place = new Map([now.best, ...still.map(({ key }) => key)].map((key, number) => [key, number]));
  const options = [...now.options].sort((one, other) => (place.get(one.key) ?? place.size) - (place.get(other.key) ?? place.size));
  return { ...now, options };
}

// ---------------------------------------------------------------------------- in a line

export function adviceLine() {
  const advice = current();
  if (!advice) return null;
  const best = advice.options.find(({ key }) => key === advice.best);
  const numbers = best && best.figures[SCORE] ? ` · ${[figureOf(advice, best, "score"), figureOf(advice, best, "win")].filter(Boolean).join(" · ")}` : "";
  const several = toldTogether(advice, state.frame);
  const words = advice.isAsked ? "Advice: thinking …" : `Advice: ${several ?? `${advice.line}${numbers}`}`;
  return h("span", { class: "best-line", key: "advice", testid: "advice-line" }, words, advice.is_last === false && " …",
    advice.options.length > 0 && !state.hasRail && h("button", { class: "more", testid: "advice-more", onclick: () => update({ sheet: "advice" }) }, "numbers"));
}

// The options that are best one by one, as many as are chosen together; without numbers the best alone.
export function bestOf({ best, options }, together) {
  return together > 1 && options.length >= together ? options.slice(0, together).map(({ key }) => key) : [best];
}

// Of `pass K♦`, `pass 3♣` and `pass 9♣`: pass K♦, 3♣ and 9♣.
export function toldTogether(advice, { together, options }) {
  const keys = bestOf(advice, together);
  const labels = keys.map((key) => options.find((option) => option.key === key)?.label ?? "");
  if (keys.length < 2 || labels.includes("")) return null;
  const last = (label) => label.replace(/^.* /, "");
  return `${labels.slice(0, -1).map((label, place) => (place ? last(label) : label)).join(", ")} and ${last(labels.at(-1))}`;
}

// `win 40 %`; nothing where nobody is a rival, so that nobody wins.
export function figureOf(advice, option, word) {
  const figure = option.figures[advice.head.indexOf(word)];
  return figure && `${word} ${figure}`;
}

// What is wrong with the option that was pointed at, and the way back.
export function doubtChip(actions) {
  const { doubted } = state;
  if (!doubted) return null;
  return [
    h("p", { class: "doubt", key: "doubt", testid: "doubt", role: "alert" }, doubted.words),
    h("button", { key: "doubt-keep", testid: "doubt-keep", onclick: () => actions.choose(doubted.option) }, `Still: ${doubted.option.label}`),
    h("button", { key: "doubt-change", class: "option", testid: "doubt-change", onclick: () => update({ doubted: null, picked: [] }) }, "Think again"),
  ];
}

// Whether the advice, or the row of it that is pointed at, is about this place.
export function isAdvised(holds) {
  const advice = current();
  if (!advice) return false;
  const keys = state.looked ? [state.looked] : bestOf(advice, state.frame.together);
  return state.frame.options.some((option) => keys.includes(option.key) && holds(option));
}

// What the best of these options is worth beside the best of all: a bar as long as its chances, and how
// much worse it is, in hundredths; its score where nobody is a rival. Null without numbers.
export function worthOf(keys) {
  const advice = current();
  const found = advice?.options.filter(({ key }) => keys.includes(key)) ?? [];
  if (!found.length) return null;
  const best = advice.options.find(({ key }) => key === advice.best) ?? advice.options[0];
  const one = found.includes(best) ? best : found[0];
  if (one.win === null) return { share: null, words: one.figures[SCORE] };
  const less = Math.round(100 * one.win) - Math.round(100 * best.win);
  return { share: one.win, words: one === best ? `${Math.round(100 * one.win)}` : less > 0 ? `+${less}` : less < 0 ? `−${-less}` : "±0" };
}

// ---------------------------------------------------------------------------- with all numbers

// All the numbers lie beside the cards that they are about, never over them.
export function isDocked() {
  return state.sheet === "advice";
}

// The largest part of the page that my cards leave free; below them are the buttons.
export function dock() {
  const sheet = document.querySelector(".docked");
  const own = document.querySelector(".own-slot")?.getBoundingClientRect();
  if (!sheet || !own) return;
  const top = document.querySelector(".bar").getBoundingClientRect().bottom;
  const parts = [
    { left: 0, top, width: innerWidth, height: own.top - top - LIFT },
    { left: 0, top: own.bottom, width: innerWidth, height: innerHeight - own.bottom, isOverButtons: true },
    { left: 0, top, width: own.left, height: innerHeight - top },
    { left: own.right, top, width: innerWidth - own.right, height: innerHeight - top },
  ].filter(({ width, height }) => width > 180 && height > 120);
  const size = ({ width, height, isOverButtons }) => width * height * (isOverButtons ? 0.7 : 1);
  const [most] = parts.sort((one, other) => size(other) - size(one));
  for (const [name, value] of Object.entries(most ?? {})) if (name !== "isOverButtons") sheet.style.setProperty(`--${name}`, `${Math.floor(value)}px`);
}

export function advicePanel(actions) {
  const advice = current();
  if (!advice) {
    const words = isMyChoice() ? "Ask, and everybody at the table sees that you have asked." : "At your next choice you can ask.";
    return [h("p", { class: "quiet" }, words), isMyChoice() && h("button", { testid: "advice-ask", onclick: () => actions.advise("") }, "What should I do?")];
  }
  if (advice.isAsked) return h("p", {}, "thinking …");
  return [
    h("p", { class: "best-line" }, advice.line),
    advice.options.length > 0 && [numbers(advice), reasons(advice), advice.head.includes("win") && aims(advice, actions), unseen(advice)],
  ];
}

export function numbers(advice) {
  const look = (key) => () => update({ looked: key });
  return h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "worth" },
    h("thead", {}, h("tr", {}, advice.head.map((word, column) => column !== GRADE && h("th", { scope: "col", key: column }, word || "option")))),
    h("tbody", { onmouseleave: look(null) }, advice.options.map(({ key, win, figures }) =>
      h("tr", { key, class: key === (state.looked ?? advice.best) ? "looked" : "", onmouseenter: look(key), onclick: look(key) }, figures.map((figure, column) =>
        column === LABEL
          ? h("th", { scope: "row", key: column }, figure, h("small", {}, figures[GRADE]), win !== null && h("i", { "aria-hidden": "true", vars: { "--share": `${Math.round(100 * win)}%` } }))
          : column !== GRADE && h("td", { key: column }, figure)))))));
}

export function reasons(advice) {
  return [advice.reasons.length > 0 && h("ul", { class: "said", testid: "advice-reasons" }, advice.reasons.map((reason) => h("li", { key: reason }, reason))), h("p", { class: "quiet" }, advice.origin)];
}

function aims(advice, actions) {
  return h("fieldset", { class: "aims" }, h("legend", {}, "What you play for"), Object.entries(AIMS).map(([aim, words]) =>
    h("label", { class: "radio", key: aim }, h("input", { type: "radio", name: "aim", testid: `aim-${aim}`, checked: advice.aim === aim, onchange: () => actions.advise(aim) }), h("span", {}, words))));
}

// How many of each rank are still out; cards of other decks by their words.
export function unseen(advice) {
  const counts = new Map();
  for (const [card, count] of Object.entries(advice.unseen)) {
    const name = RANK.exec(card)?.[1] ?? card;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const names = [...counts.keys()].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  if (!names.length) return null;
  return h("details", { testid: "unseen" }, h("summary", {}, "Cards you have not located"),
    h("dl", { class: "unseen" }, names.map((name) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, counts.get(name))))));
}
