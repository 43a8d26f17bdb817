// Builtin functions that consume iterables: sorted, sum, min, max, any, all.
#include <cmath>

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/iterators.h"
#include "vm/builtins/sorting.h"

namespace vt::vm {
namespace {
Value sorted(Interpreter& vm, const Arguments& a) {
  if (a.size() != 1) raise(types().TypeError, "sorted expected 1 argument, got " + std::to_string(a.size()));
  std::vector<Value> items = listed(vm, a[0]);
  sort_values(vm, items, sort_options(vm, a, "sort"));
  return make_list(std::move(items));
}

// Integers exactly, floats with Neumaier's compensation (as CPython 3.12), the rest by +.
class Summation {
 public:
  Summation(Interpreter& vm, Value start) : vm_(vm), total_(std::move(start)) { enter(); }
  void add(const Value& item) {
    if (compensated_) {
      // CPython 3.12 adds integers among the floats without compensation.
      if (is_small_integer(item)) {
        sum_ += static_cast<double>(small_integer(item));
        return;
      }
      if (!item.is_float()) {
        leave();
        return general(item);
      }
      const double x = item.as_float();
      const double t = sum_ + x;
      error_ += std::fabs(sum_) >= std::fabs(x) ? (sum_ - t) + x : (x - t) + sum_;
      sum_ = t;
      return;
    }
    general(item);
  }
  Value result() {
    leave();
    return total_;
  }

 private:
  void enter() {
    if (!total_.is_float()) return;
    compensated_ = true;
    sum_ = total_.as_float();
    error_ = 0;
  }
  void leave() {
    if (!compensated_) return;
    compensated_ = false;
    if (error_ != 0 && std::isfinite(error_)) sum_ += error_;
    total_ = Value::real(sum_);
  }
  void general(const Value& item) {
    int64_t out;
    if (total_.is_int() && is_small_integer(item) &&
        !__builtin_add_overflow(total_.as_int(), small_integer(item), &out)) {
      total_ = Value::integer(out);
      return;
    }
    total_ = vm_.binary(BinaryOp::kAdd, total_, item);
    enter();
  }
  Interpreter& vm_;
  Value total_;
  bool compensated_ = false;
  double sum_ = 0, error_ = 0;
};
Value sum(Interpreter& vm, const Arguments& a) {
  if (a.size() == 0) raise(types().TypeError, "sum() takes at least 1 positional argument (0 given)");
  const auto bound = bind_arguments(a, "sum", {"iterable", "start"}, 1);
  const Value start = bound[1].is_null() ? Value::integer(0) : bound[1];
  if (start.as<Str>()) raise(types().TypeError, "sum() can't sum strings [use ''.join(seq) instead]");
  if (start.as<Bytes>()) raise(types().TypeError, "sum() can't sum bytes [use b''.join(seq) instead]");
  NativeCallGuard guard(vm);
  Summation total(vm, start);
  for_each_item(vm, bound[0], [&](const Value& item) {
    total.add(item);
    return true;
  });
  return total.result();
}

Value extreme(Interpreter& vm, const Arguments& a, const char* name, CompareOp op) {
  Value key, fallback;
  for (size_t i = 0; i < a.keywords; ++i) {
    const std::string& keyword = a.keyword_names[i].as<Str>()->text;
    const Value& value = a.values[a.positional + i];
    if (keyword == "key") key = value.is_none() ? Value() : value;
    else if (keyword == "default") fallback = value;
    else raise(types().TypeError, "'" + keyword + "' is an invalid keyword argument for " + name + "()");
  }
  if (a.size() == 0) raise(types().TypeError, std::string(name) + " expected at least 1 argument, got 0");
  if (a.size() > 1 && !fallback.is_null())
    raise(types().TypeError,
          std::string("Cannot specify a default for ") + name + "() with multiple positional arguments");
  NativeCallGuard guard(vm);
  Value best, best_key;
  const auto consider = [&](const Value& item) {
    const Value item_key = key.is_null() ? item : vm.call(key, {item});
    if (best.is_null() || vm.truth(vm.compare(op, item_key, best_key))) {
      best = item;
      best_key = item_key;
    }
    return true;
  };
  if (a.size() == 1) for_each_item(vm, a[0], consider);
  else
    for (size_t i = 0; i < a.size(); ++i) consider(a[i]);
  if (!best.is_null()) return best;
  if (!fallback.is_null()) return fallback;
  raise(types().ValueError, std::string(name) + "() iterable argument is empty");
}
Value min(Interpreter& vm, const Arguments& a) { return extreme(vm, a, "min", CompareOp::kLess); }
Value max(Interpreter& vm, const Arguments& a) { return extreme(vm, a, "max", CompareOp::kGreater); }

Value any(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "any");
  bool found = false;
  for_each_item(vm, a[0], [&](const Value& item) { return !(found = vm.truth(item)); });
  return Value::boolean(found);
}
Value all(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "all");
  bool every = true;
  for_each_item(vm, a[0], [&](const Value& item) { return every = vm.truth(item); });
  return Value::boolean(every);
}
}  // namespace

void install_iteration_functions(Interpreter& vm) {
  const std::pair<const char*, NativeFn> functions[] = {{"sorted", sorted}, {"sum", sum}, {"min", min},
                                                        {"max", max},       {"any", any}, {"all", all}};
  for (const auto& [name, fn] : functions) add_builtin_function(vm, name, fn);
  add_iterator_builtins(vm);
}

}  // namespace vt::vm
