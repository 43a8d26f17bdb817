// Generates resume functions: the original instructions after a short prologue, which restores the stack and jumps to
// the cut.
#include <algorithm>

#include "capture/dynamo/cache.h"
#include "support/check.h"

namespace vt::dynamo {
namespace {

struct Layout {
  std::vector<std::string> names;
  std::vector<uint8_t> kinds;
  std::vector<uint32_t> from_origin;  // slot in the original function -> slot here
  uint32_t parameters = 0, free_count = 0;
};

// The locals of a resume function: stack values and live locals are parameters; cells are free variables.
Layout lay_out(const Code& origin, int stack_values, const std::vector<std::string>& locals) {
  Layout layout;
  layout.from_origin.resize(origin.local_names.size());
  auto add = [&](const std::string& name, uint8_t kind) {
    layout.names.push_back(name);
    layout.kinds.push_back(kind);
    return static_cast<uint32_t>(layout.names.size() - 1);
  };
  for (int i = 0; i < stack_values; ++i) add("___stack" + std::to_string(i), kPlainLocal);
  for (const std::string& local : locals) {
    uint32_t slot = add(local, kPlainLocal);
    auto found = std::find(origin.local_names.begin(), origin.local_names.end(), local);
    layout.from_origin[static_cast<size_t>(found - origin.local_names.begin())] = slot;
  }
  layout.parameters = static_cast<uint32_t>(layout.names.size());
  for (size_t i = 0; i < origin.local_names.size(); ++i) {
    bool cell = origin.local_kinds[i] & (kCellLocal | kFreeLocal);
    bool parameter = std::find(locals.begin(), locals.end(), origin.local_names[i]) != locals.end();
    if (!cell && !parameter) layout.from_origin[i] = add(origin.local_names[i], kPlainLocal);
  }
  for (size_t i = 0; i < origin.local_names.size(); ++i) {
    if (!(origin.local_kinds[i] & (kCellLocal | kFreeLocal))) continue;
    layout.from_origin[i] = add(origin.local_names[i], kFreeLocal);
    ++layout.free_count;
  }
  return layout;
}

void copy_instructions(Code& code, const Code& origin, const Layout& layout, uint32_t shift) {
  for (Instruction instruction : origin.instructions) {
    Operand operand = op_info(instruction.op).operand;
    if (instruction.op == Op::MAKE_CELL || instruction.op == Op::COPY_FREE_VARS) instruction = {Op::NOP, 0};
    else if (operand == Operand::kLocal || operand == Operand::kCell)
      instruction.arg = layout.from_origin[instruction.arg];
    else if (operand == Operand::kJump) instruction.arg += shift;
    code.instructions.push_back(instruction);
  }
  code.spans.insert(code.spans.end(), origin.spans.begin(), origin.spans.end());
  for (ExceptionEntry entry : origin.exceptions) {
    entry.begin += shift;
    entry.end += shift;
    entry.target += shift;
    code.exceptions.push_back(entry);
  }
}

}  // namespace

std::string resume_global_name(const Value& code) { return state_of(*code.as<vm::CodeObject>()).resume_name; }

Value Codegen::resume_code(uint32_t target, int stack_depth, const std::vector<bool>& nulls,
                           const std::vector<std::string>& locals) {
  Value origin_value = origin_ ? origin_->code : root_.code_holder;
  vm::CodeObject* origin_object = origin_value.as<vm::CodeObject>();
  const Code& origin = *origin_object->code;
  uint32_t origin_target = target - (origin_ ? origin_->shift : 0);
  std::string key = std::to_string(origin_target) + (cut_.rest_eagerly ? "e" : "");
  int stack_values = 0;
  for (int i = 0; i < stack_depth; ++i) {
    bool context = std::find(contexts_.begin(), contexts_.end(), static_cast<size_t>(i)) != contexts_.end();
    bool iterator = static_cast<size_t>(i) < iterators_.size() && iterators_[static_cast<size_t>(i)];
    key += nulls[static_cast<size_t>(i)] ? "n" : context ? "c" : iterator ? "i" : "v";
    stack_values += !nulls[static_cast<size_t>(i)];
  }
  std::vector<std::string> own_locals;
  for (const std::string& local : locals) {
    if (std::find(origin.local_names.begin(), origin.local_names.end(), local) == origin.local_names.end()) continue;
    own_locals.push_back(local);
    key += "," + local;
  }
  VT_CHECK(own_locals.size() == locals.size(), "live locals are the original's");
  CodeState& origin_state = state_of(*origin_object);
  if (auto known = origin_state.resumes.find(key); known != origin_state.resumes.end()) return known->second;

  Layout layout = lay_out(origin, stack_values, own_locals);
  auto code = std::make_shared<Code>();
  code->name =
      "torch_dynamo_resume_in_" + origin.name + "_at_" + std::to_string(root_.code.spans[root_.current()].line);
  if (cut_.rest_eagerly) code->name = origin.name;  // in tracebacks it is the frame itself
  code->qualified_name = code->name;
  code->file = origin.file;
  code->first_line = origin.first_line;
  code->flags = kOptimized;
  code->argument_count = static_cast<int>(layout.parameters);
  code->local_names = layout.names;
  code->local_kinds = layout.kinds;
  code->free_variable_count = static_cast<int>(layout.free_count);
  code->names = origin.names;
  code->constants = origin.constants;
  code->max_stack = origin.max_stack + 4;
  auto add = [&](Op op, uint32_t arg) { code->instructions.push_back({op, arg}); };
  if (layout.free_count) add(Op::COPY_FREE_VARS, layout.free_count);
  add(Op::RESUME, 0);
  for (int i = 0, value = 0; i < stack_depth; ++i) {
    if (nulls[static_cast<size_t>(i)]) add(Op::PUSH_NULL, 0);
    else add(Op::LOAD_FAST, static_cast<uint32_t>(value++));
    if (static_cast<size_t>(i) < iterators_.size() && iterators_[static_cast<size_t>(i)]) add(Op::GET_ITER, 0);
  }
  auto name_index = [&](const char* name) {
    auto found = std::find(code->names.begin(), code->names.end(), name);
    if (found == code->names.end()) found = code->names.insert(found, name);
    return static_cast<uint32_t>(found - code->names.begin());
  };
  for (size_t at : contexts_) {
    int64_t value = std::count(nulls.begin(), nulls.begin() + static_cast<int64_t>(at), false);
    add(Op::PUSH_NULL, 0);
    add(Op::LOAD_FAST, static_cast<uint32_t>(value));
    add(Op::LOAD_ATTR, name_index("__self__"));
    add(Op::LOAD_ATTR, name_index("__enter__"));
    add(Op::CALL, 0);
    add(Op::POP_TOP, 0);
  }
  uint32_t shift = static_cast<uint32_t>(code->instructions.size()) + 1;
  add(Op::JUMP_FORWARD, origin_target + shift);
  code->spans.assign(code->instructions.size(), root_.code.spans[root_.current()]);
  copy_instructions(*code, origin, layout, shift);

  Value object = vm::make<vm::CodeObject>(std::shared_ptr<const Code>(code));
  object.as<vm::CodeObject>()->constants = origin_object->constants;
  CodeState& state = state_of(*object.as<vm::CodeObject>());
  state.excluded = cut_.rest_eagerly;
  state.origin = ResumeOrigin{origin_value, shift};
  state.resume_name = "__resume_at_" + std::to_string(origin_target) + "_" + std::to_string(session().next_resume++);
  origin_state.resumes[key] = object;
  return object;
}

}  // namespace vt::dynamo
