// The builtin types' behaviour, the builtin functions and the standard modules. One file
// per type or family; each fills the slots and attributes of types that the interpreter's
// bootstrap has made. After vm/native.h, which these files are written with.
#pragma once
#include "vm/native.h"

namespace vt::vm {

// Called once per interpreter, after the core types exist.
void install_builtins(Interpreter& vm);

// Fills the slots and methods of one type each; called once per process.
void install_int_type();
void install_float_type();
void install_str_type();
void install_str_methods();
void install_bytes_type();
void install_tuple_type();
void install_list_type();
void install_dict_type();
void install_dict_views();
void install_set_type();
void install_range_type();
void install_slice_type();
void install_iterator_types();
void install_generic_aliases();  // list[int], int | None
Type* generic_alias_type();
NativeFn generic_alias_maker();  // (origin, argument or tuple of arguments)
Type* union_alias_type();

// Names of `builtins`.
void install_core_functions(Interpreter& vm);
void install_code_functions(Interpreter& vm);  // eval, exec, compile
struct Frame& python_frame(Interpreter& vm);   // the innermost; a RuntimeError without one
Value local_names(struct Frame& frame);        // its namespace, or a new dict of its local variables
void install_number_functions(Interpreter& vm);
Type* complex_type();
Value make_complex(double real, double imag);
Value complex_power(double base, double exponent);  // of a negative base to a fractional exponent
void install_iteration_functions(Interpreter& vm);
void install_io_functions(Interpreter& vm);
// Standard modules, native ones and those written in the language.
void install_standard_modules(Interpreter& vm);

}  // namespace vt::vm
