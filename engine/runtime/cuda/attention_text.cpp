// The text of the attention kernels. A warp computes with 16 rows of its own, whose factors
// stay in registers, and walks over tiles of the other side in shared memory; weights exist
// as accumulators only. Of a 16 by 8 accumulator a thread has two neighbouring columns of two
// rows; as the left factor of the next product they are taken in the order in which it has
// them, and the right factor is read in that order too. The gradients are two kernels, one
// per side, so that every sum has one owner and a fixed order.
#ifndef __EMSCRIPTEN__
#include "runtime/cuda/matrix_text.h"

namespace vt {

const char* const kCudaMatrix = R"(
#ifdef __CUDACC__
INLINE float rounded_tf32(float v) { unsigned r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return __uint_as_float(r); }
#define MATRIX_TEXT(shape) "mma.sync.aligned." shape " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
#define MATRIX_INSTRUCTION(shape) \
  asm volatile(MATRIX_TEXT(shape) : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
INLINE void multiply_tf32(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) { MATRIX_INSTRUCTION("m16n8k8.row.col.f32.tf32.tf32.f32"); }
INLINE void multiply_bf16(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) { MATRIX_INSTRUCTION("m16n8k16.row.col.f32.bf16.bf16.f32"); }
INLINE void multiply_f16(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) { MATRIX_INSTRUCTION("m16n8k16.row.col.f32.f16.f16.f32"); }
#endif
INLINE unsigned word_of(float v) { return (unsigned)bits_to_i32(v); }
INLINE unsigned pair_of(unsigned low, unsigned high) { return low | high << 16; }
)";

// WIDE: float32 factors, else 16 bits; EXACT: three products of parts instead of one of
// rounded numbers; WIDTH: of a head; T: the type in memory.
const char* const kCudaAttention = R"(
#if WIDE
#define STEP 8
struct Left { float at[4]; };
struct Right { float at[2]; };
INLINE T to_tile(T v) { return EXACT ? v : rounded_tf32(v); }
// Components are summed in any order: a thread takes those that are neighbours in memory, so
// that four move at once.
#define RUN (WIDTH % 32 == 0 ? 8 : 4)
INLINE void load_left(Left (&l)[WIDTH / STEP], const T* low, const T* high, bool has_low, bool has_high, int t) {
#pragma unroll
  for (int c = 0; c < WIDTH / 16; ++c) {
    int at = c / (RUN / 4) * 4 * RUN + t * RUN + c % (RUN / 4) * 4;
    Pack<T, 4> x = load_pack<4>(low + at), y = load_pack<4>(high + at);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      l[2 * c + i / 2].at[i % 2 * 2] = has_low ? to_tile(x.at[i]) : 0;
      l[2 * c + i / 2].at[i % 2 * 2 + 1] = has_high ? to_tile(y.at[i]) : 0;
    }
  }
}
// What a product over the tile's columns reads: two steps at a time.
INLINE void right_rows(Right (&r)[2], const T* p, int c, int g, int t) {
  Pack<T, 4> x = load_pack<4>(p + g * PITCH + c / (RUN / 4) * 4 * RUN + t * RUN + c % (RUN / 4) * 4);
#pragma unroll
  for (int i = 0; i < 4; ++i) r[i / 2].at[i % 2] = x.at[i];
}
// And over its rows, in the order of accumulators.
INLINE Right right_columns(const T* p, int g, int t) { Right r = {{p[2 * t * PITCH + g], p[(2 * t + 1) * PITCH + g]}}; return r; }
INLINE Left held(const float (*c)[4]) { Left l = {{to_tile(c[0][0]), to_tile(c[0][2]), to_tile(c[0][1]), to_tile(c[0][3])}}; return l; }
INLINE void multiply_words(float (&c)[4], const float (&a)[4], const float (&b)[2]) {
  unsigned x[4] = {word_of(a[0]), word_of(a[1]), word_of(a[2]), word_of(a[3])}, y[2] = {word_of(b[0]), word_of(b[1])};
  multiply_tf32(c, x, y);
}
INLINE void multiply(float (&c)[4], const Left& a, const Right& b) {
#if EXACT
  float a_high[4], a_low[4], b_high[2], b_low[2];
#pragma unroll
  for (int i = 0; i < 4; ++i) a_high[i] = rounded_tf32(a.at[i]), a_low[i] = rounded_tf32(a.at[i] - a_high[i]);
#pragma unroll
  for (int i = 0; i < 2; ++i) b_high[i] = rounded_tf32(b.at[i]), b_low[i] = rounded_tf32(b.at[i] - b_high[i]);
  multiply_words(c, a_low, b_high);
  multiply_words(c, a_high, b_low);
  multiply_words(c, a_high, b_high);
#else
  multiply_words(c, a.at, b.at);
#endif
}
INLINE float value_at(const Left& l, int i) { return l.at[i]; }
#else
#define STEP 16
struct Left { unsigned at[4]; };
struct Right { unsigned at[2]; };
INLINE T to_tile(T v) { return v; }
INLINE unsigned two_at(const T* p) { return *(const unsigned*)p; }
INLINE void load_left(Left (&l)[WIDTH / STEP], const T* low, const T* high, bool has_low, bool has_high, int t) {
#pragma unroll
  for (int i = 0; i < WIDTH / 8; ++i) {
    unsigned x = two_at(low + i * 8 + 2 * t), y = two_at(high + i * 8 + 2 * t);
    l[i / 2].at[i % 2 * 2] = has_low ? x : 0;
    l[i / 2].at[i % 2 * 2 + 1] = has_high ? y : 0;
  }
}
INLINE void right_rows(Right (&r)[1], const T* p, int c, int g, int t) {
  const T* at = p + g * PITCH + c * 16 + 2 * t;
  r[0].at[0] = two_at(at), r[0].at[1] = two_at(at + 8);
}
INLINE Right right_columns(const T* p, int g, int t) {
  const T* q = p + 2 * t * PITCH + g;
  Right r = {{pair_of(q[0], q[PITCH]), pair_of(q[8 * PITCH], q[9 * PITCH])}};
  return r;
}
INLINE unsigned narrow_pair(float low, float high) { T l, h; STORE_T(&l, low); STORE_T(&h, high); return pair_of(l, h); }
INLINE Left held(const float (*c)[4]) {
  Left l = {{narrow_pair(c[0][0], c[0][1]), narrow_pair(c[0][2], c[0][3]), narrow_pair(c[1][0], c[1][1]), narrow_pair(c[1][2], c[1][3])}};
  return l;
}
INLINE void multiply(float (&c)[4], const Left& a, const Right& b) { MULTIPLY(c, a.at, b.at); }
#endif
#define STEPS (WIDTH / STEP)
#define ROWS 64
#define TILE 32
#define LOG2E 1.44269504088896341f
// The accumulators' products: rows in registers with rows, or with columns, of a tile.
template <int kTiles> INLINE void multiply_by_rows(float (&c)[kTiles][4], const Left (&a)[STEPS], const T* tile, int g, int t) {
#pragma unroll
  for (int n = 0; n < kTiles; ++n)
#pragma unroll
    for (int i = 0; i < 4; ++i) c[n][i] = 0;
#pragma unroll
  for (int s = 0; s < WIDTH / 16; ++s)
#pragma unroll
    for (int n = 0; n < kTiles; ++n) {
      Right r[16 / STEP];
      right_rows(r, tile + n * 8 * PITCH, s, g, t);
#pragma unroll
      for (int i = 0; i < 16 / STEP; ++i) multiply(c[n], a[s * (16 / STEP) + i], r[i]);
    }
}
template <int kTiles> INLINE void add_by_columns(float (&sum)[WIDTH / 8][4], const float (&c)[kTiles][4], const T* tile, int g, int t) {
#pragma unroll
  for (int s = 0; s < kTiles * 8 / STEP; ++s) {
    Left a = held(&c[s * STEP / 8]);
#pragma unroll
    for (int n = 0; n < WIDTH / 8; ++n) multiply(sum[n], a, right_columns(tile + s * STEP * PITCH + n * 8, g, t));
  }
}
// Rows from `first` on, those behind the end as zeros: read first, all at once, 16 bytes each,
// and written later. Reading never branches, so that nothing waits for anything.
#define PACK (16 / (int)sizeof(T))
#define PACKS ((TILE * WIDTH / PACK + 127) / 128)
struct Rows { Pack<T, PACK> at[PACKS]; };
INLINE void read_tile(Rows& rows, const T* from, i64 stride, i64 first, i64 end) {
#pragma unroll
  for (int j = 0; j < PACKS; ++j) {
    int i = threadIdx.x + j * 128, at = i % (WIDTH / PACK) * PACK;
    i64 row = first + i / (WIDTH / PACK);
    rows.at[j] = load_pack<PACK>(from + (row < end ? row : end - 1) * stride + at);
  }
}
INLINE void write_tile(T* tile, const Rows& rows, i64 first, i64 end) {
#pragma unroll
  for (int j = 0; j < PACKS; ++j) {
    int i = threadIdx.x + j * 128, row = i / (WIDTH / PACK), at = i % (WIDTH / PACK) * PACK;
    Pack<T, PACK> pack;
#pragma unroll
    for (int l = 0; l < PACK; ++l) pack.at[l] = first + row < end ? to_tile(rows.at[j].at[l]) : (T)0;
    if (row < TILE) store_pack<PACK>(tile + row * PITCH + at, pack);
  }
}
INLINE void load_tiles(T* one, T* other, const T* from, i64 stride, const T* other_from, i64 other_stride, i64 first, i64 end) {
  Rows a, b;
  read_tile(a, from, stride, first, end);
  read_tile(b, other_from, other_stride, first, end);
  __syncthreads();
  write_tile(one, a, first, end);
  write_tile(other, b, first, end);
  __syncthreads();
}
INLINE void load_rows(Left (&l)[STEPS], const T* from, i64 stride, i64 row, i64 end, int t) {
  load_left(l, from + (row < end ? row : end - 1) * stride, from + (row + 8 < end ? row + 8 : end - 1) * stride, row < end, row + 8 < end, t);
}
INLINE void store_rows(T* to, i64 stride, i64 row, i64 end, const float (&c)[WIDTH / 8][4], float low, float high, int t) {
#pragma unroll
  for (int n = 0; n < WIDTH / 8; ++n) {
    Pack<T, 2> pack;
    STORE_T(&pack.at[0], c[n][0] * low), STORE_T(&pack.at[1], c[n][1] * low);
    if (row < end) store_pack<2>(to + row * stride + n * 8 + 2 * t, pack);
    STORE_T(&pack.at[0], c[n][2] * high), STORE_T(&pack.at[1], c[n][3] * high);
    if (row + 8 < end) store_pack<2>(to + (row + 8) * stride + n * 8 + 2 * t, pack);
  }
}
template <class Op> INLINE float over_quad(float v) {
  v = Op::combine(v, from_lane(v, 1));
  return Op::combine(v, from_lane(v, 2));
}
// A power of two; of minus infinity, 0.
INLINE float power(float v) { return exp2f(v); }
)";

