#include <algorithm>
#include <map>

#include "graph/graph.h"
#include "graph/print.h"
#include "ops/dispatch.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {
namespace {

std::string check_values(const Graph& graph, const Node& node, const std::vector<bool>& ready) {
  std::vector<ValueRef> values = values_of(node);
  for (const ValueRef& value : values) {
    size_t slot = static_cast<uint32_t>(value.node);
    if (slot >= graph.capacity() || graph.at(value.node).erased) return node.name + " uses an erased node";
    const Node& source = graph.at(value.node);
    if (!ready[slot]) return node.name + " uses " + source.name + " before it is computed";
    if (value.result < 0 || value.result >= static_cast<int>(source.metas.size()))
      return node.name + " uses result " + std::to_string(value.result) + " of " + source.name + ", which has no such";
    auto uses =
        std::count_if(values.begin(), values.end(), [&](const ValueRef& other) { return other.node == value.node; });
    if (uses != std::count(source.users.begin(), source.users.end(), node.id))
      return "the users of " + source.name + " do not list " + node.name + " as often as it uses it";
  }
  return {};
}

// Equal symbolic sizes can have different expressions, so only the hints are compared.
bool same_hint(const SymInt& a, const SymInt& b) { return a.hint() == b.hint(); }

std::string check_metas(const Graph& graph, const Node& node) {
  Metas expected;
  try {
    expected = infer_op(*node.op, meta_args(graph, node));
  } catch (const TensorError& e) {
    return node.name + " is refused by its shape rule: " + e.message;
  }
  if (expected.size() != node.metas.size())
    return node.name + " has " + std::to_string(node.metas.size()) + " results, its shape rule says " +
           std::to_string(expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    const TensorMeta& a = node.metas[i];
    const TensorMeta& b = expected[i];
    if (a.dtype != b.dtype || !std::equal(a.sizes.begin(), a.sizes.end(), b.sizes.begin(), b.sizes.end(), same_hint))
      return node.name + " is " + meta_text(a) + ", its shape rule says " + meta_text(b);
  }
  return {};
}

std::string check_node(const Graph& graph, const Node& node, const std::vector<bool>& ready, bool check_shapes) {
  if (node.kind != NodeKind::kOp) return {};
  if (!node.op) return node.name + " has no op";
  if (node.args.size() > schema_of(*node.op).parameters.size())
    return node.name + " has more arguments than " + node.op->name + " takes";
  std::string problem = check_values(graph, node, ready);
  if (problem.empty() && check_shapes) problem = check_metas(graph, node);
  return problem;
}

class Hasher {
 public:
  void add(uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15ull;
    state_ ^= state_ >> 29;
  }
  void add(std::string_view text) {
    add(static_cast<uint64_t>(text.size()));
    for (char c : text) add(static_cast<uint64_t>(static_cast<unsigned char>(c)));
  }
  uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0xcbf29ce484222325ull;
};

void hash_plain(Hasher& hash, const Arg& arg) {
  hash.add(static_cast<uint64_t>(arg.value.index()));
  if (const Scalar* s = std::get_if<Scalar>(&arg.value))
    hash.add(s->is_float() ? std::to_string(s->number) : s->integer.text());
  if (const IntList* list = std::get_if<IntList>(&arg.value))
    for (const SymInt& v : *list) hash.add(v.text());
  if (const auto* text = std::get_if<std::string>(&arg.value)) hash.add(*text);
  if (const DType* dtype = std::get_if<DType>(&arg.value)) hash.add(static_cast<uint64_t>(*dtype));
  if (const auto* reals = std::get_if<std::vector<double>>(&arg.value))
    for (double v : *reals) hash.add(std::to_string(v));
}

}  // namespace

std::string verify_graph(const Graph& graph, bool check_shapes) {
  std::vector<bool> ready(graph.capacity());
  std::map<std::string_view, int> names;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    if (node.erased) return node.name + " is erased but still in the program order";
    if (names[node.name]++) return "two nodes are named " + node.name;
    std::string problem = check_node(graph, node, ready, check_shapes);
    if (!problem.empty()) return problem;
    ready[static_cast<uint32_t>(id)] = true;
  }
  for (const GraphOutput& output : graph.outputs) {
    if (output.kind != GraphOutput::Kind::kValue) continue;
    if (!output.value.valid() || !ready[static_cast<uint32_t>(output.value.node)]) return "an output is not computed";
    if (output.value.result >= static_cast<int>(graph.at(output.value.node).metas.size()))
      return "an output is a result that its node does not have";
  }
  return {};
}

uint64_t structural_hash(const Graph& graph) {
  Hasher hash;
  std::vector<uint64_t> position(graph.capacity());
  auto number = [&](const ValueRef& v) {
    return v.valid() ? position[static_cast<uint32_t>(v.node)] * 16 + static_cast<uint64_t>(v.result) : ~uint64_t{0};
  };
  uint64_t next = 0;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    position[static_cast<uint32_t>(id)] = next++;
    hash.add(static_cast<uint64_t>(node.kind));
    if (node.op) hash.add(std::string_view(node.op->name));
    for (const NodeArg& arg : node.args) {
      hash.add(static_cast<uint64_t>(arg.kind));
      hash_plain(hash, arg.plain);
      for (const ValueRef& value : arg.values) hash.add(number(value));
    }
    for (const TensorMeta& meta : node.metas) hash.add(meta_text(meta));
  }
  for (const GraphOutput& output : graph.outputs) {
    hash.add(static_cast<uint64_t>(output.kind));
    if (output.kind == GraphOutput::Kind::kValue) hash.add(number(output.value));
    if (output.kind == GraphOutput::Kind::kNumber) hash.add(output.number.text());
  }
  return hash.value();
}

}  // namespace vt
