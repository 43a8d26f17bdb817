// enumerate, zip, map, filter, reversed: lazy, one native step each.
#include "vm/builtins/iterators.h"

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
struct Enumerate : NativeIterator {
  Enumerate(Type* type, Value iterator, Value start)
      : NativeIterator(type), source(std::move(iterator)), index(std::move(start)) {}
  void traverse(Visitor& v) const override {
    v.visit(source);
    v.visit(index);
  }
  void clear() override { source = Value::none(); }
  Value next(Interpreter& vm) override {
    Value item = next_of_source(vm, source);
    if (item.is_null()) return {};
    const Value at = index;
    index = vm.binary(BinaryOp::kAdd, index, Value::integer(1));
    return make_tuple({at, std::move(item)});
  }
  Value source, index;
};
Value make_enumerate(Interpreter& vm, Type* type, const Arguments& a) {
  if (a.size() == 0 && !a.keyword("iterable"))
    raise(types().TypeError, "enumerate() missing required argument 'iterable'");
  const auto bound = bind_arguments(a, "enumerate", {"iterable", "start"}, 1);
  return make<Enumerate>(type, vm.iterate(bound[0]),
                         bound[1].is_null() ? Value::integer(0) : index_value(vm, bound[1]));
}

struct Sources : NativeIterator {  // an iterator over several others
  Sources(Type* type, Value fn, std::vector<Value> iterators)
      : NativeIterator(type), function(std::move(fn)), sources(std::move(iterators)) {}
  void traverse(Visitor& v) const override {
    v.visit(function);
    for (const Value& s : sources) v.visit(s);
  }
  void clear() override {
    sources.clear();
    function = Value::none();
  }
  Value function;
  std::vector<Value> sources;
};

struct Zip : Sources {
  using Sources::Sources;
  [[noreturn]] void uneven(size_t i, const char* relation) {
    const std::string before = i == 1 ? "" : "s 1-" + std::to_string(i);
    raise(types().ValueError,
          "zip() argument " + std::to_string(i + 1) + " is " + relation + " than argument" + (i == 1 ? " 1" : before));
  }
  Value next(Interpreter& vm) override {
    if (sources.empty()) return {};
    std::vector<Value> row;
    row.reserve(sources.size());
    for (size_t i = 0; i < sources.size(); ++i) {
      Value item = next_of_source(vm, sources[i]);
      if (!item.is_null()) {
        row.push_back(std::move(item));
        continue;
      }
      if (!strict) return {};
      if (i > 0) uneven(i, "shorter");
      for (size_t k = 1; k < sources.size(); ++k)
        if (!next_of_source(vm, sources[k]).is_null()) uneven(k, "longer");
      return {};
    }
    return make_tuple(std::move(row));
  }
  bool strict = false;
};
std::vector<Value> iterators_from(Interpreter& vm, const Arguments& a, size_t first) {
  std::vector<Value> out;
  for (size_t i = first; i < a.size(); ++i) out.push_back(vm.iterate(a[i]));
  return out;
}
Value make_zip(Interpreter& vm, Type* type, const Arguments& a) {
  const Value* strict = a.keyword("strict");
  if (a.keywords > (strict ? 1 : 0))
    raise(types().TypeError, "'" + a.keyword_names[0].as<Str>()->text + "' is an invalid keyword argument for zip()");
  Value out = make<Zip>(type, Value::none(), iterators_from(vm, a, 0));
  static_cast<Zip*>(out.as_object())->strict = strict && vm.truth(*strict);
  return out;
}

struct Map : Sources {
  using Sources::Sources;
  Value next(Interpreter& vm) override {
    if (sources.empty()) return {};
    std::vector<Value> row;
    for (const Value& source : sources) {
      row.push_back(next_of_source(vm, source));
      if (row.back().is_null()) return {};
    }
    NativeCallGuard guard(vm);
    return vm.call(function, Arguments{row.data(), row.size(), nullptr, 0});
  }
};
Value make_map(Interpreter& vm, Type* type, const Arguments& a) {
  no_keywords(a, "map");
  if (a.size() < 2) raise(types().TypeError, "map() must have at least two arguments.");
  return make<Map>(type, a[0], iterators_from(vm, a, 1));
}

struct Filter : Sources {
  using Sources::Sources;
  Value next(Interpreter& vm) override {
    NativeCallGuard guard(vm);
    for (; !sources.empty(); charge_work(1)) {
      Value item = vm.next(sources[0]);
      if (item.is_null()) return {};
      const bool keep = function.is_none() || function.same(Value::of(types().bool_))
                            ? vm.truth(item)
                            : vm.truth(vm.call(function, {item}));
      if (keep) return item;
    }
    return {};
  }
};
Value make_filter(Interpreter& vm, Type* type, const Arguments& a) {
  expect_arguments(a, "filter", 2, 2);
  return make<Filter>(type, a[0], std::vector<Value>{vm.iterate(a[1])});
}

