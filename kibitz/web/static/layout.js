// Where everything on the felt has its place: a pure function of the size of the felt, of what the game
// has on its table, and of the cards. Slots depend on the game alone, never on what lies in them.

import { hasCards, placeOf, trickPlace } from "./tracing.js";

export const RATIO = 1.4; // height of a card by its width
const STATUS = 38;
const FACTS = 20;
const PLATE = 42;
const CAPTION = 27;
const LINE = 15; // a caption of one line
const SHORT = 13; // signs of a name that fits there
const HELD = "held";
const MOST_SPREAD = 12;
const BACKS = 8; // cards of another hand have room for so many, more lie closer
const STRIP = 21; // of a card in a hand that has to be seen to be pointed at
const FEWEST = { card: 40, other: 15 };

const box = (x, y, w, h) => ({ x, y, w: Math.max(w, 0), h: Math.max(h, 0) });
const between = (low, value, high) => Math.max(low, Math.min(value, high));

function grouped(cards) {
  const found = new Map();
  for (const card of cards) found.set(card.place, [...(found.get(card.place) ?? []), card]);
  return found;
}

// ---------------------------------------------------------------------------- what the game has

// What is counted for the whole table, and for no team of it.
const TEAM = /^player \d+(?:, player \d+)* and player \d+: /;
export const factsOf = (counters) => counters.filter((text) => !TEAM.test(text));

// What has lain on this table so far, by row: players have the same rows. It only ever grows.
export function remembered(memory, frame, hasTrick = false) {
  const next = structuredClone(memory ?? { rows: {}, hasTrick, hasGrid: false, pointed: [] });
  for (const { owner, rows } of frame.areas) {
    const whose = owner === null ? "m" : "p";
    for (const row of rows.filter(hasCards)) {
      const key = `${whose}/${row.name}`;
      const known = (next.rows[key] ??= { whose, name: row.name, kind: row.kind, columns: row.columns, stacks: [], dealt: 0, most: 0, isOpen: true });
      const counts = row.stacks.map((stack) => stack.cards.length || stack.hidden);
      for (const { index } of usedStacks(row)) if (!known.stacks.includes(index)) known.stacks.push(index);
      known.stacks.sort((one, other) => one - other);
      known.most = Math.max(known.most, ...counts);
      known.dealt ||= known.most;
      known.isOpen &&= row.stacks.every((stack) => stack.cards.every((card) => card !== null) && !stack.hidden);
      next.hasGrid ||= row.kind === "grid" && whose === "p";
    }
  }
  next.hasTrick ||= frame.trick.length > 0;
  next.hasOpenHand ||= next.hasTrick && frame.seat !== null && frame.areas.some(({ owner, rows }) => owner !== null && owner !== frame.seat && rows.some(isOpenHand));
  next.hasFacts ||= next.hasTrick || frame.areas.some(({ owner, counters }) => owner === null && factsOf(counters).length > 0);
  for (const { at } of frame.options)
    for (const spot of at) {
      const key = `${spot.owner === null ? "m" : "p"}/${spot.row}`;
      if (spot.card !== null && !next.pointed.includes(key)) next.pointed.push(key);
    }
  return JSON.stringify(next) === JSON.stringify(memory) ? memory : next;
}

// A hand that its owner has laid open for all, as dummy's is; not one whose cards happen to be known.
const isOpenHand = ({ kind, stacks }) => kind === "hand" && stacks.some(({ cards, remembered: down }) => cards.length > 0 && !down.length && cards.every((card) => card !== null));

// A single row of cells ends with the last one in which something lies.
function usedStacks(row) {
  if (row.kind !== "grid" || row.stacks.length > row.columns) return row.stacks;
  const last = row.stacks.findLastIndex((stack) => stack.cards.length > 0 || stack.hidden > 0);
  return row.stacks.slice(0, Math.max(1, last + 1));
}

