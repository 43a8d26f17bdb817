// Subscripts of containers: load, store, delete, `in`, and the guards on dict keys.
#include <algorithm>
#include <utility>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
// Raises TypeError for an unhashable key or set member: a list, dict or set, also inside a tuple.
void require_hashable(Tracer& tracer, const VarRef& given) {
  VarRef v = tracer.value_of(given);
  if (v->is(VarKind::kTuple)) {
    for (const VarRef& item : v->items()) require_hashable(tracer, item);
    return;
  }
  const vm::Type* builtin = v->is(VarKind::kList)   ? vm::types().list
                            : v->is(VarKind::kDict) ? vm::types().dict
                            : v->is(VarKind::kSet)  ? vm::types().set
                                                    : nullptr;
  if (builtin && v->type() == builtin) observe(vm::types().TypeError, "unhashable type: '" + v->type()->name + "'");
}

namespace {

std::pair<int64_t, int64_t> slice_start_stop(Interpreter& vm, const Value& slice, int64_t length, int64_t* step) {
  vm::Slice* s = slice.as<vm::Slice>();
  auto number = [&](const Value& v, int64_t fallback) { return v.is_none() ? fallback : vm.to_index(v); };
  *step = number(s->step, 1);
  if (*step == 0) observe(vm::types().ValueError, "slice step cannot be zero");
  int64_t low = *step < 0 ? -1 : 0, high = *step < 0 ? length - 1 : length;
  auto clip = [&](int64_t i) { return std::clamp(i < 0 ? i + length : i, low, high); };
  int64_t start = s->start.is_none() ? (*step < 0 ? high : low) : clip(vm.to_index(s->start));
  int64_t stop = s->stop.is_none() ? (*step < 0 ? low : high) : clip(vm.to_index(s->stop));
  return {start, stop};
}

std::vector<size_t> slice_indices(Interpreter& vm, const Value& slice, size_t length) {
  int64_t step;
  auto [start, stop] = slice_start_stop(vm, slice, static_cast<int64_t>(length), &step);
  std::vector<size_t> indices;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) indices.push_back(static_cast<size_t>(i));
  return indices;
}

// Tensors are compared by identity, objects by their class's __eq__, constants by value.
bool same_key(Tracer& tracer, const VarRef& candidate, const VarRef& key) {
  if (tracer.is_same(candidate, key)) return true;
  Value a, b;
  if (tracer.as_constant(candidate, &a) && tracer.as_constant(key, &b)) return tracer.vm.equal(a, b);
  VarRef left = tracer.value_of(candidate), right = tracer.value_of(key);
  if (left->kind() != right->kind()) return false;
  if (left->is(VarKind::kObject)) return tracer.truth(tracer.compare(CompareOp::kEqual, left, right));
  if (!left->is(VarKind::kTuple) || left->items().size() != right->items().size()) return false;
  for (size_t i = 0; i < left->items().size(); ++i) {
    if (!same_key(tracer, left->items()[i], right->items()[i])) return false;
  }
  return true;
}

}  // namespace

int64_t find_key(Tracer& tracer, const VarRef& dict, const VarRef& key) {
  require_hashable(tracer, key);
  for (size_t i = 0; i < dict->entries().size(); ++i) {
    if (same_key(tracer, dict->entries()[i].first, key)) return static_cast<int64_t>(i);
  }
  return -1;
}

VarRef like(const VarRef& v, std::vector<VarRef> items) {
  VarRef made = sequence(v->kind(), std::move(items));
  if (v->is(VarKind::kTuple) && v->type() == torch::torch_types().size) made->set_type(v->type());
  return made;
}

void Tracer::guard_keys(const VarRef& given) {
  VarRef v = value_of(given);
  if (!v->is(VarKind::kDict) || !v->source || v->value.is_null()) return;
  std::vector<Value> keys;
  for (const auto& entry : v->value.as<vm::Dict>()->table.entries()) {
    if (!entry.key.is_null()) keys.push_back(entry.key);
  }
  out.guard(GuardKind::kDictKeys, v->source, vm::make_tuple(std::move(keys)));
}

void Tracer::guard_key(const VarRef& given, const VarRef& key) {
  VarRef v = value_of(given);
  Value plain;
  if (!v->is(VarKind::kDict) || !v->source || v->value.is_null() || !as_constant(key, &plain)) return;
  bool there = v->value.as<vm::Dict>()->table.find(vm, plain) != nullptr;
  out.guard(there ? GuardKind::kHasKey : GuardKind::kLacksKey, v->source, plain);
}

