// Cards that the page of a game has words for: a colour, a shape, and what stands in the corners.

const INKS = {
  red: "#b3261e", orange: "#a84300", yellow: "#8a6a00", green: "#1d6b35", blue: "#1f4fa3",
  purple: "#6a2c91", pink: "#ad2a6b", brown: "#6d4320", grey: "#565b58", black: "#1b1f1d",
};
const LIGHT = { yellow: "#f5c400" }; // on which letters are dark
const line = (path) => `<path d="${path}" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/>`;
const filled = (path) => `<path d="${path}" fill="currentColor"/>`;
// In a box of 120 around 0, 0.
const SHAPES = {
  circle: filled("M-52 0a52 52 0 1 0 104 0a52 52 0 1 0-104 0Z"),
  square: filled("M-46-46H46V46H-46Z"),
  triangle: filled("M0-54 56 46H-56Z"),
  diamond: filled("M0-58 44 0 0 58-44 0Z"),
  star: filled("M0-58 14-18 56-18 22 7 35 48 0 23-35 48-22 7-56-18-14-18Z"),
  cross: line("M-42-42 42 42M42-42-42 42"),
  ban: line("M-48 0a48 48 0 1 0 96 0a48 48 0 1 0-96 0ZM-34 34 34-34"),
  turn: line("M-44-8A44 40 0 0 1 36-26M40-54V-24H10M44 8A44 40 0 0 1-36 26M-40 54V24H-10"),
  stack: line("M-44-20V44H8V-20ZM-20-20V-46H36V20H8"),
};

let faces = {};
const drawings = new Map();

// Of the game whose room this is.
export function learnFaces(found) {
  faces = found ?? {};
  drawings.clear();
}

export function ownWords(text) {
  return faces[text]?.words ?? null;
}

// The picture of such a card as SVG; null for any other card.
export function ownDrawing(text) {
  const face = faces[text];
  if (!face) return null;
  if (!drawings.has(text)) drawings.set(text, drawn(face));
  return drawings.get(text);
}

function drawn({ corner, colour, shape }) {
  const ink = INKS[colour] ?? INKS.black, ground = LIGHT[colour] ?? ink, writing = LIGHT[colour] ? INKS.black : "#fff";
  const half = letters(corner, 18, 52, fitting(corner, 92, 44), "start");
  const centre = shape
    ? `<g transform="translate(125 175) scale(1.1)">${SHAPES[shape]}</g>`
    : letters(corner, 125, 175 + fitting(corner, 170, 120) * 0.36, fitting(corner, 170, 120), "middle");
  return `<svg viewBox="0 0 250 350" aria-hidden="true" focusable="false"><g fill="${ink}">${half}<g transform="rotate(180 125 175)">${half}</g>` +
    `<ellipse cx="125" cy="175" rx="88" ry="118" transform="rotate(24 125 175)" fill="${ground}"/></g><g fill="${writing}" color="${writing}">${centre}</g></svg>`;
}

function fitting(text, width, most) {
  return Math.min(most, Math.floor((width / Math.max(text.length, 1)) * 1.7));
}

function letters(text, x, y, size, anchor) {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}">${safe}</text>`;
}
