#include "vm/builtins/sorting.h"

#include <algorithm>

#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {

// Keys whose order needs no code of the program: the common ones are compared directly.
enum class KeyKind : uint8_t { kNumber, kText, kPlainTuple, kOther };

KeyKind kind_of(const Value& v) {
  if (v.is_int() || v.is_float()) return KeyKind::kNumber;
  if (is_exactly(v, types().str)) return KeyKind::kText;
  return is_exactly(v, types().tuple) ? KeyKind::kPlainTuple : KeyKind::kOther;
}

// -1, 0, 1 where both are numbers of one type or both texts; kUnknown for all else.
constexpr int kUnknown = 2;
int order_directly(const Value& a, const Value& b) {
  if (a.is_int() && b.is_int()) return a.as_int() < b.as_int() ? -1 : a.as_int() > b.as_int();
  if (a.is_float() && b.is_float()) {
    if (a.as_float() < b.as_float()) return -1;
    return a.as_float() > b.as_float() ? 1 : a.as_float() == b.as_float() ? 0 : kUnknown;
  }
  if (is_exactly(a, types().str) && is_exactly(b, types().str)) {
    const int order = a.as<Str>()->text.compare(b.as<Str>()->text);
    return order < 0 ? -1 : order > 0;
  }
  return kUnknown;
}

// Merge sort over natural runs, so that sorted parts cost one comparison per item and a
// comparison which lies or raises cannot run out of bounds. Short runs are lengthened by
// binary insertion. What is moved are positions: the keys stay where they are.
class Sorter {
 public:
  Sorter(Interpreter& vm, const std::vector<Value>& keys) : vm_(vm), keys_(keys), order_(keys.size()) {
    for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    if (!keys.empty()) kind_ = kind_of(keys[0]);
    for (const Value& key : keys)
      if (kind_of(key) != kind_) kind_ = KeyKind::kOther;
  }
  const std::vector<uint32_t>& sort() {
    constexpr size_t kShortest = 32;
    const size_t n = order_.size();
    std::vector<size_t> bounds{0};
    for (size_t begin = 0; begin < n;) {
      size_t end = natural_run(begin, n);
      const size_t wanted = std::min(n, begin + kShortest);
      if (end < wanted) insertion(begin, end, wanted), end = wanted;
      bounds.push_back(begin = end);
    }
    buffer_.resize(n);
    while (bounds.size() > 2) {
      std::vector<size_t> merged{0};
      for (size_t i = 0; i + 1 < bounds.size(); i += 2) {
        const size_t end = i + 2 < bounds.size() ? bounds[i + 2] : bounds[i + 1];
        if (end != bounds[i + 1]) merge(bounds[i], bounds[i + 1], end);
        merged.push_back(end);
      }
      bounds.swap(merged);
    }
    return order_;
  }

 private:
  bool less(uint32_t first, uint32_t second) {
    const Value &a = keys_[first], &b = keys_[second];
    switch (kind_) {
      case KeyKind::kNumber:
      case KeyKind::kText:
        if (const int order = order_directly(a, b); order != kUnknown) return order < 0;
        break;
      case KeyKind::kPlainTuple: {
        const auto &left = static_cast<Tuple*>(a.as_object())->items,
                   &right = static_cast<Tuple*>(b.as_object())->items;
        const size_t common = std::min(left.size(), right.size());
        size_t i = 0;
        int order = 0;
        while (i < common && (order = order_directly(left[i], right[i])) == 0) ++i;
        if (i == common) return left.size() < right.size();
        if (order != kUnknown) return order < 0;
        break;
      }
      case KeyKind::kOther: break;
    }
    const Value out = vm_.compare(CompareOp::kLess, a, b);
    return out.is_bool() ? out.as_bool() : vm_.truth(out);
  }
  // The end of the run that begins here; a falling one is turned round.
  size_t natural_run(size_t begin, size_t n) {
    size_t end = begin + 1;
    if (end == n) return n;
    const bool falling = less(order_[end], order_[begin]);
    for (++end; end < n && less(order_[end], order_[end - 1]) == falling;) ++end;
    const auto from = order_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (falling) std::reverse(from, order_.begin() + static_cast<std::ptrdiff_t>(end));
    return end;
  }
  void insertion(size_t begin, size_t sorted, size_t end) {
    for (size_t i = sorted; i < end; ++i) {
      size_t low = begin, high = i;
      const uint32_t item = order_[i];
      while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (less(item, order_[middle])) high = middle;
        else low = middle + 1;
      }
      std::copy_backward(order_.begin() + static_cast<std::ptrdiff_t>(low),
                         order_.begin() + static_cast<std::ptrdiff_t>(i),
                         order_.begin() + static_cast<std::ptrdiff_t>(i + 1));
      order_[low] = item;
    }
  }
  void merge(size_t begin, size_t middle, size_t end) {
    if (!less(order_[middle], order_[middle - 1])) return;
    size_t a = begin, b = middle, out = begin;
    while (a < middle && b < end) buffer_[out++] = less(order_[b], order_[a]) ? order_[b++] : order_[a++];
    while (a < middle) buffer_[out++] = order_[a++];
    while (b < end) buffer_[out++] = order_[b++];
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin), buffer_.begin() + static_cast<std::ptrdiff_t>(end),
              order_.begin() + static_cast<std::ptrdiff_t>(begin));
  }

  Interpreter& vm_;
  const std::vector<Value>& keys_;
  std::vector<uint32_t> order_, buffer_;
  KeyKind kind_ = KeyKind::kOther;
};
}  // namespace

SortOptions sort_options(Interpreter& vm, const Arguments& a, const char* function) {
  SortOptions out;
  for (size_t i = 0; i < a.keywords; ++i) {
    const std::string& name = a.keyword_names[i].as<Str>()->text;
    const Value& value = a.values[a.positional + i];
    if (name == "key") {
      if (!value.is_none()) out.key = value;
    } else if (name == "reverse") out.reverse = vm.truth(value);
    else raise(types().TypeError, "'" + name + "' is an invalid keyword argument for " + function + "()");
  }
  return out;
}

void sort_values(Interpreter& vm, std::vector<Value>& items, const SortOptions& options) {
  NativeCallGuard guard(vm);
  std::vector<Value> keys;
  keys.reserve(items.size());
  if (options.key.is_null()) keys = items;
  else
    for (const Value& item : items) keys.push_back(vm.call(options.key, Arguments{&item, 1}));
  // Reversing before and after keeps equal items in their order.
  if (options.reverse) std::reverse(items.begin(), items.end()), std::reverse(keys.begin(), keys.end());
  Sorter sorter(vm, keys);
  std::vector<Value> sorted;
  sorted.reserve(items.size());
  for (uint32_t at : sorter.sort()) sorted.push_back(std::move(items[at]));
  items = std::move(sorted);
  if (options.reverse) std::reverse(items.begin(), items.end());
}

}  // namespace vt::vm
