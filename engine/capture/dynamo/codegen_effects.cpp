// Bytecode that replays side effects. All values are loaded before the first store, because a store could change an
// object that a later value is loaded from.
#include <algorithm>
#include <set>

#include "capture/dynamo/codegen.h"

namespace vt::dynamo {
namespace {
enum EffectKind {
  kListContent,
  kDictContent,
  kSetContent,
  kAttributeStore,
  kFieldStore,  // bypasses the class's own __setattr__, property or descriptor, which tracing has run
  kAttributeDelete,
  kCellStore,
  kGlobalStore,
  kHook,
  kAdvance  // an iterator from outside moves forward
};

// Emscripten's standard library lacks std::ranges::any_of.
template <class Range, class Test>
bool any_in(const Range& range, Test test) {
  return std::any_of(std::begin(range), std::end(range), test);
}

// Whether the value is, or contains, a function made while tracing.
bool may_hold_function(const VarRef& given, std::set<const Var*>& seen) {
  const VarRef& v = given->is(VarKind::kLazy) && given->real() ? given->real() : given;
  if (!seen.insert(v.get()).second) return false;
  switch (v->kind()) {
    case VarKind::kGenerator:
    case VarKind::kIterator:
    case VarKind::kMethod:
    case VarKind::kException:
    case VarKind::kSuper:
    case VarKind::kFormat: return true;
    case VarKind::kFunction:
      if (!v->source) return true;
      break;
    default: break;
  }
  auto held = [&](const VarRef& part) { return part && may_hold_function(part, seen); };
  return held(v->content()) || any_in(v->parts(), held) ||
         any_in(v->pairs(), [&](const auto& pair) { return held(pair.first) || held(pair.second); }) ||
         any_in(v->written(), [&](const auto& entry) { return held(entry.second); });
}
}  // namespace

uint32_t Codegen::side_effect_values() {
  auto add = [&](const VarRef& target, vm::Str* name, int kind) { effects_.push_back({target, name, kind}); };
  auto add_written = [&](const VarRef& v) {
    for (const auto& [name, value] : v->written()) {
      if (value) load(value);
      load(v);
      add(v, name, !value ? kAttributeDelete : bypasses(*v, name) ? kFieldStore : kAttributeStore);
    }
  };
  for (const VarRef& v : std::vector(out_.effects.mutated())) {
    switch (v->kind()) {
      case VarKind::kList:
        load_items(v->items());
        emit(Op::BUILD_LIST, static_cast<uint32_t>(v->items().size()));
        load(v);
        add(v, nullptr, v->type() == vm::types().list ? kListContent : kDictContent);
        add_written(v);
        break;
      case VarKind::kFunction:
        for (const auto& [name, value] : v->as<UserFunctionVariable>().attributes) {
          load(value);
          load(v);
          add(v, name, kAttributeStore);
        }
        break;
      case VarKind::kDict:
        for (const auto& [key, value] : v->entries()) {
          load(key);
          load(value);
        }
        emit(Op::BUILD_MAP, static_cast<uint32_t>(v->entries().size()));
        load(v);
        add(v, nullptr, kDictContent);
        add_written(v);
        break;
      case VarKind::kSet:
        load_items(v->items());
        emit(Op::BUILD_SET, static_cast<uint32_t>(v->items().size()));
        load(v);
        add(v, nullptr, kSetContent);
        add_written(v);
        break;
      case VarKind::kIterator:
        load_constant(Value::integer(static_cast<int64_t>(v->as<IteratorVariable>().position)));
        load(v);
        add(v, nullptr, kAdvance);
        break;
      case VarKind::kCell:
        load(v->content() ? v->content() : none());
        add(v, nullptr, kCellStore);
        break;
      case VarKind::kTensor:
      case VarKind::kValue:
      case VarKind::kTuple:
      case VarKind::kObject: add_written(v); break;
      default: break;
    }
  }
  for (const auto& [name, value] : out_.effects.globals()) {
    load(value);
    add({}, vm::intern(name), kGlobalStore);
  }
  for (const auto& [tensor, hook] : out_.effects.hooks()) {
    load(hook);
    load(tensor);
    add(tensor, nullptr, kHook);
  }
  return static_cast<uint32_t>(effects_.size());
}

// Pops the values in reverse order, so the stores run from the last effect to the first.
void Codegen::side_effect_stores(uint32_t count) {
  for (uint32_t i = count; i-- > 0;) {
    const Effect& effect = effects_[i];
    switch (effect.kind) {
      case kListContent:
        load_constant(Value::none());
        load_constant(Value::none());
        emit(Op::STORE_SLICE);
        break;
      case kDictContent:
      case kSetContent:
      case kAdvance:
      case kHook: {
        uint32_t target = add_temporary(), content = add_temporary();
        emit(Op::STORE_FAST, target);
        emit(Op::STORE_FAST, content);
        load_helper(effect.kind == kHook      ? "add_hook"
                    : effect.kind == kAdvance ? "advance_iterator"
                                              : "replace_content");
        emit(Op::LOAD_FAST, target);
        emit(Op::LOAD_FAST, content);
        call(2);
        emit(Op::POP_TOP);
        break;
      }
      case kAttributeStore: emit(Op::STORE_ATTR, add_name(effect.name->text)); break;
      case kFieldStore: {
        uint32_t target = add_temporary(), content = add_temporary();
        emit(Op::STORE_FAST, target);
        emit(Op::STORE_FAST, content);
        store_field(target, content, effect.name);
        break;
      }
      case kAttributeDelete: emit(Op::DELETE_ATTR, add_name(effect.name->text)); break;
      case kCellStore: {
        uint32_t content = add_temporary();
        emit(Op::STORE_FAST, content);
        load_helper("set_cell");
        load_cell(effect.target);
        emit(Op::LOAD_FAST, content);
        call(2);
        emit(Op::POP_TOP);
        break;
      }
      case kGlobalStore: emit(Op::STORE_GLOBAL, add_name(effect.name->text)); break;
      default: break;
    }
  }
}

bool Codegen::function_leaves(const VarRef& result) const {
  std::set<const Var*> seen;
  auto holds = [&](const VarRef& v) { return may_hold_function(v, seen); };
  return holds(result) || any_in(out_.effects.mutated(), holds) || !out_.effects.hooks().empty() ||
         any_in(out_.effects.globals(), [&](const auto& entry) { return holds(entry.second); });
}

// Loads what tracing stored into the frame's own cells; returns the slots of these cells.
std::vector<uint32_t> Codegen::load_root_cells() {
  std::vector<uint32_t> stored;
  for (size_t i = 0; i < root_.slots.size(); ++i) {
    const VarRef& cell = root_.slots[i];
    if (!cell || !cell->is(VarKind::kCell) || cell->source || !cell->value.is_null() || !cell->mutated ||
        !cell->content())
      continue;
    load(cell->content());
    stored.push_back(static_cast<uint32_t>(i));
  }
  return stored;
}

void Codegen::store_root_cells(const std::vector<uint32_t>& loaded) {
  for (size_t i = loaded.size(); i-- > 0;) emit(Op::STORE_DEREF, loaded[i]);
}

}  // namespace vt::dynamo
