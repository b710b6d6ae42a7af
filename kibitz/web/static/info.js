// What lies at a place, for whoever keeps a finger on it; a mouse that rests there sees it anyway.

import { still } from "./cards.js";
import { h } from "./dom.js";
import { state, update } from "./store.js";

const PRESS = 300; // milliseconds
const NEAR = 10; // a finger that moves further is not still, in pixels

let timer = 0;
let start = null; // where the finger came down, while it is down
let isShownByPress = false;

function show(node) {
  const box = node.getBoundingClientRect();
  update({ info: { words: node.getAttribute("aria-label"), text: node.dataset.card ?? null, x: box.left + box.width / 2, y: box.top } });
}

function hide() {
  clearTimeout(timer);
  if (state.info) update({ info: null });
}

export function listen() {
  addEventListener("pointerdown", (event) => {
    hide();
    isShownByPress = false;
    if (event.pointerType === "mouse") return;
    start = { x: event.clientX, y: event.clientY };
    const node = event.target.closest?.(".spot[aria-label]");
    if (!node) return;
    timer = setTimeout(() => {
      isShownByPress = true;
      show(node);
    }, PRESS);
  });
  addEventListener("pointermove", (event) => {
    const isStill = start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < NEAR;
    if (event.pointerType !== "mouse" && !isStill) hide();
  });
  addEventListener("pointerup", () => {
    start = null;
    hide();
  });
  addEventListener("pointercancel", () => {
    start = null;
    hide();
  });
  // A press that has shown a card does not choose it.
  addEventListener("click", (event) => {
    if (isShownByPress) event.stopPropagation();
    isShownByPress = false;
  }, true);
  addEventListener("contextmenu", (event) => isShownByPress && event.preventDefault());
}

export function info() {
  const { info: shown } = state;
  if (!shown) return null;
  const left = Math.min(Math.max(shown.x, 100), innerWidth - 100);
  const isLow = shown.y > innerHeight / 2;
  return h("div", { class: `info ${isLow ? "above" : "below"}`, key: "info", testid: "card-info", role: "tooltip", vars: { "--x": `${left}px`, "--y": `${shown.y}px` } },
    shown.text && still(shown.text), h("p", {}, shown.words));
}
