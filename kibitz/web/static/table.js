// The table: people round a felt, the middle, one's own cards, one line that says what is expected.

import { adviceLine, advicePanel, canAsk } from "./advice.js";
import { spoken } from "./cards.js";
import { dockBar } from "./dock.js";
import { h } from "./dom.js";
import { told as translated } from "./language.js";
import { clock } from "./marks.js";
import { isYou, nameOf, titleOf } from "./names.js";
import { rowOf } from "./places.js";
import { at, countersOf, coverButton, plate } from "./plates.js";
import { replayControls } from "./replay.js";
import { rulesBar } from "./rules_bar.js";
import { factsOf } from "./layout.js";
import { layoutNow, lookOf } from "./scene.js";
import { scorecard, settlements, whatHappened } from "./scores.js";
import { status } from "./status.js";
import { state, toast, update } from "./store.js";
import { placeOf } from "./tracing.js";

export function table(actions) {
  const { frame, felt } = state;
  if (!frame) return [h("p", { class: "waiting", testid: "status" }, "The cards are being dealt …")];
  const isReady = felt.w > 0;
  const layout = isReady ? layoutNow(frame, felt) : null;
  return [h("section", { class: `table ${layout?.kind ?? ""}`, testid: "screen-table", "data-players": frame.areas.length - 1, "data-playing": state.isPlaying },
    h("div", { class: "felt", testid: "felt", onclick: () => state.isPlaying && actions.skip() },
      h("div", { class: "slots" }, layout && slots(frame, layout, actions)),
      h("div", { class: "cards", key: "cards", own: true }),
      layout && statusLine(frame, layout)),
    state.replay ? replayControls() : dockBar(actions),
    h("aside", { class: "rail", "aria-label": "scores and history" },
      canAsk() && state.hasRail && h("div", { class: "panel advisor", key: "advisor", testid: "panel-advisor" }, h("h3", {}, "Advice"), advicePanel(actions)),
      (frame.scorecard || frame.settlement.length > 0) && h("div", { class: "panel scores", key: "scores" }, h("h3", {}, "Scores"), scorecard(), settlements()),
      h("div", { class: "panel log", key: "log", testid: "rail-log" }, h("h3", {}, "What happened"), whatHappened())),
    reactions())];
}

function slots(frame, layout, actions) {
  const areas = new Map(frame.areas.map((area) => [area.owner, area]));
  const facts = layout.facts ? factsOf(countersOf(areas.get(null))) : [];
  return [
    layout.others.map((seat, number) => plate(areas.get(seat), seat, layout.seats[number].plate, actions)),
    frame.seat !== null && layout.ownPlate.h > 0 && plate(areas.get(frame.seat), frame.seat, layout.ownPlate, actions, { isOwn: true }),
    frame.seat !== null && layout.own.h > 0 && h("div", { key: "own", class: "own-slot at", testid: "own", vars: at(layout.own) }),
    layout.trick.map(({ seat, x, y, w }) => h("span", { key: `trick-${seat}`, class: "trick-spot at", "aria-hidden": "true", vars: at({ x: x - w / 2, y: y - w * 0.7, w, h: w * 1.4 }) })),
    layout.laid.flatMap((item) => spotsOf(item, frame, areas, actions)),
    facts.length > 0 && h("p", { key: "facts", class: "facts at", testid: "facts", vars: { ...at(layout.facts), "--size": `${Math.min(12.5, (layout.facts.w - 30 * facts.length) / (facts.join("").length * 0.53))}px` } }, facts.map((fact) => h("span", { key: fact }, fact))),
  ];
}

// ---------------------------------------------------------------------------- spots

