// Rules that somebody has sent: what is different from the standard ones, before anybody sits down.

import { h } from "./dom.js";
import { showGone } from "./gone.js";
import { saidRules } from "./rules_bar.js";
import { isAlone, state, update } from "./store.js";

// Nothing, where there is no address to send. The link of a page says all that is not standard: no rule of the page is left.
export function rulesLink(game, options) {
  const asked = new URLSearchParams(options).toString();
  if (isAlone) return globalThis.kibitzPage.link && `${globalThis.kibitzPage.link}#${asked || "standard"}`;
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
