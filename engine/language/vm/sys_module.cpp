// The sys module.
#include <limits>

#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"
#include "vm/gc.h"
#include "vm/library_names.h"
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
Value stream_write_lines(Interpreter& vm, const Arguments& a) {
  check_count(a, "writelines", 2, 2);
  for (const Value& line : vm.to_vector(a[1])) {
    const Value arguments[2] = {a[0], line};
    stream_write(vm, Arguments{arguments, 2});
  }
  return Value::none();
}
// An empty text has the host hand on what it holds back.
Value stream_flush(Interpreter& vm, const Arguments& a) {
  if (a[0].as_int() == 1) vm.write_out("");
  return Value::none();
}
Value do_nothing(Interpreter&, const Arguments&) { return Value::none(); }
Value say_false(Interpreter&, const Arguments&) { return Value::boolean(false); }
Value say_true(Interpreter&, const Arguments&) { return Value::boolean(true); }
Value stream_number(Interpreter&, const Arguments& a) { return a[0]; }

// stdout and stderr are modules of functions: what programs do with them is write and flush.
Value make_stream(const char* name, int number) {
  Value made = make<Module>(name);
  Module& stream = *made.as<Module>();
  set_attribute(stream, "write", make_closure("write", stream_write, Value::integer(number)));
  set_attribute(stream, "fileno", make_closure("fileno", stream_number, Value::integer(number)));
  set_attribute(stream, "flush", make_closure("flush", stream_flush, Value::integer(number)));
  set_attribute(stream, "writelines", make_closure("writelines", stream_write_lines, Value::integer(number)));
  set_attribute(stream, "writable", make_closure("writable", say_true, Value()));
  set_attribute(stream, "readable", make_closure("readable", say_false, Value()));
  set_attribute(stream, "reconfigure", make_closure("reconfigure", do_nothing, Value()));
  set_attribute(stream, "closed", Value::boolean(false));
  set_attribute(stream, "errors", make_str(number == 1 ? "strict" : "backslashreplace"));
  set_attribute(stream, "mode", make_str("w"));
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

Value set_int_max_str_digits(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "set_int_max_str_digits", {"maxdigits"}, 1);
  const int64_t digits = vm.to_index(bound[0]);
  constexpr int64_t kLeast = 640;
  if (digits != 0 && digits < kLeast) raise(types().ValueError, "maxdigits must be 0 or larger than 640");
  set_int_text_limit(static_cast<size_t>(digits));
  return Value::none();
}

Value exc_info(Interpreter& vm, const Arguments&) {
  Value exception = handled_exception(vm.state());
  if (exception.is_null()) return make_tuple({Value::none(), Value::none(), Value::none()});
  return make_tuple({Value::of(type_of(exception)), exception, vm.get_attribute(exception, names().traceback_)});
}

