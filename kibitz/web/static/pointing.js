// What can be pointed at: a pure function of the options and of what has been picked. An option takes
// hold of spots, cards in any order and places in the order of the move; a spot is
// { owner, row, index, card }, where a card that is null means whatever lies there, or
// { plate } for a player.

import { rankWord } from "./cards.js";

export const MOST_BUTTONS = 6;

export function same(one, other) {
  if (one.plate !== undefined || other.plate !== undefined) return one.plate === other.plate;
  if (one.owner !== other.owner || one.row !== other.row || one.index !== other.index) return false;
  if (one.rank || other.rank) return !one.rank || !other.rank || one.rank === other.rank;
  return one.card === null || other.card === null || one.card === undefined || other.card === undefined || one.card === other.card;
}

const holds = (option, at) => option.at.some((other) => same(other, at));

// Options as they are pointed at. Where a stack lies spread out, an option that names cards of it means
// these; one that names a player and a rank means the player's plate and such a card.
export function pointable(frame, names) {
  const rows = new Map(frame.areas.flatMap(({ owner, rows: found }) => found.flatMap((row) => row.stacks.map((stack) => [`${owner}/${row.name}/${stack.index}`, stack.cards]))));
  return frame.options.map((option) => {
    const at = option.at.flatMap((spot) => {
      const cards = spot.card === null ? (rows.get(`${spot.owner}/${spot.row}/${spot.index}`) ?? []) : [];
      const named = cards.length > 1 ? cards.filter((card) => card !== null && mentions(option.label, card)) : [];
      const isTaken = (card) => option.at.some((other) => other.card === card);
      const meant = named.filter((card) => !isTaken(card));
      return meant.length ? meant.map((card) => ({ ...spot, card })) : [spot];
    });
    return { ...option, at: at.length ? at : asked(frame, option.label, names) };
  });
}

const mentions = (label, word) => ` ${label.replaceAll(/[,.;:]/g, " ")} `.includes(` ${word} `);

// Of "ask Ben for any king": Ben, and a king in hand.
function asked(frame, label, names) {
  const others = names.map((name, seat) => ({ name, seat })).filter(({ name, seat }) => seat !== frame.seat && mentions(label, name));
  if (others.length !== 1) return [];
  const hand = frame.areas.find(({ owner }) => owner === frame.seat)?.rows.find(({ kind }) => kind === "hand");
  const ranks = new Set((hand?.stacks[0]?.cards ?? []).map(rankWord));
  const rank = [...ranks].find((word) => word && (mentions(label, word) || mentions(label, `${word}s`) || mentions(label, `${word}es`)));
  return [...(rank ? [{ owner: frame.seat, row: hand.name, index: hand.stacks[0].index, card: null, rank }] : []), { plate: others[0].seat }];
}

// Options that agree with what was picked so far.
export function fitting(options, picks) {
  return options.filter((option) => picks.every((at) => holds(option, at)));
}

// What of the option has not been picked yet.
const rest = (option, picks) => option.at.filter((other) => !picks.some((pick) => same(pick, other)));

const isFree = (spot) => spot.card !== null || spot.rank || spot.plate !== undefined;

// The options that pointing at this spot would leave.
export function pointed(options, picks, at) {
  return fitting(options, picks).filter((option) => {
    const left = rest(option, picks);
    const next = left[0] && isFree(left[0]) ? left.filter(isFree) : left.slice(0, 1);
    return next.some((other) => same(other, at));
  });
}

// What pointing at the spot does: an option is taken, more is picked, or something is put back.
export function point(options, picks, at, me) {
  if (picks.some((pick) => same(pick, at))) return { picks: picks.filter((pick) => !same(pick, at)) };
  const found = pointed(options, picks, at);
  const now = [...picks, at];
  if (found.length === 1 && isSettled(rest(found[0], now), me)) return { take: found[0] };
  if (found.length) return { picks: found.length === 1 ? [...now, ...rest(found[0], now).filter(isFree)] : now };
  return pointed(options, [], at).length ? point(options, [], at, me) : { picks };
}

// Nothing of one's own is left to be pointed at: where a card goes needs no finger.
function isSettled(left, me) {
  return left.every((spot) => !isFree(spot) && !(spot.owner === me && isCell(spot)));
}
const isCell = ({ row, index }) => Boolean(row) && index > 0;

// What the picks come to already: these options are confirmed by a button.
export function confirmable(options, picks, me) {
  return picks.length ? fitting(options, picks).filter((option) => isSettled(rest(option, picks), me)) : [];
}

// What has no place that tells it from others needs a button.
export function unplaced(options, isThere) {
  const times = new Map();
  const key = ({ at }) => JSON.stringify(at);
  for (const option of options) times.set(key(option), (times.get(key(option)) ?? 0) + 1);
  const isInside = (option) => options.some((other) => other !== option && key(other) !== key(option) && other.at.length > option.at.length && option.at.every((at) => holds(other, at)));
  return options.filter((option) => !option.at.some(isThere) || times.get(key(option)) > 1 || (isInside(option) && !option.at.some(isFree)));
}

// How many picks an option takes at most, its confirmation counted.
export function picksFor(options, wanted, me) {
  let picks = [];
  for (let count = 1; count <= wanted.at.length + 1; count++) {
    const next = rest(wanted, picks).find((at) => pointed(options, picks, at).includes(wanted));
    if (confirmable(options, picks, me).includes(wanted) && !next) return count;
    if (!next) return confirmable(options, picks, me).includes(wanted) ? count : null;
    const done = point(options, picks, next, me);
    if (done.take) return done.take === wanted ? count : null;
    picks = done.picks;
  }
  return confirmable(options, picks, me).includes(wanted) ? wanted.at.length + 1 : null;
}
