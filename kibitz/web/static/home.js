// The first screen, and the question for a name.

import { still } from "./cards.js";
import { h } from "./dom.js";
import { portrait } from "./faces.js";
import { keep, kept, state, update, workshopAddress } from "./store.js";

const CODE = /([B-DF-HJ-NP-TV-XZ]{6})\/?$/i;
const USUAL_PLAYERS = 4;

// Kinds of games as people tell them apart, by the word that a game's page has; what is drawn for them.
const KINDS = {
  trick: ["Tricks", ["A♠", "K♦", "10♣"], 215],
  draw: ["Swap", ["2♠", "2♦"], 150],
  rummy: ["Melds", ["6♥", "7♥", "8♥"], 35],
  shedding: ["Shed", ["8♣", "8♦", "8♠"], 265],
  fishing: ["Fishing", ["7♦", "7♣", "A♦"], 185],
  adding: ["Counting", ["5♦", "J♣", "6♠"], 95],
  poker: ["Betting", ["A♥", "A♣"], 5],
  bluff: ["Bluffing", [null, null, "joker"], 345],
  patience: ["Alone", ["K♣", "Q♦", "J♣"], 60],
};
const MOST_TONIGHT = 4;

export function home(actions) {
  return [h("section", { class: "home", testid: "screen-home" },
    h("h1", { class: "unseen-words" }, "What shall we play?"),
    h("div", { class: "lead" }, resume(), join(actions)),
    played(),
    h("div", { class: "tonight-head" }, h("h2", {}, "Tonight we are"), people(), wishes()),
    h("div", { class: "tonight" }, state.games.length ? tonight().map((game, place) => tile(game, actions, { isLarge: place === 0, id: "tonight" })) : Array.from({ length: MOST_TONIGHT }, (_, place) => h("span", { key: place, class: "tile" }))),
    h("h2", {}, "Kinds"),
    h("div", { class: "kinds" }, Object.keys(KINDS).map(kindTile)),
    h("h2", { id: "all" }, state.search ? "Games found" : "All games"),
    h("input", { class: "search", testid: "game-search", type: "search", "aria-label": "find a game", placeholder: `Find one of ${state.games.length} games`, value: state.search, oninput: (event) => update({ search: event.target.value }) }),
    h("ul", { class: state.games.length ? "games" : "games loading" }, found().map((game) => h("li", { key: game.name }, tile(game, actions, { id: "game" })))),
    h("div", { class: "more-ways" },
      h("a", { class: "button companion-door", href: "/companion", testid: "home-companion" }, h("strong", {}, "Table companion"), h("small", {}, kept("companion", null) ? "go on with your real cards" : "I play with real cards")),
      workshopAddress() && h("a", { class: "button companion-door", href: workshopAddress(), testid: "home-workshop" }, h("strong", {}, "Write a game"), h("small", {}, "rules on the left, the table beside them")),
      h("label", { class: "bring" }, "Open a record: ",
        h("input", { type: "file", testid: "bring", accept: ".json,.jsonl", onchange: (event) => event.target.files[0] && actions.bring(event.target.files[0]) }))))];
}

// ---------------------------------------------------------------------------- what there is to go on with

function resume() {
  const [last] = kept("tables", []).filter((table) => !table.isOver);
  const words = last ? ["Go on", last.title, `Table ${last.code}`] : ["Welcome", "A table for friends", "Choose a game below: a link brings the others."];
  const inside = [art(["K♥", "7♠", null, "Q♦", null, "3♣"], "grid"), h("span", { class: "flag" }, words[0]), h("b", {}, words[1]), h("span", {}, words[2])];
  return last ? h("a", { class: "resume-card", key: "resume", href: `/t/${last.code}`, testid: "home-resume" }, inside) : h("div", { class: "resume-card", key: "resume" }, inside);
}

function join(actions) {
  return h("form", { class: "join code", onsubmit: (event) => joined(event, actions) },
    h("label", { for: "code" }, "Join a table"),
    h("div", {}, h("input", { id: "code", testid: "join-code", autocomplete: "off", spellcheck: "false", placeholder: "BCDFGH", oninput: raise }), h("button", { class: "main" }, "Join")),
    h("p", { class: "quiet" }, "Six letters, or the link you were sent."));
}

function played() {
  const [first, ...others] = kept("tables", []);
  const rest = first && !first.isOver ? others : [first, ...others].filter(Boolean);
  return rest.length > 0 && [h("h2", { key: "played" }, "Played last"), h("div", { class: "recent", key: "recent" }, rest.slice(0, 4).map((table) =>
    h("a", { key: table.code, href: `/t/${table.code}`, testid: "home-resume" }, h("b", {}, table.title), h("small", {}, table.isOver ? `${table.code} · over` : table.code))))];
}

// ---------------------------------------------------------------------------- what suits

function people() {
  return h("div", { class: "people", role: "group", "aria-label": "how many people" }, [1, 2, 3, 4, 5, 6, 7].map((count) =>
    h("button", { key: count, testid: `people-${count}`, "aria-pressed": String(state.people === count), onclick: () => setPeople(count) }, count === 7 ? "7+" : count)));
}

function setPeople(people) {
  keep("people", people);
  update({ people });
}

