// Rules that somebody has sent: what is different from the standard ones, before anybody sits down.

import { h } from "./dom.js";
import { showGone } from "./gone.js";
import { saidRules } from "./rules_bar.js";
import { state, update } from "./store.js";

export function rulesLink(game, options) {
  const asked = new URLSearchParams(options).toString();
  return `${location.origin}/play/${encodeURIComponent(game)}${asked && `?${asked}`}`;
}

export async function openShared(game, asked) {
  const response = await fetch(`/games/${game}/rules.json${asked}`);
  const told = await response.json();
  if (response.ok) update({ shared: told, screen: "rules" });
  else showGone(told.words, { title: "These rules cannot be played here" });
}

export function rulesScreen(actions) {
  const { shared } = state;
  return [h("section", { class: "home", testid: "screen-rules" },
    h("h1", {}, shared.title),
    h("p", {}, "Somebody would like to play it like this:"),
    saidRules(shared.rules),
    h("button", { class: "main", testid: "rules-make", onclick: () => actions.withRules(shared.game, shared.options) }, "Make a table with these rules"))];
}
