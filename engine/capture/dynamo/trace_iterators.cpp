// Iterators: lazily as in the language, so that what is not asked for is not traced.
#include <algorithm>
#include <map>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

VarRef iterator_of(std::vector<VarRef> items, int view = 0) {
  VarRef v = make_var(VarKind::kIterator);
  v->view = view;
  v->items = std::move(items);
  return v;
}
VarRef lazy_iterator(std::function<VarRef(Tracer&)> pull) {
  VarRef v = make_var(VarKind::kIterator);
  v->pull = std::move(pull);
  return v;
}

VarRef do_enumerate(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef start = args.size() > 1 ? args[1] : keyword(kwargs, "start");
  int64_t index = start ? t.need_constant(start, "start").as_int() : 0;
  VarRef made = lazy_iterator([index, source = t.iterate(args.at(0))](Tracer& tracer) mutable -> VarRef {
    VarRef item = tracer.next(source);
    return item ? sequence(VarKind::kTuple, {constant_int(index++), item}) : VarRef();
  });
  made->view = 1;
  return made;
}

// One row of zip: an item of each; null at the end.
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

VarRef do_zip(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef strict = keyword(kwargs, "strict");
  return lazy_iterator([sources = iterators(t, args.begin(), args.end()), strict = strict && t.truth(strict)](
                           Tracer& tracer) { return zip_row(tracer, sources, strict); });
}

VarRef do_map(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  return lazy_iterator(
      [function = args.at(0), sources = iterators(t, args.begin() + 1, args.end())](Tracer& tracer) -> VarRef {
        VarRef row = zip_row(tracer, sources, false);
        return row ? tracer.call(function, row->items) : VarRef();
      });
}

VarRef do_filter(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  return lazy_iterator([function = args.at(0), source = t.iterate(args.at(1))](Tracer& tracer) -> VarRef {
    bool plain = tracer.is_same(function, none());
    while (VarRef item = tracer.next(source)) {
      if (tracer.truth(plain ? item : tracer.call(function, {item}))) return item;
    }
    return {};
  });
}

