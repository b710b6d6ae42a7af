// The end of a match: who has won, how it came about, and what comes next.

import { still } from "./cards.js";
import { h } from "./dom.js";
import { portrait } from "./faces.js";
import { copy } from "./copying.js";
import { isHost } from "./passing.js";
import { sharePicture } from "./picture.js";
import { ranking, scorecard } from "./scores.js";
import { isAlone, state, toast, update } from "./store.js";
import { isYou, nameOf, signed, titleOf } from "./names.js";

const LOOK_AGAIN = 1500; // milliseconds

export function results(actions) {
  const { frame, room } = state;
  if (!frame?.result) return null;
  const { scores, ranks } = frame.result;
  const order = scores.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other]);
  const card = frame.scorecard;
  const winners = order.filter((seat) => ranks[seat] === 1);
  return [
    confetti(winners),
    h("div", { class: "champions", key: "champions" }, winners.map((seat) => h("span", { key: seat, class: "champion" }, portrait(room.chairs[seat]?.name ?? nameOf(seat)), lastCards(seat)))),
    h("h2", { class: "winner" }, headline(scores, winners)),
    hasDoubled(card, winners) && h("p", { class: "double", testid: "double-victory" }, `and most ${card.word}s, too: a double victory`),
    h("div", { class: "rankings" }, h("ol", { class: "podium" }, order.map((seat) => h("li", { key: seat, class: `rank-${ranks[seat] ?? 1}` }, ranks.length > 0 && h("span", { class: "place" }, ranks[seat]), h("span", {}, nameOf(seat), extremes(card, seat)), h("b", {}, signed(scores[seat])), bars(seat)))),
      card?.won && ranking(`${card.word}s won`, [...order].sort((one, other) => card.won[other] - card.won[one]), (seat) => card.won[seat])),
    progress(),
    h("div", { class: "ends first" },
      isHost() && h("button", { class: "main", testid: "results-rematch", onclick: () => actions.say("start") }, "Play again"),
      isHost() && h("button", { testid: "results-rules", onclick: () => actions.say("reopen") }, "Change players or rules"),
      h("button", { testid: "results-share", onclick: () => share(shared(order)) }, "Share")),
    card && scorecard(),
    h("div", { class: "ends" },
      h("button", { testid: "results-picture", onclick: () => sharePicture(room.title, placed(order), replayLink()) }, "As a picture"),
      !isAlone && h("a", { class: "button", href: `/t/${state.code}/replay/${frame.match}`, testid: "results-replay" }, "Replay"),
      isReviewed() && !figures() && h("button", { testid: "results-luck", onclick: () => weigh("POST") }, "Luck and mistakes"),
      isReviewed() && h("a", { class: "button", href: `/t/${state.code}/matches/${frame.match}/review`, testid: "results-review" }, "Review"),
      h("a", { class: "button", href: `/t/${state.code}/record.json`, download: `${room.game}-${state.code}.jsonl`, testid: "results-record" }, "Record"),
      h("button", { testid: "results-deal", onclick: () => actions.checkDeal() }, "Check the deal")),
    !isHost() && h("p", { class: "quiet" }, "The host can deal again."),
  ];
}

// The cards with which somebody won: those that the end has left open, else the one of the last trick.
function lastCards(seat) {
  const rows = state.frame.areas.find(({ owner }) => owner === seat)?.rows ?? [];
  const cells = rows.find(({ kind }) => kind === "grid");
  const open = (...kinds) => rows.filter(({ kind }) => kinds.includes(kind)).flatMap(({ stacks }) => stacks.flatMap((stack) => stack.cards)).filter(Boolean);
  const played = state.lastTrick.filter(({ name }) => name === titleOf(seat)).map(({ card }) => card);
  const cards = ([open("grid", "meld"), open("hand"), played].find(({ length }) => length > 0) ?? []).slice(0, 12);
  const isWhole = cells && cards.length === cells.stacks.length;
  return cards.length > 0 && h("span", { class: isWhole ? "cells small" : "laid small", vars: { "--columns": String(cells?.columns ?? 1) } }, cards.map((card, place) => still(card, { key: place })));
}

const PIECES = 24;

