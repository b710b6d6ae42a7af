// What opens over the table: rules, log, scorecard, settings, and what other files show there.

import { advicePanel, isDocked } from "./advice.js";
import { canNote, wantNotes } from "./alerts.js";
import { still } from "./cards.js";
import { h } from "./dom.js";
import { choices } from "./dock.js";
import { hole, past } from "./holes.js";
import { copy } from "./copying.js";
import { REACTIONS } from "./messages.js";
import { results } from "./results.js";
import { languageChoice } from "./language_choice.js";
import { profileLink } from "./profile.js";
import { openSeat, seatSheet } from "./seat_link.js";
import { canTakeBack, takeBack } from "./taking_back.js";
import { openTalk, talk, unread } from "./talking.js";
import { saidRules } from "./rules_bar.js";
import { scorecard, settlements, standings, whatHappened } from "./scores.js";
import { change, isAlone, state, update, workshopAddress } from "./store.js";
import { enlarged } from "./table.js";

const TITLES = {
  log: "What happened", rules: "How it is played", card: "Scores", menu: "Menu", hole: "", past: "", player: "", results: "", meanwhile: "What happened meanwhile", library: "How is it played?", discard: "Cards on the pile",
  advice: "Advice", options: "The rules at this table", talk: "Talk", seat: "Your seat on another device", settings: "Settings", keys: "Keys", choices: "What you can do",
};
const KEYS = [["1 … 9", "the cell or the option of that number"], ["D", "draw from the stock"], ["T or X", "the discard pile"], ["A letter", "the button whose words begin with it: K knock, F flip, R refresh"], ["H", "advice; again: with all numbers"], ["Z or Esc", "put back, close"], ["Enter", "confirm cards that are chosen together"], ["Space", "end what moves"], ["Tab, Enter", "everything else"], ["?", "this list"]];

export function sheet(actions) {
  const name = state.sheet;
  const inside = name && { log: whatHappened, rules: rulesSheet, card: cardSheet, menu, hole, past, meanwhile, library, player: enlarged, results, discard, advice: advicePanel, options, talk, seat: seatSheet, settings, keys, choices }[name](actions);
  if (!inside) return null;
  const close = () => update({ sheet: null });
  if (isDocked()) {
    return h("section", { class: "sheet docked", key: "docked", "aria-label": TITLES[name], testid: SHEET_IDS[name] },
      h("button", { class: "close", testid: "sheet-close", "aria-label": "close", onclick: close }, "✕"), h("h2", {}, TITLES[name]), inside);
  }
  return h("div", { class: "veil", key: "sheet", onclick: (event) => event.target === event.currentTarget && close() },
    h("div", { class: `sheet sheet-${name}`, role: "dialog", tabindex: -1, "aria-modal": "true", "aria-label": TITLES[name] || name, testid: SHEET_IDS[name] ?? `sheet-${name}` },
      h("button", { class: "close", testid: "sheet-close", "aria-label": "close", onclick: close }, "✕"),
      TITLES[name] && h("h2", {}, TITLES[name]), inside));
}

const SHEET_IDS = { hole: "screen-hole", results: "screen-results", card: "sheet-scorecard", advice: "panel-advisor" };

// ---------------------------------------------------------------------------- words

function cardSheet() {
  return [standings(), scorecard(), settlements()];
}

function reactionButtons(actions) {
  return h("div", { class: "signs" }, REACTIONS.map((reaction, number) => h("button", { key: reaction, testid: `react-${number}`, onclick: () => actions.say("react", { reaction }) }, reaction)));
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
  return [
    h("div", { class: "prose", html: state.rules ?? "" }),
    workshopAddress() && h("a", { class: "button", testid: "rules-write", href: `${workshopAddress()}?${new URLSearchParams({ game: state.rulesOf })}` }, "Change its rules")];
}

function options() {
  return saidRules(state.room.rules);
}

function keys() {
  return h("dl", {}, KEYS.map(([key, words]) => [h("dt", {}, key), h("dd", {}, words)]));
}

function discard() {
  return h("div", { class: "laid" }, [...state.discard].reverse().map((card, number) => still(card, { key: number })));
}

