// Where everything comes together: the screen that fits the state, and the messages of the table.

import { current, dock, isDocked, isMyChoice, steady } from "./advice.js";
import { alertTurn } from "./alerts.js";
import { openCompanion } from "./companion.js";
import { companionScreen } from "./companion_setup.js";
import { choose, chooseAll, chooseBy, dropCard, fingerAt, goOn, isTooSoon, makeForced, point, pointCard } from "./choosing.js";
import { sprite } from "./cards.js";
import { h, patch } from "./dom.js";
import { withFocus } from "./focus.js";
import { goneScreen, showGone } from "./gone.js";
import { home, nameScreen } from "./home.js";
import { lobby } from "./lobby.js";
import { HOST_MESSAGES, MESSAGES, VERSION } from "./messages.js";
import { checkDeal } from "./deal.js";
import { info, listen } from "./info.js";
import { begin as beginLanguage } from "./language_choice.js";
import { listenToHands } from "./hands.js";
import { onKey } from "./keys.js";
import { told } from "./language.js";
import { ledgerScreen, openLedger } from "./ledger.js";
import { rebuilt } from "./notices.js";
import { learnFaces } from "./own_faces.js";
import { addPlayer, curtain, dismiss, getUp, handBack, lift, sitDown, speaker } from "./passing.js";
import { takeProfile } from "./profile.js";
import { forget, perform, skip, speed } from "./performing.js";
import { openReplay } from "./replay.js";
import { weighKnown } from "./results.js";
import { clearStage, settle } from "./scene.js";
import { takeSeat } from "./seat_link.js";
import { openShared, rulesScreen } from "./shared.js";
import { sheet } from "./sheets.js";
import { isAlone, keep, kept, renderWith, state, toast, update } from "./store.js";
import { table, tableHead } from "./table.js";
import { askedBack } from "./taking_back.js";
import { hearTexts } from "./talking.js";

let isAtTable = false;
let shownScreen = null;
let isResized = false; // cards do not fly because a window has changed
let holesTold = 0; // of the match, on this device
let closeHole = null; // what is told when the reader of a hole has closed it
let untold = []; // lines of the log whose frame has not been shown yet
let actedTimer = 0;
let askTimer = 0;
const ASK_AGAIN = 4000; // milliseconds
const ACTED = 12000; // milliseconds for which a rule that has acted pulses

const OFFLINE = "The server cannot be reached. Tables are kept there: they open as soon as it can, and nothing is lost meanwhile.";
const LOST = {
  reconnecting: "The connection is lost; your seat is kept, and this page comes back by itself.",
  offline: "This device is offline; your seat is kept, and this page comes back when the network does.",
};
const SCREENS = { home, name: nameScreen, rules: rulesScreen, lobby, table, curtain, replay: table, ledger: ledgerScreen, companion: companionScreen, gone: goneScreen };

function render() {
  const { theme, fourColours, pace, felt } = state.settings;
  const root = document.documentElement;
  Object.assign(root.dataset, { theme, suits: fourColours ? "four" : "two", pace, felt });
  sayTurn();
  const screen = state.screen === "table" && state.curtain ? "curtain" : state.screen;
  const dressed = screen === "replay" ? "table" : screen;
  const isModal = Boolean(state.sheet) && !isDocked();
  const page = h("div", {},
    sprite(),
    h("header", { class: "bar", inert: isModal, "data-screen": dressed },
      brand(),
      state.room && dressed === "table" && tableHead(),
      state.room && state.screen === "lobby" && h("span", { class: "where" }, state.room.title),
      h("span", { class: `pill ${state.connection}`, testid: "conn-state", role: "status" }, isAtTable ? state.connection : ""),
      h("button", { testid: "nav-rules", onclick: () => (state.room ? showRules(state.room.game) : update({ sheet: "library" })) }, "Rules"),
      !isAlone && h("a", { href: "/ledger", testid: "nav-stats" }, "Ledger"),
      h("button", { testid: "nav-settings", onclick: () => update({ sheet: "settings" }), "aria-label": "Settings" }, "⚙")),
    isAtTable && state.connection !== "live" && h("p", { class: "lost", key: "lost", testid: "lost", role: "alert" }, LOST[state.connection]),
    !isAtTable && state.isOffline && h("p", { class: "lost", key: "offline", testid: "offline", role: "alert" }, OFFLINE),
    askedBack(actions),
    h("main", { inert: isModal, "data-screen": dressed }, SCREENS[screen](actions)),
    sheet(actions),
    info(),
    h("div", { class: "toast", testid: "toast", role: "status", "aria-live": "polite" }, state.toast));
  withFocus(isModal ? state.sheet : null, () => patch(document.getElementById("app"), page.kids));
  if (shownScreen && screen !== shownScreen) scrollTo(0, 0); // a screen begins at its top
  shownScreen = screen;
  dock();
  if (state.sheet !== "hole") closeHole?.();
  stageCards(screen);
  window.__view = screen === "curtain" ? null : seenNow(state.frame);
}