// Paper in the air, unless somebody wants no motion.
function confetti(winners) {
  if (!winners.length) return null;
  const piece = (_, place) => h("i", { key: place, vars: { "--at": `${(place * 37) % 100}%`, "--late": `${(place * 61) % 900}ms`, "--hue": String((place * 47) % 360) } });
  return h("div", { class: "confetti", key: "confetti", "aria-hidden": "true" }, Array.from({ length: PIECES }, piece));
}

// Where nobody is a rival there are no winners: the score is what was played for.
function headline(scores, winners) {
  if (winners.length > 1) return `${winners.map(nameOf).join(" and ")} share the win`;
  if (winners.length === 1) return `${nameOf(winners[0])} ${isYou(winners[0]) ? "win" : "wins"}`;
  if (scores.length === 1) return `${nameOf(0)} ${isYou(0) ? "score" : "scores"} ${signed(scores[0])}`;
  return new Set(scores).size === 1 ? `Together: ${signed(scores[0])}` : "It is over";
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

// ---------------------------------------------------------------------------- luck and mistakes

// What the review has found of this match, as soon as somebody has asked for it.
function figures() {
  const { figures: found, frame } = state;
  return found?.match === frame.match && found.is_begun ? found : null;
}

// Whether somebody looks at matches again: a server does, if the table wants it.
function isReviewed() {
  return !isAlone && state.room?.advice !== "off";
}

// What is known of a match that has just ended.
export function weighKnown() {
  if (isReviewed()) weigh("GET");
}

// Ask what is known; whoever posts has the match looked at. Nobody waits for it.
async function weigh(method) {
  const { code, frame: { match } } = state;
  const response = await fetch(`/t/${code}/matches/${match}/figures.json`, { method });
  const told = await response.json();
  if (!response.ok) {
    if (method === "POST") toast(told.words);
    return;
  }
  if (state.frame?.match !== match) return;
  update({ figures: { ...told, match } });
  if (told.is_begun && !told.is_done) setTimeout(() => state.frame?.match === match && weigh("GET"), LOOK_AGAIN);
}

function progress() {
  const found = figures();
  if (!found) return null;
  if (found.is_done) return found.seats.length > 0 ? null : h("p", { class: "quiet", testid: "luck-progress" }, "This match could not be looked at.");
  return h("p", { class: "quiet", testid: "luck-progress", role: "status" }, found.of ? `${found.looked} of ${found.of} decisions looked at ` : "The match will be looked at … ",
    h("progress", { max: String(found.of || 1), value: String(found.looked), "aria-hidden": "true" }));
}

function bars(seat) {
  const found = figures();
  const mine = found?.seats.find((other) => other.seat === seat);
  if (!mine) return null;
  const most = Math.max(...found.seats.flatMap(({ luck, lost }) => [Math.abs(luck), lost]), 0.1);
  return h("span", { class: "bars", testid: `luck-${seat}` },
    bar(mine.luck < 0 ? `luck took ${(-mine.luck).toFixed(1)}` : `luck gave ${mine.luck.toFixed(1)}`, Math.abs(mine.luck) / most, mine.luck < 0 ? "bad" : "good"),
    bar(`mistakes cost ${mine.lost.toFixed(1)}`, mine.lost / most, "bad"));
}

function bar(words, share, kind) {
  return h("span", { key: words.split(" ")[0] }, h("i", { class: kind, vars: { "--share": `${Math.round(100 * share)}%` } }), h("small", {}, words));
}

// ---------------------------------------------------------------------------- sharing

// By whatever the device shares with; where it has nothing, the text is copied.
async function share(text) {
  try {
    await navigator.share({ text });
  } catch (fault) {
    if (fault.name !== "AbortError") await copy(text, "the result is copied");
  }
}

function shared(order) {
  const lines = placed(order).map(([place, name, score]) => `${place ? `${place}. ` : ""}${name} ${score}`);
  return [state.room.title, ...lines, replayLink()].filter(Boolean).join("\n");
}

// Where the match is told again, for whoever gets the result; a page without a server has no such place.
function replayLink() {
  return isAlone ? "" : `${location.origin}/t/${state.code}/replay/${state.frame.match}`;
}

// What everybody may know: place, name and score.
function placed(order) {
  const { scores, ranks } = state.frame.result;
  return order.map((seat) => [ranks[seat] ?? "", state.room.chairs[seat].name, signed(scores[seat])]);
}
