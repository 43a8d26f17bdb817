#include "session/aten_form.h"

#include <set>

#include "torch/objects.h"

namespace vt {
namespace {
using vm::Value;

const Value* find(vm::Dict& kwargs, const char* name) { return kwargs.table.find(vm::intern(name)); }
void put(vm::Dict& kwargs, const char* name, const Value& value) {
  kwargs.table.erase(vm::intern(name));
  kwargs.table.insert(vm::intern(name), value);
}

// Adds the arguments that ATen's factory functions show: device, and for those in gradient formulas also layout.
void give_maker_form(vm::Interpreter& vm, const Node& node, const std::string& name, vm::Dict& kwargs) {
  static const std::set<std::string> makers = {"zeros",    "ones", "full", "empty", "arange",  "linspace",
                                               "logspace", "eye",  "rand", "randn", "randint", "randperm"};
  static const std::set<std::string> like = {"zeros_like", "ones_like", "full_like", "empty_like", "rand_like",
                                             "randn_like", "new_zeros", "new_ones",  "new_full",   "new_empty"};
  bool maker = makers.count(name);
  if (!maker && !like.count(name)) return;
  const Value* device = find(kwargs, "device");
  if (maker) {
    put(kwargs, "device", torch::device_value(node.metas[0].device));
  }
  if (node.op->traits & kInternal) {
    if (!device) return;
    Value given = *device;
    put(kwargs, "layout", strided_layout(vm));
    put(kwargs, "device", given);
    return;
  }
  put(kwargs, "pin_memory", Value::boolean(false));
  if (const Value* format = find(kwargs, "memory_format")) {  // must be the last argument
    Value given = *format;
    kwargs.table.erase(vm::intern("memory_format"));
    put(kwargs, "memory_format", given);
  }
}

void as_flags(Value& mask) {
  std::vector<Value> flags;
  for (const Value& item : mask.as<vm::List>()->items) flags.push_back(Value::boolean(item.as_int() != 0));
  mask = vm::make_list(std::move(flags));
}

// ATen always prints the start and end of a slice.
void give_bounds(std::vector<Value>& args, size_t start) {
  while (args.size() < start + 2) args.push_back(Value::none());
  if (args[start].is_none()) args[start] = Value::integer(0);
  if (args[start + 1].is_none()) args[start + 1] = Value::integer(INT64_MAX);
}

// ATen encodes the reduction of a loss as a number.
void number_reductions(const std::string& name, std::vector<Value>& args) {
  if (name.find("loss") == std::string::npos && name.find("entropy") == std::string::npos) return;
  const char* const reductions[] = {"none", "mean", "sum"};
  for (Value& arg : args)
    for (int i = 0; i < 3; ++i)
      if (arg.as<vm::Str>() && arg.as<vm::Str>()->text == reductions[i]) arg = Value::integer(i);
}
}  // namespace

Value plain_value(const Arg& arg) {
  if (const Scalar* s = std::get_if<Scalar>(&arg.value)) {
    if (s->kind == Scalar::Kind::kBool) return Value::boolean(s->to_bool());
    return s->is_float() ? Value::real(s->number) : torch::sym_int_value(s->integer);
  }
  std::vector<Value> items;
  if (const IntList* list = std::get_if<IntList>(&arg.value)) {
    for (const SymInt& item : *list) items.push_back(torch::sym_int_value(item));
    return vm::make_list(std::move(items));
  }
  if (const auto* reals = std::get_if<std::vector<double>>(&arg.value)) {
    for (double item : *reals) items.push_back(Value::real(item));
    return vm::make_list(std::move(items));
  }
  if (const auto* text = std::get_if<std::string>(&arg.value)) return vm::make_str(*text);
  if (const DType* dtype = std::get_if<DType>(&arg.value)) return torch::dtype_value(*dtype);
  if (const Device* device = std::get_if<Device>(&arg.value)) return torch::device_value(*device);
  return Value::none();
}

Value strided_layout(vm::Interpreter& vm) { return vm.get_attribute(vm.import_module("torch"), "strided"); }

void give_aten_form(vm::Interpreter& vm, const Node& node, const std::string& name, std::vector<Value>& args,
                    vm::Dict& kwargs) {
  give_maker_form(vm, node, name, kwargs);
  if (const Value* format = find(kwargs, "memory_format"); format && format->as<vm::Str>())
    put(kwargs, "memory_format", vm.get_attribute(vm.import_module("torch"), format->as<vm::Str>()->text));
  if (name == "_softmax" || name == "_log_softmax") args.push_back(Value::boolean(false));
  if (name == "slice") give_bounds(args, 2);
  if (name == "slice_backward") give_bounds(args, 3);
  if (name == "slice_scatter") {
    give_bounds(args, 3);
    if (args.size() == 6 && args[5].is_int() && args[5].as_int() == 1) args.pop_back();
  }
  if (name == "linalg_vector_norm" && args.size() == 2 && args[1].is_float() && args[1].as_float() == 2)
    args.pop_back();
  if ((name == "var" || name == "std") && args.size() == 1) {
    const Value* correction = find(kwargs, "correction");
    if (correction && correction->is_int() && correction->as_int() == 1) kwargs.table.erase(vm::intern("correction"));
  }
  if ((name == "any" || name == "all") && args.size() > 1)
    if (vm::List* dims = args[1].as<vm::List>(); dims && dims->items.size() == 1) args[1] = dims->items[0];
  if (name == "avg_pool2d_backward" || name == "avg_pool3d_backward" || name == "max_pool2d_with_indices_backward")
    if (args[3].is_none()) args[3] = vm::make_list({});
  static const std::set<std::string> masked = {"native_layer_norm_backward", "native_batch_norm_backward",
                                               "native_group_norm_backward", "convolution_backward"};
  if (masked.count(name)) as_flags(args.back());
  number_reductions(name, args);
}

}  // namespace vt
