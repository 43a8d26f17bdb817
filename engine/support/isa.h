// The instruction sets that hot loops are compiled for besides the one that every x86-64
// machine has; which one runs is found at run time. Elsewhere (the browser) there are the
// plain loops only.
#pragma once
#include <cstdint>
#include <string>

namespace vt {

enum class Isa : uint8_t { kPlain, kAvx2, kAvx512 };  // both wide ones with a fused multiply-add

// What VITRINE_CPU_ISA asks for, or else the widest that this processor has.
struct IsaChoice {
  Isa isa = Isa::kPlain;
  std::string march;    // the same for the compiler of generated code
  std::string problem;  // of a name that is wrong or more than the processor has
};
const IsaChoice& isa_choice();

#ifdef __x86_64__
inline Isa isa() {
  static const Isa chosen = isa_choice().isa;
  return chosen;
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
