// Units, emitting, names and slots.
#include "frontend/compiler.h"

#include <algorithm>

#include "support/check.h"

namespace vt {

// While a unit is compiled, the operand of a free variable has this bit, so that cells and
// free variables can be told apart until their slots are known.
static constexpr uint32_t kFreeBit = 0x40000000;
// Nested `finally` blocks are duplicated: this stops their growth long before memory ends.
static constexpr size_t kMaxInstructions = 1 << 20;

void Compiler::fail(std::string message, SourceSpan span) {
  throw CompileFailure{{"SyntaxError", std::move(message), span, ""}};
}

static void index_sorted(NameIndex& out, std::vector<std::string_view> names) {
  std::sort(names.begin(), names.end());
  for (std::string_view name : names) out.emplace(name, static_cast<uint32_t>(out.size()));
}

std::string Compiler::qualified_name(std::string_view name) const {
  Unit* outer = unit_->parent;
  while (outer && outer->scope->type_parameters) outer = outer->parent;
  if (!outer || outer->scope->kind == ScopeKind::kModule) return std::string(name);
  Symbol* symbol = outer->scope->find(symbols_.mangle(outer->scope->class_name, name));
  if (symbol && symbol->scope == NameScope::kGlobalExplicit) return std::string(name);
  return outer->code->qualified_name +
         (outer->scope->function_like() && !outer->scope->comprehension ? ".<locals>." : ".") + std::string(name);
}

void Compiler::enter(std::string_view name, const void* node, int first_line) {
  auto unit = std::make_unique<Unit>();
  unit->parent = unit_;
  unit->scope = &symbols_.of(node);
  unit->code = std::make_shared<Code>();
  unit_ = unit.get();
  units_.push_back(std::move(unit));
  Scope& scope = *unit_->scope;
  Code& code = *unit_->code;
  code.name = std::string(name);
  code.file = ast_.file;
  code.first_line = first_line;
  code.qualified_name = qualified_name(name);
  if (scope.function_like()) code.flags |= kOptimized;
  const bool waits = scope.coroutine && (scope.async_function || scope.comprehension);
  if (scope.generator) code.flags |= waits ? kIsAsyncGenerator : kIsGenerator;
  else if (waits) code.flags |= kIsCoroutine;
  for (std::string_view parameter : scope.parameters)
    unit_->locals.emplace(parameter, static_cast<uint32_t>(unit_->locals.size()));
  std::vector<std::string_view> cells, free;
  for (const Symbol& symbol : scope.symbols) {
    if (symbol.scope == NameScope::kCell) cells.push_back(symbol.name);
    if (symbol.scope == NameScope::kFree || (symbol.flags & kFreeInClass)) free.push_back(symbol.name);
  }
  if (scope.needs_class_cell) cells.push_back("__class__");
  index_sorted(unit_->cells, std::move(cells));
  index_sorted(unit_->free, std::move(free));
  SourceSpan start{first_line, 0, first_line, 0};
  if (scope.kind == ScopeKind::kModule) start = {};
  emit(Op::RESUME, start, 0);
}

// Gives every local, cell and free variable its slot, and writes the slots into the operands.
void Compiler::layout_slots() {
  Code& code = *unit_->code;
  std::vector<std::string_view> names(unit_->locals.size());
  for (auto [name, index] : unit_->locals) names[index] = name;
  code.local_kinds.assign(names.size(), kPlainLocal);
  std::vector<uint32_t> cell_slots(unit_->cells.size());
  std::vector<std::string_view> cell_names(unit_->cells.size());
  for (auto [name, index] : unit_->cells) cell_names[index] = name;
  for (uint32_t i = 0; i < cell_names.size(); ++i) {
    auto local = unit_->locals.find(cell_names[i]);
    if (local != unit_->locals.end()) {
      cell_slots[i] = local->second;
      code.local_kinds[local->second] |= kCellLocal;
    } else {
      cell_slots[i] = static_cast<uint32_t>(names.size());
      names.push_back(cell_names[i]);
      code.local_kinds.push_back(kCellLocal);
    }
  }
  uint32_t first_free = static_cast<uint32_t>(names.size());
  names.resize(names.size() + unit_->free.size());
  for (auto [name, index] : unit_->free) names[first_free + index] = name;
  code.local_kinds.resize(names.size(), kFreeLocal);
  code.free_variable_count = static_cast<int>(unit_->free.size());
  code.local_names.assign(names.begin(), names.end());
  for (FlowBlock& block : unit_->graph.blocks)
    for (FlowInstruction& instruction : block.code)
      if (instruction.pseudo == Pseudo::kNone && op_info(instruction.op).operand == Operand::kCell)
        instruction.arg =
            instruction.arg & kFreeBit ? first_free + (instruction.arg & ~kFreeBit) : cell_slots[instruction.arg];

  std::vector<FlowInstruction> prefix;
  auto add = [&](Op op, uint32_t arg) { prefix.push_back({op, Pseudo::kNone, arg, kNoBlock, kNoBlock, {}}); };
  if (!unit_->free.empty()) add(Op::COPY_FREE_VARS, static_cast<uint32_t>(unit_->free.size()));
  std::sort(cell_slots.begin(), cell_slots.end());
  for (uint32_t slot : cell_slots) add(Op::MAKE_CELL, slot);
  if (code.flags & kSuspends) {
    add(Op::RETURN_GENERATOR, 0);
    prefix.back().span = {code.first_line, 0, code.first_line, 0};
    add(Op::POP_TOP, 0);
    prefix.back().span = prefix[prefix.size() - 2].span;
  }
  auto& entry = unit_->graph.blocks[unit_->graph.order[0]].code;
  entry.insert(entry.begin(), prefix.begin(), prefix.end());
}

std::shared_ptr<const Code> Compiler::leave() {
  Code& code = *unit_->code;
  code.names.resize(unit_->names.size());
  for (auto [name, index] : unit_->names) code.names[index] = std::string(name);
  layout_slots();
  optimize_flow(unit_->graph, code.first_line);
  assemble(unit_->graph, code);
  std::shared_ptr<const Code> result = std::move(unit_->code);
  unit_ = unit_->parent;
  units_.pop_back();
  return result;
}

void Compiler::emit(Op op, SourceSpan span, uint32_t arg) {
  FlowInstruction instruction;
  instruction.op = op;
  instruction.arg = arg;
  instruction.span = span;
  unit_->graph.emit(instruction);
  if (++emitted_ > kMaxInstructions) fail("the program is too large", span);
}

void Compiler::emit_jump(Op op, BlockId target, SourceSpan span) {
  FlowInstruction instruction;
  instruction.op = op;
  instruction.target = target;
  instruction.span = span;
  unit_->graph.emit(instruction);
}

void Compiler::emit_pseudo(Pseudo pseudo, BlockId target, SourceSpan span) {
  FlowInstruction instruction;
  instruction.pseudo = pseudo;
  instruction.target = target;
  instruction.span = span;
  unit_->graph.emit(instruction);
}

void Compiler::load_constant(Constant value, SourceSpan span) {
  emit(Op::LOAD_CONST, span, unit_->graph.constants.add(std::move(value)));
}

uint32_t Compiler::slot(NameIndex& group, std::string_view name) {
  return group.try_emplace(name, static_cast<uint32_t>(group.size())).first->second;
}

uint32_t Compiler::name_operand(std::string_view name) { return slot(unit_->names, mangle(name)); }
void Compiler::emit_fast(Op op, std::string_view name, SourceSpan span) { emit(op, span, slot(unit_->locals, name)); }

// The name must be a cell or a free variable of this unit.
void Compiler::emit_cell(Op op, std::string_view name, SourceSpan span) {
  auto cell = unit_->cells.find(name);
  if (cell != unit_->cells.end()) return emit(op, span, cell->second);
  auto free = unit_->free.find(name);
  VT_CHECK(free != unit_->free.end(), "the symbol table says that this name is a cell");
  emit(op, span, kFreeBit | free->second);
}

void Compiler::name_access(std::string_view name, Access access, SourceSpan span) {
  static constexpr Op kFast[] = {Op::LOAD_FAST, Op::STORE_FAST, Op::DELETE_FAST};
  static constexpr Op kGlobal[] = {Op::LOAD_GLOBAL, Op::STORE_GLOBAL, Op::DELETE_GLOBAL};
  static constexpr Op kName[] = {Op::LOAD_NAME, Op::STORE_NAME, Op::DELETE_NAME};
  static constexpr Op kDeref[] = {Op::LOAD_DEREF, Op::STORE_DEREF, Op::DELETE_DEREF};
  if (name == "__debug__" && access != Access::kLoad)
    fail(access == Access::kStore ? "cannot assign to __debug__" : "cannot delete __debug__", span);
  std::string_view mangled = mangle(name);
  size_t which = static_cast<size_t>(access);
  Symbol* symbol = unit_->scope->find(mangled);
  bool function = unit_->scope->function_like();
  switch (symbol ? symbol->scope : NameScope::kUnset) {
    case NameScope::kFree:
    case NameScope::kCell:
      if (access == Access::kLoad && unit_->scope->kind == ScopeKind::kClass && unit_->inlined_comprehensions == 0) {
        emit(Op::LOAD_LOCALS, span);
        return emit_cell(Op::LOAD_FROM_DICT_OR_DEREF, mangled, span);
      }
      return emit_cell(kDeref[which], mangled, span);
    case NameScope::kLocal: {
      auto& hidden = unit_->fast_hidden;
      if (function || std::find(hidden.begin(), hidden.end(), mangled) != hidden.end())
        return emit_fast(kFast[which], mangled, span);
      break;
    }
    case NameScope::kGlobalExplicit: return emit(kGlobal[which], span, slot(unit_->names, mangled));
    case NameScope::kGlobalImplicit:
      if (function) return emit(kGlobal[which], span, slot(unit_->names, mangled));
      break;
    case NameScope::kUnset: break;
  }
  emit(kName[which], span, slot(unit_->names, mangled));
}

std::shared_ptr<const Code> Compiler::compile_module(bool interactive) {
  interactive_ = interactive;
  enter("<module>", &ast_, 1);
  module_body(ast_.body);
  load_none({});
  emit(Op::RETURN_VALUE, {});
  return leave();
}

std::shared_ptr<const Code> Compiler::compile_eval() {
  enter("<module>", &ast_, 1);
  expression(ast_.expression);
  emit(Op::RETURN_VALUE, ast_.expression->span);
  return leave();
}

}  // namespace vt
