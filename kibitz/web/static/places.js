// What lies where: cells, hands and piles, and pointing at them.

import { isAdvised, isMyChoice } from "./advice.js";
import { eye, face, link, lock, spoken } from "./cards.js";
import { h } from "./dom.js";
import { state, toast, update } from "./store.js";

const SHOWN_IN_PILE = 3;
// Cards of a hand that lie side by side; more of them lie in rows of the same length.
const ACROSS = 12;
const ACROSS_SMALL = 7;

export function rowOf(row, owner, actions) {
  const key = `${owner}/${row.name}`;
  const draw = { grid, hand, discard: pile, meld: pile, memory: pile, pile }[row.kind];
  return h("div", { key, class: `row ${row.kind}` }, draw(row, owner, actions));
}

function grid(row, owner, actions) {
  const stacks = used(row, owner);
  return h("div", { class: "cells", vars: { "--columns": String(Math.min(row.columns, Math.max(stacks.length, 1))) } },
    stacks.map((stack, number) => {
      const top = topOf(stack);
      const where = `cell ${stack.index}${stacks.length > row.columns ? `, row ${Math.floor(number / row.columns) + 1} column ${(number % row.columns) + 1}` : ""}`;
      const seen = stack.remembered.includes(stack.cards.length - 1);
      const isOpen = top.card !== null && !seen;
      const cancelled = isOpen && owner !== null && Boolean(state.frame.open[owner]?.cancelled.includes(stack.index));
      return place(spot(owner, row, stack), top, where, actions, { seen, cancelled, locked: row.is_locked && isOpen });
    }));
}

// A single row ends with the last cell in which something lies, or to which somebody can point.
export function used(row, owner) {
  if (row.stacks.length > row.columns) return row.stacks;
  const isUsed = (stack) => stack.cards.length > 0 || stack.hidden > 0 || pointed(spot(owner, row, stack)).length > 0;
  return row.stacks.slice(0, Math.max(1, row.stacks.findLastIndex(isUsed) + 1));
}

function hand(row, owner, actions) {
  return row.stacks.map((stack) => {
    const cards = stack.cards.length ? stack.cards : Array(stack.hidden).fill(null);
    if (owner !== state.frame.seat) {
      const known = cards.filter((card) => card !== null);
      return h("div", { class: "few", key: stack.index }, cards.length > known.length && cardNode(null), h("span", { class: "count" }, `×${cards.length}`),
        known.map((card, number) => h("span", { class: "card", key: `${number}${card}`, role: "img", "aria-label": spoken(card), "data-card": card }, face(card))));
    }
    const rows = Math.ceil(cards.length / (state.isSmall ? ACROSS_SMALL : ACROSS)) || 1;
    return h("div", { class: rows > 1 ? "fan deep" : "fan", key: stack.index, vars: { "--across": String(Math.max(Math.ceil(cards.length / rows), 1)) } },
      cards.map((card, number) => place(spot(owner, row, stack, card), { card, isEmpty: false }, row.name, actions, { key: `${card}${cards.slice(0, number).filter((other) => other === card).length}` })));
  });
}

function pile(row, owner, actions) {
  return row.stacks.map((stack) => {
    const count = stack.cards.length || stack.hidden;
    const top = topOf(stack);
    const isSpread = (row.kind === "meld" || (row.kind === "pile" && (owner === null || isAllTheyHave(owner)))) && stack.cards.length > 1 && stack.cards.length <= 8 && stack.cards.every((card) => card !== null);
    const words = [h("span", { class: "called" }, row.name), count > 1 && h("span", { class: "many" }, ` ×${count}`)];
    const show = () => update({ sheet: "discard", discard: stack.cards });
    return h("div", { class: "pile", key: stack.index },
      isSpread
        ? h("div", { class: "spread" }, stack.cards.map((card, number) => h("span", { class: "card", key: `${number}${card}`, role: "img", "aria-label": spoken(card), "data-card": card }, face(card))))
        : h("div", { class: "stacked" }, under(stack), place(spot(owner, row, stack), top, row.name, actions, { key: `${count}${top.card}` })),
      row.kind === "discard" && count > 1
        ? h("button", { class: "name", testid: "discard-list", "aria-label": `show all ${count} cards of ${row.name}`, onclick: show }, words)
        : h("span", { class: "name" }, words));
  });
}

// Whether a player's cards lie in piles alone, so that all of them are worth seeing.
function isAllTheyHave(owner) {
  const area = state.frame.areas.find((found) => found.owner === owner);
  return area.rows.every(({ kind }) => kind !== "hand" && kind !== "grid");
}

