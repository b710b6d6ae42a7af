// What can be pointed at, as a function of options and picks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { confirmable, picksFor, point, pointable, pointed, unplaced } from "../../../kibitz/web/static/pointing.js";

const at = (owner, row, index = 0, card = null) => ({ owner, row, index, card });
const option = (key, label, ...spots) => ({ key, label, at: spots });
const me = 0;

const swap = (cell) => option(`swap${cell}`, `swap 8♣ into cell ${cell}`, at(null, "discard pile"), at(0, "cell", cell));
const golf = [option("draw", "draw from the stock", at(null, "stock")), swap(1), swap(2)];

test("a tap on the stock draws", () => {
  assert.equal(point(golf, [], at(null, "stock"), me).take.key, "draw");
});

test("the discard pile is picked first, then the cell, and can be put back", () => {
  const { picks } = point(golf, [], at(null, "discard pile"), me);
  assert.deepEqual(picks, [at(null, "discard pile")]);
  assert.equal(pointed(golf, picks, at(0, "cell", 2)).length, 1);
  assert.equal(pointed(golf, picks, at(null, "stock")).length, 0);
  assert.equal(point(golf, picks, at(0, "cell", 2), me).take.key, "swap2");
  assert.deepEqual(point(golf, picks, at(null, "discard pile"), me).picks, []);
});

test("whoever has picked may begin with something else", () => {
  assert.equal(point(golf, [at(null, "discard pile")], at(null, "stock"), me).take.key, "draw");
});

test("with one cell left nothing is sent before the cell is pointed at", () => {
  const last = [golf[0], swap(3)];
  assert.equal(point(last, [], at(null, "discard pile"), me).take, undefined);
});

const hand = (card) => at(0, "hand", 0, card);
const pairs = [
  option("one", "play 3♣", hand("3♣")),
  option("other", "play 3♠", hand("3♠")),
  option("both", "play 3♣ 3♠", hand("3♣"), hand("3♠")),
];

test("a card that is played alone or with others is picked, and confirmed in words", () => {
  const { picks } = point(pairs, [], hand("3♣"), me);
  assert.deepEqual(confirmable(pairs, picks, me).map(({ key }) => key), ["one"]);
  const more = point(pairs, picks, hand("3♠"), me);
  assert.equal(more.take.key, "both");
});

test("where a card goes needs no finger", () => {
  const play = [option("a", "play A♠", hand("A♠"), at(null, "pile")), option("draw", "draw", at(null, "stock"))];
  assert.equal(point(play, [], hand("A♠"), me).take.key, "a");
});

test("every option is reached with its picks and one more", () => {
  for (const options of [golf, pairs]) for (const wanted of options) assert.ok(picksFor(options, wanted, me) <= wanted.at.length + 1, wanted.label);
});

test("of cards that lie side by side the one is meant that an option names", () => {
  const table = { name: "table", stacks: [{ index: 0, cards: ["8♠", "9♥", "K♦"] }] };
  const frame = { seat: 0, areas: [{ owner: null, rows: [table] }, { owner: 0, rows: [] }], options: [option("x", "exchange K♣ for 9♥", hand("K♣"), at(null, "table"))] };
  assert.deepEqual(pointable(frame, ["Ann"])[0].at[1], at(null, "table", 0, "9♥"));
});

test("who is asked for what is pointed at: a card of the rank, and the player", () => {
  const mine = { name: "hand", kind: "hand", stacks: [{ index: 0, cards: ["A♠", "7♥"] }] };
  const frame = { seat: 0, areas: [{ owner: null, rows: [] }, { owner: 0, rows: [mine] }, { owner: 1, rows: [] }], options: [option("x", "ask Ben for any ace")] };
  const [asked] = pointable(frame, ["Ann", "Ben"]);
  assert.deepEqual(asked.at, [{ owner: 0, row: "hand", index: 0, card: null, rank: "ace" }, { plate: 1 }]);
});

test("what has no place has a button, and what looks alike as well", () => {
  const alike = [option("a", "exchange", at(null, "table")), option("b", "take", at(null, "table")), option("p", "pass"), option("d", "draw", at(null, "stock"))];
  assert.deepEqual(unplaced(alike, () => true).map(({ key }) => key), ["a", "b", "p"]);
});
