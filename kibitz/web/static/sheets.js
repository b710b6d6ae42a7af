// What opens over the table: rules, log, scorecard, settings, and what other files show there.

import { advicePanel, isDocked } from "./advice.js";
import { face, spoken } from "./cards.js";
import { h } from "./dom.js";
import { bestOf, hole, holeLink, lookBack, past } from "./holes.js";
import { copy } from "./lobby.js";
import { results } from "./results.js";
import { languageChoice } from "./language_choice.js";
import { profileLink } from "./profile.js";
import { openSeat, seatSheet } from "./seat_link.js";
import { change, state, update } from "./store.js";
import { canTakeBack, takeBack } from "./taking_back.js";
import { openTalk, talk, unread } from "./talking.js";
import { enlarged, nameOf, reactionButtons, signed } from "./table.js";

const TITLES = {
  log: "What happened", rules: "How it is played", card: "Scorecard", menu: "Menu", hole: "", past: "", player: "", results: "", meanwhile: "What happened meanwhile", library: "How is it played?", discard: "Cards on the pile",
  advice: "Advice", options: "The rules at this table", talk: "Talk", seat: "Your seat on another device", settings: "Settings", keys: "Keys",
};
const KEYS = [["1 … 9", "the cell or the option of that number"], ["D", "draw from the stock"], ["T or X", "the discard pile"], ["A letter", "the button whose words begin with it: K knock, F flip, R refresh"], ["H", "advice; again: with all numbers"], ["Z or Esc", "put back, close"], ["Enter", "confirm cards that are chosen together"], ["Space", "end what moves"], ["Tab, Enter", "everything else"], ["?", "this list"]];

export function sheet(actions) {
  const name = state.sheet;
  const inside = name && { log: logSheet, rules: rulesSheet, card: cardSheet, menu, hole, past, meanwhile, library, player: enlarged, results, discard, advice: advicePanel, options, talk, seat: seatSheet, settings, keys }[name](actions);
  if (!inside) return null;
  const close = () => update({ sheet: null });
  if (isDocked()) {
    return h("section", { class: "sheet docked", key: "docked", "aria-label": TITLES[name], testid: SHEET_IDS[name] },
      h("button", { class: "close", testid: "sheet-close", "aria-label": "close", onclick: close }, "✕"), h("h2", {}, TITLES[name]), inside);
  }
  return h("div", { class: "veil", key: "sheet", onclick: (event) => event.target === event.currentTarget && close() },
    h("div", { class: `sheet sheet-${name}`, role: "dialog", "aria-modal": "true", "aria-label": TITLES[name] || name, testid: SHEET_IDS[name] ?? `sheet-${name}` },
      h("button", { class: "close", testid: "sheet-close", "aria-label": "close", onclick: close }, "✕"),
      TITLES[name] && h("h2", {}, TITLES[name]), inside));
}

const SHEET_IDS = { hole: "screen-hole", results: "screen-results", card: "sheet-scorecard", advice: "panel-advisor" };

// ---------------------------------------------------------------------------- words

export function logLines() {
  return h("ol", { class: "lines" }, state.log.map((line, number) => h("li", { key: number }, line)).reverse());
}

function logSheet() {
  return logLines();
}

// The moves that were made while the connection was lost, the first one first.
function meanwhile() {
  return state.meanwhile && h("ol", { class: "lines told" }, state.meanwhile.lines.map((line, number) => h("li", { key: number, vars: { "--turn": String(number) } }, line)));
}

function library(actions) {
  if (!state.games.length) return h("p", {}, "The games are not known yet: the server has not answered.");
  return h("div", { class: "ends" }, state.games.map((game) => h("button", { key: game.name, testid: `rules-of-${game.name}`, onclick: () => actions.showRules(game.name) }, game.title)));
}

function rulesSheet() {
  return h("div", { class: "prose", html: state.rules ?? "" });
}

function options() {
  return saidRules(state.room.rules);
}

// What is different from the standard rules, and the rest of them.
export function saidRules(rules) {
  const other = rules.filter((rule) => rule.standard !== null);
  const rest = rules.filter((rule) => rule.standard === null);
  return [
    other.length ? h("ul", { class: "said" }, other.map((rule) => h("li", { key: rule.name }, h("strong", {}, rule.label), ` ${rule.rule}`, h("small", {}, `instead of: ${rule.standard}`)))) : h("p", {}, "Everything is as in the standard rules."),
    rest.length > 0 && h("details", {}, h("summary", {}, "What is standard"), h("ul", { class: "said" }, rest.map((rule) => h("li", { key: rule.name }, h("strong", {}, rule.label), ` ${rule.rule}`)))),
  ];
}

function keys() {
  return h("dl", {}, KEYS.map(([key, words]) => [h("dt", {}, key), h("dd", {}, words)]));
}

function discard() {
  return h("div", { class: "laid" }, [...state.discard].reverse().map((card, number) => h("span", { class: "card", key: number, role: "img", "aria-label": spoken(card) }, face(card))));
}