function under(stack) {
  return stack.cards.slice(-SHOWN_IN_PILE, -1).map((card, number) => h("span", { class: `card under under-${number}`, key: `under${number}`, "aria-hidden": "true" }, face(card)));
}

function topOf(stack) {
  if (stack.cards.length) return { card: stack.cards.at(-1), isEmpty: false };
  return { card: null, isEmpty: stack.hidden === 0 };
}

function spot(owner, row, stack, card = null) {
  return { owner, row: row.name, index: stack.index, card };
}

function cardNode(card) {
  return h("span", { class: "card" }, face(card));
}

// ---------------------------------------------------------------------------- pointing

// A place on the table: a button where it can be pointed at, a picture where not.
function place(at, { card, isEmpty }, where, actions, { seen = false, locked = false, cancelled = false, key } = {}) {
  const candidates = pointed(at);
  const known = [seen && (state.frame.seat === null ? ", face down" : ", only you know it"), locked && ", it stays", cancelled && ", counts nothing"].filter(Boolean).join("");
  const worth = state.worth[card];
  const points = worth === undefined ? "" : `, ${worth === 1 ? "1 point" : `${worth} points`}`;
  const words = isEmpty ? `${where}, empty` : `${where}, ${spoken(card)}${points}${known}`;
  const kind = isEmpty ? "card empty" : `card ${seen ? "seen" : ""} ${cancelled ? "cancelled" : ""}`;
  const inside = isEmpty ? [] : [face(card), seen && eye(), cancelled ? link() : locked && lock()];
  const identity = key ?? `${at.index}${isEmpty ? "-" : card}`;
  const isPicked = state.picked.some((other) => same(other, at)) || candidates.some(({ key: option }) => state.gathered.includes(option));
  const stays = locked && isMyChoice() && at.owner === state.frame.seat ? shake : null;
  if (!candidates.length && !isPicked) return h("span", { key: identity, class: kind, role: "img", "aria-label": words, "data-card": card, onclick: stays }, inside);
  const hint = candidates.length === 1 ? `: ${candidates[0].label}` : "";
  return h("button", { key: identity, class: `${kind} ${isPicked ? "picked" : "glow"} ${isAdvised((option) => holds(option, at)) ? "advised" : ""}`, "aria-label": words + hint, "aria-pressed": isPicked ? "true" : null, "data-card": card,
    testid: `spot-${at.row}-${at.index}`, onclick: () => point(at, candidates, actions) }, inside);
}

// Who points at a card that stays is told so.
function shake({ currentTarget }) {
  const pause = parseFloat(getComputedStyle(currentTarget).getPropertyValue("--flip"));
  currentTarget.animate([-4, 4, -3, 3, 0].map((by) => ({ transform: `translateX(${by}px)` })), pause);
  toast("This card stays where it is.");
}

function same(one, other) {
  return one.owner === other.owner && one.row === other.row && one.index === other.index && (one.card === null || other.card === null || one.card === other.card);
}

function holds(option, at) {
  return option.at.some((other) => same(other, at));
}

// Options that agree with what was pointed at so far.
export function fitting() {
  return (state.frame?.options ?? []).filter((option) => state.picked.every((at) => holds(option, at)));
}

// Choices that are made together are put together first, and can be put back.
function gather(key) {
  const { gathered } = state;
  update({ gathered: gathered.includes(key) ? gathered.filter((other) => other !== key) : [...gathered, key] });
}

// Whether the option can still be pointed at: of those that are chosen together, no more than asked for.
function isOffered({ key }) {
  const { frame, gathered } = state;
  return frame.together < 2 || gathered.length < frame.together || gathered.includes(key);
}

// The options that pointing at this spot would leave: cards in any order, places in the order of the move.
function pointed(at) {
  if (state.pending) return [];
  return fitting().filter(isOffered).filter((option) => {
    const rest = option.at.filter((other) => !state.picked.some((picked) => same(picked, other)));
    const next = rest[0]?.card ? rest.filter((other) => other.card) : rest.slice(0, 1);
    return next.some((other) => same(other, at));
  });
}

function point(at, candidates, actions) {
  if (state.frame.together > 1 && candidates.length === 1) gather(candidates[0].key);
  else if (state.picked.some((other) => same(other, at))) update({ picked: state.picked.filter((other) => !same(other, at)) });
  else if (candidates.length === 1) actions.choose(candidates[0]);
  else update({ picked: [...state.picked, at] });
}
