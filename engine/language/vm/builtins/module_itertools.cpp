// itertools: lazy iterators. The combinatorial ones keep index vectors, as their
// documentation describes; the simple ones are one step each.
#include <algorithm>
#include <deque>
#include <memory>

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"

namespace vt::vm {
namespace {
// A native iterator over values it owns; the step is a member of the derived struct.
struct Step : NativeIterator {
  Step(Type* type, std::vector<Value> owned) : NativeIterator(type), values(std::move(owned)) {}
  void traverse(Visitor& v) const override {
    for (const Value& value : values) v.visit(value);
  }
  void clear() override {
    values.clear();
    done = true;
  }
  std::vector<Value> values;
  bool done = false;
};

// The next item of a source that is held meanwhile: its code may finish the iterator that asks.
Value pull(Interpreter& vm, const Value& source) {
  const Value held = source;
  return next_of_source(vm, held);
}

struct Count : Step {
  using Step::Step;
  Value next(Interpreter& vm) override {
    if (values.size() < 2) return {};
    const Value out = values[0];
    values[0] = vm.binary(BinaryOp::kAdd, values[0], values[1]);
    return out;
  }
};
Value make_count(Interpreter&, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "count", {"start", "step"}, 0);
  const Value start = bound[0].is_null() ? Value::integer(0) : bound[0],
              step = bound[1].is_null() ? Value::integer(1) : bound[1];
  if (!is_number(start) && (type_of(start)->slots.length || !type_of(start)->find(intern("__add__"))))
    raise(types().TypeError, "a number is required");
  return make<Count>(type, std::vector<Value>{start, step});
}
Value count_repr(Interpreter& vm, const Value& self) {
  const auto& v = static_cast<Step*>(self.as_object())->values;
  const bool one = v[1].is_int() && v[1].as_int() == 1;
  return make_str("count(" + vm.repr(v[0]) + (one ? "" : ", " + vm.repr(v[1])) + ")");
}

Value count_reduce(Interpreter&, const Arguments& a) {
  const auto& v = static_cast<Step*>(a[0].as_object())->values;
  const bool one = v[0].is_int() && v[1].is_int() && v[1].as_int() == 1;
  return make_tuple({Value::of(type_of(a[0])), one ? make_tuple({v[0]}) : make_tuple({v[0], v[1]})});
}

struct Cycle : Step {
  using Step::Step;
  Value next(Interpreter& vm) override {
    if (values.empty()) return {};
    if (!done) {
      Value item = pull(vm, values[0]);
      if (!item.is_null()) {
        saved.push_back(item);
        return item;
      }
      done = true;
    }
    if (saved.empty()) return {};
    const Value out = saved[at];
    at = (at + 1) % saved.size();
    return out;
  }
  void traverse(Visitor& v) const override {
    Step::traverse(v);
    for (const Value& s : saved) v.visit(s);
  }
  std::vector<Value> saved;
  size_t at = 0;
};
Value make_cycle(Interpreter& vm, Type* type, const Arguments& a) {
  expect_arguments(a, "cycle", 1, 1);
  return make<Cycle>(type, std::vector<Value>{vm.iterate(a[0])});
}

struct Repeat : Step {
  Repeat(Type* type, Value item, int64_t times) : Step(type, {std::move(item)}), left(times) {}
  Value next(Interpreter&) override {
    if (left == 0 || values.empty()) return {};
    if (left > 0) --left;
    return values[0];
  }
  int64_t left;
};
Value make_repeat(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "repeat", {"object", "times"}, 1);
  return make<Repeat>(type, bound[0], bound[1].is_null() ? -1 : std::max<int64_t>(0, vm.to_index(bound[1])));
}
Value repeats_left(Interpreter&, const Arguments& a) {
  const int64_t left = static_cast<Repeat*>(a[0].as_object())->left;
  if (left < 0) raise(types().TypeError, "len() of unsized object");
  return Value::integer(left);
}
Value repeat_repr(Interpreter& vm, const Value& self) {
  const auto& r = *static_cast<Repeat*>(self.as_object());
  return make_str("repeat(" + vm.repr(r.values[0]) + (r.left < 0 ? "" : ", " + std::to_string(r.left)) + ")");
}