VarRef do_reversed(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  VarRef v = t.value_of(args.at(0));
  if (v->is(VarKind::kObject) && v->type->find(vm::intern("__reversed__")))
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

BuiltinHandler iterator_builtin(std::string_view name) {
  static const std::map<std::string_view, BuiltinHandler> table = {
      {"enumerate", do_enumerate}, {"zip", do_zip},   {"map", do_map},  {"filter", do_filter},
      {"reversed", do_reversed},   {"iter", do_iter}, {"next", do_next}};
  auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
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

// An iterator of the library that came from outside: PyTorch does not look into it either.
[[noreturn]] static void no_model(const vm::Type& type, const std::string& method) {
  unsupported("GB9493", "C-implemented special method without VariableTracker model",
              "name=" + method + ", type=" + type.name + ", attr=<slot wrapper '" + method + "' of '" + type.name +
                  "' objects>",
              "'" + type.name + "' implements '" + method + "' in C and Dynamo has no model for it.");
}

// Nor does it go on with a generator that runs already: the frame is left alone.
static void refuse_generator(const Var& v) {
  if (!v.value.is_object() || v.value.as_object()->kind != vm::Kind::kGenerator) return;
  Unsupported error;
  error.id = "GB0116";
  error.type = "Unexpected type in sourceless builder";
  error.context = "builtins.tuple_iterator";
  error.explanation = "SourcelessBuilder.create does not know how to wrap <class 'tuple_iterator'>";
  error.skip_frame = true;
  throw error;
}

// The end of a generator carries what it returned.
void Tracer::raise_stop(const VarRef& iterator) {
  VarRef exception = make_var(VarKind::kException);
  exception->type = vm::types().StopIteration;
  if (iterator->is(VarKind::kGenerator) && iterator->generator && iterator->generator->finished()) {
    VarRef returned = iterator->generator->result;
    if (returned && !is_same(returned, none())) exception->items.push_back(returned);
  }
  throw Observed{exception, nullptr};
}

// An iterator of a dict holds the dict until it has come to the end.
static void check_size(Var& iterator) {
  if (!iterator.content) return;
  if (iterator.content->entries.size() != iterator.items.size())
    observe(vm::types().RuntimeError, "dictionary changed size during iteration");
  if (iterator.position == iterator.items.size()) iterator.content = nullptr;
}

VarRef Tracer::next(const VarRef& given) {
  VarRef v = value_of(given);
  if (v->is(VarKind::kIterator)) {
    check_size(*v);
    if (v->position < v->items.size()) return v->items[v->position++];
    if (!v->pull) return {};
    VarRef item = v->pull(*this);
    if (!item) v->pull = nullptr;
    return item;
  }
  if (v->is(VarKind::kGenerator)) {
    v->started = true;
    if (!v->generator || v->generator->finished()) return {};
    try {
      if (v->generator->run()) return {};
    } catch (Unsupported& error) {  // half-run generators are not rebuilt
      error.skip_frame = true;
      throw;
    } catch (const Observed& observed) {
      if (!observed.exception->type->is_subtype_of(vm::types().StopIteration)) throw;
      VarRef error = make_var(VarKind::kException);
      error->type = vm::types().RuntimeError;
      error->items = {constant_text("generator raised StopIteration")};
      error->written = {{vm::intern("__cause__"), observed.exception}, {vm::intern("__context__"), observed.exception}};
      throw Observed{error, nullptr};
    }
    return v->generator->result;
  }
  if (v->is(VarKind::kObject)) {
    try {
      return call(get_attr(v, vm::intern("__next__")), {});
    } catch (Observed& observed) {
      if (!observed.exception->type->is_subtype_of(vm::types().StopIteration)) throw;
      return {};
    }
  }
  vm::Type* type = type_of_var(*v);
  refuse_generator(*v);
  if (type && type->slots.next) no_model(*type, "__next__");
  unsupported("GB0156", "Unsupported iteration", describe(*v), "next() of this object is not traced.");
}

// Everything that is left, at once: for code that takes lists.
void Tracer::drain(const VarRef& given) {
  VarRef v = value_of(given);
  if (!v->is(VarKind::kIterator) && !v->is(VarKind::kGenerator)) return;
  std::vector<VarRef> items;
  while (VarRef item = next(v)) {
    items.push_back(item);
    if (items.size() > 100000)
      unsupported("GB0003", "Iterator without an end", describe(*v), "It would have to leave the compiled region.");
  }
  v->kind = VarKind::kIterator;
  v->items = std::move(items);
  v->position = 0;
  v->pull = nullptr;
}

void Tracer::close_generators() {
  for (const VarRef& v : std::vector(out.generators)) {
    if (!v->is(VarKind::kGenerator) || !v->started) continue;
    try {
      call(get_attr(v, vm::intern("close")), {});
    } catch (const Observed&) {  // nobody is there to see it
    }
  }
}

VarRef Tracer::iterate(const VarRef& given) {
  VarRef v = value_of(given);
  if (VarRef result = overridden(v, "__iter__", {})) return value_of(result);
  switch (v->kind) {
    case VarKind::kIterator:
    case VarKind::kGenerator: return v;
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet: return iterator_of(v->items);
    case VarKind::kDict: {
      guard_keys(v);
      std::vector<VarRef> keys;
      for (const auto& entry : v->entries) keys.push_back(entry.first);
      VarRef iterator = iterator_of(std::move(keys), 1);
      iterator->content = v;
      return iterator;
    }
    case VarKind::kDictView: {
      guard_keys(v->content);
      std::vector<VarRef> items;
      for (const auto& [key, value] : v->content->entries) {
        items.push_back(v->view == 0 ? key : v->view == 1 ? value : sequence(VarKind::kTuple, {key, value}));
      }
      VarRef iterator = iterator_of(std::move(items), 1);
      iterator->content = v->content;
      return iterator;
    }
    case VarKind::kRange: {
      const vm::Range& range = *v->value.as<vm::Range>();
      if (range.length() > 100000)
        unsupported("GB0008", "Loop too long to unroll", vm.repr(v->value), "The loop has more than 100000 rounds.");
      std::vector<VarRef> items;
      for (int64_t i = 0; i < range.length(); ++i) items.push_back(constant_int(range.start + i * range.step));
      return iterator_of(std::move(items));
    }
    case VarKind::kArray:
    case VarKind::kTensor: {
      const Tensor& tensor = *torch::as_tensor(v->value);
      if (tensor.rank() == 0) observe(vm::types().TypeError, "iteration over a 0-d tensor");
      int64_t count = tensor.sym_sizes()[0].guard_int();
      std::vector<VarRef> items;
      for (int64_t i = 0; i < count; ++i) items.push_back(subscript(v, constant_int(i)));
      return iterator_of(std::move(items));
    }
    case VarKind::kObject: {
      const Value* method = v->type->find(vm::intern("__iter__"));
      if (method) {
        VarRef iterator = value_of(call(get_attr(v, vm::intern("__iter__")), {}));
        return iterator;
      }
      const Value* getitem = v->type->find(vm::intern("__getitem__"));
      if (!getitem) observe(vm::types().TypeError, "'" + v->type->name + "' object is not iterable");
      std::vector<VarRef> items;
      for (int64_t i = 0;; ++i) {
        try {
          items.push_back(subscript(v, constant_int(i)));
        } catch (Observed& observed) {
          if (!observed.exception->type->is_subtype_of(vm::types().IndexError)) throw;
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
      unsupported("GB0156", "Unsupported iteration", describe(*v),
                  "Dynamo does not know how to iterate over this object.");
    }
  }
}

std::vector<VarRef> Tracer::unpack(const VarRef& given) {
  VarRef v = value_of(given);
  bool plain = v->type && v->type->is_native;
  if (plain && (v->is(VarKind::kList) || v->is(VarKind::kTuple))) return v->items;
  VarRef iterator = iterate(v);
  std::vector<VarRef> items;
  while (VarRef item = next(iterator)) {
    items.push_back(item);
    if (items.size() > 100000)
      unsupported("GB0008", "Loop too long to unroll", describe(*v), "The iterable has more than 100000 items.");
  }
  return items;
}

}  // namespace vt::dynamo
