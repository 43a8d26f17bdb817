// Instructions that build containers, f-strings and functions, or unpack sequences.
#include <algorithm>
#include <utility>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

// Joins the parts of an f-string: to a constant, or, if a part formats a value of the graph, to a late format.
VarRef Tracer::join_text(const std::vector<VarRef>& parts) {
  std::string text;
  std::vector<VarRef> values;
  bool late =
      std::any_of(parts.begin(), parts.end(), [&](const VarRef& v) { return value_of(v)->is(VarKind::kFormat); });
  for (const VarRef& given : parts) {
    VarRef part = value_of(given);
    if (const StringFormatVariable* format = part->get_if<StringFormatVariable>()) {
      text += format->text;
      values.insert(values.end(), format->values.begin(), format->values.end());
      continue;
    }
    for (char c : need_constant(part, "string").as<vm::Str>()->text) {
      text += c;
      if (late && (c == '{' || c == '}')) text += c;
    }
  }
  return late ? late_format(std::move(text), std::move(values)) : constant_text(text);
}

bool Tracer::step_build(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::BUILD_TUPLE: push(sequence(VarKind::kTuple, pop_many(arg))); return true;
    case Op::BUILD_LIST: push(sequence(VarKind::kList, pop_many(arg))); return true;
    case Op::BUILD_SLICE: {
      std::vector<VarRef> parts = pop_many(arg);
      if (arg == 2) parts.push_back(none());
      push(make_slice(parts[0], parts[1], parts[2]));
      return true;
    }
    case Op::BUILD_SET: {
      std::vector<VarRef> items = pop_many(arg);
      VarRef set = sequence(VarKind::kSet, {});
      for (const VarRef& item : items) {
        require_hashable(*this, item);
        if (!contains(set, item)) set->items().push_back(value_of(item));
      }
      push(set);
      return true;
    }
    case Op::BUILD_MAP: {
      std::vector<VarRef> items = pop_many(2 * arg);
      VarRef dict = make_dict();
      for (size_t i = 0; i < items.size(); i += 2) store_subscript(dict, items[i], items[i + 1]);
      push(dict);
      return true;
    }
    case Op::BUILD_CONST_KEY_MAP: {
      VarRef keys = pop_forced();
      std::vector<VarRef> values = pop_many(arg);
      VarRef dict = make_dict();
      for (size_t i = 0; i < values.size(); ++i) store_subscript(dict, keys->items()[i], values[i]);
      push(dict);
      return true;
    }
    case Op::BUILD_STRING: {
      push(join_text(pop_many(arg)));
      return true;
    }
    case Op::LIST_TO_TUPLE: {
      VarRef list = pop_forced();
      push(sequence(VarKind::kTuple, list->items()));
      return true;
    }
    default: return step_grow(instruction) || step_unpack(instruction);
  }
}

// Instructions that add items to a list, set or dict display or comprehension.
bool Tracer::step_grow(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::LIST_APPEND: {
      VarRef item = pop();
      VarRef list = value_of(stack[stack.size() - arg]);
      list->items().push_back(item);
      out.effects.note_mutation(list);
      return true;
    }
    case Op::SET_ADD: {
      VarRef item = pop();
      VarRef set = value_of(stack[stack.size() - arg]);
      if (!contains(set, item)) set->items().push_back(value_of(item));
      return true;
    }
    case Op::MAP_ADD: {
      std::vector<VarRef> v = pop_many(2);
      store_subscript(stack[stack.size() - arg], v[0], v[1]);
      return true;
    }
    case Op::LIST_EXTEND: {
      VarRef iterable = pop();
      VarRef list = value_of(stack[stack.size() - arg]);
      for (const VarRef& item : unpack(iterable)) list->items().push_back(item);
      return true;
    }
    case Op::SET_UPDATE: {
      VarRef iterable = pop();
      VarRef set = value_of(stack[stack.size() - arg]);
      for (const VarRef& item : unpack(iterable)) {
        if (!contains(set, item)) set->items().push_back(value_of(item));
      }
      return true;
    }
    case Op::DICT_UPDATE:
    case Op::DICT_MERGE: {
      VarRef other = pop_forced();
      VarRef dict = stack[stack.size() - arg];
      if (!other->is(VarKind::kDict)) {
        for (const VarRef& key : unpack(other)) store_subscript(dict, key, subscript(other, key));
        return true;
      }
      guard_keys(other);
      for (const auto& [key, value] : std::vector(other->entries())) store_subscript(dict, key, value);
      return true;
    }
    default: return false;
  }
}

bool Tracer::step_unpack(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::UNPACK_SEQUENCE: {
      VarRef source = pop_forced();
      std::vector<VarRef> items = unpack(source);
      if (items.size() != arg) {
        observe(vm::types().ValueError, items.size() < arg
                                            ? "not enough values to unpack (expected " + std::to_string(arg) +
                                                  ", got " + std::to_string(items.size()) + ")"
                                            : "too many values to unpack (expected " + std::to_string(arg) + ")");
      }
      for (size_t i = items.size(); i-- > 0;) push(items[i]);
      return true;
    }
    case Op::UNPACK_EX: {
      size_t before = arg & 0xff, after = arg >> 8;
      std::vector<VarRef> items = unpack(pop());
      if (items.size() < before + after) {
        observe(vm::types().ValueError, "not enough values to unpack (expected at least " +
                                            std::to_string(before + after) + ", got " + std::to_string(items.size()) +
                                            ")");
      }
      size_t middle = items.size() - before - after;
      for (size_t i = items.size(); i-- > before + middle;) push(items[i]);
      push(sequence(VarKind::kList, std::vector<VarRef>(items.begin() + static_cast<int64_t>(before),
                                                        items.begin() + static_cast<int64_t>(before + middle))));
      for (size_t i = before; i-- > 0;) push(items[i]);
      return true;
    }
    default: return false;
  }
}

void Tracer::make_function(uint32_t flags) {
  UserFunctionVariable function;
  function.code = pop_forced()->value;
  function.globals = globals;
  if (flags & 8) function.closure = pop_forced()->items();
  if (flags & 4) pop();
  if (flags & 2) {
    VarRef defaults = pop_forced();
    for (const auto& [key, value] : defaults->entries())
      function.keyword_defaults.emplace_back(vm::intern(key->value.as<vm::Str>()->text), value);
  }
  if (flags & 1) function.defaults = pop_forced()->items();
  push(make_var(std::move(function)));
}

}  // namespace vt::dynamo
