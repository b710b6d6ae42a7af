// Keys at the table: numbers for places and options, letters for piles and buttons, arrows in the hand.

import { canAsk, isMyChoice } from "./advice.js";
import { ask } from "./dock.js";
import { arrow } from "./hands.js";
import { onReplayKey } from "./replay.js";
import { state, update } from "./store.js";

export function onKey(event, actions) {
  const isPressed = event.key === "Enter" && event.target.matches("button, a, summary");
  if (isPressed || event.target.matches("input, select, textarea") || event.metaKey || event.ctrlKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (state.screen === "replay" && state.replay && !event.target.matches("button") && onReplayKey(key)) event.preventDefault();
  else if (key === "escape" || key === "z") update({ picked: [], gathered: [], sheet: null, doubted: null });
  else if (key === "?") update({ sheet: "keys" });
  else if (state.screen === "table" && state.frame && !state.sheet && !arrow(event)) tableKey(key, actions);
}

// What can be pointed at, from left to right: the hand after the places.
function glowing() {
  const cards = [...document.querySelectorAll(".cards .glow, .cards .picked")];
  const x = (node) => node.getBoundingClientRect().x;
  return { spots: [...document.querySelectorAll(".slots .spot.glow, .slots .spot.picked")], cards: cards.sort((one, other) => x(one) - x(other)) };
}

function tableKey(key, actions) {
  const { spots, cards } = glowing();
  const named = (word) => spots.find((node) => node.dataset.testid.toLowerCase().includes(word));
  const places = { d: named("stock"), t: named("discard"), x: named("discard") };
  if (key === "h" && canAsk() && isMyChoice()) ask(actions);
  else if (key === "enter") document.querySelector('[data-testid="flip-confirm"]:not(:disabled), .options .main')?.click();
  else if (/^[1-9]$/.test(key)) numbered(Number(key), spots, cards)?.click();
  else (places[key] ?? lettered(key))?.click();
}

// The cell of that number, else the card in hand, else the button.
function numbered(number, spots, cards) {
  return spots.find((node) => node.dataset.testid.endsWith(`-${number}`)) ?? cards[number - 1] ?? document.querySelector(`[data-testid="option-${number - 1}"]`);
}

// The one button whose words begin with the letter: K knocks, F flips, R refreshes.
function lettered(key) {
  const found = [...document.querySelectorAll('[data-testid^="option-"]:not(:disabled)')].filter((node) => node.textContent.toLowerCase().startsWith(key));
  return found.length === 1 ? found[0] : null;
}