// A subclass of a container may override the protocol. `native_access` is set when the container's own method is
// running, which must not call the override again.
VarRef Tracer::overridden(const VarRef& v, const char* name, std::vector<VarRef> args, bool by_library) {
  if (std::exchange(native_access, false)) return {};
  bool container = v->is(VarKind::kList) || v->is(VarKind::kTuple) || v->is(VarKind::kDict) || v->is(VarKind::kSet);
  if (!container || !v->type() || v->type()->is_native) return {};
  const Value* found = v->type()->find(vm::intern(name));
  if (!found || !found->as<vm::Function>() || is_torch_code(found->as<vm::Function>()->globals)) return {};
  const std::string& file = found->as<vm::Function>()->code_object()->code->file->name();
  if (file.starts_with("<frozen") && !by_library) return {};
  args.insert(args.begin(), v);
  return call(out.from_value(*found), std::move(args));
}

// A symbolic size among several indices of a tensor is specialised.
static void fix_indices(Tracer& t, const VarRef& key) {
  if (!key->is(VarKind::kTuple)) return;
  for (const VarRef& item : key->items()) {
    VarRef v = t.value_of(item);
    if (v->is(VarKind::kSymInt)) t.specialise(v);
  }
}

VarRef Tracer::subscript(const VarRef& c, const VarRef& k) {
  VarRef container = value_of(c), key = value_of(k);
  if (VarRef result = overridden(container, "__getitem__", {key})) return result;
  switch (container->kind()) {
    case VarKind::kTensor:
      settle(key);
      fix_indices(*this, key);
      if (key->is(VarKind::kSymInt)) {
        Value select = vm.get_attribute(vm.import_module("torch"), "select");
        if (!rests_on_run(*this, *key)) return out.call_function(select, {container, constant_int(0), key}, {});
        return out.emit(fx::NodeOp::kCallFunction, select, {container, constant_int(0), key}, {}, [&] {
          return vm.call(select, {container->example(), Value::integer(0), Value::integer(0)});
        });
      }
      return out.call_function(operator_function(vm, "getitem"), {container, key}, {});
    case VarKind::kArray: return call_numpy("operator", "getitem", {container, key});
    case VarKind::kList:
    case VarKind::kTuple: {
      if (key->is(VarKind::kObject)) key = value_of(call(get_attr(key, vm::intern("__index__")), {}));
      Value index = need_constant(key, "index");
      size_t count = container->items().size();
      if (index.as<vm::Slice>()) {
        std::vector<VarRef> items;
        for (size_t i : slice_indices(vm, index, count)) items.push_back(container->items()[i]);
        return like(container, std::move(items));
      }
      if (!index.is_int() && !index.is_bool())
        observe(vm::types().TypeError, std::string(container->is(VarKind::kList) ? "list" : "tuple") +
                                           " indices must be integers or slices, not " + vm::type_name(index));
      int64_t at = index.as_int() < 0 ? index.as_int() + static_cast<int64_t>(count) : index.as_int();
      if (at < 0 || at >= static_cast<int64_t>(count))
        observe(vm::types().IndexError,
                container->is(VarKind::kList) ? "list index out of range" : "tuple index out of range");
      return container->items()[static_cast<size_t>(at)];
    }
    case VarKind::kDict: {
      int64_t at = find_key(*this, container, key);
      guard_key(container, key);
      if (at >= 0) return container->entries()[static_cast<size_t>(at)].second;
      const Value* missing = container->type() ? container->type()->find(vm::intern("__missing__")) : nullptr;
      if (missing && missing->as<vm::Function>()) return call(out.from_value(*missing), {container, key});
      observe_key(key);
    }
    case VarKind::kObject: return call(get_attr(container, vm::intern("__getitem__")), {key});
    case VarKind::kValue:
      if (container->value.as<vm::Type>()) {
        Value result = vm.get_item(container->value, need_constant(key, "type argument"));
        return out.from_value(result);
      }
      [[fallthrough]];
    default: {
      Value a, b;
      if (as_constant(container, &a) && as_constant(key, &b)) {
        try {
          return out.from_value(vm.get_item(a, b));
        } catch (const vm::Raised& raised) {
          throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
        }
      }
      unsupported<Break::kIndex>("call_method " + describe(*container) + " __getitem__");
    }
  }
}

