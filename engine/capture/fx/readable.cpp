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

// From the innermost frame of a stack trace: "File: m.py:3 in f, code: y = x + 1".
std::string place_text(const std::string& trace) {
  constexpr std::string_view kFile = "  File \"", kLine = "\", line ", kIn = ", in ";
  size_t at = trace.rfind(kFile);
  if (at == std::string::npos) return trace;  // torch.export stores the text of the place itself
  size_t line = trace.find(kLine, at), in = trace.find(kIn, line), end = trace.find('\n', in);
  if (line == std::string::npos || in == std::string::npos || end == std::string::npos) return {};
  std::string file = trace.substr(at + kFile.size(), line - at - kFile.size());
  std::string number = trace.substr(line + kLine.size(), in - line - kLine.size());
  std::string function = trace.substr(in + kIn.size(), end - in - kIn.size());
  std::string code = trace.substr(end + 1, trace.find('\n', end + 1) - end - 1);
  code.erase(0, std::min(code.find_first_not_of(' '), code.size()));
  return "File: " + file + ":" + number + " in " + function + ", code: " + code;
}

}  // namespace

std::string value_type(Interpreter& vm, const Node& node, TypeDetail detail) {
  Value value = meta_entry(node, "val");
  if (value.is_null()) value = meta_entry(node, "example_value");
  bool facts_only = value.is_null();  // ShapeProp stores metadata instead of a tensor
  if (facts_only) value = meta_entry(node, "tensor_meta");
  if (value.is_null()) return {};
  if (value.is_object() && value.as_object()->kind == vm::Kind::kSymInt) return ": \"Sym(" + vm.str(value) + ")\"";
  Value dtype = vm.find_attribute(value, vm::intern("dtype"));
  if (!value.is_object() || dtype.is_null() || (!facts_only && value.as_object()->kind != vm::Kind::kTensor)) return {};
  auto list = [&](const Value& numbers) {
    std::string text;
    for (const Value& number : vm.to_vector(numbers)) text += (text.empty() ? "" : ", ") + vm.str(number);
    return "[" + text + "]";
  };
  std::string text = short_dtype(vm.str(dtype)) + list(vm.get_attribute(value, "shape"));
  if (detail.strides)
    text += list(facts_only ? vm.get_attribute(value, "stride") : vm.call_method(value, "stride", {}));
  if (detail.device && !facts_only) text += vm.str(vm.get_attribute(value, "device"));
  return ": \"" + text + "\"";
}

std::string source_comment(Interpreter& vm, const Node& node, std::string& last) {
  if (node.op == NodeOp::kPlaceholder || node.op == NodeOp::kOutput) return {};
  Value trace = meta_entry(node, "stack_trace");
  std::string place = trace.as<vm::Str>() ? place_text(trace.as<vm::Str>()->text) : "";
  std::string text = place.empty() ? "# No stacktrace found for following nodes" : "# " + place;
  if (text == last) return {};
  last = text;
  return "\n" + text + "\n";
}

}  // namespace vt::fx
