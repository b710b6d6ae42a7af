// Where things lie: slots come from the felt and the game, never from what lies in them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange, fan, fill, handLines, remembered, slots } from "../../../kibitz/web/static/layout.js";
import { follow, lying } from "../../../kibitz/web/static/tracing.js";

const FELTS = [{ w: 352, h: 498 }, { w: 382, h: 704 }, { w: 404, h: 775 }, { w: 704, h: 346 }, { w: 1050, h: 640 }, { w: 1500, h: 950 }];
const stack = (index, cards, hidden = 0) => ({ index, cards, hidden, remembered: [] });

function hearts(count) {
  const hand = ["2♣", "3♣", "4♣", "5♣", "6♣", "7♣", "8♣", "9♣", "10♣", "J♣", "Q♣", "K♣", "A♣"].slice(0, count);
  const other = (owner) => ({ owner, rows: [{ name: "hand", kind: "hand", columns: 0, stacks: [stack(0, [], 13)] }], counters: [] });
  return { seat: 0, options: [], trick: [{ seat: 1, card: "9♥" }], areas: [{ owner: null, rows: [], counters: [] }, { owner: 0, rows: [{ name: "hand", kind: "hand", columns: 0, stacks: [stack(0, hand)] }], counters: [] }, other(1), other(2), other(3)] };
}

const shown = (frame, felt, memory = null, hasTrick = true) => {
  let last = 0;
  const kept = remembered(memory, frame, hasTrick);
  return { layout: arrange({ frame, memory: kept, cards: follow([], lying(frame), () => ++last), felt }), memory: kept };
};

test("thirteen cards lie in one row on every device, each with a strip that a finger finds", () => {
  for (const felt of FELTS) {
    const { layout } = shown(hearts(13), felt);
    const cards = [...layout.placed.values()].filter(({ isLive }) => isLive);
    assert.equal(new Set(cards.map(({ y }) => y)).size, 1);
    const xs = cards.map(({ x }) => x).sort((one, other) => one - other);
    assert.ok(cards[0].w >= 40, `${felt.w}`);
    for (let at = 1; at < xs.length; at++) assert.ok(xs[at] - xs[at - 1] >= 20, `${felt.w}`);
  }
});

test("no slot changes because of what lies in it", () => {
  for (const felt of FELTS) {
    const full = shown(hearts(13), felt);
    const few = shown(hearts(2), felt, full.memory);
    for (const name of ["seats", "own", "ownPlate", "status", "middle"]) assert.deepEqual(few.layout[name], full.layout[name], name);
  }
});

const fishing = (mine, theirs, books) => {
  const hand = (stacks) => ({ name: "hand", kind: "hand", columns: 0, stacks });
  const laid = (cards) => ({ name: "books", kind: "counted", columns: 0, stacks: [stack(0, cards)] });
  return { seat: 0, options: [], trick: [], areas: [{ owner: null, rows: [], counters: [] }, { owner: 0, rows: [hand([stack(0, Array(mine).fill("2♣"))]), laid(books)], counters: [] }, { owner: 1, rows: [hand([stack(0, [], theirs)]), laid(books)], counters: [] }] };
};

test("hands that grow and books that are laid down move nothing", () => {
  for (const felt of FELTS) {
    const dealt = shown(fishing(7, 7, []), felt, null, false);
    const later = shown(fishing(18, 15, ["A♣", "A♦", "A♥", "A♠", "3♣", "3♦", "3♥", "3♠"]), felt, dealt.memory, false);
    for (const name of ["seats", "own", "ownPlate", "status", "middle"]) assert.deepEqual(later.layout[name], dealt.layout[name], name);
    assert.deepEqual(later.layout.laid.map(({ box, row }) => [row.name, box]), dealt.layout.laid.map(({ box, row }) => [row.name, box]));
  }
});

