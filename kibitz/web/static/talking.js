// What people at a table say to each other: short texts, a few phrases, and whom one does not want to hear.

import { h } from "./dom.js";
import { keep, kept, state, toast, update } from "./store.js";

const LONGEST = 140;
const PHRASES = ["Well played!", "Thank you!", "Good luck!", "One moment, please.", "Another one?", "Good night!"];

const muted = () => kept(`muted.${state.code}`, []);
const heard = () => (state.room?.chat ?? []).filter(({ person }) => !muted().includes(person));

function mute(person) {
  const before = muted();
  keep(`muted.${state.code}`, before.includes(person) ? before.filter((other) => other !== person) : [...before, person]);
  update({});
}

// A room has come: what was said since the one before is shown for a moment, unless the texts are open.
export function hearTexts(before, { chat }) {
  const last = before?.chat?.at(-1)?.number ?? (before ? 0 : Infinity);
  const news = chat.filter(({ number, person }) => number > last && person !== state.person && !muted().includes(person));
  if (state.sheet === "talk") update({ read: chat.at(-1)?.number ?? 0 });
  else if (news.length) toast(`${news.at(-1).name}: ${news.at(-1).text}`);
}

export function unread() {
  return heard().filter(({ number, person }) => number > (state.read ?? 0) && person !== state.person).length;
}

export function openTalk() {
  update({ sheet: "talk", read: state.room.chat.at(-1)?.number ?? 0 });
}

async function speak(actions, field) {
  const text = field.value.trim();
  if (!text) return;
  const answer = await actions.say("chat", { text });
  if (answer.type === "done") field.value = "";
}

export function talk(actions) {
  const others = state.room.people.filter(({ person }) => person !== state.person);
  const submit = (event) => {
    event.preventDefault();
    speak(actions, event.target.querySelector("input"));
  };
  return [
    h("ol", { class: "lines talk", testid: "talk-lines", "aria-live": "polite" }, heard().map(({ number, name, text }) => h("li", { key: number }, h("b", {}, name), " ", text)).reverse()),
    !heard().length && h("p", {}, "Nobody has said anything yet."),
    h("form", { class: "beside", onsubmit: submit },
      h("input", { testid: "talk-text", maxlength: String(LONGEST), autocomplete: "off", "aria-label": "what you want to say", placeholder: "Say something" }),
      h("button", { testid: "talk-say", class: "main" }, "Say it")),
    h("div", { class: "ends" }, PHRASES.map((text, number) => h("button", { key: number, testid: `phrase-${number}`, onclick: () => actions.say("chat", { text }) }, text))),
    others.length > 0 && h("details", { testid: "talk-muting" }, h("summary", {}, "Whom I hear"), others.map(({ person, name }) =>
      h("label", { class: "option", key: person }, h("span", {}, name), h("input", { type: "checkbox", testid: `hear-${person}`, checked: !muted().includes(person), onchange: () => mute(person) })))),
  ];
}
