// The workshop: the text of a game on the left, its table on the right. Python in the worker checks what is
// written, deals it as soon as it is sound, and plays it by chance; a link has the whole text in it.

const PAUSE = 400; // milliseconds without a key before the text is looked at
const ROUND = 20; // matches at random between two looks at the clock
const ENOUGH = 1000;
const PROGRAM = "program";
const PAGE = "page";
const byId = (id) => document.getElementById(id);

// ------------------------------------------------------------------ texts and links

const base64 = {
  encode: (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, ""),
  decode: (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)),
};

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function unpacked(id) {
  return new TextDecoder().decode(await KibitzHost.bytes(byId(id)));
}

async function linked(texts) {
  const bytes = new TextEncoder().encode(JSON.stringify(texts));
  return `#${base64.encode(await through(new CompressionStream("deflate-raw"), bytes))}`;
}

const BOTS = "Bots of a game that is being written are played by the interpreter: novice takes any option, regular and expert try theirs for half a second and for two. They are weaker than those of that name elsewhere.";
const MOST_LINKED = 200000; // characters; a bomb of a link is not unpacked for ever

async function unlinked(hash) {
  try {
    const reader = new Blob([base64.decode(hash.slice(1))]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (let part = await reader.read(); !part.done && text.length <= MOST_LINKED; part = await reader.read()) text += decoder.decode(part.value, { stream: true });
    const { program, page } = JSON.parse(text);
    return typeof program === "string" && typeof page === "string" ? { program, page } : null;
  } catch {
    return null;
  }
}

// Python counts characters, a text field counts UTF-16 units.
const units = (text, offset) => Array.from(text).slice(0, offset).join("").length;
const characters = (text, offset) => Array.from(text.slice(0, offset)).length;

// ------------------------------------------------------------------ elements

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

const given = JSON.parse(await unpacked("kibitz-texts"));
const tableAt = byId("kibitz-table").dataset.at;
const framed = tableAt ? { src: tableAt } : { srcdoc: await unpacked("kibitz-table") };
const asked = new URLSearchParams(location.search).get("game");
const first = given.find(({ name }) => name === asked) ?? given[0];
const texts = (location.hash.length > 1 && (await unlinked(location.hash))) || { program: first.program, page: first.page };
let shown = PROGRAM;
let reports = { program: [], page: [] };
let shades = { program: [], page: [] }; // words of the texts: where they begin and end, and their sort
let kept = "";

const root = byId("write");
const area = make("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", "data-testid": "write-text", "aria-label": "the program" });
const marks = make("pre", { "aria-hidden": "true" });
const words = make("pre", { class: "words", "aria-hidden": "true", "data-testid": "write-words" });
const numbers = make("pre", { class: "numbers", "aria-hidden": "true" });
const proposals = make("ul", { class: "proposals", role: "listbox", hidden: true, "data-testid": "write-proposals" });
const said = make("div", { class: "said", role: "status", "data-testid": "write-said" }, "Python is being started …");
const figures = make("div", { class: "figures", "data-testid": "write-figures" });
const play = make("div", { class: "play" });
const tabs = {
  program: make("button", { role: "tab", onclick: () => show(PROGRAM) }, "Rules"),
  page: make("button", { role: "tab", "data-testid": "write-page", onclick: () => show(PAGE) }, "Words"),
};
const tidy = make("button", { "data-testid": "write-format", onclick: format }, "Tidy up");
const again = make("button", { "data-testid": "write-deal", onclick: () => deal("") }, "Deal anew");
const chance = make("button", { "data-testid": "write-chance", onclick: playByChance }, "1,000 matches by chance");
const tracing = make("button", { "data-testid": "write-trace", onclick: trace }, "What did it do?");
const share = make("button", { "data-testid": "write-share", onclick: copyLink }, "Copy a link");
const side = make("button", { class: "side", onclick: () => { root.dataset.side = root.dataset.side === "text" ? "table" : "text"; } }, "Rules / table");
const examples = make("select", { "aria-label": "begin with", "data-testid": "write-examples", onchange: begin },
  make("option", { value: "" }, "Begin with …"), ...given.map((one, number) => make("option", { value: number }, one.title)));
