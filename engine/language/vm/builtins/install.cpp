#include "vm/builtins/builtins.h"
#include "vm/builtins/bytes.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {

void install_builtins(Interpreter& vm) {
  static const bool types_filled = [] {
    install_int_type();
    install_float_type();
    install_str_type();
    install_bytes_type();
    install_bytearray_type();
    install_tuple_type();
    install_list_type();
    install_dict_type();
    install_dict_views();
    install_set_type();
    install_range_type();
    install_slice_type();
    install_iterator_types();
    install_generic_aliases();
    return true;
  }();
  static_cast<void>(types_filled);
  add_builtin(vm, "bytearray", Value::of(bytearray_type()));
  install_memoryview_type(vm);
  add_builtin(vm, "complex", Value::of(complex_type()));
  install_core_functions(vm);
  install_code_functions(vm);
  install_number_functions(vm);
  install_iteration_functions(vm);
  install_io_functions(vm);
  install_standard_modules(vm);
}

}  // namespace vt::vm
