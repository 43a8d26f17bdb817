// Functions shared by the engine's script, the page's loader and the threads (web/threads.mjs). They are properties of
// the global object, because Emscripten links this file into the engine's script, which has no module exports.

// Creates a shared memory; null if the browser has none. Most browsers allow it also on a page without cross-origin
// isolation, but there it cannot be passed to other threads.
globalThis.vitrineSharedMemory = function () {
  for (var pages of [65536, 32768, 16384]) {  // phones may refuse to reserve 4 GB
    try {
      return new WebAssembly.Memory({ initial: 256, maximum: pages, shared: true });
    } catch (error) {}
  }
  return null;
};

// Reads a LEB128 number at `at`; returns it and the position after it.
globalThis.vitrineNumber = function (bytes, at) {
  for (var value = 0, shift = 0; ; shift += 7) {
    var byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value >>> 0, at];
  }
};

// Position of the memory import's flags in the bytes of a module, or of its start; undefined if that is too short.
globalThis.vitrineMemoryFlags = function (bytes) {
  var number = vitrineNumber, at = 8, id, size, count, kind;
  for (; at < bytes.length; at += size) {
    id = bytes[at];
    [size, at] = number(bytes, at + 1);
    if (id === 2) break;
  }
  if (at + size > bytes.length || !(at < bytes.length)) return undefined;
  for ([count, at] = number(bytes, at); count > 0; --count) {
    for (var name = 0; name < 2; ++name) {
      [size, at] = number(bytes, at);
      at += size;
    }
    kind = bytes[at++];
    if (kind === 2) return at;
    if (kind === 3) at += 2;  // global: type, mutability
    else if (kind === 1) {    // table: type, flags, minimum and optional maximum size
      var flags = bytes[at + 1];
      at = number(bytes, at + 2)[1];
      if (flags & 1) at = number(bytes, at)[1];
    } else at = number(bytes, kind === 4 ? at + 1 : at)[1];  // tag or function
  }
  throw new Error('the engine imports no memory');
};

// Lets a module run on unshared memory: clears the flag of its memory import that requires shared memory.
globalThis.vitrineUnshare = function (bytes) {
  bytes[vitrineMemoryFlags(bytes)] &= 1;
  return bytes;
};

// Writes the initial contents of the engine's memory. They are in a custom section (web/shareable.mjs) instead of the
// data section, so that the instances of threads do not overwrite the memory.
globalThis.vitrineFill = function (module, memory) {
  var section = new Uint8Array(WebAssembly.Module.customSections(module, 'data')[0]), to = new Uint8Array(memory.buffer);
  var [count, at] = vitrineNumber(section, 0), start, size;
  for (; count > 0; --count) {
    [start, at] = vitrineNumber(section, at);
    [size, at] = vitrineNumber(section, at);
    to.set(section.subarray(at, at + size), start);
    at += size;
  }
};

// The imports of generated kernels. `table` has the C++ functions erf, erfc and lgamma at the given indices.
globalThis.vitrineKernelImports = function (memory, table, erf, erfc, lgamma) {
  var imports = { m: memory, fmod: (a, b) => a % b, exp2: (x) => Math.pow(2, x) };
  for (var name of ['exp', 'expm1', 'log', 'log2', 'log10', 'log1p', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'atan2'])
    imports[name] = Math[name];
  imports.pow = (x, y) => x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : Math.pow(x, y);  // as in C
  imports.erf = table.get(erf);
  imports.erfc = table.get(erfc);
  imports.lgamma = table.get(lgamma);
  return imports;
};
globalThis.vitrineIsShared = function (memory) {
  return Object.prototype.toString.call(memory.buffer) === '[object SharedArrayBuffer]';
};
