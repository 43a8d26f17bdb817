// Names of nodes and of what they call.
#include <algorithm>
#include <array>
#include <cctype>

#include "capture/fx/graph.h"

namespace vt::fx {
namespace {
constexpr std::array kReserved = {
    "False",       "None",      "True",       "and",        "as",        "assert",    "async",        "await",
    "break",       "class",     "continue",   "def",        "del",       "elif",      "else",         "except",
    "finally",     "for",       "from",       "global",     "if",        "import",    "in",           "is",
    "lambda",      "nonlocal",  "not",        "or",         "pass",      "raise",     "return",       "try",
    "while",       "with",      "yield",      "abs",        "aiter",     "all",       "anext",        "any",
    "ascii",       "bin",       "bool",       "breakpoint", "bytearray", "bytes",     "callable",     "chr",
    "classmethod", "compile",   "complex",    "copyright",  "credits",   "delattr",   "dict",         "dir",
    "divmod",      "enumerate", "eval",       "exec",       "exit",      "filter",    "float",        "format",
    "frozenset",   "getattr",   "globals",    "hasattr",    "hash",      "help",      "hex",          "id",
    "input",       "int",       "isinstance", "issubclass", "iter",      "len",       "license",      "list",
    "locals",      "map",       "max",        "memoryview", "min",       "next",      "object",       "oct",
    "open",        "ord",       "pow",        "print",      "property",  "quit",      "range",        "repr",
    "reversed",    "round",     "set",        "setattr",    "slice",     "sorted",    "staticmethod", "str",
    "sum",         "super",     "tuple",      "type",       "vars",      "zip",       "Ellipsis",     "NotImplemented",
    "inf",         "nan",       "NoneType",   "torch",      "device",    "fx_pytree", "pytree"};

// "relu_12" -> "relu", 12; false if there is no such number.
bool split_number(const std::string& name, std::string* base, int64_t* number) {
  size_t digits = name.size();
  while (digits > 0 && isdigit(static_cast<unsigned char>(name[digits - 1]))) --digits;
  if (digits == name.size() || digits == 0 || name[digits - 1] != '_' || name.size() - digits > 15) {
    *base = name;
    return false;
  }
  *base = name.substr(0, digits - 1);
  *number = std::stoll(name.substr(digits));
  return true;
}

std::string snake_case(const std::string& name) {
  std::string result;
  for (size_t i = 0; i < name.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(name[i]);
    if (isupper(c) && i > 0 && islower(static_cast<unsigned char>(name[i - 1]))) result += '_';
    result += static_cast<char>(tolower(c));
  }
  return result;
}

std::string attribute_text(Interpreter& vm, const Value& object, const char* name) {
  Value found = vm.find_attribute(object, vm::intern(name));
  vm::Str* text = found.as<vm::Str>();
  return text ? text->text : std::string();
}
}  // namespace

bool is_illegal_name(std::string_view name) {
  if (std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end()) return true;
  // The names of exceptions are builtins too.
  if (name.empty() || !isupper(static_cast<unsigned char>(name[0]))) return false;
  Interpreter* vm = Interpreter::current();
  return vm && vm->builtins()->table.find(vm::intern(name));
}

std::string Namespace::create(std::string_view wanted, bool allow_builtin) {
  std::string candidate(wanted);
  for (char& c : candidate) {
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_') c = '_';
  }
  if (candidate.empty()) candidate = "_unnamed";
  if (isdigit(static_cast<unsigned char>(candidate[0]))) candidate = "_" + candidate;
  std::string base;
  int64_t number = 0;
  bool numbered = split_number(candidate, &base, &number);
  if (!numbered || used_.count(candidate)) {
    auto counted = base_count_.find(base);
    number = counted == base_count_.end() ? 0 : counted->second;
    if (!allow_builtin && is_illegal_name(candidate)) candidate = base + "_" + std::to_string(++number);
  }
  while (used_.count(candidate)) candidate = base + "_" + std::to_string(++number);
  used_.insert(candidate);
  base_count_[base] = number;
  return candidate;
}

std::string target_name(Interpreter& vm, const Value& target) {
  std::string name;
  if (vm::Str* text = target.as<vm::Str>()) {
    name = text->text;
    bool magic = name.size() > 4 && name.starts_with("__") && name.ends_with("__");
    if (magic) name = name.substr(2, name.size() - 4);
  } else {
    name = attribute_text(vm, target, "__name__");
    if (name.empty()) name = vm::type_of(target)->name;
  }
  return snake_case(name);
}

std::string qualified_name(Interpreter& vm, const Value& callable) {
  std::string name = attribute_text(vm, callable, "__name__");
  Value* builtin = vm.builtins()->table.find(vm::intern(name));
  if (builtin && builtin->same(callable)) return name;
  std::string module = attribute_text(vm, callable, "__module__");
  if (vm::Type* type = callable.as<vm::Type>(); type && module == "torch") return "torch." + name;
  if (module == "_operator") module = "operator";
  if (module.starts_with("torch._ops")) module = "torch.ops" + module.substr(10);
  if (module.empty()) module = "torch";
  return module + "." + name;
}

}  // namespace vt::fx
