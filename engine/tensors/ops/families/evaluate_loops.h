// Loops over blocks, for the sources of evaluate_steps.h. Each takes a function object
// without state and gives the loop around it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ops/families/evaluate_steps.h"
#include "ops/kernels/chain_steps.h"
#include "support/isa.h"
#include "tensor/visit.h"

namespace vt {

// The loop for the machine: Loop::run compiled for the widest vectors it has.
template <class Loop>
void step_plain VT_STEP_PARAMETERS {
  Loop::run(out, a, b, c, n);
}
#ifdef __x86_64__
template <class Loop>
VT_AVX2 void step_avx2 VT_STEP_PARAMETERS {
  Loop::run(out, a, b, c, n);
}
template <class Loop>
VT_AVX512 void step_avx512 VT_STEP_PARAMETERS {
  Loop::run(out, a, b, c, n);
}
template <class Loop>
EvaluateStep best_step() {
  return isa() == Isa::kAvx512 ? step_avx512<Loop> : isa() == Isa::kAvx2 ? step_avx2<Loop> : step_plain<Loop>;
}
#else
template <class Loop>
EvaluateStep best_step() {
  return step_plain<Loop>;
}
#endif

template <class R, class T, class F>
struct UnaryLoop {
  VT_INLINE static void run(std::byte* out, const std::byte* a, const std::byte*, const std::byte*, int64_t n) {
    R* r = reinterpret_cast<R*>(out);
    const T* x = reinterpret_cast<const T*>(a);
    for (int64_t i = 0; i < n; ++i) r[i] = F{}(x[i]);
  }
};
template <class R, class T, class F>
struct BinaryLoop {
  VT_INLINE static void run(std::byte* out, const std::byte* a, const std::byte* b, const std::byte*, int64_t n) {
    R* r = reinterpret_cast<R*>(out);
    const T* x = reinterpret_cast<const T*>(a);
    const T* y = reinterpret_cast<const T*>(b);
    for (int64_t i = 0; i < n; ++i) r[i] = F{}(x[i], y[i]);
  }
};
template <class R, class T, class F>
struct BinaryNumberLoop {
  VT_INLINE static void run(std::byte* out, const std::byte* a, const std::byte* b, const std::byte*, int64_t n) {
    R* r = reinterpret_cast<R*>(out);
    const T* x = reinterpret_cast<const T*>(a);
    const T y = *reinterpret_cast<const T*>(b);
    for (int64_t i = 0; i < n; ++i) r[i] = F{}(x[i], y);
  }
};
template <class R, class T, class F>
struct NumberBinaryLoop {
  VT_INLINE static void run(std::byte* out, const std::byte* a, const std::byte* b, const std::byte*, int64_t n) {
    R* r = reinterpret_cast<R*>(out);
    const T x = *reinterpret_cast<const T*>(a);
    const T* y = reinterpret_cast<const T*>(b);
    for (int64_t i = 0; i < n; ++i) r[i] = F{}(x, y[i]);
  }
};
template <class T>
struct SelectLoop {
  VT_INLINE static void run VT_STEP_PARAMETERS {
    T* r = reinterpret_cast<T*>(out);
    const T* x = reinterpret_cast<const T*>(b);
    const T* y = reinterpret_cast<const T*>(c);
    const uint8_t* condition = reinterpret_cast<const uint8_t*>(a);
    for (int64_t i = 0; i < n; ++i) r[i] = condition[i] ? x[i] : y[i];
  }
};

template <class T>
struct ClampLoop {
  VT_INLINE static void run VT_STEP_PARAMETERS {
    T* r = reinterpret_cast<T*>(out);
    const T* x = reinterpret_cast<const T*>(a);
    const T low = *reinterpret_cast<const T*>(b), high = *reinterpret_cast<const T*>(c);
    for (int64_t i = 0; i < n; ++i) {
      const T above = x[i] < low ? low : x[i];
      r[i] = above > high ? high : above;
    }
  }
};

template <class To>
struct Convert {
  template <class From>
  VT_INLINE auto operator()(From value) const {
    return convert<To>(value);
  }
};
// One row of elements converted to the type `To`, which is stored as `Stored`.
template <class To, class Stored = To, class From>
void convert_row(Stored* to, const From* from, int64_t n) {
  // Halves have instructions of their own, which compilers do not use for loops.
  int64_t done = 0;
  if constexpr (std::is_same_v<From, Half> && std::is_same_v<Stored, float>)
    done = convert_by_chain(ChainOp::kLoadHalf, 2, ChainOp::kStore, 4, from, to, n);
  if constexpr (std::is_same_v<From, float> && std::is_same_v<Stored, Half>)
    done = convert_by_chain(ChainOp::kLoad, 4, ChainOp::kStoreHalf, 2, from, to, n);
  if (done == n) return;
  // As bytes bools become vectors.
  using Read = std::conditional_t<std::is_same_v<From, bool>, uint8_t, From>;
  to += done, from += done, n -= done;
  best_step<UnaryLoop<Stored, Read, Convert<To>>>()(reinterpret_cast<std::byte*>(to),
                                                    reinterpret_cast<const std::byte*>(from), nullptr, nullptr, n);
}

template <class R, class T, class F>
EvaluateStep unary_loop(F) {
  return best_step<UnaryLoop<R, T, F>>();
}
template <class R, class T, class F>
EvaluateLoops binary_loop(F) {
  return {best_step<BinaryLoop<R, T, F>>(), best_step<BinaryNumberLoop<R, T, F>>()};
}
// Of an operation that no vector instruction computes: one loop serves every instruction set.
template <class R, class T, class F>
EvaluateLoops scalar_loop(F) {
  return {step_plain<BinaryLoop<R, T, F>>, step_plain<BinaryNumberLoop<R, T, F>>};
}
// Of an operation that numbers are taken from, or divided by.
template <class R, class T, class F>
EvaluateLoops ordered_loop(F) {
  return {best_step<BinaryLoop<R, T, F>>(), best_step<BinaryNumberLoop<R, T, F>>(),
          best_step<NumberBinaryLoop<R, T, F>>()};
}
template <class T>
EvaluateStep select_loop() {
  return best_step<SelectLoop<T>>();
}

}  // namespace vt
