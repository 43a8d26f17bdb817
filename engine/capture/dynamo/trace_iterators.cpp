// Iterators. They are evaluated lazily, as in Python, so that items which are never requested are not traced.
#include <algorithm>
#include <map>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

VarRef iterator_of(std::vector<VarRef> items) {
  IteratorVariable iterator;
  iterator.items = std::move(items);
  return make_var(std::move(iterator));
}
// An iterator over a set or dict; each step checks that the size of the dict did not change.
VarRef keyed_iterator(std::vector<VarRef> items, const char* name, const VarRef& dict) {
  VarRef v = iterator_of(std::move(items));
  IteratorVariable& iterator = v->as<IteratorVariable>();
  iterator.remade = false;
  iterator.class_name = name;
  iterator.watched = dict;
  return v;
}
VarRef lazy_iterator(std::function<VarRef(Tracer&)> pull) {
  IteratorVariable iterator;
  iterator.pull = std::move(pull);
  return make_var(std::move(iterator));
}
// An iterator that the residual bytecode rebuilds as maker(*made_of); `pull` reads and updates `made_of`.
VarRef made_iterator(const Value& maker, std::vector<VarRef> made_of,
                     VarRef (*pull)(Tracer&, std::vector<VarRef>& made_of)) {
  VarRef v = make_var<IteratorVariable>();
  IteratorVariable& iterator = v->as<IteratorVariable>();
  iterator.maker = maker;
  iterator.made_of = std::move(made_of);
  iterator.pull = [&held = iterator.made_of, pull](Tracer& tracer) { return pull(tracer, held); };
  return v;
}

VarRef do_enumerate(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef start = args.size() > 1 ? args[1] : keyword(kwargs, "start");
  int64_t index = start ? t.need_constant(start, "start").as_int() : 0;
  VarRef made = lazy_iterator([index, source = t.iterate(args.at(0))](Tracer& tracer) mutable -> VarRef {
    VarRef item = tracer.next(source);
    return item ? sequence(VarKind::kTuple, {constant_int(index++), item}) : VarRef();
  });
  made->as<IteratorVariable>().remade = false;
  return made;
}

// The next row of zip: one item of each source; null at the end.
VarRef zip_row(Tracer& t, const std::vector<VarRef>& sources, bool strict) {
  std::vector<VarRef> row;
  for (const VarRef& source : sources) {
    VarRef item = t.next(source);
    if (item) {
      row.push_back(item);
      continue;
    }
    if (!strict) return {};
    if (!row.empty())
      observe(vm::types().ValueError,
              "zip() argument " + std::to_string(row.size() + 1) + " is shorter than argument 1");
    for (size_t i = 1; i < sources.size(); ++i) {
      if (t.next(sources[i]))
        observe(vm::types().ValueError, "zip() argument " + std::to_string(i + 1) + " is longer than argument 1");
    }
    return {};
  }
  return row.empty() ? VarRef() : sequence(VarKind::kTuple, std::move(row));
}

std::vector<VarRef> iterators(Tracer& t, std::vector<VarRef>::const_iterator begin,
                              std::vector<VarRef>::const_iterator end) {
  std::vector<VarRef> sources;
  for (auto arg = begin; arg != end; ++arg) sources.push_back(t.iterate(*arg));
  return sources;
}

VarRef do_zip(Tracer& t, const Value& zip, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef strict = keyword(kwargs, "strict");
  std::vector<VarRef> sources = iterators(t, args.begin(), args.end());
  if (strict && t.truth(strict))
    return lazy_iterator([sources = std::move(sources)](Tracer& tracer) { return zip_row(tracer, sources, true); });
  return made_iterator(zip, std::move(sources),
                       [](Tracer& tracer, std::vector<VarRef>& made_of) { return zip_row(tracer, made_of, false); });
}

