// Where temporaries lie in the arena.
#include "unit/lower/text.h"

using namespace vt;
using namespace vt::test;

namespace {

// Three products in a row, each read by the next only.
const char* const kChain = R"(
%0 = input x : f32[16, 16]
%1 = mm %0, %0
%2 = mm %1, %0
%3 = mm %2, %0
%4 = mm %3, %0
return %4)";

}  // namespace

TEST_CASE("a temporary takes the place of one that nobody reads any more", "[lower]") {
  CHECK(lower(kChain).memory == R"(
x     input      f32[16, 16]  steps 0..3
buf0  temporary  f32[16, 16]  steps 0..1 at 0
buf1  temporary  f32[16, 16]  steps 1..2 at 1024
buf2  temporary  f32[16, 16]  steps 2..3 at 0 in place of buf0
buf3  output     f32[16, 16]  steps 3..3
arena 2048 bytes, without sharing 3072
)");
}

TEST_CASE("without sharing each temporary has a place of its own", "[lower]") {
  LowerOptions options;
  options.memory.share = false;
  CHECK(lower(kChain, options).memory == R"(
x     input      f32[16, 16]  steps 0..3
buf0  temporary  f32[16, 16]  steps 0..1 at 0
buf1  temporary  f32[16, 16]  steps 1..2 at 1024
buf2  temporary  f32[16, 16]  steps 2..3 at 2048
buf3  output     f32[16, 16]  steps 3..3
arena 3072 bytes, without sharing 3072
)");
}

TEST_CASE("a loop writes over what it read last", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[16, 16]
%1 = mm %0, %0
%2 = amax %1, [1], True
%3 = sub %1, %2
%4 = mm %3, %0
return %4)")
            .memory == R"(
x     input      f32[16, 16]  steps 0..2
buf0  temporary  f32[16, 16]  steps 0..1 at 0
buf1  temporary  f32[16, 16]  steps 1..2 at 0 in place of buf0
buf2  output     f32[16, 16]  steps 2..2
arena 1024 bytes, without sharing 2048
)");
}

TEST_CASE("for WebGPU places begin at multiples of 256 bytes, and no kernel writes over what it reads", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[3, 3]
%1 = mm %0, %0
%2 = amax %1, [1], True
%3 = sub %1, %2
%4 = mm %3, %0
return %4)",
              webgpu_lower_options())
            .memory == R"(
x     input      f32[3, 3]  steps 0..2
buf0  temporary  f32[3, 3]  steps 0..1 at 0
buf1  temporary  f32[3, 3]  steps 1..2 at 256
buf2  output     f32[3, 3]  steps 2..2
arena 512 bytes, without sharing 512
)");
}

TEST_CASE("a loop that reads other elements than it writes gets a place of its own", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[16, 16]
%1 = mm %0, %0
%2 = t %1
%3 = sub %1, %2
%4 = mm %3, %0
return %4)")
            .memory == R"(
x     input      f32[16, 16]  steps 0..2
buf0  temporary  f32[16, 16]  steps 0..1 at 0
buf1  temporary  f32[16, 16]  steps 1..2 at 1024
buf2  output     f32[16, 16]  steps 2..2
arena 2048 bytes, without sharing 2048
)");
}

TEST_CASE("places of symbolic sizes are expressions, and equal sizes share", "[lower]") {
  CHECK(lower(R"(
%0 = input x : f32[s0, 16]
%1 = input w : f32[16, 16]
%2 = mm %0, %1
%3 = mm %2, %1
%4 = mm %3, %1
%5 = mm %4, %1
return %5)")
            .memory == R"(
x     input      f32[s0, 16]  steps 0..0
w     input      f32[16, 16]  steps 0..3
buf0  temporary  f32[s0, 16]  steps 0..1 at 0
buf1  temporary  f32[s0, 16]  steps 1..2 at 64*s0
buf2  temporary  f32[s0, 16]  steps 2..3 at 0 in place of buf0
buf3  output     f32[s0, 16]  steps 3..3
arena 128*s0 bytes, without sharing 192*s0
)");
}

TEST_CASE("the memory of a given input is free once it has been read", "[lower]") {
  const char* const chain = R"(
%0 = input a : f32[16, 16]
%1 = input w : f32[16, 16]
%2 = mm %0, %1
%3 = mm %2, %1
%4 = mm %3, %1
return %4)";
  LowerOptions options;
  options.given_inputs = {true, false};
  CHECK(lower(chain, options).memory == R"(
a     input      f32[16, 16]  steps 0..0
w     input      f32[16, 16]  steps 0..2
buf0  temporary  f32[16, 16]  steps 0..1 at 0
buf1  temporary  f32[16, 16]  steps 1..2 in the memory of a at 0
buf2  output     f32[16, 16]  steps 2..2
arena 1024 bytes, without sharing 2048
)");
}

TEST_CASE("a large given input is not kept for a small temporary", "[lower]") {
  const char* const reduced = R"(
%0 = input a : f32[64, 16]
%1 = input w : f32[16, 16]
%2 = amax %0, [0], True
%3 = mm %2, %1
%4 = mm %3, %1
return %4)";
  LowerOptions options;
  options.given_inputs = {true, false};
  CHECK(lower(reduced, options).memory == R"(
a     input      f32[64, 16]  steps 0..0
w     input      f32[16, 16]  steps 1..2
buf0  temporary  f32[16]      steps 0..1 at 0
buf1  temporary  f32[1, 16]   steps 1..2 at 64
buf2  output     f32[1, 16]   steps 2..2
arena 128 bytes, without sharing 128
)");
}
