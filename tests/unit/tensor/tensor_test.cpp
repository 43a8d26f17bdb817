#include <cmath>

#include "catch.h"
#include "tensor/allocator.h"
#include "tensor/print.h"
#include "tensor/visit.h"

using namespace vt;

namespace {
Tensor values(std::initializer_list<int64_t> sizes, std::initializer_list<double> numbers,
              DType dtype = DType::kFloat32) {
  Tensor t = empty_tensor(Dims(sizes), dtype);
  visit_dtype(dtype, [&]<class T>() {
    int64_t i = 0;
    for (double number : numbers) t.data<T>()[i++] = convert<T>(number);
  });
  return t;
}
}  // namespace

TEST_CASE("tensors print as PyTorch prints them", "[tensor]") {
  CHECK(tensor_text(values({3}, {1, 2, 3})) == "tensor([1., 2., 3.])");
  CHECK(tensor_text(values({2}, {0.5, -1.25})) == "tensor([ 0.5000, -1.2500])");
  CHECK(tensor_text(values({}, {3.14159})) == "tensor(3.1416)");
  CHECK(tensor_text(values({2}, {1e-5, 1})) == "tensor([1.0000e-05, 1.0000e+00])");
  CHECK(tensor_text(values({2}, {NAN, HUGE_VAL})) == "tensor([nan, inf])");
  CHECK(tensor_text(values({3}, {0, 0, 0})) == "tensor([0., 0., 0.])");
  CHECK(tensor_text(values({2, 2}, {1, 2, 3, 4}, DType::kInt32)) ==
        "tensor([[1, 2],\n        [3, 4]], dtype=torch.int32)");
  CHECK(tensor_text(values({2}, {1, 0}, DType::kBool)) == "tensor([ True, False])");
  CHECK(tensor_text(values({2, 0}, {})) == "tensor([], size=(2, 0))");
  CHECK(tensor_text(values({0}, {}, DType::kInt64)) == "tensor([], dtype=torch.int64)");
  CHECK(tensor_text(values({1}, {2}, DType::kFloat64), {"grad_fn=<MulBackward0>"}) ==
        "tensor([2.], dtype=torch.float64, grad_fn=<MulBackward0>)");
  CHECK(tensor_text(values({3}, {NAN, 1, 2.5})) == "tensor([   nan, 1.0000, 2.5000])");
}

TEST_CASE("more than a thousand elements are summarised", "[tensor]") {
  int64_t size = 1001;
  Tensor t = empty_tensor({&size, 1}, DType::kInt64);
  for (int64_t i = 0; i < size; ++i) t.data<int64_t>()[i] = i;
  CHECK(tensor_text(t) == "tensor([   0,    1,    2,  ...,  998,  999, 1000])");
}

TEST_CASE("promotion follows PyTorch's lattice", "[tensor]") {
  CHECK(promote_types(DType::kUInt8, DType::kInt8) == DType::kInt16);
  CHECK(promote_types(DType::kFloat16, DType::kBFloat16) == DType::kFloat32);
  CHECK(promote_types(DType::kInt64, DType::kFloat16) == DType::kFloat16);
  CHECK(promote_types(DType::kBool, DType::kUInt8) == DType::kUInt8);
  CHECK(promote_types(DType::kInt32, DType::kInt64) == DType::kInt64);
}

TEST_CASE("every half converts to float and back", "[tensor]") {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    Half h{static_cast<uint16_t>(bits)};
    float f = to_float(h);
    if (f != f) continue;
    CHECK(to_half(f).bits == bits);
  }
  CHECK(to_float(to_half(65520.0f)) == HUGE_VALF);
  CHECK(to_float(to_half(65519.0f)) == 65504.0f);
  CHECK(to_half(1.0f + 0x1p-11f).bits == to_half(1.0f).bits);  // a tie goes to even
  CHECK(to_float(to_bfloat16(1.00390625f)) == 1.0f);
}

TEST_CASE("an allocation that no machine has is an error with PyTorch's text", "[tensor]") {
  int64_t size = 1000000000000;
  try {
    empty_tensor({&size, 1}, DType::kFloat32);
    FAIL("no error");
  } catch (const TensorError& error) {
    CHECK(error.message.find("DefaultCPUAllocator: can't allocate memory: you tried to allocate 4000000000000 bytes. "
                             "Error code 12 (Cannot allocate memory)") != std::string::npos);
  }
  int64_t sizes[] = {int64_t{1} << 40, int64_t{1} << 30};
  CHECK_THROWS_AS(empty_tensor(sizes, DType::kFloat32), TensorError);
}

TEST_CASE("the limit of a run bounds its tensors, and freed memory counts no more", "[tensor]") {
  int64_t live = memory_stats().live;
  set_memory_limit(live + (1 << 20));
  int64_t size = 1 << 19;
  {
    Tensor t = empty_tensor({&size, 1}, DType::kUInt8);
    CHECK(memory_stats().live == live + size);
    CHECK_THROWS_AS(empty_tensor({&size, 1}, DType::kInt16), TensorError);
  }
  CHECK(memory_stats().live == live);
  set_memory_limit(0);
}
