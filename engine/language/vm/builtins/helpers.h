// What the builtin types share: slices, conversions, guards, walking an iterable.
// Above vm/native.h and bigint.h, below every file of this folder.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "vm/builtins/bigint.h"
#include "vm/native.h"

namespace vt::vm {

// The items that a slice picks from a sequence of a given length.
struct SliceBounds {
  int64_t start, stop, step, count;
};
SliceBounds slice_bounds(Interpreter& vm, const Slice& slice, int64_t length);
// Wraps a negative index; false when it is out of range.
bool wrap_index(int64_t& index, int64_t length);
// An integer or what has __index__.
bool is_index(const Value& v);
// Whether its class is one of the program's, with a method of this name in place of a native one.
bool overrides(const Value& v, const char* method);
// Such a value as a position: an IndexError where no sequence can be that long.
int64_t item_index(Interpreter& vm, const Value& key);
// What an object says of the number of its items, by __len__ or __length_hint__; null if nothing.
Value length_hint_of(Interpreter& vm, const Value& v);
// MemoryError at once for a range or an iterator that tells of more items than the run may hold.
void check_expected_items(Interpreter& vm, const Value& iterable);
// The items of an iterable as list() takes them: an object of the program is asked for its length.
std::vector<Value> listed(Interpreter& vm, const Value& iterable);
// Start and stop arguments of find, index and count.
// The next item of what an iterator runs over. Native iterators over native iterators nest on the C++ stack.
inline Value next_of_source(Interpreter& vm, const Value& source) {
  NativeCallGuard guard(vm);
  return vm.next(source);
}
// The bounds of a search by value, `index(x, start, stop)`, cannot be None.
void expect_bounds(const Arguments& a);
void clamp_range(Interpreter& vm, const Value* start, const Value* stop, int64_t length, int64_t& begin, int64_t& end);

inline bool is_integer(const Value& v) { return v.is_int() || v.is_bool() || v.as<BigInt>(); }
inline bool is_small_integer(const Value& v) { return v.is_int() || v.is_bool(); }
inline int64_t small_integer(const Value& v) { return v.is_bool() ? v.as_bool() : v.as_int(); }
Big to_big(const Value& integer);
// An instance of a subclass of float; floats themselves are unboxed. Null for all else.
struct BoxedFloat : Object {
  BoxedFloat(Type* type, double v) : Object(Kind::kPlain, type), number(v) {}
  void traverse(Visitor& visitor) const override { visitor.visit(attributes); }
  void clear() override { attributes = Value(); }
  Value* attributes_slot() override {
    if (attributes.is_null()) attributes = make<Dict>();
    return &attributes;
  }
  const Value* attributes_if_any() override { return &attributes; }
  double number;
  Value attributes;
};
const BoxedFloat* boxed_float(const Value& v);
bool is_number(const Value& v);                      // int, bool or float
double integer_to_double(const Value& integer);      // OverflowError as CPython says it
bool as_double(const Value& v, double& out);         // numbers only, no __float__
Value index_value(Interpreter& vm, const Value& v);  // an integer through __index__, any size
uint64_t hash_integer(const Value& integer);
uint64_t hash_double(double v);
uint64_t hash_text(std::string_view text);

// MemoryError where an allocation of `bytes` would pass the run's limit.
void check_memory(Interpreter& vm, uint64_t bytes);
// How often a sequence is to be repeated; raises OverflowError.
int64_t repeat_count(Interpreter& vm, const Value& times);
// n items repeated `times`; raises MemoryError.
uint64_t checked_repeat(Interpreter& vm, size_t count, int64_t times, size_t item_bytes);
// Gives a fresh object the class that was asked for.
Value retype(Value object, Type* type);
bool is_exactly(const Value& v, const Type* type);
// A str that takes over its text, where make_str copies and counts.
Value own_str(std::string text, int64_t code_points);

// True while repr() of the same object is in progress further out.
class ReprGuard {
 public:
  ReprGuard(Interpreter& vm, const Value& v);
  ~ReprGuard();
  bool recursive() const { return recursive_; }