// The rows of an owner as things to lay out: cells, a hand, cards side by side, piles, columns.
function itemsOf(memory, owner, isMine, byPlace) {
  const rows = Object.values(memory.rows).filter(({ whose }) => whose === (owner === null ? "m" : "p"));
  const hasHand = rows.some(({ kind }) => kind === "hand" || kind === "grid");
  const main = rows.filter(({ kind }) => kind === "hand").sort((one, other) => other.most - one.most)[0];
  return rows.flatMap((row) => {
    if (row.kind === "grid") return [{ type: "grid", row, owner, columns: Math.min(row.columns, row.stacks.length), lines: Math.ceil(row.stacks.length / row.columns) }];
    if (row.kind === "hand" && owner !== null && memory.hasGrid) return []; // lies in the held slot
    if (row.kind === "hand" && isMine && row !== main) return [{ type: "spread", row, owner, index: row.stacks[0] ?? 0, most: Math.max(row.most, 2), isAside: true, isPointed: true }];
    if (row.kind === "hand" && owner !== null && (isMine || row === main)) return [{ type: isMine ? "hand" : "backs", row, owner, index: row.stacks[0] ?? 0, most: isMine ? Math.max(row.most, 1) : Math.max(row.dealt, BACKS) }];
    const isColumns = owner === null && row.stacks.length > 3 && row.most > 1;
    return row.stacks.map((index) => {
      const cards = byPlace.get(placeOf(owner, row.name, index)) ?? [];
      const isKnown = cards.length > 0 && cards.every(({ card }) => card !== null);
      const isPointed = memory.pointed.includes(`${row.whose}/${row.name}`);
      const wants = row.kind === "meld" || isPointed || owner === null || !hasHand || (!memory.hasTrick && row.most <= 5);
      const most = Math.min(Math.max(row.most, 2), MOST_SPREAD);
      if (isColumns) return { type: "column", row, owner, index, most };
      const isPile = row.kind === "discard" || row.kind === "counted";
      if (!isPile && row.isOpen && wants && row.most > 1 && row.most <= MOST_SPREAD) return { type: "spread", row, owner, index, isPointed, most: row.kind === "meld" ? Math.max(cards.length, 2) : most };
      if (!isPile && wants && isKnown && cards.length > 1 && cards.length <= MOST_SPREAD) return { type: "spread", row, owner, index, isPointed, most: Math.max(cards.length, 2) };
      return { type: "stack", row, owner, index };
    });
  });
}

// ---------------------------------------------------------------------------- slots

// The slots of the table; `others` is how many sit round it besides whoever looks.
export function slots({ w, h }, { others, ownGrid, ownLines, seatGrid, hasTrick, isWatching }) {
  const kind = w < 700 ? "tall" : h < 420 ? "flat" : "wide";
  return { kind, ...{ tall, flat, wide }[kind](w, h, { others, ownGrid, ownLines, seatGrid, hasTrick, isWatching }) };
}

function strip(count, per, area, height) {
  const lines = Math.ceil(count / per);
  return Array.from({ length: count }, (_, seat) => {
    const line = Math.floor(seat / per);
    const inLine = line === lines - 1 ? count - line * per : per;
    const width = area.w / Math.max(inLine, Math.min(per, 3));
    const left = area.x + (area.w - width * inLine) / 2;
    return box(left + (seat % per) * width + 3, area.y + line * (height + 4), width - 6, height);
  });
}

// A seat: its plate, and below or beside it what lies before the player.
const seatBelow = (slot, plate = PLATE) => ({ plate: box(slot.x + Math.max(0, slot.w - 200) / 2, slot.y, Math.min(slot.w, 200), plate), body: box(slot.x, slot.y + plate + 4, slot.w, slot.h - plate - 4) });
const seatBeside = (slot, width) => ({ plate: box(slot.x, slot.y, width, Math.min(slot.h, PLATE)), body: box(slot.x + width + 6, slot.y, slot.w - width - 6, slot.h) });

