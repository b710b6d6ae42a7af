// Which language the page speaks: as the device does, or as somebody has chosen.

import { h } from "./dom.js";
import { LANGUAGES, speak } from "./language.js";
import { keep, kept, update } from "./store.js";

export async function begin() {
  await speak(kept("language", ""));
  update({});
}

function choose(language) {
  keep("language", language);
  return begin();
}

export function languageChoice() {
  const chosen = kept("language", "");
  return h("label", { class: "option" }, h("span", {}, "Language"),
    h("select", { testid: "language", onchange: (event) => choose(event.target.value) },
      h("option", { value: "", selected: !chosen }, "as the device"),
      Object.entries(LANGUAGES).map(([code, name]) => h("option", { key: code, value: code, selected: chosen === code, lang: code }, name))));
}
