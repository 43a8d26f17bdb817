#include "capture/fx/readable.h"

namespace vt::fx {
namespace {

Value meta_entry(const Node& node, const char* key) {
  const Value* found = node.meta.as<Dict>()->table.find(vm::intern(key));
  return found ? *found : Value();
}

std::string short_dtype(const std::string& name) {
  static constexpr std::pair<const char*, const char*> kShort[] = {
      {"torch.float32", "f32"}, {"torch.float64", "f64"}, {"torch.float16", "f16"}, {"torch.bfloat16", "bf16"},
      {"torch.int64", "i64"},   {"torch.int32", "i32"},   {"torch.int16", "i16"},   {"torch.int8", "i8"},
      {"torch.uint8", "u8"},    {"torch.bool", "b8"}};
  for (auto [full, brief] : kShort) {
    if (name == full) return brief;
  }
  return name;
}

}  // namespace

std::string value_type(Interpreter& vm, const Node& node) {
  Value value = meta_entry(node, "val");
  if (value.is_null()) value = meta_entry(node, "example_value");
  if (value.is_null()) return {};
  if (value.is_object() && value.as_object()->kind == vm::Kind::kSymInt) return ": \"Sym(" + vm.str(value) + ")\"";
  Value dtype = vm.find_attribute(value, vm::intern("dtype"));
  if (!value.is_object() || value.as_object()->kind != vm::Kind::kTensor || dtype.is_null()) return {};
  std::string sizes;
  for (const Value& size : vm.to_vector(vm.get_attribute(value, "shape")))
    sizes += (sizes.empty() ? "" : ", ") + vm.str(size);
  return ": \"" + short_dtype(vm.str(dtype)) + "[" + sizes + "]\"";
}

std::string source_comment(Interpreter& vm, const Node& node, std::string& last) {
  if (node.op == NodeOp::kPlaceholder || node.op == NodeOp::kOutput) return {};
  Value trace = meta_entry(node, "stack_trace");
  std::string text =
      trace.as<vm::Str>() ? "# " + trace.as<vm::Str>()->text : "# No stacktrace found for following nodes";
  if (text == last) return {};
  last = text;
  return "\n" + text + "\n";
}

}  // namespace vt::fx