function tall(w, h, { others, ownGrid, ownLines, seatGrid, hasTrick, isWatching }) {
  const per = others <= 4 ? Math.max(others, 1) : Math.ceil(others / 2);
  const lines = others > 0 ? Math.ceil(others / per) : 0;
  const isShort = h < 580;
  const share = seatGrid ? (lines > 1 ? 0.207 : 0.27) : lines > 1 ? 0.155 : hasTrick ? 0.165 : 0.19;
  const height = Math.round(between(PLATE + 36, h * share, seatGrid ? 210 : 150));
  const seats = strip(others, per, box(5, 8, w - 10, 0), height).map((slot) => seatBelow(slot, isShort ? 38 : PLATE));
  const top = lines ? 8 + lines * (height + 4) : 8;
  if (h < 790 && ownGrid && seatGrid && lines > 1 && !isWatching) return crowded(w, h, others, per);
  const isUpright = isShort && ownGrid;
  const plate = isWatching || isUpright ? 0 : 40;
  const ownH = isWatching ? 0 : Math.round(ownGrid ? h * (lines > 1 ? 0.32 : 0.375) : Math.min(h * 0.2, 150) + (ownLines > 1 ? h * 0.13 : 0));
  const own = isUpright ? box(66, h - ownH - 8, w - 132, ownH) : box(6, h - ownH - 8, w - 12, ownH);
  const ownPlate = isUpright ? box(6, own.y + ownH / 2 - 44, 58, isWatching ? 0 : 88) : box(w / 2 - 88, own.y - plate - 4, 176, plate && 38);
  const status = box(6, (isUpright ? own.y : ownPlate.y) - STATUS - 3, w - 12, STATUS);
  return { seats, own, ownPlate, won: beside(ownPlate, w), status, isShort, middle: box(8, top + 2, w - 16, status.y - top - 4) };
}

// Many round a small phone: one's own cells and the piles share a line.
function crowded(w, h, others, per) {
  const height = h < 580 ? 122 : 150;
  const lines = Math.ceil(others / per);
  const seats = strip(others, per, box(5, 7, w - 10, 0), height).map((slot) => seatBelow(slot, 34));
  const top = 7 + lines * (height + 4);
  const status = box(6, top, w - 12, 36);
  const y = top + 40, rest = h - y - 8;
  const own = box(8, y, w * (h < 580 ? 0.56 : 0.62), rest);
  const x = own.x + own.w + 4, right = w - 8 - x;
  return { seats, own, ownPlate: box(x, y, right, 36), won: box(0, 0, 0, 0), status, isShort: h < 580, middle: box(x, y + 40, right, rest - 40) };
}

// Beside one's plate lies what one has won.
const beside = (plate, w) => box(plate.x + plate.w + 8, plate.y - 2, Math.min(84, w - plate.x - plate.w - 14), plate.h + 2);

function flat(w, h, { others, ownGrid, ownLines, seatGrid, isWatching }) {
  const height = Math.round(seatGrid ? h * (others > 3 ? 0.355 : 0.29) : between(46, h * 0.16, 60));
  const per = Math.max(others, 1);
  const seats = strip(others, per, box(12, 7, w - 24, 0), height).map((slot) => (slot.w > 150 ? seatBeside(slot, Math.min(112, slot.w * 0.52)) : seatBelow(slot, 36)));
  const top = others ? 11 + height : 8;
  const rest = h - top - 8;
  if (ownGrid && !isWatching) {
    const own = box(w * 0.16, top, w * 0.34, rest);
    return { seats, own, won: box(0, 0, 0, 0), ownPlate: box(10, top + rest / 2 - 21, w * 0.16 - 16, 42), status: box(w * 0.51, top, w * 0.48, 40), middle: box(w * 0.51, top + 42, w * 0.47, rest - 44) };
  }
  const ownH = isWatching ? 0 : Math.round(rest * (ownLines > 1 ? 0.46 : 0.42));
  const own = box(12, h - ownH - 8, w - 24, ownH);
  const status = box(250, own.y - 36, w - 330, 34);
  const ownPlate = box(12, own.y - 38, 164, isWatching ? 0 : 36);
  return { seats, own, ownPlate, won: beside(ownPlate, w), status, isShort: true, middle: box(14, top + 2, w - 28, ownPlate.y - top - 4) };
}

