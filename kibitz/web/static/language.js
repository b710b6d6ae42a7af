// The frame of the table in the reader's language, by catalogues from English; the words of a game stay as its
// page gives them. A text is looked up whole; `{}` in a catalogue stands for whatever is there.

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", it: "Italiano" };
const MOST_KNOWN = 2000;

let catalogue = {};
let patterns = [];
const known = new Map();

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// What the catalogue has, from now on; what has more words of its own is looked up first.
export function learn(texts) {
  catalogue = texts;
  known.clear();
  patterns = Object.entries(texts).filter(([english]) => english.includes("{}")).sort(([one], [other]) => other.length - one.length).map(([english, text]) => [new RegExp(`^${english.split("{}").map(escaped).join("(.+)")}$`), text.split("{}")]);
}

export function told(text) {
  if (!patterns.length) return text;
  if (Object.hasOwn(catalogue, text) && !text.includes("{}")) return catalogue[text];
  if (!known.has(text)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, filled(text));
  }
  return known.get(text);
}

function filled(text) {
  for (const [pattern, parts] of patterns) {
    const found = pattern.exec(text);
    if (found) return parts.map((part, place) => part + (found[place + 1] ?? "")).join("");
  }
  return text;
}

// The chosen language or, without a choice, the first of the reader's that there is.
export function wanted(chosen, readers) {
  const short = readers.map((one) => one.slice(0, 2).toLowerCase());
  return chosen || (short.find((one) => one in LANGUAGES) ?? "en");
}

export async function speak(chosen) {
  const language = wanted(chosen, navigator.languages ?? []);
  let texts = {};
  if (language !== "en") {
    try {
      const response = await fetch(`/static/language-${language}.json`);
      if (response.ok) texts = await response.json();
    } catch {
      // without a way to the server it stays English
    }
  }
  learn(texts);
  document.documentElement.lang = Object.keys(texts).length ? language : "en";
}
