#include "graph/recorder.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "graph/small_sizes.h"
#include "ops/families/layout.h"
#include "ops/ops.h"
#include "ops/table.h"
#include "support/check.h"
#include "support/events.h"
#include "tensor/unbacked.h"

namespace vt {
namespace {

const OpDef& need_op(const char* name) {
  const OpDef* op = find_op(name);
  if (!op)
    tensor_error(std::string("this in-place change cannot be compiled: there is no op ") + name, "NotImplementedError");
  return *op;
}

std::string base_name(const OpDef& op) {
  std::string name = op.name;
  return name.substr(0, name.find('.'));
}

}  // namespace

ValueRef storage_root(const Graph& graph, ValueRef value) {
  for (;;) {
    const Node& node = graph.at(value.node);
    if (node.kind != NodeKind::kOp || !(node.op->traits & kView) || node.args.empty() ||
        node.args[0].kind != NodeArg::Kind::kValue)
      return value;
    value = node.args[0].values[0];
  }
}

bool GraphRecorder::is_core_op(const OpDef& op) const {
  if (aten_operators_ && (op.traits & kAten)) return true;
  return op.pointwise || op.lower || !op.decompose || (keep_kernels_ && op.kernel);
}

GraphRecorder::GraphRecorder(std::shared_ptr<ShapeEnv> shapes, bool keep_kernels) : keep_kernels_(keep_kernels) {
  graph_.shapes = std::move(shapes);
  slots_.emplace_back();  // slot 0 means "no slot"
}

void GraphRecorder::set_origin(std::vector<ItemId> origins, SourceSpan span) {
  origins_ = std::move(origins);
  span_ = span;
}

ItemId GraphRecorder::new_item() {
  if (!event_log().active()) return kNoItem;
  return event_log().provenance.add(ItemKind::kGraphNode, span_, origins_);
}

Tensor GraphRecorder::new_slot(ValueRef value) {
  Slot slot;
  slot.value = value;
  slot.base = slot.parent = slots_.size();
  slot.memory = make_ref<Storage>(0, Device{DeviceKind::kMeta});
  slots_.push_back(std::move(slot));
  return handle(slots_.size() - 1);
}

Tensor GraphRecorder::handle(uint64_t slot) {
  const TensorMeta& meta = graph_.meta(slots_[slot].value);
  const SymSizes& strides = slots_[slot].strides.empty() ? meta.strides : slots_[slot].strides;
  Tensor fake = fake_tensor(meta.sizes, strides, meta.dtype, meta.device, this, slot);
  fake.impl()->storage = slots_[slots_[slot].base].memory;
  return fake;
}

Tensor GraphRecorder::tensor_of(ValueRef value) { return new_slot(value); }

Tensor GraphRecorder::add_input(TensorMeta meta, std::string_view name, ItemId item) {
  NodeId node = graph_.add_input(std::move(meta), name, item == kNoItem ? new_item() : item);
  Tensor fake = new_slot({node, 0});
  slots_.back().input = static_cast<int>(graph_.inputs().size()) - 1;
  return fake;
}

void GraphRecorder::add_number_input(const SymInt& number, std::string_view name, ItemId item) {
  graph_.add_number_input(number, name, item == kNoItem ? new_item() : item);
}

Tensor GraphRecorder::lift(const Tensor& real) {
  auto found = lifted_.find(real.impl());
  if (found != lifted_.end()) return handle(found->second);
  NodeId node = graph_.add_constant(real, "_tensor_constant" + std::to_string(lifted_.size()), new_item());
  Tensor fake = new_slot({node, 0});
  lifted_.emplace(real.impl(), slots_.size() - 1);
  lifted_alive_.push_back(real);
  return fake;
}

Metas specialise_small_sizes(Metas metas) {
  for (TensorMeta& meta : metas)
    for (SymInt& size : meta.sizes) {
      if (!size.symbolic() || only_a_run_tells(size)) continue;
      if (size.hint() == 0 || size.hint() == 1) size = size.guard_int();
      else static_cast<void>(size >= SymInt(2));
    }
  return metas;
}

// The current value of a slot. A view made before the last write to its base is replayed on the new value.
ValueRef GraphRecorder::current(uint64_t index) {
  Slot slot = slots_[index];
  if (slot.base == index || slot.generation == slots_[slot.base].generation) return slot.value;
  current(slot.parent);
  std::vector<Arg> args = slot.step.args;
  args.insert(args.begin(), Arg(handle(slot.parent)));
  uint32_t generation = slots_[slot.base].generation;
  std::vector<NodeArg> node_args;
  for (const Arg& arg : args) node_args.push_back(node_arg(arg));
  NodeId node = graph_.add_op(*slot.step.op, std::move(node_args),
                              specialise_small_sizes(infer_op(*slot.step.op, Args(args))), new_item());
  slots_[index].value = {node, slot.step.result};
  slots_[index].generation = generation;
  return slots_[index].value;
}

ValueRef GraphRecorder::value_of(const Tensor& fake) {
  if (!fake.defined()) return {};
  if (!owns(fake)) return value_of(lift(fake));
  return current(fake.impl()->fake->value);
}

// The argument with its tensors replaced by fresh handles without autograd history, so that the
// ops that a decomposition calls are not recorded on the tape a second time.
Arg GraphRecorder::own_arg(const Arg& arg) {
  auto own = [&](const Tensor& t) {
    if (!t.defined()) return Tensor();
    return owns(t) ? handle(t.impl()->fake->value) : lift(t);
  };
  if (const Tensor* tensor = std::get_if<Tensor>(&arg.value)) return own(*tensor);
  const TensorList* list = std::get_if<TensorList>(&arg.value);
  if (!list) return arg;
  TensorList items;
  for (const Tensor& item : *list) items.push_back(own(item));
  return items;
}

NodeArg GraphRecorder::node_arg(const Arg& arg) {
  if (const Tensor* tensor = std::get_if<Tensor>(&arg.value)) return NodeArg::of(value_of(*tensor));
  const TensorList* list = std::get_if<TensorList>(&arg.value);
  if (!list) return NodeArg::of(arg);
  std::vector<ValueRef> values;
  for (const Tensor& item : *list) values.push_back(value_of(item));
  return NodeArg::list(std::move(values));
}

Outputs GraphRecorder::record(const OpDef& op, const Args& args) {
  std::vector<Arg> own;
  own.reserve(args.size());
  for (const Arg& arg : args.values()) own.push_back(own_arg(arg));
  Args owned(std::move(own));
  if (op.traits & kMutates) {
    record_inplace(op, owned);
    return {args.tensor(0)};
  }
  if (is_core_op(op)) return record_node(op, owned);
  RecorderScope scope(this);
  Outputs outputs = op.decompose(owned);
  for (Tensor& output : outputs) {
    if (output.defined() && !owns(output)) output = lift(output);
    // A decomposition that returns its argument (contiguous, to) returns the caller's tensor, which has the history.
    for (size_t i = 0; output.defined() && i < owned.size(); ++i) {
      const Tensor* given = std::get_if<Tensor>(&owned[i].value);
      if (given && given->defined() && given->same(output) && owns(args.tensor(i))) output = args.tensor(i);
    }
  }
  return outputs;
}

Outputs GraphRecorder::record_node(const OpDef& op, const Args& args) {
  std::vector<NodeArg> node_args;
  node_args.reserve(args.size());
  for (const Arg& arg : args.values()) node_args.push_back(node_arg(arg));
  NodeId node = graph_.add_op(op, std::move(node_args), specialise_small_sizes(infer_op(op, args)), new_item());
  Outputs outputs;
  bool view = (op.traits & kView) && args.size() > 0 && args[0].is_tensor();
  for (size_t i = 0; i < graph_.at(node).metas.size(); ++i) {
    outputs.push_back(new_slot({node, static_cast<int>(i)}));
    if (!view) continue;
    Slot& slot = slots_.back();
    slot.parent = args.tensor(0).impl()->fake->value;
    slot.base = slots_[slot.parent].base;
    slot.generation = slots_[slot.base].generation;
    slot.step = {&op, {args.values().begin() + 1, args.values().end()}, static_cast<int>(i)};
    slot.view_results = graph_.at(node).metas.size();
    slot.memory = {};
    outputs.back().impl()->storage = slots_[slot.base].memory;
    outputs.back().impl()->is_view = true;
  }
  return outputs;
}

// `value` cast and broadcast to the dtype and shape of the tensor that it overwrites.
Tensor GraphRecorder::fitted(Tensor value, const Tensor& like) {
  RecorderScope scope(this);
  if (value.dtype() != like.dtype()) {
    const OpDef* cast = find_op("_to_copy");
    value =
        cast ? record(*cast, Args{value, like.dtype()})[0] : record(need_op("to.dtype"), Args{value, like.dtype()})[0];
  }
  if (!(value.sizes() == like.sizes()))
    value = record(need_op("expand"), Args{value, Arg(IntList(like.sym_sizes()))})[0];
  return value;
}

// The value of the first argument after an in-place op.
Tensor GraphRecorder::mutation_result(const OpDef& op, const Args& args) {
  if (!(op.traits & kMutates)) return record(op, args)[0];
  std::string name = base_name(op);
  if (aten_operators_ && (name == "copy_" || name == "fill_" || name == "zero_")) return written(name, args);
  if (name == "copy_" || name == "fill_")
    return args[1].is_tensor() ? args.tensor(1) : record(need_op("full_like"), Args{args[0], args[1]})[0];
  if (name == "zero_") return record(need_op("full_like"), Args{args[0], Arg(0)})[0];
  // uniform_ -> uniform: the functional variant of the in-place op.
  if (!name.empty() && name.back() == '_') name.pop_back();
  return record(need_op(name.c_str()), args)[0];
}

// The same in ATen's functionalized form: copy, fill and zero ops that also take the old value.
Tensor GraphRecorder::written(const std::string& name, const Args& args) {
  if (name == "zero_") return record(need_op("zero"), Args{args[0]})[0];
  if (name == "fill_")
    return record(need_op(args[1].is_tensor() ? "fill.Tensor" : "fill.Scalar"), Args{args[0], args[1]})[0];
  if (!args[1].is_tensor()) return record(need_op("fill.Scalar"), Args{args[0], args[1]})[0];
  // A functional norm op returns the new running statistics, which replace the old ones without a copy.
  const Node& from = graph_.at(value_of(args.tensor(1)).node);
  if (from.kind == NodeKind::kOp && std::string_view(from.op->name).ends_with("_functional")) return args.tensor(1);
  return record(need_op("copy"), Args{args[0], args[1]})[0];
}

void GraphRecorder::record_inplace(const OpDef& op, const Args& args) {
  std::vector<Arg> own;
  for (const Arg& arg : args.values()) own.push_back(own_arg(arg));
  Args owned(std::move(own));
  uint64_t slot = owned.tensor(0).impl()->fake->value;
  Tensor like = handle(slot);
  write(slot, fitted(mutation_result(op, owned), like));
}

// An in-place write keeps the strides of the target, because later views and the caller read them. If a copy cannot
// have these strides (they have gaps), it keeps the order of the axes, so that results computed from it do too.
Tensor GraphRecorder::in_layout(const Tensor& value, const Tensor& like) {
  const TensorMeta meta = meta_of(like);
  if (equal_strides(meta_of(value), meta)) return value;
  RecorderScope scope(this);
  if (Tensor laid = copy_with_strides(value, meta.strides); laid.defined()) return laid;
  SymSizes order = result_strides(meta.sizes, {like});
  if (order.empty()) order = contiguous_sym_strides(meta.sizes);
  const Tensor laid = copy_with_strides(value, order);
  return laid.defined() ? laid : value;
}

void GraphRecorder::write(uint64_t index, const Tensor& replacement) {
  if (slots_[index].base == index) {
    const Tensor before = handle(index), laid = in_layout(replacement, before);
    const SymSizes strides = meta_of(before).strides;
    slots_[index].value = value_of(laid);
    slots_[index].strides = equal_strides(meta_of(laid), meta_of(before)) ? SymSizes() : strides;
    ++slots_[index].generation;
    return;
  }
  const TensorMeta meta = graph_.meta(slots_[index].value);
  const ValueRef value = value_of(replacement);
  uint64_t parent = slots_[index].parent, base = slots_[index].base;
  write(parent, scatter(index, tensor_of(value)));
  if (!equal_strides(graph_.meta(value), meta)) return;  // current() replays the view at its next use
  slots_[index].value = value;
  slots_[index].generation = slots_[base].generation;
}

namespace {
// Inverse of expand: the value of `whole` after its expanded view became `part`. Positions along an expanded axis share
// one memory cell, so a write to any of them counts: per axis, take the first position that differs from the old value.
Tensor unexpanded(Tensor part, const Tensor& whole) {
  if (part.numel() == 0) return whole;
  const int added = part.rank() - whole.rank();
  Tensor old = whole;
  for (int axis = 0; axis < added; ++axis) old = call1(op_unsqueeze, {old, 0});
  for (int axis = 0; axis < part.rank(); ++axis) {
    if (part.size(axis) == 1 || old.size(axis) != 1) continue;
    Tensor changed = call1(op_ne, {part, old});
    Tensor first = call1(op_argmax, {call1(op_to_copy, {changed, DType::kInt32}), axis, true});
    part = call1(op_gather, {part, axis, first});
  }
  for (int axis = 0; axis < added; ++axis) part = call1(op_squeeze_dim, {part, 0});
  return part;
}
}  // namespace

// The value of the viewed tensor after its view became `part`.
Tensor GraphRecorder::scatter(uint64_t index, const Tensor& part) {
  Slot slot = slots_[index];
  current(slot.parent);
  Tensor whole = handle(slot.parent);
  std::string name = base_name(*slot.step.op);
  RecorderScope scope(this);
  if (name == "expand") return unexpanded(part, whole);
  static const char* const kReshapes[] = {"view",    "reshape",   "_unsafe_view", "flatten", "unflatten",
                                          "squeeze", "unsqueeze", "view_as",      "ravel"};
  if (std::find(std::begin(kReshapes), std::end(kReshapes), name) != std::end(kReshapes))
    return record(need_op("reshape"), Args{part, Arg(IntList(whole.sym_sizes()))})[0];
  if (name == "alias" || name == "detach") return part;
  if (name == "t" || name == "transpose" || name == "swapaxes") {
    std::vector<Arg> args = slot.step.args;
    args.insert(args.begin(), Arg(part));
    return record(*slot.step.op, Args(std::move(args)))[0];
  }
  if (name == "permute") {
    IntList order = std::get<IntList>(slot.step.args[0].value), inverse(order.size());
    int64_t rank = static_cast<int64_t>(order.size());
    for (int64_t i = 0; i < rank; ++i)
      inverse[static_cast<size_t>((order[static_cast<size_t>(i)].hint() + rank) % rank)] = SymInt(i);
    return record(*slot.step.op, Args{part, Arg(inverse)})[0];
  }
  // One result of a multi-result view (split, unbind) is treated as the equivalent select or slice.
  std::vector<Arg> args = slot.step.args;
  if (slot.view_results > 1 || name == "unbind") std::tie(name, args) = piece_of(slot, whole);
  if (aten_operators_ && (name == "select" || name == "slice")) {
    args.insert(args.begin(), {Arg(whole), Arg(part)});
    return record(need_op((name + "_scatter").c_str()), Args(std::move(args)))[0];
  }
  const OpDef* placing = find_op(name + "_backward");
  if (!placing)
    tensor_error("an in-place change of a view made by " + name + " cannot be compiled", "NotImplementedError");
  // The gradient op of the view places a part into a tensor of zeros. It is used twice: for the new
  // values, and for a mask of the positions that they replace.
  auto placed = [&](const Tensor& t) {
    std::vector<Arg> full = {Arg(t), Arg(IntList(whole.sym_sizes()))};
    full.insert(full.end(), args.begin(), args.end());
    return record(*placing, Args(std::move(full)))[0];
  };
  Tensor mask = record(need_op("full"),
                       Args{Arg(IntList(part.sym_sizes())), Arg(true), Arg(DType::kBool), Arg(whole.device())})[0];
  return record(need_op("where"), Args{placed(mask), placed(part), whole})[0];
}

// The select or slice that gives the same part as one result of unbind, split or chunk.
std::pair<std::string, std::vector<Arg>> GraphRecorder::piece_of(const Slot& slot, const Tensor& whole) {
  int64_t dim = 0;
  const Schema& schema = schema_of(*slot.step.op);
  for (size_t i = 1; i < schema.parameters.size(); ++i)
    if (schema.parameters[i].name == "dim" && i - 1 < slot.step.args.size())
      if (const Scalar* s = std::get_if<Scalar>(&slot.step.args[i - 1].value)) dim = s->to_int();
  if (base_name(*slot.step.op) == "unbind") return {"select", {Arg(dim), Arg(slot.step.result)}};
  std::vector<Arg> args = slot.step.args;
  args.insert(args.begin(), Arg(whole));
  Metas pieces = infer_op(*slot.step.op, Args(std::move(args)));
  size_t axis = static_cast<size_t>(dim < 0 ? dim + whole.rank() : dim);
  SymInt start = 0;
  for (int i = 0; i < slot.step.result; ++i) start = start + pieces[static_cast<size_t>(i)].sizes[axis];
  return {"slice",
          {Arg(dim), Arg(start), Arg(start + pieces[static_cast<size_t>(slot.step.result)].sizes[axis]), Arg(1)}};
}

std::vector<std::pair<int, ValueRef>> GraphRecorder::mutated_inputs() {
  std::vector<std::pair<int, ValueRef>> changed;
  for (size_t i = 1; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.input >= 0 && slot.generation > 0) changed.emplace_back(slot.input, slot.value);
  }
  return changed;
}