function wide(w, h, { others, ownGrid, ownLines, seatGrid, isWatching }) {
  const pad = Math.max(20, h * 0.032);
  const isCrowd = others > 6;
  const perSide = isCrowd || others < 2 ? 0 : others > 3 ? 2 : 1;
  const across = others - 2 * perSide;
  const side = perSide ? Math.round(Math.max(seatGrid ? 178 : 150, w * 0.2)) : 0;
  const topH = across ? Math.round(h * (isCrowd ? 0.22 : seatGrid ? 0.245 : 0.15)) : 0;
  const ownH = isWatching ? 0 : Math.round(h * (ownGrid ? 0.4 : ownLines > 1 ? 0.42 : 0.3));
  const own = box(ownGrid ? w * 0.26 : w * 0.07, h - ownH - pad * 0.8, ownGrid ? w * 0.48 : w * 0.86, ownH);
  const status = box(w * 0.28, own.y - 46, w * 0.44, 44);
  const plateH = isWatching ? 0 : 52;
  const ownPlate = ownGrid ? box(w * 0.045, own.y + ownH * (perSide > 1 ? 0.62 : 0.42), w * 0.18, plateH) : box(40, own.y - 56, w * 0.17, plateH);
  const top = perSide > 1 ? pad + 14 : others === 2 ? h * 0.09 : h * 0.2;
  const each = Math.min(h * 0.38, (ownPlate.y - 6 - top) / Math.max(perSide, 1) - 6);
  const column = (x) => Array.from({ length: perSide }, (_, step) => seatBelow(box(x, top + step * (each + 6), side - 20, each), perSide > 1 ? 44 : 52));
  const middleX = perSide ? side + 40 : 44;
  const upper = across === 1 ? [seatBeside(box(w * 0.27, pad, w * 0.46, topH), Math.min(190, w * 0.19))] : strip(across, across, box(isCrowd ? 52 : middleX, pad, w - 2 * (isCrowd ? 52 : middleX), 0), topH).map((slot) => seatBelow(slot, 46));
  const seats = [...column(40).reverse(), ...upper, ...column(w - side - 20)];
  const below = across ? pad + topH + 8 : pad;
  return { seats, own, ownPlate, won: beside(ownPlate, w), status, middle: box(middleX, below, w - 2 * middleX, (ownGrid ? status.y : Math.min(status.y, ownPlate.y)) - below - 4) };
}

// ---------------------------------------------------------------------------- filling a slot

const GAP = 8;
const itemGap = (item, w) => (item.type === "grid" ? Math.max(3, Math.round(w * 0.1)) : 0);

// A name and a number in one line or two.
function captionWidth({ row }, caption) {
  if (!caption) return 0;
  const signs = row.name === HELD ? 10 : row.name.length + 3;
  return caption > LINE ? Math.max(58, Math.ceil(signs / 2) * 6.6 + 8) : signs * 6;
}

// How far cards side by side lie apart: those that are pointed at one by one as far as a finger needs.
const stepOf = (item, w) => (item.isPointed ? Math.max(item.step * w, STRIP) : item.step * w);

function sizeOf(item, w, caption) {
  const h = w * RATIO;
  switch (item.type) {
    case "grid": {
      const gap = itemGap(item, w);
      return [item.columns * w + (item.columns - 1) * gap, item.lines * h + (item.lines - 1) * gap];
    }
    case "backs":
      return [w * (1 + Math.min(item.most - 1, 12) * 0.13), h];
    case "spread":
      return [Math.max(w + (item.most - 1) * stepOf(item, w), captionWidth(item, caption)), h + caption];
    case "column":
      return [w, h * (1 + (item.most - 1) * 0.24)];
    default:
      return [Math.max(w, captionWidth(item, caption)) + (item.row.kind === "discard" ? 6 : 0), h + caption];
  }
}

function flow(items, w, area, caption) {
  const lines = [[]];
  let used = 0;
  for (const item of items) {
    const [width, height] = sizeOf(item, w, caption);
    if (width > area.w + 0.5) return null;
    if (used && used + GAP + width > area.w) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1).push({ item, width, height });
    used += (used ? GAP : 0) + width;
  }
  const heights = lines.map((line) => Math.max(0, ...line.map(({ height }) => height)));
  const total = heights.reduce((sum, height) => sum + height, 0) + GAP * (lines.length - 1);
  return total <= area.h + 0.5 ? { lines, heights, total, w } : null;
}

