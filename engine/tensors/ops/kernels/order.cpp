#include "ops/kernels/order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "ops/kernels/order_key.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// A key and the place it comes from. No two are equal, so any way to order them is stable.
struct Narrow {
  uint64_t bits;
  Narrow() = default;
  Narrow(uint32_t key, uint32_t at) : bits(uint64_t{key} << 32 | at) {}
  uint32_t key() const { return static_cast<uint32_t>(bits >> 32); }
  uint32_t at() const { return static_cast<uint32_t>(bits); }
  bool operator<(const Narrow& other) const { return bits < other.bits; }
};
struct Wide {
  uint64_t key_bits;
  uint32_t place;
  Wide() = default;
  Wide(uint64_t key, uint32_t at) : key_bits(key), place(at) {}
  uint64_t key() const { return key_bits; }
  uint32_t at() const { return place; }
  bool operator<(const Wide& other) const {
    return key_bits != other.key_bits ? key_bits < other.key_bits : place < other.place;
  }
};
template <class T>
using KeyOf = decltype(key_of(T{}));
template <class T>
using EntryOf = std::conditional_t<sizeof(KeyOf<T>) == 8, Wide, Narrow>;

template <class T>
struct Row {
  const T* data;
  KeyOf<T> flip;  // all ones for the descending order
  KeyOf<T> key(int64_t i) const { return key_of(data[i]) ^ flip; }
  EntryOf<T> entry(int64_t i) const { return {key(i), static_cast<uint32_t>(i)}; }
};

// By bytes, the lowest first; a byte that all keys share needs no pass.
template <class Entry>
void sort_by_bytes(std::vector<Entry>& entries, std::vector<Entry>& other) {
  constexpr size_t kBytes = sizeof(entries[0].key()), kDigits = 256;
  other.resize(entries.size());
  std::array<std::array<uint32_t, kDigits>, kBytes> counts{};
  for (const Entry& e : entries)
    for (size_t byte = 0; byte < kBytes; ++byte) ++counts[byte][e.key() >> 8 * byte & 255];
  for (size_t byte = 0; byte < kBytes; ++byte) {
    if (counts[byte][entries[0].key() >> 8 * byte & 255] == entries.size()) continue;
    uint32_t next = 0;
    for (uint32_t& count : counts[byte]) next += std::exchange(count, next);
    for (const Entry& e : entries) other[counts[byte][e.key() >> 8 * byte & 255]++] = e;
    entries.swap(other);
  }
}

// Buffers of one thread.
template <class T>
struct Work {
  std::vector<EntryOf<T>> entries, other;
};

template <class T>
void whole_order(const Row<T>& row, int64_t n, Work<T>& work) {
  constexpr int64_t kFew = 200;
  work.entries.resize(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) work.entries[static_cast<size_t>(i)] = row.entry(i);
  if (n > kFew) sort_by_bytes(work.entries, work.other);
  else std::sort(work.entries.begin(), work.entries.end());
}

// The first block from `from` on with a key below `limit`, or the last, which may be cut short.
constexpr int64_t kBlock = 32;
template <class T>
int64_t block_below(const Row<T>& row, int64_t from, int64_t n, KeyOf<T> limit) {
  return run_widest([=]() VT_LAMBDA {
    const T* data = row.data;
    const KeyOf<T> flip = row.flip;
    int64_t at = from;
    for (; at + kBlock <= n; at += kBlock) {
      KeyOf<T> found = 0;
      for (int64_t i = 0; i < kBlock; ++i) found |= (key_of(data[at + i]) ^ flip) < limit ? 1 : 0;
      if (found) break;
    }
    return at;
  });
}

// Of few the best so far are kept in order: what comes in moves those behind it by one.
constexpr int64_t kFewest = 32;
template <class T>
void fewest_in_order(const Row<T>& row, int64_t n, int64_t k, Work<T>& work) {
  auto& best = work.entries;
  best.clear();
  for (int64_t i = 0; i < k; ++i) best.push_back(row.entry(i));
  std::sort(best.begin(), best.end());
  KeyOf<T> limit = best.back().key();
  for (int64_t i = k; (i = block_below(row, i, n, limit)) < n;)
    for (int64_t end = std::min(i + kBlock, n); i < end; ++i) {
      if (row.key(i) >= limit) continue;  // an equal one comes later
      const EntryOf<T> entry = row.entry(i);
      auto at = best.end() - 1;
      for (; at != best.begin() && entry < at[-1]; --at) *at = at[-1];
      *at = entry;
      limit = best.back().key();
    }
}

