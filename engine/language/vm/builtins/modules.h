// The standard modules that are written natively: each loader fills a module's namespace
// on its first import. The rest are in vm/python, in the language.
#pragma once
#include "vm/native.h"

namespace vt::vm {

void load_math(Interpreter& vm, Module& module);
void load_random(Interpreter& vm, Module& module);
void load_operator(Interpreter& vm, Module& module);
void load_itertools(Interpreter& vm, Module& module);
void load_collections_natives(Interpreter& vm, Module& module);  // _collections: deque
void load_io_natives(Interpreter& vm, Module& module);           // _io: the outside world
void load_file_natives(Interpreter& vm, Module& module);         // _files: files and folders
void load_re_natives(Interpreter& vm, Module& module);           // _re: patterns
void load_time_natives(Interpreter& vm, Module& module);         // _time: clocks
void load_hash_natives(Interpreter& vm, Module& module);         // _hashlib: digests
void load_weakref_natives(Interpreter& vm, Module& module);      // _weakref: ref
void define_metatypes(Module& module);
void load_types_natives(Interpreter& vm, Module& module);  // _types: classes without a name in builtins

}  // namespace vt::vm
