// What each generator prints for a nest, whole, so that a change of the text shows. That it computes the right
// thing is checked by running it, in unit/runtime.
#include <string>

#include "catch.h"
#include "codegen/codegen.h"
#include "codegen/index_sign.h"
#include "codegen/wasm_names.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

namespace {

std::string text_of(const GeneratedCode& code) {
  std::string text = "\n";
  for (const TaggedLine& line : code.text) text += line.text + "\n";
  return text;
}

// out[m, n] = relu(sum over k of a[m, k] * b[k, n])
loop::MatmulTemplate relu_product(int64_t m, int64_t n, int64_t k) {
  loop::MatmulTemplate product;
  product.name = "product";
  product.batch = num(1), product.m = num(m), product.n = num(n), product.k = num(k);
  product.buffers = {{"out", DType::kFloat32, 0, true}, {"a", DType::kFloat32, 1}, {"b", DType::kFloat32, 2}};
  product.a = {1, num(0), num(0), num(k), num(1)};
  product.b = {2, num(0), num(0), num(n), num(1)};
  ExprGraph& g = product.exprs;
  const ExprId carry = g.add({ScalarOp::kCarry, DType::kFloat32});
  const ExprId relu = g.binary(ScalarOp::kMax, carry, g.constant(0, DType::kFloat32));
  product.epilogue = {{0, sym_add(sym_mul(var("m"), num(n)), var("n")), relu}};
  return product;
}

}  // namespace

TEST_CASE("C++ of an elementwise nest: vectors, then the rest one by one", "[codegen]") {
  const LoopNest nest = unary_nest(ScalarOp::kAbs, 100);
  CHECK(text_of(generate_cpp({&nest}, {})) == R"(
// #define W 8  // float lanes of a vector; load_v, choose, max_of ... are defined before this text
extern "C" void unary(void* const* buffers, const i64* symbols) {
  float* __restrict p0 = (float*)buffers[0];  // b0
  const float* __restrict p1 = (const float*)buffers[1];  // b1
  const i64 n = 100, rows = 1;
  const i64 chunk = 16384, chunks = (n + chunk - 1) / chunk;
  // Bypass the caches where the output is larger than they are.
  const bool stream = n * rows * 4 >= 8388608 && n % W == 0 && ((unsigned long)p0) % (4 * W) == 0;
  for (i64 task = 0; task < rows * chunks; ++task) {
    const i64 begin = task % chunks * chunk, end = begin + chunk < n ? begin + chunk : n;
    i64 i0 = begin;
    for (; i0 + W <= end; i0 += W) {
      const f32v t0 = load_v(p1 + i0);
      const f32v t1 = absolute(t0);
      if (stream) stream_v(p0 + i0, t1); else store_v(p0 + i0, t1);
    }
    for (; i0 < end; ++i0) {
      const float t0 = p1[i0];
      const float t1 = absolute(t0);
      p0[i0] = t1;
    }
  }
  if (stream) STREAM_FENCE();
}

)");
}