GraphRecorder::Place GraphRecorder::place_of(const Tensor& fake) const {
  Place place;
  for (uint64_t slot = fake.impl()->fake->value;; slot = slots_[slot].parent) {
    place.base = slot;
    if (slots_[slot].base == slot) break;
    place.steps.insert(place.steps.begin(), slots_[slot].step);
  }
  place.input = slots_[place.base].input;
  return place;
}
std::optional<ViewSteps> GraphRecorder::steps_between(const Tensor& base, const Tensor& view) const {
  ViewSteps steps;
  for (uint64_t slot = view.impl()->fake->value; slot != base.impl()->fake->value; slot = slots_[slot].parent) {
    if (slots_[slot].base == slot) return std::nullopt;
    steps.insert(steps.begin(), slots_[slot].step);
  }
  return steps;
}
Tensor GraphRecorder::base_of(const Tensor& fake) { return handle(place_of(fake).base); }

void GraphRecorder::set_outputs(std::span<const Arg> outputs, const OutputPlan& plan) {
  graph_.outputs.clear();
  for (const Arg& output : outputs) {
    if (const Tensor* tensor = std::get_if<Tensor>(&output.value))
      graph_.outputs.push_back(GraphOutput::of(value_of(*tensor)));
    else if (const Scalar* number = std::get_if<Scalar>(&output.value))
      graph_.outputs.push_back(GraphOutput::of(number->integer));
    else graph_.outputs.emplace_back();
  }
  for (const Tensor& base : plan.shared_bases) graph_.outputs.push_back(GraphOutput::of(value_of(base)));
  const size_t returned = graph_.outputs.size();
  graph_.mutated_inputs.clear();
  for (const auto& [input, value] : mutated_inputs()) {
    graph_.mutated_inputs.emplace_back(input, static_cast<int>(graph_.outputs.size()));
    graph_.outputs.push_back(GraphOutput::of(value));
  }
  if (plan.aliases.size() == outputs.size() && !aten_operators_) give_outputs_memory(returned, plan);
}

