#include "vm/builtins/modules.h"

#include "library/library.h"
#include "vm/builtins/builtins.h"

namespace vt::vm {

void install_standard_modules(Interpreter& vm) {
  vm.add_module("math", load_math);
  vm.add_module("_time", load_time_natives);
  vm.add_module("_hashlib", load_hash_natives);
  vm.add_module("random", load_random);
  vm.add_module("operator", load_operator);
  vm.add_module("itertools", load_itertools);
  vm.add_module("_collections", load_collections_natives);
  vm.add_module("_io", load_io_natives);
  vm.add_module("_files", load_file_natives);
  vm.add_module("_re", load_re_natives);
  vm.add_module("_types", load_types_natives);
  vm.add_module("_weakref", load_weakref_natives);
  vm.add_frozen_modules(frozen_std());
}

}  // namespace vt::vm
