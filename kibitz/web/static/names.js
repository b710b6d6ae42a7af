// How players and numbers are called on this device.

import { isShared } from "./passing.js";
import { state } from "./store.js";

// Where several look at one device, nobody is "you".
export function isYou(seat) {
  return seat === state.frame?.seat && !state.replay && !isShared();
}

export function nameOf(seat) {
  return isYou(seat) ? "you" : (state.room.chairs[seat]?.name ?? `player ${seat + 1}`);
}

export function titleOf(seat) {
  const name = nameOf(seat);
  return name[0].toUpperCase() + name.slice(1);
}

export function signed(value) {
  return value < 0 ? `−${-value}` : `${value}`;
}
