// What a browser sends: the names and fields of kibitz/web/messages.py, which a test compares.

export const MESSAGES = {
  join: ["name", "secret", "watching"],
  words: ["words"],
  sit: ["seated"],
  ready: ["ready"],
  configure: ["game", "options"],
  addbot: ["bot"],
  remove: ["seat"],
  dismiss: ["person"],
  moveseat: ["seat", "to"],
  start: [],
  reopen: [],
  choose: ["match", "version", "key"],
  advise: ["match", "version", "aim"],
  cover: ["seat"],
  behave: ["turn_seconds", "watch_late", "advice"],
  back: [],
  nudge: [],
  react: ["reaction"],
  chat: ["text"],
  takeback: ["match", "version"],
  agree: ["agree"],
  leave: [],
  ping: [],
};
export const HOST_MESSAGES = ["configure", "behave", "addbot", "remove", "dismiss", "moveseat", "reopen", "cover", "start"];
export const REACTIONS = ["👍", "👏", "😀", "😮", "😢", "🤔"];
export const BOTS = ["novice", "regular", "expert"];
export const TURN_SECONDS = [0, 20, 45, 90, 300];
export const ADVICE = ["review", "off", "hints", "full"];
export const VERSION = 6;