function menu(actions) {
  return [
    reactionButtons(actions),
    h("button", { testid: "menu-talk", onclick: openTalk }, unread() ? `Talk: ${unread()} new` : "Talk"),
    canTakeBack() && h("button", { testid: "menu-back", onclick: () => takeBack(actions) }, "Ask to take my last move back"),
    h("button", { testid: "menu-seat", onclick: openSeat }, "Go on with another device"),
    h("button", { onclick: () => actions.showRules(state.room.game) }, "How it is played"),
    h("button", { onclick: () => copy(`${location.origin}/t/${state.code}`, "the link is copied") }, "Copy the link of this table"),
    h("button", { onclick: () => update({ sheet: "settings" }) }, "Settings"),
    h("a", { href: "/" }, "To the games (your seat stays yours)"),
    h("button", { testid: "leave", class: "danger", onclick: () => actions.leave() }, "Leave for good: a bot takes your seat"),
  ];
}

function settings() {
  const { theme, fourColours, speed, coach, warn } = state.settings;
  return [
    languageChoice(),
    profileLink(),
    radios("Colours of the page", "theme", theme, { auto: "as the device", light: "light", dark: "dark", contrast: "high contrast" }),
    radios("Animation", "speed", speed, { normal: "normal", fast: "fast", off: "off" }),
    h("label", { class: "option" }, h("span", {}, "Every suit its own colour"), h("input", { type: "checkbox", testid: "four-colours", checked: fourColours, onchange: (event) => change("fourColours", event.target.checked) })),
    h("label", { class: "option" }, h("span", {}, "Warn me", h("small", {}, " before a move that gives something away, where the game's page knows of one")), h("input", { type: "checkbox", testid: "warn-me", checked: warn, onchange: (event) => change("warn", event.target.checked) })),
    h("label", { class: "option" }, h("span", {}, "Ask back before a mistake", h("small", {}, " where the table allows advice in numbers; it counts as asking")), h("input", { type: "checkbox", testid: "coach", checked: coach, onchange: (event) => change("coach", event.target.checked) })),
  ];
}

function radios(title, setting, value, offers) {
  return h("fieldset", {}, h("legend", {}, title), Object.entries(offers).map(([name, words]) =>
    h("label", { class: "radio", key: name }, h("input", { type: "radio", name: setting, testid: `${setting}-${name}`, checked: value === name, onchange: () => change(setting, name) }), h("span", {}, words))));
}

// ---------------------------------------------------------------------------- scores

function cardSheet() {
  return [standings(), scorecard()];
}

export function scorecard() {
  const card = state.frame?.scorecard;
  if (!card) return null;
  const count = Math.max(card.count ?? 0, card.holes.length);
  const numbers = Array.from({ length: count }, (_, place) => place + 1);
  const played = new Map(card.holes.map((one) => [one.number, one]));
  const hasPar = card.par !== null;
  const best = (number) => bestOf(card, played.get(number).scores);
  return h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "scorecard" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, card.word), numbers.map((number) => h("th", { scope: "col", key: number }, holeLink(number))), h("th", { scope: "col" }, "total")),
      hasPar && h("tr", {}, h("th", { scope: "row" }, "par"), numbers.map((number) => h("td", { key: number }, played.get(number)?.par ?? "")), h("td", {}, card.holes.reduce((sum, { par }) => sum + par, 0)))),
    h("tbody", {}, card.totals.map((total, seat) => h("tr", { key: seat }, h("th", { scope: "row" }, nameOf(seat)),
      numbers.map((number) => h("td", { key: number, onclick: played.has(number) && !state.replay ? () => lookBack(number) : null }, played.has(number) ? h("span", { class: played.get(number).scores[seat] === best(number) ? "best" : "" }, signed(played.get(number).scores[seat])) : "·")),
      h("td", { class: "sum" }, signed(total)))))));
}

// The best four by total, and by holes won.
export function standings() {
  const card = state.frame?.scorecard;
  if (!card || !card.holes.length) return null;
  const seats = card.totals.map((_, seat) => seat);
  const byTotal = [...seats].sort((one, other) => (card.totals[one] - card.totals[other]) * (card.goal === "min" ? 1 : -1)).slice(0, 4);
  const byWon = card.won && [...seats].sort((one, other) => card.won[other] - card.won[one]).slice(0, 4);
  return h("div", { class: "standings", testid: "standings" },
    ranking("Total", byTotal, (seat) => signed(card.totals[seat])),
    byWon && ranking(`${card.word}s won`, byWon, (seat) => card.won[seat]));
}

// Equal numbers have the same place.
export function ranking(title, seats, number) {
  const numbers = seats.map(number);
  return h("div", {}, h("h3", {}, title), h("ol", {}, seats.map((seat, place) =>
    h("li", { key: seat, value: numbers.indexOf(numbers[place]) + 1 }, h("span", {}, nameOf(seat)), h("b", {}, numbers[place])))));
}
