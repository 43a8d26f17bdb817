#include "ops/kernels/unstable_order.h"

#include <bit>
#include <utility>
#include <vector>

#include "ops/kernels/order_key.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"

namespace vt {
namespace {

struct Entry {
  uint64_t key;
  int64_t place;
  bool operator<(const Entry& other) const { return key < other.key; }
};
constexpr int64_t kFew = 16;  // left to insertion

void insertion_sort(Entry* a, int64_t n) {
  for (int64_t i = 1; i < n; ++i) {
    Entry moved = a[i];
    int64_t at = i;
    for (; at > 0 && moved < a[at - 1]; --at) a[at] = a[at - 1];
    a[at] = moved;
  }
}

// --- Heaps, the largest on top ---
void sift_up(Entry* heap, int64_t hole, int64_t top, Entry value) {
  while (hole > top && heap[(hole - 1) / 2] < value) {
    heap[hole] = heap[(hole - 1) / 2];
    hole = (hole - 1) / 2;
  }
  heap[hole] = value;
}
// The hole goes down to a leaf along the larger children, and the value up from there.
void fill_hole(Entry* heap, int64_t hole, int64_t n, Entry value) {
  int64_t top = hole, child = hole;
  while (child < (n - 1) / 2) {
    child = 2 * child + 2;
    if (heap[child] < heap[child - 1]) --child;
    heap[hole] = heap[child];
    hole = child;
  }
  if (n % 2 == 0 && child == (n - 2) / 2) {
    child = 2 * child + 1;
    heap[hole] = heap[child];
    hole = child;
  }
  sift_up(heap, hole, top, value);
}
void pop_to(Entry* heap, int64_t n, Entry* target) {
  Entry value = *target;
  *target = heap[0];
  fill_hole(heap, 0, n, value);
}
// The first k of n in a heap, in no order.
void heap_select(Entry* a, int64_t k, int64_t n) {
  for (int64_t parent = (k - 2) / 2; k >= 2 && parent >= 0; --parent) fill_hole(a, parent, k, a[parent]);
  for (int64_t i = k; i < n; ++i)
    if (a[i] < a[0]) pop_to(a, k, a + i);
}
void partial_sort(Entry* a, int64_t k, int64_t n) {
  heap_select(a, k, n);
  for (int64_t last = k - 1; last > 0; --last) pop_to(a, last, a + last);
}

// --- Partitions around the median of three, which moves to the front ---
int64_t partition(Entry* a, int64_t n) {
  Entry &second = a[1], &middle = a[n / 2], &last = a[n - 1];
  if (second < middle) std::swap(a[0], middle < last ? middle : second < last ? last : second);
  else std::swap(a[0], second < last ? second : middle < last ? last : middle);
  int64_t low = 1, high = n;
  while (true) {
    while (a[low] < a[0]) ++low;
    --high;
    while (a[0] < a[high]) --high;
    if (low >= high) return low;
    std::swap(a[low++], a[high]);
  }
}
int depth_limit(int64_t n) { return 2 * (std::bit_width(static_cast<uint64_t>(n)) - 1); }

void sort_coarsely(Entry* a, int64_t n, int depth) {
  while (n > kFew) {
    if (depth-- == 0) return partial_sort(a, n, n);
    int64_t cut = partition(a, n);
    sort_coarsely(a + cut, n - cut, depth);
    n = cut;
  }
}
void introsort(Entry* a, int64_t n) {
  if (n == 0) return;
  sort_coarsely(a, n, depth_limit(n));
  insertion_sort(a, n);
}
void select(Entry* a, int64_t nth, int64_t n) {
  int depth = depth_limit(n);
  while (n > 3) {
    if (depth-- == 0) {
      heap_select(a, nth + 1, n);
      return std::swap(a[0], a[nth]);
    }
    int64_t cut = partition(a, n);
    if (cut <= nth) a += cut, nth -= cut, n -= cut;
    else n = cut;
  }
  insertion_sort(a, n);
}

void order_as_pytorch(std::vector<Entry>& row, int64_t count, bool selecting, bool sorted) {
  int64_t n = static_cast<int64_t>(row.size());
  if (!selecting) return introsort(row.data(), n);
  if (count * 64 <= n) return partial_sort(row.data(), count, n);
  select(row.data(), count - 1, n);
  if (sorted) introsort(row.data(), count - 1);
}

// Quickselect as in Numerical Recipes: the median of three at the left end is the pivot, and
// both scans stop at equal keys.
void quick_select(Entry* a, int64_t n, int64_t k) {
  auto order = [&](int64_t i, int64_t j) {
    if (a[j] < a[i]) std::swap(a[i], a[j]);
  };
  int64_t left = 0, right = n - 1;
  while (right > left + 1) {
    std::swap(a[(left + right) / 2], a[left + 1]);
    order(left + 1, right);
    order(left, right);
    order(left + 1, left);
    Entry pivot = a[left];
    int64_t low = left + 1, high = right;
    while (true) {
      do ++low;
      while (a[low] < pivot);
      do --high;
      while (pivot < a[high]);
      if (high < low) break;
      std::swap(a[low], a[high]);
    }
    std::swap(a[left], a[high]);
    if (high <= k) left = low;
    if (high >= k) right = high - 1;
  }
  if (right == left + 1) order(left, right);
}

}  // namespace

void select_places(const Tensor& rows, int64_t length, int64_t k, int64_t* places) {
  if (rows.numel() == 0) return;
  visit_dtype(rows.dtype(), [&]<class T>() {
    parallel_for(0, rows.numel() / length, std::max<int64_t>(kGrain / 8 / length, 1), [&](int64_t begin, int64_t end) {
      std::vector<Entry> row(static_cast<size_t>(length));
      for (int64_t r = begin; r < end; ++r) {
        const T* data = rows.data<T>() + r * length;
        for (int64_t i = 0; i < length; ++i) row[static_cast<size_t>(i)] = {uint64_t{key_of(data[i])}, i};
        quick_select(row.data(), length, k);
        places[r] = row[static_cast<size_t>(k)].place;
      }
    });
  });
}

void settle_ties(const Tensor& rows, int64_t length, int64_t count, bool descending, bool selecting, bool sorted,
                 int64_t* places) {
  if (count == 0 || rows.numel() == 0) return;
  bool always = selecting && !sorted && count * 64 > length;
  if (!selecting && length <= kFew) return;
  visit_dtype(rows.dtype(), [&]<class T>() {
    parallel_for(0, rows.numel() / length, std::max<int64_t>(kGrain / 8 / length, 1), [&](int64_t begin, int64_t end) {
      std::vector<Entry> row;
      for (int64_t r = begin; r < end; ++r) {
        const T* data = rows.data<T>() + r * length;
        int64_t* found = places + r * count;
        auto key = [&](int64_t i) { return key_of(data[i]); };
        bool tied = always;
        for (int64_t i = 1; i < count && !tied; ++i) tied = key(found[i]) == key(found[i - 1]);
        if (!tied && count < length) {  // the last one, with one that was not picked
          auto last = key(found[count - 1]);
          tied = 1 < run_widest([=]() VT_LAMBDA {
                   decltype(last) equal = 0;
                   for (int64_t i = 0; i < length; ++i) equal += key_of(data[i]) == last ? 1 : 0;
                   return equal;
                 });
        }
        if (!tied) continue;
        row.resize(static_cast<size_t>(length));
        for (int64_t i = 0; i < length; ++i)
          row[static_cast<size_t>(i)] = {descending ? ~uint64_t{key(i)} : uint64_t{key(i)}, i};
        order_as_pytorch(row, count, selecting, sorted);
        for (int64_t i = 0; i < count; ++i) found[i] = row[static_cast<size_t>(i)].place;
      }
    });
  });
}

}  // namespace vt
