// The stable sort behind list.sort and sorted(), with keys and calls into the language.
#pragma once
#include <vector>

#include "vm/native.h"

namespace vt::vm {

struct SortOptions {
  Value key;  // null: none
  bool reverse = false;
};
SortOptions sort_options(Interpreter& vm, const Arguments& a, const char* function);
// Leaves `items` a permutation of what they were even if a comparison raises.
void sort_values(Interpreter& vm, std::vector<Value>& items, const SortOptions& options);

}  // namespace vt::vm
