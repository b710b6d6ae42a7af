// The order of the options in the advice, while it becomes better.

import assert from "node:assert";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null };
const { bestOf, steady, toldTogether } = await import("../../../kibitz/web/static/advice.js");

const said = (keys, more = {}) => ({ match: 1, version: 3, aim: "score", best: keys[0], close: keys.slice(0, 2), is_last: false, options: keys.map((key) => ({ key })), ...more });
const order = (advice) => advice.options.map(({ key }) => key).join(" ");

test("the best option stands first, and the others stay where they stood until all is known", () => {
  assert.equal(order(steady(said(["a", "b", "c", "d"]), said(["b", "c", "d", "a"]))), "b a c d");
  assert.equal(order(steady(said(["a", "b", "c"]), said(["b", "c", "a"], { is_last: true }))), "b c a");
  assert.equal(order(steady(null, said(["c", "b", "a"]))), "c b a");
});

test("where three cards are passed together the advice names three", () => {
  const advice = said(["K♦", "3♣", "9♣", "2♠"]);
  const options = ["2♠", "3♣", "9♣", "K♦"].map((card) => ({ key: card, label: `pass ${card}` }));
  assert.deepEqual(bestOf(advice, 3), ["K♦", "3♣", "9♣"]);
  assert.deepEqual(bestOf(advice, 0), ["K♦"]);
  assert.equal(toldTogether(advice, { together: 3, options }), "pass K♦, 3♣ and 9♣");
  assert.equal(toldTogether(advice, { together: 0, options }), null);
  assert.equal(toldTogether({ ...advice, options: [] }, { together: 3, options }), null);
});
