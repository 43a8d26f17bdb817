// Checked arithmetic for sizes, strides, offsets and byte counts: overflow of 64 bits, or a view outside its storage,
// is an error of the program. Used by constructors of storages and views (tensor.cpp), shape rules and kernels. All
// numbers have 64 bits, also with 32-bit addresses.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "tensor/tensor.h"

namespace vt {

[[noreturn]] void refuse_overflow(int64_t a, char operation, int64_t b);
inline int64_t checked_add(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_add_overflow(a, b, &result)) refuse_overflow(a, '+', b);
  return result;
}
inline int64_t checked_subtract(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_sub_overflow(a, b, &result)) refuse_overflow(a, '-', b);
  return result;
}
inline int64_t checked_multiply(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) refuse_overflow(a, '*', b);
  return result;
}

// For bounds and guards, which must not fail: saturates at the largest or smallest number.
inline int64_t saturating_add(int64_t a, int64_t b) {
  int64_t result;
  return __builtin_add_overflow(a, b, &result) ? (a < 0 ? INT64_MIN : INT64_MAX) : result;
}
inline int64_t saturating_multiply(int64_t a, int64_t b) {
  int64_t result;
  return __builtin_mul_overflow(a, b, &result) ? ((a < 0) != (b < 0) ? INT64_MIN : INT64_MAX) : result;
}

// Floor division; the remainder has the sign of the divisor. The divisor must not be 0.
inline int64_t floor_quotient(int64_t a, int64_t b) {
  if (b == -1) return saturating_multiply(a, -1);  // INT64_MIN / -1 traps
  int64_t quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
inline int64_t floor_remainder(int64_t a, int64_t b) { return b == -1 ? 0 : a - floor_quotient(a, b) * b; }

// The product of the sizes; false on overflow or a negative size.
inline bool count_elements(std::span<const int64_t> sizes, int64_t& count) {
  count = 1;
  bool overflow = false, negative = false;
  for (int64_t size : sizes) {
    overflow |= __builtin_mul_overflow(count, size, &count);
    negative |= size < 0;
  }
  return !overflow && !negative;
}

// One past the last element that a view reaches, 0 if it has no elements. False on overflow, or if an element would be
// before the start of the storage.
inline bool end_of_view(std::span<const int64_t> sizes, std::span<const int64_t> strides, int64_t offset,
                        int64_t& end) {
  bool outside = offset < 0, empty = false;
  int64_t first = offset;  // internal views may have negative strides
  end = offset;
  for (size_t i = 0; i < sizes.size(); ++i) {
    int64_t step;
    outside |= __builtin_sub_overflow(sizes[i], 1, &step) || __builtin_mul_overflow(step, strides[i], &step);
    int64_t& bound = step < 0 ? first : end;
    outside |= __builtin_add_overflow(bound, step, &bound);
    empty |= sizes[i] == 0;
  }
  outside |= first < 0;
  if (empty) {
    end = 0;
    return offset >= 0;
  }
  return !outside && !__builtin_add_overflow(end, 1, &end);
}

// Bytes of a scratch buffer with `count` elements, as size_t; an error if it cannot fit in memory.
size_t buffer_size(int64_t count, size_t width = 1);
// Raises the memory error before work on a result of this size starts, if the run's limit does not allow it.
void require_memory(int64_t count, size_t width);
// PyTorch's out-of-memory error.
[[noreturn]] void refuse_allocation(int64_t bytes);

// As view_of, with another dtype for the same bytes; an error if an element would be outside the storage.
Tensor view_as(const Tensor& base, DType dtype, std::span<const int64_t> sizes, std::span<const int64_t> strides,
               int64_t offset);

}  // namespace vt