// Where something may lie: buttons that never move, above which the cards fly.
function spotsOf(item, frame, areas, actions) {
  const { row, owner, box, w, type } = item;
  if (type === "hand") return [];
  if (owner === "held") return [heldSpot(item, frame)];
  const told = areas.get(owner)?.rows.find(({ name }) => name === row.name);
  if (type === "grid") {
    const gap = item.columns > 1 ? (box.w - item.columns * w) / (item.columns - 1) : 0;
    return row.stacks.map((index, number) => {
      const stack = told?.stacks.find((found) => found.index === index);
      const line = Math.floor(number / row.columns);
      const cell = { x: box.x + (number % row.columns) * (w + gap), y: box.y + line * (w * 1.4 + gap), w, h: w * 1.4 };
      const words = `cell ${index}${row.stacks.length > row.columns ? `, row ${line + 1} column ${(number % row.columns) + 1}` : ""}`;
      return spot({ owner, row: row.name, index, card: null }, cell, words, stack, told, actions, `cell-spot ${owner === frame.seat ? "mine" : ""}`);
    });
  }
  const stack = told?.stacks.find((found) => found.index === item.index);
  const lies = { x: box.x + (type === "stack" ? (box.w - w) / 2 : 0), y: box.y, w: type === "stack" ? w : box.w, h: box.h - item.caption };
  const count = stack ? stack.cards.length || stack.hidden : 0;
  if (item.isAside && !count) return [];
  const whose = owner === null || owner === frame.seat ? "" : `${titleOf(owner)}’s `;
  return [
    spot({ owner, row: row.name, index: item.index, card: null }, lies, `${whose}${row.name}`, stack, told, actions, `${type}-spot ${owner === frame.seat ? "mine" : ""}`),
    item.caption > 0 && type !== "column" && caption(item, row, stack, count, whose),
  ];
}

function heldSpot({ box, w, caption: below }, frame) {
  const holder = frame.areas.find(({ owner, rows }) => owner !== null && rows.some((row) => row.kind === "hand" && row.stacks.some((stack) => stack.cards.length || stack.hidden)));
  const words = holder ? (isYou(holder.owner) ? "you hold" : `${titleOf(holder.owner)} holds`) : "";
  const card = holder?.rows.find(({ kind }) => kind === "hand").stacks[0]?.cards[0] ?? null;
  return [
    h("span", { key: "held", class: "spot held at", testid: "held", role: "img", "aria-label": words ? `${words} ${spoken(card)}` : "nobody holds a card", vars: at({ x: box.x + (box.w - w) / 2, y: box.y, w, h: w * 1.4 }), "data-card": card }),
    h("span", { key: "held-name", class: "caption at", "aria-hidden": "true", vars: at({ x: box.x - 3, y: box.y + box.h - below + 2, w: box.w + 6, h: below - 2 }) }, words),
  ];
}

function caption({ box, caption: below }, row, stack, count, whose) {
  const place = { x: box.x - 3, y: box.y + box.h - below + 2, w: box.w + 6, h: below - 2 };
  const name = [h("span", { class: "called" }, `${whose}${row.name}`), count > 1 && ` ${count}`];
  const key = `caption-${whose || row.whose}-${row.name}-${stack?.index ?? ""}`;
  if (row.kind !== "discard" || count < 2) return h("span", { key, class: "caption at", "aria-hidden": "true", vars: at(place) }, name);
  return h("button", { key, class: "caption at", testid: "discard-list", "aria-label": `${row.name} ${count}: show all cards`, vars: at(place), onclick: () => update({ sheet: "discard", discard: stack.cards }) }, name);
}

// What a place is called, what lies there, and what pointing at it does.
function spot(where, box, name, stack, row, actions, kind) {
  const count = stack ? stack.cards.length || stack.hidden : 0;
  const card = stack?.cards.at(-1) ?? null;
  const isSeen = stack?.remembered.includes(stack.cards.length - 1) && row.kind === "grid";
  const { look, found, chosen } = lookOf(where);
  const isCancelled = row?.kind === "grid" && card !== null && !isSeen && state.frame.open[where.owner]?.cancelled.includes(where.index);
  const stays = Boolean(row?.is_locked && card !== null && !isSeen);
  const known = [isSeen && (state.frame.seat === null ? ", face down" : ", only you know it"), stays && !isCancelled && ", it stays", isCancelled && ", counts nothing"].filter(Boolean).join("");
  const worth = state.worth[card];
  const points = worth === undefined ? "" : `, ${worth === 1 ? "1 point" : `${worth} points`}`;
  const lies = count === 0 ? "empty" : count > 1 && row.kind !== "grid" ? `${count} cards${card === null ? "" : `, ${spoken(card)} on top`}` : `${spoken(card)}${points}${known}`;
  const hint = found?.length === 1 ? `: ${found[0].label}` : "";
  const press = () => {
    if (found?.length || chosen) actions.point(where);
    else if (stays && where.owner === state.frame.seat) toast("This card stays where it is.");
    else if (row?.kind === "discard" && count > 1) update({ sheet: "discard", discard: stack.cards });
  };
  return h("button", { key: placeOf(where.owner, where.row, where.index), type: "button", class: `spot at ${kind} ${look} ${stays ? "stays" : ""}`, testid: `spot-${where.row}-${where.index}`, "aria-label": `${name}, ${lies}${hint}`, "aria-pressed": chosen ? "true" : null,
    "aria-disabled": found?.length || chosen ? null : "true", tabindex: found?.length || chosen ? "0" : "-1", "data-card": count ? card : null, "data-owner": where.owner === null ? "m" : String(where.owner), vars: at(box), onclick: press });
}

