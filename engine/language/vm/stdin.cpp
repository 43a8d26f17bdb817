// sys.stdin: lines of the host's standard input.
#include "vm/builtins/helpers.h"
#include "vm/native.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

struct Stdin : Object {
  explicit Stdin(Type* type) : Object(Kind::kOther, type) {}
};

std::string next_line(Interpreter& vm) { return vm.host().read_line ? vm.host().read_line() : std::string(); }

Value read_line(Interpreter& vm, const Arguments& a) {
  check_count(a, "readline", 0, 1, true);
  return make_str(next_line(vm));
}
Value read_all(Interpreter& vm, const Arguments& a) {
  check_count(a, "read", 0, 1, true);
  std::string text;
  for (std::string line = next_line(vm); !line.empty(); line = next_line(vm)) text += line;
  return make_str(text);
}
Value read_lines(Interpreter& vm, const Arguments& a) {
  check_count(a, "readlines", 0, 1, true);
  std::vector<Value> lines;
  for (std::string line = next_line(vm); !line.empty(); line = next_line(vm)) lines.push_back(make_str(line));
  return make_list(std::move(lines));
}

Type* stdin_type() {
  static Type* const type = [] {
    Type* made = make_type("TextIOWrapper", types().object, Kind::kOther, "_io");
    made->slots.iter = [](Interpreter&, const Value& self) { return self; };
    made->slots.next = [](Interpreter& vm, const Value&) {
      std::string line = next_line(vm);
      return line.empty() ? Value() : make_str(line);
    };
    made->slots.repr = [](Interpreter&, const Value&) {
      return make_str("<_io.TextIOWrapper name='<stdin>' mode='r' encoding='utf-8'>");
    };
    define_method(made, "readline", read_line);
    define_method(made, "read", read_all);
    define_method(made, "readlines", read_lines);
    define_method(made, "fileno", [](Interpreter&, const Arguments&) { return Value::integer(0); });
    define_method(made, "isatty", [](Interpreter&, const Arguments&) { return Value::boolean(false); });
    define_method(made, "readable", [](Interpreter&, const Arguments&) { return Value::boolean(true); });
    define_method(made, "writable", [](Interpreter&, const Arguments&) { return Value::boolean(false); });
    made->set("name", make_str("<stdin>"));
    made->set("encoding", make_str("utf-8"));
    made->set("closed", Value::boolean(false));
    return made;
  }();
  return type;
}

}  // namespace

Value make_stdin() { return make<Stdin>(stdin_type()); }

}  // namespace vt::vm