struct Accumulate : Step {  // source, function or None, initial or null
  using Step::Step;
  Value next(Interpreter& vm) override {
    if (values.empty()) return {};
    if (total.is_null() && !values[2].is_null()) return total = values[2];
    const Value item = pull(vm, values[0]);
    if (item.is_null()) return {};
    NativeCallGuard guard(vm);
    if (total.is_null()) total = item;
    else total = values[1].is_none() ? vm.binary(BinaryOp::kAdd, total, item) : vm.call(values[1], {total, item});
    return total;
  }
  Value total;
};
Value make_accumulate(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "accumulate", {"iterable", "func", "*", "initial"}, 1);
  return make<Accumulate>(type, std::vector<Value>{vm.iterate(bound[0]), bound[1].is_null() ? Value::none() : bound[1],
                                                   bound[2].is_null() || bound[2].is_none() ? Value() : bound[2]});
}

struct Chain : Step {  // iterator of iterables, the current iterator
  using Step::Step;
  Value next(Interpreter& vm) override {
    while (!values.empty()) {
      if (values[1].is_null()) {
        const Value iterable = pull(vm, values[0]);
        if (iterable.is_null()) {
          values.clear();
          break;
        }
        values[1] = vm.iterate(iterable);
      }
      Value item = pull(vm, values[1]);
      if (!item.is_null()) return item;
      values[1] = Value();
    }
    return {};
  }
};
Value make_chain(Interpreter& vm, Type* type, const Arguments& a) {
  no_keywords(a, "chain");
  const Value sources = make_tuple(std::vector<Value>(a.values, a.values + a.positional));
  return make<Chain>(type, std::vector<Value>{vm.iterate(sources), Value()});
}
Value chain_from_iterable(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "chain.from_iterable", 1);
  return make<Chain>(a[0].as<Type>(), std::vector<Value>{vm.iterate(a[1]), Value()});
}

struct Compress : Step {
  using Step::Step;
  Value next(Interpreter& vm) override {
    for (; !values.empty(); charge_work(1)) {
      Value item = pull(vm, values[0]);
      const Value selector = item.is_null() ? Value() : pull(vm, values[1]);
      if (selector.is_null()) break;
      if (vm.truth(selector)) return item;
    }
    return {};
  }
};
Value make_compress(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "compress", {"data", "selectors"}, 2);
  return make<Compress>(type, std::vector<Value>{vm.iterate(bound[0]), vm.iterate(bound[1])});
}

enum class Predicate { kTake, kDrop, kFilterFalse, kStar };
template <Predicate test>
struct Tested : Step {  // function, source
  using Step::Step;
  bool holds(Interpreter& vm, const Value& item) {
    return values[0].is_none() ? vm.truth(item) : vm.truth(vm.call(values[0], {item}));
  }
  Value next(Interpreter& vm) override {
    NativeCallGuard guard(vm);
    for (; !values.empty() && !(done && test == Predicate::kTake); charge_work(1)) {
      Value item = pull(vm, values[1]);
      if (item.is_null()) break;
      if (test == Predicate::kStar) {
        const std::vector<Value> arguments = vm.to_vector(item);
        return vm.call(values[0], Arguments{arguments.data(), arguments.size(), nullptr, 0});
      }
      if (test == Predicate::kDrop && done) return item;
      const bool held = holds(vm, item);
      if (test == Predicate::kTake) {
        if (held) return item;
        done = true;
      } else if (!held) {
        done = true;
        return item;
      }
    }
    return {};
  }
};
template <Predicate test>
Value make_tested(Interpreter& vm, Type* type, const Arguments& a) {
  expect_arguments(a, type->name.c_str(), 2, 2);
  return make<Tested<test>>(type, std::vector<Value>{a[0], vm.iterate(a[1])});
}

