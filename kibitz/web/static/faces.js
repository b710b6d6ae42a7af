// A friendly creature drawn from a name: the same name is the same face everywhere.

import { h } from "./dom.js";

const HUES = [8, 28, 46, 92, 150, 178, 204, 228, 262, 292, 324, 344];
const BODIES = ["M14 64V44a18 18 0 0 1 36 0v20Z", "M12 64V38c0-10 8-12 20-12s20 2 20 12v26Z", "M10 64c2-24 12-40 22-40s20 16 22 40Z"];
const EYES = [
  '<circle cx="25" cy="41" r="3"/><circle cx="39" cy="41" r="3"/>',
  '<path d="M21 42q4-5 8 0M35 42q4-5 8 0" class="l"/>',
  '<circle cx="25" cy="41" r="6" class="l"/><circle cx="39" cy="41" r="6" class="l"/><path d="M31 41h2" class="l"/><circle cx="25" cy="41" r="2"/><circle cx="39" cy="41" r="2"/>',
  '<ellipse cx="26" cy="41" rx="2.5" ry="4"/><ellipse cx="38" cy="41" rx="2.5" ry="4"/>',
];
const MOUTHS = ["M26 51q6 6 12 0", "M27 52h10", "M27 50q5 7 10 0Z", "M28 53q6 0 8-4"];

function hash(text) {
  let sum = 2166136261;
  for (const sign of text) sum = Math.imul(sum ^ sign.codePointAt(0), 16777619);
  return sum >>> 0;
}

const drawn = new Map();

function avatar(name) {
  const number = hash(name.trim().toLowerCase());
  const pick = (count, from) => (number >>> from) % count;
  const hue = HUES[pick(12, 0)];
  const ground = `hsl(${hue} 46% 40%)`, dark = `hsl(${hue} 40% 18%)`;
  const body = `hsl(${(hue + 40 + 60 * pick(4, 7)) % 360} 62% 80%)`, trim = `hsl(${(hue + 180) % 360} 60% 62%)`;
  const heads = [
    "",
    `<path d="M32 26c-8-2-10-10-4-14 0 5 4 6 6 4 4-4 8 0 6 4-2 3-4 5-8 6Z" fill="${trim}"/>`,
    `<path d="M15 33c0-14 34-14 34 0l5 2H13Z" fill="${trim}"/>`,
    `<circle cx="32" cy="19" r="7" fill="${trim}"/>`,
    `<path d="M20 28 18 15l8 6 6-9 6 9 8-6-2 13Z" fill="${trim}"/>`,
    `<path d="M17 30 13 16l12 8ZM47 30l4-14-12 8Z" fill="${body}"/>`,
  ];
  return `<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" fill="${ground}"/><path d="${BODIES[pick(3, 11)]}" fill="${body}"/>${heads[pick(6, 14)]}<g fill="${dark}" stroke="${dark}" stroke-width="0">${EYES[pick(4, 18)]}<path d="${MOUTHS[pick(4, 22)]}" class="l"/></g></svg>`;
}

export function portrait(name) {
  if (!drawn.has(name)) drawn.set(name, avatar(name));
  return h("span", { class: "portrait", "aria-hidden": "true", html: drawn.get(name) });
}