// The largest cards with which all of it fits; each item gets its box and the width of its cards.
export function fill(items, area, { most, least = FEWEST.other, caption = 0 }) {
  if (!items.length || area.w < least || area.h < least) return [];
  let found = null;
  for (const step of [0.34, 0.26, 0.19, 0.13]) {
    const stepped = items.map((item) => ({ ...item, step }));
    for (let w = Math.floor(most); w >= least && !found; w--) found = flow(stepped, w, area, caption);
    if (found && (found.w >= most * 0.6 || !items.some(({ type }) => type === "spread"))) break;
    if (step !== 0.13) found = null;
  }
  const stacked = items.map((item) => (item.type === "spread" && !item.isPointed ? { ...item, type: "stack" } : { ...item, step: 0.13 }));
  for (let w = Math.floor(most); w >= least && !found; w--) found = flow(stacked, w, area, caption);
  found ??= flow(stacked, least, { ...area, h: Infinity }, caption) ?? { lines: [], heights: [], total: 0 };
  let y = area.y + Math.max(0, (area.h - found.total) / 2);
  return found.lines.flatMap((line, number) => {
    const width = line.reduce((sum, one) => sum + one.width, 0) + GAP * (line.length - 1);
    let x = area.x + (area.w - width) / 2;
    const laid = line.map(({ item, width: itemWidth, height }) => {
      const at = box(x, y + (found.heights[number] - height) / 2, itemWidth, height);
      x += itemWidth + GAP;
      return { ...item, box: at, w: found.w, caption: item.type === "column" ? 0 : caption };
    });
    y += found.heights[number] + GAP;
    return laid;
  });
}

// A hand of one's own: one row, as close as it must be and no closer; more than fit lie in two.
export function handLines(count, width, w) {
  const most = Math.max(2, Math.floor((width - w) / STRIP) + 1);
  const lines = Math.max(1, Math.ceil(count / most));
  return { lines, per: Math.ceil(count / lines) };
}

export function fan(count, width, w) {
  const step = count > 1 ? Math.min(w * 0.78, (width - w) / (count - 1)) : 0;
  return { step, left: (width - (step * (count - 1) + w)) / 2 };
}

function handItem(item, area, kind) {
  const most = kind === "tall" ? Math.min(area.w * 0.19, 84) : area.w * 0.105;
  let w = between(FEWEST.card, (area.h - 12) / (RATIO * 1.16), most);
  const { lines, per } = handLines(item.most, area.w, w);
  if (lines > 1) w = between(FEWEST.card, (area.h - 10) / (RATIO * (1.1 + 0.52 * (lines - 1))), most);
  return { ...item, box: area, w: Math.floor(w), rise: Math.round(w * (lines > 1 ? 0.12 : 0.2)), lines, per };
}

// The cards of the trick before those who played them: one's own below, the others in an arc above.
function trickSpots(area, others, hasOwn) {
  const columns = Math.max(others.length, 1);
  const isFlat = area.h < area.w * 0.42 && area.h < 190;
  const rows = isFlat || !hasOwn ? 1.12 : columns === 1 ? 2.12 : 2.12;
  const across = isFlat ? columns + (hasOwn ? 1 : 0) : Math.max(columns, 2);
  const w = Math.floor(Math.min((area.h - 4) / (RATIO * rows), area.w / (across * 1.12 + 0.1), 132));
  const h = w * RATIO, x0 = area.x + area.w / 2, gap = w * 1.14;
  const y0 = area.y + (area.h - h * (rows > 2 ? 2.08 : 1)) / 2 + h / 2;
  if (isFlat) {
    const order = [...others];
    if (hasOwn) order.splice(Math.ceil(others.length / 2), 0, "own");
    return order.map((seat, number) => ({ seat, x: x0 + (number - (order.length - 1) / 2) * gap, y: area.y + area.h / 2, w }));
  }
  const spread = others.map((seat, number) => {
    const off = number - (columns - 1) / 2;
    const drop = columns > 2 && hasOwn ? (Math.abs(off) / ((columns - 1) / 2)) ** 2 * h * 0.52 : 0;
    return { seat, x: x0 + off * gap, y: y0 + drop, w };
  });
  return hasOwn ? [...spread, { seat: "own", x: x0, y: y0 + h * 1.08, w }] : spread;
}

