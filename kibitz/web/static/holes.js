// A hole that has been counted: the cards, the arithmetic, and what it did to the standing.

import { link, spoken, still } from "./cards.js";
import { h } from "./dom.js";
import { nameOf, signed } from "./names.js";
import { show } from "./replay.js";
import { isAlone, state, toast, update } from "./store.js";


export function hole() {
  const card = state.settled ?? state.frame?.scorecard;
  if (!card?.latest.length) return null;
  return [
    heading(card, card.holes.at(-1)),
    tallies(card, card.latest),
    h("button", { class: "main", testid: "next-hole", onclick: () => update({ sheet: null }) }, "Go on"),
  ];
}

// One of the holes before: whoever taps the scorecard sees it again.
export function past() {
  const { frame, code, past: found } = state;
  const card = frame?.scorecard;
  const played = card?.holes.find(({ number }) => number === found?.number);
  if (!played) return null;
  return [
    heading(card, played),
    tallies(card, found.tallies),
    frame.result && !isAlone && h("a", { class: "button", testid: "past-replay", href: `/t/${code}/replay/${frame.match}#hole-${played.number}` }, `Replay this ${card.word}`),
  ];
}

// The number of a hole leads to its cards; where a match is told again, to where it was counted.
export function holeLink(number) {
  const { frame, replay } = state;
  if (!frame.scorecard.holes.some((played) => played.number === number)) return number;
  const open = (event) => {
    event.preventDefault();
    if (replay) show(replay.holes[number - 1]);
    else lookBack(number);
  };
  return h("a", { href: `#hole-${number}`, testid: `hole-${number}`, "aria-label": `${frame.scorecard.word} ${number}`, onclick: open }, number);
}

export async function lookBack(number) {
  const { match } = state.frame;
  const response = await fetch(`/t/${state.code}/matches/${match}/holes/${number}.json`);
  const told = await response.json();
  if (response.ok) update({ past: { number, tallies: told }, sheet: "past" });
  else toast(told.words);
}

export function bestOf(card, scores) {
  return card.goal === "min" ? Math.min(...scores) : Math.max(...scores);
}

function heading(card, { number, par }) {
  return h("h2", {}, `${card.word} ${number} is over${par ? ` · par ${par}` : ""}`);
}

// Who has equally few, or many, has the best score of the hole, too.
function tallies(card, told) {
  const best = bestOf(card, told.map(({ score }) => score));
  return h("div", { class: "tallies" }, told.map((tally, seat) => h("div", { class: `tally ${tally.score === best ? "best" : ""}`, key: seat, testid: `tally-${seat}`, vars: { "--seat": String(seat) } },
    h("h3", {}, nameOf(seat), h("b", {}, signed(tally.score))),
    tallyCards(card, tally), arithmetic(tally), h("p", { class: "quiet" }, `total ${signed(tally.total)}, ${moved(card, told, seat)}`))));
}

// `2nd, was 3rd`: the place by totals after the hole and before it.
function moved(card, told, seat) {
  const place = (totals) => 1 + totals.filter((total) => (card.goal === "min" ? total < totals[seat] : total > totals[seat])).length;
  const now = place(told.map(({ total }) => total));
  const before = place(told.map(({ total, score }) => total - score));
  const isFirst = told.every(({ total, score }) => total === score); // before it nobody had a place
  return now === before || isFirst ? ordinal(now) : `${ordinal(now)}, was ${ordinal(before)}`;
}

function ordinal(place) {
  return `${place}${{ 1: "st", 2: "nd", 3: "rd" }[place] ?? "th"}`;
}

export function tallyCards(card, tally) {
  const shown = [...tally.cards.map(([index, text]) => ({ index, text, counts: !tally.cancelled.includes(index) })), ...tally.aside.map(([index, text]) => ({ index, text, counts: false }))];
  shown.sort((one, other) => one.index - other.index);
  return h("div", { class: "cells small", vars: { "--columns": String(card.columns || Math.max(shown.length, 1)) } },
    shown.map(({ index, text, counts }) => still(text, { key: `${index}${text}`, kind: counts ? "" : "aside", words: spoken(text) + (counts ? "" : ", does not count"), signs: [!counts && link()] })));
}

// Every sum in the order in which it was settled: 26, knock bonus −5.
export function arithmetic(tally) {
  const plain = tally.terms.filter((term) => !term.label).map((term) => term.value);
  const parts = tally.terms.filter((term) => term.label);
  if (plain.length + parts.length < 2 && !tally.cards.length) return null; // the number stands above
  const sum = plain.length ? plain.map((value, place) => (place === 0 ? signed(value) : value < 0 ? ` − ${-value}` : ` + ${value}`)).join("") : "";
  return h("p", { class: "arithmetic" }, sum, parts.map((term) => h("span", { key: term.label, class: "part" }, ` ${term.label} ${term.value > 0 ? "+" : ""}${signed(term.value)}`)), h("b", {}, ` = ${signed(tally.score)}`));
}
