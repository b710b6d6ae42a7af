// Plays matches with the module that `kibitz compile` wrote: node play.mjs MATCHES SEED
import { readFileSync } from "node:fs";

const file = (name) => readFileSync(new URL(name, import.meta.url));
const layout = JSON.parse(file("$name.json"));
const memory = new WebAssembly.Memory({ initial: 1 });
let end = 64; // no address is 0
const room = (bytes) => {
  const start = end;
  end += Math.ceil(bytes / 64) * 64;
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  return start;
};
const global = (value, mutable) => new WebAssembly.Global({ value: "i32", mutable }, value);
const env = {
  __linear_memory: memory,
  __memory_base: global(room(layout.constants), false),
  __stack_pointer: global(room(layout.stack) + layout.stack, true),
};
const { instance } = await WebAssembly.instantiate(file("$name.wasm"), { env });
const game = instance.exports;
const { bytes, fields, rooms } = layout.context;
const context = room(bytes), state = room(layout.state.bytes), scores = room(4 * layout.players);
const words = () => new DataView(memory.buffer);
const address = (field) => words().getUint32(context + fields[field].at, true);
for (const [field, size] of Object.entries(rooms)) {
  const place = room(size);
  words().setUint32(context + fields[field].at, place, true);
}

// Match `number` of a seed; `choose` is told who decides, and among how many options.
export function play(seed, number, choose) {
  game.seed(context, BigInt(seed), BigInt(number));
  let going = game.deal(state, context);
  while (going > 0) {
    const step = words().getUint32(state + layout.state.fields.position.at, true);
    const seat = words().getUint8(state + layout.decisions[step].seat);
    const row = 4 * layout.row.numbers * choose(seat, game.options(state, context));
    going = game.perform(state, context, address("ROWS") + row);
    if (going >= 0) going = game.advance(state, context);
  }
  const fault = words().getInt32(context + fields.STATUS.at, true);
  if (going < 0) throw Error(layout.faults[fault - 1].slug);
  game.score(state, context, scores);
  return Array.from(new Int32Array(memory.buffer, scores, layout.players));
}

let chance = 1;
const anything = (seat, count) => (chance = (chance * 48271) % 0x7fffffff) % count;
const [matches, seed] = process.argv.slice(2).map(Number);
for (let number = 0; number < matches; number++) console.log(...play(seed, number, anything));