struct Slicing : Step {
  Slicing(Type* type, Value source, int64_t first, int64_t stop, int64_t by)
      : Step(type, {std::move(source)}), wanted(first), end(stop), step(by) {}
  Value next(Interpreter& vm) override {
    for (; !values.empty() && (end < 0 || wanted < end); charge_work(1)) {
      Value item = pull(vm, values[0]);
      if (item.is_null()) break;
      if (at++ < wanted) continue;
      wanted += step;
      return item;
    }
    // What lies before the end is consumed, as CPython does.
    for (; !values.empty() && end >= 0 && at < end; charge_work(1)) {
      if (pull(vm, values[0]).is_null()) break;
      ++at;
    }
    values.clear();
    return {};
  }
  int64_t wanted, end, step, at = 0;
};
Value make_islice(Interpreter& vm, Type* type, const Arguments& a) {
  expect_arguments(a, "islice", 2, 4);
  const auto number = [&](size_t i, int64_t fallback) {
    if (a.size() <= i || a[i].is_none()) return fallback;
    const Value index = is_index(a[i]) ? index_value(vm, a[i]) : Value();
    const int64_t n = !index.is_null() && is_small_integer(index) ? small_integer(index) : -1;
    if (n < 0 || (i == 3 && n == 0))
      raise(types().ValueError, i == 3 ? "Step for islice() must be a positive integer or None."
                                : a.size() == 2 && !(index.is_int() && n != -1)
                                    ? "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
                                    : "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    return n;
  };
  if (a.size() == 2) return make<Slicing>(type, vm.iterate(a[0]), 0, number(1, -1), 1);
  const int64_t start = number(1, 0), stop = number(2, -1), step = number(3, 1);
  return make<Slicing>(type, vm.iterate(a[0]), start, stop, step);
}

struct Pairwise : Step {
  using Step::Step;
  Value next(Interpreter& vm) override {
    if (values.empty()) return {};
    if (values[1].is_null()) {
      Value first = pull(vm, values[0]);
      if (values.empty()) return {};
      values[1] = first;
      if (first.is_null()) values.clear();
      if (values.empty()) return {};
    }
    const Value old = values[1];
    const Value item = pull(vm, values[0]);
    if (item.is_null()) {
      values.clear();
      return {};
    }
    if (!values.empty()) values[1] = item;
    return make_tuple({old, item});
  }
};
Value make_pairwise(Interpreter& vm, Type* type, const Arguments& a) {
  expect_arguments(a, "pairwise", 1, 1);
  return make<Pairwise>(type, std::vector<Value>{vm.iterate(a[0]), Value()});
}

struct Batched : Step {
  Batched(Type* type, Value source, int64_t n) : Step(type, {std::move(source)}), size(n) {}
  Value next(Interpreter& vm) override {
    std::vector<Value> out;
    for (; !values.empty() && static_cast<int64_t>(out.size()) < size; charge_work(1)) {
      Value item = pull(vm, values[0]);
      if (item.is_null()) {
        values.clear();
        break;
      }
      out.push_back(std::move(item));
    }
    return out.empty() ? Value() : make_tuple(std::move(out));
  }
  int64_t size;
};
Value make_batched(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "batched", {"iterable", "n"}, 2);
  const int64_t n = vm.to_index(bound[1]);
  if (n < 1) raise(types().ValueError, "n must be at least one");
  return make<Batched>(type, vm.iterate(bound[0]), n);
}

struct ZipLongest : Step {  // the iterators; a spent one becomes null
  ZipLongest(Type* type, std::vector<Value> sources, Value missing)
      : Step(type, std::move(sources)), fill(std::move(missing)) {}
  Value next(Interpreter& vm) override {
    std::vector<Value> row;
    bool any = false;
    for (Value& source : values) {
      Value item = source.is_null() ? Value() : vm.next(source);
      if (item.is_null()) source = Value();
      any |= !item.is_null();
      row.push_back(item.is_null() ? fill : item);
    }
    return any ? make_tuple(std::move(row)) : Value();
  }
  Value fill;
};
Value make_zip_longest(Interpreter& vm, Type* type, const Arguments& a) {
  std::vector<Value> sources;
  for (size_t i = 0; i < a.size(); ++i) sources.push_back(vm.iterate(a[i]));
  const Value* fill = a.keyword("fillvalue");
  if (a.keywords > (fill ? 1 : 0)) raise(types().TypeError, "zip_longest() got an unexpected keyword argument");
  return make<ZipLongest>(type, std::move(sources), fill ? *fill : Value::none());
}

