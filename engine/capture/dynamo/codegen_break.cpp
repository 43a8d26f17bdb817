// Bytecode for a frame that breaks: it runs the instruction that stopped tracing, then calls the resume function
// (resume.cpp) for the rest of the frame.
#include <algorithm>

#include "capture/dynamo/cache.h"
#include "capture/dynamo/codegen.h"

namespace vt::dynamo {

namespace {
// Live values at a break: the stack and the locals that the frame has assigned. Empty if a local is a cell.
std::vector<VarRef> leaving(const Tracer& root, const std::vector<bool>& live) {
  std::vector<VarRef> values = root.stack;
  for (size_t i = 0; i < root.slots.size(); ++i) {
    const VarRef& v = root.slots[i];
    if (root.code.local_kinds[i] & kCellLocal) return {};
    if (!live[i] || !v || v->is(VarKind::kNull) || v->is(VarKind::kCell)) continue;
    bool as_given = v->source && v->source->kind == SourceKind::kLocal && v->source->index == static_cast<int>(i);
    if (!as_given) values.push_back(v);
  }
  return values;
}
}  // namespace

// Calls a method of a context manager with `arguments` Nones.
void Codegen::call_context(uint32_t manager, const char* method, uint32_t arguments) {
  emit(Op::PUSH_NULL);
  emit(Op::LOAD_FAST, manager);
  emit(Op::LOAD_ATTR, add_name(method));
  for (uint32_t i = 0; i < arguments; ++i) load_constant(Value::none());
  call(arguments);
  emit(Op::POP_TOP);
}

// The original instructions [first, last), run inside the contexts that the graph has exited.
void Codegen::run_instructions(uint32_t first, uint32_t last, const std::vector<uint32_t>& managers) {
  const Instruction& instruction = root_.code.instructions[first];
  for (uint32_t manager : managers) call_context(manager, "__enter__", 0);
  uint32_t begin = static_cast<uint32_t>(body_.size());
  if (root_.current() > 0 && root_.code.instructions[root_.current() - 1].op == Op::KW_NAMES)
    body_.push_back(root_.code.instructions[root_.current() - 1]);
  if (instruction.op == Op::LOAD_METHOD) {
    // LOAD_METHOD may push (method, self); a resume function takes (null, callable).
    emit(Op::LOAD_ATTR, instruction.arg);
    emit(Op::PUSH_NULL);
    emit(Op::SWAP, 2);
  } else {
    for (uint32_t i = first; i < last; ++i) {
      body_.push_back(root_.code.instructions[i]);
      if (op_info(body_.back().op).operand != Operand::kJump) continue;
      jumps_.push_back(static_cast<uint32_t>(body_.size() - 1));
      body_.back().arg = body_.back().arg - first + begin;
    }
  }
  uint32_t end = static_cast<uint32_t>(body_.size());
  for (size_t i = managers.size(); i-- > 0;) call_context(managers[i], "__exit__", 3);
  if (managers.empty()) return;
  uint32_t skip = static_cast<uint32_t>(body_.size());
  jumps_.push_back(skip);
  emit(Op::JUMP_FORWARD);
  handlers_.push_back({begin, end, static_cast<uint32_t>(body_.size()), 0});
  for (size_t i = managers.size(); i-- > 0;) call_context(managers[i], "__exit__", 3);
  emit(Op::RERAISE);
  body_[skip].arg = static_cast<uint32_t>(body_.size());
}

bool Codegen::is_loop_iterator(const VarRef& v, int position, int untouched) const {
  bool known = !v->is(VarKind::kLazy) || v->real();
  return (root_.options.resume_in_loops || cut_.end) && position < untouched && known &&
         root_.value_of(v)->is(VarKind::kIterator) && !root_.value_of(v)->source;
}

static bool pushes_result(Op op) {
  switch (op) {
    case Op::STORE_FAST:
    case Op::STORE_DEREF:
    case Op::STORE_GLOBAL:
    case Op::STORE_ATTR:
    case Op::STORE_SUBSCR:
    case Op::STORE_SLICE:
    case Op::DELETE_SUBSCR:
    case Op::DELETE_ATTR: return false;
    default: return true;
  }
}

// Stack depth after [begin, end), which exits only at `end`; loop bodies are skipped, they keep the depth.
int Codegen::depth_behind(uint32_t begin, uint32_t end, int depth) const {
  for (uint32_t i = begin; i < end; ++i) {
    const Instruction& instruction = root_.code.instructions[i];
    bool loop = instruction.op == Op::FOR_ITER && instruction.arg < end;
    depth += stack_effect(instruction.op, instruction.arg, loop);
    if (loop) i = instruction.arg - 1;
  }
  return depth;
}

void Codegen::finish_with_break(const Cut& cut) {
  cut_ = cut;
  std::vector<bool> live = live_slots(root_.code, root_.current());
  look_at_effects();
  auto look_at_made = [&](const VarRef& v) {
    if (v && !v->is(VarKind::kLazy) && !v->source && (!v->parts().empty() || !v->pairs().empty())) look_at(v, false, 0);
  };
  for (const VarRef& v : std::vector(root_.stack)) look_at_made(v);
  for (size_t i = 0; i < live.size(); ++i) {
    if (live[i]) look_at_made(root_.slots[i]);
  }
  contexts_ = active_contexts(root_);
  // The graph exits the contexts; the bytecode and the resume function enter them again.
  for (size_t i = contexts_.size(); i-- > 0;) root_.call(root_.stack[contexts_[i]], {none(), none(), none()});
  if (!contexts_.empty()) decide_graph();
  if (!cut.rest_eagerly && cut.end == 0) pass_tensors_through(leaving(root_, live));
  const Instruction& instruction = root_.code.instructions[root_.current()];
  bool jump = op_info(instruction.op).operand == Operand::kJump;
  uint32_t next = cut.end ? cut.end : root_.current() + 1;
  std::vector<bool> nulls;
  int depth = static_cast<int>(root_.stack.size());
  int untouched = depth + stack_effect(instruction.op, instruction.arg, false);
  if (cut.end) untouched = depth - 1;
  else if (jump) untouched = std::min(untouched, depth + stack_effect(instruction.op, instruction.arg, true));
  else if (pushes_result(instruction.op)) --untouched;
  for (size_t i = 0; i < root_.stack.size(); ++i) {
    if (!is_loop_iterator(root_.stack[i], static_cast<int>(i), untouched)) continue;
    VarRef iterator = root_.value_of(root_.stack[i]);
    if (!iterator->as<IteratorVariable>().pull) continue;
    root_.drain(iterator);
    decide_graph();
  }
  for (const VarRef& v : root_.stack) {
    iterators_.push_back(is_loop_iterator(v, static_cast<int>(nulls.size()), untouched));
    if (iterators_.back()) {
      VarRef left = root_.value_of(v);
      load(sequence(
          VarKind::kList,
          {left->items().begin() + static_cast<int64_t>(left->as<IteratorVariable>().position), left->items().end()}));
    } else {
      load(v);
    }
    nulls.push_back(v->is(VarKind::kNull));
  }
  std::vector<uint32_t> restored;
  for (uint32_t i = 0; i < root_.slots.size(); ++i) {
    const VarRef& v = root_.slots[i];
    if (!live[i] || !v || v->is(VarKind::kCell) || v->is(VarKind::kNull)) continue;
    load(v);
    restored.push_back(i);
  }
  std::vector<uint32_t> cells = load_root_cells();  // before storing to a parameter that a cell holds
  uint32_t effects = side_effect_values();
  side_effect_stores(effects);
  store_root_cells(cells);
  for (size_t i = restored.size(); i-- > 0;) emit(Op::STORE_FAST, restored[i]);
  if (has_graph_) {
    load_constant(Value::none());
    emit(Op::STORE_FAST, graph_result_);
  }
  if (cut.rest_eagerly) return call_resume(root_.current(), 0, {});
  if (!jump) {
    std::vector<uint32_t> managers;
    for (size_t at : contexts_) {
      load(root_.value_of(root_.stack[at])->as<UserMethodVariable>().self());
      managers.push_back(add_temporary());
      emit(Op::STORE_FAST, managers.back());
    }
    run_instructions(root_.current(), next, managers);
    if (instruction.op == Op::RETURN_VALUE || instruction.op == Op::RAISE_VARARGS) return;
    int after = depth_behind(root_.current(), next, depth);
    nulls.resize(static_cast<size_t>(std::max(after, 0)), false);
    if (after > 0 && after <= static_cast<int>(nulls.size())) nulls[static_cast<size_t>(after) - 1] = false;
    if (instruction.op == Op::LOAD_METHOD) nulls[static_cast<size_t>(after) - 2] = true;
    call_resume(next, after, nulls);
    return;
  }
  jumps_.push_back(static_cast<uint32_t>(body_.size()));
  body_.push_back(instruction);
  size_t at = body_.size() - 1;
  int fall = depth + stack_effect(instruction.op, instruction.arg, false),
      taken = depth + stack_effect(instruction.op, instruction.arg, true);
  nulls.resize(static_cast<size_t>(fall));
  call_resume(next, fall, nulls);
  body_[at].arg = static_cast<uint32_t>(body_.size());
  nulls.resize(static_cast<size_t>(taken));
  call_resume(instruction.arg, taken, nulls);
}

// Pops the stack into temporaries, calls the resume function with it and the live locals, and returns its result.
void Codegen::call_resume(uint32_t target, int stack_depth, const std::vector<bool>& nulls) {
  std::vector<bool> live = live_slots(root_.code, target);
  std::vector<uint32_t> locals;
  std::vector<std::string> names;
  for (uint32_t i = 0; i < root_.slots.size(); ++i) {
    const VarRef& v = root_.slots[i];
    bool stored_now = false;
    for (uint32_t at = root_.current(); at < target && at < std::max(cut_.end, root_.current() + 1); ++at) {
      const Instruction& instruction = root_.code.instructions[at];
      if (instruction.arg != i) continue;
      if (instruction.op == Op::STORE_FAST) stored_now = true;
      if (instruction.op != Op::LOAD_FAST_AND_CLEAR) continue;
      stored_now = false;  // a comprehension's own variable: restored afterwards
      break;
    }
    if (!live[i] || (root_.code.local_kinds[i] & (kCellLocal | kFreeLocal))) continue;
    if ((!v || v->is(VarKind::kNull)) && !stored_now) continue;
    locals.push_back(i);
    names.push_back(root_.code.local_names[i]);
  }
  std::vector<uint32_t> saved(static_cast<size_t>(stack_depth));
  for (size_t i = saved.size(); i-- > 0;) {
    if (nulls[i]) {
      emit(Op::POP_TOP);
      continue;
    }
    saved[i] = add_temporary();
    emit(Op::STORE_FAST, saved[i]);
  }
  Value code = resume_code(target, stack_depth, nulls, names);
  vm::CodeObject* resume = code.as<vm::CodeObject>();
  emit(Op::PUSH_NULL);
  uint32_t free_count = static_cast<uint32_t>(resume->code->free_variable_count);
  std::string name = resume_global_name(code);
  if (free_count == 0) {
    Value function = vm::make<vm::Function>(code, root_.globals);
    root_.globals.as<vm::Dict>()->table.insert(vm::intern(name), function);
    emit(Op::LOAD_GLOBAL, add_name(name));
  } else {
    const Code& made = *resume->code;
    for (size_t i = made.local_names.size() - free_count; i < made.local_names.size(); ++i) {
      auto found = std::find(root_.code.local_names.begin(), root_.code.local_names.end(), made.local_names[i]);
      emit(Op::LOAD_CLOSURE, static_cast<uint32_t>(found - root_.code.local_names.begin()));
    }
    emit(Op::BUILD_TUPLE, free_count);
    load_constant(code);
    emit(Op::MAKE_FUNCTION, 8);
  }
  uint32_t count = 0;
  for (size_t i = 0; i < saved.size(); ++i) {
    if (nulls[i]) continue;
    emit(Op::LOAD_FAST, saved[i]);
    ++count;
  }
  for (uint32_t slot : locals) emit(Op::LOAD_FAST, slot), ++count;
  call(count);
  emit(Op::RETURN_VALUE);
  resumes.push_back({name, code});
}

}  // namespace vt::dynamo
