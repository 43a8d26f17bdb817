// Names of nodes, and names of the functions that they call.
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

// "relu_12" -> "relu", 12. False if the name does not end in a number.
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
  // Exception classes are builtins too.
  if (name.empty() || !isupper(static_cast<unsigned char>(name[0]))) return false;
  Interpreter* vm = Interpreter::current();
  return vm && vm->builtins()->table.find(vm::intern(name));
}

std::string Namespace::create(std::string_view wanted, bool allow_builtin) {
  std::string candidate;
  bool replaced = false;  // each run of illegal characters becomes one underscore
  for (char c : wanted) {
    bool legal = isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (legal) candidate += c;
    else if (!replaced) candidate += '_';
    replaced = !legal;
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
    // Functions of torch.linalg are named linalg_det and so on, as in torch._C.
    if (target.as<vm::NativeFunction>()) {
      std::string full = printed_name(vm, target);
      if (full.starts_with("torch._C._") && full.find("_" + name) != std::string::npos)
        name = full.substr(full.rfind('.') + 1);
    }
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
  // Functions of torch that this library implements in Python, in private modules.
  for (const char* written :
       {"torch._tensor_shaping", "torch._tensor_statistics", "torch._tensor_library", "torch._native_names"})
    if (module == written && name[0] != '_') module = "torch";
  if (module == "torch._linalg_more") module = "torch.linalg";
  if (module.starts_with("torch._ops")) module = "torch.ops" + module.substr(10);
  if (module.empty()) module = "torch";
  return module + "." + name;
}

namespace {
// Functions that PyTorch defines in torch.functional (printed with that module).
constexpr std::array kInFunctional = {"atleast_1d",
                                      "atleast_2d",
                                      "atleast_3d",
                                      "block_diag",
                                      "broadcast_tensors",
                                      "cartesian_prod",
                                      "cdist",
                                      "chain_matmul",
                                      "einsum",
                                      "meshgrid",
                                      "norm",
                                      "split",
                                      "tensordot",
                                      "unique",
                                      "stft",
                                      "unique_consecutive",
                                      "istft",
                                      "unravel_index"};
// Functions of torch.nn.functional that are aliases of torch.X or torch._C._nn.X.
constexpr std::array kAlsoInTorch = {"adaptive_avg_pool1d",
                                     "avg_pool1d",
                                     "conv1d",
                                     "conv2d",
                                     "conv3d",
                                     "conv_transpose1d",
                                     "conv_transpose2d",
                                     "conv_transpose3d",
                                     "cosine_similarity",
                                     "pairwise_distance",
                                     "hardshrink",
                                     "pixel_shuffle",
                                     "prelu",
                                     "relu_",
                                     "celu_"};
constexpr std::array kAlsoInNN = {"gelu",     "linear",     "avg_pool2d", "avg_pool3d", "scaled_dot_product_attention",
                                  "softplus", "softshrink", "one_hot"};

template <size_t n>
bool contains(const std::array<const char*, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
}  // namespace

std::string printed_name(Interpreter& vm, const Value& callable) {
  std::string full = qualified_name(vm, callable);
  size_t dot = full.rfind('.');
  if (!full.starts_with("torch.") || dot == std::string::npos) return full;
  std::string module = full.substr(0, dot), name = full.substr(dot + 1);
  // Functions that this library implements in a private module are printed with the public module that exports them.
  auto offered = [&](const char* by) {
    Value found = vm.find_attribute(vm.import_module(by), vm::intern(name));
    return !found.is_null() && found.same(callable);
  };
  if ((module.starts_with("torch._tensor_") || module == "torch._native_names" || module == "torch._C") &&
      offered("torch"))
    module = "torch";
  if (module.starts_with("torch.nn.functional_") && offered("torch.nn.functional")) module = "torch.nn.functional";
  bool linalg = module == "torch._linalg_more" && offered("torch.linalg");
  if (linalg) module = "torch.linalg";
  if (module == "torch" && contains(kInFunctional, name)) module = "torch.functional";
  if (module == "torch.nn.functional" && contains(kAlsoInTorch, name)) module = "torch";
  if (module == "torch.nn.functional" && contains(kAlsoInNN, name)) module = "torch._C._nn";
  bool native = callable.as<vm::NativeFunction>();
  if (linalg || (native && (module == "torch.linalg" || module == "torch.special" || module == "torch.fft"))) {
    name = module.substr(6) + "_" + name;
    module = "torch._C._" + module.substr(6);
  }
  return module + "." + name;
}

}  // namespace vt::fx