// ---------------------------------------------------------------------------- the whole table

// Everything with its place: slots, spots to point at, captions, and a place for every card.
export function arrange({ frame, memory, cards, felt }) {
  const me = frame.seat;
  const count = frame.areas.length - 1;
  const others = Array.from({ length: count }, (_, step) => ((me ?? -1) + 1 + step) % count).filter((seat) => seat !== me);
  const byPlace = grouped(cards);
  const own = me === null ? [] : itemsOf(memory, me, true, byPlace);
  const [mine, aside] = [own.filter(({ isAside }) => !isAside), own.filter(({ isAside }) => isAside)];
  const theirs = others.length ? itemsOf(memory, others[0], false, byPlace) : [];
  const hands = mine.filter(({ type }) => type === "hand");
  const isWon = ({ type, row }) => type === "stack" && hands.length > 0 && !memory.pointed.includes(`p/${row.name}`);
  const won = mine.filter(isWon); // what is put away face down needs little room
  const beside = mine.filter((item) => item.type !== "hand" && item.type !== "grid" && !isWon(item));
  const linesOf = (count) => handLines(count, felt.w - 24, felt.w < 700 ? 56 : 90).lines;
  const isTall = hands.length > 0 && (beside.length > 0 || linesOf(hands[0].row.dealt) > 1 || linesOf(hands[0].most) > 2); // a hand that has grown lies in two lines where it lay in one
  const shape = {
    others: others.length,
    ownGrid: mine.some(({ type }) => type === "grid"),
    ownLines: isTall ? 2 : 1,
    seatGrid: theirs.some(({ type }) => type === "grid"),
    hasTrick: memory.hasTrick,
    isWatching: me === null || (!mine.length && count === 1),
  };
  const at = withOpenHand(withFacts(slots(felt, shape), memory), memory);
  const open = at.open ? others.flatMap((seat) => frame.areas.find(({ owner }) => owner === seat).rows.filter(isOpenHand).map(({ name }) => ({ seat, name })))[0] : null;
  const before = (seat) => itemsOf(memory, seat, false, byPlace).filter(({ row }) => seat !== open?.seat || row.name !== open.name);
  const laid = [
    ...middleItems(at, itemsOf(memory, null, false, byPlace), aside, memory),
    ...(open ? openHand(at, itemsOf(memory, open.seat, false, byPlace).find(({ row }) => row.name === open.name)) : []),
    ...others.flatMap((seat, number) => fill(before(seat), at.seats[number].body, { most: at.kind === "wide" ? 96 : 58 })),
    ...ownItems(at, mine, hands, beside),
    ...fill(won, at.won, { most: 40, least: 14 }),
  ];
  const trick = memory.hasTrick ? trickSpots(trickArea(at, laid), others, me !== null).map((spot) => ({ ...spot, seat: spot.seat === "own" ? me : spot.seat })) : [];
  return { ...at, others, laid, trick, placed: placed({ frame, laid, trick, byPlace, at, me, others }) };
}

// What is said of the whole table has a line above the status, where there is anything of the kind.
function withFacts(at, memory) {
  const { middle, status, won } = at;
  if (!memory.hasFacts) return at;
  const isBeside = at.kind === "flat" && status.y < middle.y;
  if (isBeside) return { ...at, facts: box(middle.x, at.own.y + at.own.h - FACTS, middle.w, FACTS), middle: { ...middle, h: middle.h - FACTS - 2 } };
  const below = won.h ? Math.min(status.y - 2, won.y - 3) : status.y - 2;
  return { ...at, facts: box(middle.x, below - FACTS, middle.w, FACTS), middle: { ...middle, h: middle.h - FACTS - 2 } };
}

// A hand that lies open for all has a line of its own in the middle, where every card of it can be
// pointed at.
const OPEN = { tall: 44, flat: 41, wide: 64 };

