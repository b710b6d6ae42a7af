// Fingers, mouse and keys on cards: press raises the nearest card that can be chosen, sliding changes it,
// letting go takes it; dropped on a place, the card goes there.

import { isTooSoon } from "./choosing.js";
import { cardWith, lookOf, placedAt, stage } from "./scene.js";
import { state, update } from "./store.js";

const REACH = 34; // pixels from a card that is meant
const ABOVE = 26; // pixels above the hand at which a card is let be, unless a place is there

let pressed = null; // { pointerId, actions }

const spotOf = (id) => {
  const at = placedAt(id)?.at;
  return at && at.card !== undefined ? at : null;
};

function canTake(id) {
  const spot = spotOf(id);
  const { found, chosen } = spot ? lookOf(spot) : { found: [], chosen: false };
  return Boolean(found?.length || chosen);
}

function nearest(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.classList?.contains("live"));
  if (under && canTake(Number(under.dataset.id))) return Number(under.dataset.id);
  const felt = stage.layer.getBoundingClientRect();
  const [x, y] = [event.clientX - felt.left, event.clientY - felt.top];
  let best = null, least = REACH;
  for (const [id, node] of stage.nodes) {
    if (!node.classList.contains("live") || !canTake(id)) continue;
    const at = stage.at.get(id);
    const isBeside = Math.abs(y - at.y) < at.w * 0.7 + ABOVE;
    const away = Math.abs(at.x - at.w / 2 + 14 - x);
    if (isBeside && away < least) [least, best] = [away, id];
  }
  return best;
}

const hover = (id) => state.hovered !== id && update({ hovered: id });

// The place under a finger that lets go somewhere else than on the cards.
function spotUnder(event) {
  const node = document.elementsFromPoint(event.clientX, event.clientY).find((found) => found.classList?.contains("spot") && !found.classList.contains("cell-spot"))
    ?? document.elementsFromPoint(event.clientX, event.clientY).find((found) => found.classList?.contains("spot"));
  return node ?? null;
}

export function listenToHands(actions) {
  addEventListener("pointerdown", (event) => {
    const node = event.target.closest?.(".cards .live");
    if (!node || event.button > 0 || isTooSoon(event)) return;
    pressed = { id: event.pointerId, from: Number(node.dataset.id) };
    hover(nearest(event));
  });
  addEventListener("pointermove", (event) => {
    if (state.screen !== "table" || !stage.layer) return;
    if (pressed) drag(event);
    else if (event.pointerType === "mouse") hover(event.target.closest?.(".cards .live") ? nearest(event) : null);
  });
  addEventListener("pointerup", (event) => {
    if (!pressed) return;
    const { dragged } = pressed;
    pressed = null;
    drop();
    const id = dragged ? state.hovered : nearest(event);
    update({ hovered: null });
    if (dragged && id !== null) letGo(id, spotUnder(event), event, actions);
    else if (id !== null) actions.pointCard(id);
  });
  addEventListener("pointercancel", () => {
    pressed = null;
    drop();
    update({ hovered: null });
  });
  addEventListener("click", (event) => {
    const node = event.target.closest?.(".cards .live");
    if (node && event.detail === 0) actions.pointCard(Number(node.dataset.id)); // a key, or a reader
  });
}

// Up from the hand a card follows the finger; along the hand another one is meant.
function drag(event) {
  const at = state.hovered === null ? null : stage.at.get(state.hovered);
  const felt = stage.layer.getBoundingClientRect();
  const y = event.clientY - felt.top;
  if (at && y < at.y - at.w * 0.7 - ABOVE) {
    pressed.dragged = true;
    const node = stage.nodes.get(state.hovered);
    node.style.setProperty("--dx", `${event.clientX - felt.left - at.x}px`);
    node.style.setProperty("--dy", `${y - at.y}px`);
    node.classList.add("dragged");
  } else {
    pressed.dragged = false;
    drop();
    hover(nearest(event));
  }
}

function drop() {
  for (const node of document.querySelectorAll(".card.dragged")) node.classList.remove("dragged");
}

// A card let go over the table is played; over a place that it can go to, it goes there.
function letGo(id, node, event, actions) {
  const card = cardWith(id);
  const target = node?.dataset.testid?.match(/^spot-(.*)-(\d+)$/);
  actions.dropCard(id, card, target ? { owner: node.dataset.owner === "m" ? null : Number(node.dataset.owner), row: target[1], index: Number(target[2]), card: null } : null);
}

// Arrow keys go from card to card of the hand.
export function arrow(event) {
  const by = { arrowleft: -1, arrowright: 1 }[event.key.toLowerCase()];
  const node = event.target.closest?.(".cards .live");
  if (!by || !node) return false;
  const ids = [...stage.nodes].filter(([id, found]) => found.classList.contains("live") && canTake(id)).map(([id]) => id).sort((one, other) => stage.at.get(one).x - stage.at.get(other).x);
  const next = ids[ids.indexOf(Number(node.dataset.id)) + by];
  if (next === undefined) return true;
  update({ focused: next, hovered: next });
  stage.nodes.get(next).tabIndex = 0;
  stage.nodes.get(next).focus({ preventScroll: true });
  return true;
}