// A copy with the layout of `value`: for a view, the storage root is cloned and the view chain replayed on it.
ValueRef GraphRecorder::copied(ValueRef value) {
  if (storage_root(graph_, value) == value)
    return {graph_.add_op(op_clone, {NodeArg::of(value), NodeArg::of(Arg())}, {}, new_item()), 0};
  const OpDef& view = *graph_.at(value.node).op;
  std::vector<NodeArg> args = graph_.at(value.node).args;
  args[0].values[0] = copied(args[0].values[0]);
  Metas metas = graph_.at(value.node).metas;
  return {graph_.add_op(view, std::move(args), std::move(metas), new_item()), value.result};
}

// One value may stand for several tensors: after y.copy_(x), y's value is x. Outputs are cloned so that they share
// memory only as the plan says, and so that a value to write back is not overwritten by an earlier write-back.
void GraphRecorder::give_outputs_memory(size_t outputs, const OutputPlan& plan) {
  std::set<std::pair<NodeId, int>> taken;
  auto changes = [&](NodeId node) {
    return std::any_of(graph_.mutated_inputs.begin(), graph_.mutated_inputs.end(), [&](const auto& changed) {
      return graph_.inputs()[static_cast<size_t>(changed.first)] == node;
    });
  };
  for (size_t i = 0; i < outputs; ++i) {
    GraphOutput& output = graph_.outputs[i];
    const bool alias = i < plan.aliases.size() && plan.aliases[i].of != OutputAlias::Of::kNothing;
    if (alias || output.kind != GraphOutput::Kind::kValue || !output.value.valid()) continue;
    const ValueRef root = storage_root(graph_, output.value);
    const bool foreign = graph_.at(root.node).kind != NodeKind::kOp;
    if (foreign || !taken.emplace(root.node, root.result).second) output.value = copied(output.value);
  }
  for (auto [input, position] : graph_.mutated_inputs) {
    GraphOutput& output = graph_.outputs[static_cast<size_t>(position)];
    const ValueRef root = storage_root(graph_, output.value);
    if (changes(root.node) && graph_.inputs()[static_cast<size_t>(input)] != root.node)
      output.value = copied(output.value);
  }
}

}  // namespace vt
