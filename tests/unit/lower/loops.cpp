// The loops of each kind of operation: what lower/ writes for it, alone.
#include "unit/lower/text.h"

using namespace vt;
using namespace vt::test;

TEST_CASE("elementwise ops are one expression in one flat loop", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[4, 8]
%1 = input row : f32[8]
%2 = mul %0, %1
%3 = relu %2
return %3)")
            .loops == R"(
kernel fused_mul_relu_0(x: f32, row: f32, buf0: f32 out):
  for i0 in 0..4:  # parallel
    for i1 in 0..8:  # parallel
      v0 = load x[8*i0 + i1]
      v1 = load row[i1]
      v2 = mul v0, v1
      v3 = max v2, const 0
      buf0[8*i0 + i1] = v3
)");
}

TEST_CASE("a value with several readers is computed once per element", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[32]
%1 = exp %0
%2 = mul %1, %1
%3 = add %2, %1
return %3)")
            .loops == R"(
kernel fused_exp_mul_add_0(x: f32, buf0: f32 out):
  for i0 in 0..32:  # parallel
    v0 = load x[i0]
    v1 = exp v0
    v2 = mul v1, v1
    v3 = add v2, v1
    buf0[i0] = v3
)");
}

TEST_CASE("a view costs an index, not a loop", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[4, 6]
%1 = t %0
%2 = view %0, [24]
%3 = exp %1
%4 = exp %2
return %3, %4)")
            .loops == R"(
kernel fused_exp_0(x: f32, buf0: f32 out, buf1: f32 out):
  for i0 in 0..4:  # parallel
    for i1 in 0..6:  # parallel
      v0 = load x[6*i0 + i1]
      v1 = exp v0
      buf0[6*i0 + i1] = v1
      v2 = load x[i0 + 4*i1]
      v3 = exp v2
      buf1[i0 + 4*i1] = v3
)");
}

TEST_CASE("a sum over rows keeps the row in the inner loop", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[4, 8]
%1 = sum.dim_IntList %0, [1]
return %1)")
            .loops == R"(
kernel fused_sum_0(x: f32, buf0: f32 out):
  for i0 in 0..4:  # parallel
    for i1 in 0..8:
      v0 = load x[8*i0 + i1]
      reduced0 sum= v0
    buf0[i0] = reduced0
)");
}

TEST_CASE("a sum over columns keeps the column in the outer loop", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[4, 8]
%1 = sum.dim_IntList %0, [0]
return %1)")
            .loops == R"(
kernel fused_sum_0(x: f32, buf0: f32 out):
  for i0 in 0..8:  # parallel
    for i1 in 0..4:
      v0 = load x[i0 + 8*i1]
      reduced0 sum= v0
    buf0[i0] = reduced0
)");
}

TEST_CASE("a reduction with what makes and what reads it is one kernel of phases", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[4, 8]
%1 = exp %0
%2 = sum.dim_IntList %1, [1], True
%3 = div %1, %2
return %3)")
            .loops == R"(
kernel fused_exp_sum_div_0(x: f32, buf0: f32 out):
  for i0 in 0..4:  # parallel
    for i1 in 0..8:  # phase 0
      v0 = load x[8*i0 + i1]
      v1 = exp v0
      reduced0 sum= v1
    for i1 in 0..8:  # phase 1
      v2 = load x[8*i0 + i1]
      v3 = exp v2
      v4 = div v3, reduced0
      buf0[8*i0 + i1] = v4
)");
}

TEST_CASE("the largest element and its place are two reductions of one loop", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[4, 8]
%1 = max.dim %0, 1
return %1:0, %1:1)")
            .loops == R"(
kernel fused_max_0(x: f32, buf0: f32 out, buf1: i64 out):
  for i0 in 0..4:  # parallel
    for i1 in 0..8:
      v0 = load x[8*i0 + i1]
      reduced0 max= v0
      reduced1 argmax= v0
    buf0[i0] = reduced0
    buf1[i0] = reduced1
)");
}

TEST_CASE("a concatenation chooses, element by element, which of its parts to read", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[2, 8]
%1 = input y : f32[3, 8]
%2 = cat [%0, %1], 0
return %2)")
            .loops == R"(
kernel fused_cat_0(y: f32, x: f32, buf0: f32 out):
  for i0 in 0..5:  # parallel
    for i1 in 0..8:  # parallel
      v0 = index i0
      v1 = lt v0, const 2
      v2 = load x[i1 + 8*Min(1, i0)]
      v3 = load y[i1 + 8*Max(0, i0 - 2)]
      v4 = select v1, v2, v3
      buf0[8*i0 + i1] = v4
)");
}

TEST_CASE("a scan and a gather are calls of the library's kernels", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[4, 8]
%1 = input rows : i64[3]
%2 = cumsum %0, 1
%3 = index_select %2, 0, %1
%4 = relu %3
return %4)")
            .loops == R"(
call cumsum_0(x, 1, None) -> buf0: f32[4, 8]
call index_select_1(buf0, 0, rows) -> buf1: f32[3, 8]
kernel fused_relu_2(buf1: f32, buf2: f32 out):
  for i0 in 0..24:  # parallel
    v0 = load buf1[i0]
    v1 = max v0, const 0
    buf2[i0] = v1
)");
}

TEST_CASE("a product takes its bias and activation as an epilogue", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[5, 8]
%1 = input weight : f32[6, 8]
%2 = input bias : f32[6]
%3 = linear %0, %1, %2
%4 = relu %3
return %4)")
            .loops == R"(