function wishes() {
  const wish = (name, testid, words) => h("button", { testid, role: "tab", "aria-selected": String(state.wish === name), onclick: () => update({ wish: name }) }, words);
  return h("div", { class: "wishes", role: "tablist", "aria-label": "with whom" }, wish("friends", "home-friends", "with friends"), wish("bots", "home-ai", "with bots"));
}

// What so many can play, those first that were played here; with bots fewer people are enough.
function tonight() {
  const fits = ({ fewest, most }) => fewest <= state.people && (state.people <= most || (state.people === 7 && most >= 6));
  const rules = ({ options, presets }) => options.length + 3 * presets.length; // what has many is played a lot
  const first = state.games.filter(fits).sort((one, other) => lastRank(one) - lastRank(other) || rules(other) - rules(one));
  const kinds = new Set();
  const varied = first.filter(({ kind, tags }) => {
    const key = kind ?? tags[0];
    return !kinds.has(key) && kinds.add(key);
  });
  return [...varied, ...first.filter((game) => !varied.includes(game))].slice(0, MOST_TONIGHT);
}

function kindTile(kind) {
  const [title, cards, hue] = KINDS[kind];
  const games = state.games.filter((game) => game.kind === kind);
  if (!games.length && state.games.length) return null;
  const choose = () => {
    update({ search: `${kind}:` });
    document.getElementById("all")?.scrollIntoView({ block: "start" });
  };
  return h("button", { class: "kind", key: kind, testid: `kind-${kind}`, vars: { "--tint": String(hue) }, onclick: choose }, art(cards, "fan"), h("b", {}, title), h("small", {}, games.slice(0, 2).map((game) => game.title).join(", ")));
}

// Small arrangements of cards.
function art(cards, kind) {
  return h("span", { class: `art ${kind}`, "aria-hidden": "true" }, cards.map((card, place) => h("span", { key: place, class: "piece", vars: { "--place": String(place), "--off": String(place - (cards.length - 1) / 2), "--column": String(place % 3), "--line": String(Math.floor(place / 3)) } }, still(card))));
}

function lastRank(game) {
  const last = kept("tables", []).map((table) => table.title);
  return last.includes(game.title) ? last.indexOf(game.title) : last.length;
}

// The games that were played here last come first; a kind is sought as `kind:`.
function found() {
  const words = state.search.trim().toLowerCase();
  const fits = (game) => (words.endsWith(":") ? game.kind === words.slice(0, -1) : [game.title, game.summary, ...game.tags].some((text) => text.toLowerCase().includes(words)));
  return state.games.filter(fits).sort((one, other) => lastRank(one) - lastRank(other));
}

function tile(game, actions, { isLarge = false, id }) {
  const bots = Math.min(Math.max(USUAL_PLAYERS, game.fewest), game.most) - 1;
  const begin = () => (state.wish === "bots" ? actions.againstBots(game.name, bots) : actions.withFriends(game.name));
  const seats = game.fewest === game.most ? `${game.most}` : `${game.fewest}–${game.most}`;
  const cards = KINDS[game.kind]?.[1] ?? ["A♠", "K♥"];
  return h("button", { key: game.name, class: isLarge ? "tile large" : "tile", testid: `${id}-${game.name}`, onclick: begin },
    id === "tonight" && art(isLarge ? [...cards, null].slice(0, 3) : cards, "fan"),
    h("strong", {}, game.title), h("small", {}, `${seats} ${game.most === 1 ? "player" : "players"}`), h("span", {}, id === "tonight" ? game.summary.split(/(?<=[.:]) /)[0].replace(/:$/, ".") : game.summary));
}

// Codes are written in capitals; a link that is pasted stays as it is.
function raise({ target }) {
  if (/^[a-z]{1,6}$/i.test(target.value)) target.value = target.value.toUpperCase();
}

function joined(event, actions) {
  event.preventDefault();
  const found = CODE.exec(event.target.querySelector("input").value.trim());
  if (found) actions.go(found[1].toUpperCase());
  else update({ toast: "a code has six letters, as in BCDFGH" });
}

// Before anybody sits down: what is played, whose table it is, and who is there.
function door() {
  const { door: found, code } = state;
  if (found?.code !== code) learnDoor(code);
  const others = found?.players ?? [];
  return h("div", { class: "door" },
    h("h1", {}, found?.title ?? `Table ${code}`),
    found?.title && h("p", { testid: "door" }, found.host ? `${found.host} has invited you to table ${code}.` : `Table ${code}.`),
    others.length > 0 && h("ul", { class: "door-people" }, others.map((name) => h("li", { key: name }, portrait(name), h("span", {}, name)))));
}

// A table that there is not has nothing to tell.
async function learnDoor(code) {
  state.door = { code };
  const response = await fetch(`/t/${code}/door.json`).catch(() => null);
  if (response?.status === 200) update({ door: { code, ...(await response.json()) } });
}

export function nameScreen(actions) {
  const enter = (watching) => (event) => {
    event.preventDefault();
    actions.join(document.getElementById("name").value, watching);
  };
  return [h("form", { class: "name", testid: "screen-name", onsubmit: enter(false) },
    door(),
    h("label", { for: "name" }, "What do they call you?"),
    h("input", { id: "name", testid: "name", maxlength: "24", autocomplete: "nickname", value: kept("name", "") }),
    h("button", { testid: "name-join", class: "main" }, "Sit down"),
    h("button", { testid: "name-watch", type: "button", onclick: enter(true) }, "Just watch"))];
}
