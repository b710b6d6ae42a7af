// The one state of the page, and what the browser remembers between visits.

// The page has its table with it: there is no server, and nobody else.
export const isAlone = Boolean(globalThis.kibitzPage);

// The address at which games are written, if there is one.
export const workshopAddress = () => document.querySelector("meta[name='kibitz-workshop']")?.content;

const draw = { queued: false, render: null };

export const state = {
  screen: "home", // home, name, rules, lobby, table, replay, ledger, companion, gone
  search: "", // words that a game's tile is to have
  people: kept("people", 4), // how many are here tonight
  wish: "friends", // what the games on the home screen are for
  connection: "live",
  games: [],
  code: null,
  room: null,
  frame: null,
  log: [],
  person: null,
  curtain: null, // who is to get the device, while nobody is to see the table
  onceJoined: null, // what is done at a new table as soon as somebody sits there
  wantsSeat: false, // has just come in to play
  isSmall: false, // a phone, held either way
  felt: { w: 0, h: 0 }, // how large the felt is, in pixels
  hovered: null, // the card under the pointer
  focused: null, // the card that was pointed at last
  isPlaying: false, // what led to the next frame is being shown
  beat: null, // what is happening, in words, while it is shown
  numbers: [], // what beats have counted since the frame that is shown
  winner: null, // the card that has won the trick
  lastTrick: [], // who played what in the trick before
  since: 0, // when the frame came
  isLeaving: false, // has been asked whether the table is to be left
  door: null, // what a table tells before anybody sits down there
  sought: "", // words that an option is to have
  picked: [], // spots that were pointed at, in order
  pending: false, // a choice is on its way
  gathered: [], // the keys of options that are chosen together, until they are confirmed
  queue: [], // those of them that are still to be sent
  sent: null, // the version that the latest of them answered
  sheet: null, // what lies over the table, by its name in sheets.js
  advice: null, // the latest advice, for one decision
  looked: null, // the key of the option whose numbers are looked at
  doubted: null, // an option that advice warns of, before it is taken
  hasRail: false, // room beside the table
  info: null, // the card that is looked at closely
  missed: null, // the match, its version and the lines of the log there were when the connection was lost
  meanwhile: null, // what happened until it was back
  gone: null, // why something cannot be opened
  enlarged: null, // the seat whose cards are shown large
  settled: null, // the scorecard of a hole that is over, before the next is dealt
  past: null, // the hole before that is looked at again
  figures: null, // how much of a match was luck, and how much mistakes
  discard: [], // what the open discard list shows
  rules: null, // of a game, as they are read
  rulesOf: null, // the name of that game
  toast: "",
  reactions: [],
  shared: null, // rules that came with a link
  replay: null, // the match that is told again
  ledger: null, // what was played, as soon as it is known
  isForgetting: false,
  examples: null, // of the game in the waiting room, as soon as they are known
  companion: null, // where a match with real cards stands
  plan: null, // of a match with real cards, before it begins
  settlement: null, // a hole that is settled by the rules of the waiting room
  worth: {}, // what cards count by the rules of this table, where they do
  dragged: null, // the seat that the host moves, and where to
  acted: [], // the rules that had a part in the latest hole, by their label in small letters
  isOffline: false, // the server cannot be reached
  clock: null, // until when whoever is to choose has time
  settings: { theme: "auto", fourColours: false, largeIndex: false, pace: "normal", felt: "green", sound: true, notes: false, forced: true, coach: false, warn: false, ...kept("settings", {}) },
};

export function update(changes) {
  Object.assign(state, changes);
  if (draw.queued || !draw.render) return;
  draw.queued = true;
  queueMicrotask(() => {
    draw.queued = false;
    draw.render();
  });
}

export function renderWith(render) {
  draw.render = render;
  update({});
}

let toastTimer = 0;
export function toast(words) {
  update({ toast: words });
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => update({ toast: "" }), 4000);
}

export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`kibitz.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`kibitz.${name}`, JSON.stringify(value));
  } catch {
    toast("this browser keeps nothing: stay on this page, or your seat is lost");
  }
}

export function change(setting, value) {
  const settings = { ...state.settings, [setting]: value };
  keep("settings", settings);
  update({ settings });
}
