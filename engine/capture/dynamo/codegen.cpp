#include "capture/dynamo/codegen.h"

#include <algorithm>

#include "capture/dynamo/cache.h"
#include "capture/dynamo/trace_builtins.h"
#include "support/check.h"
#include "torch/objects.h"

namespace vt::dynamo {
namespace {
// Temporaries are numbered from here until all are known; then they get slots after the locals.
constexpr uint32_t kTemporary = 1u << 24;

Constant to_constant(Interpreter& vm, const Value& value) {
  if (value.is_none() || value.is_null()) return {};
  if (value.is_bool()) return {value.as_bool()};
  if (value.is_int()) return {value.as_int()};
  if (value.is_float()) return {value.as_float()};
  if (vm::Str* text = value.as<vm::Str>()) return {text->text};
  if (vm::CodeObject* code = value.as<vm::CodeObject>()) return {code->code};
  return {vm.repr(value)};
}
}  // namespace

static bool is_plain(const Value& value) {
  return !value.is_object() || value.as<vm::Str>() || value.as<vm::Bytes>() || value.as<vm::BigInt>();
}

// A symbolic size that leaves the frame must be computed by a graph, even if no operation was captured.
bool has_symbol(Tracer& tracer, const VarRef& given, int depth) {
  if (given->is(VarKind::kLazy) && !given->real()) return false;
  VarRef v = tracer.value_of(given);
  if (v->is(VarKind::kSymInt)) return !v->source;  // an argument is returned unchanged
  auto within = [&](const VarRef& item) { return depth < 8 && has_symbol(tracer, item, depth + 1); };
  return std::any_of(v->parts().begin(), v->parts().end(), within) ||
         std::any_of(v->pairs().begin(), v->pairs().end(), [&](const auto& entry) { return within(entry.second); });
}

Codegen::Codegen(Output& output, Tracer& root, const ResumeOrigin* origin, SourceSpan span)
    : out_(output), root_(root), vm_(output.vm), origin_(origin), span_(span), names_(root.code.names) {
  constants_ = root.code_holder.as<vm::CodeObject>()->constants;
  graph_result_ = add_temporary();
  if (!output.drawn.calls().empty()) drawn_ = add_temporary();
  // Run the lazy iterators that leave the frame to their end, and at a break compute the lazy numbers on the stack,
  // because both may add nodes to the graph.
  std::set<const Var*> seen;
  if (!root.finished()) {
    for (const VarRef& v : root.stack) {
      if (v->is(VarKind::kLazy) && is_plain(v->value)) force(output, v);
    }
  }
  for (const VarRef& v : root.stack) drain_within(v, seen);
  std::vector<bool> live(root.slots.size(), false);
  if (!root.finished()) live = live_slots(root.code, root.current());
  for (size_t i = 0; i < root.slots.size(); ++i) {
    if (live[i]) drain_within(root.slots[i], seen);
  }
  for (const VarRef& v : output.effects.mutated()) drain_within(v, seen);
  for (const auto& [name, v] : output.effects.globals()) drain_within(v, seen);
  drain_within(root.result(), seen);
  if (root.finished()) root.close_generators();
  decide_graph();
}

void Codegen::decide_graph() {
  out_.drop_idle_switches();
  has_graph_ = out_.call_count() + (root_.finished() ? out_.size_uses() : 0) > 0;
  // After a break, a live symbolic size is an output of the graph, so a graph is needed even without operations.
  if (root_.finished()) return;
  std::vector<bool> live = live_slots(root_.code, root_.current());
  for (const VarRef& v : root_.stack) has_graph_ = has_graph_ || has_symbol(root_, v);
  for (size_t i = 0; i < root_.slots.size(); ++i)
    has_graph_ = has_graph_ || (live[i] && root_.slots[i] && has_symbol(root_, root_.slots[i]));
}

void Codegen::drain_within(const VarRef& given, std::set<const Var*>& seen) {
  bool computed = given && given->is_lazy_arithmetic();
  if (computed && !root_.finished()) force(out_, given);
  VarRef v = given && given->is(VarKind::kLazy) ? given->real() : given;
  if (!v || !seen.insert(v.get()).second) return;
  const IteratorVariable* iterator = v->get_if<IteratorVariable>();
  if (!iterator || iterator->maker.is_null()) root_.drain_leaving(v);
  if (iterator)
    for (const VarRef& part : iterator->made_of) drain_within(part, seen);
  for (const VarRef& item : v->parts()) drain_within(item, seen);
  for (const auto& [key, value] : v->pairs()) drain_within(value, seen);
  for (const auto& [name, value] : v->written()) drain_within(value, seen);
  drain_within(v->content(), seen);
}

void Codegen::emit(Op op, uint32_t arg) { body_.push_back({op, arg}); }

uint32_t Codegen::add_constant(const Value& value) {
  for (size_t i = 0; i < constants_.size(); ++i) {
    bool same_float = value.is_float() && constants_[i].is_float();
    if (!same_float && constants_[i].tag() == value.tag() && constants_[i].same(value)) return static_cast<uint32_t>(i);
  }
  constants_.push_back(value);
  return static_cast<uint32_t>(constants_.size() - 1);
}

uint32_t Codegen::add_name(const std::string& name) {
  auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return static_cast<uint32_t>(found - names_.begin());
  names_.push_back(name);
  return static_cast<uint32_t>(names_.size() - 1);
}

uint32_t Codegen::add_temporary() {
  temporaries_.push_back(temporaries_.empty() ? "graph_out_0" : "tmp_" + std::to_string(temporaries_.size() - 1));
  return kTemporary + static_cast<uint32_t>(temporaries_.size() - 1);
}

void Codegen::call(uint32_t count) { emit(Op::CALL, count); }

void Codegen::load_helper(const char* name) {
  emit(Op::PUSH_NULL);
  load_constant(vm_.get_attribute(vm_.import_module("_vitrine_dynamo"), name));
}
// Realizes the values that leave the frame, so that guards and graph inputs exist for them. Tensors and containers
// always; plain constants inside a list, dict, object or cell made while tracing; and in any container made while
// tracing, the items before its first tensor or symbolic number.
void Codegen::look_at(const VarRef& given, bool constants, int depth) {
  bool plain = given->is(VarKind::kLazy) && !given->real() && is_plain(given->value);
  if (plain && !constants) return;
  VarRef v = force(out_, given);
  if (!looked_at_.insert({v.get(), constants}).second) return;
  bool made = !v->source && v->value.is_null();
  bool holder = v->is(VarKind::kList) || v->is(VarKind::kDict) || v->is(VarKind::kSet);
  bool inner = constants || (made && holder && depth > 0);
  if (holder || v->is(VarKind::kTuple)) {
    look_at_items(v, inner, made, depth + 1);
  }
  if (made && v->is(VarKind::kObject)) {
    for (const auto& [name, value] : std::vector(v->written())) {
      if (value) look_at(value, true, depth + 1);
    }
  }
  if (made && v->is(VarKind::kFunction)) {
    for (const VarRef& cell : v->as<UserFunctionVariable>().closure) {
      if (cell->content()) look_at(cell->content(), true, depth + 1);
    }
  }
}

void Codegen::look_at_items(const VarRef& container, bool constants, bool first_constants, int depth) {
  auto look = [&](const VarRef& item) {
    look_at(item, constants || first_constants, depth);
    const VarRef& known = item->is(VarKind::kLazy) ? item->real() : item;
    if (known && (known->is(VarKind::kTensor) || is_symbol(*known))) first_constants = false;
  };
  for (const VarRef& item : copied(container->parts())) look(item);
  for (const auto& [key, value] : copied(container->pairs())) look(value);
}

// Realizes the values that the side effects write back.
void Codegen::look_at_effects() {
  for (const VarRef& v : std::vector(out_.effects.mutated())) {
    if (v->is(VarKind::kList) || v->is(VarKind::kDict) || v->is(VarKind::kSet)) look_at_items(v, false, true, 1);
    if (!v->is(VarKind::kObject)) continue;
    for (const auto& [name, value] : std::vector(v->written())) {
      if (value) look_at(value, true, 1);
    }
  }
}

void Codegen::finish_with_return(const VarRef& value) {
  look_at(value, false, 0);
  look_at_effects();
  pass_tensors_through({value});
  load(value);
  if (function_leaves(value)) store_root_cells(load_root_cells());
  side_effect_stores(side_effect_values());
  if (has_graph_) {
    emit(Op::LOAD_CONST, add_constant(Value::none()));
    emit(Op::STORE_FAST, graph_result_);
  }
  emit(Op::RETURN_VALUE);
}

void Codegen::close_graph() {
  if (!has_graph_) return;
  std::vector<Value> items;
  for (fx::Node* node : outputs_) items.push_back(Value::of(node));
  Value tuple = vm::make_tuple(std::move(items));
  out_.graph.create(fx::NodeOp::kOutput, vm::make_str("output"), vm::make_tuple({tuple}), vm::make<vm::Dict>());
  out_.clean_up();
}

void Codegen::emit_prologue(std::vector<Instruction>& into) {
  for (const Instruction& instruction : root_.code.instructions) {
    bool prologue = instruction.op == Op::COPY_FREE_VARS || instruction.op == Op::MAKE_CELL ||
                    instruction.op == Op::RESUME || instruction.op == Op::NOP;
    if (!prologue) break;
    into.push_back(instruction);
    if (instruction.op == Op::RESUME) break;
  }
}

namespace {
int deepest_stack(const std::vector<Instruction>& instructions) {
  int depth = 0, most = 0;
  for (const Instruction& instruction : instructions) {
    // The code after a return is the other arm of a branch, which starts at a depth already counted.
    depth = std::max(0, depth) + stack_effect(instruction.op, instruction.arg, false);
    most = std::max(most, depth);
  }
  return most;
}
}  // namespace

Value Codegen::build(const std::string& compiled_name) {
  std::vector<Instruction> head;
  emit_prologue(head);
  std::vector<Instruction> rest;
  std::swap(rest, body_);
  if (!out_.drawn.calls().empty()) {
    load_helper("draw_numbers");
    load_constant(vm::make_tuple(out_.drawn.calls()));
    call(1);
    emit(Op::STORE_FAST, drawn_);
  }
  if (has_graph_) {
    emit(Op::PUSH_NULL);
    emit(Op::LOAD_GLOBAL, add_name(compiled_name));
    for (const GraphInput& input : out_.inputs()) {
      if (input.number) load_helper("as_tensor_full_precision");
      load_source(*input.source);
      if (input.number) call(1);
    }
    call(static_cast<uint32_t>(out_.inputs().size()));
    emit(Op::STORE_FAST, graph_result_);
  }
  head.insert(head.end(), body_.begin(), body_.end());
  std::swap(rest, body_);
  uint32_t shift = static_cast<uint32_t>(head.size());
  for (uint32_t at : jumps_) body_[at].arg += shift;
  head.insert(head.end(), body_.begin(), body_.end());

  auto code = std::make_shared<Code>(root_.code);
  uint32_t free_count = static_cast<uint32_t>(code->free_variable_count),
           temporaries = static_cast<uint32_t>(temporaries_.size());
  uint32_t first_free = static_cast<uint32_t>(code->local_names.size()) - free_count;
  code->local_names.insert(code->local_names.begin() + first_free, temporaries_.begin(), temporaries_.end());
  code->local_kinds.insert(code->local_kinds.begin() + first_free, temporaries, static_cast<uint8_t>(kPlainLocal));
  for (Instruction& instruction : head) {
    Operand operand = op_info(instruction.op).operand;
    if (operand != Operand::kLocal && operand != Operand::kCell) continue;
    if (instruction.arg >= kTemporary) instruction.arg = instruction.arg - kTemporary + first_free;
    else if (instruction.arg >= first_free) instruction.arg += temporaries;
  }
  code->names = names_;
  code->constants.clear();
  for (const Value& value : constants_) code->constants.push_back(to_constant(vm_, value));
  code->max_stack = root_.code.max_stack + deepest_stack(head) + 4;
  code->spans.assign(head.size(), span_);
  code->exceptions.clear();
  for (const Handler& handler : handlers_)
    code->exceptions.push_back(
        {handler.begin + shift, handler.end + shift, handler.target + shift, handler.depth, false});
  code->instructions = std::move(head);
  Value object = vm::make<vm::CodeObject>(std::shared_ptr<const Code>(code));
  object.as<vm::CodeObject>()->constants = constants_;
  return object;
}

}  // namespace vt::dynamo
