#include "graph/graph.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "graph/small_sizes.h"
#include "ops/dispatch.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {
namespace {

// Ops with the name of a Python builtin: PyTorch names the first such node sum_1, not sum.
constexpr std::array<std::string_view, 15> kBuiltins = {"abs", "all", "any", "bool",  "complex", "float", "hash", "int",
                                                        "max", "min", "pow", "range", "round",   "sum",   "slice"};

void fill_strides(Metas& metas) {
  for (TensorMeta& meta : metas)
    if (meta.strides.size() != meta.sizes.size()) meta.strides = contiguous_sym_strides(meta.sizes);
}

bool same_number(const SymInt& x, const SymInt& y) {
  if (x.symbolic() != y.symbolic()) return false;
  return x.symbolic() ? sym_equal(x.expr(), y.expr()) : x.hint() == y.hint();
}

bool same_scalar(const Scalar& x, const Scalar& y) {
  if (x.kind != y.kind) return false;
  // Compare floats by bits, because 0.0 and -0.0 are different arguments.
  if (x.is_float()) return std::memcmp(&x.number, &y.number, sizeof(double)) == 0;
  return same_number(x.integer, y.integer);
}

bool same_plain(const Arg& a, const Arg& b) {
  if (a.value.index() != b.value.index()) return false;
  if (const Scalar* x = std::get_if<Scalar>(&a.value)) return same_scalar(*x, std::get<Scalar>(b.value));
  if (const IntList* x = std::get_if<IntList>(&a.value)) {
    const IntList& y = std::get<IntList>(b.value);
    return std::equal(x->begin(), x->end(), y.begin(), y.end(), same_number);
  }
  if (const auto* x = std::get_if<std::vector<double>>(&a.value)) return *x == std::get<std::vector<double>>(b.value);
  if (const auto* x = std::get_if<std::string>(&a.value)) return *x == std::get<std::string>(b.value);
  if (const DType* x = std::get_if<DType>(&a.value)) return *x == std::get<DType>(b.value);
  if (const Device* x = std::get_if<Device>(&a.value)) return *x == std::get<Device>(b.value);
  return a.is_none() && b.is_none();
}

template <class TensorOf>
Args convert_args(const Node& node, TensorOf tensor_of) {
  std::vector<Arg> args;
  args.reserve(node.args.size());
  for (const NodeArg& arg : node.args) {
    if (arg.kind == NodeArg::Kind::kPlain) {
      args.push_back(arg.plain);
    } else if (arg.kind == NodeArg::Kind::kValue) {
      args.emplace_back(tensor_of(arg.values[0]));
    } else {
      TensorList list;
      for (const ValueRef& value : arg.values) list.push_back(value.valid() ? tensor_of(value) : Tensor());
      args.emplace_back(std::move(list));
    }
  }
  return Args(std::move(args));
}

}  // namespace

NodeArg NodeArg::of(Arg plain) {
  NodeArg arg;
  arg.plain = std::move(plain);
  return arg;
}
NodeArg NodeArg::of(ValueRef value) {
  NodeArg arg;
  if (!value.valid()) return arg;
  arg.kind = Kind::kValue;
  arg.values = {value};
  return arg;
}
NodeArg NodeArg::list(std::vector<ValueRef> values) {
  NodeArg arg;
  arg.kind = Kind::kValueList;
  arg.values = std::move(values);
  return arg;
}
GraphOutput GraphOutput::of(ValueRef value) {
  GraphOutput output;
  if (!value.valid()) return output;
  output.kind = Kind::kValue;
  output.value = value;
  return output;
}
GraphOutput GraphOutput::of(SymInt number) {
  GraphOutput output;
  output.kind = Kind::kNumber;
  output.number = std::move(number);
  return output;
}

std::vector<ValueRef> values_of(const Node& node) {
  std::vector<ValueRef> values;
  for (const NodeArg& arg : node.args)
    for (const ValueRef& value : arg.values)
      if (value.valid()) values.push_back(value);
  return values;
}

std::string Graph::unique_name(std::string_view base) {
  std::string name(base);
  bool builtin = std::find(kBuiltins.begin(), kBuiltins.end(), base) != kBuiltins.end();
  bool fresh = names_.emplace(name, 0).second;
  if (fresh && !builtin) return name;
  for (;;) {
    std::string numbered = name + "_" + std::to_string(++names_[name]);
    if (names_.emplace(numbered, 0).second) return numbered;
  }
}

NodeId Graph::append(Node node) {
  node.id = NodeId(nodes_.size());
  node.next = insertion_;
  node.previous = insertion_ == kNoNode ? last_ : at(insertion_).previous;
  if (node.previous == kNoNode) first_ = node.id;
  else at(node.previous).next = node.id;
  if (node.next == kNoNode) last_ = node.id;
  else at(node.next).previous = node.id;
  fill_strides(node.metas);
  nodes_.push_back(std::move(node));
  add_uses(nodes_.back());
  return nodes_.back().id;
}

NodeId Graph::add_input(TensorMeta meta, std::string_view name, ItemId item) {
  Node node;
  node.kind = NodeKind::kInput;
  node.name = unique_name(name);
  node.metas = {std::move(meta)};
  node.item = item;
  inputs_.push_back(append(std::move(node)));
  return inputs_.back();
}

NodeId Graph::add_number_input(SymInt number, std::string_view name, ItemId item) {
  Node node;
  node.kind = NodeKind::kNumberInput;
  node.name = unique_name(name);
  node.number = std::move(number);
  node.item = item;
  inputs_.push_back(append(std::move(node)));
  return inputs_.back();
}