matmul matmul_linear_relu_0(x: f32, weight: f32, bias: f32, buf0: f32 out):
  for m in 0..5, n in 0..6:  # tiled
    product = sum over k in 0..8 of x[k + 8*m] * weight[k + 8*n]
    v0 = load bias[n]
    v1 = add product, v0
    v2 = max v1, const 0
    buf0[6*m + n] = v2
)");
}

TEST_CASE("a transposed operand of a product is read by its strides", "[lower]") {
  CHECK(lower(R"(
%0 = input a : f32[2, 5, 8]
%1 = input b : f32[2, 6, 8]
%2 = transpose %1, 1, 2
%3 = bmm %0, %2
return %3)")
            .loops == R"(
matmul matmul_bmm_0(a: f32, b: f32, buf0: f32 out):
  for b in 0..2, m in 0..5, n in 0..6:  # tiled
    product = sum over k in 0..8 of a[40*b + k + 8*m] * b[48*b + k + 8*n]
    buf0[30*b + 6*m + n] = product
)");
}

TEST_CASE("for a GPU, a number that scales an operand scales the product instead", "[lower]") {
  LowerOptions options;
  options.products_by_library = true;
  CHECK(lower(R"(
%0 = input a : f32[5, 8]
%1 = input b : f32[8, 6]
%2 = mul.Scalar %0, 0.5
%3 = mm %2, %1
return %3)",
              options)
            .loops == R"(
matmul matmul_mm_0(a: f32, b: f32, buf0: f32 out):
  for m in 0..5, n in 0..6:  # tiled
    product = sum over k in 0..8 of a[k + 8*m] * b[6*k + n]
    v0 = mul product, const 0.5
    buf0[6*m + n] = v0
)");
}

TEST_CASE("the matrix that addmm adds is read in the epilogue, each with its factor", "[lower]") {
  CHECK(lower(R"(
%0 = input c : f32[5, 6]
%1 = input a : f32[5, 8]
%2 = input b : f32[8, 6]
%3 = addmm %0, %1, %2, beta=0.5, alpha=2
return %3)")
            .loops == R"(
matmul matmul_addmm_0(a: f32, b: f32, c: f32, buf0: f32 out):
  for m in 0..5, n in 0..6:  # tiled
    product = sum over k in 0..8 of a[k + 8*m] * b[6*k + n]
    v0 = mul product, const 2
    v1 = load c[6*m + n]
    v2 = mul v1, const 0.5
    v3 = add v0, v2
    buf0[6*m + n] = v3
)");
}

TEST_CASE("a product of integers has no template, so the library's kernel is called", "[lower]") {
  CHECK(lower(R"(
%0 = input a : i64[5, 8]
%1 = input b : i64[8, 6]
%2 = mm %0, %1
return %2)")
            .loops == R"(
call mm_0(a, b) -> buf0: i64[5, 6]
)");
}

TEST_CASE("a convolution is a call, what follows it a kernel", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[1, 2, 4, 4]
%1 = input weight : f32[3, 2, 3, 3]
%2 = convolution %0, %1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1
%3 = relu %2
return %3)")
            .loops == R"(
call convolution_0(x, weight, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1) -> buf0: f32[1, 3, 4, 4]
kernel fused_relu_1(buf0: f32, buf1: f32 out):
  for i0 in 0..48:  # parallel
    v0 = load buf0[i0]
    v1 = max v0, const 0
    buf1[i0] = v1
)");
}

TEST_CASE("sizes that are symbols are arguments of the kernel", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[s0, 8]
%1 = sum.dim_IntList %0, [1], True
%2 = sub %0, %1
return %2)")
            .loops == R"(
kernel fused_sum_sub_0(x: f32, buf0: f32 out, s0):
  for i0 in 0..s0:  # parallel
    for i1 in 0..8:  # phase 0
      v0 = load x[8*i0 + i1]
      reduced0 sum= v0
    for i1 in 0..8:  # phase 1
      v1 = load x[8*i0 + i1]
      v2 = sub v1, reduced0
      buf0[8*i0 + i1] = v2
)");
}

TEST_CASE("a constant without dimensions is a number in the loop, another one a buffer", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[8]
%1 = constant half = [0.5] : f32[]
%2 = constant table : f32[8]
%3 = mul %0, %1
%4 = add %3, %2
return %4)")
            .loops == R"(
kernel fused_mul_add_0(x: f32, table: f32, buf0: f32 out):
  for i0 in 0..8:  # parallel
    v0 = load x[i0]
    v1 = mul v0, const 0.5
    v2 = load table[i0]
    v3 = add v1, v2
    buf0[i0] = v3
)");
}

TEST_CASE("what is returned twice, as it came or as a view needs no loop", "[lower]") {
  const Lowered lowered = lower(R"(
%0 = input x : f32[4, 6]
%1 = t %0
%2 = exp %0
return %0, %1, %2, %2)");
  CHECK(lowered.program.steps.size() == 1);
  REQUIRE(lowered.program.outputs.size() == 4);
  CHECK(lowered.program.outputs[0].buffer == lowered.program.outputs[1].buffer);
  CHECK(lowered.program.outputs[2].buffer == lowered.program.outputs[3].buffer);
}

TEST_CASE("a changed input is a result that the caller copies back", "[lower]") {
  const Lowered lowered = lower(R"(
%0 = input x : f32[4]
%1 = add.Scalar %0, 1
return %1
copy output 0 into %0)");
  CHECK(lowered.program.mutated_inputs == std::vector<std::pair<int, int>>{{0, 0}});
}
