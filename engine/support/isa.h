// The instruction sets that hot loops are compiled for besides the one that every x86-64
// machine has; which one runs is found at run time. Elsewhere (the browser) there are the
// plain loops only.
#pragma once
#include <cstdint>

namespace vt {

enum class Isa : uint8_t { kPlain, kAvx2, kAvx512 };  // both wide ones with a fused multiply-add

#ifdef __x86_64__
inline Isa isa() {
  static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  static const Isa found = wide                                                              ? Isa::kAvx512
                           : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? Isa::kAvx2
                                                                                             : Isa::kPlain;
  return found;
}
#define VT_AVX2 __attribute__((target("avx2,fma")))
#ifdef __clang__  // which has no such preference for single functions
#define VT_AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma")))
#else
#define VT_AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma,prefer-vector-width=512")))
#endif
#else
inline Isa isa() { return Isa::kPlain; }
#endif

// The body of a versioned loop, and the functions it calls.
#define VT_INLINE [[maybe_unused]] inline __attribute__((always_inline))
#define VT_LAMBDA __attribute__((always_inline))

}  // namespace vt
