#include "passes/lay_out_convolutions.h"

#include "unit/passes/one_pass.h"

using namespace vt::test;
using vt::lay_out_convolutions;

TEST_CASE("the channels of a convolution lie innermost, with batch norm and ReLU inside", "[passes]") {
  // The scale goes into the weight, the shift and the ReLU into the convolution.
  CHECK(after(lay_out_convolutions, R"(
%0 = input x : f32[2, 3, 8, 8] cuda:0
%1 = input weight : f32[4, 3, 3, 3] cuda:0
%2 = input scale : f32[1, 4, 1, 1] cuda:0
%3 = input shift : f32[1, 4, 1, 1] cuda:0
%4 = convolution %0, %1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1
%5 = mul %4, %2
%6 = add %5, %3
%7 = relu %6
%8 = exp %7
return %8)") == R"(
%0 = input x : f32[2, 3, 8, 8] cuda:0
%1 = input weight : f32[4, 3, 3, 3] cuda:0
%2 = input scale : f32[1, 4, 1, 1] cuda:0
%3 = input shift : f32[1, 4, 1, 1] cuda:0
%4 = convolution %0, %1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1 : f32[2, 4, 8, 8] cuda:0
%5 = mul %4, %2 : f32[2, 4, 8, 8] cuda:0
%6 = add %5, %3 : f32[2, 4, 8, 8] cuda:0
%7 = view %2, [4, 1, 1, 1] : f32[4, 1, 1, 1] cuda:0
%8 = mul %1, %7 : f32[4, 3, 3, 3] cuda:0  # mul_1
%9 = view %3, [4] : f32[4] cuda:0  # view_1
%10 = _convolution_channels_last %0, %8, %9, [1, 1], [1, 1], [1, 1], 1, True)"
                R"( : f32[2, 4, 8, 8] strides [256, 1, 32, 4] cuda:0
%11 = relu %6 : f32[2, 4, 8, 8] cuda:0
%12 = exp %10 : f32[2, 4, 8, 8] cuda:0
return %12
)");
}

TEST_CASE("in 16 bits, transposed or returned, a convolution stays as it is", "[passes]") {
  CHECK(leaves_alone(lay_out_convolutions, R"(
%0 = input x : f16[2, 3, 8, 8] cuda:0
%1 = input weight : f16[4, 3, 3, 3] cuda:0
%2 = convolution %0, %1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1
%3 = relu %2
return %3)"));
  CHECK(leaves_alone(lay_out_convolutions, R"(
%0 = input x : f32[2, 4, 8, 8] cuda:0
%1 = input weight : f32[4, 3, 3, 3] cuda:0
%2 = convolution %0, %1, None, [1, 1], [1, 1], [1, 1], True, [0, 0], 1
%3 = relu %2
return %3)"));
  CHECK(leaves_alone(lay_out_convolutions, R"(
%0 = input x : f32[2, 3, 8, 8] cuda:0
%1 = input weight : f32[4, 3, 3, 3] cuda:0
%2 = convolution %0, %1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1
return %2)"));
}

TEST_CASE("where most convolutions are grouped or of one place, all stay as they are", "[passes]") {
  CHECK(leaves_alone(lay_out_convolutions, R"(
%0 = input x : f32[2, 8, 8, 8] cuda:0
%1 = input planes : f32[8, 1, 3, 3] cuda:0
%2 = convolution %0, %1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 8
%3 = relu %2
return %3)"));
  CHECK(leaves_alone(lay_out_convolutions, R"(
%0 = input x : f32[2, 8, 8, 8] cuda:0
%1 = input narrow : f32[4, 8, 1, 1] cuda:0
%2 = input dense : f32[4, 4, 3, 3] cuda:0
%3 = input wide : f32[8, 4, 1, 1] cuda:0
%4 = convolution %0, %1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1
%5 = relu %4
%6 = convolution %5, %2, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1
%7 = relu %6
%8 = convolution %7, %3, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1
%9 = relu %8
return %9)"));
}
