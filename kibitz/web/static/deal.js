// Opens the seal of a deal: the same computation as kibitz/web/deal.py.

import { kept, state, toast } from "./store.js";

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function found() {
  const seal = kept(`seal.${state.code}`, null);
  if (!crypto.subtle) return "this browser computes digests only over https: use `kibitz verify`";
  if (seal?.match !== state.room.match) return "this page was not here before the deal, so it has no seal to open";
  const response = await fetch(`/t/${state.code}/record.json`);
  if (!response.ok) return (await response.json()).words;
  const text = await response.text();
  const header = JSON.parse(text.split("\n")[0]);
  const [secret, ...words] = header.deal;
  const seed = BigInt(`0x${(await digest([`kibitz seed ${secret}`, ...words].join("\n"))).slice(0, 16)}`) >> 2n;
  const said = /"seed":(-?\d+)/.exec(text)[1]; // more digits than a number of JavaScript holds
  if ((await digest(`kibitz deal ${secret}`)) !== seal.commitment) return "the server has used another secret than the one it sealed";
  if (seal.words && state.frame.seat !== null && !words.includes(seal.words)) return "your part of the deal was left out";
  return String(seed) === said ? "the deal is what the seal and the players' chance make it" : "the seed is not what it should be";
}

export async function checkDeal() {
  toast(await found());
}
