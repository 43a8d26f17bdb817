#include "ops/kernels/chain_steps.h"

#include "support/isa.h"

#ifdef __x86_64__
#include <immintrin.h>
#ifndef __clang__  // GCC, whose header reads registers of any content on purpose
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

namespace vt {
#ifdef __x86_64__
namespace {

namespace wide {
#define ISA VT_AVX512
#define IN VT_INLINE VT_AVX512
using V = __m512;
constexpr int64_t kLanes = 16;
IN __m512i ints(V x) { return _mm512_castps_si512(x); }
IN V floats(__m512i x) { return _mm512_castsi512_ps(x); }
IN V bits(int32_t x) { return floats(_mm512_set1_epi32(x)); }
IN V all(float x) { return _mm512_set1_ps(x); }
IN V both(V x, V y) { return floats(_mm512_and_si512(ints(x), ints(y))); }
IN V either(V x, V y) { return floats(_mm512_or_si512(ints(x), ints(y))); }
IN V odd_bits(V x, V y) { return floats(_mm512_xor_si512(ints(x), ints(y))); }
IN V lanes(__mmask16 mask) { return floats(_mm512_movm_epi32(mask)); }
IN V choose(V mask, V x, V y) { return _mm512_mask_mov_ps(y, _mm512_movepi32_mask(ints(mask)), x); }
template <int predicate>
IN V compare(V x, V y) {
  return lanes(_mm512_cmp_ps_mask(x, y, predicate));
}
template <int predicate>
IN V choose_if(V x, V y, V then, V otherwise) {
  return _mm512_mask_mov_ps(otherwise, _mm512_cmp_ps_mask(x, y, predicate), then);
}
IN V largest(V x, V y) { return _mm512_max_ps(x, y); }
IN V smallest(V x, V y) { return _mm512_min_ps(x, y); }
// Of equal ones the first; NaN wins. The instruction gives its second operand in both cases.
IN V larger(V x, V y) { return _mm512_mask_mov_ps(largest(y, x), _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q), y); }
IN V smaller(V x, V y) { return _mm512_mask_mov_ps(smallest(y, x), _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q), y); }
template <int mode>
IN V rounded(V x) {
  return _mm512_roundscale_ps(x, mode);
}
IN V root(V x) { return _mm512_sqrt_ps(x); }
IN V joined(V x, V y, V z) { return _mm512_fmadd_ps(x, y, z); }
IN V load_float(const std::byte* p) { return _mm512_loadu_ps(p); }
IN void store_float(std::byte* p, V x) { _mm512_storeu_ps(p, x); }
IN __m256i half_bits(V x) { return _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
IN V round_half(V x) { return _mm512_cvtph_ps(half_bits(x)); }
IN V load_half(const std::byte* p) { return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))); }
IN void store_half(std::byte* p, V x) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), half_bits(x)); }
// To nearest even, as to_bfloat16; the result is in the upper halves.
IN __m512i bfloat16_bits(V x) {
  __m512i last = _mm512_and_si512(_mm512_srli_epi32(ints(x), 16), _mm512_set1_epi32(1));
  __m512i sum = _mm512_add_epi32(ints(x), _mm512_add_epi32(last, _mm512_set1_epi32(0x7fff)));
  return _mm512_mask_mov_epi32(sum, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), _mm512_set1_epi32(0x7fc00000));
}
IN V round_bfloat16(V x) { return floats(_mm512_and_si512(bfloat16_bits(x), _mm512_set1_epi32(-65536))); }
IN V load_bfloat16(const std::byte* p) {
  __m256i shorts = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  return floats(_mm512_slli_epi32(_mm512_cvtepu16_epi32(shorts), 16));
}
IN void store_upper_half(std::byte* p, V x) {
  __m256i shorts = _mm512_cvtepi32_epi16(_mm512_srli_epi32(ints(x), 16));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), shorts);
}
IN void store_bfloat16(std::byte* p, V x) { store_upper_half(p, floats(bfloat16_bits(x))); }
IN V load_bool(const std::byte* p) {
  __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return lanes(_mm_test_epi8_mask(bytes, bytes));
}
IN void store_bool(std::byte* p, V x) {
  __m128i bytes = _mm_maskz_set1_epi8(_mm512_movepi32_mask(ints(x)), 1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), bytes);
}
#include "ops/kernels/chain_steps.inc"
#undef IN
#undef ISA
}  // namespace wide

