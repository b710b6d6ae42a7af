// What is expected, in few words.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { querySelector: () => null };
const { asking, several, ways } = await import("../../../kibitz/web/static/status.js");
const { fitted } = await import("../../../kibitz/web/static/plates.js");

const labelled = (...labels) => labels.map((label) => ({ label }));

test("cards that are all played say so once", () => {
  assert.equal(ways(labelled("play 2♦", "play 4♦", "play Q♦")), "play 2♦, 4♦ or Q♦");
  assert.equal(ways(labelled("play 2♦", "play 4♦")), "play 2♦ or 4♦");
  assert.equal(ways(labelled("play 2♦", "play 4♦", "play 5♦", "play Q♦")), "play a card");
});

test("what is done otherwise is said whole", () => {
  assert.equal(ways(labelled("draw from the stock", "take 2♥ from the discard pile")), "draw from the stock, or take 2♥ from the discard pile");
  assert.equal(ways(labelled("pass")), "pass");
});

test("what is chosen together is said with its number", () => {
  assert.equal(several("pass a card", 3), "pass 3 cards");
  assert.equal(several("turn up a cell", 2), "turn up 2 cells");
  assert.equal(several("bid …", 2), "bid …");
});

test("who asks somebody for a rank is told what to tap", () => {
  const rank = { owner: 0, row: "hand", index: 0, card: null, rank: "king" };
  const options = [1, 2].map((plate) => ({ label: "ask …", at: [rank, { plate }] }));
  assert.equal(asking(options, []), "Your turn: tap a rank of yours, then a player");
  assert.equal(asking(options, [rank]), "Tap a player, or put it back.");
  assert.equal(asking(options, [{ plate: 2 }]), "Tap a rank of yours, or put it back.");
  assert.equal(asking([{ label: "draw", at: [] }, ...options], []), null);
  assert.equal(asking([], []), null);
});

test("a counter that would be too small to read is left out, and others keep their place", () => {
  const counters = labelled("passing to Bartholomew", "3 tricks").map(({ label }) => ({ text: label }));
  assert.deepEqual(fitted(counters, 60).map(({ text }) => text), ["3 tricks"]);
  assert.equal(fitted(counters, 400).length, 2);
});