TEST_CASE("C++ of a sum: partial sums in lanes, added at the end", "[codegen]") {
  const LoopNest nest = sum_nest(64);
  CHECK(text_of(generate_cpp({&nest}, {})) == R"(
// #define W 8  // float lanes of a vector; load_v, choose, max_of ... are defined before this text
extern "C" void sum_of_squares(void* const* buffers, const i64* symbols) {
  float* __restrict p0 = (float*)buffers[0];  // b0
  const float* __restrict p1 = (const float*)buffers[1];  // b1
  const i64 n = 64, rows = 1;
  const i64 piece = 8192, pieces = (n + piece - 1) / piece, tasks = rows * pieces;
  const i64 chunks = n * rows < 32768 ? 1 : 16;
  float part0[16];
  for (i64 slot = 0; slot < chunks; ++slot) {
    float acc0 = 0.0f;
    for (i64 task = tasks * slot / chunks; task < tasks * (slot + 1) / chunks; ++task) {
      const i64 begin = task % pieces * piece, end = begin + piece < n ? begin + piece : n;
      i64 i0 = begin;
      f32v lane0[4];
      for (int u = 0; u < 4; ++u) lane0[u] = splat(0.0f);
      for (; i0 + 4 * W <= end;) {
        #pragma GCC unroll 4
        for (int u = 0; u < 4; ++u, i0 += W) {
          const f32v t0 = load_v(p1 + i0);
          const f32v t1 = t0 * t0;
          lane0[u] = lane0[u] + t1;
        }
      }
      for (; i0 + W <= end; i0 += W) {
        const f32v t0 = load_v(p1 + i0);
        const f32v t1 = t0 * t0;
        lane0[0] = lane0[0] + t1;
      }
      for (int u = 1; u < 4; ++u) lane0[0] = lane0[0] + lane0[u];
      for (int l = 0; l < W; ++l) acc0 = acc0 + lane0[0][l];
      for (; i0 < end; ++i0) {
        const float t0 = p1[i0];
        const float t1 = t0 * t0;
        acc0 = acc0 + t1;
      }
    }
    part0[slot] = acc0;
  }
  float acc0 = 0.0f;
  for (i64 slot = 0; slot < chunks; ++slot) {
    acc0 = acc0 + part0[slot];
  }
  const float r0 = acc0;
  const float t2 = r0;
  p0[0] = t2;
}

)");
}

TEST_CASE("C++ of a product is its epilogue, which the runtime calls after the library", "[codegen]") {
  const loop::MatmulTemplate product = relu_product(4, 8, 16);
  CHECK(text_of(generate_cpp({&product}, {})) == R"(
// #define W 8  // float lanes of a vector; load_v, choose, max_of ... are defined before this text
extern "C" void product(void* const* buffers, const i64* symbols) {
  float* __restrict p0 = (float*)buffers[0];  // out
  const float* __restrict p1 = (const float*)buffers[1];  // a
  const float* __restrict p2 = (const float*)buffers[2];  // b
  const i64 n = 8, rows = 1 * 4;
  const i64 chunk = 16384, chunks = (n + chunk - 1) / chunk;
  // Bypass the caches where the output is larger than they are.
  const bool stream = n * rows * 4 >= 8388608 && n % W == 0 && ((unsigned long)p0) % (4 * W) == 0;
  for (i64 task = 0; task < rows * chunks; ++task) {
    const i64 begin = task % chunks * chunk, end = begin + chunk < n ? begin + chunk : n;
    const i64 row = task / chunks;
    i64 rest = row;
    const i64 m = rest % 4; rest /= 4;
    const i64 b = rest;
    i64 n = begin;
    for (; n + W <= end; n += W) {
      const f32v t0 = load_v(p0 + ((8 * m) + n));
      const f32v t1 = splat(0.0f);
      const f32v t2 = choose(t1 > t0, t1, t0);
      store_v(p0 + ((8 * m) + n), t2);
    }
    for (; n < end; ++n) {
      const float t0 = p0[((8 * m) + n)];
      const float t1 = 0.0f;
      const float t2 = choose(t1 > t0, t1, t0);
      p0[((8 * m) + n)] = t2;
    }
  }
  if (stream) STREAM_FENCE();
}

)");
}

TEST_CASE("WAT of an elementwise nest: four lanes at a time, then the rest one by one", "[codegen]") {
  const LoopNest nest = unary_nest(ScalarOp::kAbs, 100);
  const std::string text = text_of(generate_wasm({&nest}, {}));
  size_t at = 0;
  for (const char* part :
       {"(module\n", "(import \"e\" \"m\" (memory 1))\n", "(func (export \"unary\")",
        "(local.set $v0 (v128.load (i32.add (local.get $at0) (local.get $offset))))\n",
        "(local.set $v1 (f32x4.abs (local.get $v0)))\n",
        "(local.set $offset (i32.add (local.get $offset) (i32.const 16)))\n",
        "(local.set $t1 (f32.abs (local.get $t0)))\n", "(local.set $i0 (i32.add (local.get $i0) (i32.const 1)))\n"}) {
    INFO(text << "has, in order: " << part);
    at = text.find(part, at);
    REQUIRE(at != std::string::npos);
  }
}