struct Product : Step {
  Product(Type* type, std::vector<std::vector<Value>> all)
      : Step(type, {}), pools(std::move(all)), index(pools.size()) {
    for (const auto& pool : pools) done |= pool.empty();
  }
  void traverse(Visitor& v) const override {
    for (const auto& pool : pools)
      for (const Value& item : pool) v.visit(item);
  }
  void clear() override {
    pools.clear();
    index.clear();
    done = true;
  }
  Value next(Interpreter&) override {
    if (done) return {};
    std::vector<Value> row;
    for (size_t i = 0; i < pools.size(); ++i) row.push_back(pools[i][index[i]]);
    size_t i = pools.size();
    while (i > 0 && ++index[i - 1] == pools[i - 1].size()) index[--i] = 0;
    done = i == 0;
    return make_tuple(std::move(row));
  }
  std::vector<std::vector<Value>> pools;
  std::vector<size_t> index;
};
Value make_product(Interpreter& vm, Type* type, const Arguments& a) {
  const Value* repeat = a.keyword("repeat");
  const int64_t times = repeat ? vm.to_index(*repeat) : 1;
  if (times < 0) raise(types().ValueError, "repeat argument cannot be negative");
  std::vector<std::vector<Value>> pools, once;
  for (size_t i = 0; i < a.size(); ++i) once.push_back(vm.to_vector(a[i]));
  for (int64_t t = 0; t < times; ++t) pools.insert(pools.end(), once.begin(), once.end());
  return make<Product>(type, std::move(pools));
}

enum class Selection { kCombinations, kWithReplacement, kPermutations };
// Index vectors in lexicographic order.
struct Select : Step {
  Select(Type* type, std::vector<Value> pool, int64_t r, Selection how)
      : Step(type, std::move(pool)), selection(how), size(r), index(static_cast<size_t>(r)) {
    const int64_t n = static_cast<int64_t>(values.size());
    done = selection == Selection::kWithReplacement ? n == 0 && r > 0 : r > n;
    for (int64_t i = 0; selection != Selection::kWithReplacement && i < r; ++i) index[i] = i;
  }
  Value next(Interpreter&) override {
    if (done) return {};
    std::vector<Value> row;
    for (int64_t i : index) row.push_back(values[i]);
    done = !advance();
    return make_tuple(std::move(row));
  }
  bool used(int64_t v, int64_t before) const {
    for (int64_t i = 0; i < before; ++i)
      if (index[i] == v) return true;
    return false;
  }
  bool advance() {
    const int64_t n = static_cast<int64_t>(values.size());
    for (int64_t i = size; i-- > 0;) {
      if (selection == Selection::kPermutations) {
        int64_t v = index[i] + 1;
        while (v < n && used(v, i)) ++v;
        if (v == n) continue;
        index[i] = v;
        for (int64_t k = i + 1, w = 0; k < size; ++k, ++w) {
          while (used(w, k)) ++w;
          index[k] = w;
        }
        return true;
      }
      const int64_t limit = selection == Selection::kCombinations ? n - size + i : n - 1;
      if (index[i] == limit) continue;
      const int64_t v = ++index[i];
      for (int64_t k = i + 1; k < size; ++k) index[k] = selection == Selection::kCombinations ? v + k - i : v;
      return true;
    }
    return false;
  }
  Selection selection;
  int64_t size;
  std::vector<int64_t> index;
};
template <Selection kind>
Value make_select(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, type->name.c_str(), {"iterable", "r"}, kind == Selection::kPermutations ? 1 : 2);
  std::vector<Value> pool = vm.to_vector(bound[0]);
  if (kind == Selection::kPermutations && !bound[1].is_null() && !bound[1].is_none() && !is_integer(bound[1]))
    raise(types().TypeError, "Expected int as r");
  const int64_t r =
      bound[1].is_null() || bound[1].is_none() ? static_cast<int64_t>(pool.size()) : vm.to_index(bound[1]);
  if (r < 0) raise(types().ValueError, "r must be non-negative");
  return make<Select>(type, std::move(pool), r, kind);
}

// groupby: groups share the source with their parent and end when it moves on.
struct GroupBy : Step {  // source, key function or None, current item, current key, target key
  using Step::Step;
  bool fetch(Interpreter& vm) {
    values[2] = pull(vm, values[0]);
    if (values[2].is_null()) return false;
    values[3] = values[1].is_none() ? values[2] : vm.call(values[1], {values[2]});
    return true;
  }
  Value next(Interpreter& vm) override;
  uint64_t generation = 0;
};
struct Group : Step {  // parent
  Group(Type* type, Value parent, uint64_t g) : Step(type, {std::move(parent)}), generation(g) {}
  Value next(Interpreter& vm) override {
    if (values.empty()) return {};
    auto& parent = *static_cast<GroupBy*>(values[0].as_object());
    if (parent.generation != generation || parent.values.empty() || parent.values[2].is_null()) return {};
    if (!vm.equal(parent.values[4], parent.values[3])) return {};
    Value out = parent.values[2];
    parent.fetch(vm);
    return out;
  }
  uint64_t generation;
};
Value GroupBy::next(Interpreter& vm) {
  static Type* group_type = make_iterator_type("_grouper", "itertools");
  if (values.empty()) return {};
  ++generation;
  if (values[3].is_null() && !fetch(vm)) return {};
  while (!values[2].is_null() && !values[4].is_null() && vm.equal(values[4], values[3])) fetch(vm);
  if (values[2].is_null()) return {};
  values[4] = values[3];
  return make_tuple({values[3], make<Group>(group_type, Value::of(this), generation)});
}
Value make_groupby(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "groupby", {"iterable", "key"}, 1);
  return make<GroupBy>(type, std::vector<Value>{vm.iterate(bound[0]), bound[1].is_null() ? Value::none() : bound[1],
                                                Value(), Value(), Value()});
}

