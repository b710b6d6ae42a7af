// The stage: one button for every card, for the card's whole life. It is told where cards lie; whatever
// lies elsewhere flies there. It knows no game.

import { BACK, drawing, suitOf } from "./cards.js";
import { RATIO } from "./layout.js";

const FLY = 340; // milliseconds
const NEAR = 40; // pixels: a card that moves no further slides
const EASE = "cubic-bezier(.22,.8,.24,1)";
const LIFT = 400; // above everything that lies

export const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function made(id) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "card";
  node.dataset.id = id;
  node.tabIndex = -1;
  node.innerHTML = `<span class="turner"><span class="side back">${BACK}</span><span class="side front"></span></span><span class="sign" hidden></span><span class="value" hidden><i></i><b></b></span>`;
  return node;
}

function turn(node, text) {
  if (text !== null && node.dataset.card !== text) {
    node.querySelector(".front").innerHTML = drawing(text);
    node.dataset.card = text;
    node.dataset.suit = suitOf(text);
  }
  if (text === null) delete node.dataset.card;
  node.classList.toggle("open", text !== null);
}

// They lie face down for the browser once, so that it sees them turn.
function turnLate(layer, nodes) {
  if (!nodes.length) return;
  for (const node of nodes) node.classList.remove("open");
  layer.getBoundingClientRect();
  for (const node of nodes) node.classList.add("open");
}

const SIGNS = {
  seen: ["only you know this card", '<path d="M1 8 Q8 0 15 8 Q8 16 1 8 Z"/><circle cx="8" cy="8" r="2.6"/>'],
  locked: ["this card stays", '<rect x="2" y="7" width="12" height="8" rx="1.5"/><path d="M5 7 V5 a3 3 0 0 1 6 0 V7"/>'],
  cancelled: ["cancelled: it counts nothing", '<path d="M4 6 h8 M4 10 h8"/>'],
};

function mark(node, look) {
  const name = Object.keys(SIGNS).find((sign) => look.includes(sign)) ?? "";
  if (node.dataset.sign === name) return;
  node.dataset.sign = name;
  const sign = node.querySelector(".sign");
  sign.hidden = !name;
  sign.title = SIGNS[name]?.[0] ?? "";
  sign.innerHTML = name ? `<svg viewBox="0 0 16 16" aria-hidden="true">${SIGNS[name][1]}</svg>` : "";
}

// What advice says of the card: how good its chances are, and by how much it is worse than the best.
function weigh(node, value) {
  const said = value ? `${value.share} ${value.words}` : "";
  if ((node.dataset.value ?? "") === said) return;
  node.dataset.value = said;
  const shown = node.lastElementChild;
  shown.hidden = !value;
  shown.firstElementChild.style.width = `${Math.round(100 * (value?.share ?? 0))}%`;
  shown.lastElementChild.textContent = value?.words ?? "";
}

export class Stage {
  constructor() {
    this.layer = null;
    this.nodes = new Map();
    this.at = new Map();
    this.until = 0; // when the last card will lie
  }

  // The page has made its layer anew, or none is shown.
  attach(layer) {
    if (this.layer === layer) return;
    this.layer = layer;
    for (const node of this.nodes.values()) layer?.append(node);
  }

  clear() {
    for (const node of this.nodes.values()) node.remove();
    this.nodes.clear();
    this.at.clear();
  }

  // Puts every card where it is wanted, as { id, x, y, w, z, r, card, look, … }; `speed` 0 means at once. How
  // long it takes, in milliseconds.
  settle(wanted, { speed = 0, fly = FLY, delays = new Map(), origins = new Map() } = {}) {
    const seen = new Set();
    const late = []; // cards that come into sight on their way, and are turned there
    let longest = 0;
    for (const want of wanted) {
      seen.add(want.id);
      const isNew = !this.nodes.has(want.id);
      const node = this.nodes.get(want.id) ?? made(want.id);
      const from = this.at.get(want.id) ?? origins.get(want.id);
      if (isNew) {
        this.nodes.set(want.id, node);
        this.layer.append(node);
      }
      longest = Math.max(longest, this.place(node, want, from, { speed, fly, delay: (delays.get(want.id) ?? 0) * speed }));
      if (isNew && speed && from && want.card !== null) late.push(node);
    }
    turnLate(this.layer, late);
    for (const [id, node] of this.nodes)
      if (!seen.has(id)) {
        this.nodes.delete(id);
        this.at.delete(id);
        node.remove();
      }
    this.until = Math.max(this.until, performance.now() + longest);
    return longest;
  }