TEST_CASE("WAT of a product is all of it, with a panel of B packed first", "[codegen]") {
  const loop::MatmulTemplate product = relu_product(4, 8, 16);
  const std::string text = text_of(generate_wasm({&product}, {}));
  CHECK(text.find("f32x4.mul") != std::string::npos);
  CHECK(text.find("f32x4.add") != std::string::npos);
  CHECK(text.find("f32x4.relaxed_madd") == std::string::npos);
  CHECK(text_of(generate_wasm({&product}, {true})).find("f32x4.relaxed_madd") != std::string::npos);
}

TEST_CASE("WAT for threads: parts are exported, and the kernel has them called in steps", "[codegen]") {
  WasmTarget shared;
  shared.shared = true;
  const LoopNest small = unary_nest(ScalarOp::kAbs, 100), large = unary_nest(ScalarOp::kAbs, 100000);
  const loop::MatmulTemplate product = relu_product(64, 80, 32);
  const GeneratedCode code = generate_wasm({&small, &large, &product}, shared);
  CHECK(code.wasm_parts == 3);  // of the large nest, the product's panel, and panels from one to another
  const std::string text = text_of(code);
  size_t at = 0;
  for (const char* part : {"(import \"e\" \"m\" (memory 1 65536 shared))\n", "(func (export \"unary\")",
                           "(func $unary_part (export \"part0\") (param $buffers i32) (param $symbols i32) (param "
                           "$from i32) (param $to i32)",
                           "(local.set $end (i32.const 100000))", "(local.set $step (i32.const 16384))",
                           "(call $share (i32.const 0) (local.get $buffers) (i32.const 0) (local.get $symbols) "
                           "(local.get $end) (local.get $step))",
                           "_panel (export \"part1\")", "_part (export \"part2\")",
                           // Each thread's list of buffers is four pointers, the last of which is its panel. 80 columns
                           // are ten panels of 8, and 131072 multiply-adds eight of them.
                           "(call $share (i32.const 2) (local.get $buffers) (i32.const 16) (local.get $symbols) "
                           "(i32.const 10) (i32.const 8))"}) {
    INFO(text << "has, in order: " << part);
    at = text.find(part, at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(generate_wasm({&large}, {}).wasm_parts == 0);
}

TEST_CASE("parts take pieces of an axis that is long enough to go round", "[codegen]") {
  LoopNest nest = make_nest("images", 2);
  nest.outer = {{"i0", num(1)}, {"i1", num(3)}, {"i2", num(64)}, {"i3", num(512)}};
  const SymExpr at = sym_add(sym_mul(sym_add(sym_mul(var("i1"), num(64)), var("i2")), num(512)), var("i3"));
  nest.phases = {Phase{{}, {{0, at, nest.exprs.load(1, at, DType::kFloat32)}}}};
  const std::string text = text_of(generate_wasm({&nest}, {}));
  CHECK(text.find("(local.set $i2 (local.get $from))") != std::string::npos);
  CHECK(text.find("(local.set $end (i32.const 64))") != std::string::npos);
  CHECK(text.find("(local.set $step (i32.const 10))") != std::string::npos);  // rows of 3 * 512 to 16384 elements
}

TEST_CASE("CUDA of an elementwise nest: 16 bytes a thread", "[cuda]") {
  const LoopNest nest = unary_nest(ScalarOp::kAbs, 1024);
  CHECK(text_of(generate_cuda({&nest}, {})) == R"(
// Pack, block_reduce, max_of ... are defined before this text
extern "C" __global__ void __launch_bounds__(256) unary(
    float* __restrict__ p0 /* b0 */,
    const float* __restrict__ p1 /* b1 */) {
  const int first = ((int)blockIdx.x * 256 + threadIdx.x) * 4;
  Pack<float, 4> a0[1];
  #pragma unroll
  for (int u = 0; u < 1; ++u) {
    const int element = first + u * 1024;
    const int i0_0 = element;
    a0[u] = load_pack<4>(p1 + i0_0);
  }
  #pragma unroll
  for (int u = 0; u < 1; ++u) {
    const int element = first + u * 1024;
    const int i0_0 = element;
    Pack<float, 4> o0;
    #pragma unroll
    for (int l = 0; l < 4; ++l) {
      const int i0 = i0_0 + l;
      const float t0 = a0[u].at[l];
      const float t1 = absolute(t0);
      o0.at[l] = t1;
    }
    store_pack<4>(p0 + i0_0, o0);
  }
}

)");
}

TEST_CASE("CUDA of a product is its epilogue, or all of it where no library does it", "[cuda]") {
  const loop::MatmulTemplate product = relu_product(32, 32, 64);
  CudaTarget target;
  const std::string epilogue = text_of(generate_cuda({&product}, target));
  target.whole_templates = true;
  const std::string whole = text_of(generate_cuda({&product}, target));
  CHECK(epilogue.find("__shared__") == std::string::npos);
  CHECK(whole.find("__shared__") != std::string::npos);
}

TEST_CASE("one CUDA launch updates many tensors, each with its row of pointers", "[cuda]") {
  const LoopNest nest = unary_nest(ScalarOp::kAbs, 1024);
  LoopNest open = nest;
  open.outer[0].extent = var("n");
  open.symbols = {"n"};
  const GeneratedCode code = generate_cuda_foreach(open, 0, {});
  CHECK(text_of(code) == R"(
static __device__ __forceinline__ void unary_one(
    const unsigned block,
    float* __restrict__ p0 /* b0 */,
    const float* __restrict__ p1 /* b1 */,
    const i64 n) {
  const i64 count = n;
  const i64 first = ((i64)block * 256 + threadIdx.x) * 4;
  Pack<float, 4> a0[1];
  #pragma unroll
  for (int u = 0; u < 1; ++u) {
    const i64 element = first + u * 1024;
    if (element >= count) break;
    const i64 i0_0 = element;
    a0[u] = load_part<4>(p1 + i0_0, count - element);
  }
  #pragma unroll
  for (int u = 0; u < 1; ++u) {
    const i64 element = first + u * 1024;
    if (element >= count) break;
    const i64 i0_0 = element;
    Pack<float, 4> o0;
    #pragma unroll
    for (int l = 0; l < 4; ++l) {
      const i64 i0 = min_of(i0_0 + l, count - 1);
      const float t0 = a0[u].at[l];
      const float t1 = absolute(t0);
      o0.at[l] = t1;
    }
    store_part<4>(p0 + i0_0, o0, count - element);
  }
}
struct Row { unsigned long long pointers[6]; i64 n, first_block; };
extern "C" __global__ void __launch_bounds__(256) unary(const Row* __restrict__ rows, const i64 count
) {
  i64 low = 0, high = count;  // the last row that starts at this block or before it
  while (high - low > 1) {
    const i64 middle = (low + high) / 2;
    if (rows[middle].first_block <= blockIdx.x) low = middle; else high = middle;
  }
  const Row row = rows[low];
  unary_one(blockIdx.x - (unsigned)row.first_block, (float*)row.pointers[0], (const float*)row.pointers[1], row.n);
}
)");
}

TEST_CASE("an index is below zero only where a number in it is", "[codegen]") {
  CHECK_FALSE(may_be_negative(row_major(8)));
  CHECK(may_be_negative(sym_sub(var("i0"), num(1))));
  CHECK(may_be_negative(num(-1)));
  CHECK_FALSE(may_be_negative(num(0)));
}

TEST_CASE("scalar ops are WebAssembly's instructions, or functions that the module imports", "[codegen]") {
  using namespace codegen;
  CHECK(std::string(suffix_of(ScalarOp::kRound)) == "nearest");
  CHECK(suffix_of(ScalarOp::kExp) == nullptr);
  CHECK(std::string(import_name(ScalarOp::kExp)) == "exp");
  CHECK(import_name(ScalarOp::kAdd) == nullptr);
  CHECK(is_comparison(ScalarOp::kLess));
  CHECK_FALSE(is_comparison(ScalarOp::kAnd));
}