// ---------------------------------------------------------------------------- round the table

// As large as two lines of it may be.
function sizeFor(length, { w, h: height }, most) {
  const one = (w - 36) / (length * 0.57);
  return Math.max(10.5, Math.min(most, one >= most ? most : Math.max(one, Math.min((2 * one) / 1.12, (height - 6) / 2.3))));
}

function statusLine(frame, layout) {
  const isMine = frame.turn === frame.seat && frame.seat !== null && !frame.result && !state.isPlaying;
  const advice = adviceLine();
  const words = advice?.kids.filter((kid) => typeof kid === "string").join("").padEnd(12) ?? state.beat ?? `${frame.remark && !frame.result ? `${frame.remark}. ` : ""}${translated(status(frame))}`;
  const size = sizeFor(Math.max(words.length, 8), layout.status, layout.kind === "wide" ? 19 : 16);
  return h("p", { class: `status at ${isMine ? "mine" : ""}`, key: "status", testid: "status", role: "status", "aria-live": "polite", vars: { ...at(layout.status), "--size": `${size}px` } },
    h("span", { class: "line" },
      state.beat ? h("span", { key: "beat" }, state.beat) : [
        frame.remark && !frame.result && h("span", { class: "remark", key: "remark" }, `${frame.remark.replace(/[.]$/, "")}. `),
        h("span", { key: "turn" }, status(frame)), isThinking(frame) && h("span", { class: "thinking", key: "thinking", testid: "thinking", "aria-hidden": "true" }), clock(frame)],
      advice));
}

// Above the felt, in the bar: what is played, how far it is, who looks on, by which rules.
export function tableHead() {
  const { frame, room } = state;
  return h("div", { class: "head", key: "head" }, frame ? progress(frame) : h("b", {}, room.title), watching(), frame && rulesBar(room));
}

function progress(frame) {
  const card = frame.scorecard;
  const title = h("b", {}, state.room.title);
  if (!card) return h("span", { class: "progress" }, title);
  const of = card.count ? ` of ${card.count}` : "";
  return h("span", { class: "progress" }, title, ` · ${card.word} ${card.number}${of}${card.par ? ` · par ${card.par}` : ""}`);
}

function watching() {
  const watchers = state.room.people.filter((person) => person.is_here && !state.room.chairs.some((chair) => chair.person === person.person));
  return watchers.length > 0 && h("span", { class: "watching", testid: "watching" }, `${watchers.length} watching`);
}

function isThinking(frame) {
  return !state.replay && !frame.result && frame.turn !== null && frame.turn !== frame.seat && !state.isPlaying;
}

// Somebody's cards and numbers, large enough for any eyes.
export function enlarged(actions) {
  const area = state.frame?.areas.find((found) => found.owner === state.enlarged);
  if (!area) return null;
  const team = state.frame.teams.find((seats) => seats.includes(area.owner));
  const partners = team?.filter((seat) => seat !== area.owner).map(nameOf) ?? [];
  return h("div", { class: "enlarged" }, h("h2", {}, titleOf(area.owner)), partners.length > 0 && h("p", {}, `plays with ${partners.join(" and ")}`),
    h("div", { class: "rows" }, area.rows.map((row) => rowOf(row, area.owner))), area.counters.length > 0 && h("p", { class: "quiet" }, area.counters.join(" · ")),
    coverButton(area.owner, "", actions));
}

function reactions() {
  return h("div", { class: "reactions", key: "reactions", "aria-live": "polite" }, state.reactions.map(({ key, name, sign }) => h("span", { key }, `${name} ${sign}`)));
}