VarRef do_map(Tracer& t, const Value& map, std::vector<VarRef>& args, Keywords&) {
  std::vector<VarRef> made_of = iterators(t, args.begin() + 1, args.end());
  made_of.insert(made_of.begin(), args.at(0));
  return made_iterator(map, std::move(made_of), [](Tracer& tracer, std::vector<VarRef>& held) {
    VarRef row = zip_row(tracer, {held.begin() + 1, held.end()}, false);
    return row ? tracer.call(held[0], row->items()) : VarRef();
  });
}

VarRef do_filter(Tracer& t, const Value& filter, std::vector<VarRef>& args, Keywords&) {
  return made_iterator(filter, {args.at(0), t.iterate(args.at(1))}, [](Tracer& tracer, std::vector<VarRef>& held) {
    bool plain = tracer.is_same(held[0], none());
    while (VarRef item = tracer.next(held[1])) {
      if (tracer.truth(plain ? item : tracer.call(held[0], {item}))) return item;
    }
    return VarRef();
  });
}

VarRef do_chain(Tracer& t, const Value& chain, std::vector<VarRef>& args, Keywords&) {
  return made_iterator(chain, args, [](Tracer& tracer, std::vector<VarRef>& held) {
    while (!held.empty()) {
      held[0] = tracer.iterate(held[0]);
      if (VarRef item = tracer.next(held[0])) return item;
      held.erase(held.begin());
    }
    return VarRef();
  });
}

VarRef do_count(Tracer&, const Value& count, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef start = args.empty() ? keyword(kwargs, "start") : args[0];
  VarRef step = args.size() < 2 ? keyword(kwargs, "step") : args[1];
  std::vector<VarRef> made_of = {start ? start : constant_int(0), step ? step : constant_int(1)};
  return made_iterator(count, std::move(made_of), [](Tracer& tracer, std::vector<VarRef>& held) {
    VarRef item = held[0];
    held[0] = tracer.binary(BinaryOp::kAdd, item, held[1], false);
    return item;
  });
}

VarRef do_repeat(Tracer& t, const Value& repeat, std::vector<VarRef>& args, Keywords& kwargs) {
  std::vector<VarRef> made_of = {args.empty() ? keyword(kwargs, "object") : args[0]};
  VarRef times = args.size() < 2 ? keyword(kwargs, "times") : args[1];
  if (times) made_of.push_back(constant_int(t.need_constant(times, "times").as_int()));
  return made_iterator(repeat, std::move(made_of), [](Tracer&, std::vector<VarRef>& held) {
    if (held.size() == 1) return held[0];
    int64_t left = held[1]->value.as_int();
    if (left <= 0) return VarRef();
    held[1] = constant_int(left - 1);
    return held[0];
  });
}

VarRef do_reversed(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  VarRef v = t.value_of(args.at(0));
  if (v->is(VarKind::kObject) && v->type()->find(vm::intern("__reversed__")))
    return t.call(t.get_attr(v, vm::intern("__reversed__")), {});
  std::vector<VarRef> items = t.unpack(v);
  std::reverse(items.begin(), items.end());
  return iterator_of(std::move(items));
}

VarRef do_iter(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  if (args.size() == 1) return t.iterate(args[0]);
  return lazy_iterator([function = args.at(0), sentinel = args.at(1)](Tracer& tracer) -> VarRef {
    VarRef item = tracer.call(function, {});
    return tracer.truth(tracer.compare(CompareOp::kEqual, item, sentinel)) ? VarRef() : item;
  });
}

VarRef do_next(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  VarRef iterator = t.value_of(args.at(0));
  VarRef item = t.next(iterator);
  if (item) return item;
  if (args.size() > 1) return args[1];
  t.raise_stop(iterator);
}

}  // namespace