function brand() {
  const inside = [h("img", { src: "/static/icon.svg", alt: "", width: "24", height: "24" }), h("span", {}, "kibitz")];
  const home = isAlone ? globalThis.kibitzPage.home : "/";
  return home ? h("a", { href: home, testid: "nav-home", class: "brand", "aria-label": "kibitz: to the games" }, inside) : h("span", { class: "brand" }, inside);
}

// The table as it is, without how it came to be.
function seenNow(shown) {
  if (!shown) return null;
  const { beats, since, ...view } = shown;
  return view;
}

// Who looks elsewhere sees in the name of the page, and in its sign, that it is their turn.
function sayTurn() {
  const { frame: shown, room, screen } = state;
  const isMine = screen === "table" && shown && room && shown.seat !== null && shown.turn === shown.seat && !shown.result;
  document.title = `${isMine ? `● ${told("Your turn")} · ` : ""}${room ? `${room.title} · ` : ""}kibitz`;
  const icon = document.querySelector("link[rel=icon]");
  const wanted = `/static/${isMine ? "icon-turn" : "icon"}.svg`;
  if (icon && !globalThis.kibitzPage && icon.getAttribute("href") !== wanted) icon.href = wanted;
}

// The felt has the size that the page gives it; the cards on it go where they belong.
function stageCards(screen) {
  const felt = document.querySelector(".felt");
  if (!felt || (screen !== "table" && screen !== "replay")) {
    if (screen === "curtain" || screen === "lobby") clearStage();
    return;
  }
  const size = { w: felt.clientWidth, h: felt.clientHeight };
  if (size.w !== state.felt.w || size.h !== state.felt.h) {
    isResized = state.felt.w > 0; // the first cards are dealt
    update({ felt: size });
    return;
  }
  settle(felt.querySelector(".cards"), size, isResized ? 0 : speed());
  isResized = false;
}

// ---------------------------------------------------------------------------- messages

function hear(message) {
  const heard = { welcome, room, frame, log, clock, advice, reaction, nudged, notice, refused }[message.type];
  heard?.(message);
}

function welcome({ person, version }) {
  if (version === VERSION) update({ person });
  else renewed(version);
}

// A server that has been renewed speaks otherwise: the page loads itself again, once.
function renewed(version) {
  getUp();
  if (sessionStorage.getItem("kibitz.renewed") === String(version)) showGone("This page is older than the server.", { again: true });
  else {
    sessionStorage.setItem("kibitz.renewed", version);
    location.reload();
  }
}

