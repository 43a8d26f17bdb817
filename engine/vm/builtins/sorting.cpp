#include "vm/builtins/sorting.h"

#include <algorithm>

#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
struct Keyed {
  Value key, item;
};

// Merge sort, so that a comparison which lies or raises cannot run out of bounds.
// Short runs are sorted by binary insertion, as few comparisons as CPython's.
class Sorter {
 public:
  Sorter(Interpreter& vm, std::vector<Keyed>& rows) : vm_(vm), rows_(rows), buffer_(rows.size()) {
    all_floats_or_ints_ =
        std::all_of(rows.begin(), rows.end(), [](const Keyed& row) { return row.key.is_int() || row.key.is_float(); });
    all_texts_ =
        std::all_of(rows.begin(), rows.end(), [](const Keyed& row) { return is_exactly(row.key, types().str); });
  }
  void sort() {
    constexpr size_t kRun = 32;
    const size_t n = rows_.size();
    for (size_t begin = 0; begin < n; begin += kRun) insertion(begin, std::min(n, begin + kRun));
    for (size_t width = kRun; width < n; width *= 2)
      for (size_t begin = 0; begin + width < n; begin += 2 * width)
        merge(begin, begin + width, std::min(n, begin + 2 * width));
  }

 private:
  bool less(const Value& a, const Value& b) {
    if (all_floats_or_ints_ && a.is_int() && b.is_int()) return a.as_int() < b.as_int();
    if (all_floats_or_ints_ && a.is_float() && b.is_float()) return a.as_float() < b.as_float();
    if (all_texts_) return a.as<Str>()->text < b.as<Str>()->text;
    const Value out = vm_.compare(CompareOp::kLess, a, b);
    return out.is_bool() ? out.as_bool() : vm_.truth(out);
  }
  void insertion(size_t begin, size_t end) {
    for (size_t i = begin + 1; i < end; ++i) {
      size_t low = begin, high = i;
      while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (less(rows_[i].key, rows_[middle].key)) high = middle;
        else low = middle + 1;
      }
      std::rotate(rows_.begin() + low, rows_.begin() + i, rows_.begin() + i + 1);
    }
  }
  // Copies instead of moves, so that nothing is lost when a comparison raises.
  void merge(size_t begin, size_t middle, size_t end) {
    if (!less(rows_[middle].key, rows_[middle - 1].key)) return;
    size_t a = begin, b = middle, out = begin;
    while (a < middle && b < end) buffer_[out++] = less(rows_[b].key, rows_[a].key) ? rows_[b++] : rows_[a++];
    while (a < middle) buffer_[out++] = rows_[a++];
    while (b < end) buffer_[out++] = rows_[b++];
    for (size_t i = begin; i < end; ++i) rows_[i] = std::move(buffer_[i]);
  }

  Interpreter& vm_;
  std::vector<Keyed>& rows_;
  std::vector<Keyed> buffer_;
  bool all_floats_or_ints_ = false, all_texts_ = false;
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
  std::vector<Keyed> rows;
  rows.reserve(items.size());
  for (const Value& item : items) rows.push_back({options.key.is_null() ? item : vm.call(options.key, {item}), item});
  // Reversing before and after keeps equal items in their order.
  if (options.reverse) std::reverse(rows.begin(), rows.end());
  Sorter(vm, rows).sort();
  if (options.reverse) std::reverse(rows.begin(), rows.end());
  for (size_t i = 0; i < items.size(); ++i) items[i] = std::move(rows[i].item);
}

}  // namespace vt::vm
