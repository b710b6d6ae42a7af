// node call_module.mjs: for every line with a FOLDER, calls functions of FOLDER/module over FOLDER/image, as
// FOLDER/job says, and tells what they return and how many seconds of the processor each took.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

async function called(folder) {
  const job = JSON.parse(readFileSync(`${folder}/job`));
  const memory = new WebAssembly.Memory({ initial: Math.ceil(job.bytes / 65536) });
  const image = readFileSync(`${folder}/image`);
  new Uint8Array(memory.buffer).set(image);
  const global = (value, mutable) => new WebAssembly.Global({ value: "i32", mutable }, value);
  const env = {
    __linear_memory: memory,
    __memory_base: global(job.constants, false),
    __stack_pointer: global(job.stack, true),
  };
  const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/module`), { env });
  const results = job.calls.map(([name, kinds, values]) => {
    const given = values.map((value, n) => (kinds[n] === "l" ? BigInt(value) : Number(value)));
    const before = process.cpuUsage();
    const result = instance.exports[name](...given);
    const taken = process.cpuUsage(before);
    return [result, (taken.user + taken.system) / 1e6];
  });
  writeFileSync(`${folder}/image`, new Uint8Array(memory.buffer, 0, image.length));
  return results;
}

for await (const folder of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await called(folder)));
}
