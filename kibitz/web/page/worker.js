// Python in a worker, with a table of kibitz: it is told what the browser says, and answers.

const PAUSE = 300; // milliseconds in which people see what a bot has done
let table = null;

async function start({ files, game, options, kept }) {
  const text = (name) => new TextDecoder().decode(files[name]);
  const module = (name) => import(`data:text/javascript,${encodeURIComponent(text(name))}`);
  self.fetch = async (address) => {
    const name = String(address).split("/").pop();
    if (!files[name]) return new Response(null, { status: 404 });
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files[name], { headers: { "content-type": type } });
  };
  const { loadPyodide } = await module("pyodide.mjs");
  const python = await loadPyodide({
    indexURL: "https://page.invalid/",
    createPyodideModule: (await module("pyodide.asm.mjs")).default,
    lockFileContents: text("pyodide-lock.json"),
  });
  python.unpackArchive(files["kibitz.zip"], "zip", { extractDir: "/kibitz" });
  python.globals.set("game", game);
  python.globals.set("options", options);
  python.globals.set("kept", kept);
  table = python.runPython(`
import sys
sys.path.insert(0, "/kibitz")
from kibitz.web.offers import Offers
from kibitz.web.offline_table import OfflineTable
OfflineTable.opened(Offers(), game, options, kept)
`);
}

async function letBotsPlay() {
  while (table.bot_is_due) {
    await new Promise((done) => setTimeout(done, PAUSE));
    postMessage({ kind: "told", text: table.let_bot_play() });
    postMessage({ kind: "keep", text: table.kept() });
  }
}

let work = Promise.resolve();
let bots = Promise.resolve();

async function answer({ id, kind, ...asked }) {
  if (kind === "start") await start(asked);
  if (kind === "hear") {
    postMessage({ kind: "told", text: table.hear(asked.text) });
    postMessage({ kind: "keep", text: table.kept() });
  }
  const answered = { id, kind };
  if (kind === "fetch") {
    const told = table.fetched(asked.address);
    [answered.status, answered.type, answered.body] = told.toJs();
    told.destroy();
  }
  postMessage(answered);
  if (kind === "hear") bots = bots.then(letBotsPlay);
}

self.onmessage = ({ data }) => {
  work = work.then(() => answer(data)).catch((fault) => setTimeout(() => { throw fault; }));
};
