// The sys module.
#include <limits>

#include "vm/gc.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

Value sys_exit(Interpreter&, const Arguments& a) {
  check_count(a, "exit", 0, 1);
  raise_value(make<Exception>(types().SystemExit, make_tuple(std::vector<Value>(a.values, a.values + a.positional))));
}

Value stream_write(Interpreter& vm, const Arguments& a) {
  check_count(a, "write", 2, 2);
  std::string_view text = expect_str(a[1], "write() argument");
  if (a[0].as_int() == 1) vm.write_out(text);
  else vm.write_error(text);
  return Value::integer(a[1].as<Str>()->length);
}
Value do_nothing(Interpreter&, const Arguments&) { return Value::none(); }
Value say_false(Interpreter&, const Arguments&) { return Value::boolean(false); }
Value stream_number(Interpreter&, const Arguments& a) { return a[0]; }

// stdout and stderr are modules of functions: what programs do with them is write and flush.
Value make_stream(const char* name, int number) {
  Value made = make<Module>(name);
  Module& stream = *made.as<Module>();
  set_attribute(stream, "write", make_closure("write", stream_write, Value::integer(number)));
  set_attribute(stream, "fileno", make_closure("fileno", stream_number, Value::integer(number)));
  set_attribute(stream, "flush", make_closure("flush", do_nothing, Value()));
  set_attribute(stream, "isatty", make_closure("isatty", say_false, Value()));
  set_attribute(stream, "name", make_str(number == 1 ? "<stdout>" : "<stderr>"));
  set_attribute(stream, "encoding", make_str("utf-8"));
  return made;
}

Value set_recursion_limit(Interpreter& vm, const Arguments& a) {
  check_count(a, "setrecursionlimit", 1, 1);
  int64_t limit = vm.to_index(a[0]);
  if (limit < 1) raise(types().ValueError, "recursion limit must be greater or equal than 1");
  constexpr int64_t kMost = 200000;
  vm.limits().recursion_depth = static_cast<uint32_t>(std::min(limit, kMost));
  return Value::none();
}

Value exc_info(Interpreter& vm, const Arguments&) {
  Value exception = handled_exception(vm.state());
  if (exception.is_null()) return make_tuple({Value::none(), Value::none(), Value::none()});
  return make_tuple({Value::of(type_of(exception)), exception, vm.get_attribute(exception, names().traceback_)});
}

Value get_size(Interpreter& vm, const Arguments& a) { return Value::integer(64); }
Value reference_count(Interpreter&, const Arguments& a) {
  return Value::integer(a[0].is_object() ? static_cast<int64_t>(a[0].as_object()->references) : 1);
}

// A tuple whose items have names too.
template <size_t index>
Value version_part(Interpreter&, const Arguments& a) {
  return a[0].as<Tuple>()->items[index];
}
Value version_info() {
  static Type* type = [] {
    Type* made = make_type("version_info", types().tuple, Kind::kTuple, "sys");
    made->slots = types().tuple->slots;
    made->slots.repr = [](Interpreter& vm, const Value& self) {
      const char* const fields[] = {"major", "minor", "micro", "releaselevel", "serial"};
      std::string text = "sys.version_info(";
      for (size_t i = 0; i < 5; ++i)
        text += (i ? std::string(", ") : "") + fields[i] + "=" + vm.repr(self.as<Tuple>()->items[i]);
      return make_str(text + ")");
    };
    define_property(made, "major", version_part<0>);
    define_property(made, "minor", version_part<1>);
    define_property(made, "micro", version_part<2>);
    define_property(made, "releaselevel", version_part<3>);
    define_property(made, "serial", version_part<4>);
    return made;
  }();
  std::vector<Value> items{Value::integer(3), Value::integer(12), Value::integer(0), make_str("final"),
                           Value::integer(0)};
  return make<Tuple>(std::move(items), type);
}

Value float_info() {
  using Limits = std::numeric_limits<double>;
  Value made = make<Module>("sys.float_info");
  Module& info = *made.as<Module>();
  set_attribute(info, "max", Value::real(Limits::max()));
  set_attribute(info, "min", Value::real(Limits::min()));
  set_attribute(info, "epsilon", Value::real(Limits::epsilon()));
  set_attribute(info, "dig", Value::integer(Limits::digits10));
  set_attribute(info, "mant_dig", Value::integer(Limits::digits));
  set_attribute(info, "max_exp", Value::integer(Limits::max_exponent));
  set_attribute(info, "min_exp", Value::integer(Limits::min_exponent));
  set_attribute(info, "max_10_exp", Value::integer(Limits::max_exponent10));
  set_attribute(info, "min_10_exp", Value::integer(Limits::min_exponent10));
  set_attribute(info, "radix", Value::integer(Limits::radix));
  set_attribute(info, "rounds", Value::integer(1));
  return made;
}

void fill(Interpreter& vm, Module& sys) {
  Interpreter::State& state = vm.state();
  std::vector<Value> argv;
  for (const std::string& argument : state.argv) argv.push_back(make_str(argument));
  set_attribute(sys, "argv", make_list(std::move(argv)));
  set_attribute(sys, "modules", state.modules);
  set_attribute(sys, "maxsize", Value::integer(INT64_MAX));
  set_attribute(sys, "byteorder", make_str("little"));
  set_attribute(sys, "platform", make_str("linux"));
  set_attribute(sys, "executable", make_str(""));
  set_attribute(sys, "path", make_list({}));
  set_attribute(sys, "version", make_str("3.12.0 (vitrine)"));
  set_attribute(sys, "version_info", version_info());
  set_attribute(sys, "float_info", float_info());
  Value implementation = make<Module>("sys.implementation");
  set_attribute(*implementation.as<Module>(), "name", make_str("cpython"));
  set_attribute(*implementation.as<Module>(), "version", version_info());
  set_attribute(sys, "implementation", implementation);
  set_attribute(sys, "maxunicode", Value::integer(0x10ffff));
  set_attribute(sys, "stdout", make_stream("stdout", 1));
  set_attribute(sys, "stderr", make_stream("stderr", 2));
  set_attribute(sys, "__stdout__", *sys.attributes.as<Dict>()->table.find(intern("stdout")));
  set_attribute(sys, "__stderr__", *sys.attributes.as<Dict>()->table.find(intern("stderr")));
  define_function(sys, "exit", sys_exit);
  define_function(sys, "getrecursionlimit",
                  [](Interpreter& v, const Arguments&) { return Value::integer(v.limits().recursion_depth); });
  define_function(sys, "setrecursionlimit", set_recursion_limit);
  define_function(sys, "exc_info", exc_info);
  define_function(sys, "getsizeof", get_size);
  define_function(sys, "getrefcount", reference_count);
  define_function(sys, "intern", [](Interpreter&, const Arguments& a) {
    return Value::of(intern(expect_str(a[0], "intern() argument")));
  });
}

}  // namespace

void install_sys_module(Interpreter& vm) {
  vm.add_module("sys", fill);
  vm.add_module("gc", [](Interpreter&, Module& module) {
    define_function(module, "collect",
                    [](Interpreter&, const Arguments&) { return Value::integer(static_cast<int64_t>(gc_collect())); });
    define_function(module, "enable", do_nothing);
    define_function(module, "disable", do_nothing);
  });
}

}  // namespace vt::vm