  place(node, want, from, { speed, fly, delay }) {
    const { x, y, w, z = 1, r = 0, look = "" } = want;
    const h = w * RATIO;
    const isOpen = node.classList.contains("open");
    node.style.setProperty("--delay", `${delay}ms`);
    node.classList.toggle("at-once", !speed || !from);
    turn(node, want.card);
    const rest = `translate(${Math.round(x - w / 2)}px,${Math.round(y - h / 2)}px) rotate(${r}deg)`; // whole pixels: crisp faces
    node.style.setProperty("--w", `${w}px`);
    node.style.transform = rest;
    node.style.zIndex = z;
    node.className = `card ${node.classList.contains("open") ? "open" : ""} ${node.classList.contains("at-once") ? "at-once" : ""} ${look}`;
    node.dataset.index = want.index ?? "";
    node.dataset.place = want.place ?? "";
    mark(node, look);
    weigh(node, want.value);
    this.say(node, want);
    this.at.set(want.id, { x, y, w, r, z });
    const far = from ? Math.hypot(from.x - x, from.y - y) : 0;
    if (!from || !speed || (far < 1 && Math.abs(from.w - w) < 1)) return isOpen !== (want.card !== null) && speed ? 260 * speed : 0;
    const ms = fly * speed * (far < NEAR ? 0.55 : 1);
    this.fly(node, { x, y, w, h, r, z, rest }, from, { ms, delay, far });
    return delay + ms;
  }

  fly(node, { x, y, w, h, r, z, rest }, from, { ms, delay, far }) {
    if (isReduced()) {
      node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay, fill: "backwards" });
      return;
    }
    const scale = from.w / w;
    const start = `translate(${from.x - w / 2}px,${from.y - h / 2}px) rotate(${from.r ?? 0}deg) scale(${scale})`;
    const half = `translate(${from.x * 0.4 + x * 0.6 - w / 2}px,${from.y * 0.4 + y * 0.6 - h / 2 - Math.min(26, far * 0.08)}px) rotate(${((from.r ?? 0) + r) / 2}deg) scale(${(scale * 0.4 + 0.6) * 1.1})`;
    const steps = far < NEAR ? [{ transform: start }, { transform: rest }] : [{ transform: start }, { transform: half, offset: 0.5 }, { transform: rest }];
    if (far >= NEAR) node.style.zIndex = LIFT + z;
    const motion = node.animate(steps, { duration: ms, delay, easing: EASE, fill: "backwards" });
    const land = () => {
      node.style.zIndex = z;
    };
    motion.finished.then(land, land);
  }

  say(node, { label, isLive, isPicked, stop, testid }) {
    node.tabIndex = isLive && stop ? 0 : -1;
    if (isLive) {
      node.removeAttribute("aria-hidden");
      node.setAttribute("aria-label", label);
      node.setAttribute("aria-pressed", String(Boolean(isPicked)));
      node.setAttribute("aria-disabled", String(!node.classList.contains("glow") && !isPicked));
    } else {
      node.setAttribute("aria-hidden", "true");
      for (const name of ["aria-label", "aria-pressed", "aria-disabled"]) node.removeAttribute(name);
    }
    if (testid) node.dataset.testid = testid;
    else delete node.dataset.testid;
  }

  finish() {
    for (const motion of this.layer?.getAnimations({ subtree: true }) ?? []) if (motion.effect.getComputedTiming().endTime !== Infinity) motion.finish();
  }
}
