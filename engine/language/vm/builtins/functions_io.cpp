// print, input and open.
#include <utility>

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"

namespace vt::vm {
namespace {
std::string text_option(const Value* v, const char* name, const char* fallback) {
  if (!v || v->is_none()) return fallback;
  if (const Str* text = v->as<Str>()) return text->text;
  raise(types().TypeError, std::string(name) + " must be None or a string, not " + type_name(*v));
}

// Where print writes: the run's own output takes what was gathered, an object of the program each part by itself.
class Printed {
 public:
  Printed(Interpreter& vm, Value file)
      : vm_(vm), file_(std::move(file)), gathers_(file_.is_none() || file_.as<Module>()) {}

  void add(std::string_view part) {
    out_ += part;
    if (!gathers_) flush();
  }
  // The text of an argument may run code of the program, which prints after what stands before it.
  void add_argument(const Value& v) {
    const bool plain = is_exactly(v, types().str) || v.is_int() || v.is_float() || v.is_none() || v.is_bool();
    if (!plain && !out_.empty()) flush();
    add(vm_.str(v));
  }
  void flush() {
    const std::string part = std::exchange(out_, {});
    if (file_.is_none()) vm_.write_out(part);
    else vm_.call_method(file_, "write", {make_str(part)});
  }
  void finish() {
    if (gathers_) flush();
  }

 private:
  Interpreter& vm_;
  Value file_;
  bool gathers_;
  std::string out_;
};

Value print(Interpreter& vm, const Arguments& a) {
  for (size_t i = 0; i < a.keywords; ++i) {
    const std::string& name = a.keyword_names[i].as<Str>()->text;
    if (name != "sep" && name != "end" && name != "file" && name != "flush")
      raise(types().TypeError, "'" + name + "' is an invalid keyword argument for print()");
  }
  const std::string separator = text_option(a.keyword("sep"), "sep", " "),
                    end = text_option(a.keyword("end"), "end", "\n");
  NativeCallGuard guard(vm);
  Value file = a.keyword("file") ? *a.keyword("file") : Value::none();
  if (file.is_none()) {
    if (const Module* sys = vm.find_module("sys"))
      if (const Value* current = sys->attributes.as<Dict>()->table.find(intern("stdout"))) file = *current;
  }
  Printed out(vm, file);
  for (size_t i = 0; i < a.size(); ++i) {
    if (i) out.add(separator);
    out.add_argument(a[i]);
  }
  out.add(end);
  out.finish();
  if (const Value* flush = a.keyword("flush"); flush && !file.is_none() && vm.truth(*flush))
    vm.call_method(file, "flush", {});
  return Value::none();
}

Value input(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "input", 0, 1);
  if (a.size()) vm.write_out(vm.str(a[0]));
  const Value stream = vm.get_attribute(vm.import_module("sys"), intern("stdin"));
  std::string line(expect_str(vm.call_method(stream, "readline", {}), "object.readline() returned"));
  if (line.empty()) raise(types().EOFError, "EOF when reading a line");
  if (line.back() == '\n') line.pop_back();
  return make_str(line);
}

Value open(Interpreter& vm, const Arguments& a) {
  const auto bound =
      bind_arguments(a, "open", {"file", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener"}, 1);
  std::vector<Value> given;
  for (size_t i = 0; i < 6; ++i) {
    if (bound[i].is_null() && i == 1) given.push_back(make_str("r"));
    else given.push_back(bound[i].is_null() ? Value::none() : bound[i]);
  }
  const Value in_language = vm.get_attribute(vm.import_module("io"), "open");
  return vm.call(in_language, Arguments{given.data(), given.size(), nullptr, 0});
}
}  // namespace

void install_io_functions(Interpreter& vm) {
  add_builtin_function(vm, "print", print);
  add_builtin_function(vm, "input", input);
  add_builtin_function(vm, "open", open);
}

}  // namespace vt::vm
