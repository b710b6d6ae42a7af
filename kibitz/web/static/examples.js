// Example hands in the waiting room: what a rule does to them, as the game itself counts.

import { still } from "./cards.js";
import { h } from "./dom.js";
import { state, update } from "./store.js";

// Asked for once for every game.
async function learn(game) {
  update({ examples: { game, found: [] } });
  const response = await fetch(`/games/${encodeURIComponent(game)}/examples.json`);
  if (response.ok) update({ examples: { game, found: await response.json() } });
}

function known(game, option) {
  if (state.examples?.game !== game) learn(game);
  return state.examples?.found.find((found) => found.option === option.name);
}

function signed(score) {
  return score < 0 ? `−${-score}` : `${score}`;
}

// The cards, and for a switch what they come to with and without it.
export function example(game, option, value) {
  const shown = known(game, option);
  if (!shown) return null;
  const { cards, columns, scores } = shown;
  const told = (offer, words) => offer in scores && h("span", { key: offer, class: offer === value ? "chosen" : "" }, words, h("b", {}, signed(scores[offer])));
  return h("span", { class: "example", testid: `example-${option.name}` },
    h("span", { class: "cells small", vars: { "--columns": String(columns || cards.length) } },
      cards.map((card, place) => still(card === "?" ? null : card, { key: place }))),
    h("span", { class: "scores" }, told("OFF", "without it "), told("ON", "with it ")));
}

// What the example comes to by one of several rules.
export function exampleScore(game, option, offer) {
  const score = known(game, option)?.scores[offer];
  return score !== undefined && h("b", { class: "score", title: "the example" }, signed(score));
}