// tee: branches over one source with a shared queue.
struct TeeState {
  Value source;
  std::deque<Value> queue;
  uint64_t first = 0;  // number of the item at the front
  std::vector<uint64_t> places;
};
struct Tee : NativeIterator {
  Tee(Type* type, std::shared_ptr<TeeState> shared, size_t branch)
      : NativeIterator(type), state(std::move(shared)), branch(branch) {}
  void traverse(Visitor&) const override {}
  Value next(Interpreter& vm) override {
    uint64_t& place = state->places[branch];
    if (place - state->first == state->queue.size()) {
      NativeCallGuard guard(vm);  // branches of branches
      Value item = vm.next(state->source);
      if (item.is_null()) return {};
      state->queue.push_back(std::move(item));
    }
    const Value out = state->queue[place - state->first];
    ++place;
    while (!state->queue.empty() && *std::min_element(state->places.begin(), state->places.end()) > state->first) {
      state->queue.pop_front();
      ++state->first;
    }
    return out;
  }
  std::shared_ptr<TeeState> state;
  size_t branch;
};
Value tee(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "tee", 1, 2);
  static Type* type = make_iterator_type("_tee", "itertools");
  const int64_t n = a.size() > 1 ? vm.to_index(a[1]) : 2;
  if (n < 0) raise(types().ValueError, "n must be >= 0");
  auto state = std::make_shared<TeeState>();
  state->source = vm.iterate(a[0]);
  state->places.resize(static_cast<size_t>(n));
  std::vector<Value> out;
  for (int64_t i = 0; i < n; ++i) out.push_back(make<Tee>(type, state, static_cast<size_t>(i)));
  return make_tuple(std::move(out));
}

using Construct = Value (*)(Interpreter&, Type*, const Arguments&);
const std::vector<Type*>& itertools_types() {
  static const std::vector<Type*> made = [] {
    const std::pair<const char*, Construct> rows[] = {
        {"count", make_count},
        {"cycle", make_cycle},
        {"repeat", make_repeat},
        {"accumulate", make_accumulate},
        {"chain", make_chain},
        {"compress", make_compress},
        {"takewhile", make_tested<Predicate::kTake>},
        {"dropwhile", make_tested<Predicate::kDrop>},
        {"filterfalse", make_tested<Predicate::kFilterFalse>},
        {"starmap", make_tested<Predicate::kStar>},
        {"islice", make_islice},
        {"pairwise", make_pairwise},
        {"batched", make_batched},
        {"zip_longest", make_zip_longest},
        {"product", make_product},
        {"combinations", make_select<Selection::kCombinations>},
        {"combinations_with_replacement", make_select<Selection::kWithReplacement>},
        {"permutations", make_select<Selection::kPermutations>},
        {"groupby", make_groupby}};
    std::vector<Type*> out;
    for (const auto& [name, construct] : rows) {
      out.push_back(make_iterator_type(name, "itertools"));
      out.back()->slots.construct = construct;
    }
    out[0]->slots.repr = count_repr;
    define_method(out[0], "__reduce__", count_reduce);
    out[2]->slots.repr = repeat_repr;
    define_method(out[2], "__length_hint__", repeats_left);
    define_class_method(out[4], "from_iterable", chain_from_iterable);
    define_class_method(out[4], "__class_getitem__", generic_alias_maker());
    return out;
  }();
  return made;
}
}  // namespace

void load_itertools(Interpreter&, Module& module) {
  for (Type* type : itertools_types()) set_attribute(module, type->name, Value::of(type));
  define_function(module, "tee", tee);
}

}  // namespace vt::vm
