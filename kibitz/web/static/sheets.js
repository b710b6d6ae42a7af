// What opens over the table: rules, log, scorecard, the end of a hole, the results, settings.

import { advicePanel } from "./advice.js";
import { face, link, spoken } from "./cards.js";
import { h } from "./dom.js";
import { copy } from "./lobby.js";
import { isHost } from "./passing.js";
import { sharePicture } from "./picture.js";
import { change, state, update } from "./store.js";
import { enlarged, nameOf, reactionButtons, signed } from "./table.js";

const TITLES = {
  log: "What happened", rules: "How it is played", card: "Scorecard", menu: "Menu", hole: "", player: "", results: "", discard: "Cards on the pile",
  advice: "Advice", options: "The rules at this table", settings: "Settings", keys: "Keys",
};
const KEYS = [["1 … 9", "the cell or the option of that number"], ["D", "draw from the stock"], ["T or X", "the discard pile"], ["A letter", "the button whose words begin with it: K knock, F flip, R refresh"], ["H", "advice; again: with all numbers"], ["Z or Esc", "put back, close"], ["Tab, Enter", "everything else"], ["?", "this list"]];

export function sheet(actions) {
  const name = state.sheet;
  const inside = name && { log: logSheet, rules: rulesSheet, card: cardSheet, menu, hole, player: enlarged, results, discard, advice: advicePanel, options, settings, keys }[name](actions);
  if (!inside) return null;
  const close = () => update({ sheet: null });
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
    h("button", { onclick: () => actions.showRules(state.room.game) }, "How it is played"),
    h("button", { onclick: () => copy(`${location.origin}/t/${state.code}`, "the link is copied") }, "Copy the link of this table"),
    h("button", { onclick: () => update({ sheet: "settings" }) }, "Settings"),
    h("a", { href: "/" }, "To the games (your seat stays yours)"),
    h("button", { testid: "leave", class: "danger", onclick: () => actions.leave() }, "Leave for good: a bot takes your seat"),
  ];
}

function settings() {
  const { theme, fourColours, speed, coach } = state.settings;
  return [
    radios("Colours of the page", "theme", theme, { auto: "as the device", light: "light", dark: "dark", contrast: "high contrast" }),
    radios("Animation", "speed", speed, { normal: "normal", fast: "fast", off: "off" }),
    h("label", { class: "option" }, h("span", {}, "Every suit its own colour"), h("input", { type: "checkbox", testid: "four-colours", checked: fourColours, onchange: (event) => change("fourColours", event.target.checked) })),
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
  const hole = new Map(card.holes.map((played) => [played.number, played]));
  const hasPar = card.par !== null;
  const best = (number) => bestOf(card, hole.get(number).scores);
  return h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "scorecard" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, card.word), numbers.map((number) => h("th", { scope: "col", key: number }, holeLink(number))), h("th", { scope: "col" }, "total")),
      hasPar && h("tr", {}, h("th", { scope: "row" }, "par"), numbers.map((number) => h("td", { key: number }, hole.get(number)?.par ?? "")), h("td", {}, card.holes.reduce((sum, played) => sum + played.par, 0)))),
    h("tbody", {}, card.totals.map((total, seat) => h("tr", { key: seat }, h("th", { scope: "row" }, nameOf(seat)),
      numbers.map((number) => h("td", { key: number }, hole.has(number) ? h("span", { class: hole.get(number).scores[seat] === best(number) ? "best" : "" }, signed(hole.get(number).scores[seat])) : "·")),
      h("td", { class: "sum" }, signed(total)))))));
}

// When all is over, the number of a hole leads to where it was counted.
function holeLink(number) {
  const { frame, replay, code } = state;
  return frame.result && !replay ? h("a", { href: `/t/${code}/replay/${frame.match}#hole-${number}`, testid: `hole-${number}` }, number) : number;
}

