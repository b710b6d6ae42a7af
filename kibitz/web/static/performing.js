// Time: frames are shown one after the other, each with what led to it, as fast as the player likes.

import { holdOf, lastTrickOf, play, trickOn, unseen } from "./beats.js";
import { titleOf } from "./names.js";
import { cardsNow, moved, newId, stage } from "./scene.js";
import { slide } from "./sound.js";
import { state, update } from "./store.js";

export const PACES = { calm: 1.4, normal: 1, quick: 0.5, none: 0 };
const MOST_BEHIND = 12; // frames: who is further behind sees the last of them
const BETWEEN = 220; // milliseconds from one frame to the next

const queue = [];
const wakes = new Set();
let isBusy = false;
let isSkipping = false;
let isRead = false; // something lies open until its reader closes it

export function speed() {
  return isSkipping || document.hidden ? 0 : (PACES[state.settings.pace] ?? 1);
}

export function wait(ms) {
  const pause = ms * speed();
  if (pause <= 0) return null;
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer);
      wakes.delete(wake);
      done();
    };
    const timer = setTimeout(wake, pause);
    wakes.add(wake);
  });
}

// A tap ends what moves, and shows the table as it is.
export function skip() {
  if (isRead) return;
  isSkipping = isBusy;
  stage.finish();
  for (const wake of [...wakes]) wake();
}

// What led to the frame is shown, then `show` shows the frame itself. Where a hand has been settled, nothing
// goes on before `settled` is done.
export function perform(frame, show, settled) {
  queue.push(frame);
  if (!isBusy) run(show, settled);
}

const drawn = () => new Promise((done) => { setTimeout(done); }); // the page draws itself in between

async function read(frame, settled) {
  isRead = true;
  await settled(frame);
  isRead = false;
}

async function playBeats(frame, beats, settled) {
  for (const [number, beat] of beats.entries()) {
    moved((cards) => play(cards, beat, newId));
    if (beat.hold === "trick") {
      const { played, winner } = trickOn(cardsNow(), beats.slice(number).find(({ kind }) => kind === "trick")?.who);
      update({ winner, lastTrick: named(played) });
    }
    update({ beat: beat.say ? upper(beat.say) : state.beat, winner: beat.kind === "trick" ? null : state.winner, numbers: [...state.numbers, ...beat.numbers] });
    if (!speed()) continue;
    if (beat.moves.length) slide();
    await drawn();
    await wait(Math.max(0, stage.until - performance.now()) / speed() + holdOf(beat));
    if (beat.line && !beats[number + 1]?.line && speed()) await read(frame, settled);
  }
}

// Who does not want to see cards fly can look at the last trick, too.
function remember(beats) {
  const played = lastTrickOf(cardsNow(), beats, newId);
  if (played) update({ lastTrick: named(played) });
}

const named = (played) => played.map(({ seat, card }) => ({ name: titleOf(seat), card }));
const upper = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

export function forget() {
  queue.length = 0;
  isRead = false;
  skip();
}

async function run(show, settled) {
  isBusy = true;
  while (queue.length) {
    if (queue.length > MOST_BEHIND) queue.splice(0, queue.length - 1);
    const frame = queue.shift();
    const beats = unseen(frame, state.frame);
    if (beats.length && speed()) {
      update({ isPlaying: true });
      await playBeats(frame, beats, settled);
    } else remember(beats);
    update({ isPlaying: queue.length > 0 && speed() > 0, beat: null, winner: null, numbers: [] });
    show(frame);
    if (!queue.length || !speed()) continue;
    await drawn();
    await wait(Math.max(0, stage.until - performance.now()) / (speed() || 1) + BETWEEN);
  }
  isBusy = false;
  isSkipping = false;
}