function menu(actions) {
  return [
    !isAlone && reactionButtons(actions),
    !isAlone && h("button", { testid: "menu-talk", onclick: openTalk }, unread() ? `Talk: ${unread()} new` : "Talk"),
    !isAlone && canTakeBack() && h("button", { testid: "menu-back", onclick: () => takeBack(actions) }, "Ask to take my last move back"),
    !isAlone && h("button", { testid: "menu-seat", onclick: openSeat }, "Go on with another device"),
    h("button", { onclick: () => actions.showRules(state.room.game) }, "How it is played"),
    !isAlone && h("button", { onclick: () => copy(`${location.origin}/t/${state.code}`, "the link is copied") }, "Copy the link of this table"),
    h("button", { onclick: () => update({ sheet: "settings" }) }, "Settings"),
    !isAlone && h("a", { href: "/" }, "To the games (your seat stays yours)"),
    !isAlone && leaving(actions),
  ];
}

function leaving(actions) {
  return state.isLeaving
    ? h("div", { class: "ends", key: "leaving" }, h("span", {}, "Leave this table for good?"), h("button", { class: "danger", testid: "leave-really", onclick: () => actions.leave() }, "Leave: a bot takes my seat"), h("button", { testid: "leave-not", onclick: () => update({ isLeaving: false }) }, "Stay"))
    : h("button", { testid: "leave", key: "leave", class: "danger", onclick: () => update({ isLeaving: true }) }, "Leave for good …");
}

function settings() {
  const { theme, fourColours, largeIndex, pace, felt, sound, notes, forced, coach, warn } = state.settings;
  return [
    languageChoice(),
    profileLink(),
    radios("Colours of the page", "theme", theme, { auto: "as the device", light: "light", dark: "dark", contrast: "high contrast" }),
    radios("Pace of the cards", "pace", pace, { calm: "calm", normal: "normal", quick: "quick", none: "none" }),
    radios("Felt", "felt", felt, { green: "green", ink: "ink", plum: "plum", slate: "slate" }),
    h("label", { class: "option" }, h("span", {}, "Every suit its own colour"), h("input", { type: "checkbox", testid: "four-colours", checked: fourColours, onchange: (event) => change("fourColours", event.target.checked) })),
    h("label", { class: "option" }, h("span", {}, "Large letters on every card"), h("input", { type: "checkbox", testid: "large-index", checked: largeIndex, onchange: (event) => change("largeIndex", event.target.checked) })),
    h("label", { class: "option" }, h("span", {}, "Sounds"), h("input", { type: "checkbox", role: "switch", testid: "sound", checked: sound, onchange: (event) => change("sound", event.target.checked) })),
    canNote() && h("label", { class: "option" }, h("span", {}, "Tell me outside this page when it is my turn"), h("input", { type: "checkbox", role: "switch", testid: "notes", checked: Boolean(notes), onchange: (event) => wantNotes(event.target.checked) })),
    h("label", { class: "option" }, h("span", {}, "Moves that cannot be otherwise are made by themselves"), h("input", { type: "checkbox", role: "switch", testid: "forced", checked: forced, onchange: (event) => change("forced", event.target.checked) })),
    h("label", { class: "option" }, h("span", {}, "Warn me", h("small", {}, " before a move that gives something away, where the game's page knows of one")), h("input", { type: "checkbox", testid: "warn-me", checked: warn, onchange: (event) => change("warn", event.target.checked) })),
    h("label", { class: "option" }, h("span", {}, "Ask back before a mistake", h("small", {}, " where the table allows advice in numbers; it counts as asking")), h("input", { type: "checkbox", testid: "coach", checked: coach, onchange: (event) => change("coach", event.target.checked) })),
  ];
}

function radios(title, setting, value, offers) {
  return h("fieldset", {}, h("legend", {}, title), Object.entries(offers).map(([name, words]) =>
    h("label", { class: "radio", key: name }, h("input", { type: "radio", name: setting, testid: `${setting}-${name}`, checked: value === name, onchange: () => change(setting, name) }), h("span", {}, words))));
}