// Items of a tuple iterator have sources. The state of a range iterator or of count is fixed by a guard.
VarRef Output::wrap_iterator(const Value& value, const SourceRef& source) {
  vm::Type* type = vm::type_of(value);
  if (type->name == "tuple_iterator" && type->is_native) {
    int64_t left = vm.call_method(value, "__length_hint__", {}).as_int();
    guard(GuardKind::kType, source, Value::of(type));
    guard(GuardKind::kLength, source, Value::of(type), left);
    std::vector<VarRef> items;
    for (int i = 0; i < static_cast<int>(left); ++i)
      items.push_back(wrap(iterator_item(vm, value, i), item_source(source, i, SourceKind::kIteratorItem)));
    VarRef v = iterator_of(std::move(items));
    v->value = value;
    return v;
  }
  Value state = iterator_state(vm, value);
  if (state.is_null()) return {};
  guard(GuardKind::kType, source, Value::of(type));
  guard(GuardKind::kIteratorState, source, state);
  const std::vector<Value>& parts = state.as<vm::Tuple>()->items;
  VarRef v;
  if (parts[0].as<vm::Range>()) {
    v = root_->iterate(from_value(parts[0]));
  } else {
    std::vector<VarRef> args = {constant(parts[0]), constant(parts[1])};
    Keywords no_keywords;
    v = do_count(*root_, Value::of(type), args, no_keywords);
  }
  v->value = value;
  return v;
}

std::span<const BuiltinRule> iterator_builtins() {
  static constexpr BuiltinRule kRules[] = {{"enumerate", do_enumerate},
                                           {"zip", do_zip},
                                           {"map", do_map},
                                           {"filter", do_filter},
                                           {"reversed", do_reversed},
                                           {"iter", do_iter},
                                           {"next", do_next},
                                           {"itertools.chain", do_chain},
                                           {"itertools.count", do_count},
                                           {"itertools.repeat", do_repeat},
                                           {"itertools.product", drained_polyfill},
                                           {"itertools.permutations", drained_polyfill},
                                           {"itertools.combinations", drained_polyfill},
                                           {"itertools.combinations_with_replacement", drained_polyfill}};
  return kRules;
}

VarRef polyfill_of(Tracer& tracer, const std::string& name) {
  size_t dot = name.find('.');
  if (dot == std::string::npos) return {};
  std::string flat = name;
  std::replace(flat.begin(), flat.end(), '.', '_');
  Value module = tracer.vm.import_module("torch._dynamo.polyfills");
  Value found = tracer.vm.find_attribute(module, vm::intern(flat));
  return found.as<vm::Function>() ? tracer.out.from_value(found) : VarRef();
}

VarRef drained_polyfill(Tracer& t, const Value& function, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef made = t.inline_function(polyfill_of(t, t.out.torch_functions.of(t.vm, function).name), args, kwargs);
  t.drain(made);
  return made;
}

// Breaks at a library iterator from outside, which PyTorch cannot trace either.
[[noreturn]] static void no_model(const vm::Type& type, const std::string& method) {
  unsupported<Break::kSlotWithoutModel>("name=" + method + ", type=" + type.name + ", attr=<slot wrapper '" + method +
                                            "' of '" + type.name + "' objects>",
                                        type.name, method);
}

// Breaks at a generator from outside. PyTorch does not trace one that is already running; the frame runs eagerly.
static void refuse_generator(const Var& v) {
  if (!v.value.is_object() || v.value.as_object()->kind != vm::Kind::kGenerator) return;
  unsupported_frame<Break::kSourcelessIterator>("builtins.tuple_iterator");
}

// Raises StopIteration; for a generator that returned a value, with this value.
void Tracer::raise_stop(const VarRef& iterator) {
  std::vector<VarRef> args;
  const auto* generator = iterator->get_if<LocalGeneratorObjectVariable>();
  if (generator && generator->frame && generator->frame->finished()) {
    VarRef returned = generator->frame->result();
    if (returned && !is_same(returned, none())) args.push_back(returned);
  }
  throw Observed{make_exception(vm::types().StopIteration, std::move(args)), nullptr};
}

// At each step, raises RuntimeError if the dict's size changed; after the last item the dict is not checked again.
static void check_size(IteratorVariable& iterator) {
  if (!iterator.watched) return;
  if (iterator.watched->entries().size() != iterator.items.size())
    observe(vm::types().RuntimeError, "dictionary changed size during iteration");
  if (iterator.position == iterator.items.size()) iterator.watched = nullptr;
}

