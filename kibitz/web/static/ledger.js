// The ledger: everything that was played at tables of which this browser has a seat.

import { h } from "./dom.js";
import { seasonTables } from "./seasons.js";
import { signed } from "./names.js";
import { kept, state, toast, update } from "./store.js";

const PREFIX = "kibitz.seat.";

// The secrets of this browser's seats, by table.
function seats() {
  const found = {};
  for (let number = 0; number < localStorage.length; number++) {
    const name = localStorage.key(number);
    if (name.startsWith(PREFIX)) found[name.slice(PREFIX.length)] = JSON.parse(localStorage.getItem(name));
  }
  return found;
}

async function asked(path, held = seats()) {
  const response = await fetch(path, { method: "POST", body: JSON.stringify({ seats: held }) });
  const answer = await response.json();
  if (!response.ok) toast(answer.words);
  return response.ok ? answer : null;
}

export async function openLedger() {
  update({ screen: "ledger" });
  update({ ledger: await asked("/ledger.json") });
}

// Those who have played on this device beside its owner: at each table the first of them, the second …
function beside() {
  const rounds = [];
  for (const code of Object.keys(seats())) {
    kept(`beside.${code}`, []).forEach((secret, number) => { rounds[number] = { ...rounds[number], [code]: secret }; });
  }
  return rounds;
}

async function forget() {
  for (const held of beside()) if (!(await asked("/forget", held))) return;
  const answer = await asked("/forget");
  if (!answer) return;
  Object.keys(localStorage).filter((name) => name.startsWith("kibitz.")).forEach((name) => localStorage.removeItem(name));
  update({ ledger: { matches: [], groups: [], seasons: [] }, isForgetting: false });
  toast(`your name is gone from ${answer.tables} tables`);
}

function download() {
  const file = URL.createObjectURL(new Blob([JSON.stringify(state.ledger, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  Object.assign(link, { href: file, download: "kibitz-ledger.json" });
  link.click();
  URL.revokeObjectURL(file);
}

export function ledgerScreen() {
  const { ledger } = state;
  if (!ledger) return [h("section", { class: "ledger", testid: "screen-stats" }, h("h1", {}, "What was played"), h("p", {}, "One moment …"))];
  return [h("section", { class: "ledger", testid: "screen-stats" },
    h("h1", {}, "What was played"),
    ledger.groups.length === 0 && h("p", { testid: "no-games" }, "No games yet. Matches that you finish at a table are counted here."),
    seasonTables(ledger.seasons),
    ledger.groups.map(group),
    ledger.matches.length > 0 && matches(ledger.matches),
    h("div", { class: "ends" },
      h("button", { testid: "ledger-export", onclick: download }, "Download all this"),
      state.isForgetting
        ? [h("span", {}, "Your name is taken out of every table, and this browser forgets its seats."), h("button", { class: "danger", testid: "forget-really", onclick: forget }, "Yes, delete my data"), h("button", { onclick: () => update({ isForgetting: false }) }, "No")]
        : h("button", { class: "danger", testid: "forget", onclick: () => update({ isForgetting: true }) }, "Delete my data")))];
}

function group({ names, matches: count, wins, rule_sets: sets, ahead }) {
  return h("div", { class: "group", key: names.join(), testid: "group" },
    h("h2", {}, names.join(", ")),
    h("p", {}, [`${count} ${count === 1 ? "match" : "matches"}`, names.map((name, place) => wins.length > 0 && `${name} won ${share(wins[place])}`).filter(Boolean).join(", ")].filter(Boolean).join(": ")),
    names.length > 1 && wins.length > 0 && h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "scorecard" },
      h("caption", {}, "How often the one on the left was ahead"),
      h("thead", {}, h("tr", {}, h("th", {}), names.map((name) => h("th", { key: name, scope: "col" }, name)))),
      h("tbody", {}, names.map((name, row) => h("tr", { key: name }, h("th", { scope: "row" }, name), names.map((other, column) => h("td", { key: other }, row === column ? "·" : ahead[row][column]))))))),
    h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "scorecard" },
      h("caption", {}, "By rules: matches, wins and mean score"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "rules"), names.map((name) => h("th", { key: name, scope: "col" }, name)))),
      h("tbody", {}, sets.map(({ title, rules, matches: played, averages }) => h("tr", { key: title + rules },
        h("th", { scope: "row" }, title, h("small", {}, ` ${rules} · ${played}×`)),
        averages.map(({ name, mean, wins: won }) => h("td", { key: name }, mean === null ? "no games" : `${won === null ? "" : `${share(won)} · `}${signed(Math.round(mean * 10) / 10)}`))))))));
}

function share(number) {
  return Number.isInteger(number) ? `${number}` : number.toFixed(1);
}

function matches(played) {
  return h("div", { class: "group" }, h("h2", {}, "The matches"),
    h("ul", { class: "played" }, played.map(({ code, number, title, ended, players, scores, ranks }) => h("li", { key: `${code}${number}` },
      h("a", { href: `/t/${code}/replay/${number}`, testid: "played" }, title),
      h("span", {}, players.map((name, seat) => `${name} ${signed(scores[seat])}${ranks[seat] === 1 ? " ★" : ""}`).join(", ")),
      h("small", {}, new Date(1000 * ended).toLocaleString())))));
}
