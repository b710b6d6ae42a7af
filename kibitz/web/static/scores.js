// What has been counted and what has happened: the scorecard, the standing, the last settlement, the log.

import { still } from "./cards.js";
import { h } from "./dom.js";
import { bestOf, holeLink, lookBack } from "./holes.js";
import { nameOf, signed, titleOf } from "./names.js";
import { state } from "./store.js";

export function whatHappened() {
  return [lastTrick(), logLines()];
}

// The trick before: who played what.
function lastTrick() {
  const { lastTrick: played } = state;
  return played.length > 0 && h("div", { class: "last-trick", key: "last-trick", testid: "last-trick" }, h("h3", {}, "Last trick"),
    h("div", { class: "figures" }, played.map(({ name, card }) => h("figure", { key: `${name}${card}` }, still(card), h("figcaption", {}, name)))));
}

function logLines() {
  return h("ol", { class: "lines" }, state.log.map((line, number) => h("li", { key: number }, line)).reverse());
}

export function scorecard() {
  const card = state.frame?.scorecard;
  if (!card) return null;
  const count = Math.max(card.count ?? 0, card.holes.length);
  const numbers = Array.from({ length: count }, (_, place) => place + 1);
  const played = new Map(card.holes.map((one) => [one.number, one]));
  const hasPar = card.par !== null;
  const best = (number) => bestOf(card, played.get(number).scores);
  return h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "scorecard" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, card.word), numbers.map((number) => h("th", { scope: "col", key: number }, holeLink(number))), h("th", { scope: "col" }, "total")),
      hasPar && h("tr", {}, h("th", { scope: "row" }, "par"), numbers.map((number) => h("td", { key: number }, played.get(number)?.par ?? "")), h("td", {}, card.holes.reduce((sum, { par }) => sum + par, 0)))),
    h("tbody", {}, card.totals.map((total, seat) => h("tr", { key: seat }, h("th", { scope: "row" }, nameOf(seat)),
      numbers.map((number) => h("td", { key: number, onclick: played.has(number) && !state.replay ? () => lookBack(number) : null }, played.has(number) ? h("span", { class: played.get(number).scores[seat] === best(number) ? "best" : "" }, signed(played.get(number).scores[seat])) : "·")),
      h("td", { class: "sum" }, signed(total)))))));
}

// The best four by total, and by holes won.
export function standings() {
  const card = state.frame?.scorecard;
  if (!card || !card.holes.length) return null;
  const seats = card.totals.map((_, seat) => seat);
  const byTotal = [...seats].sort((one, other) => (card.totals[one] - card.totals[other]) * (card.goal === "min" ? 1 : -1)).slice(0, 4);
  const byWon = card.won && [...seats].sort((one, other) => card.won[other] - card.won[one]).slice(0, 4);
  return h("div", { class: "standings", testid: "standings" },
    ranking("Total", byTotal, (seat) => signed(card.totals[seat])),
    byWon && ranking(`${card.word}s won`, byWon, (seat) => card.won[seat]));
}

// Equal numbers have the same place.
export function ranking(title, seats, number) {
  const numbers = seats.map(number);
  return h("div", {}, h("h3", {}, title), h("ol", {}, seats.map((seat, place) =>
    h("li", { key: seat, value: numbers.indexOf(numbers[place]) + 1 }, h("span", {}, nameOf(seat)), h("b", {}, numbers[place])))));
}

// How the last hand was settled where no scorecard tells it, line by line.
export function settlements() {
  const settled = state.frame?.settlement ?? [];
  if (!settled.length) return null;
  return h("table", { class: "sums", testid: "last-settlement" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "last hand"), h("th", { scope: "col" }, ""), h("th", { scope: "col" }, "total"))),
    h("tbody", {}, settled.map(({ seats, change, total, terms }) => h("tr", { key: seats.join() },
      h("th", { scope: "row" }, seats.map(titleOf).join(" & "), h("small", {}, terms.filter(({ label }) => label).map(({ label, value }) => `${label}${/[\d♣♦♥♠]$/.test(label) ? " =" : ""} ${signed(value)}`).join(" · "))),
      h("td", {}, `${change > 0 ? "+" : ""}${signed(change)}`), h("td", { class: "sum" }, signed(total))))));
}