// PEP 479: StopIteration raised inside a generator becomes a RuntimeError.
static VarRef stop_inside_generator(const VarRef& cause) {
  VarRef error = make_exception(vm::types().RuntimeError, {constant_text("generator raised StopIteration")});
  error->edit_written() = {{vm::intern("__cause__"), cause}, {vm::intern("__context__"), cause}};
  return error;
}

static VarRef next_of_generator(LocalGeneratorObjectVariable& generator) {
  generator.started = true;
  if (generator.finished()) return {};
  try {
    if (generator.frame->run()) return {};
  } catch (Unsupported& error) {  // a suspended generator cannot be rebuilt
    error.skip_frame = true;
    throw;
  } catch (const Observed& observed) {
    if (!observed.exception->type()->is_subtype_of(vm::types().StopIteration)) throw;
    throw Observed{stop_inside_generator(observed.exception), nullptr};
  }
  return generator.frame->result();
}

VarRef Tracer::next(const VarRef& given) {
  VarRef v = value_of(given);
  if (IteratorVariable* iterator = v->get_if<IteratorVariable>()) {
    check_size(*iterator);
    // Advancing one of these is no side effect in PyTorch.
    bool generator = iterator->pull && iterator->maker.is_null();
    bool moves = iterator->maker.as<vm::Range>() || !iterator->class_name.empty() || generator;
    if (v->source) out.effects.note_mutation(v);
    else if (!moves) out.effects.note_effect(v);
    if (iterator->position < iterator->items.size()) return iterator->items[iterator->position++];
    if (!iterator->pull) return {};
    VarRef item = iterator->pull(*this);
    if (!item) iterator->pull = nullptr;
    else if (v->source) ++iterator->position;
    return item;
  }
  if (auto* generator = v->get_if<LocalGeneratorObjectVariable>()) return next_of_generator(*generator);
  if (v->is(VarKind::kObject)) {
    try {
      return call(get_attr(v, vm::intern("__next__")), {});
    } catch (Observed& observed) {
      if (!observed.exception->type()->is_subtype_of(vm::types().StopIteration)) throw;
      return {};
    }
  }
  vm::Type* type = type_of_var(*v);
  refuse_generator(*v);
  if (type && type->slots.next) no_model(*type, "__next__");
  if (type && type->is_native) observe(vm::types().TypeError, "'" + type->name + "' object is not an iterator");
  unsupported<Break::kNext>(describe(*v));
}

// Takes all remaining items at once, for code that needs a list.
void Tracer::drain(const VarRef& given) {
  VarRef v = value_of(given);
  const IteratorVariable* lazy = v->get_if<IteratorVariable>();
  if (!v->is(VarKind::kGenerator) && !(lazy && lazy->pull)) return;
  std::vector<VarRef> items;
  while (VarRef item = next(v)) {
    items.push_back(item);
    if (items.size() > 100000) unsupported<Break::kEndlessIterator>(describe(*v));
  }
  if (v->is(VarKind::kGenerator)) v->become(IteratorVariable());
  IteratorVariable& drained = v->as<IteratorVariable>();
  drained.items = std::move(items);
  drained.position = 0;
  drained.pull = nullptr;
  drained.maker = {};
}

void Tracer::drain_leaving(const VarRef& given) {
  SideEffects::Draining draining(out.effects);
  drain(given);
}

void Tracer::close_generators() {
  for (const VarRef& v : std::vector(out.effects.generators())) {
    const auto* generator = v->get_if<LocalGeneratorObjectVariable>();
    if (!generator || !generator->started) continue;
    try {
      call(get_attr(v, vm::intern("close")), {});
    } catch (const Observed&) {  // an exception while closing is ignored
    }
  }
}

