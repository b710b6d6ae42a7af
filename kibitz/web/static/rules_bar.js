// The rules of a table in few words: what is not standard.

import { h } from "./dom.js";
import { state, update } from "./store.js";

// The active rules: what is not standard, the first two and how many more; those that have just
// acted come first, and pulse.
export function rulesBar(room) {
  const acts = (rule) => state.acted.includes(rule.label.toLowerCase());
  const other = room.rules.filter((rule) => rule.standard !== null).sort((one, another) => acts(another) - acts(one));
  const chips = other.slice(0, 2).map((rule) => h("span", { class: acts(rule) ? "chip acted" : "chip", key: rule.name, title: rule.rule }, rule.label));
  const more = other.length > 2 ? [h("span", { class: other.slice(2).some(acts) ? "chip acted" : "chip", key: "more" }, `+${other.length - 2}`)] : [];
  const none = other.length || room.conflict ? [] : [h("span", { class: "chip quiet", key: "none" }, "standard rules")];
  const short = h("span", { class: other.some(acts) ? "chip short acted" : "chip short", key: "short" }, other.length ? `+${other.length}` : "rules");
  return h("button", { class: "rules-bar", testid: "rules-bar", onclick: () => update({ sheet: "options" }), title: "the rules at this table" }, [...chips, ...more, ...none, short]);
}

// What is different from the standard rules, and the rest of them.
export function saidRules(rules) {
  const other = rules.filter((rule) => rule.standard !== null);
  const rest = rules.filter((rule) => rule.standard === null);
  return [
    other.length ? h("ul", { class: "said" }, other.map((rule) => h("li", { key: rule.name }, h("strong", {}, rule.label), ` ${rule.rule}`, h("small", {}, `instead of: ${rule.standard}`)))) : h("p", {}, "Everything is as in the standard rules."),
    rest.length > 0 && h("details", {}, h("summary", {}, "What is standard"), h("ul", { class: "said" }, rest.map((rule) => h("li", { key: rule.name }, h("strong", {}, rule.label), ` ${rule.rule}`)))),
  ];
}
