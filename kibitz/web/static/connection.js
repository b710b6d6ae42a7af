// The socket of a table: comes back by itself, and answers every message with a promise.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const PING = 15000;

function serverSocket(code) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/t/${code}/socket`);
}

export class Connection {
  constructor(code, listener) {
    this.code = code;
    this.listener = listener; // { state(name), open(), message(data) }
    this.waiting = new Map();
    this.number = 0;
    this.pause = FIRST_PAUSE;
    this.wanted = true;
    this.connect();
    this.isAnswered = true;
    this.pings = setInterval(() => this.isOpen && this.ping(), PING);
    addEventListener("online", () => this.again(0));
    addEventListener("offline", () => this.isOpen && this.drop());
  }

  // A socket can be dead without having been closed: nobody answers.
  ping() {
    if (!this.isAnswered) this.drop();
    else {
      this.isAnswered = false;
      this.send("ping").then(() => { this.isAnswered = true; });
    }
  }

  drop() {
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.lost();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    this.socket = (globalThis.kibitzPage?.socket ?? serverSocket)(this.code); // a page may have its table with it
    this.socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.listener.state("live");
      this.listener.open();
    };
    this.socket.onmessage = (event) => JSON.parse(event.data).forEach((message) => this.wanted && this.hear(message)); // who has closed it hears no more
    this.socket.onclose = () => this.lost();
  }

  hear(data) {
    if (data.type === "done" || data.type === "refused") {
      const answer = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      answer?.(data);
      if (answer && data.type === "done") return;
    }
    this.listener.message(data);
  }

  lost() {
    for (const answer of this.waiting.values()) answer({ type: "refused", reason: "lost", words: "the connection was lost" });
    this.waiting.clear();
    if (!this.wanted) return;
    this.listener.state(navigator.onLine ? "reconnecting" : "offline");
    this.again(this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  again(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.wanted && !this.isOpen && this.socket.readyState !== WebSocket.CONNECTING) this.connect();
    }, pause);
  }

  send(type, fields = {}) {
    if (!this.isOpen) return Promise.resolve({ type: "refused", reason: "lost", words: "the connection was lost" });
    const id = ++this.number;
    this.socket.send(JSON.stringify({ type, id, ...fields }));
    return new Promise((answer) => this.waiting.set(id, answer));
  }

  close() {
    this.wanted = false;
    clearInterval(this.pings);
    this.socket.close();
  }
}
