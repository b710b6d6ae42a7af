// A choice that somebody would like to have again: everybody who plays is asked, and one no is enough.

import { h } from "./dom.js";
import { state } from "./store.js";

// What is asked at the position that is shown; nothing once the match has gone on.
function asked() {
  const { room, frame } = state;
  const undo = room?.undo;
  return undo && frame && undo.match === frame.match && undo.version === frame.version ? undo : null;
}

export function canTakeBack() {
  const { frame } = state;
  return Boolean(frame && frame.seat !== null && !frame.result && frame.version > 0 && !asked());
}

export function takeBack(actions) {
  const { match, version } = state.frame;
  return actions.say("takeback", { match, version });
}

export function askedBack(actions) {
  const undo = asked();
  if (!undo) return null;
  const { room, person } = state;
  const name = room.people.find((other) => other.person === undo.person)?.name ?? "";
  if (!undo.asked.includes(person)) return h("p", { class: "lost", key: "back", testid: "asked-back", role: "status" }, "The others are asked whether the last move may be taken back.");
  return h("div", { class: "lost", key: "back", testid: "asked-back", role: "alert" },
    h("span", {}, `${name} would like to take the last move back.`), " ",
    h("button", { class: "main", testid: "back-agree", onclick: () => actions.say("agree", { agree: true }) }, "All right"), " ",
    h("button", { testid: "back-refuse", onclick: () => actions.say("agree", { agree: false }) }, "No"));
}