function withOpenHand(at, memory) {
  if (!memory.hasOpenHand) return at;
  const { x, y, w, h } = at.middle;
  if (at.kind === "flat") return { ...at, open: box(x, y, w * 0.46, h), middle: box(x + w * 0.46, y, w * 0.54, h) };
  const height = OPEN[at.kind] * RATIO + LINE + 4;
  return { ...at, open: box(x, y, w, height), middle: box(x, y + height, w, h - height) };
}

const openHand = (at, item) => fill([{ ...item, type: "spread", isPointed: true }], at.open, { most: OPEN[at.kind], least: FEWEST.card, caption: LINE });

// What one has put aside from one's hand lies in the middle, too, until it goes on.
function middleItems(at, items, aside, memory) {
  const held = memory.hasGrid ? [{ type: "stack", row: { name: HELD, kind: "held", whose: "m" }, owner: HELD, index: 0 }] : [];
  const first = items.slice(0, 1), rest = items.slice(1);
  const shown = [...first, ...held, ...rest, ...(memory.hasTrick ? [] : aside)];
  const most = at.kind === "wide" ? 118 : at.kind === "flat" ? 84 : 92;
  const caption = at.isShort && shown.every(({ row }) => row.name.length <= SHORT) ? LINE : CAPTION;
  if (!memory.hasTrick) return fill(shown, at.middle, { most, caption });
  const { x, y, w, h } = at.middle;
  const isSide = at.kind !== "tall";
  const isBroad = !isSide && (shown.length > 2 || shown.some(({ type }) => type === "spread"));
  const area = isSide ? box(x, y, w * 0.24, h) : isBroad ? box(x, y + h * 0.54, w, h * 0.46) : box(x, y, Math.max(66, w * 0.2), h);
  const side = fill(shown, area, { most: isSide || isBroad ? 64 : 54, caption: isBroad ? LINE : CAPTION });
  return [...side, ...fill(aside, trickArea(at, side), { most })]; // what is to go on needs no name
}

function trickArea(at, laid) {
  const { x, y, w, h } = at.middle;
  const piles = laid.filter(({ owner }) => owner === null);
  if (at.kind === "tall" && piles.some((item) => item.box.x + item.box.w > x + w * 0.4)) return box(x, y, w, h * 0.52);
  const off = piles.length ? Math.max(...piles.map((item) => item.box.x + item.box.w)) - x + 6 : 0;
  return box(x + off, y, w - 2 * off > w * 0.5 ? w - 2 * off : w - off, h);
}

function ownItems(at, mine, hands, beside) {
  if (!mine.length || at.own.h < 20) return [];
  const { x, y, w, h } = at.own;
  const grids = mine.filter(({ type }) => type === "grid");
  if (!hands.length) {
    const side = beside.length && grids.length ? Math.max(62, w * 0.14) : 0;
    const area = box(x + side, y, w - 2 * side, h);
    const most = at.kind === "wide" ? 120 : 104;
    return [...fill(grids.length ? grids : beside, area, { most, caption: grids.length ? 0 : CAPTION }), ...(grids.length ? fill(beside, box(x + w - side, y, side, h), { most: 60, caption: CAPTION }) : [])];
  }
  if (!beside.length) return hands.map((item) => handItem(item, at.own, at.kind));
  const share = at.kind === "flat" ? 0 : hands[0].most > 16 ? 0.34 : 0.4;
  if (!share) return [...hands.map((item) => handItem(item, box(x, y, w * 0.68, h), at.kind)), ...fill(beside, box(x + w * 0.7, y, w * 0.3, h), { most: 70, caption: LINE })];
  return [...hands.map((item) => handItem(item, box(x, y + h * share, w, h * (1 - share)), at.kind)), ...fill(beside, box(x, y, w, h * share - 4), { most: at.kind === "wide" ? 76 : 52, caption: LINE })];
}

// ---------------------------------------------------------------------------- a place for every card

function placed({ frame, laid, trick, byPlace, at, me }) {
  const found = new Map(); // by the id of a card
  const put = (card, x, y, w, z, more = {}) => found.set(card.id, { x, y, w, z, ...more });
  for (const item of laid) lay(item, byPlace, put, frame, me);
  for (const spot of trick) for (const card of byPlace.get(trickPlace(spot.seat)) ?? []) put(card, spot.x, spot.y, spot.w, 60);
  const home = (owner) => (owner === null || owner === me ? at.own : (at.seats[0]?.plate ?? at.own));
  for (const [place, cards] of byPlace) for (const card of cards) if (!found.has(card.id)) {
    const { x, y, w, h } = home(place.startsWith("m/") ? null : Number(place.split("/")[0]));
    put(card, x + w / 2, y + h / 2, 24, 1, { isGone: true });
  }
  return found;
}