function bestOf(card, scores) {
  return card.goal === "min" ? Math.min(...scores) : Math.max(...scores);
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
function ranking(title, seats, number) {
  const numbers = seats.map(number);
  return h("div", {}, h("h3", {}, title), h("ol", {}, seats.map((seat, place) =>
    h("li", { key: seat, value: numbers.indexOf(numbers[place]) + 1 }, h("span", {}, nameOf(seat)), h("b", {}, numbers[place])))));
}

function hole() {
  const card = state.frame?.scorecard;
  if (!card?.latest.length) return null;
  const played = card.holes.at(-1);
  const par = played.par ? ` · par ${played.par}` : "";
  const best = bestOf(card, played.scores);
  return [
    h("h2", {}, `${card.word} ${played.number} is over${par}`),
    h("div", { class: "tallies" }, card.latest.map((tally, seat) => h("div", { class: `tally ${tally.score === best ? "best" : ""}`, key: seat },
      h("h3", {}, nameOf(seat), h("b", {}, signed(tally.score))),
      tallyCards(card, tally), arithmetic(tally), h("p", { class: "quiet" }, `total ${signed(tally.total)}`)))),
    h("button", { class: "main", testid: "next-hole", onclick: () => update({ sheet: null }) }, "Go on"),
  ];
}

export function tallyCards(card, tally) {
  const shown = [...tally.cards.map(([index, text]) => ({ index, text, counts: !tally.cancelled.includes(index) })), ...tally.aside.map(([index, text]) => ({ index, text, counts: false }))];
  shown.sort((one, other) => one.index - other.index);
  return h("div", { class: "cells small", vars: { "--columns": String(card.columns || Math.max(shown.length, 1)) } },
    shown.map(({ index, text, counts }) => h("span", { key: `${index}${text}`, class: counts ? "card" : "card aside", role: "img", "aria-label": spoken(text) + (counts ? "" : ", does not count") }, face(text), !counts && link())));
}

// Every sum in the order in which it was settled: 26, knock bonus −5.
export function arithmetic(tally) {
  const plain = tally.terms.filter((term) => !term.label).map((term) => term.value);
  const parts = tally.terms.filter((term) => term.label);
  const sum = plain.length ? plain.map((value, place) => (place === 0 ? signed(value) : value < 0 ? ` − ${-value}` : ` + ${value}`)).join("") : "";
  return h("p", { class: "arithmetic" }, sum, parts.map((term) => h("span", { key: term.label, class: "part" }, ` ${term.label} ${term.value > 0 ? "+" : ""}${signed(term.value)}`)), h("b", {}, ` = ${signed(tally.score)}`));
}

function results(actions) {
  const { frame, room } = state;
  if (!frame?.result) return null;
  const { scores, ranks } = frame.result;
  const order = scores.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other]);
  const card = frame.scorecard;
  const winners = order.filter((seat) => ranks[seat] === 1);
  return [
    h("h2", { class: "winner" }, winners.length > 1 ? `${winners.map(nameOf).join(" and ")} share the win` : `${nameOf(winners[0])} ${winners[0] === frame.seat ? "win" : "wins"}`),
    hasDoubled(card, winners) && h("p", { class: "double", testid: "double-victory" }, `and most ${card.word}s, too: a double victory`),
    h("div", { class: "rankings" }, h("ol", { class: "podium" }, order.map((seat) => h("li", { key: seat, class: `rank-${ranks[seat]}` }, h("span", { class: "place" }, ranks[seat]), h("span", {}, nameOf(seat), extremes(card, seat)), h("b", {}, signed(scores[seat]))))),
      card?.won && ranking(`${card.word}s won`, [...order].sort((one, other) => card.won[other] - card.won[one]), (seat) => card.won[seat])),
    card && scorecard(),
    h("div", { class: "ends" },
      isHost() && h("button", { class: "main", testid: "results-rematch", onclick: () => actions.say("start") }, "Play again"),
      isHost() && h("button", { testid: "results-rules", onclick: () => actions.say("reopen") }, "Change players or rules"),
      h("button", { testid: "results-share", onclick: () => share(shared(order)) }, "Share"),
      h("button", { testid: "results-picture", onclick: () => sharePicture(room.title, placed(order)) }, "As a picture"),
      h("a", { class: "button", href: `/t/${state.code}/replay/${frame.match}`, testid: "results-replay" }, "Replay"),
      room.advice !== "off" && h("a", { class: "button", href: `/t/${state.code}/matches/${frame.match}/review`, testid: "results-review" }, "Review"),
      h("a", { class: "button", href: `/t/${state.code}/record.json`, download: `${room.game}-${state.code}.jsonl`, testid: "results-record" }, "Record"),
      h("button", { testid: "results-deal", onclick: () => actions.checkDeal() }, "Check the deal")),
    !isHost() && h("p", { class: "quiet" }, "The host can deal again."),
  ];
}

// Whether somebody alone has both the best total and the most holes.
function hasDoubled(card, winners) {
  return Boolean(card?.won && winners.length === 1 && card.won.every((won, seat) => seat === winners[0] || won < card.won[winners[0]]));
}

function extremes(card, seat) {
  if (!card || card.holes.length < 2) return null;
  const scores = card.holes.map((played) => played.scores[seat]).sort((one, other) => (card.goal === "min" ? one - other : other - one));
  return h("small", {}, `best ${card.word} ${signed(scores[0])}, worst ${signed(scores.at(-1))}`);
}

// By whatever the device shares with; where it has nothing, the text is copied.
async function share(text) {
  try {
    await navigator.share({ text });
  } catch (fault) {
    if (fault.name !== "AbortError") await copy(text, "the result is copied");
  }
}

function shared(order) {
  const lines = placed(order).map(([place, name, score]) => `${place}. ${name} ${score}`);
  return [state.room.title, ...lines].join("\n");
}

// What everybody may know: place, name and score.
function placed(order) {
  const { scores, ranks } = state.frame.result;
  return order.map((seat) => [ranks[seat], state.room.chairs[seat].name, signed(scores[seat])]);
}
