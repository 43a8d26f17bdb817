#include "torchscript/script/library.h"

#include <algorithm>

#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/emitter.h"

namespace vt::script {
namespace {

SugaredPtr make(Sugared::Kind kind, std::string name) {
  auto made = std::make_shared<Sugared>();
  made->kind = kind;
  made->name = std::move(name);
  return made;
}
SugaredPtr builtin(std::string name) { return make(Sugared::Kind::kBuiltin, std::move(name)); }

// Functions of torch.nn.functional that torch implements in Python: for scripts they are implemented in
// torch/jit/_functional.py.
SugaredPtr functional(vm::Interpreter& vm, const std::string& name) {
  vm::Value library = vm.import_module("torch.jit._functional");
  vm::Value found = vm.find_attribute(library, vm::intern(name));
  if (!found.is_null() && found.as<vm::Function>()) {
    auto made = make(Sugared::Kind::kFunction, name);
    made->function = compile_function(vm, found);
    return made;
  }
  return schemas("aten::" + name).empty() ? nullptr : builtin("aten::" + name);
}

// Whether an overload accepts numbers; a tensor-only operator (hypot) cannot replace the function of math.
bool takes_numbers(const std::string& op) {
  const std::vector<Schema>& variants = schemas(op);
  return std::any_of(variants.begin(), variants.end(), [](const Schema& schema) {
    return !schema.arguments.empty() && !is(schema.arguments[0].type, TypeKind::kTensor);
  });
}

}  // namespace

SugaredPtr known_global(const std::string& name) {
  static const std::map<std::string, std::string> builtins = {
      {"len", "aten::len"},  {"min", "prim::min"}, {"max", "prim::max"}, {"abs", "prim::abs"},
      {"sum", "aten::sum"},  {"all", "aten::all"}, {"any", "aten::any"}, {"divmod", "aten::divmod"},
      {"hex", "aten::hex"},  {"oct", "aten::oct"}, {"bin", "aten::bin"}, {"round", "aten::round"},
      {"ord", "aten::ord"},  {"chr", "aten::chr"}, {"pow", "aten::pow"}, {"str", "aten::str"},
      {"hash", "aten::hash"}};
  auto found = builtins.find(name);
  if (found != builtins.end()) return builtin(found->second);
  if (Emitter::is_special_form(name)) return make(Sugared::Kind::kSpecial, name);
  if (name == "int" || name == "float" || name == "bool") return make(Sugared::Kind::kCast, name);
  return nullptr;
}

SugaredPtr library_value(vm::Interpreter& vm, const vm::Value& value) {
  if (const torch::OpBinding* binding = torch::binding_of(value)) {
    switch (binding->space) {
      case torch::OpSpace::kFunctional:
        if (SugaredPtr found = functional(vm, binding->name)) return found;
        return builtin("aten::" + binding->name);
      case torch::OpSpace::kLinalg: return builtin("aten::linalg_" + binding->name);
      case torch::OpSpace::kSpecial: return builtin("aten::special_" + binding->name);
      case torch::OpSpace::kFft: return builtin("aten::fft_" + binding->name);
      case torch::OpSpace::kFunction:
        if (binding->name.rfind("_quantized_", 0) == 0) return builtin("quantized::" + binding->name.substr(11));
        return builtin("aten::" + binding->name);
      case torch::OpSpace::kMethod:
      case torch::OpSpace::kNN:
      case torch::OpSpace::kAten: return builtin("aten::" + binding->name);
    }
  }
  if (const vm::NativeFunction* native = value.as<vm::NativeFunction>()) {
    if (native->name == "_grad" || native->name == "_backward") return builtin("aten::" + native->name.substr(1));
    bool known =
        native->module == "math" ? takes_numbers("aten::" + native->name) : native->module.rfind("torch", 0) == 0;
    if (known && !schemas("aten::" + native->name).empty()) return builtin("aten::" + native->name);
    if (native->module == "builtins" || native->module.empty()) {
      if (SugaredPtr global = known_global(native->name)) return global;
      if (!schemas("aten::" + native->name).empty()) return builtin("aten::" + native->name);
    }
    return nullptr;
  }
  const vm::Function* function = value.as<vm::Function>();
  if (!function) return nullptr;
  const vm::Str* module = function->module.as<vm::Str>();
  const vm::Str* name = function->name.as<vm::Str>();
  if (!module || !name) return nullptr;
  if (module->text == "warnings" && name->text == "warn") return builtin("aten::warn");
  if (module->text.rfind("torch", 0) != 0) return nullptr;
  if (module->text.rfind("torch.jit._functional", 0) == 0) return nullptr;
  if (module->text.rfind("torch.jit", 0) == 0) {
    std::string form = "jit." + name->text;
    return Emitter::is_special_form(form) ? make(Sugared::Kind::kSpecial, form) : nullptr;
  }
  if (module->text.starts_with("torch.nn.functional")) {  // or a submodule of it
    if (SugaredPtr found = functional(vm, name->text)) return found;
    return nullptr;
  }
  if ((module->text == "torch._tensor_library" || module->text == "torch._linalg_more" ||
       module->text == "torch._native_names") &&
      !schemas("aten::" + name->text).empty())
    return builtin("aten::" + name->text);
  return nullptr;
}

namespace {
constexpr std::pair<DType, int64_t> kNumbers[] = {
    {DType::kUInt8, 0},   {DType::kInt8, 1},    {DType::kInt16, 2},   {DType::kInt32, 3}, {DType::kInt64, 4},
    {DType::kFloat16, 5}, {DType::kFloat32, 6}, {DType::kFloat64, 7}, {DType::kBool, 11}, {DType::kBFloat16, 15}};
}
int64_t dtype_number(DType dtype) {
  for (auto [each, number] : kNumbers)
    if (each == dtype) return number;
  return -1;
}
std::optional<DType> dtype_of_number(int64_t number) {
  for (auto [each, known] : kNumbers)
    if (known == number) return each;
  return std::nullopt;
}

std::string modifier_of(vm::Interpreter& vm, const vm::Value& function) {
  vm::Value plain = function;
  if (const vm::BoundMethod* method = function.as<vm::BoundMethod>()) plain = method->function;
  vm::Value found = vm.find_attribute(plain, vm::intern("_torchscript_modifier"));
  const vm::Str* text = found.is_null() ? nullptr : found.as<vm::Str>();
  return text ? text->text.substr(0, text->text.find(' ')) : "";
}

}  // namespace vt::script