// About what CPython 3.12 says on 64-bit machines; of containers, without what they hold.
Value get_size(Interpreter& vm, const Arguments& a) {
  check_count(a, "getsizeof", 1, 2);
  const auto of = [](uint64_t fixed, uint64_t each, uint64_t count) {
    return Value::integer(static_cast<int64_t>(fixed + each * count));
  };
  const Value& v = a[0];
  if (v.is_none()) return of(16, 0, 0);
  if (v.is_float()) return of(24, 0, 0);
  if (v.is_bool()) return of(28, 0, 0);
  if (v.is_int()) {
    uint64_t digits = 1;
    for (uint64_t rest = static_cast<uint64_t>(std::abs(v.as_int())) >> 30; rest; rest >>= 30) ++digits;
    return of(24, 4, digits);
  }
  if (const BigInt* big = v.as<BigInt>()) return of(24, 4, (big->limbs.size() * 32 + 29) / 30);
  if (const Str* text = v.as<Str>()) {
    unsigned char widest = 0;
    for (unsigned char c : text->text) widest = std::max(widest, c);
    const uint64_t width = text->ascii ? 1 : widest < 0xc4 ? 1 : widest < 0xf0 ? 2 : 4;
    return of(text->ascii ? 41 : width == 1 ? 57 : 56 + width, width, static_cast<uint64_t>(text->length));
  }
  if (const Bytes* data = v.as<Bytes>()) return of(33, 1, data->data.size());
  if (const Tuple* tuple = v.as<Tuple>()) return of(40, 8, tuple->items.size());
  if (const List* list = v.as<List>()) {
    const uint64_t count = list->items.size();
    return of(56, 8, count > 2 ? count + count % 2 : count);
  }
  if (const Dict* dict = v.as<Dict>()) {
    if (dict->table.size() == 0) return of(64, 0, 0);
    uint64_t slots = 8;
    while (slots * 2 / 3 < dict->table.size()) slots *= 2;
    bool texts = true;
    for (const auto& entry : dict->table.entries()) texts = texts && (entry.key.is_null() || entry.key.as<Str>());
    const uint64_t place = slots <= 128 ? 1 : slots <= 32768 ? 2 : 4;  // bytes of an index
    return of(96 + slots * place, texts ? 16 : 24, slots * 2 / 3);
  }
  if (const Set* set = v.as<Set>()) {
    uint64_t slots = 8;
    while (set->table.size() * 5 >= (slots - 1) * 3) {
      const uint64_t filled = ((slots - 1) * 3 + 4) / 5;
      while (slots <= filled * 4) slots *= 2;
    }
    return of(216, 16, slots == 8 ? 0 : slots);
  }
  return of(v.as<Function>() ? 160 : 48, 0, 0);
}
Value show_exception(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "excepthook", 3, 3);
  return vm.call(vm.get_attribute(vm.import_module("traceback"), "print_exception"), {a[0], a[1], a[2]});
}
// The value of an expression that was compiled in mode "single".
Value display(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "displayhook", 1, 1);
  if (a[0].is_none()) return Value::none();
  const Value shown = make_str(vm.repr(a[0]));
  vm.builtins()->table.insert(intern("_"), a[0]);
  return vm.call(*vm.builtins()->table.find(intern("print")), {shown});
}
Value reference_count(Interpreter&, const Arguments& a) {
  expect_arguments(a, "getrefcount", 1, 1);
  return Value::integer(a[0].is_object() ? static_cast<int64_t>(a[0].as_object()->references) : 1);
}

