// The one arithmetic of sizes, strides, offsets and bytes: what does not fit 64 bits or lies outside of
// its storage is an error of the program. Makers of storage and of views (tensor.cpp), shape rules and
// kernels use it; all numbers have 64 bits, on machines with 32-bit addresses too.
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

// For bounds and guards, which must have an answer: the nearest number that there is.
inline int64_t saturating_add(int64_t a, int64_t b) {
  int64_t result;
  return __builtin_add_overflow(a, b, &result) ? (a < 0 ? INT64_MIN : INT64_MAX) : result;
}
inline int64_t saturating_multiply(int64_t a, int64_t b) {
  int64_t result;
  return __builtin_mul_overflow(a, b, &result) ? ((a < 0) != (b < 0) ? INT64_MIN : INT64_MAX) : result;
}

// Division rounds down, and the remainder has the divisor's sign; the divisor is not 0.
inline int64_t floor_quotient(int64_t a, int64_t b) {
  if (b == -1) return saturating_multiply(a, -1);  // the processor traps on the least number
  int64_t quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
inline int64_t floor_remainder(int64_t a, int64_t b) { return b == -1 ? 0 : a - floor_quotient(a, b) * b; }

// The product of the sizes; false where it does not fit.
inline bool count_elements(std::span<const int64_t> sizes, int64_t& count) {
  count = 1;
  bool overflow = false, negative = false;
  for (int64_t size : sizes) {
    overflow |= __builtin_mul_overflow(count, size, &count);
    negative |= size < 0;
  }
  return !overflow && !negative;
}

// One past the last element that sizes and strides reach from an offset, 0 where there are no elements;
// false where the place does not fit, or some element lies before the first.
inline bool end_of_view(std::span<const int64_t> sizes, std::span<const int64_t> strides, int64_t offset,
                        int64_t& end) {
  bool outside = offset < 0, empty = false;
  int64_t first = offset;  // strides of our own views may be negative
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

// The number of elements of a working buffer, as an allocation takes it: what memory cannot hold is refused.
size_t buffer_size(int64_t count, size_t width = 1);
// Refuses what the run's memory does not hold before work on it starts.
void require_memory(int64_t count, size_t width);
// PyTorch's error where there is not so much memory.
[[noreturn]] void refuse_allocation(int64_t bytes);

// view_of with another dtype: the same bytes, refused where an element lies outside of the storage.
Tensor view_as(const Tensor& base, DType dtype, std::span<const int64_t> sizes, std::span<const int64_t> strides,
               int64_t offset);

}  // namespace vt
