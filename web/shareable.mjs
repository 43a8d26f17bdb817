// Makes linked modules of the engine ready for threads (docs/adr/0028-threads-in-the-browser.md): the memory that they
// import is a shared one, and data that an instance would copy into it becomes a custom section, which only the first
// instance of an engine copies. Nothing else changes: C++ is compiled and linked for one thread.
// node shareable.mjs FILE...
import { readFileSync, writeFileSync } from "node:fs";
import "../engine/runtime/wasm/globals.js";

const kCustom = 0, kImport = 2, kData = 11, kDataCount = 12;

function number(value) {
  const bytes = [];
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
}
const section = (id, contents) => Buffer.concat([Buffer.from([id, ...number(contents.length)]), contents]);

// Count, and for each its address, its size and its bytes.
function filling(data) {
  const read = (at) => vitrineNumber(data, at);
  let [count, at] = read(0);
  const parts = [Buffer.from(number(count))];
  for (; count > 0; --count) {
    if (data[at] !== 0 || data[at + 1] !== 0x41) throw new Error("a data segment without a fixed address");
    let start, size;
    [start, at] = read(at + 2);  // i32.const, signed, but below 2^31 and so written with a last byte below 64
    [size, at] = read(at + 1);
    parts.push(Buffer.from([...number(start), ...number(size)]), data.subarray(at, at + size));
    at += size;
  }
  return Buffer.concat(parts);
}

function shareable(bytes) {
  const flags = vitrineMemoryFlags(bytes);
  if (bytes[flags] !== 1) throw new Error("the memory import has no maximum");
  bytes[flags] = 3;
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8, size; at < bytes.length; at += size) {
    const start = at, id = bytes[at];
    [size, at] = vitrineNumber(bytes, at + 1);
    const contents = bytes.subarray(at, at + size);
    if (id === kData) parts.push(section(kCustom, Buffer.concat([Buffer.from([4]), Buffer.from("data"), filling(contents)])));
    else if (id !== kDataCount) parts.push(bytes.subarray(start, at + size));
  }
  return Buffer.concat(parts);
}

for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  if (bytes.length > 8) writeFileSync(file, shareable(bytes));  // a late part may be empty (split.mjs)
}