NodeId Graph::add_constant(Tensor value, std::string_view name, ItemId item) {
  Node node;
  node.kind = NodeKind::kConstant;
  node.name = unique_name(name);
  node.metas = {meta_of(value)};
  node.constant = std::move(value);
  node.item = item;
  return append(std::move(node));
}

NodeId Graph::add_op(const OpDef& op, std::vector<NodeArg> args, Metas metas, ItemId item, std::string_view name) {
  Node node;
  node.op = &op;
  node.args = std::move(args);
  node.metas = metas.empty() ? specialise_small_sizes(infer_op(op, meta_args(*this, node))) : std::move(metas);
  node.item = item;
  node.name = unique_name(name.empty() ? std::string_view(schema_of(op).python_name) : name);
  return append(std::move(node));
}

std::vector<NodeId> Graph::order() const {
  std::vector<NodeId> list;
  for (NodeId id = first_; id != kNoNode; id = next(id)) list.push_back(id);
  return list;
}

size_t Graph::op_count() const {
  size_t count = 0;
  for (NodeId id = first_; id != kNoNode; id = next(id)) count += at(id).kind == NodeKind::kOp;
  return count;
}

bool Graph::is_output(ValueRef value) const {
  return std::any_of(outputs.begin(), outputs.end(),
                     [&](const GraphOutput& o) { return o.kind == GraphOutput::Kind::kValue && o.value == value; });
}
bool Graph::is_output(NodeId node) const {
  return std::any_of(outputs.begin(), outputs.end(),
                     [&](const GraphOutput& o) { return o.kind == GraphOutput::Kind::kValue && o.value.node == node; });
}

void Graph::add_uses(const Node& node) {
  for (const ValueRef& value : values_of(node)) at(value.node).users.push_back(node.id);
}
void Graph::remove_uses(const Node& node) {
  for (const ValueRef& value : values_of(node)) {
    std::vector<NodeId>& users = at(value.node).users;
    auto found = std::find(users.begin(), users.end(), node.id);
    if (found != users.end()) users.erase(found);
  }
}

void Graph::replace_value(ValueRef from, ValueRef to) {
  if (from == to) return;
  std::vector<NodeId> users = at(from.node).users;
  std::sort(users.begin(), users.end());
  users.erase(std::unique(users.begin(), users.end()), users.end());
  for (NodeId user : users) {
    Node& node = at(user);
    remove_uses(node);
    for (NodeArg& arg : node.args)
      for (ValueRef& value : arg.values)
        if (value == from) value = to;
    add_uses(node);
  }
  for (GraphOutput& output : outputs)
    if (output.kind == GraphOutput::Kind::kValue && output.value == from) output.value = to;
}

void Graph::set_op(NodeId id, const OpDef& op, std::vector<NodeArg> args) {
  Node& node = at(id);
  remove_uses(node);
  node.op = &op;
  node.args = std::move(args);
  add_uses(node);
}

void Graph::unlink(const Node& node) {
  if (node.previous == kNoNode) first_ = node.next;
  else at(node.previous).next = node.next;
  if (node.next == kNoNode) last_ = node.previous;
  else at(node.next).previous = node.previous;
}

void Graph::erase(NodeId id) {
  Node& node = at(id);
  VT_CHECK(node.users.empty() && !is_output(id), "erasing " + node.name + ", which is still used");
  VT_CHECK(node.kind == NodeKind::kOp || node.kind == NodeKind::kConstant, "inputs are never erased");
  remove_uses(node);
  if (insertion_ == id) insertion_ = node.next;
  unlink(node);
  node.args.clear();
  node.erased = true;
}

void Graph::rotate_inputs(size_t place, size_t count) {
  std::rotate(inputs_.begin() + static_cast<long>(place), inputs_.end() - static_cast<long>(count), inputs_.end());
  // Number inputs must stand before the nodes whose sizes use them, so all inputs move to the front.
  for (size_t i = inputs_.size(); i-- > 0;) move_before(inputs_[i], first_);
}

void Graph::move_before(NodeId id, NodeId place) {
  if (id == place) return;
  Node& node = at(id);
  unlink(node);
  node.next = place;
  node.previous = place == kNoNode ? last_ : at(place).previous;
  if (node.previous == kNoNode) first_ = id;
  else at(node.previous).next = id;
  if (place == kNoNode) last_ = id;
  else at(place).previous = id;
}

bool equal_strides(const TensorMeta& a, const TensorMeta& b) {
  return std::equal(a.strides.begin(), a.strides.end(), b.strides.begin(), b.strides.end(),
                    [](const SymInt& x, const SymInt& y) { return x.hint() == y.hint(); });
}

Tensor meta_tensor(const TensorMeta& meta) {
  std::vector<SymInt> strides =
      meta.strides.size() == meta.sizes.size() ? meta.strides : contiguous_sym_strides(meta.sizes);
  return fake_tensor(meta.sizes, std::move(strides), meta.dtype, meta.device, nullptr, 0);
}

Args args_of(const Node& node, const std::vector<std::vector<Tensor>>& values) {
  return convert_args(node, [&](const ValueRef& value) {
    return values[static_cast<uint32_t>(value.node)][static_cast<size_t>(value.result)];
  });
}

Args meta_args(const Graph& graph, const Node& node) {
  return convert_args(node, [&](const ValueRef& value) { return meta_tensor(graph.meta(value)); });
}

bool same_arg(const NodeArg& a, const NodeArg& b) {
  return a.kind == b.kind && a.values == b.values && same_plain(a.plain, b.plain);
}

}  // namespace vt
