// A page without a server: what the client says to a socket and what it fetches goes to a worker with
// Python in it. The worker can reach nothing but this page, and one that does not answer is ended.
{
  const PATIENCE = 60000; // milliseconds
  const BEGINNING = "The table is being set up …";
  const ENDED = "The rules of this game take too long: the table was ended. Load the page again to go on from the last choice.";
  const element = (id) => document.getElementById(id);
  const game = element("kibitz-game").textContent;
  const options = element("kibitz-options").textContent;
  const opened = new Promise((found, failed) => {
    const asked = indexedDB.open("kibitz", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("tables");
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const table = async (mode, act) => {
    const store = (await opened).transaction("tables", mode).objectStore("tables");
    return new Promise((found) => {
      const asked = act(store);
      asked.onsuccess = () => found(asked.result);
      asked.onerror = () => found(undefined);
    });
  };
  const bytes = async (id) => {
    const packed = Uint8Array.from(atob(element(id).textContent), (letter) => letter.charCodeAt(0));
    element(id).remove();
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };

  const waiting = new Map();
  let worker = null;
  let socket = null;
  let number = 0;

  function ask(kind, fields) {
    const id = ++number;
    const timer = setTimeout(end, PATIENCE);
    worker.postMessage({ id, kind, ...fields });
    return new Promise((answer) => waiting.set(id, { answer, timer }));
  }

  function say(text) {
    const words = document.createElement("p");
    Object.assign(words, { className: "lost", role: "status", textContent: text });
    document.body.prepend(words);
    return words;
  }

  function end() {
    worker.terminate();
    say(ENDED);
  }

  function hear({ data }) {
    if (data.kind === "told") socket?.onmessage?.({ data: data.text });
    if (data.kind === "keep") table("readwrite", (store) => store.put(data.text, game)).catch(() => null);
    const found = waiting.get(data.id);
    if (!found) return;
    clearTimeout(found.timer);
    waiting.delete(data.id);
    found.answer(data);
  }

  const ready = (async () => {
    const words = say(BEGINNING);
    const names = [...document.querySelectorAll("script[data-python]")].map(({ id }) => id);
    const files = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await bytes(name)])));
    const kept = await table("readonly", (store) => store.get(game)).catch(() => undefined);
    const source = encodeURIComponent(element("kibitz-worker").textContent);
    worker = new Worker(`data:text/javascript,${source}`, { type: "module" }); // a file may not start others
    worker.onmessage = hear;
    worker.onerror = (event) => console.error(event.message, event.filename, event.lineno);
    await ask("start", { files, game, options, kept: kept ?? "" });
    words.remove();
  })();

  class WorkerSocket {
    readyState = WebSocket.CONNECTING;

    constructor() {
      socket = this;
      ready.then(() => {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      });
    }

    send(text) {
      ask("hear", { text });
    }

    close() {
      this.readyState = WebSocket.CLOSED;
    }
  }

  globalThis.kibitzPage = { path: "/t/PAGE", socket: () => new WorkerSocket() };
  globalThis.fetch = async (address) => {
    await ready;
    const { status, type, body } = await ask("fetch", { address: String(address) });
    return new Response(body, { status, headers: { "content-type": type } });
  };
  addEventListener("click", (event) => event.target.closest?.("a[href^='/']") && event.preventDefault(), true);
}
