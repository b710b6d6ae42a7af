// What cannot be opened, why, and the way on.

import { h } from "./dom.js";
import { isAlone, state, update } from "./store.js";

// `again` for what may be there when the page is loaded once more.
export function showGone(words, { title = "This table cannot be opened", again = false } = {}) {
  update({ screen: "gone", gone: { title, words, again } });
}

export function goneScreen() {
  const { title, words, again } = state.gone;
  return [h("section", { class: "home", testid: "screen-gone" },
    h("h1", {}, title),
    h("p", { testid: "gone-why", role: "alert" }, words),
    again && h("button", { class: "main", testid: "gone-again", onclick: () => location.reload() }, "Load it again"),
    !isAlone && h("a", { href: "/", class: again ? "button" : "main", testid: "gone-home" }, "To the games"))];
}
