// Threads under Node: as many as OMP_NUM_THREADS says, else as the machine has.
if (typeof require == 'function') {
  const memory = vitrineSharedMemory();
  let engine;
  Module['wasmMemory'] = memory;
  Module['threads'] = Number(process.env.OMP_NUM_THREADS) || require('os').cpus().length;
  Module['instantiateWasm'] = (imports, done) => {
    engine = new WebAssembly.Module(require('fs').readFileSync(__dirname + '/vitrine_cli.wasm'));
    const instance = new WebAssembly.Instance(engine, imports);
    vitrineFill(engine, memory);
    done(instance, engine);
    return instance.exports;
  };
  Module['startThreads'] = (setup) => {
    const { Worker } = require('worker_threads');
    for (let number = 1; number < setup.count; ++number)
      new Worker(__dirname + '/thread.mjs', { workerData: { setup: Object.assign({ module: engine }, setup), number } }).unref();
  };
}
