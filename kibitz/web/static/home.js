// The first screen, and the question for a name.

import { h } from "./dom.js";
import { kept, state, update } from "./store.js";

const CODE = /([B-DF-HJ-NP-TV-XZ]{6})\/?$/i;
const USUAL_PLAYERS = 4;

export function home(actions) {
  const wish = (name) => () => update({ wish: name });
  return [h("section", { class: "home", testid: "screen-home" },
    h("h1", {}, "What shall we play?"),
    h("div", { class: "choices", role: "tablist" },
      h("button", { testid: "home-friends", role: "tab", "aria-selected": String(state.wish === "friends"), onclick: wish("friends") }, "Play with friends"),
      h("button", { testid: "home-ai", role: "tab", "aria-selected": String(state.wish === "bots"), onclick: wish("bots") }, "Play against bots")),
    h("a", { class: "button companion-door", href: "/companion", testid: "home-companion" }, h("strong", {}, "Table companion"), h("small", {}, kept("companion", null) ? "go on with your real cards" : "I play with real cards")),
    h("form", { class: "code", onsubmit: (event) => joined(event, actions) },
      h("label", { for: "code" }, "You have a code or a link?"),
      h("input", { id: "code", testid: "join-code", autocomplete: "off", spellcheck: "false", placeholder: "BCDFGH", oninput: raise }),
      h("button", {}, "Join")),
    resumable(),
    h("input", { class: "search", testid: "game-search", type: "search", "aria-label": "find a game", placeholder: `Find one of ${state.games.length} games`, value: state.search, oninput: (event) => update({ search: event.target.value }) }),
    h("ul", { class: state.games.length ? "games" : "games loading" }, found().map((game) => tile(game, actions))),
    h("label", { class: "bring" }, "Open a record: ",
      h("input", { type: "file", testid: "bring", accept: ".json,.jsonl", onchange: (event) => event.target.files[0] && actions.bring(event.target.files[0]) })))];
}

// The games that were played here last come first.
function found() {
  const last = kept("tables", []).map((table) => table.title);
  const rank = (game) => (last.includes(game.title) ? last.indexOf(game.title) : last.length);
  const words = state.search.trim().toLowerCase();
  const fits = (game) => [game.title, game.summary, ...game.tags].some((text) => text.toLowerCase().includes(words));
  return state.games.filter(fits).sort((one, other) => rank(one) - rank(other));
}

function tile(game, actions) {
  const bots = Math.min(Math.max(USUAL_PLAYERS, game.fewest), game.most) - 1;
  const begin = () => (state.wish === "bots" ? actions.againstBots(game.name, bots) : actions.withFriends(game.name));
  const seats = game.fewest === game.most ? `${game.most}` : `${game.fewest}–${game.most}`;
  return h("li", { key: game.name },
    h("button", { testid: `game-${game.name}`, onclick: begin },
      h("strong", {}, game.title), h("small", {}, `${seats} players`), h("span", {}, game.summary)));
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

function resumable() {
  const tables = kept("tables", []);
  if (!tables.length) return null;
  return h("div", { class: "resume" }, h("h2", {}, "Go on"),
    tables.map((table) => h("a", { key: table.code, href: `/t/${table.code}`, testid: "home-resume" },
      table.title, h("small", {}, table.isOver ? `${table.code} · over` : table.code))));
}

export function nameScreen(actions) {
  const enter = (watching) => (event) => {
    event.preventDefault();
    actions.join(document.getElementById("name").value, watching);
  };
  return [h("form", { class: "name", testid: "screen-name", onsubmit: enter(false) },
    h("h1", {}, `Table ${state.code}`),
    h("label", { for: "name" }, "What do they call you?"),
    h("input", { id: "name", testid: "name", maxlength: "24", autocomplete: "nickname", value: kept("name", "") }),
    h("button", { testid: "name-join", class: "main" }, "Sit down"),
    h("button", { testid: "name-watch", type: "button", onclick: enter(true) }, "Just watch"))];
}
