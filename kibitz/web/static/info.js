// What a card is, for whoever keeps a finger or the mouse on it.

import { face } from "./cards.js";
import { h } from "./dom.js";
import { state, update } from "./store.js";

const PRESS = 300; // milliseconds
const HOVER = 500;
const NEAR = 10; // a finger that moves further is not still, in pixels

let timer = 0;
let start = null; // where the finger came down, while it is down
let isShownByPress = false;

function cardAt(event) {
  const node = event.target.closest?.(".card[aria-label]");
  return node && !node.closest(".info") ? node : null;
}

function show(node) {
  const box = node.getBoundingClientRect();
  update({ info: { words: node.getAttribute("aria-label"), text: node.querySelector(".front") ? node.dataset.card ?? null : null, x: box.left + box.width / 2, y: box.top } });
}

function hide() {
  clearTimeout(timer);
  if (state.info) update({ info: null });
}

function later(pause, node) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    isShownByPress = pause === PRESS;
    show(node);
  }, pause);
}

export function listen() {
  addEventListener("pointerdown", (event) => {
    hide();
    isShownByPress = false;
    if (event.pointerType === "mouse") return;
    start = { x: event.clientX, y: event.clientY };
    const node = cardAt(event);
    if (node) later(PRESS, node);
  });
  addEventListener("pointermove", (event) => {
    const isStill = start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < NEAR;
    if (event.pointerType !== "mouse" && !isStill) hide();
  });
  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || start) return;
    hide();
    const node = cardAt(event);
    if (node) later(HOVER, node);
  });
  addEventListener("pointerup", () => {
    start = null;
    clearTimeout(timer);
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
    shown.text && h("span", { class: "card" }, face(shown.text)), h("p", {}, shown.words));
}
