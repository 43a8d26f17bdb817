// What the engine's script, the page's loader and the threads (web/threads.mjs) all need. The first is linked by
// Emscripten, which knows no exports, so these are properties of the global object.

// A memory that threads can share, or null where the browser has none. A page that is not isolated has it too in most
// browsers, only other threads cannot get at it there.
globalThis.vitrineSharedMemory = function () {
  for (var pages of [65536, 32768, 16384]) {  // phones may refuse to reserve 4 GB
    try {
      return new WebAssembly.Memory({ initial: 256, maximum: pages, shared: true });
    } catch (error) {}
  }
  return null;
};

// A number of LEB128 at `at`, and the place after it.
globalThis.vitrineNumber = function (bytes, at) {
  for (var value = 0, shift = 0; ; shift += 7) {
    var byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value >>> 0, at];
  }
};

// The place of the flags of the memory import in the bytes of a module, or of its head; undefined if that is too short.
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
    if (kind === 3) at += 2;  // a global: its type, whether it changes
    else if (kind === 1) {    // a table: its type, flags, least and perhaps most places
      var flags = bytes[at + 1];
      at = number(bytes, at + 2)[1];
      if (flags & 1) at = number(bytes, at)[1];
    } else at = number(bytes, kind === 4 ? at + 1 : at)[1];  // a tag or a function
  }
  throw new Error('the engine imports no memory');
};

// Lets a module run on memory that is not shared: only the flag of its import says that it must be.
globalThis.vitrineUnshare = function (bytes) {
  bytes[vitrineMemoryFlags(bytes)] &= 1;
  return bytes;
};

// The first contents of the engine's memory. They lie in a section of their own (web/shareable.mjs), so that instances
// of threads leave the memory as it is.
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

// What generated kernels import beside memory. `table` holds the C++ functions erf, erfc and lgamma at the given places.
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
