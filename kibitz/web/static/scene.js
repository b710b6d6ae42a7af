// What is on the table now: the cards with their identities, where they lie, and how each of them looks.
// Between a frame and the stage stands this module; what can be pointed at is asked of `pointing`.

import { current, isAdvised, isMyChoice, worthOf } from "./advice.js";
import { spoken } from "./cards.js";
import { arrange, remembered } from "./layout.js";
import { fitting, pointable, pointed, same } from "./pointing.js";
import { Stage } from "./stage.js";
import { state } from "./store.js";
import { follow, lying, placeOf } from "./tracing.js";

const DEALT = 5; // so many cards that move at once are dealt one after the other
const STAGGER = 36; // milliseconds from one to the next
const LONGEST_DEAL = 900; // milliseconds for all of them

export const stage = new Stage();
const now = { match: null, frame: null, cards: [], memory: null, layout: null, key: "", options: [], optionsOf: null };
let number = 0;
export const newId = () => ++number;

// ---------------------------------------------------------------------------- what lies where

function take(frame) {
  if (now.frame === frame) return;
  const match = `${state.code}/${frame.match}/${frame.seat}`;
  if (now.match !== match) Object.assign(now, { match, cards: [], memory: null });
  const tags = state.games.find(({ name }) => name === state.room?.game)?.tags ?? [];
  now.memory = remembered(now.memory, frame, tags.some((tag) => tag.startsWith("trick")));
  now.cards = follow(now.cards, lying(frame), newId);
  now.frame = frame;
  now.layout = null;
}

// Cards as a beat has moved them, before the frame that they lead to is shown.
export function moved(change) {
  now.cards = change(now.cards);
  now.layout = null;
}

export const cardsNow = () => now.cards;

export function layoutNow(frame, felt) {
  take(frame);
  const key = `${felt.w} ${felt.h}`;
  if (!now.layout || now.key !== key) {
    now.layout = arrange({ frame, memory: now.memory, cards: now.cards, felt });
    now.key = key;
  }
  return now.layout;
}

// ---------------------------------------------------------------------------- what can be pointed at

export function optionsNow() {
  const { frame, room } = state;
  if (now.optionsOf !== frame) Object.assign(now, { optionsOf: frame, options: frame ? pointable(frame, room.chairs.map(({ name }) => name)) : [] });
  return now.options;
}

export const isOpen = () => Boolean(state.frame && isMyChoice() && !state.pending && !state.isPlaying && !state.doubted);

// Of options that are chosen together no more can be pointed at than asked for.
export function candidates(at) {
  if (!isOpen()) return [];
  const { frame, gathered, picked } = state;
  const isOffered = ({ key }) => frame.together < 2 || gathered.length < frame.together || gathered.includes(key);
  return pointed(optionsNow(), picked, at).filter(isOffered);
}

export function isPicked(at) {
  const { picked, gathered } = state;
  return picked.some((pick) => same(pick, at)) || (gathered.length > 0 && optionsNow().some((option) => gathered.includes(option.key) && option.at.some((spot) => same(spot, at))));
}

// Whether cards of this row are meant one by one.
function isByCard({ owner, row, index }) {
  return optionsNow().some(({ at }) => at.some((spot) => spot.owner === owner && spot.row === row && spot.index === index && (spot.card !== null || spot.rank)));
}

export function lookOf(at) {
  if (state.replay || at.owner === undefined) return { look: "", found: [] };
  const found = candidates(at);
  const chosen = isPicked(at);
  const advised = isOpen() && isAdvised((option) => optionsNow().some((other) => other.key === option.key && other.at.some((spot) => same(spot, at))));
  return { look: [chosen ? "picked" : found.length && "glow", advised && "advised"].filter(Boolean).join(" "), found, chosen };
}

export const left = () => fitting(optionsNow(), state.picked);

// ---------------------------------------------------------------------------- on the stage

// What a card's own row says of it: whether only its owner knows it, whether it stays, whether it counts.
function marks(card, frame) {
  const [owner, row, index] = card.place.split("/");
  const area = frame.areas.find((found) => String(found.owner) === owner);
  const found = area?.rows.find(({ name }) => name === row);
  if (!found || card.card === null) return "";
  const isCancelled = found.kind === "grid" && !card.isSeen && frame.open[owner]?.cancelled.includes(Number(index));
  return [found.kind === "grid" && card.isSeen && "seen", isCancelled && "cancelled", found.is_locked && !card.isSeen && "locked"].filter(Boolean).join(" ");
}

