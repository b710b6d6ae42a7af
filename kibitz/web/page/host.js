// Python in a worker, for this page: asked by messages, and ended where it does not answer. The worker can
// reach nothing but this page.
{
  const PATIENCE = 60000; // milliseconds
  const element = (id) => document.getElementById(id);
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
  // Of a file that lies in the page, or at an address.
  const bytes = async ({ dataset, textContent }) => {
    if (dataset.at) return (await fetch(dataset.at)).arrayBuffer();
    const letters = atob(textContent);
    const packed = new Uint8Array(letters.length);
    for (let place = 0; place < letters.length; place += 1) packed[place] = letters.charCodeAt(place); // megabytes
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };

  class Host {
    waiting = new Map();
    number = 0;
    listener = null; // hears what a table tells
    ended = null; // is told when Python had to be ended

    constructor(name) {
      this.name = name; // what is kept is kept under it
      this.ready = this.begin();
    }

    async begin() {
      const parts = [...document.querySelectorAll("script[data-python]")];
      const files = Object.fromEntries(await Promise.all(parts.map(async (part) => [part.id, await bytes(part)])));
      const { dataset, textContent } = element("kibitz-worker");
      const address = dataset.at ?? `data:text/javascript,${encodeURIComponent(textContent)}`; // a file may not start others
      this.worker = new Worker(address, { type: "module" });
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.onerror = (event) => console.error(event.message, event.filename, event.lineno);
      await this.ask("start", { files, folder: dataset.at?.replace(/[^/]*$/, "") });
    }

    ask(kind, fields = {}) {
      const id = ++this.number;
      const timer = setTimeout(() => this.end(), PATIENCE);
      this.worker.postMessage({ id, kind, ...fields });
      return new Promise((answer) => this.waiting.set(id, { answer, timer }));
    }

    hear(data) {
      if (data.kind === "told") this.listener?.(data.text);
      if (data.kind === "keep") this.keep(data.text);
      const found = this.waiting.get(data.id);
      if (!found) return;
      clearTimeout(found.timer);
      this.waiting.delete(data.id);
      found.answer(data);
    }

    end() {
      this.worker.terminate();
      for (const { timer } of this.waiting.values()) clearTimeout(timer);
      this.waiting.clear();
      this.ended?.();
    }

    restart() {
      this.ready = this.begin();
      return this.ready;
    }

    kept() {
      return table("readonly", (store) => store.get(this.name)).then((text) => text ?? "", () => "");
    }

    keep(text) {
      return table("readwrite", (store) => store.put(text, this.name)).catch(() => null);
    }
  }

  Host.bytes = bytes;
  globalThis.KibitzHost = Host;
}
