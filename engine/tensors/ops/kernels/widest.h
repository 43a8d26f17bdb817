// A loop in the instruction set of this machine. `f` is a VT_LAMBDA without arguments: its body is compiled for each.
// Sums and products in it may be contracted; a file that must not have that says so in engine/CMakeLists.txt.
#pragma once
#include "support/isa.h"

namespace vt {

#ifdef __x86_64__
template <class F>
VT_AVX512 auto run_avx512(const F& f) {
  return f();
}
template <class F>
VT_AVX2 auto run_avx2(const F& f) {
  return f();
}
#endif
template <class F>
auto run_widest(const F& f) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return run_avx512(f);
  if (isa() == Isa::kAvx2) return run_avx2(f);
#endif
  return f();
}

}  // namespace vt