function room(message) {
  const before = state.room;
  learnFaces(message.faces);
  const screen = message.phase === "waiting" ? "lobby" : "table";
  if (before?.match !== message.match) {
    forget();
    untold = [];
    update({ log: [], frame: null, sheet: null, meanwhile: null, lastTrick: [] });
  }
  if (screen === "table" && before?.match !== message.match) learnWorth(message);
  if (before && message.match > before.match) keep(`seal.${state.code}`, { match: message.match, commitment: before.commitment, words: state.words });
  if (message.commitment !== before?.commitment && message.phase !== "playing") addChance();
  update({ room: message, screen, sheet: screen === state.screen ? state.sheet : null });
  hearTexts(before, message);
  if (screen === "lobby") handBack();
  if (!before) sayWatching(message);
  remember(message);
}

// What cards count is said with them.
async function learnWorth({ game, options }) {
  const response = await fetch(`/games/${encodeURIComponent(game)}/worth.json?${new URLSearchParams(options)}`);
  update({ worth: response.ok ? await response.json() : {} });
}

// Who came to play and found no seat is told so, and watches.
function sayWatching({ phase, chairs, most }) {
  const { person, wantsSeat } = state;
  update({ wantsSeat: false });
  if (!wantsSeat || chairs.some((chair) => chair.person === person)) return;
  if (phase !== "waiting") toast("A match is going on: you are watching, and can sit down before the next one.");
  else if (chairs.length >= most) toast("All seats are taken: you are watching.");
}

// What is said of it before it comes is read when it is shown.
function frame(message) {
  for (const lines of untold) lines.version ??= message.version;
  perform(message, showFrame, showHole);
}

const holesOf = (shown) => shown?.scorecard?.holes.length ?? 0;

// What a hole has come to lies open over its cards, until it has been read: only then the next one is dealt.
function showHole(message) {
  if (message.result || holesOf(message) <= holesTold || state.frame?.match !== message.match) return null;
  tellHole(message);
  update({ settled: message.scorecard, sheet: "hole" });
  return new Promise((done) => { closeHole = done; });
}

function tellHole(message) {
  holesTold = holesOf(message);
  rulesActed(message.scorecard.latest);
}

function showFrame(message) {
  const before = state.frame;
  tellLog(message.version);
  const isNew = !before || before.match !== message.match;
  let sheetNow = state.sheet;
  if (!isNew && holesOf(message) > holesTold) {
    sheetNow = "hole";
    tellHole(message);
  }
  holesTold = holesOf(message);
  const isOver = message.result && !before?.result;
  if (isOver) sheetNow = "results";
  const notice = rebuilt(before, message);
  if (notice) toast(notice);
  update({ frame: message, picked: [], gathered: [], pending: false, doubted: null, looked: null, info: null, hovered: null, since: performance.now(), settled: null, sheet: sheetNow });
  if (isOver) weighKnown();
  tellMissed(message);
  alertTurn(before, message);
  goOn();
  makeForced();
  if (state.settings.coach && state.room?.advice === "full" && isMyChoice() && message.options.length > 1 && !current()) advise("");
}

// The rules that changed a score of the hole pulse for a while.
function rulesActed(tallies) {
  update({ acted: tallies.flatMap(({ terms }) => terms.map(({ label }) => label.toLowerCase())).filter(Boolean) });
  clearTimeout(actedTimer);
  actedTimer = setTimeout(() => update({ acted: [] }), ACTED);
}

function advice(message) {
  update({ advice: steady(current(), message) });
}

function log({ first, lines }) {
  untold.push({ first, lines, version: null });
}

function tellLog(version) {
  const isShown = (part) => part.version !== null && part.version <= version;
  for (const { first, lines } of untold.filter(isShown)) update({ log: [...state.log.slice(0, first), ...lines] });
  untold = untold.filter((part) => !isShown(part));
}

// Who was cut off sees the table as it is now, and may read how it came to be.
function tellMissed({ match, version }) {
  const { missed, connection: now, log: lines } = state;
  if (!missed || now !== "live") return;
  const isNews = missed.match === match && version > missed.version;
  update({ missed: null, meanwhile: isNews ? { moves: version - missed.version, lines: lines.slice(missed.lines) } : null });
}