test("slots lie in the felt and apart", () => {
  const meet = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 1 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 1;
  for (const felt of FELTS)
    for (let others = 1; others <= 9; others++)
      for (const ownGrid of [true, false]) {
        const { seats, own, ownPlate, status } = slots(felt, { others, ownGrid, ownLines: 1, seatGrid: ownGrid, hasTrick: !ownGrid, isWatching: false });
        const boxes = [own, ownPlate, status, ...seats.flatMap(({ plate, body }) => [plate, body])];
        for (const b of boxes) assert.ok(b.x >= 0 && b.y >= 0 && b.x + b.w <= felt.w + 1 && b.y + b.h <= felt.h + 1, `${felt.w} ${others}`);
        boxes.forEach((one, at) => { for (const other of boxes.slice(at + 1)) assert.ok(!meet(one, other), `${felt.w}×${felt.h}, ${others} others, ${JSON.stringify([one, other])}`); });
      }
});

test("more cards than a row has room for lie in two", () => {
  assert.equal(handLines(13, 340, 56).lines, 1);
  assert.equal(handLines(24, 340, 56).lines, 2);
  assert.ok(fan(13, 340, 56).step >= 20);
});

test("what is laid out fits into its slot", () => {
  const item = (name, type) => ({ type, row: { name, kind: "pile" }, owner: null, index: 0, most: 5 });
  for (const [w, h] of [[340, 120], [200, 300], [900, 200]])
    for (const one of fill([item("stock", "stack"), item("table", "spread"), item("pile", "stack")], { x: 0, y: 0, w, h }, { most: 120, caption: 27 }))
      assert.ok(one.box.x >= -1 && one.box.y >= -1 && one.box.x + one.box.w <= w + 1 && one.box.y + one.box.h <= h + 1);
});

test("every card of a hand that dummy has laid open can be pointed at", () => {
  for (const felt of FELTS) {
    const frame = hearts(13);
    const [, own, , dummy] = frame.areas;
    dummy.rows[0].stacks = [stack(0, own.rows[0].stacks[0].cards.map((card) => card.replace("♣", "♦")))];
    const { layout } = shown(frame, felt);
    const open = [...layout.placed.values()].filter(({ at }) => at?.owner === 2 && at.card);
    assert.equal(open.length, 13);
    assert.ok(open[0].w >= 40, `${felt.w}`);
    const xs = open.map(({ x }) => x).sort((one, other) => one - other);
    for (let at = 1; at < xs.length; at++) assert.ok(xs[at] - xs[at - 1] >= 20, `${felt.w}`);
  }
});

test("ten columns are wide enough for a finger on the smallest phone", () => {
  const column = (index) => ({ index, cards: ["K♠", "Q♠"], hidden: 0, remembered: [] });
  const columns = { name: "column", kind: "pile", columns: 0, stacks: Array.from({ length: 10 }, (_, index) => column(index)) };
  columns.stacks[0].cards = Array(12).fill("7♥");
  const pile = (name) => ({ name, kind: "pile", columns: 0, stacks: [stack(0, [], 50)] });
  const frame = { seat: 0, options: [], trick: [], areas: [{ owner: null, rows: [pile("stock"), columns, pile("suits that are whole")], counters: [] }, { owner: 0, rows: [], counters: [] }] };
  const { layout } = shown(frame, FELTS[0], null, false);
  for (const { type, w } of layout.laid) assert.ok(type !== "column" || w >= 40, `${w}`);
});

test("what is only noted is no pile, and no card lies there", () => {
  const frame = hearts(3);
  const noted = { name: "card just taken", kind: "memory", columns: 0, stacks: [stack(0, ["2♥"])] };
  frame.areas[0] = { ...frame.areas[0], rows: [noted] };
  assert.deepEqual(lying(frame).filter(({ card }) => card === "2♥"), []);
  for (const felt of FELTS) assert.deepEqual(shown(frame, felt).layout.laid.filter(({ row }) => row.name === noted.name), []);
});

test("a hand that was laid open has a line of its own, one whose last card happens to be known has none", () => {
  const known = (down) => {
    const frame = hearts(1);
    frame.areas[2] = { ...frame.areas[2], rows: [{ name: "hand", kind: "hand", columns: 0, stacks: [{ ...stack(0, ["A♥"]), remembered: down }] }] };
    return frame;
  };
  for (const felt of FELTS) {
    const before = shown(hearts(1), felt);
    assert.ok(shown(known([]), felt, before.memory).layout.open);
    const { layout } = shown(known([0]), felt, before.memory);
    assert.equal(layout.open, undefined);
    assert.deepEqual(layout.trick, before.layout.trick);
  }
});
