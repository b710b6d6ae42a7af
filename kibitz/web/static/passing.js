// Several players round one device. Each has a seat, a secret and a socket of their own; what they may
// know comes here for all of them, and only the one who has the device in hand is shown it.

import { Connection } from "./connection.js";
import { h } from "./dom.js";
import { keep, kept, state, toast, update } from "./store.js";

const TO_SEE = 1500; // milliseconds in which whoever has chosen sees what came of it
const TO_REMEMBER = 400; // milliseconds in which the table is as they left it

const seats = []; // the first is that of whoever has opened the page
let shown = null;
let timer = 0;

class Seat {
  constructor(secret, name, device) {
    Object.assign(this, { secret, name, person: null, frame: null, log: [], seen: null, read: 0 });
    this.connection = new Connection(state.code, {
      state: (connection) => this === shown && device.state(connection),
      open: () => device.open(this),
      message: (message) => hear(this, message, device),
    });
  }

  get isToChoose() {
    return Boolean(this.frame && !this.frame.result && this.frame.seat !== null && this.frame.turn === this.frame.seat);
  }
}

// Everybody of this device takes their seat at the table again.
export function sitDown(device) {
  getUp();
  shown = seat(kept(`seat.${state.code}`, null), "", device);
  for (const secret of kept(`beside.${state.code}`, [])) seat(secret, "", device);
  update({ curtain: seats.length > 1 ? { name: "", person: null } : null });
}

export function getUp() {
  clearTimeout(timer);
  for (const { connection } of seats.splice(0)) connection.close();
  shown = null;
}

function seat(secret, name, device) {
  const made = new Seat(secret, name, device);
  seats.push(made);
  return made;
}

// Somebody else who plays on this device.
export function addPlayer(name, device) {
  seat(null, name, device);
}

export function isFirst(asked) {
  return asked === seats[0];
}

export function isHere(person) {
  return seats.some((found) => found.person === person);
}

export function isShared() {
  return seats.length > 1;
}

export function isHost() {
  return isHere(state.room.host);
}

// Who speaks: whoever is shown, and the host where only the host may, if that is one of them.
export function speaker(isForHost) {
  const host = isForHost && seats.find((found) => found.person === state.room?.host);
  return (host || shown).connection;
}

// ---------------------------------------------------------------------------- what each of them hears

// What comes to somebody who has got up is heard by nobody.
function hear(seatOf, message, device) {
  if (!seats.includes(seatOf)) return;
  ({ welcome, frame, log, refused }[message.type])?.(seatOf, message);
  const isForAll = message.type !== "frame" && message.type !== "log" && message.type !== "advice";
  if (message.type === "nudged" || (seatOf === shown && (isForAll || !state.curtain))) device.message(message);
  else if (message.type === "refused") toast(message.words);
  if (!seats.includes(seatOf)) return;
  if (message.type === "room") agree(seatOf, message);
  if (message.type === "frame") lookRound(device);
}

function welcome(seatOf, { person, secret }) {
  Object.assign(seatOf, { person, secret });
  keepSecrets();
}

function frame(seatOf, message) {
  if (seatOf.frame?.match !== message.match) seatOf.seen = null;
  seatOf.frame = message;
}

function log(seatOf, { first, lines }) {
  seatOf.log = [...seatOf.log.slice(0, first), ...lines];
}

function refused(seatOf, { reason }) {
  const isOut = reason === "removed" || (seatOf.person === null && reason !== "lost");
  if (isOut && !isFirst(seatOf)) drop(seatOf);
}

function keepSecrets() {
  const [first, ...others] = seats.map(({ secret }) => secret);
  keep(`seat.${state.code}`, first);
  keep(`beside.${state.code}`, others.filter(Boolean));
}

// Before a match: who sits round the device is ready when the first of them is, and goes when their
// seat is taken away.
function agree(seatOf, room) {
  if (isFirst(seatOf) || room.phase !== "waiting" || seatOf.person === null) return;
  const chair = (person) => room.chairs.find((found) => found.person === person);
  const [first, mine] = [seats[0].person, chair(seatOf.person)];
  const ready = first === room.host || Boolean(chair(first)?.is_ready);
  if (!mine) dismiss(seatOf.person);
  else if (mine.is_ready !== ready) seatOf.connection.send("ready", { ready });
}

// Whoever is dropped may be told twice that they have gone: by their answer, and by the room.
function drop(seatOf) {
  if (!seats.includes(seatOf)) return;
  seatOf.connection.close();
  seats.splice(seats.indexOf(seatOf), 1);
  keepSecrets();
}

// Somebody of this device leaves the table; whether others are left here.
export async function dismiss(person = shown.person) {
  const gone = seats.find((found) => found.person === person);
  await gone.connection.send("leave");
  drop(gone);
  if (gone === shown && seats.length) draw(seats[0]);
  return seats.length > 0;
}

// ---------------------------------------------------------------------------- the curtain

// Whoever is to choose gets the device, as soon as the one who has it has seen what happened.
function lookRound(device) {
  clearTimeout(timer);
  const next = seats.find((found) => found.isToChoose);
  if (state.curtain && shown.frame?.result) lift(device, shown);
  else if (state.curtain) draw(next ?? inTurn());
  else if (next && next !== shown) timer = setTimeout(() => draw(next), TO_SEE);
}

// Of those on this device, the one whose turn comes first.
function inTurn() {
  const { turn, areas } = shown.frame ?? { turn: 0, areas: [] };
  const count = Math.max(areas.length - 1, 1);
  const away = ({ frame: told }) => ((told?.seat ?? 0) - (turn ?? 0) + count) % count;
  return seats.reduce((best, found) => (away(found) < away(best) ? found : best));
}

// Nobody's cards are to be seen until the right one has the device.
function draw(next) {
  if (!state.curtain) Object.assign(shown, { seen: state.frame, read: state.log.length });
  const isPublic = ["hole", "results"].includes(state.sheet);
  const name = state.room?.chairs.find((chair) => chair.person === next.person)?.name ?? "";
  update({ curtain: { name, person: next.person }, sheet: isPublic ? state.sheet : null, info: null, toast: "" });
}

// The table as the player left it, and then what has happened since.
function lift(device, next = seats.find((found) => found.person === state.curtain.person) ?? shown) {
  shown = next;
  const { person, seen, log: lines, read } = next;
  update({ person, frame: seen, log: lines.slice(0, read), missed: seen && { match: seen.match, version: seen.version, lines: read }, meanwhile: null, curtain: null,
    sheet: null, picked: [], gathered: [], queue: [], pending: false, advice: null, doubted: null, looked: null, toast: "" });
  setTimeout(() => catchUp(device, next), seen ? TO_REMEMBER : 0);
}

function catchUp(device, seatOf) {
  if (seatOf !== shown || state.curtain || !seatOf.frame) return;
  device.message({ type: "log", first: 0, lines: seatOf.log });
  device.message(seatOf.frame);
}

// Back in the waiting room the one who has opened the page has the device.
export function handBack() {
  if (shown === seats[0] && !state.curtain) return;
  clearTimeout(timer);
  shown = seats[0];
  update({ person: shown.person, curtain: null });
}

export function curtain(actions) {
  const { name } = state.curtain;
  return [h("section", { class: "curtain", testid: "screen-curtain", "aria-live": "polite" },
    h("h1", {}, name ? `Pass the device to ${name}` : "One moment …"),
    name && h("button", { class: "main", testid: "curtain-lift", onclick: actions.lift }, `I am ${name}: show my cards`),
    h("p", {}, "Nobody else looks on."))];
}

export { lift };