function reaction({ name, reaction: sign }) {
  const shown = { name, sign, key: Math.random() };
  update({ reactions: [...state.reactions, shown] });
  setTimeout(() => update({ reactions: state.reactions.filter((other) => other !== shown) }), 3000);
}

function clock({ match, version, seconds }) {
  update({ clock: { match, version, ends: performance.now() + 1000 * seconds } });
}

function nudged({ name }) {
  navigator.vibrate?.(200);
  toast(`${name} is waiting for you`);
}

function notice({ words }) {
  toast(words);
}

function refused({ reason, words }) {
  if (reason === "foreign-secret") {
    localStorage.removeItem(`kibitz.seat.${state.code}`);
    update({ screen: "name" });
  } else if (reason === "removed") {
    getUp();
    localStorage.removeItem(`kibitz.seat.${state.code}`);
    showGone(words, { title: "You have left the table", again: true });
  } else if (["no-table", "no-game", "other-rules", "failed"].includes(reason)) {
    getUp();
    showGone(words, { again: reason === "failed" });
  } else {
    update({ pending: false, picked: [] });
    toast(words);
  }
}

function remember({ code, title, phase }) {
  const others = kept("tables", []).filter((other) => other.code !== code);
  keep("tables", [{ code, title, isOver: phase === "over" }, ...others].slice(0, 6));
}

// ---------------------------------------------------------------------------- what people do

function say(type, fields = {}) {
  if (Object.keys(fields).sort().join() !== [...MESSAGES[type]].sort().join()) throw new Error(`not a message: ${type}`);
  return speaker(HOST_MESSAGES.includes(type)).send(type, fields);
}

// Chance of our own for the next deal, now that the server has committed itself to its part.
function addChance() {
  const words = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  update({ words });
  say("words", { words });
}

function join(name, watching = false) {
  if (name) keep("name", name);
  update({ wantsSeat: !watching });
  return say("join", { name: name ?? "", secret: null, watching }).then((answer) => {
    const { onceJoined } = state;
    if (answer.type !== "done") return;
    update({ onceJoined: null });
    onceJoined?.();
  });
}

// A socket is open: whoever it belongs to takes their seat, or is asked for a name.
function arrive({ connection, secret, name }) {
  if (secret) connection.send("join", { name: "", secret, watching: false });
  else if (name) connection.send("join", { name, secret: null, watching: false });
  else if (state.arriving) join(state.arriving);
  else update({ screen: "name" });
}

const device = {
  state: (name) => update({ connection: name, missed: name === "live" ? state.missed : state.missed ?? seenLast() }),
  open: arrive,
  message: hear,
};

function open(code) {
  takeSeat(code);
  untold = [];
  update({ code, room: null, frame: null, log: [], person: null });
  isAtTable = true;
  sitDown(device);
}

function seenLast() {
  const { frame: shown, log: lines } = state;
  return shown && { match: shown.match, version: shown.version, lines: lines.length };
}

async function make(game) {
  const response = await fetch(`/games/${encodeURIComponent(game)}/tables`, { method: "POST" });
  const answer = await response.json();
  if (!response.ok) {
    toast(answer.words);
    return null;
  }
  return answer.code;
}

// The games, of the server or as they were kept; while there is no way to it, again and again.
async function askGames() {
  try {
    const response = await fetch("/games");
    update({ games: await response.json(), isOffline: response.headers.has("kibitz-kept") });
  } catch {
    update({ isOffline: true });
  }
  clearTimeout(askTimer);
  if (state.isOffline) askTimer = setTimeout(askGames, ASK_AGAIN);
}

async function showRules(game) {
  const response = await fetch(`/games/${encodeURIComponent(game)}/rules`);
  if (response.ok) update({ rules: await response.text(), rulesOf: game, sheet: "rules" });
}

// A record of the terminal becomes a table, and is told again.
async function bring(file) {
  const response = await fetch("/records", { method: "POST", body: file });
  const answer = await response.json();
  if (response.ok) location.href = `/t/${answer.code}/replay/1`;
  else toast(answer.words);
}

