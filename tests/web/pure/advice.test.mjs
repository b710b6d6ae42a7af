// The order of the options in the advice, while it becomes better.

import assert from "node:assert";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null };
const { steady } = await import("../../../kibitz/web/static/advice.js");

const said = (keys, more = {}) => ({ match: 1, version: 3, aim: "score", best: keys[0], close: keys.slice(0, 2), is_last: false, options: keys.map((key) => ({ key })), ...more });
const order = (advice) => advice.options.map(({ key }) => key).join(" ");

test("the best option stands first, and the others stay where they stood until all is known", () => {
  assert.equal(order(steady(said(["a", "b", "c", "d"]), said(["b", "c", "d", "a"]))), "b a c d");
  assert.equal(order(steady(said(["a", "b", "c"]), said(["b", "c", "a"], { is_last: true }))), "b c a");
  assert.equal(order(steady(null, said(["c", "b", "a"]))), "c b a");
});