// MASK: 0 none, 1 of bools, 2 of numbers that are added, M. A row that sees no column is 0.
const char* const kCudaAttentionForward = R"(
INLINE float base_of(float most) { return most == -INFINITE ? 0 : most; }
INLINE float inverse_of(float total) { return total == 0 ? 0 : 1 / total; }
extern "C" __global__ void __launch_bounds__(128, BLOCKS) attention(const T* q, const T* k, const T* v, T* out, float* sums, i64 rows,
    i64 columns, i64 heads, i64 q_batch, i64 q_head, i64 q_row, i64 k_batch, i64 k_head, i64 k_row, i64 v_batch, i64 v_head, i64 v_row, i64 out_batch,
    i64 out_head, i64 out_row, double scale, i64 causal, const M* mask, i64 mask_batch, i64 mask_head, i64 mask_row, i64 mask_column) {
  __shared__ __align__(16) T keys[TILE * PITCH], values[TILE * PITCH];
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  const i64 blocks = quotient(rows + (ROWS - 1), (i64)ROWS), head = quotient((i64)blockIdx.x, blocks);
  const i64 batch = quotient(head, heads), own = head - batch * heads, first_row = ((i64)blockIdx.x - head * blocks) * ROWS;
  const i64 row = first_row + threadIdx.x / 32 * 16 + g, end = causal && first_row + ROWS < columns ? first_row + ROWS : columns;
  q += batch * q_batch + own * q_head, k += batch * k_batch + own * k_head, v += batch * v_batch + own * v_head;
  out += batch * out_batch + own * out_head;
#if MASK
  mask += batch * mask_batch + own * mask_head;
#endif
  const float factor = (float)scale * LOG2E;
  Left query[STEPS];
  load_rows(query, q, q_row, row, rows, t);
  float sum[WIDTH / 8][4], most[2] = {-INFINITE, -INFINITE}, total[2] = {0, 0};
#pragma unroll
  for (int n = 0; n < WIDTH / 8; ++n)
#pragma unroll
    for (int i = 0; i < 4; ++i) sum[n][i] = 0;
  for (i64 first = 0; first < end; first += TILE) {
    load_tiles(keys, values, k, k_row, v, v_row, first, columns);
    float weight[TILE / 8][4];
    multiply_by_rows(weight, query, keys, g, t);
    float high[2] = {most[0], most[1]};
#pragma unroll
    for (int n = 0; n < TILE / 8; ++n)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const i64 column = first + n * 8 + 2 * t + i % 2, mine = row + i / 2 * 8;
        bool seen = column < columns && (!causal || column <= mine);
        float score = weight[n][i] * factor;
#if MASK
        const M* at = mask + (mine < rows ? mine : rows - 1) * mask_row + (column < columns ? column : columns - 1) * mask_column;
#if MASK == 1
        seen = seen && LOAD_M(at);
#else
        score += (float)LOAD_M(at) * LOG2E;
#endif
#endif
        weight[n][i] = seen ? score : -INFINITE;
        high[i / 2] = max_of(high[i / 2], weight[n][i]);
      }
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      high[r] = over_quad<Largest>(high[r]);
      float keep = power(most[r] - base_of(high[r]));
      most[r] = high[r];
      total[r] *= keep;
#pragma unroll
      for (int n = 0; n < WIDTH / 8; ++n) sum[n][2 * r] *= keep, sum[n][2 * r + 1] *= keep;
    }
