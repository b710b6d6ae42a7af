// One's seat on another device: a link, and a drawing of it for a phone's camera. Whoever has it plays there.

import { h } from "./dom.js";
import { copy } from "./copying.js";
import { keep, kept, state, toast, update } from "./store.js";

const MARK = "#seat=";

const secret = () => kept(`seat.${state.code}`, null);
const link = () => `${location.origin}/t/${state.code}${MARK}${encodeURIComponent(secret())}`;

// Somebody has come with the link of a seat: this browser keeps it, and the address says no more than the table.
export function takeSeat(code) {
  if (!location.hash.startsWith(MARK)) return;
  keep(`seat.${code}`, decodeURIComponent(location.hash.slice(MARK.length)));
  history.replaceState(null, "", location.pathname);
}

export async function openSeat() {
  update({ sheet: "seat", seatDrawing: "" });
  const response = await fetch(`/t/${state.code}/seat.svg`, { method: "POST", body: JSON.stringify({ secret: secret() }) });
  if (response.ok) update({ seatDrawing: await response.text() });
  else toast((await response.json()).words);
}

export function seatSheet() {
  return [
    h("p", {}, "Open this on your other device: it takes your seat there, and this one keeps it, too. Show it to nobody else."),
    h("div", { class: "qr", testid: "seat-qr", role: "img", "aria-label": "the link of your seat, for a camera", html: state.seatDrawing ?? "" }),
    h("button", { class: "main", testid: "seat-copy", onclick: () => copy(link(), "the link of your seat is copied") }, "Copy the link of my seat"),
  ];
}
