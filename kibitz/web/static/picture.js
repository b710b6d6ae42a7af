// The result as a picture, drawn here, for whoever sends pictures rather than words.

import { state } from "./store.js";

const WIDTH = 720, LINE = 64, TOP = 150, BOTTOM = 60, MARGIN = 48;
const FELT = "#14543a", PAPER = "#fffdf6", GOLD = "#ffe9a8", INK = "#1b1f1d";

// Rows are place, name and score, the first place first; a place is empty where nobody is a rival.
export function resultPicture(title, rows, link) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: TOP + rows.length * LINE + BOTTOM });
  const pen = canvas.getContext("2d");
  pen.fillStyle = FELT;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = PAPER;
  pen.font = "700 44px system-ui, sans-serif";
  pen.fillText(title, MARGIN, 92, WIDTH - 2 * MARGIN);
  pen.font = "400 20px system-ui, sans-serif";
  pen.fillText(link, MARGIN, canvas.height - 22, WIDTH - 2 * MARGIN);
  rows.forEach(([place, name, score], number) => drawRow(pen, TOP + number * LINE, place, name, score));
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function drawRow(pen, top, place, name, score) {
  pen.fillStyle = place === 1 ? GOLD : PAPER;
  pen.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, LINE - 10);
  pen.fillStyle = INK;
  pen.font = `${place === 1 ? 700 : 400} 30px system-ui, sans-serif`;
  pen.textAlign = "left";
  if (place) pen.fillText(`${place}.`, MARGIN + 18, top + 38);
  pen.fillText(name, MARGIN + (place ? 72 : 18), top + 38, WIDTH - 2 * MARGIN - 220);
  pen.textAlign = "right";
  pen.fillText(score, WIDTH - MARGIN - 18, top + 38);
  pen.textAlign = "left";
}

// Shared where the device shares files, else kept as a file.
export async function sharePicture(title, rows, link) {
  const file = new File([await resultPicture(title, rows, link)], `${state.room.game}-${state.code}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], text: link }).catch(() => null);
    return;
  }
  const kept = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  kept.click();
  URL.revokeObjectURL(kept.href);
}