 private:
  NativeCallGuard call_;
  bool recursive_;
};
std::string join_repr(Interpreter& vm, const std::vector<Value>& items);

// TypeErrors for functions that take no keywords ("list() takes no keyword arguments").
void no_keywords(const Arguments& a, const char* function);
// Without the keywords where a subclass defines the other half of its construction (`__new__`,
// `__init__`) in the language: they are for that.
Arguments own_arguments(const Arguments& a, const Type* type, const char* other_half);
// "str expected at most 3 arguments, got 4", "getattr expected at least 2 arguments, got 1".
void expect_arguments(const Arguments& a, const char* function, size_t minimum, size_t maximum, size_t self = 0);
// "len() takes exactly one argument (2 given)"
void exactly_one(const Arguments& a, const char* function, size_t self = 0);
void no_arguments(const Arguments& a, const char* function);  // a method without arguments
inline const Value* optional(const Arguments& a, size_t i) { return i < a.size() ? &a[i] : nullptr; }

// Calls visit(item) until it returns false. Lists may grow while they are walked.
template <class Visit>
void for_each_item(Interpreter& vm, const Value& iterable, Visit&& visit) {
  if (is_exactly(iterable, types().list)) {
    const Value keep = iterable;
    List* list = keep.as<List>();
    for (size_t i = 0; i < list->items.size(); ++i) {
      Value item = list->items[i];
      if (!visit(item)) return;
    }
    return;
  }
  if (is_exactly(iterable, types().tuple)) {
    const Value keep = iterable;
    for (const Value& item : keep.as<Tuple>()->items)
      if (!visit(item)) return;
    return;
  }
  const Value iterator = vm.iterate(iterable);
  constexpr uint64_t kChargeEvery = 1024;
  for (uint64_t count = 1;; ++count) {
    Value item = vm.next(iterator);
    if (item.is_null() || !visit(item)) return;
    if (count % kChargeEvery == 0) charge_work(kChargeEvery);
  }
}

// A slot that compares, made from one function that answers all six.
using RichCompare = Value (*)(Interpreter&, const Value&, const Value&, CompareOp);
template <RichCompare compare, CompareOp op>
Value compare_slot(Interpreter& vm, const Value& a, const Value& b) {
  return compare(vm, a, b, op);
}
template <RichCompare compare>
void set_compare_slots(Slots& slots) {
  slots.compare[0] = compare_slot<compare, CompareOp::kLess>;
  slots.compare[1] = compare_slot<compare, CompareOp::kLessEqual>;
  slots.compare[2] = compare_slot<compare, CompareOp::kEqual>;
  slots.compare[3] = compare_slot<compare, CompareOp::kNotEqual>;
  slots.compare[4] = compare_slot<compare, CompareOp::kGreater>;
  slots.compare[5] = compare_slot<compare, CompareOp::kGreaterEqual>;
}
// The answer of a comparison from an order (-1, 0, 1).
inline bool order_matches(int order, CompareOp op) {
  switch (op) {
    case CompareOp::kLess: return order < 0;
    case CompareOp::kLessEqual: return order <= 0;
    case CompareOp::kEqual: return order == 0;
    case CompareOp::kNotEqual: return order != 0;
    case CompareOp::kGreater: return order > 0;
    case CompareOp::kGreaterEqual: return order >= 0;
  }
  return false;
}
// Lexicographic comparison of two sequences.
Value compare_sequences(Interpreter& vm, const std::vector<Value>& a, const std::vector<Value>& b, CompareOp op);

inline BinaryFn& binary_slot(Type* type, BinaryOp op) { return type->slots.binary[static_cast<int>(op)]; }
inline BinaryFn& inplace_slot(Type* type, BinaryOp op) { return type->slots.inplace[static_cast<int>(op)]; }

// Adds a name to `builtins`.
void add_builtin(Interpreter& vm, std::string_view name, Value value);
void add_builtin_function(Interpreter& vm, std::string_view name, NativeFn fn);
// A native iterator class ("list_iterator").
Type* make_iterator_type(std::string_view name, std::string_view module = "builtins");
// One whose iterators tell how many items are left, by a member remaining().
template <class Iterator>
Type* make_counted_iterator_type(std::string_view name) {
  Type* type = make_iterator_type(name);
  define_method(type, "__length_hint__", [](Interpreter&, const Arguments& a) {
    return Value::integer(static_cast<const Iterator*>(a[0].as_object())->remaining());
  });
  return type;
}
// What an iterator's `__reduce__` gives: iter(source), then __setstate__(state); null: a pair without a state.
Value reduced_iterator(Interpreter& vm, const Value& source, const Value& state = {});

}  // namespace vt::vm
