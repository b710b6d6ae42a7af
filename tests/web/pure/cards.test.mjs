// Cards keep their identity, and beats lead to what the frame has.

import assert from "node:assert/strict";
import { test } from "node:test";

import { folded, holdOf, lastTrickOf, placeAt, play, trickOn, unseen } from "../../../kibitz/web/static/beats.js";
import { follow, lying } from "../../../kibitz/web/static/tracing.js";

const stack = (index, cards, hidden = 0) => ({ index, cards, hidden, remembered: [] });
const row = (name, kind, ...stacks) => ({ name, kind, columns: 3, stacks });
const frame = (stock, discard, cell, held, trick = []) => ({
  areas: [
    { owner: null, rows: [row("stock", "pile", stack(0, [], stock)), row("discard", "discard", stack(0, discard))] },
    { owner: 0, rows: [row("cell", "grid", stack(1, cell ? [cell] : [], cell ? 0 : 1)), ...(held ? [row("hand", "hand", stack(0, [held]))] : [])] },
  ],
  trick,
});

function traced(...frames) {
  let last = 0;
  let cards = [];
  for (const one of frames) cards = follow(cards, lying(one), () => ++last);
  return cards;
}

test("a card that is swapped in is the one that was drawn, and the one thrown away lay in the cell", () => {
  const first = traced(frame(5, ["9♣"], null, null));
  const hidden = first.find(({ place }) => place === "0/cell/1").id;
  const drawn = traced(frame(5, ["9♣"], null, null), frame(4, ["9♣"], null, "2♠"));
  const held = drawn.find(({ card }) => card === "2♠");
  assert.equal(held.from, "m/stock/0");
  const end = traced(frame(5, ["9♣"], null, null), frame(4, ["9♣"], null, "2♠"), frame(4, ["9♣", "8♥"], "2♠", null));
  assert.equal(end.find(({ card }) => card === "2♠").id, held.id);
  assert.equal(end.find(({ card }) => card === "8♥").id, hidden);
  assert.equal(new Set(end.map(({ id }) => id)).size, end.length);
});

test("no card is two cards, and none gets lost", () => {
  const end = traced(frame(5, ["9♣"], null, null), frame(5, ["9♣"], null, null));
  assert.deepEqual(end.map(({ id }) => id), traced(frame(5, ["9♣"], null, null)).map(({ id }) => id));
});

const beat = (kind, who, moves, hold = "") => ({ version: 1, kind, who, say: "", hold, moves, numbers: [], line: null });
const move = (source, target, card) => ({ source, target, card, at: null, is_down: false, whole: false });

test("the last card of a trick is seen, and all of it goes to who took it", () => {
  let last = 100;
  const next = () => ++last;
  let cards = [{ id: 1, place: "trick/1", at: 0, card: "4♦" }, { id: 2, place: "0/hand/0", at: 0, card: "9♦" }];
  cards = play(cards, beat("play", 0, [move("0/0/hand", "0/trick", "9♦")], "trick"), next);
  assert.deepEqual(trickOn(cards, 0), { played: [{ seat: 1, card: "4♦" }, { seat: 0, card: "9♦" }], winner: 2 });
  cards = play(cards, beat("trick", 0, [move("1/trick", "0/0/tricks taken", null), move("0/trick", "0/0/tricks taken", null)]), next);
  assert.deepEqual(cards.map(({ id, place }) => [id, place]), [[1, "0/tricks taken/0"], [2, "0/tricks taken/0"]]);
  assert.ok(cards.every(({ card }) => card === null)); // what nobody may look at has no face any more
});

test("a trick that was not shown can be looked at, too", () => {
  const next = () => 100;
  const lead = [{ id: 1, place: "trick/1", at: 0, card: "4♦" }];
  const beats = [beat("play", 0, [move("0/0/hand", "0/trick", "9♦")], "trick"), beat("trick", 0, [move("1/trick", "0/0/tricks taken", null), move("0/trick", "0/0/tricks taken", null)])];
  assert.deepEqual(lastTrickOf(lead, beats, next), [{ seat: 1, card: "4♦" }, { seat: 0, card: "9♦" }]);
  assert.equal(lastTrickOf(lead, beats.slice(1), next), null);
});

test("what is counted goes along with what happens", () => {
  const stake = (to) => ({ who: 0, text: "stake {}", to });
  assert.deepEqual(folded(["stake 2", "blind"], [stake(3), stake(5)]), ["stake 5", "blind"]);
  assert.deepEqual(folded(["stake 2"], [stake(-4)]), ["stake −4"]);
  assert.deepEqual(folded(["stake of all 9"], [stake(1)]), ["stake of all 9"]);
  assert.deepEqual(folded(["blind"], [{ who: 0, text: "blind", to: 0 }, stake(2)]), ["blind"]);
});

test("a trick in the middle of the table is told by who plays", () => {
  assert.equal(placeAt("/trick", 2), "trick/2");
  assert.equal(placeAt("3/1/cell", 0), "3/cell/1");
});

test("a full trick and a reveal are held long enough to be seen", () => {
  assert.ok(holdOf(beat("play", 0, [], "trick")) >= 900);
  assert.ok(holdOf(beat("show", 0, [], "reveal")) >= 900);
});

test("what was shown is not shown again, and who came late sees the table as it is", () => {
  const beats = [{ version: 3 }, { version: 4 }];
  assert.deepEqual(unseen({ match: 1, since: 2, beats }, { match: 1, version: 3 }), [{ version: 4 }]);
  assert.deepEqual(unseen({ match: 1, since: null, beats }, { match: 1, version: 3 }), []);
  assert.deepEqual(unseen({ match: 1, since: 2, beats }, null), []);
});