root.dataset.side = "text";
root.append(
  make("header", {}, make("h1", {}, "Write a game"), side, examples, again, tracing, chance, share, make("button", { onclick: save }, "Save")),
  make("div", { class: "editor" }, make("div", { class: "tabs", role: "tablist" }, tabs.program, tabs.page, tidy), make("div", { class: "text" }, numbers, words, marks, area, proposals)),
  play, said, figures,
);

// ------------------------------------------------------------------ the editor

function show(which) {
  shown = which;
  for (const [name, tab] of Object.entries(tabs)) tab.setAttribute("aria-selected", name === which);
  area.value = texts[which];
  area.setAttribute("aria-label", which === PROGRAM ? "the program" : "the page");
  tidy.disabled = which === PAGE;
  paint();
}

// The parenthesis that belongs to the one before the caret.
function partner(text, at) {
  const step = text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
  if (!step) return null;
  let depth = 0;
  for (let place = at; place >= 0 && place < text.length; place += step) {
    depth += text[place] === "(" ? 1 : text[place] === ")" ? -1 : 0;
    if (depth === 0) return place;
  }
  return null;
}

function spans(text) {
  const found = reports[shown].map((one) => ({ start: units(text, one.start), end: units(text, one.end), look: one.error ? "error" : "warning" }));
  const caret = area.selectionStart - 1;
  const other = partner(text, caret);
  if (other !== null) for (const start of [caret, other]) found.push({ start, end: start + 1, look: "pair" });
  return found.sort((one, two) => one.start - two.start);
}

// The text with these parts of it inside such an element; of parts that overlap, the first.
function lay(layer, tag, found, text) {
  const parts = [];
  let end = 0;
  for (const span of found) {
    if (span.start < end) continue;
    parts.push(text.slice(end, span.start), make(tag, { class: span.look }, text.slice(span.start, span.end)));
    end = span.end;
  }
  layer.replaceChildren(...parts, `${text.slice(end)}\n`);
}

// What is known of the words, in a text that Python has not seen yet: those that were not touched.
function moved(found, before, after) {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let rest = 0;
  while (rest < least - start && before[before.length - 1 - rest] === after[after.length - 1 - rest]) rest += 1;
  const from = before.length - rest;
  const by = after.length - before.length;
  return found.filter((span) => span.end < start || span.start >= from)
    .map((span) => (span.start >= from ? { ...span, start: span.start + by, end: span.end + by } : span));
}

// Words as Python tells them, in units of a text field.
function shaded(told, text) {
  const ends = [0];
  for (const sign of text) ends.push(ends.at(-1) + sign.length);
  return told.map(([start, end, look]) => ({ start: ends[start], end: ends[end], look }));
}

function paint() {
  const text = area.value;
  lay(words, "span", shades[shown], text);
  lay(marks, "mark", spans(text), text);
  const lines = new Map(reports[shown].map((one) => [one.line, one.error ? "error" : "warning"]));
  numbers.replaceChildren(...text.split("\n").map((_, number) => make("span", { class: lines.get(number + 1) ?? "" }, `${number + 1}\n`)));
  follow();
}

function follow() {
  marks.scrollTop = words.scrollTop = numbers.scrollTop = area.scrollTop;
  marks.scrollLeft = words.scrollLeft = area.scrollLeft;
}

function put(start, end, text) {
  area.setRangeText(text, start, end, "end");
  changed();
}

let timer = 0;

