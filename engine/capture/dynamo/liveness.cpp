// Liveness of slots for resume functions, and the blocks (loop, try) inside which a frame cannot be cut.
#include <algorithm>

#include "capture/dynamo/codegen.h"

namespace vt::dynamo {

std::vector<bool> live_slots(const Code& code, uint32_t target) {
  size_t count = code.instructions.size(), slots = code.local_names.size();
  std::vector<std::vector<bool>> live(count + 1, std::vector<bool>(slots));
  auto merge = [](std::vector<bool>& into, const std::vector<bool>& from) {
    bool changed = false;
    for (size_t i = 0; i < into.size(); ++i) {
      if (from[i] && !into[i]) into[i] = changed = true;
    }
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = count; i-- > 0;) {
      const Instruction& instruction = code.instructions[i];
      std::vector<bool> now(slots);
      bool ends = instruction.op == Op::RETURN_VALUE || instruction.op == Op::RAISE_VARARGS ||
                  instruction.op == Op::RERAISE || instruction.op == Op::JUMP_FORWARD ||
                  instruction.op == Op::JUMP_BACKWARD;
      if (!ends) merge(now, live[i + 1]);
      if (op_info(instruction.op).operand == Operand::kJump) merge(now, live[instruction.arg]);
      if (instruction.op == Op::STORE_FAST) now[instruction.arg] = false;
      for (const ExceptionEntry& entry : code.exceptions) {
        if (i >= entry.begin && i < entry.end) merge(now, live[entry.target]);
      }
      bool reads = instruction.op == Op::LOAD_FAST || instruction.op == Op::LOAD_FAST_AND_CLEAR ||
                   instruction.op == Op::DELETE_FAST;
      if (reads) now[instruction.arg] = true;
      changed = merge(live[i], now) || changed;
    }
  }
  return live[target];
}

// Instructions reachable without an exception. The handlers of `with` and `try` are excluded: they come last and jump
// back to the code after the block, which would look like a loop.
static std::vector<bool> without_exceptions(const Code& code) {
  std::vector<bool> reached(code.instructions.size());
  std::vector<uint32_t> todo = {0};
  while (!todo.empty()) {
    uint32_t at = todo.back();
    todo.pop_back();
    if (at >= reached.size() || reached[at]) continue;
    reached[at] = true;
    const Instruction& instruction = code.instructions[at];
    if (op_info(instruction.op).operand == Operand::kJump) todo.push_back(instruction.arg);
    bool leaves = instruction.op == Op::JUMP_FORWARD || instruction.op == Op::JUMP_BACKWARD ||
                  instruction.op == Op::RETURN_VALUE || instruction.op == Op::RERAISE ||
                  instruction.op == Op::RAISE_VARARGS;
    if (!leaves) todo.push_back(at + 1);
  }
  return reached;
}

static bool inside_loop_body(const Code& code, uint32_t index) {
  std::vector<bool> plain = without_exceptions(code);
  for (uint32_t i = index; i < code.instructions.size(); ++i) {
    if (plain[index] && !plain[i]) continue;
    if (code.instructions[i].op == Op::JUMP_BACKWARD && code.instructions[i].arg <= index) return true;
  }
  return false;
}

bool inside_loop(const Code& code, uint32_t index) {
  if (inside_loop_body(code, index)) return true;
  // A `while` condition is compiled twice: before the loop and at its end.
  const SourceSpan& span = code.spans[index];
  for (uint32_t i = index + 1; i < code.instructions.size(); ++i) {
    const SourceSpan& other = code.spans[i];
    bool same_place = other.line == span.line && other.column == span.column && other.end_line == span.end_line &&
                      other.end_column == span.end_column;
    if (code.instructions[i].op == Op::JUMP_BACKWARD && code.instructions[i].arg > index && same_place && span.valid())
      return true;
    bool test = op_info(code.instructions[i].op).operand == Operand::kJump &&
                code.instructions[i].op == code.instructions[index].op;
    if (test && same_place && inside_loop_body(code, i)) return true;
  }
  return false;
}

bool inside_try(const Code& code, uint32_t index, const std::vector<size_t>& contexts) {
  for (const ExceptionEntry& entry : code.exceptions) {
    if (index < entry.begin || index >= entry.end) continue;
    bool of_with = code.instructions[entry.target].op == Op::PUSH_EXC_INFO &&
                   code.instructions[entry.target + 1].op == Op::WITH_EXCEPT_START;
    bool context =
        of_with && entry.depth > 0 && std::find(contexts.begin(), contexts.end(), entry.depth - 1) != contexts.end();
    if (!context) return true;
  }
  return false;
}

std::vector<size_t> active_contexts(Tracer& tracer) {
  std::vector<size_t> found;
  for (size_t i = 0; i < tracer.stack.size(); ++i) {
    VarRef v =
        tracer.stack[i]->is(VarKind::kLazy) && !tracer.stack[i]->real() ? VarRef() : tracer.value_of(tracer.stack[i]);
    const UserMethodVariable* method = v ? v->get_if<UserMethodVariable>() : nullptr;
    if (!method || method->function()->is(VarKind::kConstant)) continue;
    VarRef function = tracer.value_of(method->function()), self = tracer.value_of(method->self());
    vm::Function* exit = function->value.as<vm::Function>();
    if (!exit || exit->code_object()->code->name != "__exit__" || !is_torch_code(exit->globals) ||
        !self->is(VarKind::kObject))
      continue;
    found.push_back(i);
  }
  return found;
}

}  // namespace vt::dynamo
