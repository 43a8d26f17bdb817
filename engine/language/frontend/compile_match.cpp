// match statements. A pattern takes its subject from the stack; captured values wait below
// what is still to be matched until the whole pattern has matched, and a failure drops them.
#include <algorithm>
#include <utility>

#include "frontend/compiler.h"

namespace vt {

// What a pattern has put on the stack so far, and where a failure goes.
struct Compiler::PatternContext {
  std::vector<std::string_view> stores;  // the names of the captured values, the lowest first
  std::vector<BlockId> failures;         // [n]: the way out that drops n values
  uint32_t on_top = 0;                   // values above the captured ones, to drop as well
  bool irrefutable_allowed = false;
};

static bool is_wildcard(const Pattern& node) {
  return node.kind == PatternKind::kAs && !node.inner && node.name.empty();
}
static bool is_star(const Pattern& node) { return node.kind == PatternKind::kStar; }

void Compiler::match_statement(MatchStmt& node) {
  unit_->last_span = node.span;
  BlockId end = new_block();
  expression(node.subject);
  size_t count = node.cases.size();
  bool has_default = count > 1 && is_wildcard(*node.cases[count - 1].pattern);
  for (size_t i = 0; i < count - has_default; ++i) {
    MatchCase& one = node.cases[i];
    bool keeps_subject = i + 1 < count - has_default;
    PatternContext context;
    context.irrefutable_allowed = one.guard || i + 1 == count;
    if (keeps_subject) emit(Op::COPY, one.pattern->span, 1);
    pattern(*one.pattern, context);
    for (std::string_view name : context.stores) name_access(name, Access::kStore, one.pattern->span);
    if (one.guard) {
      if (context.failures.empty()) context.failures.push_back(new_block());
      jump_if(one.guard, context.failures[0], false);
    }
    if (keeps_subject) emit(Op::POP_TOP, one.pattern->span);
    body(one.body);
    jump(end);
    // The captured values are in their names when a guard fails.
    context.stores.clear();
    pattern_failed(context);
  }
  if (has_default) {
    MatchCase& last = node.cases[count - 1];
    emit(Op::NOP, last.pattern->span);
    if (last.guard) jump_if(last.guard, end, false);
    body(last.body);
  }
  place(end);
}

// Leaves for the failure that drops what this pattern has on the stack.
void Compiler::pattern_jump(Op op, PatternContext& context, SourceSpan span) {
  size_t pops = context.on_top + context.stores.size();
  while (context.failures.size() <= pops) context.failures.push_back(new_block());
  emit_jump(op, context.failures[pops], span);
}

void Compiler::pattern_failed(PatternContext& context) {
  if (context.failures.empty()) return place(new_block());
  for (size_t i = context.failures.size(); i-- > 1;) {
    place(context.failures[i]);
    emit(Op::POP_TOP, {});
  }
  place(context.failures[0]);
  context.failures.clear();
}

// Moves the top below the count - 1 items under it.
void Compiler::sink_top(size_t count, SourceSpan span) {
  for (; count > 1; --count) emit(Op::SWAP, span, static_cast<uint32_t>(count));
}

void Compiler::pattern_store(std::string_view name, PatternContext& context, SourceSpan span) {
  if (name.empty()) return emit(Op::POP_TOP, span);
  if (std::find(context.stores.begin(), context.stores.end(), name) != context.stores.end())
    fail("multiple assignments to name '" + std::string(name) + "' in pattern", span);
  sink_top(context.on_top + context.stores.size() + 1, span);
  context.stores.push_back(name);
}

void Compiler::pattern(Pattern& node, PatternContext& context) {
  switch (node.kind) {
    case PatternKind::kValue:
      expression(node.value);
      emit(Op::COMPARE_OP, node.span, static_cast<uint32_t>(CompareOp::kEqual));
      return pattern_jump(Op::POP_JUMP_IF_FALSE, context, node.span);
    case PatternKind::kSingleton:
      expression(node.value);
      emit(Op::IS_OP, node.span, 0);
      return pattern_jump(Op::POP_JUMP_IF_FALSE, context, node.span);
    case PatternKind::kSequence: return pattern_sequence(node, context);
    case PatternKind::kMapping: return pattern_mapping(node, context);
    case PatternKind::kClass: return pattern_class(node, context);
    case PatternKind::kStar: return pattern_store(node.name, context, node.span);
    case PatternKind::kAs: return pattern_as(node, context);
    case PatternKind::kOr: return pattern_or(node, context);
  }
}

// Inside another pattern, what matches everything leaves nothing unreachable.
void Compiler::pattern_inside(Pattern& node, PatternContext& context) {
  bool allowed = std::exchange(context.irrefutable_allowed, true);
  pattern(node, context);
  context.irrefutable_allowed = allowed;
}

void Compiler::pattern_as(Pattern& node, PatternContext& context) {
  if (!node.inner) {
    if (!context.irrefutable_allowed)
      fail((node.name.empty() ? "wildcard" : "name capture '" + std::string(node.name) + "'") +
               " makes remaining patterns unreachable",
           node.span);
    return pattern_store(node.name, context, node.span);
  }
  ++context.on_top;
  emit(Op::COPY, node.span, 1);
  pattern(*node.inner, context);
  --context.on_top;
  pattern_store(node.name, context, node.span);
}

void Compiler::pattern_sequence(Pattern& node, PatternContext& context) {
  size_t size = node.patterns.size(), star = size;
  for (size_t i = 0; i < size; ++i) {
    if (!is_star(*node.patterns[i])) continue;
    if (star < size) fail("multiple starred names in sequence pattern", node.span);
    star = i;
  }
  if (size >= 256) fail("too many sub-patterns in sequence pattern", node.span);
  ++context.on_top;
  emit(Op::MATCH_SEQUENCE, node.span);
  pattern_jump(Op::POP_JUMP_IF_FALSE, context, node.span);
  if (star == size || size > 1) {
    emit(Op::GET_LEN, node.span);
    load_constant({static_cast<int64_t>(star < size ? size - 1 : size)}, node.span);
    emit(Op::COMPARE_OP, node.span, static_cast<uint32_t>(star < size ? CompareOp::kGreaterEqual : CompareOp::kEqual));
    pattern_jump(Op::POP_JUMP_IF_FALSE, context, node.span);
  }
  --context.on_top;
  bool all_wild = std::all_of(node.patterns.begin(), node.patterns.end(), [](const Pattern* inner) {
    return is_wildcard(*inner) || (is_star(*inner) && inner->name.empty());
  });
  if (all_wild) return emit(Op::POP_TOP, node.span);
  if (star < size && node.patterns[star]->name.empty()) return pattern_elements(node, star, context);
  uint32_t count = static_cast<uint32_t>(size);
  if (star < size)
    emit(Op::UNPACK_EX, node.span, static_cast<uint32_t>(star) | static_cast<uint32_t>(size - star - 1) << 8);
  else emit(Op::UNPACK_SEQUENCE, node.span, count);
  context.on_top += count;
  for (Pattern* inner : node.patterns) {
    --context.on_top;
    pattern_inside(*inner, context);
  }
}

// With `*_`, only the elements that matter are looked at.
void Compiler::pattern_elements(Pattern& node, size_t star, PatternContext& context) {
  size_t size = node.patterns.size();
  ++context.on_top;
  for (size_t i = 0; i < size; ++i) {
    Pattern& inner = *node.patterns[i];
    if (i == star || is_wildcard(inner)) continue;
    emit(Op::COPY, node.span, 1);
    if (i < star) {
      load_constant({static_cast<int64_t>(i)}, node.span);
    } else {
      emit(Op::GET_LEN, node.span);
      load_constant({static_cast<int64_t>(size - i)}, node.span);
      emit(Op::BINARY_OP, node.span, static_cast<uint32_t>(BinaryOp::kSubtract));
    }
    emit(Op::BINARY_SUBSCR, node.span);
    pattern_inside(inner, context);
  }
  --context.on_top;
  emit(Op::POP_TOP, node.span);
}

void Compiler::pattern_mapping(Pattern& node, PatternContext& context) {
  SourceSpan span = node.span;
  uint32_t size = static_cast<uint32_t>(node.keys.size());
  ++context.on_top;
  emit(Op::MATCH_MAPPING, span);
  pattern_jump(Op::POP_JUMP_IF_FALSE, context, span);
  if (size == 0 && node.name.empty()) {
    --context.on_top;
    return emit(Op::POP_TOP, span);
  }
  if (size > 0) {
    emit(Op::GET_LEN, span);
    load_constant({static_cast<int64_t>(size)}, span);
    emit(Op::COMPARE_OP, span, static_cast<uint32_t>(CompareOp::kGreaterEqual));
    pattern_jump(Op::POP_JUMP_IF_FALSE, context, span);
  }
  expressions(node.keys);
  emit(Op::BUILD_TUPLE, span, size);
  emit(Op::MATCH_KEYS, span);
  context.on_top += 2;
  emit(Op::COPY, span, 1);
  load_none(span);
  emit(Op::IS_OP, span, 1);
  pattern_jump(Op::POP_JUMP_IF_FALSE, context, span);
  emit(Op::UNPACK_SEQUENCE, span, size);
  context.on_top += size;
  --context.on_top;
  for (Pattern* inner : node.patterns) {
    --context.on_top;
    pattern_inside(*inner, context);
  }
  context.on_top -= 2;
  if (node.name.empty()) {
    emit(Op::POP_TOP, span);
    return emit(Op::POP_TOP, span);
  }
  // The rest: a copy of the subject without the keys.
  emit(Op::BUILD_MAP, span, 0);
  emit(Op::SWAP, span, 3);
  emit(Op::DICT_UPDATE, span, 2);
  emit(Op::UNPACK_SEQUENCE, span, size);
  for (uint32_t left = size; left > 0; --left) {
    emit(Op::COPY, span, 1 + left);
    emit(Op::SWAP, span, 2);
    emit(Op::DELETE_SUBSCR, span);
  }
  pattern_store(node.name, context, span);
}

void Compiler::pattern_class(Pattern& node, PatternContext& context) {
  SourceSpan span = node.span;
  expression(node.value);
  auto names = std::make_shared<ConstantTuple>();
  for (std::string_view name : node.names) names->items.push_back({std::string(mangle(name))});
  load_constant({std::move(names)}, span);
  uint32_t size = static_cast<uint32_t>(node.patterns.size());
  emit(Op::MATCH_CLASS, span, size - static_cast<uint32_t>(node.names.size()));
  emit(Op::COPY, span, 1);
  load_none(span);
  emit(Op::IS_OP, span, 1);
  ++context.on_top;
  pattern_jump(Op::POP_JUMP_IF_FALSE, context, span);
  emit(Op::UNPACK_SEQUENCE, span, size);
  context.on_top += size;
  --context.on_top;
  for (Pattern* inner : node.patterns) {
    --context.on_top;
    pattern_inside(*inner, context);
  }
}

// Each alternative is tried on a copy. All bind the same names, so their values can be
// brought into the order of the first alternative's.
void Compiler::pattern_or(Pattern& node, PatternContext& context) {
  BlockId end = new_block();
  std::vector<std::string_view> order;
  for (size_t i = 0; i < node.patterns.size(); ++i) {
    Pattern& one = *node.patterns[i];
    PatternContext alternative;
    alternative.irrefutable_allowed = i + 1 == node.patterns.size() && context.irrefutable_allowed;
    emit(Op::COPY, one.span, 1);
    pattern(one, alternative);
    std::vector<std::string_view>& stores = alternative.stores;
    if (i == 0) order = stores;
    bool same = stores.size() == order.size();
    for (size_t wanted = order.size(); same && wanted-- > 0;) {
      auto found = std::find(stores.begin(), stores.end(), order[wanted]);
      if (found == stores.end()) {
        same = false;
        break;
      }
      // Turns the first names, up to this one, until it is at its place; the stack with them.
      size_t turns = static_cast<size_t>(found - stores.begin()) + 1;
      if (turns == wanted + 1) continue;
      std::vector<std::string_view> moved(stores.begin(), stores.begin() + static_cast<int64_t>(turns));
      stores.erase(stores.begin(), stores.begin() + static_cast<int64_t>(turns));
      stores.insert(stores.begin() + static_cast<int64_t>(wanted + 1 - turns), moved.begin(), moved.end());
      while (turns-- > 0) sink_top(wanted + 1, one.span);
    }
    if (!same) fail("alternative patterns bind different names", node.span);
    jump(end, one.span);
    pattern_failed(alternative);
  }
  // No alternative matched: drop the subject and leave.
  emit(Op::POP_TOP, node.span);
  pattern_jump(Op::JUMP_FORWARD, context, node.span);
  place(end);
  size_t depth = order.size() + 1 + context.on_top + context.stores.size();
  for (std::string_view name : order) {
    sink_top(depth, node.span);
    if (std::find(context.stores.begin(), context.stores.end(), name) != context.stores.end())
      fail("multiple assignments to name '" + std::string(name) + "' in pattern", node.span);
    context.stores.push_back(name);
  }
  emit(Op::POP_TOP, node.span);
}

}  // namespace vt