static void refuse_read_only(const VarRef& container, const std::string& what) {
  if (container->is(VarKind::kDict) && container->type() == vm::types().mapping_proxy)
    observe(vm::types().TypeError, "'mappingproxy' object does not support item " + what);
}

void Tracer::store_subscript(const VarRef& c, const VarRef& k, const VarRef& value) {
  VarRef container = value_of(c), key = value_of(k);
  if (overridden(container, "__setitem__", {key, value})) return;
  if (container->is(VarKind::kDict) && key->is(VarKind::kSymInt)) key = specialise(key);
  refuse_read_only(container, "assignment");
  switch (container->kind()) {
    case VarKind::kTensor:
      fix_indices(*this, key);
      out.call_function(operator_function(vm, "setitem"), {container, key, value}, {});
      return;
    case VarKind::kArray: call_numpy("operator", "setitem", {container, key, value}); return;
    case VarKind::kList: {
      Value index = need_constant(key, "index");
      if (index.as<vm::Slice>()) {
        int64_t step;
        auto [start, stop] = slice_start_stop(vm, index, static_cast<int64_t>(container->items().size()), &step);
        std::vector<VarRef> items = unpack(value);
        if (step != 1) {
          std::vector<size_t> places = slice_indices(vm, index, container->items().size());
          if (places.size() != items.size())
            observe(vm::types().ValueError, "attempt to assign sequence of size " + std::to_string(items.size()) +
                                                " to extended slice of size " + std::to_string(places.size()));
          for (size_t i = 0; i < places.size(); ++i) container->items()[places[i]] = items[i];
          out.effects.note_mutation(container);
          return;
        }
        auto begin = container->items().begin();
        container->items().erase(begin + start, begin + std::max(start, stop));
        container->items().insert(container->items().begin() + start, items.begin(), items.end());
      } else {
        int64_t count = static_cast<int64_t>(container->items().size()),
                at = index.as_int() < 0 ? index.as_int() + count : index.as_int();
        if (at < 0 || at >= count) observe(vm::types().IndexError, "list assignment index out of range");
        container->items()[static_cast<size_t>(at)] = value;
      }
      out.effects.note_mutation(container);
      return;
    }
    case VarKind::kDict: {
      int64_t at = find_key(*this, container, key);
      guard_keys(container);
      if (at >= 0) container->entries()[static_cast<size_t>(at)].second = value;
      else container->entries().emplace_back(key, value);
      out.effects.note_mutation(container);
      return;
    }
    case VarKind::kObject: call(get_attr(container, vm::intern("__setitem__")), {key, value}); return;
    case VarKind::kTuple: observe(vm::types().TypeError, "'tuple' object does not support item assignment");
    default: unsupported<Break::kStoreItem>("call_method " + describe(*container) + " __setitem__");
  }
}

void Tracer::delete_subscript(const VarRef& c, const VarRef& k) {
  VarRef container = value_of(c), key = value_of(k);
  if (overridden(container, "__delitem__", {key})) return;
  refuse_read_only(container, "deletion");
  if (container->is(VarKind::kDict)) {
    int64_t at = find_key(*this, container, key);
    guard_keys(container);
    if (at < 0) observe_key(key);
    container->entries().erase(container->entries().begin() + at);
    out.effects.note_mutation(container);
  } else if (container->is(VarKind::kList)) {
    Value index = need_constant(key, "index");
    std::vector<size_t> gone;
    if (index.as<vm::Slice>()) gone = slice_indices(vm, index, container->items().size());
    else
      gone.push_back(static_cast<size_t>(
          index.as_int() < 0 ? index.as_int() + static_cast<int64_t>(container->items().size()) : index.as_int()));
    std::sort(gone.rbegin(), gone.rend());
    for (size_t i : gone) {
      if (i >= container->items().size()) observe(vm::types().IndexError, "list assignment index out of range");
      container->items().erase(container->items().begin() + static_cast<int64_t>(i));
    }
    out.effects.note_mutation(container);
  } else if (container->is(VarKind::kObject)) {
    call(get_attr(container, vm::intern("__delitem__")), {key});
  } else {
    unsupported<Break::kDeleteItem>("call_method " + describe(*container) + " __delitem__");
  }
}

