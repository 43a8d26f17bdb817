// When a value is computed where it is read, and when it is put in memory.
#include "unit/lower/text.h"

using namespace vt;
using namespace vt::test;

namespace {

// Buffers that are neither inputs nor results.
size_t temporaries(const Program& program) {
  size_t count = 0;
  for (const Buffer& buffer : program.buffers) count += buffer.kind == BufferKind::kTemporary;
  return count;
}

const char* const kTwoReaders = R"(
%0 = input x : f32[16, 16]
%1 = exp %0
%2 = sum.dim_IntList %1, [1]
%3 = sum.dim_IntList %1, [0]
return %2, %3)";

}  // namespace

TEST_CASE("a short value is computed again by each of its readers", "[lower]") {
  CHECK(temporaries(lower(kTwoReaders).program) == 0);
}

TEST_CASE("a value of more ops than the limit is stored", "[lower]") {
  LowerOptions options;
  options.max_inlined_ops = 0;
  CHECK(temporaries(lower(kTwoReaders, options).program) == 1);
}

TEST_CASE("a value with more readers than the limit is stored", "[lower]") {
  LowerOptions options;
  options.max_inlined_uses = 1;
  CHECK(temporaries(lower(kTwoReaders, options).program) == 1);
}

TEST_CASE("a value that reads more tensors than the limit is stored for several readers", "[lower]") {
  const char* const text = R"(
%0 = input x : f32[16, 16]
%1 = input y : f32[16, 16]
%2 = input z : f32[16, 16]
%3 = add %0, %1
%4 = mul %3, %2
%5 = sum.dim_IntList %4, [1]
%6 = sum.dim_IntList %4, [0]
return %5, %6)";
  CHECK(temporaries(lower(text).program) == 1);
  LowerOptions options;
  options.max_inlined_reads = 3;
  CHECK(temporaries(lower(text, options).program) == 0);
}
