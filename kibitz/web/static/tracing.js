// Which card is which: every card of a frame, in its place, followed from frame to frame so that it stays
// one card for its life. Nothing here knows a page or a game.

export const placeOf = (owner, row, index) => `${owner ?? "m"}/${row}/${index}`;
export const trickPlace = (seat) => `trick/${seat}`;

// Where cards are noted that lie elsewhere, nothing lies.
export const hasCards = ({ kind }) => kind !== "memory";

// Every card that lies somewhere: { place, at, card, isSeen }, the lowest of a stack first.
export function lying(frame) {
  const found = [];
  for (const { owner, rows } of frame.areas)
    for (const row of rows.filter(hasCards))
      for (const { index, cards, hidden, remembered } of row.stacks) {
        const texts = cards.length ? cards : Array(hidden).fill(null);
        const place = placeOf(owner, row.name, index);
        texts.forEach((card, at) => found.push({ place, at, card, isSeen: (remembered ?? []).includes(at) }));
      }
  for (const { seat, card } of frame.trick) found.push({ place: trickPlace(seat), at: 0, card, isSeen: false });
  return found;
}

// The cards of a frame with the identities they had: in the order in which somebody looking on would
// take them for the same. What is new has no `from`, and what has moved says whence.
export function follow(before, after, nextId) {
  const free = new Set(before);
  const ids = new Map();
  const take = (card, old) => {
    ids.set(card, old);
    free.delete(old);
  };
  const pair = (isSame) => {
    const open = after.filter((card) => !ids.has(card));
    if (!open.length || !free.size) return;
    const byKey = new Map();
    for (const old of free) {
      const key = isSame(old);
      if (key === null) continue;
      if (!byKey.has(key)) byKey.set(key, []);
      byKey.get(key).push(old);
    }
    for (const card of open) {
      const key = isSame(card);
      const olds = key === null ? null : byKey.get(key);
      if (olds?.length) take(card, olds.shift());
    }
  };
  pair(({ place, card }) => (card === null ? null : `${place} ${card}`)); // lies where it lay
  pair(({ card }) => card); // is known, and elsewhere
  pair(({ place, card, at }) => (card === null ? `${place} ${at}` : null)); // a back where a back was
  pair(({ place, at }) => `${place} ${at}`); // was turned where it lies
  pair(({ place }) => (place.startsWith("trick/") ? null : place)); // a stack that has changed
  pair(() => ""); // whatever is left has come from where something is missing
  return after.map((card) => {
    const old = ids.get(card);
    return { ...card, id: old ? old.id : nextId(), from: old && old.place !== card.place ? old.place : null };
  });
}
