// What happened, for the eye: beats move cards, one after the other, until they lie as the frame says.
// Pure functions of cards and beats; who waits for them is elsewhere.

import { placeOf, trickPlace } from "./tracing.js";

// Milliseconds for which something is to be looked at, by what it is.
const HOLDS = { trick: 950, reveal: 1100, line: 700 };
const BRIEF = 90; // after any other beat that moves cards
const SAID = 420; // after words without cards

// `3/1/cell`, `/0/stock` or `2/trick`: where a move begins or ends.
export function placeAt(path, who) {
  const [owner, index, ...name] = path.split("/");
  if (!name.length) return trickPlace(owner === "" ? who : Number(owner));
  return placeOf(owner === "" ? null : Number(owner), name.join("/"), Number(index));
}

// The card that a move means: the one with that face, else the uppermost that nobody can tell.
function meant(cards, place, face) {
  const there = cards.filter((card) => card.place === place);
  return there.findLast(({ card }) => face !== null && card === face) ?? there.findLast(({ card }) => card === null) ?? there.at(-1) ?? null;
}

export function moveCard(cards, move, who, nextId) {
  const [source, target] = [placeAt(move.source, who), placeAt(move.target, who)];
  if (move.whole) return cards;
  const found = meant(cards, source, move.card);
  const others = cards.filter((card) => card !== found);
  const top = 1 + Math.max(-1, ...others.filter(({ place }) => place === target).map(({ at }) => at));
  const moved = { id: found?.id ?? nextId(), place: target, at: top, card: move.card, isSeen: move.is_down, from: source === target ? null : source };
  return [...others, moved];
}

export function play(cards, beat, nextId) {
  return beat.moves.reduce((now, move) => moveCard(now, move, beat.who, nextId), cards);
}

// How long a beat stays when its cards lie.
export function holdOf(beat) {
  return HOLDS[beat.hold] ?? (beat.moves.length ? BRIEF : beat.say ? SAID : 0);
}

// The trick on the table, the first card first, and the card of who takes it.
export function trickOn(cards, winner) {
  const played = cards.filter(({ place }) => place.startsWith("trick/"));
  return { played: played.map(({ place, card }) => ({ seat: Number(place.slice(6)), card })), winner: played.find(({ place }) => place === trickPlace(winner))?.id ?? null };
}

// Who played what in the last trick that the beats take away, for those who do not see them; null: there was none.
export function lastTrickOf(cards, beats, nextId) {
  let now = cards, found = null;
  for (const beat of beats) {
    now = play(now, beat, nextId);
    if (beat.hold === "trick") found = trickOn(now, null).played;
  }
  return found;
}

// Counters as they read when these numbers have changed: `stake 2` becomes `stake 3`. What is not said yet, or
// no more, comes and goes with the frame.
export function folded(counters, numbers) {
  return numbers.reduce((said, { text, to }) => {
    const [head, tail] = text.split("{}");
    const isIt = (counter) => tail !== undefined && counter.startsWith(head) && counter.endsWith(tail) && /^−?\d+$/.test(counter.slice(head.length, counter.length - tail.length));
    return said.map((counter) => (isIt(counter) ? text.replace("{}", `${to}`.replace("-", "−")) : counter));
  }, counters);
}

// Those that have not been shown yet.
export function unseen(frame, shown) {
  if (!shown || frame.since === null || frame.since === undefined || frame.match !== shown.match) return [];
  return (frame.beats ?? []).filter(({ version }) => version > shown.version);
}
