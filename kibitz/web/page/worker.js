// Python in a worker: a table of kibitz that is told what the browser says, and answers; and the workshop in
// which a game is written.

const BOTS = "/kibitz/bots"; // what bots think with, where the page has it
const PAUSE = 300; // milliseconds in which people see what a bot has done
let python = null;
let table = null;
let workshop = null;

async function start({ files, folder }) {
  const text = (name) => new TextDecoder().decode(files[name]);
  const module = (name) => import(folder ? `${folder}${name}` : `data:text/javascript,${encodeURIComponent(text(name))}`);
  self.fetch = async (address) => {
    const name = String(address).split("/").pop();
    if (!files[name]) return new Response(null, { status: 404 });
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files[name], { headers: { "content-type": type } });
  };
  const { loadPyodide } = await module("pyodide.mjs");
  python = await loadPyodide({
    indexURL: "https://page.invalid/",
    createPyodideModule: (await module("pyodide.asm.mjs")).default,
    lockFileContents: text("pyodide-lock.json"),
  });
  for (const name of ["kibitz.zip", "game.zip"]) if (files[name]) python.unpackArchive(files[name], "zip", { extractDir: "/kibitz" });
  python.runPython("import sys; sys.path.insert(0, '/kibitz')");
}

// The game as WebAssembly. Python lays out its memory, and says where its constants lie and its stack ends.
function openModule(constants, stack) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = () => new Uint8Array(memory.buffer);
  const global = (value, mutable) => new WebAssembly.Global({ value: "i32", mutable }, value);
  const grow = (size) => {
    const missing = Math.ceil((size - memory.buffer.byteLength) / 65536);
    if (missing > 0) memory.grow(missing);
  };
  grow(stack);
  const env = { __linear_memory: memory, __memory_base: global(constants, false), __stack_pointer: global(stack, true) };
  const module = new WebAssembly.Module(python.FS.readFile(`${BOTS}/module.wasm`));
  const game = new WebAssembly.Instance(module, { env }).exports;
  return {
    grow,
    write(address, data) {
      const given = data.getBuffer("u8");
      bytes().set(given.data, address);
      given.release();
    },
    read: (address, size) => python.toPy(bytes().slice(address, address + size)),
    call: (name, kinds, ...values) => game[name](...values.map((value, n) => (kinds[n] === "l" ? BigInt(value) : Number(value)))),
  };
}

function openTable(asked) {
  for (const name of ["game", "options", "linked", "kept", "bots"]) python.globals.set(name, asked[name]);
  python.globals.set("open_module", openModule);
  python.globals.set("bots_at", BOTS);
  table = python.runPython(`
from kibitz.web.offers import Offers
from kibitz.web.offline_bot import ModuleBots, PageBots
from kibitz.web.offline_table import OfflineTable, rules_asked
offers = Offers()
rules, trouble = rules_asked(offers, game, options, linked)
opened = OfflineTable.opened(offers, game, rules, kept, PageBots(ModuleBots.of(bots_at, open_module)))
opened.begin(bots)
opened
`);
  return { text: python.globals.get("trouble") };
}

function openWorkshop() {
  workshop = python.runPython(`
import tempfile
from kibitz.web.workshop import Workshop
Workshop(tempfile.mkdtemp())
`);
}

async function letBotsPlay(own) {
  while (own === table && table.bot_is_due) {
    await new Promise((done) => setTimeout(done, PAUSE));
    if (own !== table) return;
    postMessage({ kind: "told", text: table.let_bot_play() });
    postMessage({ kind: "keep", text: table.kept() });
  }
}

const ANSWERS = {
  start,
  table: openTable,
  hear: ({ text }) => {
    postMessage({ kind: "told", text: table.hear(text) });
    postMessage({ kind: "keep", text: table.kept() });
  },
  fetch: ({ address }) => {
    const told = table.fetched(address);
    const [status, type, body] = told.toJs();
    told.destroy();
    return { status, type, body };
  },
  workshop: openWorkshop,
  write: ({ program, page }) => ({ text: workshop.write(program, page) }),
  deal: ({ kept }) => {
    const trouble = workshop.deal(kept);
    table = workshop.dealt ?? null;
    return { text: trouble };
  },
  format: () => ({ text: workshop.format() }),
  explain: ({ offset }) => ({ text: workshop.explain(offset) }),
  complete: ({ offset }) => ({ text: workshop.complete(offset) }),
  trace: () => ({ text: workshop.trace(table ? table.kept() : "") }),
  chance: ({ matches }) => ({ text: workshop.chance(matches) }),
};

let work = Promise.resolve();
let bots = Promise.resolve();

async function answer({ id, kind, ...asked }) {
  const answered = await ANSWERS[kind](asked);
  postMessage({ id, kind, ...answered });
  if (kind === "hear") bots = bots.then(() => letBotsPlay(table));
}

self.onmessage = ({ data }) => {
  work = work.then(() => answer(data)).catch((fault) => setTimeout(() => { throw fault; }));
};
