// Before a match with real cards: the game, its rules, who plays, and who deals.

import { begin, hasMatch, playing } from "./companion.js";
import { h } from "./dom.js";
import { savedRules } from "./saved.js";
import { kept, state, update } from "./store.js";

const USUAL_PLAYERS = 4;

export function companionScreen(actions) {
  return [h("section", { class: hasMatch() ? "companion" : "companion home", testid: "screen-companion" }, hasMatch() ? playing(actions) : setUp())];
}

// Rules can come with the address, from a waiting room.
function wished() {
  const { game = "golf", ...options } = Object.fromEntries(new URLSearchParams(location.search));
  const names = [kept("name", "You"), ...Array(USUAL_PLAYERS - 1).fill("")];
  return { game, options, names, me: 0, dealer: 0 };
}

function setUp() {
  const plan = state.plan ?? wished();
  const game = state.games.find(({ name }) => name === plan.game) ?? state.games[0];
  if (!game) return h("p", {}, "One moment …");
  const change = (changes) => update({ plan: { ...plan, ...changes } });
  const count = Math.min(Math.max(plan.names.length, game.fewest), game.most);
  const names = Array.from({ length: count }, (_, seat) => plan.names[seat] ?? "");
  const start = (event) => {
    event.preventDefault();
    begin({ ...plan, game: game.name, names: names.map((name, seat) => name.trim() || `Player ${seat + 1}`), me: Math.min(plan.me, count - 1), dealer: Math.min(plan.dealer, count - 1) });
  };
  return [
    h("h1", {}, "Table companion"),
    h("p", {}, "You play with real cards and enter what you see; on your turn the page says what to do."),
    h("form", { class: "set-up", onsubmit: start },
      h("label", { class: "pick" }, "Game", h("select", { testid: "companion-game", value: game.name, onchange: (event) => change({ game: event.target.value, options: {} }) },
        state.games.map((offer) => h("option", { key: offer.name, value: offer.name, selected: offer.name === game.name }, offer.title)))),
      tiles(game, plan, change),
      h("fieldset", {}, h("legend", {}, "Players, as they sit"), h("ol", { class: "players" }, names.map((name, seat) => player(name, seat, { ...plan, names }, change))),
        h("div", { class: "ends" },
          h("button", { type: "button", testid: "companion-more", disabled: count >= game.most, onclick: () => change({ names: [...names, ""] }) }, "One more"),
          h("button", { type: "button", testid: "companion-fewer", disabled: count <= game.fewest, onclick: () => change({ names: names.slice(0, -1) }) }, "One fewer"))),
      h("button", { class: "main", testid: "companion-begin" }, "The cards are dealt")),
  ];
}

function tiles(game, plan, change) {
  const presets = [...game.presets.map((preset) => ({ ...preset, key: preset.name })), ...savedRules(game)];
  const isSame = (options) => JSON.stringify(Object.entries(options).sort()) === JSON.stringify(Object.entries(plan.options).sort());
  return presets.length > 0 && h("div", { class: "presets" }, presets.map(({ key, label, sentence, options }) =>
    h("button", { key, type: "button", testid: `preset-${key}`, "aria-pressed": String(isSame(options)), onclick: () => change({ options }) }, h("strong", {}, label), h("small", {}, sentence))));
}

function player(name, seat, plan, change) {
  const rename = (event) => change({ names: plan.names.map((other, place) => (place === seat ? event.target.value : other)) });
  const radio = (what, words) => h("label", { class: "radio" }, h("input", { type: "radio", name: what, testid: `companion-${what}-${seat}`, checked: plan[what] === seat, onchange: () => change({ [what]: seat }) }), h("span", {}, words));
  return h("li", { key: seat },
    h("input", { testid: `companion-name-${seat}`, maxlength: "24", autocomplete: "off", "aria-label": `name of player ${seat + 1}`, placeholder: `Player ${seat + 1}`, value: name, oninput: rename }),
    radio("me", "me"), radio("dealer", "deals"));
}