#pragma unroll
    for (int n = 0; n < TILE / 8; ++n)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        weight[n][i] = power(weight[n][i] - base_of(most[i / 2]));
        total[i / 2] += weight[n][i];
      }
    add_by_columns(sum, weight, values, g, t);
  }
  total[0] = over_quad<Sum>(total[0]), total[1] = over_quad<Sum>(total[1]);
  store_rows(out, out_row, row, rows, sum, inverse_of(total[0]), inverse_of(total[1]), t);
  if (t == 0 && row < rows) sums[head * rows + row] = (most[0] + log2f(total[0])) / LOG2E;
  if (t == 0 && row + 8 < rows) sums[head * rows + row + 8] = (most[1] + log2f(total[1])) / LOG2E;
})";

const char* const kCudaAttentionBackward = R"(
// weights * (d weights - mean), from scores and the product of gradients with values.
INLINE float inner_gradient(float score, float of_weight, float factor, float sum, float mean, float& weight) {
  weight = power(score * factor - sum);
  return weight * (of_weight - mean);
}

extern "C" __global__ void __launch_bounds__(128, QUERY_BLOCKS) attention_of_queries(const T* grad, const T* q, const T* k, const T* v, const T* out,
    const float* sums, float* means, T* q_grad, i64 rows, i64 columns, i64 grad_head, i64 grad_row, i64 q_head, i64 q_row, i64 k_head, i64 k_row,
    i64 v_head, i64 v_row, i64 out_head, i64 out_row, i64 to_head, i64 to_row, double scale) {
  __shared__ __align__(16) T keys[TILE * PITCH], values[TILE * PITCH];
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  const i64 blocks = quotient(rows + (ROWS - 1), (i64)ROWS), head = quotient((i64)blockIdx.x, blocks);
  const i64 row = ((i64)blockIdx.x - head * blocks) * ROWS + threadIdx.x / 32 * 16 + g;
  const float factor = (float)scale * LOG2E;
  Left query[STEPS], gradient[STEPS];
  load_rows(query, q + head * q_head, q_row, row, rows, t);
  load_rows(gradient, grad + head * grad_head, grad_row, row, rows, t);
  float mean[2] = {0, 0}, known[2];
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    i64 at = row + 8 * r;
    if (at < rows) {
      const T* x = grad + head * grad_head + at * grad_row;
      const T* y = out + head * out_head + at * out_row;
#pragma unroll
      for (int i = 0; i < WIDTH / 8; ++i) {
        Pack<T, 2> a = load_pack<2>(x + i * 8 + 2 * t), b = load_pack<2>(y + i * 8 + 2 * t);
        mean[r] += LOAD_T(&a.at[0]) * LOAD_T(&b.at[0]) + LOAD_T(&a.at[1]) * LOAD_T(&b.at[1]);
      }
    }
    mean[r] = over_quad<Sum>(mean[r]);
    known[r] = at < rows ? sums[head * rows + at] * LOG2E : 0;
    if (t == 0 && at < rows) means[head * rows + at] = mean[r];
  }
  float sum[WIDTH / 8][4];
