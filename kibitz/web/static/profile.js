// Who somebody is, without an account: a name, the face that comes with it, and the seats that this browser
// holds. A link takes all of it to another device; what is there already stays.

import { h } from "./dom.js";
import { copy } from "./copying.js";
import { keep, kept, toast } from "./store.js";

const MARK = "#profile=";
const SEAT = "kibitz.seat.";
const MOST_SEATS = 40; // the latest, so that a link stays one

const encoded = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const decoded = (text) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.codePointAt(0))));

function seats() {
  const latest = kept("tables", []).map(({ code }) => code);
  const codes = Object.keys(localStorage).filter((name) => name.startsWith(SEAT)).map((name) => name.slice(SEAT.length));
  codes.sort((one, other) => (latest.indexOf(other) >= 0) - (latest.indexOf(one) >= 0));
  return Object.fromEntries(codes.slice(0, MOST_SEATS).map((code) => [code, kept(`seat.${code}`, "")]));
}

const link = () => `${location.origin}/${MARK}${encoded({ name: kept("name", ""), seats: seats() })}`;

// Somebody has come with the link: what this browser has not yet, it keeps.
export function takeProfile() {
  if (!location.hash.startsWith(MARK)) return;
  const text = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname);
  try {
    const { name, seats: held } = decoded(text);
    if (typeof name === "string" && name && !kept("name", "")) keep("name", name);
    const fresh = Object.entries(held).filter(([code, secret]) => /^[A-Z]{6}$/.test(code) && typeof secret === "string" && !kept(`seat.${code}`, null)).slice(0, MOST_SEATS);
    for (const [code, secret] of fresh) keep(`seat.${code}`, secret);
    toast("Your name and your seats are on this device now.");
  } catch {
    toast("This link is not whole.");
  }
}

export function profileLink() {
  return h("button", { testid: "profile-copy", onclick: () => copy(link(), "the link is copied: it is you, so show it to nobody else") }, "Take my name and my seats to another device");
}