namespace narrow {  // no processor has AVX2 and not F16C
#define ISA __attribute__((target("avx2,fma,f16c")))
#define IN VT_INLINE ISA
using V = __m256;
constexpr int64_t kLanes = 8;
IN __m256i ints(V x) { return _mm256_castps_si256(x); }
IN V floats(__m256i x) { return _mm256_castsi256_ps(x); }
IN V bits(int32_t x) { return floats(_mm256_set1_epi32(x)); }
IN V all(float x) { return _mm256_set1_ps(x); }
IN V both(V x, V y) { return _mm256_and_ps(x, y); }
IN V either(V x, V y) { return _mm256_or_ps(x, y); }
IN V odd_bits(V x, V y) { return _mm256_xor_ps(x, y); }
IN V choose(V mask, V x, V y) { return _mm256_blendv_ps(y, x, mask); }
template <int predicate>
IN V compare(V x, V y) {
  return _mm256_cmp_ps(x, y, predicate);
}
template <int predicate>
IN V choose_if(V x, V y, V then, V otherwise) {
  return choose(compare<predicate>(x, y), then, otherwise);
}
IN V largest(V x, V y) { return _mm256_max_ps(x, y); }
IN V smallest(V x, V y) { return _mm256_min_ps(x, y); }
IN V larger(V x, V y) { return choose(compare<_CMP_UNORD_Q>(y, y), y, largest(y, x)); }
IN V smaller(V x, V y) { return choose(compare<_CMP_UNORD_Q>(y, y), y, smallest(y, x)); }
template <int mode>
IN V rounded(V x) {
  return _mm256_round_ps(x, mode);
}
IN V root(V x) { return _mm256_sqrt_ps(x); }
IN V joined(V x, V y, V z) { return _mm256_fmadd_ps(x, y, z); }
IN V load_float(const std::byte* p) { return _mm256_loadu_ps(reinterpret_cast<const float*>(p)); }
IN void store_float(std::byte* p, V x) { _mm256_storeu_ps(reinterpret_cast<float*>(p), x); }
IN __m128i half_bits(V x) { return _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
IN V round_half(V x) { return _mm256_cvtph_ps(half_bits(x)); }
IN V load_half(const std::byte* p) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))); }
IN void store_half(std::byte* p, V x) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), half_bits(x)); }
IN __m256i bfloat16_bits(V x) {
  __m256i last = _mm256_and_si256(_mm256_srli_epi32(ints(x), 16), _mm256_set1_epi32(1));
  __m256i sum = _mm256_add_epi32(ints(x), _mm256_add_epi32(last, _mm256_set1_epi32(0x7fff)));
  return ints(choose(compare<_CMP_UNORD_Q>(x, x), bits(0x7fc00000), floats(sum)));
}
IN V round_bfloat16(V x) { return floats(_mm256_and_si256(bfloat16_bits(x), _mm256_set1_epi32(-65536))); }
IN V load_bfloat16(const std::byte* p) {
  __m128i shorts = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return floats(_mm256_slli_epi32(_mm256_cvtepu16_epi32(shorts), 16));
}
IN void store_upper_half(std::byte* p, V x) {
  __m256i shorts = _mm256_srli_epi32(ints(x), 16);
  __m128i packed = _mm_packus_epi32(_mm256_castsi256_si128(shorts), _mm256_extracti128_si256(shorts, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), packed);
}
IN void store_bfloat16(std::byte* p, V x) { store_upper_half(p, floats(bfloat16_bits(x))); }
IN V load_bool(const std::byte* p) {
  __m256i lanes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
  return floats(_mm256_cmpgt_epi32(lanes, _mm256_setzero_si256()));
}
IN void store_bool(std::byte* p, V x) {
  __m256i ones = _mm256_srli_epi32(ints(x), 31);
  __m128i shorts = _mm_packs_epi32(_mm256_castsi256_si128(ones), _mm256_extracti128_si256(ones, 1));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packs_epi16(shorts, shorts));
}
#include "ops/kernels/chain_steps.inc"
#undef IN
#undef ISA
}  // namespace narrow

}  // namespace

int64_t chain_tile() { return isa() == Isa::kAvx512 ? 128 : isa() == Isa::kAvx2 ? 64 : 0; }
ChainFunction chain_function(ChainOp op, unsigned numbers) {
  return isa() == Isa::kAvx512 ? wide::function_of(op, numbers) : narrow::function_of(op, numbers);
}
void run_chain(const ChainStep* steps, const ChainOperand* operands, int64_t tiles) {
  if (isa() == Isa::kAvx512) wide::run(steps, operands, tiles);
  else narrow::run(steps, operands, tiles);
}
#else
int64_t chain_tile() { return 0; }
ChainFunction chain_function(ChainOp, unsigned) { return nullptr; }
void run_chain(const ChainStep*, const ChainOperand*, int64_t) {}
#endif

int64_t convert_by_chain(ChainOp load, int64_t from_bytes, ChainOp store, int64_t to_bytes, const void* from, void* to,
                         int64_t n) {
  int64_t tile = chain_tile();
  if (tile == 0 || n < tile) return 0;
  const ChainStep steps[] = {{chain_function(load), nullptr, 0, 0, 0, 1},
                             {chain_function(store), nullptr, 1, 0, 0, 1},
                             {chain_function(ChainOp::kStop)}};
  const ChainOperand operands[] = {{static_cast<const std::byte*>(from), from_bytes},
                                   {static_cast<const std::byte*>(to), to_bytes}};
  run_chain(steps, operands, n / tile);
  return n / tile * tile;
}

}  // namespace vt
