// What becomes one kernel and what does not, each with the reason that a reader of --dump=fusion gets.
#include "unit/lower/text.h"

using namespace vt;
using namespace vt::test;

TEST_CASE("a reduction and its reader fuse, because a row need not move", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[64, 64]
%1 = amax %0, [1], True
%2 = sub %0, %1
return %2)")
            .fusion == R"(
fused amax + sub: producer and consumer (16 KiB need not move)
)");
}

TEST_CASE("loops over one input fuse, because it is read once", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[64, 64]
%1 = sum.dim_IntList %0, [1]
%2 = amax %0, [1]
return %1, %2)")
            .fusion == R"(
fused sum_1 + amax: shared reads (16 KiB need not move)
fused amax + sum_1: producer and consumer (512 bytes need not move)
fused sum_1 + amax: producer and consumer (512 bytes need not move)
)");
}

TEST_CASE("what has only a small input in common stays apart", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[64, 64]
%1 = input y : f32[64, 64]
%2 = input row : f32[64]
%3 = mul %0, %2
%4 = mul %1, %2
return %3, %4)")
            .fusion == R"(
not fused mul + mul_1: no shared data (both read only 256 bytes)
)");
}

TEST_CASE("rows of different lengths do not run in one loop", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[64, 64]
%1 = sum.dim_IntList %0, [1]
%2 = view %0, [32, 128]
%3 = amax %2, [1]
return %1, %3)")
            .fusion == R"(
not fused sum_1 + amax: reduction sizes differ (64 rows of 64 elements against 32 of 128)
fused sum_1 + sum_1: producer and consumer (512 bytes need not move)
fused amax + amax: producer and consumer (256 bytes need not move)
)");
}

TEST_CASE("a sum over rows and one over columns are two kernels", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[64, 48]
%1 = sum.dim_IntList %0, [1]
%2 = sum.dim_IntList %0, [0]
return %1, %2)")
            .fusion == R"(
not fused sum_1 + sum_2: reduction sizes differ (64 rows of 48 elements against 48 of 64)
fused sum_1 + sum_1: producer and consumer (512 bytes need not move)
fused sum_2 + sum_2: producer and consumer (384 bytes need not move)
)");
}

TEST_CASE("an element that is read where another is written keeps the kernels apart", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[64, 64]
%1 = amax %0, [1], True
%2 = sub %0, %1
%3 = t %2
%4 = amax %3, [1], True
return %2, %4)")
            .fusion == R"(
not fused sub + amax_1: memory deps did not match (buf3 is written at [64*i0 + i1] and read at [i0 + 64*i1])
fused amax + sub: producer and consumer (16 KiB need not move)
fused amax_1 + amax_1: producer and consumer (512 bytes need not move)
)");
}

TEST_CASE("a product reads its operands from memory", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[16, 16]
%1 = input weight : f32[16, 16]
%2 = relu %0
%3 = mm %2, %1
return %3)")
            .fusion == R"(
not fused relu + mm: product operand (a matrix product reads its operands from memory)
)");
}

TEST_CASE("a reduction of a product waits for the whole row", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[16, 16]
%1 = input weight : f32[16, 16]
%2 = mm %0, %1
%3 = sum.dim_IntList %2, [1]
return %3)")
            .fusion == R"(
not fused mm + sum_1: product epilogue (a reduction of a product needs the whole row)
fused sum_1 + sum_1: producer and consumer (128 bytes need not move)
)");
}

TEST_CASE("a library call is a kernel of its own", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[16, 16]
%1 = relu %0
%2 = cumsum %1, 1
%3 = relu %2
return %3)")
            .fusion == R"(
not fused relu + cumsum: library call (cumsum runs as a kernel of its own)
not fused cumsum + relu_1: library call (cumsum runs as a kernel of its own)
)");
}

TEST_CASE("what lies between two kernels keeps them apart", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[16, 16]
%1 = amax %0, [1], True
%2 = sub %0, %1
%3 = cumsum %2, 1
%4 = add %3, %2
return %4)")
            .fusion == R"(
not fused sub + add: intermediate nodes (cumsum lies between them)
not fused cumsum + add: library call (cumsum runs as a kernel of its own)
not fused sub + cumsum: library call (cumsum runs as a kernel of its own)
fused amax + sub: producer and consumer (1 KiB need not move)
)");
}

TEST_CASE("a kernel takes no more than the limit of kernels", "[lower]") {
  LowerOptions options;
  options.max_fused_kernels = 1;
  CHECK(lower(R"(
%0 = input x : f32[64, 64]
%1 = amax %0, [1], True
%2 = sub %0, %1
return %2)",
              options)
            .fusion == R"(
not fused amax + sub: exceeds max fusion (2 kernels)
)");
}

TEST_CASE("for a GPU, sums of columns and a tensor of elements are two kernels", "[lower]") {
  LowerOptions options;
  options.products_by_library = true;
  CHECK(lower(R"(
%0 = input x : f32[512, 512]
%1 = exp %0
%2 = sum.dim_IntList %1, [0]
return %1, %2)",
              options)
            .fusion == R"(
not fused exp + sum_1: sums of columns (what is computed element by element runs better by rows)
fused sum_1 + sum_1: producer and consumer (4 KiB need not move)
)");
}

TEST_CASE("a sum of rows and a maximum of columns of a square are two kernels", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[64, 64]
%1 = sum.dim_IntList %0, [1]
%2 = amax %0, [0]
return %1, %2)")
            .fusion == R"(
not fused sum_1 + amax: other order of memory (one reduces along rows, the other along columns)
fused sum_1 + sum_1: producer and consumer (512 bytes need not move)
fused amax + amax: producer and consumer (512 bytes need not move)
)");
}

TEST_CASE("a value that is read shifted, in several places, is computed once", "[lower]") {
  const Lowered lowered = lower(R"(
%0 = input x : f32[64, 64]
%1 = exp %0
%2 = slice %1, 1, 0, 60
%3 = slice %1, 1, 1, 61
%4 = slice %1, 1, 2, 62
%5 = slice %1, 1, 3, 63
%6 = slice %1, 1, 4, 64
%7 = add %2, %3
%8 = add %7, %4
%9 = add %8, %5
%10 = add %9, %6
return %10)");
  CHECK(lowered.program.steps.size() == 2);
}

TEST_CASE("without fusion each value that is stored has a kernel", "[lower]") {
  LowerOptions options;
  options.fuse = false;
  const Lowered lowered = lower(R"(
%0 = input x : f32[64, 64]
%1 = amax %0, [1], True
%2 = sub %0, %1
return %2)",
                                options);
  CHECK(lowered.program.steps.size() == 2);
  CHECK(lowered.program.fusion.empty());
}
