#include "capture/dynamo/break_place.h"

#include <algorithm>
#include <set>

#include "capture/dynamo/codegen.h"

namespace vt::dynamo {
namespace {

std::shared_ptr<const Unsupported> loop_break(const Code& code) {
  return std::make_shared<Unsupported>(graph_break<Break::kBreakInLoop>(
      "frame skipped: " + code.name + " (" + code.file->name() + " line " + std::to_string(code.first_line) + ")"));
}

// The class of a user-defined context manager whose `with` block encloses the break; empty if there is none.
std::string own_context(Tracer& tracer) {
  std::vector<size_t> library = active_contexts(tracer);
  for (size_t i = 0; i < tracer.stack.size(); ++i) {
    if (std::find(library.begin(), library.end(), i) != library.end()) continue;
    const Var& v = *tracer.stack[i];
    const UserMethodVariable* method = v.get_if<UserMethodVariable>();
    if (!method) continue;
    VarRef function = tracer.value_of(method->function()), self = tracer.value_of(method->self());
    vm::Function* exit = function->value.as<vm::Function>();
    if (exit && exit->code_object()->code->name == "__exit__" && self->is(VarKind::kObject) && self->type())
      return self->type()->name;
  }
  return {};
}

std::shared_ptr<const Unsupported> context_break(const std::string& name) {
  return std::make_shared<Unsupported>(graph_break<Break::kBreakInContext>(
      "Active generic context managers: [LazyVariableTracker(realized: GenericContextWrappingVariable(" + name +
      "))]"));
}

// A node as PyTorch prints it in a break's explanation: "gt(sum_1, 0)".
std::string call_text(Interpreter& vm, const fx::Node& node) {
  Value name = vm.find_attribute(node.target, vm::intern("__name__"));
  std::string args;
  auto add = [&](const std::string& text) { args += (args.empty() ? "" : ", ") + text; };
  for (const Value& arg : node.args.as<vm::Tuple>()->items) add(vm.repr(arg));
  for (const auto& entry : node.kwargs.as<vm::Dict>()->table.entries())
    if (!entry.key.is_null()) add(vm.str(entry.key) + "=" + vm.repr(entry.value));
  return (name.is_null() ? fx::target_name(vm, node.target) : vm.str(name)) + "(" + args + ")";
}

bool is_jump(Op op) { return op == Op::POP_JUMP_IF_FALSE || op == Op::POP_JUMP_IF_TRUE; }

}  // namespace

std::string attempted_instruction(Op op) {
  if (op == Op::CALL) return "CALL: a function call, e.g. f(x, y)";
  if (op == Op::CALL_FUNCTION_EX) return "CALL_FUNCTION_EX: a variadic function call, e.g. f(*args)";
  if (op == Op::STORE_ATTR) return "STORE_ATTR: storing an object's attribute, e.g. x.attr = y";
  if (op == Op::COMPARE_OP) return "COMPARE_OP: a comparison operation, e.g. a == b";
  if (op == Op::BINARY_SUBSCR || op == Op::BINARY_SLICE) return "BINARY_SUBSCR: a binary subscript, e.g. x[attr]";
  if (op == Op::STORE_SUBSCR || op == Op::STORE_SLICE)
    return "STORE_SUBSCR: trying to store subscript, e.g. x[key] = y";
  return {};
}

std::optional<Comprehension> comprehension_here(Tracer& tracer) {
  const std::vector<Instruction>& list = tracer.code.instructions;
  uint32_t begin = tracer.current(), at = begin;
  std::vector<uint32_t> cleared;
  for (; list[at].op == Op::LOAD_FAST_AND_CLEAR || list[at].op == Op::MAKE_CELL; ++at)
    if (list[at].op == Op::LOAD_FAST_AND_CLEAR) cleared.push_back(list[at].arg);
  if (cleared.empty() || tracer.stack.empty()) return {};
  bool set = false;
  for (; list[at].op != Op::FOR_ITER; ++at) set = set || list[at].op == Op::BUILD_SET;
  uint32_t end = list[at].arg;
  while (!cleared.empty() && end < list.size()) {
    if (list[end].op == Op::STORE_FAST) std::erase(cleared, list[end].arg);
    ++end;
  }
  // PyTorch cannot reconstruct iterators over dicts, enumerations or generators.
  const IteratorVariable* top = tracer.stack.back()->get_if<IteratorVariable>();
  bool known = top && top->remade;
  bool cells = std::any_of(list.begin() + begin, list.begin() + end,
                           [](const Instruction& instruction) { return instruction.op == Op::MAKE_CELL; });
  return Comprehension{begin, end, tracer.steps(), known && !set && !cells};
}

bool may_cut_before(const Comprehension& comprehension, Tracer& tracer) {
  const std::vector<Instruction>& list = tracer.code.instructions;
  bool filter = is_jump(list[tracer.current()].op) && list[list[tracer.current()].arg].op == Op::JUMP_BACKWARD;
  filter = filter || (is_jump(list[tracer.current()].op) && list[tracer.current() + 1].op == Op::JUMP_BACKWARD) ||
           (is_jump(list[tracer.current()].op) && list[list[tracer.current()].arg].op == Op::FOR_ITER);
  return comprehension.resumable && !filter && own_context(tracer).empty() &&
         !inside_try(tracer.code, comprehension.begin, active_contexts(tracer));
}

bool may_cut(Tracer& tracer, Unsupported& error) {
  const Code& code = tracer.code;
  Op op = code.instructions[tracer.current()].op;
  bool tensor_jump = is_jump(op) && error.has_id_of(Break::kDataDependentBranch);
  if ((!tensor_jump && attempted_instruction(op).empty()) || error.skip_frame) return false;
  if (std::string context = own_context(tracer); !context.empty()) {
    error.second = context_break(context);
    return false;
  }
  if (inside_try(code, tracer.current(), active_contexts(tracer))) return false;
  if (tracer.options.resume_in_loops || !inside_loop(code, tracer.current())) return true;
  error.second = loop_break(code);
  error.whole_frame = true;
  return false;
}

std::string condition_origin(Interpreter& vm, const fx::Node& node) {
  std::string text;
  std::set<const fx::Node*> seen;
  auto add = [&](auto&& self, const fx::Node& at) -> void {
    if (at.op != fx::NodeOp::kCallFunction || !seen.insert(&at).second) return;
    for (const fx::Node* input : at.inputs) self(self, *input);
    const Value* found = at.meta.as<vm::Dict>()->table.find(vm::intern("stack_trace"));
    if (!found) return;
    // `found` is `  File "f.py", line 3, in f\n    if x.sum() > 0:\n`; print it and the node as an fx comment does.
    std::string place = found->as<vm::Str>()->text;
    size_t end = place.find('\n');
    std::string code = place.substr(std::min(end + 5, place.size()));
    if (!code.empty()) code.pop_back();
    text += (text.empty() ? "\n        # " : "\n    \n        # ") + place.substr(2, end - 2) + ", code: " + code +
            "\n        " + at.name + " = " + call_text(vm, at);
  };
  add(add, node);
  return text.empty() ? text
                      : "\n\n      The branch condition involves a tensor computed as follows:" + text + "\n    ";
}

}  // namespace vt::dynamo