function lay(item, byPlace, put, frame, me) {
  const { box: b, w, owner, row } = item;
  const h = w * RATIO, cy = b.y + h / 2;
  const cardsAt = (index) => byPlace.get(placeOf(owner, row.name, index)) ?? [];
  if (item.type === "grid") {
    const gap = itemGap(item, w);
    row.stacks.forEach((index, number) => {
      const x = b.x + (number % row.columns) * (w + gap) + w / 2, y = b.y + Math.floor(number / row.columns) * (h + gap) + h / 2;
      cardsAt(index).forEach((card, level) => put(card, x, y, w, 10 + level, { at: { owner, row: row.name, index } }));
    });
  } else if (owner === HELD) {
    for (const [place, cards] of byPlace) {
      const [who, name] = place.split("/");
      const area = frame.areas.find((found) => String(found.owner) === who);
      if (area?.rows.some((found) => found.name === name && found.kind === "hand")) cards.forEach((card, level) => put(card, b.x + b.w / 2 + level * 6, cy, w, 40 + level));
    }
  } else if (item.type === "hand") {
    const cards = cardsAt(item.index);
    const { per } = cards.length > item.per * item.lines ? { per: Math.ceil(cards.length / item.lines) } : { per: item.lines > 1 ? item.per : Math.max(cards.length, 1) };
    cards.forEach((card, number) => {
      const line = Math.floor(number / per), inLine = Math.min(per, cards.length - line * per);
      const { step, left } = fan(inLine, b.w, w);
      const y = b.y + b.h - h / 2 - (item.lines - 1 - line) * h * 0.52;
      put(card, b.x + left + (number % per) * step + w / 2, y, w, 30 + number, { at: { owner, row: row.name, index: item.index, card: card.card }, rise: item.rise, isLive: true });
    });
  } else if (item.type === "backs") {
    const cards = cardsAt(item.index);
    const known = cards.some(({ card }) => card !== null);
    const step = cards.length > 1 ? Math.min(w * (known ? 0.34 : 0.13), (b.w - w) / (cards.length - 1)) : 0;
    cards.forEach((card, number) => put(card, b.x + b.w / 2 + (number - (cards.length - 1) / 2) * step, cy, w, 5 + number, { at: { owner, row: row.name, index: item.index } }));
  } else if (item.type === "spread") {
    const cards = cardsAt(item.index);
    const step = cards.length > 1 ? Math.min(Math.max(stepOf(item, w), w * 0.34), (b.w - w) / (cards.length - 1)) : 0;
    cards.forEach((card, number) => put(card, b.x + b.w / 2 + (number - (cards.length - 1) / 2) * step, cy, w, 8 + number, { at: { owner, row: row.name, index: item.index, card: card.card }, isSpread: true, rise: Math.round(w * 0.14) }));
  } else if (item.type === "column") {
    const cards = cardsAt(item.index);
    const step = cards.length > 1 ? Math.min(h * 0.24, (b.h - item.caption - h) / (cards.length - 1)) : 0;
    cards.forEach((card, number) => put(card, b.x + w / 2, b.y + h / 2 + number * step, w, 8 + number));
  } else {
    const cards = cardsAt(item.index);
    cards.forEach((card, level) => {
      const fromTop = cards.length - 1 - level;
      const isLoose = row.kind === "discard" && fromTop < 3;
      put(card, b.x + b.w / 2 - (isLoose ? fromTop * 3 : Math.min(fromTop, 2)), cy - (isLoose ? 0 : Math.min(fromTop, 2)), w, 8 + Math.min(level, 3) + (fromTop === 0 ? 4 : 0), { isUnder: fromTop > 2, r: isLoose ? [0, -4, 3][fromTop] : 0 });
    });
  }
}