#pragma unroll
  for (int n = 0; n < WIDTH / 8; ++n)
#pragma unroll
    for (int i = 0; i < 4; ++i) sum[n][i] = 0;
  for (i64 first = 0; first < columns; first += TILE) {
    load_tiles(keys, values, k + head * k_head, k_row, v + head * v_head, v_row, first, columns);
    float score[TILE / 8][4], inner[TILE / 8][4], weight;
    multiply_by_rows(score, query, keys, g, t);
    multiply_by_rows(inner, gradient, values, g, t);
#pragma unroll
    for (int n = 0; n < TILE / 8; ++n)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        float d = inner_gradient(score[n][i], inner[n][i], factor, known[i / 2], mean[i / 2], weight);
        inner[n][i] = first + n * 8 + 2 * t + i % 2 < columns ? d : 0;
      }
    add_by_columns(sum, inner, keys, g, t);
  }
  store_rows(q_grad + head * to_head, to_row, row, rows, sum, (float)scale, (float)scale, t);
}

extern "C" __global__ void __launch_bounds__(128, KEY_BLOCKS) attention_of_keys(const T* grad, const T* q, const T* k, const T* v, const float* sums,
    const float* means, T* k_grad, T* v_grad, i64 rows, i64 columns, i64 grad_head, i64 grad_row, i64 q_head, i64 q_row, i64 k_head, i64 k_row,
    i64 v_head, i64 v_row, i64 dk_head, i64 dk_row, i64 dv_head, i64 dv_row, double scale) {
  __shared__ __align__(16) T queries[TILE * PITCH], gradients[TILE * PITCH];
  __shared__ float known[TILE], mean[TILE];
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  const i64 blocks = quotient(columns + (ROWS - 1), (i64)ROWS), head = quotient((i64)blockIdx.x, blocks);
  const i64 column = ((i64)blockIdx.x - head * blocks) * ROWS + threadIdx.x / 32 * 16 + g;
  const float factor = (float)scale * LOG2E;
  Left key[STEPS], value[STEPS];
  load_rows(key, k + head * k_head, k_row, column, columns, t);
  load_rows(value, v + head * v_head, v_row, column, columns, t);
  float k_sum[WIDTH / 8][4], v_sum[WIDTH / 8][4];
#pragma unroll
  for (int n = 0; n < WIDTH / 8; ++n)
#pragma unroll
    for (int i = 0; i < 4; ++i) k_sum[n][i] = 0, v_sum[n][i] = 0;
  for (i64 first = 0; first < rows; first += TILE) {
    i64 mine = first + threadIdx.x % TILE, at_hand = head * rows + (mine < rows ? mine : rows - 1);
    float sum_here = sums[at_hand], mean_here = means[at_hand];
    __syncthreads();  // the last tile has been read
    if (threadIdx.x < TILE) known[threadIdx.x] = mine < rows ? sum_here * LOG2E : INFINITE, mean[threadIdx.x] = mine < rows ? mean_here : 0;
    load_tiles(queries, gradients, q + head * q_head, q_row, grad + head * grad_head, grad_row, first, rows);
    float weight[TILE / 8][4], inner[TILE / 8][4];
    multiply_by_rows(weight, key, queries, g, t);
    multiply_by_rows(inner, value, gradients, g, t);
#pragma unroll
    for (int n = 0; n < TILE / 8; ++n)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        int at = n * 8 + 2 * t + i % 2;
        inner[n][i] = inner_gradient(weight[n][i], inner[n][i], factor, known[at], mean[at], weight[n][i]);
      }
    add_by_columns(v_sum, weight, gradients, g, t);
    add_by_columns(k_sum, inner, queries, g, t);
  }
  store_rows(v_grad + head * dv_head, dv_row, column, columns, v_sum, 1, 1, t);
  store_rows(k_grad + head * dk_head, dk_row, column, columns, k_sum, (float)scale, (float)scale, t);
}
)";

}  // namespace vt
#endif
