// For Emscripten's script: a TextDecoder that accepts shared memory, which the browsers' own decoders refuse.
var TextDecoder = class extends globalThis.TextDecoder {
  decode(view, options) {
    return super.decode(view && Object.prototype.toString.call(view.buffer) === '[object SharedArrayBuffer]' ? view.slice() : view, options);
  }
};
