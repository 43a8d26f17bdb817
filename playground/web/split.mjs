// Splits the engine's WebAssembly in two: what every visitor needs, and the functions that few
// programs call, which the worker reads at the first call of one (ADR 0020).
// node split.mjs FOLDER-OF-BINARYEN ENGINE LATE: rewrites ENGINE, writes LATE.
import { execFileSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";

const [tools, engine, late] = process.argv.slice(2);
const features = ["simd", "exception-handling", "mutable-globals", "sign-ext", "bulk-memory", "nontrapping-float-to-int", "multivalue"];
const options = ["--mvp-features", ...features.map((name) => `--enable-${name}`)];

// Functions whose addresses are taken, by mangled name: where the late part begins.
const entrance = new RegExp([
  "(?<!\\d)6script[\\dL]",  // TorchScript
  "samplesEv|samplesILb.EE.*Ev$|\\$_\\d+8__invokeEv",  // samples of operators, which only tests ask for
  "10WgslWriter.*clEv$",  // WGSL, which is shown when somebody looks
  "WebGpu(Backend7compile|Executable|Ops)|compile_webgpu|device6webgpu|OpPrograms|CopyPrograms|HostSteps",  // and the device that runs it
  // Decompositions of matrices, recurrent layers, and what is rare in training.
  "\\d(svd|eigh|qr|lu|slogdet|det|inv|solve|cholesky|triangular|ctc_loss|lstm|lstm_backward|states|pairs|pairs_backward|"
    + "patches|resize|histc|bincount|search|polygamma|nextafter|frexp|sinc|multinomial)(_kernel|_grad|_infer)?(ILb.EEENSt3.*)?E(RKNS_4ArgsE|RNS_11GradContextE)",
].join("|"));

// Lines of the call graph: `"name" [...];` a function, `"name" [... rounded"];` a place in the
// function table, `"caller" -> "callee"; // call`.
const calls = new Map(), places = new Map(), exported = [];
const graph = execFileSync(`${tools}/wasm-opt`, [engine, "--print-call-graph", "-o", "/dev/null", ...options], { maxBuffer: 1 << 30 });
for (const line of graph.toString().split("\n")) {
  const [, name, called, look] = /^  "(.+?)" (?:-> "(.+)";|\[(.*)\];)/.exec(line) ?? [];
  if (called) calls.get(name)?.push(called);
  else if (look?.includes("rounded")) places.set(name, (places.get(name) ?? 0) + 1);
  else if (name) {
    calls.set(name, []);
    if (!look.includes('"white"')) exported.push(name);
  }
}

// Early is what exports and the table's other places lead to. A function in several places was
// made from equal ones and its name is only one of theirs: what it calls tells.
const isEntrance = (name) => entrance.test(name) && (places.get(name) === 1 || calls.get(name).some((called) => entrance.test(called)));
const early = new Set([...exported, ...[...places.keys()].filter((name) => !isEntrance(name))]);
for (const name of early) for (const called of calls.get(name) ?? []) early.add(called);
const chosen = [...calls.keys()].filter((name) => !early.has(name));
writeFileSync("late.txt", chosen.join("\n"));
try {
  if (chosen.length === 0) throw new Error("no function is late: has its name changed?");
  execFileSync(`${tools}/wasm-split`, ["--split", engine, "--split-funcs=@late.txt", "--import-namespace=engine", "--placeholder-namespace=late",
    "--export-prefix=%", "-o1", "first.wasm", "-o2", late, ...options], { stdio: "inherit" });
} catch (error) {
  // Another release of Binaryen may not know how. Then the engine stays whole, which costs only bytes.
  console.warn(`the engine is not split: ${error.message}`);
  execFileSync(`${tools}/wasm-opt`, [engine, "--strip-debug", "-o", "first.wasm", ...options], { stdio: "inherit" });
  writeFileSync(late, Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
}
renameSync("first.wasm", engine);
rmSync("late.txt");
