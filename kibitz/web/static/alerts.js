// Whoever looks elsewhere is told that it is their turn: by a chime, on a phone by a short hum, and where they
// want it by a note of the device.

import { told } from "./language.js";
import { chime } from "./sound.js";
import { change, state, toast } from "./store.js";

export const canNote = () => "Notification" in globalThis && Notification.permission !== "denied";

export function alertTurn(before, { seat, turn, result }) {
  if (!before || seat === null || turn !== seat || before.turn === seat || result) return;
  chime();
  if (!document.hidden) return;
  navigator.vibrate?.(120);
  if (state.settings.notes) note();
}

// The same table has one note, the newest.
async function note() {
  if (!canNote() || Notification.permission !== "granted") return;
  const keeper = await navigator.serviceWorker?.getRegistration();
  const options = { body: state.room.title, tag: `kibitz-${state.code}`, icon: "/static/icon.svg" };
  if (keeper) keeper.showNotification(told("Your turn"), options);
}

// A browser asks its reader once; without a yes the switch stays off.
export async function wantNotes(isWanted) {
  const answer = isWanted ? await Notification.requestPermission() : "";
  if (isWanted && answer !== "granted") toast("this browser lets nobody be told");
  change("notes", answer === "granted");
}