// Walks a sequence by __getitem__, forwards until IndexError or backwards from its end.
struct SequenceIterator : NativeIterator {
  SequenceIterator(Type* type, Value items, int64_t first, int64_t way)
      : NativeIterator(type), sequence(std::move(items)), index(first), step(way) {}
  void traverse(Visitor& v) const override { v.visit(sequence); }
  void clear() override { sequence = Value::none(); }
  Value next(Interpreter& vm) override {
    if (sequence.is_none() || index < 0) return {};
    try {
      Value out = fetch(vm);
      index += step;
      return out;
    } catch (const Raised& raised) {
      Type* type = type_of(raised.exception);
      if (!type->is_subtype_of(types().IndexError) && !type->is_subtype_of(types().StopIteration)) throw;
    }
    sequence = Value::none();
    return {};
  }
  Value fetch(Interpreter& vm) {
    if (is_exactly(sequence, types().list)) {
      const auto& items = sequence.as<List>()->items;
      if (static_cast<size_t>(index) < items.size()) return items[index];
    }
    if (const Str* text = sequence.as<Str>(); text && text->ascii && is_exactly(sequence, types().str))
      if (static_cast<size_t>(index) < text->text.size())
        return make_str(std::string_view(text->text).substr(index, 1));
    return vm.get_item(sequence, Value::integer(index));
  }
  Value sequence;
  int64_t index, step;
};

Value make_reversed(Interpreter& vm, Type* type, const Arguments& a) {
  expect_arguments(a, "reversed", 1, 1);
  static Type* list_type = make_iterator_type("list_reverseiterator");
  const Value* method = type_of(a[0])->find(intern("__reversed__"));
  const bool blocked = method && method->is_none();
  if (method && !blocked) return vm.call_method(a[0], "__reversed__", {});
  const bool sequence =
      !blocked && (a[0].as<Str>() || a[0].as<Tuple>() || a[0].as<List>() || a[0].as<Bytes>() ||
                   (!a[0].as<Dict>() && !a[0].as<Set>() && type_of(a[0])->find(intern("__getitem__"))));
  if (!sequence) raise(types().TypeError, std::string("'") + type_name(a[0]) + "' object is not reversible");
  return make<SequenceIterator>(a[0].as<List>() ? list_type : type, a[0], vm.length(a[0]) - 1, -1);
}

struct SentinelIterator : NativeIterator {
  SentinelIterator(Type* type, Value fn, Value end)
      : NativeIterator(type), function(std::move(fn)), sentinel(std::move(end)) {}
  void traverse(Visitor& v) const override {
    v.visit(function);
    v.visit(sentinel);
  }
  void clear() override { function = Value::none(); }
  Value next(Interpreter& vm) override {
    if (function.is_none()) return {};
    NativeCallGuard guard(vm);
    Value out = vm.call(function, {});
    if (!vm.equal(sentinel, out)) return out;
    function = Value::none();
    return {};
  }
  Value function, sentinel;
};

struct IteratorTypes {
  Type *enumerate, *zip, *map, *filter, *reversed, *callable_iterator, *sequence_iterator;
};
IteratorTypes& iterator_types() {
  static IteratorTypes made = [] {
    IteratorTypes t;
    t.enumerate = make_iterator_type("enumerate");
    t.enumerate->slots.construct = make_enumerate;
    define_class_method(t.enumerate, "__class_getitem__", generic_alias_maker());
    t.zip = make_iterator_type("zip");
    t.zip->slots.construct = make_zip;
    t.map = make_iterator_type("map");
    t.map->slots.construct = make_map;
    t.filter = make_iterator_type("filter");
    t.filter->slots.construct = make_filter;
    t.reversed = make_iterator_type("reversed");
    t.reversed->slots.construct = make_reversed;
    t.callable_iterator = make_iterator_type("callable_iterator");
    t.sequence_iterator = make_iterator_type("iterator");
    return t;
  }();
  return made;
}
}  // namespace

Value make_sentinel_iterator(Value callable, Value sentinel) {
  return make<SentinelIterator>(iterator_types().callable_iterator, std::move(callable), std::move(sentinel));
}

void install_iterator_types() { iterator_types(); }

void add_iterator_builtins(Interpreter& vm) {
  const IteratorTypes& t = iterator_types();
  for (Type* type : {t.enumerate, t.zip, t.map, t.filter, t.reversed}) add_builtin(vm, type->name, Value::of(type));
}

}  // namespace vt::vm
