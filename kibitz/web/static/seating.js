// Who sits where: the host drags a player up or down, or moves them with the arrow keys.

import { h } from "./dom.js";
import { state, update } from "./store.js";

// What a player is held by. Nothing is sent before the finger comes up.
export function grip(chair, seat, count, actions) {
  const move = (to) => to >= 0 && to < count && to !== seat && actions.say("moveseat", { seat, to });
  const arrows = { ArrowUp: seat - 1, ArrowDown: seat + 1 };
  return h("button", {
    class: "grip", testid: `grip-${seat}`, "aria-label": `move ${chair.name}: drag, or press the arrow keys`, title: "drag, or press ↑ and ↓",
    onkeydown: (event) => {
      if (!(event.key in arrows)) return;
      event.preventDefault();
      move(arrows[event.key]);
    },
    onpointerdown: (event) => {
      event.target.setPointerCapture(event.pointerId);
      update({ dragged: { seat, to: seat } });
    },
    onpointermove: (event) => state.dragged && update({ dragged: { seat, to: seatAt(event) } }),
    onpointerup: () => {
      const { dragged } = state;
      update({ dragged: null });
      if (dragged) move(dragged.to);
    },
    onpointercancel: () => update({ dragged: null }),
  }, "⠿");
}

// The seat nearest to the pointer; with a pen or a finger it is above or below the list at times.
function seatAt(event) {
  const rows = [...event.target.closest("ol").children].map((row) => row.getBoundingClientRect());
  const away = (box) => Math.abs(box.top + box.height / 2 - event.clientY);
  return rows.reduce((best, box, number) => (away(box) < away(rows[best]) ? number : best), 0);
}

// How a row looks while somebody is being moved.
export function dragClass(seat) {
  const { dragged } = state;
  if (!dragged) return "";
  if (seat === dragged.seat) return "dragged";
  return seat === dragged.to ? (dragged.to < dragged.seat ? "above" : "below") : "";
}
