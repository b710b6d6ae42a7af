// Time: what is settled lies open until it has been read, and nothing goes on before.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { hidden: false };
const { perform, skip } = await import("../../../kibitz/web/static/performing.js");
const { state } = await import("../../../kibitz/web/static/store.js");

const soon = (ms = 5) => new Promise((done) => { setTimeout(done, ms); });
const line = { seats: [0], change: 4, total: 4, terms: [] };
const beat = (more) => ({ version: 2, kind: "settle", who: null, say: "", hold: "", moves: [], numbers: [], line: null, ...more });

function played(beats, settled) {
  Object.assign(state, { frame: { match: 1, version: 1 }, settings: { pace: "normal" } });
  const shown = [];
  perform({ match: 1, version: 2, since: 1, beats }, (frame) => shown.push(frame.version), settled);
  return shown;
}

test("a hand that is settled is read before the frame after it is shown, whatever is tapped", async () => {
  let close = null;
  const read = [];
  const settled = (frame) => new Promise((done) => { read.push(frame.version); close = done; });
  const shown = played([beat({ line }), beat({ line })], settled);
  while (!close) await soon();
  skip();
  await soon(20);
  assert.deepEqual([read, shown], [[2], []]);
  close();
  await soon(20);
  assert.deepEqual(shown, [2]);
});

test("numbers change with the beat that changes them, and the frame has them", async () => {
  const two = { who: 0, text: "stake {}", to: 2 };
  const shown = played([beat({ say: "you stake 2", numbers: [two] })], () => null);
  await soon();
  assert.deepEqual(state.numbers, [two]);
  skip();
  await soon(20);
  assert.deepEqual([state.numbers, shown], [[], [2]]);
});

test("where nothing is settled nobody has to close anything", async () => {
  const read = [];
  const shown = played([beat({ say: "you led 2♣" })], (frame) => read.push(frame));
  await soon();
  skip();
  await soon(20);
  assert.deepEqual([read, shown], [[], [2]]);
});
