// A table without a server: what the client says to a socket and what it fetches goes to a worker with
// Python in it, its own or that of the page around it.
{
  const BEGINNING = "The table is being set up …";
  const ENDED = "The rules of this game take too long: the table was ended. Load the page again to go on from the last choice.";
  const element = (id) => document.getElementById(id);

  function say(text) {
    const words = document.createElement("p");
    Object.assign(words, { className: "lost", role: "status", textContent: text });
    document.body.prepend(words);
    return words;
  }

  async function ownHost() {
    const words = say(BEGINNING);
    const [game, options, bots] = ["game", "options", "bots"].map((name) => element(`kibitz-${name}`).textContent);
    const linked = location.hash.slice(1); // house rules that somebody has sent, in place of those of the page
    addEventListener("hashchange", () => location.reload());
    const host = new KibitzHost([game, options !== "{}" && options, linked].filter(Boolean).join(" "));
    host.ended = () => say(ENDED);
    await host.ready;
    const { text: trouble } = await host.ask("table", { game, options, linked, bots, kept: await host.kept() });
    words.remove();
    if (trouble) say(`The rules of this link cannot be played here, so those of this page are: ${trouble}`);
    return host;
  }

  const around = parent === globalThis ? null : parent.kibitzHost;
  localStorage.setItem("kibitz.seat.PAGE", JSON.stringify("page")); // whoever has the page sits there already
  const ready = around ? Promise.resolve(around) : ownHost();

  class WorkerSocket {
    readyState = WebSocket.CONNECTING;

    constructor() {
      ready.then((host) => {
        host.listener = (text) => this.onmessage?.({ data: text });
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      });
    }

    send(text) {
      ready.then((host) => host.ask("hear", { text }));
    }

    close() {
      this.readyState = WebSocket.CLOSED;
    }
  }

  globalThis.kibitzPage = { path: "/t/PAGE", home: element("kibitz-home")?.textContent, link: around ? null : location.href.split("#")[0], socket: () => new WorkerSocket() };
  globalThis.fetch = async (address) => {
    const host = await ready;
    const { status, type, body } = await host.ask("fetch", { address: String(address) });
    return new Response(body, { status, headers: { "content-type": type } });
  };

  // What a server would send is made here, and kept as a file.
  async function save(link) {
    const answer = await fetch(link.getAttribute("href"));
    const file = URL.createObjectURL(await answer.blob());
    Object.assign(document.createElement("a"), { href: file, download: link.download }).click();
    setTimeout(() => URL.revokeObjectURL(file), 1000);
  }
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='/']");
    if (!link) return;
    event.preventDefault();
    if (link.download) save(link);
  }, true);
}
