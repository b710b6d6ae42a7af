// From a finger to a choice: what is pointed at is picked, put together or sent, one thing at a time.

import { current, isMyChoice } from "./advice.js";
import { point as pointAt } from "./pointing.js";
import { PACES } from "./performing.js";
import { candidates, isOpen, optionsNow, placedAt } from "./scene.js";
import { state, update } from "./store.js";

const DOUBLE = 350; // milliseconds in which a second tap is the same tap
const NEAR = 24; // pixels round the first one

const FORCED = 1300; // milliseconds

let timer = 0;
let say = null;
let pointer = null; // where a finger came down, until something is sent
let latest = { time: -Infinity, x: 0, y: 0 }; // when and where something was sent last

export function chooseBy(speak) {
  say = speak;
}

export function choose(option) {
  if (state.pending || !state.frame || !isMyChoice()) return;
  const { confirm, warn } = state.frame;
  const doubt = state.settings.coach && current()?.options.find(({ key }) => key === option.key)?.doubt;
  const words = confirm[option.key] || (state.settings.warn && warn[option.key]) || doubt;
  if (words && state.doubted?.option !== option) update({ doubted: { option, words }, sheet: null });
  else send(option.key);
}

function send(key) {
  if (pointer) latest = { time: performance.now(), ...pointer };
  pointer = null;
  update({ pending: true, picked: [], doubted: null, sheet: null, meanwhile: null, hovered: null });
  say("choose", { match: state.frame.match, version: state.frame.version, key }).then((answer) => {
    if (answer.type === "refused") update({ pending: false, queue: [] });
  });
}

// Choices that are made together are sent one after the other.
export function chooseAll(keys) {
  if (state.pending) return;
  update({ queue: keys.slice(1), sent: state.frame.version });
  send(keys[0]);
}

export function goOn() {
  const { frame, queue: [next, ...rest], sent } = state;
  if (!next || frame.version === sent) return;
  const isOffered = isMyChoice() && frame.options.some(({ key }) => key === next);
  update({ queue: isOffered ? rest : [], sent: frame.version });
  if (isOffered) send(next);
}

// What cannot be otherwise is done by itself, after a moment in which it can be seen.
export function makeForced() {
  clearTimeout(timer);
  const { frame, settings, replay } = state;
  const pace = PACES[settings.pace] ?? 1;
  if (!settings.forced || !pace || replay || !isMyChoice() || frame.options.length !== 1 || frame.together > 1) return;
  const [option] = frame.options;
  if (frame.confirm[option.key]) return;
  timer = setTimeout(() => state.frame === frame && isOpen() && !state.sheet && choose(option), FORCED * pace);
}

// ---------------------------------------------------------------------------- pointing

// A finger that comes down twice at one place means one thing.
export function isTooSoon({ isTrusted, clientX, clientY }) {
  return isTrusted && performance.now() - latest.time < DOUBLE && Math.hypot(clientX - latest.x, clientY - latest.y) < NEAR;
}

export function fingerAt({ clientX, clientY }) {
  pointer = { x: clientX, y: clientY };
}

export function point(at) {
  const found = candidates(at);
  if (state.frame.together > 1 && found.length === 1) gather(found[0].key);
  else if (isOpen()) follow(pointAt(optionsNow(), state.picked, at, state.frame.seat));
}

function follow({ take, picks }) {
  if (take) choose(take);
  else update({ picked: picks });
}

export function pointCard(id) {
  const at = placedAt(id)?.at;
  if (!at) return;
  update({ focused: id });
  point(at);
}

// A card that is dropped on the table is meant to go there, or at least to be played.
export function dropCard(id, card, target) {
  pointCard(id);
  if (target && !state.pending && state.picked.length && candidates(target).length) point(target);
}

// Choices that are made together are put together first, and can be put back.
function gather(key) {
  const { gathered } = state;
  update({ gathered: gathered.includes(key) ? gathered.filter((other) => other !== key) : [...gathered, key] });
}