// The first k of n: the best so far, and behind them those that may replace them. What is not
// below the last of the best is passed over.
template <class T>
void first_in_order(const Row<T>& row, int64_t n, int64_t k, Work<T>& work) {
  auto& best = work.entries;
  size_t kept = static_cast<size_t>(k), room = std::max<size_t>(2 * kept, kept + 32);
  best.clear();
  KeyOf<T> limit = 0;
  auto tighten = [&] {
    std::nth_element(best.begin(), best.begin() + (k - 1), best.end());
    best.resize(kept);
    limit = best.back().key();
  };
  int64_t i = 0;
  for (; i < n && best.size() < room; ++i) best.push_back(row.entry(i));
  if (best.size() > kept) tighten();
  while ((i = block_below(row, i, n, limit)) < n)
    for (int64_t end = std::min(i + kBlock, n); i < end; ++i) {
      if (row.key(i) >= limit) continue;  // an equal one comes later
      best.push_back(row.entry(i));
      if (best.size() == room) tighten();
    }
  if (best.size() > kept) tighten();
  std::sort(best.begin(), best.end());
}

// The entry that stands at position k of the order.
template <class T>
int64_t place_of_nth(const Row<T>& row, int64_t n, int64_t k, Work<T>& work) {
  constexpr int64_t kMany = 4096;
  constexpr int kShift = 8 * sizeof(KeyOf<T>) - 12;
  auto& entries = work.entries;
  entries.clear();
  if (n < kMany) {
    for (int64_t i = 0; i < n; ++i) entries.push_back(row.entry(i));
  } else {  // only those that share their first bits with it
    std::array<int64_t, 4096> counts{};
    for (int64_t i = 0; i < n; ++i) ++counts[row.key(i) >> kShift];
    size_t bucket = 0;
    while (k >= counts[bucket]) k -= counts[bucket++];
    for (int64_t i = 0; i < n; ++i)
      if (row.key(i) >> kShift == bucket) entries.push_back(row.entry(i));
  }
  std::nth_element(entries.begin(), entries.begin() + k, entries.end());
  return entries[static_cast<size_t>(k)].at();
}

// f(row number, row, work) for all rows, in parallel.
template <class F>
void for_each_line(const Tensor& rows, int64_t length, bool descending, const F& f) {
  if (rows.numel() == 0) return;
  VT_CHECK(length < int64_t{1} << 32, "places within a row fit 32 bits");
  int64_t grain = std::max<int64_t>(kGrain / 8 / length, 1);
  visit_dtype(rows.dtype(), [&]<class T>() {
    parallel_for(0, rows.numel() / length, grain, [&](int64_t begin, int64_t end) {
      Work<T> work;
      for (int64_t r = begin; r < end; ++r)
        f(r, Row<T>{rows.data<T>() + r * length, descending ? static_cast<KeyOf<T>>(~KeyOf<T>{0}) : KeyOf<T>{0}}, work);
    });
  });
}

}  // namespace

void first_places(const Tensor& rows, int64_t length, int64_t count, bool descending, int64_t* places) {
  if (count == 0) return;
  for_each_line(rows, length, descending, [&]<class T>(int64_t r, const Row<T>& row, Work<T>& work) {
    if (count * 4 > length) whole_order(row, length, work);
    else if (count <= kFewest) fewest_in_order(row, length, count, work);
    else first_in_order(row, length, count, work);
    for (int64_t i = 0; i < count; ++i) places[r * count + i] = work.entries[static_cast<size_t>(i)].at();
  });
}

void median_places(const Tensor& rows, int64_t length, Median which, int64_t* places) {
  for_each_line(rows, length, false, [&]<class T>(int64_t r, const Row<T>& row, Work<T>& work) {
    int64_t numbers = length;
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      for (int64_t i = 0; i < length; ++i) numbers -= row.key(i) == static_cast<KeyOf<T>>(~KeyOf<T>{0});
    bool first_nan = which == Median::kOfAll && numbers < length;
    int64_t at = first_nan ? numbers : (std::max<int64_t>(numbers, 1) - 1) / 2;
    places[r] = place_of_nth(row, length, at, work);
  });
}

}  // namespace vt