// A tuple whose items have names too.
template <size_t index>
Value version_part(Interpreter&, const Arguments& a) {
  return a[0].as<Tuple>()->items[index];
}
// A set that does not change, as CPython gives.
Value stdlib_module_names(Interpreter& vm) {
  std::vector<Value> names;
  for (const std::string_view name : library_names()) names.push_back(make_str(name));
  return vm.call(Value::of(types().frozenset), {make_list(std::move(names))});
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

Value record(const char* name, std::initializer_list<std::pair<const char*, int64_t>> fields) {
  Value made = make<Module>(name);
  for (const auto& [field, number] : fields) set_attribute(*made.as<Module>(), field, Value::integer(number));
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
  set_attribute(sys, "stdlib_module_names", stdlib_module_names(vm));
  set_attribute(sys, "float_info", float_info());
  Value implementation = make<Module>("sys.implementation");
  set_attribute(*implementation.as<Module>(), "name", make_str("cpython"));
  set_attribute(*implementation.as<Module>(), "version", version_info());
  set_attribute(sys, "implementation", implementation);
  set_attribute(sys, "maxunicode", Value::integer(0x10ffff));
  set_attribute(sys, "stdout", make_stream("stdout", 1));
  set_attribute(sys, "stderr", make_stream("stderr", 2));
  set_attribute(sys, "stdin", make_stdin());
  set_attribute(sys, "__stdin__", *sys.attributes.as<Dict>()->table.find(intern("stdin")));
  set_attribute(sys, "__stdout__", *sys.attributes.as<Dict>()->table.find(intern("stdout")));
  set_attribute(sys, "__stderr__", *sys.attributes.as<Dict>()->table.find(intern("stderr")));
  set_attribute(sys, "int_info",
                record("sys.int_info", {{"bits_per_digit", 30},
                                        {"sizeof_digit", 4},
                                        {"default_max_str_digits", 4300},
                                        {"str_digits_check_threshold", 640}}));
  set_attribute(
      sys, "hash_info",
      record("sys.hash_info",
             {{"width", 64}, {"modulus", (int64_t{1} << 61) - 1}, {"inf", 314159}, {"nan", 0}, {"imag", 1000003}}));
  set_attribute(sys, "flags",
                record("sys.flags", {{"debug", 0},
                                     {"inspect", 0},
                                     {"interactive", 0},
                                     {"optimize", 0},
                                     {"verbose", 0},
                                     {"bytes_warning", 0},
                                     {"quiet", 0},
                                     {"hash_randomization", 1},
                                     {"int_max_str_digits", static_cast<int64_t>(kDefaultMaxDigits)}}));
  define_function(sys, "getdefaultencoding", [](Interpreter&, const Arguments&) { return make_str("utf-8"); });
  define_function(sys, "getfilesystemencoding", [](Interpreter&, const Arguments&) { return make_str("utf-8"); });
  set_int_text_limit(kDefaultMaxDigits);
  define_function(sys, "get_int_max_str_digits", [](Interpreter&, const Arguments&) {
    return Value::integer(static_cast<int64_t>(int_text_limit()));
  });
  define_function(sys, "set_int_max_str_digits", set_int_max_str_digits);
  define_function(sys, "exit", sys_exit);
  define_function(sys, "getrecursionlimit",
                  [](Interpreter& v, const Arguments&) { return Value::integer(v.limits().recursion_depth); });
  define_function(sys, "setrecursionlimit", set_recursion_limit);
  define_function(sys, "exc_info", exc_info);
  set_attribute(sys, "__displayhook__", Value::of(define_function(sys, "displayhook", display)));
  set_attribute(sys, "__excepthook__", Value::of(define_function(sys, "excepthook", show_exception)));
  set_attribute(sys, "hexversion", Value::integer(0x030c00f0));
  define_function(sys, "getsizeof", get_size);
  define_function(sys, "exception", [](Interpreter& v, const Arguments&) {
    const Value exception = handled_exception(v.state());
    return exception.is_null() ? Value::none() : exception;
  });
  define_function(sys, "_getframe", [](Interpreter& v, const Arguments& a) {
    check_count(a, "_getframe", 0, 1);
    Value frame = frame_object(v, a.size() ? v.to_index(a[0]) : 0);
    if (frame.is_null()) raise(types().ValueError, "call stack is not deep enough");
    return frame;
  });
  define_function(sys, "getrefcount", reference_count);
  define_function(sys, "set_asyncgen_hooks", [](Interpreter& v, const Arguments& a) {
    const auto hooks = bind_arguments(a, "set_asyncgen_hooks", {"firstiter", "finalizer"}, 0);
    for (auto [hook, place] : {std::pair{hooks[0], &v.state().async_first}, {hooks[1], &v.state().async_finalizer}})
      if (!hook.is_null()) *place = hook.is_none() ? Value() : hook;
    return Value::none();
  });
  define_function(sys, "intern", [](Interpreter&, const Arguments& a) {
    expect_arguments(a, "intern", 1, 1);
    return Value::of(intern(expect_str(a[0], "intern() argument")));
  });
}

}  // namespace

template <bool on>
static Value set_automatic_gc(Interpreter&, const Arguments&) {
  gc_set_automatic(on);
  return Value::none();
}

void install_sys_module(Interpreter& vm) {
  vm.add_module("sys", fill);
  gc_set_automatic(true);
  vm.add_module("gc", [](Interpreter&, Module& module) {
    define_function(module, "collect",
                    [](Interpreter&, const Arguments&) { return Value::integer(static_cast<int64_t>(gc_collect())); });
    define_function(module, "enable", set_automatic_gc<true>);
    define_function(module, "disable", set_automatic_gc<false>);
    define_function(module, "isenabled",
                    [](Interpreter&, const Arguments&) { return Value::boolean(gc_is_automatic()); });
  });
}

}  // namespace vt::vm