VarRef Tracer::iterate(const VarRef& given) {
  VarRef v = value_of(given);
  if (VarRef result = overridden(v, "__iter__", {})) return value_of(result);
  switch (v->kind()) {
    case VarKind::kIterator:
    case VarKind::kGenerator: return v;
    case VarKind::kList:
    case VarKind::kTuple: return iterator_of(v->items());
    case VarKind::kSet: return keyed_iterator(v->items(), "SetIterator", {});
    case VarKind::kDict: {
      guard_keys(v);
      std::vector<VarRef> keys;
      for (const auto& entry : v->entries()) keys.push_back(entry.first);
      return keyed_iterator(std::move(keys), "DictIterator", v);
    }
    case VarKind::kDictView: {
      const auto& [dict, view] = v->as<DictViewVariable>();
      guard_keys(dict);
      std::vector<VarRef> items;
      for (const auto& [key, value] : dict->entries()) {
        items.push_back(view == DictViewVariable::kKeys     ? key
                        : view == DictViewVariable::kValues ? value
                                                            : sequence(VarKind::kTuple, {key, value}));
      }
      static constexpr const char* kNames[] = {"DictIterator", "DictValuesIterator", "DictItemsIterator"};
      return keyed_iterator(std::move(items), kNames[view], dict);
    }
    case VarKind::kRange: {
      const vm::Range& range = *v->value.as<vm::Range>();
      if (range.length() > 100000) unsupported<Break::kLoopRounds>(vm.repr(v->value));
      std::vector<VarRef> items;
      for (int64_t i = 0; i < range.length(); ++i) items.push_back(constant_int(range.start + i * range.step));
      VarRef iterator = iterator_of(std::move(items));
      iterator->as<IteratorVariable>().maker = v->value;
      return iterator;
    }
    case VarKind::kArray:
    case VarKind::kTensor: {
      const Tensor& tensor = *torch::as_tensor(v->example());
      if (tensor.rank() == 0) observe(vm::types().TypeError, "iteration over a 0-d tensor");
      int64_t count = tensor.sym_sizes()[0].guard_int();
      std::vector<VarRef> items;
      for (int64_t i = 0; i < count; ++i) {
        VarRef index = constant_int(i);
        items.push_back(v->is(VarKind::kTensor)
                            ? subscript(v, index)
                            : as_arrays(*this, out.call_function(operator_function(vm, "getitem"), {v, index}, {})));
      }
      return iterator_of(std::move(items));
    }
    case VarKind::kObject: {
      const Value* method = v->type()->find(vm::intern("__iter__"));
      if (method) {
        VarRef iterator = value_of(call(get_attr(v, vm::intern("__iter__")), {}));
        return iterator;
      }
      const Value* getitem = v->type()->find(vm::intern("__getitem__"));
      if (!getitem) observe(vm::types().TypeError, "'" + v->type()->name + "' object is not iterable");
      std::vector<VarRef> items;
      for (int64_t i = 0;; ++i) {
        try {
          items.push_back(subscript(v, constant_int(i)));
        } catch (Observed& observed) {
          if (!observed.exception->type()->is_subtype_of(vm::types().IndexError)) throw;
          break;
        }
      }
      return iterator_of(std::move(items));
    }
    default: {
      Value plain;
      if (as_constant(v, &plain) && !is_stateful(plain)) {
        try {
          std::vector<VarRef> items;
          for (const Value& item : vm.to_vector(plain)) items.push_back(out.from_value(item));
          return iterator_of(std::move(items));
        } catch (const vm::Raised& raised) {
          throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
        }
      }
      refuse_generator(*v);
      vm::Type* type = type_of_var(*v);
      if (v->is(VarKind::kValue) && type && (type->slots.next || type->slots.iter)) no_model(*type, "__iter__");
      unsupported<Break::kIterate>(describe(*v));
    }
  }
}

std::vector<VarRef> Tracer::unpack(const VarRef& given) {
  VarRef v = value_of(given);
  bool plain = v->type() && v->type()->is_native;
  if (plain && (v->is(VarKind::kList) || v->is(VarKind::kTuple))) return v->items();
  VarRef iterator = iterate(v);
  std::vector<VarRef> items;
  while (VarRef item = next(iterator)) {
    items.push_back(item);
    if (items.size() > 100000) unsupported<Break::kLoopItems>(describe(*v));
  }
  return items;
}

}  // namespace vt::dynamo
