// Runs tensor ops of scripts through torch's Python bindings: finds the function or method for each schema
// and maps the schema's arguments to its parameters.
#include <algorithm>
#include <map>
#include <set>

#include "eager/autograd.h"
#include "torch/binder.h"
#include "torchscript/script/library.h"
#include "torchscript/script/run_node.h"

namespace vt::script {
namespace {

using In = std::vector<vm::Value>;

struct Call {
  std::vector<vm::Value> positional;
  std::vector<std::pair<std::string, vm::Value>> keywords;
};

vm::Value invoke(vm::Interpreter& vm, const vm::Value& callable, const Call& call) {
  std::vector<vm::Value> values = call.positional, names;
  for (const auto& [name, value] : call.keywords) {
    names.push_back(vm::Value::of(vm::intern(name)));
    values.push_back(value);
  }
  vm::Arguments a;
  a.values = values.data();
  a.positional = call.positional.size();
  a.keyword_names = names.data();
  a.keywords = names.size();
  const torch::OpBinding* binding = torch::binding_of(callable);
  if (!binding) return vm.call(callable, a);
  torch::BoundCall bound = torch::bind_call(vm, *binding, a);
  bool plain = bound.out.is_null() && bound.generator.is_null() && !bound.requires_grad && !bound.as_tuple &&
               !bound.inplace && !binding->inplace && !(bound.op->traits & (kRandom | kMutates));
  if (!plain) return torch::run_call(vm, *binding, std::move(bound));
  Outputs outputs;
  {
    TensorWork work;
    outputs = vt::call(*bound.op, std::move(bound.args));
  }
  return torch::wrap_outputs(*bound.op, outputs);
}

vm::Value method(vm::Interpreter& vm, const char* name, Call call) {
  vm::Value callable = vm.get_attribute(vm::Value::of(torch::torch_types().tensor), name);
  return invoke(vm, callable, call);
}
vm::Value function(vm::Interpreter& vm, const char* module, const char* name, const Call& call) {
  return invoke(vm, vm.get_attribute(vm.import_module(module), name), call);
}

// Converts an argument from its script representation to that of torch's functions.
vm::Value memory_format_of(int64_t number) {
  const torch::TorchTypes& made = torch::torch_types();
  return number == 3   ? made.channels_last_3d
         : number == 2 ? made.channels_last
         : number == 1 ? made.preserve_format
                       : made.contiguous_format;
}
vm::Value as_argument(const Argument& formal, const vm::Value& v) {
  if (formal.name == "dtype" && v.is_int())
    if (std::optional<DType> dtype = dtype_of_number(v.as_int())) return torch::dtype_value(*dtype);
  if (formal.name == "memory_format" && v.is_int()) return memory_format_of(v.as_int());
  if (v.is_int() && v.as_int() == INT64_MAX && formal.name == "end") return vm::Value::none();
  return v;
}
bool equals_default(const Argument& formal, const vm::Value& v) {
  if (!formal.has_default) return false;
  const vm::Value& d = formal.default_value;
  if (d.is_none() || v.is_none()) return d.is_none() && v.is_none();
  if (v.is_object() || d.is_object()) {
    const vm::List *a = v.as<vm::List>(), *b = d.as<vm::List>();
    if (a && b && a->items.size() == b->items.size())
      return std::equal(a->items.begin(), a->items.end(), b->items.begin(),
                        [](const vm::Value& x, const vm::Value& y) { return x.same(y); });
    // int[2] padding=0
    if (a && d.is_int())
      return std::all_of(a->items.begin(), a->items.end(), [&](const vm::Value& x) { return x.same(d); });
    const vm::Str *s = v.as<vm::Str>(), *t = d.as<vm::Str>();
    return s && t && s->text == t->text;
  }
  return v.tag() == d.tag() && v.same(d);
}
const std::set<std::string>& ignored_arguments() {
  static const std::set<std::string> names = {"layout",       "pin_memory", "cudnn_enabled", "cudnn_enable",
                                              "non_blocking", "benchmark",  "deterministic", "allow_tf32"};
  return names;
}

const vm::Value& named(const Node& node, const In& in, const char* name) {
  static const vm::Value none = vm::Value::none();
  for (size_t i = 0; i < node.schema->arguments.size() && i < in.size(); ++i)
    if (node.schema->arguments[i].name == name) return in[i];
  return none;
}
const char* reduction_text(const vm::Value& v) {
  int64_t number = v.is_int() ? v.as_int() : 1;
  return number == 0 ? "none" : number == 2 ? "sum" : "mean";
}
vm::Value index_key(const vm::Value& list) {
  std::vector<vm::Value> key;
  for (const vm::Value& index : need<vm::List>(list).items)
    key.push_back(index.is_none() ? vm::make<vm::Slice>(vm::Value::none(), vm::Value::none(), vm::Value::none())
                                  : index);
  return vm::make_tuple(std::move(key));
}

using Special = vm::Value (*)(vm::Interpreter&, Node&, In&);

vm::Value special_to(vm::Interpreter& vm, Node& node, In& in) {
  Call call{{in[0]}, {}};
  const vm::Value &dtype = named(node, in, "dtype"), &device = named(node, in, "device"),
                  &copy = named(node, in, "copy"), &format = named(node, in, "memory_format");
  const vm::Value& other = named(node, in, "other");
  if (!other.is_none()) call.positional.push_back(other);
  if (dtype.is_int()) call.keywords.push_back({"dtype", torch::dtype_value(*dtype_of_number(dtype.as_int()))});
  if (!device.is_none()) call.keywords.push_back({"device", device});
  if (copy.is_bool() && copy.as_bool()) call.keywords.push_back({"copy", copy});
  if (format.is_int()) call.keywords.push_back({"memory_format", memory_format_of(format.as_int())});
  if (call.keywords.empty() && other.is_none()) return in[0];
  return method(vm, "to", call);
}
vm::Value special_batch_norm(vm::Interpreter& vm, Node&, In& in) {
  return function(vm, "torch.nn.functional", "batch_norm",
                  {{in[0], in[3], in[4], in[1], in[2], in[5], in[6], in[7]}, {}});
}
vm::Value special_layer_norm(vm::Interpreter& vm, Node&, In& in) {
  return function(vm, "torch.nn.functional", "layer_norm", {{in[0], in[1], in[2], in[3], in[4]}, {}});
}
vm::Value special_group_norm(vm::Interpreter& vm, Node&, In& in) {
  return function(vm, "torch.nn.functional", "group_norm", {{in[0], in[1], in[2], in[3], in[4]}, {}});
}
vm::Value special_instance_norm(vm::Interpreter& vm, Node&, In& in) {
  return function(vm, "torch.nn.functional", "instance_norm",
                  {{in[0], in[3], in[4], in[1], in[2], in[5], in[6], in[7]}, {}});
}
vm::Value special_dropout(vm::Interpreter& vm, Node& node, In& in) {
  const char* name = node.is("aten::feature_dropout")         ? "dropout2d"
                     : node.is("aten::alpha_dropout")         ? "alpha_dropout"
                     : node.is("aten::feature_alpha_dropout") ? "feature_alpha_dropout"
                                                              : "dropout";
  return function(vm, "torch.nn.functional", name, {{in[0], in[1], in[2]}, {}});
}
vm::Value special_embedding(vm::Interpreter& vm, Node&, In& in) {
  Call call{{in[1], in[0]}, {}};
  if (in.size() > 2 && in[2].is_int() && in[2].as_int() >= 0) call.keywords.push_back({"padding_idx", in[2]});
  return function(vm, "torch.nn.functional", "embedding", call);
}
vm::Value special_convolution(vm::Interpreter& vm, Node&, In& in) {
  size_t dims = need<vm::List>(in[3]).items.size();
  bool transposed = in[6].as_bool();
  std::string name = std::string(transposed ? "conv_transpose" : "conv") + std::to_string(dims) + "d";
  Call call{{in[0], in[1], in[2], in[3], in[4]}, {}};
  if (transposed) call.positional.insert(call.positional.end(), {in[7], in[8], in[5]});
  else call.positional.insert(call.positional.end(), {in[5], in[8]});
  return function(vm, "torch.nn.functional", name.c_str(), call);
}
vm::Value special_loss(vm::Interpreter& vm, Node& node, In& in) {
  std::string name = node.kind.substr(6);
  if (name == "cross_entropy_loss") name = "cross_entropy";
  if (name == "nll_loss_nd") name = "nll_loss";
  Call call{{in[0], in[1]}, {}};
  for (size_t i = 2; i < in.size() && i < node.schema->arguments.size(); ++i) {
    const Argument& formal = node.schema->arguments[i];
    if (formal.name == "reduction") {
      call.keywords.push_back({"reduction", vm::make_str(reduction_text(in[i]))});
    } else if (!equals_default(formal, in[i])) {
      call.keywords.push_back({formal.name, in[i]});
    }
  }
  return function(vm, "torch.nn.functional", name.c_str(), call);
}
vm::Value special_index(vm::Interpreter& vm, Node&, In& in) { return vm.get_item(in[0], index_key(in[1])); }
vm::Value special_index_put(vm::Interpreter& vm, Node& node, In& in) {
  if (in.size() > 3 && in[3].is_bool() && in[3].as_bool())
    return method(vm, node.kind.c_str() + 6, {{in[0], vm::make_tuple(need<vm::List>(in[1]).items), in[2], in[3]}, {}});
  vm.set_item(in[0], index_key(in[1]), in[2]);
  return in[0];
}
vm::Value special_select(vm::Interpreter& vm, Node&, In& in) {
  std::vector<vm::Value> key;
  int64_t dim = in[1].as_int(), rank = torch::as_tensor(in[0])->rank();
  if (dim < 0) dim += rank;
  if (dim < 0 || dim >= rank) run_error("select() cannot be applied to a 0-dim tensor.");
  for (int64_t i = 0; i < dim; ++i)
    key.push_back(vm::make<vm::Slice>(vm::Value::none(), vm::Value::none(), vm::Value::none()));
  key.push_back(in[2]);
  return vm.get_item(in[0], vm::make_tuple(std::move(key)));
}
vm::Value special_slice(vm::Interpreter& vm, Node&, In& in) {
  std::vector<vm::Value> key;
  int64_t dim = in[1].as_int();
  if (dim < 0) dim += torch::as_tensor(in[0])->rank();
  for (int64_t i = 0; i < dim; ++i)
    key.push_back(vm::make<vm::Slice>(vm::Value::none(), vm::Value::none(), vm::Value::none()));
  vm::Value end = in[3].is_int() && in[3].as_int() == INT64_MAX ? vm::Value::none() : in[3];
  key.push_back(vm::make<vm::Slice>(in[2], end, in[4]));
  return vm.get_item(in[0], vm::make_tuple(std::move(key)));
}
vm::Value special_size(vm::Interpreter& vm, Node& node, In& in) {
  vm::Value size = method(vm, node.kind.c_str() + 6, {{in[0]}, {}});
  std::vector<vm::Value> items = vm.to_vector(size);
  if (in.size() == 1) return vm::make_list(std::move(items));
  int64_t dim = in[1].as_int(), rank = static_cast<int64_t>(items.size());
  if (dim < -rank || dim >= rank)
    run_error("Dimension out of range (expected to be in range of [" + std::to_string(-rank) + ", " +
              std::to_string(rank - 1) + "], but got " + std::to_string(dim) + ")");
  return items[static_cast<size_t>(dim < 0 ? dim + rank : dim)];
}
vm::Value special_number(vm::Interpreter& vm, Node& node, In& in) {
  vm::Value item = method(vm, "item", {{in[0]}, {}});
  if (node.is("aten::Bool")) return vm::Value::boolean(vm.truth(item));
  if (node.is("aten::Int") || node.is("aten::IntImplicit"))
    return item.is_float()  ? vm::Value::integer(static_cast<int64_t>(item.as_float()))
           : item.is_bool() ? vm::Value::integer(item.as_bool())
                            : item;
  if (node.is("aten::Float") || node.is("aten::FloatImplicit"))
    return item.is_float() ? item
                           : vm::Value::real(item.is_bool() ? item.as_bool() : static_cast<double>(item.as_int()));
  return item;
}
// The number type of nested lists given to torch.tensor; raises an error for other elements.
TypePtr number_in_lists(TypePtr type, const vm::Value& value) {
  while (is(type, TypeKind::kList)) type = type->element();
  if (is(type, TypeKind::kInt) || is(type, TypeKind::kFloat) || is(type, TypeKind::kBool) ||
      is(type, TypeKind::kNumber))
    return type;
  const bool empty = is(type, TypeKind::kTensor) && value.as<vm::List>() && value.as<vm::List>()->items.empty();
  run_error("Input must be of ints, floats, or bools, got " + python_text(type) +
            (empty ? "\n" + std::string(kEmptyLists) : ""));
}
vm::Value special_tensor(vm::Interpreter& vm, Node& node, In& in) {
  Call call{{in[0]}, {}};
  const vm::Value &dtype = named(node, in, "dtype"), &grad = named(node, in, "requires_grad");
  if (const TypePtr& given = node.input(0)->type; is(given, TypeKind::kList)) {
    // An empty list of ints gives an int64 tensor, unlike in Python.
    TypePtr held = number_in_lists(given, in[0]);
    if (dtype.is_none() && !is(held, TypeKind::kNumber)) {
      DType made = is(held, TypeKind::kInt)    ? DType::kInt64
                   : is(held, TypeKind::kBool) ? DType::kBool
                                               : default_dtype();
      call.keywords.push_back({"dtype", torch::dtype_value(made)});
    }
  }
  if (dtype.is_int()) call.keywords.push_back({"dtype", torch::dtype_value(*dtype_of_number(dtype.as_int()))});
  if (grad.is_bool() && grad.as_bool()) call.keywords.push_back({"requires_grad", grad});
  return function(vm, "torch", node.is("aten::as_tensor") ? "as_tensor" : "tensor", call);
}
vm::Value special_property(vm::Interpreter& vm, Node& node, In& in) {
  static const std::map<std::string, const char*> names = {{"prim::dtype", "dtype"},
                                                           {"prim::device", "device"},
                                                           {"prim::grad", "grad"},
                                                           {"prim::is_cuda", "is_cuda"},
                                                           {"prim::requires_grad", "requires_grad"},
                                                           {"aten::numpy_T", "T"},
                                                           {"aten::mT", "mT"},
                                                           {"aten::mH", "mH"},
                                                           {"aten::matrix_H", "H"},
                                                           {"aten::is_leaf", "is_leaf"},
                                                           {"prim::is_leaf", "is_leaf"},
                                                           {"prim::is_sparse", "is_sparse"},
                                                           {"prim::is_mkldnn", "is_mkldnn"},
                                                           {"prim::is_quantized", "is_quantized"},
                                                           {"prim::is_meta", "is_meta"},
                                                           {"prim::layout", "layout"},
                                                           {"prim::itemsize", "itemsize"},
                                                           {"prim::nbytes", "nbytes"}};
  vm::Value value = vm.get_attribute(in[0], names.at(node.kind));
  if (torch::DTypeObject* dtype = value.as<torch::DTypeObject>()) return vm::Value::integer(dtype_number(dtype->dtype));
  if (node.is("prim::layout")) return vm::Value::integer(0);
  return value;
}
vm::Value special_copy(vm::Interpreter& vm, Node&, In& in) { return method(vm, "copy_", {{in[0], in[1]}, {}}); }
vm::Value special_view_list(vm::Interpreter& vm, Node& node, In& in) {
  Call call{in, {}};
  for (size_t i = 0; i < call.positional.size(); ++i)
    call.positional[i] = as_argument(node.schema->arguments[i], in[i]);
  call.positional.resize(2);
  return method(vm, node.kind.c_str() + 6, call);
}
vm::Value special_length(vm::Interpreter& vm, Node&, In& in) { return vm::Value::integer(vm.length(in[0])); }
vm::Value special_device(vm::Interpreter&, Node&, In& in) {
  Device device;
  torch::to_device(in[0], &device);
  if (in.size() > 1 && in[1].is_int()) device.index = static_cast<int16_t>(in[1].as_int());
  return torch::device_value(device);
}
vm::Value special_norm(vm::Interpreter& vm, Node& node, In& in) {
  Call call{{in[0]}, {}};
  const vm::Value& p = named(node, in, "p");
  call.keywords.push_back({"p", p.is_none() ? vm::Value::integer(2) : p});
  for (const char* name : {"dim", "keepdim"})
    if (!named(node, in, name).is_none()) call.keywords.push_back({name, named(node, in, name)});
  return function(vm, "torch", "norm", call);
}
vm::Value special_pad(vm::Interpreter& vm, Node& node, In& in) {
  Call call{{in[0], in[1]}, {}};
  if (node.is("aten::constant_pad_nd")) call.keywords.push_back({"value", in[2]});
  else {
    call.positional.push_back(in[2]);
    if (!in[3].is_none()) call.keywords.push_back({"value", in[3]});
  }
  return function(vm, "torch.nn.functional", "pad", call);
}
vm::Value special_attention(vm::Interpreter& vm, Node& node, In& in) {
  Call call{{in[0], in[1], in[2]}, {}};
  for (const char* name : {"attn_mask", "dropout_p", "is_causal", "scale"})
    if (!named(node, in, name).is_none()) call.keywords.push_back({name, named(node, in, name)});
  return function(vm, "torch.nn.functional", "scaled_dot_product_attention", call);
}
vm::Value special_feature(vm::Interpreter& vm, Node& node, In& in) {
  Call call;
  for (size_t i = 0; i < in.size(); ++i)
    if (!equals_default(node.schema->arguments[i], in[i]) || i == 0 || !node.schema->arguments[i].has_default)
      i < 2 ? call.positional.push_back(in[i]) : call.keywords.push_back({node.schema->arguments[i].name, in[i]});
  return function(vm, "torch.nn.functional", node.kind.c_str() + 6, call);
}
vm::Value special_logical(vm::Interpreter& vm, Node& node, In& in) {
  vt::BinaryOp op = node.is("aten::__and__")      ? vt::BinaryOp::kAnd
                    : node.is("aten::__or__")     ? vt::BinaryOp::kOr
                    : node.is("aten::__xor__")    ? vt::BinaryOp::kXor
                    : node.is("aten::__lshift__") ? vt::BinaryOp::kLshift
                                                  : vt::BinaryOp::kRshift;
  return vm.binary(op, in[0], in[1]);
}
vm::Value special_floor_divide(vm::Interpreter& vm, Node&, In& in) {
  return vm.binary(vt::BinaryOp::kFloorDivide, in[0], in[1]);
}

vm::Value special_einsum(vm::Interpreter& vm, Node&, In& in) {
  return function(vm, "torch", "einsum", {{in[0], in[1]}, {}});
}

const std::unordered_map<std::string, Special>& specials() {
  static const std::unordered_map<std::string, Special> all = {
      {"aten::to", special_to},
      {"aten::batch_norm", special_batch_norm},
      {"aten::layer_norm", special_layer_norm},
      {"aten::group_norm", special_group_norm},
      {"aten::instance_norm", special_instance_norm},
      {"aten::dropout", special_dropout},
      {"aten::feature_dropout", special_dropout},
      {"aten::alpha_dropout", special_dropout},
      {"aten::feature_alpha_dropout", special_dropout},
      {"aten::embedding", special_embedding},
      {"aten::_convolution", special_convolution},
      {"aten::cross_entropy_loss", special_loss},
      {"aten::nll_loss", special_loss},
      {"aten::nll_loss_nd", special_loss},
      {"aten::mse_loss", special_loss},
      {"aten::l1_loss", special_loss},
      {"aten::smooth_l1_loss", special_loss},
      {"aten::huber_loss", special_loss},
      {"aten::kl_div", special_loss},
      {"aten::binary_cross_entropy", special_loss},
      {"aten::binary_cross_entropy_with_logits", special_loss},
      {"aten::soft_margin_loss", special_loss},
      {"aten::index", special_index},
      {"aten::index_put_", special_index_put},
      {"aten::index_put", special_index_put},
      {"aten::select", special_select},
      {"aten::slice", special_slice},
      {"aten::size", special_size},
      {"aten::stride", special_size},
      {"aten::Int", special_number},
      {"aten::Float", special_number},
      {"aten::Bool", special_number},
      {"aten::IntImplicit", special_number},
      {"aten::FloatImplicit", special_number},
      {"aten::ScalarImplicit", special_number},
      {"aten::tensor", special_tensor},
      {"aten::as_tensor", special_tensor},
      {"prim::dtype", special_property},
      {"prim::device", special_property},
      {"prim::grad", special_property},
      {"prim::is_cuda", special_property},
      {"prim::requires_grad", special_property},
      {"aten::numpy_T", special_property},
      {"aten::mT", special_property},
      {"aten::mH", special_property},
      {"aten::matrix_H", special_property},
      {"aten::is_leaf", special_property},
      {"prim::is_leaf", special_property},
      {"prim::is_sparse", special_property},
      {"prim::is_mkldnn", special_property},
      {"prim::is_quantized", special_property},
      {"prim::is_meta", special_property},
      {"prim::layout", special_property},
      {"prim::itemsize", special_property},
      {"prim::nbytes", special_property},
      {"aten::copy_", special_copy},
      {"aten::len", special_length},
      {"aten::device", special_device},
      {"aten::norm", special_norm},
      {"aten::constant_pad_nd", special_pad},
      {"aten::pad", special_pad},
      {"aten::scaled_dot_product_attention", special_attention},
      {"aten::one_hot", special_feature},
      {"aten::pixel_shuffle", special_feature},
      {"aten::cosine_similarity", special_feature},
      {"aten::triplet_margin_loss", special_feature},
      {"aten::__and__", special_logical},
      {"aten::__or__", special_logical},
      {"aten::__xor__", special_logical},
      {"aten::__lshift__", special_logical},
      {"aten::__rshift__", special_logical},
      {"aten::floordiv", special_floor_divide},
      {"aten::einsum", special_einsum},
      {"aten::expand", special_view_list}};
  return all;
}

// The torch function or method for an operator.
vm::Value find_callable(vm::Interpreter& vm, const Node& node) {
  std::string name = node.kind.substr(node.kind.find("::") + 2);
  if (node.kind.rfind("quantized::", 0) == 0)
    return vm.get_attribute(vm.import_module("torch._C"), "_quantized_" + name);
  bool self = !node.schema->arguments.empty() && node.schema->arguments[0].name == "self";
  auto in_tensor = [&]() -> vm::Value {
    return vm.find_attribute(vm::Value::of(torch::torch_types().tensor), vm::intern(name));
  };
  auto in_module = [&](const char* module, const std::string& what) -> vm::Value {
    return vm.find_attribute(vm.import_module(module), vm::intern(what));
  };
  if (name.rfind("linalg_", 0) == 0) return in_module("torch.linalg", name.substr(7));
  if (name.rfind("special_", 0) == 0) return in_module("torch.special", name.substr(8));
  vm::Value found = in_module("torch", name);
  // The function under the operator's own name accepts numbers in reductions; torch's public function does not.
  vm::Value own_name;
  if (found.same(in_module("torch._native_names", name))) std::swap(own_name, found);
  if (found.is_null() || (self && torch::binding_of(found) == nullptr)) {
    vm::Value as_method = self ? in_tensor() : vm::Value();
    if (!as_method.is_null()) found = as_method;
  }
  if (found.is_null()) found = in_module("torch.nn.functional", name);
  if (found.is_null()) found = own_name;
  if (found.is_null()) run_error("Unknown builtin op: " + node.kind);
  return found;
}

// Operators that are implemented in Python (torch/jit/_operators.py), found by overload name, then by operator
// name; null if there is none.
vm::Value written_operator(vm::Interpreter& vm, const Node& node) {
  vm::Value library = vm.import_module("torch.jit._operators");
  std::string name = node.kind.substr(node.kind.find("::") + 2);
  if (!node.schema->overload.empty()) {
    vm::Value exact = vm.find_attribute(library, vm::intern(name + "_" + node.schema->overload));
    if (!exact.is_null()) return exact;
  }
  return vm.find_attribute(library, vm::intern(name));
}

// For numbers, scripts call the Scalar overloads, whose gradient nodes have different names.
const char* scalar_gradient(const Node& node) {
  if (!node.schema || node.schema->overload != "Scalar") return nullptr;
  static const std::map<std::string, const char*> names = {{"aten::add", "AddBackward1"},
                                                           {"aten::sub", "SubBackward1"},
                                                           {"aten::mul", "MulBackward1"},
                                                           {"aten::div", "DivBackward1"}};
  auto found = names.find(node.kind);
  return found == names.end() ? nullptr : found->second;
}

}  // namespace

vm::Value run_tensor_op(vm::Interpreter& vm, Node& node, In& in) {
  auto special = specials().find(node.kind);
  if (!node.schema && special == specials().end()) run_error("Unknown builtin op: " + node.kind);
  vm::Value result;
  const char* gradient = scalar_gradient(node);
  uint64_t first = gradient ? next_grad_sequence() : 0;
  if (special != specials().end()) {
    result = special->second(vm, node, in);
  } else if (vm::Value written = written_operator(vm, node); !written.is_null()) {
    vm::Arguments given;
    given.values = in.data();
    given.positional = in.size();
    result = vm.call(written, given);
  } else {
    vm::Value callable = find_callable(vm, node);
    Call call;
    // Omit trailing arguments that equal their defaults.
    size_t last = 0;
    const std::vector<Argument>& formal = node.schema->arguments;
    for (size_t i = 0; i < in.size() && i < formal.size(); ++i)
      if (!formal[i].keyword_only && !equals_default(formal[i], in[i])) last = i + 1;
    for (size_t i = 0; i < in.size() && i < formal.size(); ++i) {
      if (ignored_arguments().count(formal[i].name)) continue;
      if (!formal[i].keyword_only) {
        if (i < last) call.positional.push_back(as_argument(formal[i], in[i]));
      } else if (!equals_default(formal[i], in[i])) {
        call.keywords.push_back({formal[i].name, as_argument(formal[i], in[i])});
      }
    }
    result = invoke(vm, callable, call);
  }
  if (const Tensor* made = gradient ? torch::as_tensor(result) : nullptr; made && made->requires_grad())
    name_grad_fn(*made, gradient, first);
  if (node.outputs.size() == 1 && is(node.output()->type, TypeKind::kList) && result.as<vm::Tuple>())
    return vm::make_list(need<vm::Tuple>(result).items);
  return result;
}

}  // namespace vt::script
