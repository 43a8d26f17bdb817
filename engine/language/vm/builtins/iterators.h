// The classes enumerate, zip, map, filter, reversed and the sentinel iterator, as the
// builtin names show them.
#pragma once
#include "vm/native.h"

namespace vt::vm {

void add_iterator_builtins(Interpreter& vm);
// iter(callable, sentinel)
Value make_sentinel_iterator(Value callable, Value sentinel);
// Walks an object that only has __getitem__.

}  // namespace vt::vm
