// What a browser sends: the names and fields of kibitz/web/messages.py, which a test compares.

export const MESSAGES = {
  join: ["name", "secret", "watching"],
  words: ["words"],
  sit: ["seated"],
  ready: ["ready"],
  configure: ["game", "options"],
  addbot: ["bot"],
  remove: ["seat"],
  moveseat: ["seat", "to"],
  start: [],
  reopen: [],
  choose: ["match", "version", "key"],
  cover: ["seat"],
  react: ["reaction"],
  leave: [],
  ping: [],
};
export const REACTIONS = ["👍", "👏", "😀", "😮", "😢", "🤔"];
export const BOTS = ["novice", "regular", "expert"];
export const VERSION = 1;
