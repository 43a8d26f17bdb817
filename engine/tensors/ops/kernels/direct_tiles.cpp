#include "ops/kernels/direct_tiles.h"

#include <array>
#include <utility>

#include "support/isa.h"

namespace vt {
namespace {

#ifdef __x86_64__
namespace avx512 {
#define ISA VT_AVX512
constexpr int kBytes = 64, kMost = 14;
#include "ops/kernels/direct_rows.inc"
#undef ISA
}  // namespace avx512
namespace avx2 {
#define ISA VT_AVX2
constexpr int kBytes = 32, kMost = 6;
#include "ops/kernels/direct_rows.inc"
#undef ISA
}  // namespace avx2
#endif
namespace plain {
#define ISA
constexpr int kBytes = 16, kMost = 4;
#include "ops/kernels/direct_rows.inc"
#undef ISA
}  // namespace plain

}  // namespace

TileKinds tile_kinds() {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return {avx512::kLanes, avx512::kNarrow, avx512::kWide};
  if (isa() == Isa::kAvx2) return {avx2::kLanes, avx2::kNarrow, avx2::kWide};
#endif
  return {plain::kLanes, plain::kNarrow, plain::kWide};
}

}  // namespace vt
