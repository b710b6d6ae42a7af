// House rules that this browser keeps, to be chosen again by their name.

import { h } from "./dom.js";
import { keep, kept, toast } from "./store.js";

const MOST = 12;

// As tiles beside the presets of the game; options that it has no more are left out with their rules.
export function savedRules(game) {
  const known = new Set(game.options.map(({ name }) => name));
  return kept("rules", []).filter((saved) => saved.game === game.name && Object.keys(saved.options).every((name) => known.has(name)))
    .map((saved, number) => ({ ...saved, key: `saved-${number}`, sentence: "kept in this browser" }));
}

export function saving(game, options) {
  const save = (event) => {
    event.preventDefault();
    const field = event.target.querySelector("input");
    if (field.value.trim()) saveRules(game, field.value.trim(), options);
    field.value = "";
  };
  return h("form", { class: "beside", onsubmit: save },
    h("input", { testid: "rules-name", maxlength: "24", autocomplete: "off", "aria-label": "what you call these rules", placeholder: "The rules of our family" }),
    h("button", { testid: "rules-save" }, "Keep as house rules"));
}

function saveRules(game, label, options) {
  const others = kept("rules", []).filter((saved) => saved.game !== game || saved.label !== label);
  keep("rules", [{ game, label, options }, ...others].slice(0, MOST));
  toast(`${label} is among the presets now`);
}
