// The rows of a player or of the middle as plain pictures: for a closer look, and for the companion.

import { eye, link, lock, still } from "./cards.js";
import { h } from "./dom.js";
import { state } from "./store.js";

const MOST = 14; // cards of a stack that are shown side by side

export function rowOf(row, owner) {
  return h("div", { key: `${owner}/${row.name}`, class: `row ${row.kind}` },
    row.kind === "grid" ? grid(row, owner) : row.stacks.map((stack) => pile(row, stack)));
}

function grid(row, owner) {
  return h("div", { class: "cells", vars: { "--columns": String(Math.min(row.columns, row.stacks.length)) } }, row.stacks.map((stack) => {
    const card = stack.cards.at(-1) ?? null;
    if (!stack.cards.length && !stack.hidden) return h("span", { key: stack.index, class: "card still empty", role: "img", "aria-label": `cell ${stack.index}, empty` });
    const isSeen = stack.remembered.includes(stack.cards.length - 1);
    const isCancelled = card !== null && !isSeen && state.frame.open[owner]?.cancelled.includes(stack.index);
    return still(card, { key: stack.index, kind: isSeen ? "seen" : "", signs: [card !== null && isSeen && eye(), isCancelled && link(), row.is_locked && card !== null && !isSeen && !isCancelled && lock()] });
  }));
}

function pile(row, stack) {
  const cards = stack.cards.length ? stack.cards : Array(Math.min(stack.hidden, 1)).fill(null);
  const count = stack.cards.length || stack.hidden;
  return h("div", { class: "pile", key: stack.index },
    h("div", { class: "spread" }, cards.slice(-MOST).map((card, number) => still(card, { key: number }))),
    h("span", { class: "name" }, `${row.name}${count > 1 ? ` ×${count}` : ""}`));
}