function changed() {
  shades[shown] = moved(shades[shown], texts[shown], area.value);
  texts[shown] = area.value;
  paint();
  proposals.hidden = true;
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

area.addEventListener("input", changed);
area.addEventListener("scroll", follow);
area.addEventListener("click", () => { paint(); explain(); });
area.addEventListener("keyup", ({ key }) => key.startsWith("Arrow") && paint());
area.addEventListener("keydown", (event) => {
  if (!proposals.hidden && propose(event)) return;
  if (event.key === " " && event.ctrlKey) { event.preventDefault(); complete(); }
  if (event.key === "F1") { event.preventDefault(); explain(); }
});

// ------------------------------------------------------------------ what Python says

const host = new KibitzHost("write");
globalThis.kibitzHost = host;
host.keep = (text) => { kept = text; return Promise.resolve(); };
host.ended = async () => {
  told([make("p", { class: "error" }, "These rules take too long: the table was ended. Change them, and it is dealt again.")]);
  play.replaceChildren();
  looking = Promise.resolve(); // what was asked before is not answered any more
  chance.disabled = false;
  await host.restart();
  await host.ask("workshop");
};

function told(parts) {
  said.replaceChildren(...parts);
}

function cure(edits) {
  let text = area.value;
  for (const edit of [...edits].sort((one, two) => two.start - one.start)) text = text.slice(0, units(text, edit.start)) + edit.text + text.slice(units(text, edit.end));
  area.value = text;
  changed();
}

function goTo(which, { line, start, end }) {
  show(which);
  area.focus();
  area.setSelectionRange(units(texts[which], start), units(texts[which], end));
  area.scrollTop = Math.max(0, (line - 5) * 20);
  paint();
}

function lineOf(which, one) {
  return make("li", {},
    make("button", { class: one.error ? "error" : "warning", onclick: () => goTo(which, one) }, `${which === PAGE ? "words, " : ""}line ${one.line}: ${one.headline}`),
    one.edits.length > 0 && make("button", { "data-testid": "write-cure", onclick: () => { show(which); cure(one.edits); } }, one.help || "Cure it"),
    make("pre", {}, [one.text, one.edits.length ? "" : one.help].filter(Boolean).join("\n")));
}

let looking = Promise.resolve();

function look() {
  looking = looking.then(async () => {
    await host.ready;
    const now = { ...texts };
    const answer = JSON.parse((await host.ask("write", now)).text);
    reports = { program: answer.program, page: answer.page };
    for (const which of [PROGRAM, PAGE]) shades[which] = moved(shaded(answer.shades[which], now[which]), now[which], texts[which]);
    paint();
    figures.replaceChildren();
    const lines = [PROGRAM, PAGE].flatMap((which) => reports[which].map((one) => lineOf(which, one)));
    const sound = answer.plays && make("p", { class: "good" }, "This can be played.");
    told([sound || make("p", { class: "error" }, answer.trouble || "This cannot be played yet."), make("ul", {}, ...lines), sound && make("p", { class: "quiet" }, BOTS)].filter(Boolean));
    history.replaceState(null, "", await linked(now));
    if (answer.plays) await deal(kept);
  });
  return looking;
}

async function deal(from) {
  await host.ready;
  kept = from;
  const { text: trouble } = await host.ask("deal", { kept: from });
  if (trouble) {
    told([make("p", { class: "error" }, `A rule fails while the cards are dealt: ${trouble}`)]);
    play.replaceChildren();
    return;
  }
  const frame = make("iframe", { title: "the table", ...framed, "data-testid": "write-table" });
  play.replaceChildren(frame);
}

async function format() {
  await looking;
  const { text } = await host.ask("format");
  if (text !== area.value) { area.value = text; changed(); }
}

async function explain() {
  if (shown !== PROGRAM || area.selectionStart !== area.selectionEnd) return;
  await looking;
  const { text } = await host.ask("explain", { offset: characters(area.value, area.selectionStart) });
  const last = said.querySelector(".meaning");
  last?.remove();
  if (text) said.prepend(make("pre", { class: "meaning", "data-testid": "write-meaning" }, text));
}

async function complete() {
  if (shown !== PROGRAM) return;
  texts.program = area.value;
  await host.ready;
  await host.ask("write", { ...texts });
  const found = JSON.parse((await host.ask("complete", { offset: characters(area.value, area.selectionStart) })).text);
  const start = units(area.value, found.start);
  const take = (word) => { put(start, units(area.value, found.end), word); area.focus(); };
  proposals.replaceChildren(...found.words.map((one, number) =>
    make("li", { role: "option", "aria-selected": number === 0, onmousedown: (event) => { event.preventDefault(); take(one.text); } }, one.text, make("small", {}, one.detail))));
  const before = area.value.slice(0, start).split("\n");
  proposals.style.top = `${Math.min(before.length * 20 + 12 - area.scrollTop, area.clientHeight - 120)}px`;
  proposals.style.left = `${52 + before.at(-1).length * 8.4 - area.scrollLeft}px`;
  proposals.hidden = found.words.length === 0;
  proposals.take = take;
}

// Whether the key was for the list of proposals.
function propose(event) {
  const items = [...proposals.children];
  const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
  if (event.key === "Escape") proposals.hidden = true;
  else if (event.key === "Enter" || event.key === "Tab") items[at].dispatchEvent(new MouseEvent("mousedown", { cancelable: true }));
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = items[(at + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length];
    items[at].setAttribute("aria-selected", "false");
    next.setAttribute("aria-selected", "true");
    next.scrollIntoView({ block: "nearest" });
  } else return false;
  event.preventDefault();
  return true;
}

// ------------------------------------------------------------------ by chance, examples, links

const rounded = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });

