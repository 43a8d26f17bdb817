// Loops over blocks, for the sources of evaluate_steps.h. Each takes a function object
// without state and gives the loop around it.
#pragma once
#include <cstddef>
#include <cstdint>

#include "ops/families/evaluate_steps.h"

namespace vt {

template <class R, class T, class F>
EvaluateStep unary_loop(F) {
  return [](std::byte* out, const std::byte* a, const std::byte*, const std::byte*, int64_t n) {
    R* r = reinterpret_cast<R*>(out);
    const T* x = reinterpret_cast<const T*>(a);
    for (int64_t i = 0; i < n; ++i) r[i] = F{}(x[i]);
  };
}

template <class R, class T, class F>
EvaluateStep binary_loop(F) {
  return [](std::byte* out, const std::byte* a, const std::byte* b, const std::byte*, int64_t n) {
    R* r = reinterpret_cast<R*>(out);
    const T* x = reinterpret_cast<const T*>(a);
    const T* y = reinterpret_cast<const T*>(b);
    for (int64_t i = 0; i < n; ++i) r[i] = F{}(x[i], y[i]);
  };
}

template <class T>
void select_loop(std::byte* out, const std::byte* condition, const std::byte* a, const std::byte* b, int64_t n) {
  T* r = reinterpret_cast<T*>(out);
  const uint8_t* c = reinterpret_cast<const uint8_t*>(condition);
  const T* x = reinterpret_cast<const T*>(a);
  const T* y = reinterpret_cast<const T*>(b);
  for (int64_t i = 0; i < n; ++i) r[i] = c[i] ? x[i] : y[i];
}

}  // namespace vt
