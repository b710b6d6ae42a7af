// What somebody should hear of besides the log, found in the difference of two frames.

const count = (stack) => stack.cards.length || stack.hidden;
const sizeOf = (row) => row.stacks.reduce((sum, stack) => sum + count(stack), 0);

// In one choice a player gives or gets no more cards than that; whose hand is another one was dealt it.
const MOST_MOVED = 2;

// How many of the cards that could be seen before players are there no more.
function lost(before, after) {
  const seen = (frame) => frame.areas.filter((area) => area.owner !== null)
    .flatMap((area) => area.rows.flatMap((row) => row.stacks.flatMap((stack) => stack.cards.filter((card) => card !== null))));
  const left = seen(after);
  return seen(before).filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  }).length;
}

// One pile of the table has become another, as a discard pile that is shuffled into a new stock; a
// new deal is something else.
export function rebuilt(before, after) {
  const hole = (frame) => `${frame.match}/${frame.scorecard?.number}/${frame.dealer}`;
  if (!before || hole(before) !== hole(after)) return "";
  const sizes = (frame, isShared) => new Map(frame.areas.filter((area) => (area.owner === null) === isShared)
    .flatMap((area) => area.rows.map((row) => [`${area.owner}/${row.name}`, { name: row.name, kind: row.kind, size: sizeOf(row) }])));
  const change = (isShared) => {
    const old = sizes(before, isShared);
    return [...sizes(after, isShared)].map(([key, row]) => ({ ...row, by: row.size - (old.get(key)?.size ?? 0) }));
  };
  if (change(false).some(({ by }) => Math.abs(by) > MOST_MOVED) || lost(before, after) > MOST_MOVED) return "";
  const [from, to] = [change(true).find(({ kind, by }) => kind === "discard" && by < -1), change(true).find(({ kind, by }) => kind === "pile" && by > 1)];
  return from && to ? `The ${from.name} has been shuffled into a new ${to.name}.` : "";
}