// `number in [tensors]`: a tensor that tells whether one of them equals it; null for other operands.
VarRef Tracer::contains_among_tensors(const VarRef& c, const VarRef& i) {
  VarRef container = value_of(c), item = value_of(i), any;
  bool plain =
      container->is(VarKind::kTuple) || (container->is(VarKind::kList) && container->type() == vm::types().list);
  bool number = item->is(VarKind::kConstant) && (item->value.is_int() || item->value.is_float());
  auto is_tensor = [&](const VarRef& v) { return value_of(v)->is(VarKind::kTensor); };
  if (!plain || !number || std::none_of(container->items().begin(), container->items().end(), is_tensor)) return {};
  for (const VarRef& candidate : container->items()) {
    VarRef equal = value_of(compare(CompareOp::kEqual, candidate, item));
    if (equal->is(VarKind::kTensor))
      any = any ? out.call_function(operator_function(vm, "or_"), {equal, any}, {}) : equal;
    else if (truth(equal)) return constant_bool(true);
  }
  return any;
}

VarRef Tracer::contains_symbol(const VarRef& c, const VarRef& i) {
  VarRef container = value_of(c), item = value_of(i);
  bool plain =
      container->is(VarKind::kTuple) || (container->is(VarKind::kList) && container->type() == vm::types().list);
  auto number = [](const Var& v) { return v.is(VarKind::kSymInt) || (v.is(VarKind::kConstant) && v.value.is_int()); };
  if (!plain || container->items().empty() || !number(*item)) return {};
  bool symbolic = item->is(VarKind::kSymInt);
  for (const VarRef& given : container->items()) {
    VarRef candidate = value_of(given);
    if (!number(*candidate)) return {};
    symbolic = symbolic || candidate->is(VarKind::kSymInt);
  }
  if (!symbolic) return {};
  VarRef any;
  for (const VarRef& given : container->items()) {
    VarRef candidate = value_of(given), equal;
    if (!candidate->is(VarKind::kSymInt) && !item->is(VarKind::kSymInt)) {
      if (candidate->value.as_int() == item->value.as_int()) return constant_bool(true);
      continue;
    }
    equal = candidate->is(VarKind::kSymInt) ? compare_symbols(CompareOp::kEqual, candidate, item)
                                            : compare_symbols(CompareOp::kEqual, item, candidate);
    bool now = vm.truth(value_now(equal)) || (any && vm.truth(value_now(any)));
    any = any ? symbol_node(operator_function(vm, "or_"), {any, equal}, Value::boolean(now)) : equal;
  }
  return any;
}

bool Tracer::contains(const VarRef& c, const VarRef& i) {
  refuse_drawn(*this, "contains", {i});
  VarRef container = value_of(c), item = value_of(i);
  if (VarRef result = overridden(container, "__contains__", {item})) return truth(result);
  switch (container->kind()) {
    case VarKind::kDict: guard_key(container, item); return find_key(*this, container, item) >= 0;
    case VarKind::kDictView:
      if (container->as<DictViewVariable>().view == DictViewVariable::kKeys)
        return contains(container->content(), item);
      [[fallthrough]];
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet: {
      bool by_identity = container->is(VarKind::kSet);                             // tensors hash by identity
      if (by_identity && is_symbol(*item)) pin(item);                              // hashing needs the value
      if (by_identity && !item->is(VarKind::kSet)) require_hashable(*this, item);  // CPython looks for a frozen copy
      for (const VarRef& candidate : unpack(container)) {
        if (is_same(candidate, item)) return true;
        VarRef real = value_of(candidate);
        if (real->is(VarKind::kTensor) != item->is(VarKind::kTensor)) continue;
        if (by_identity && real->is(VarKind::kTensor)) continue;
        if (truth(compare(CompareOp::kEqual, real, item))) return true;
      }
      return false;
    }
    case VarKind::kObject: {
      const Value* method = container->type()->find(vm::intern("__contains__"));
      if (method) return truth(call(get_attr(container, vm::intern("__contains__")), {item}));
      [[fallthrough]];
    }
    case VarKind::kIterator:
    case VarKind::kGenerator: {  // items after the match stay in the iterator
      VarRef iterator = iterate(container);
      while (VarRef candidate = next(iterator)) {
        if (is_same(candidate, item) || truth(compare(CompareOp::kEqual, candidate, item))) return true;
      }
      return false;
    }
    case VarKind::kTensor: unsupported<Break::kItemInTensor>("item in TensorVariable()");
    default: {
      Value a, b;
      if (as_constant(container, &a) && as_constant(item, &b)) {
        try {
          return vm.contains(a, b);
        } catch (const vm::Raised& raised) {
          throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
        }
      }
      unsupported<Break::kSearch>("call_method " + describe(*container) + " __contains__");
    }
  }
}

}  // namespace vt::dynamo
