// SIMD instruction sets for which hot loops are compiled in
// addition to baseline x86-64; one is selected at run time.
// Other targets (the browser) have the plain loops only.
#pragma once
#include <cstdint>
#include <string>

namespace vt {

enum class Isa : uint8_t { kPlain, kAvx2, kAvx512 };  // both wide ones with a fused multiply-add

// The instruction set that VITRINE_CPU_ISA names, or else the widest that this processor supports.
struct IsaChoice {
  Isa isa = Isa::kPlain;
  std::string march;    // the value of -march for generated code
  std::string problem;  // set if the name is unknown or the processor lacks it
};
const IsaChoice& isa_choice();

#ifdef __x86_64__
inline Isa isa() {
  static const Isa chosen = isa_choice().isa;
  return chosen;
}
#define VT_AVX2 __attribute__((target("avx2,fma")))
#ifdef __clang__  // clang has no prefer-vector-width for single functions
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