function drawFigures(told) {
  const seats = told.firsts.map((share, seat) =>
    make("tr", {}, make("th", {}, `player ${seat + 1}`), make("td", {}, `${rounded(100 * share)} %`), make("td", {}, rounded(told.scores[seat]))));
  figures.replaceChildren(
    make("p", {}, `${told.matches} matches by chance: ${rounded(told.decisions)} decisions, ${rounded(told.options)} options each${told.cut ? `; ${told.cut} did not end` : ""}`),
    ...(told.fault ? [make("p", {}, `A rule fails: ${told.fault}`)] : []),
    make("table", {}, make("tr", {}, make("th"), make("th", {}, "comes first"), make("th", {}, "score")), ...seats));
}

// What every statement did since the last choice; each leads to its line.
async function trace() {
  await looking;
  const ran = JSON.parse((await host.ask("trace")).text);
  const lines = ran.map((one) => make("li", {},
    make("button", { onclick: () => goTo(PROGRAM, one) }, `line ${one.line}: ${one.text.slice(0, 60)}`), make("pre", {}, one.done)));
  figures.replaceChildren(make("p", {}, ran.length ? "Since the last choice:" : "Nothing has run yet."), make("ul", { "data-testid": "write-ran" }, ...lines));
}

async function playByChance() {
  await looking;
  chance.disabled = true;
  for (let told = null; !told || (told.matches < ENOUGH && !told.fault && told.matches > 0);) {
    const before = told?.matches ?? -1;
    told = JSON.parse((await host.ask("chance", { matches: ROUND })).text);
    drawFigures(told);
    if (told.matches === before) break;
  }
  chance.disabled = false;
}

async function begin() {
  const one = given[Number(examples.value)];
  if (examples.value === "" || !one) return;
  Object.assign(texts, { program: one.program, page: one.page });
  shades = { program: [], page: [] };
  examples.value = "";
  kept = "";
  show(PROGRAM);
  await look();
}

async function copyLink() {
  const link = `${location.href.split("#")[0]}${await linked(texts)}`;
  history.replaceState(null, "", link);
  await navigator.clipboard?.writeText(link).catch(() => null);
  share.textContent = "Copied: the address is the game";
  setTimeout(() => { share.textContent = "Copy a link"; }, 3000);
}

function save() {
  for (const [which, kind] of [[PROGRAM, "rcy"], [PAGE, "md"]]) {
    const link = make("a", { download: `my-game.${kind}`, href: `data:text/plain;charset=utf-8,${encodeURIComponent(texts[which])}` });
    link.click();
  }
}

show(PROGRAM);
host.ready.then(() => host.ask("workshop")).then(look);