async function withFriends(game) {
  const code = await make(game);
  if (code) go(code);
}

async function withRules(game, options) {
  const code = await make(game);
  if (!code) return;
  state.onceJoined = () => say("configure", { game, options });
  go(code);
}

async function againstBots(game, bots) {
  const code = await make(game);
  if (!code) return;
  state.arriving = kept("name", "You");
  state.onceJoined = async () => {
    for (let bot = 0; bot < bots; bot++) await say("addbot", { bot: "regular" });
    await say("behave", { turn_seconds: 0, watch_late: false, advice: "full" });
    await say("start");
  };
  go(code);
}

function go(code) {
  history.pushState(null, "", `/t/${code}`);
  open(code);
}

// Ask what to do here; what is played for may be said.
async function advise(aim) {
  const { match, version } = state.frame;
  if (!current()) update({ advice: { match, version, isAsked: true, options: [] } });
  const answer = await say("advise", { match, version, aim });
  if (answer.type === "refused" && current()?.isAsked) update({ advice: null });
}

async function leave() {
  if (await dismiss()) return;
  localStorage.removeItem(`kibitz.seat.${state.code}`);
  keep("tables", kept("tables", []).filter((other) => other.code !== state.code));
  location.href = "/";
}

chooseBy(say);
const actions = { skip, point, pointCard, dropCard, say, join, go, withFriends, withRules, againstBots, choose, chooseAll, advise, leave, showRules, checkDeal, bring, dismiss, addPlayer: (name) => addPlayer(name, device), lift: () => lift(device) };

// ---------------------------------------------------------------------------- beginning

listen();
addEventListener("popstate", () => location.reload());
addEventListener("hashchange", () => state.screen === "replay" && location.reload());
addEventListener("keydown", (event) => onKey(event, actions));

// Nobody has to wait for a card: a tap or the space bar ends what moves. Who taps twice means it once.
function endMotion() {
  skip();
  for (const motion of document.getAnimations()) if (motion.effect.getComputedTiming().endTime !== Infinity) motion.finish();
}
addEventListener("pointerdown", (event) => {
  if (!isTooSoon(event)) fingerAt(event);
  endMotion();
}, true);
addEventListener("keydown", ({ key }) => key === " " && endMotion());
addEventListener("click", (event) => {
  if (event.detail === 0 || !isTooSoon(event) || !event.target.closest?.(".felt, .options")) return;
  event.stopPropagation();
  event.preventDefault();
}, true);
addEventListener("visibilitychange", () => document.hidden && skip());
listenToHands(actions);

const small = matchMedia("(max-width: 699px), (max-height: 480px)");
const wide = matchMedia("(min-width: 1024px) and (min-height: 600px)");
const measure = () => update({ isSmall: small.matches, hasRail: wide.matches });
for (const media of [small, wide]) media.addEventListener("change", measure);
addEventListener("resize", () => update({}));
measure();
renderWith(render);
beginLanguage();
takeProfile();
setInterval(() => state.clock && state.screen === "table" && update({}), 1000);
const path = globalThis.kibitzPage?.path ?? location.pathname;
const link = /^\/t\/([A-Za-z]+)(?:\/replay\/(\d+))?$/.exec(path);
const shared = /^\/play\/([^/]+)$/.exec(path);
if (path === "/ledger") openLedger();
else if (path === "/companion") openCompanion();
else if (shared) openShared(shared[1], location.search);
else if (link?.[2]) openReplay(link[1].toUpperCase(), Number(link[2]), location.hash.slice(1), new URLSearchParams(location.search).get("view") ?? "all");
else if (link) open(link[1].toUpperCase());
else if (path !== "/") showGone("There is nothing at this address. A link to a table ends with its six letters.", { title: "This link leads nowhere" });
for (const change of ["online", "offline"]) addEventListener(change, askGames);
askGames();
navigator.serviceWorker?.register("/sw.js").catch(() => null); // a browser that keeps nothing does without
