// Emscripten 3.1.6 takes a global fetch for a browser's; under Node it must not see one.
if (typeof process == 'object') delete globalThis.fetch;
if (typeof require == 'function') Module['readLibrary'] = () => require('fs').readFileSync(__dirname + '/library.json', 'utf8');