function wanted(layout) {
  const { frame } = now;
  const isMine = isOpen() && optionsNow().some(({ at }) => at.some((spot) => spot.owner === frame.seat && (spot.card !== null || spot.rank)));
  const tops = new Map(now.cards.map((card) => [card.place, card.id])); // the uppermost comes last
  let stop = null;
  return now.cards.flatMap((card) => {
    const at = layout.placed.get(card.id);
    if (!at || at.isGone || (at.isUnder && !card.from)) return [];
    const spot = at.at && at.at.card !== undefined ? { ...at.at } : null;
    const isHand = at.isLive;
    const byCard = spot && (isHand || isByCard(spot));
    const rank = byCard && spot.card ? { ...spot } : spot;
    const { look, found, chosen } = byCard ? lookOf(withRank(rank)) : { look: "", found: [], chosen: false };
    const can = look.includes("glow");
    const isLive = Boolean(byCard && (isHand || can || chosen));
    const off = isMine && isHand && !can && !chosen ? "off" : "";
    const rise = (chosen ? (at.rise ?? 0) : can && isHand ? (at.rise ?? 0) * 0.3 : 0) + (state.hovered === card.id && can ? (at.rise ?? 0) * 0.4 : 0);
    const first = isLive && (can || chosen) && stop === null;
    if (first) stop = card.id;
    const hint = found.length === 1 ? `: ${found[0].label}` : "";
    const worth = state.worth[card.card];
    const value = valueOf(byCard ? found : tops.get(card.place) === card.id ? candidates(spotAt(card.place)) : []);
    const points = worth === undefined ? "" : `, ${worth === 1 ? "1 point" : `${worth} points`}`;
    return [{ ...at, id: card.id, place: card.place.startsWith("trick/") ? "trick" : card.place, y: at.y - rise, card: card.card, isLive, isPicked: chosen, value, stop: state.focused ? state.focused === card.id : first, index: state.settings.largeIndex || (isHand && layout.kind === "tall") ? "jumbo" : "",
      look: [look, off, marks(card, frame), isLive && "live", state.winner === card.id && "won"].filter(Boolean).join(" "),
      label: isLive ? `${spoken(card.card)}${points}${chosen ? ", chosen" : ""}${hint}` : "", testid: isLive && (can || chosen) ? `spot-${spot.row}-${spot.index}` : null }];
  });
}

// What advice says of a card or a place, as long as there is something to choose.
const valueOf = (found) => (current() && found.length ? worthOf(found.map(({ key }) => key)) : null);

function spotAt(place) {
  const [owner, row, index] = place.split("/");
  return { owner: owner === "m" ? null : Number(owner), row, index: Number(index), card: null };
}

// A card in hand is also one of its rank, where options ask for ranks.
function withRank(at) {
  const asks = optionsNow().some((option) => option.at.some((spot) => spot.rank));
  return asks ? { ...at, rank: spoken(at.card).split(" ")[0] } : at;
}

// After the page was drawn: cards go where they belong.
export function settle(layer, felt, speed) {
  stage.attach(layer);
  if (!layer || !state.frame || !felt.w) return 0;
  const layout = layoutNow(state.frame, felt);
  const want = wanted(layout);
  const moving = now.cards.filter((card) => card.from !== null || !stage.nodes.has(card.id));
  const delays = new Map();
  const pause = Math.min(STAGGER, LONGEST_DEAL / Math.max(moving.length, 1));
  if (moving.length >= DEALT) dealt(moving).forEach((card, turn) => delays.set(card.id, turn * pause));
  const origins = new Map(moving.map((card) => [card.id, originOf(card, layout)]));
  const isFirst = stage.nodes.size === 0 && state.frame.version > 0;
  const took = stage.settle(want, { speed: isFirst ? 0 : speed, delays, origins });
  now.cards = now.cards.map((card) => (card.from === null ? card : { ...card, from: null }));
  return took;
}

// In the order of a deal: everybody gets one, then everybody the next.
const dealt = (cards) => [...cards].sort((one, other) => one.at - other.at);

// Where a card comes from that was not to be seen: its old place, or the first pile of the table.
function originOf(card, layout) {
  const at = (place) => layout.laid.find(({ owner, row, index }) => placeOf(owner, row.name, index ?? 0) === place);
  const item = (card.from && at(card.from)) ?? layout.laid.find(({ owner, type }) => owner === null && type === "stack");
  if (item) return { x: item.box.x + item.box.w / 2, y: item.box.y + (item.w * 1.4) / 2, w: item.w };
  return { x: layout.middle.x + layout.middle.w / 2, y: layout.middle.y + layout.middle.h / 2, w: 40 };
}

export function clearStage() {
  stage.clear();
  Object.assign(now, { match: null, frame: null, cards: [], memory: null, layout: null });
}

export const cardWith = (id) => now.cards.find((card) => card.id === id);
export const placedAt = (id) => now.layout?.placed.get(id);
