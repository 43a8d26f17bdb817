// Sums of PyTorch's own random numbers, compared to the bit with what PyTorch 2.14 printed
// after torch.manual_seed(0), one tensor after the other.
#include "catch.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/reduce.h"
#include "tensor/random.h"

using namespace vt;

namespace {
Tensor rand(std::initializer_list<int64_t> sizes, Generator& generator, DType dtype = DType::kFloat32) {
  Tensor t = empty_tensor(Dims(sizes), dtype);
  fill_uniform(t, 0, 1, generator);
  return t;
}
double sum_at(const Tensor& t, std::vector<int> axes, int64_t at) {
  Dims sizes = t.sizes();
  for (int axis : axes) sizes[axis] = 1;
  Tensor out = empty_tensor(sizes, t.dtype());
  reduce_into(Reduce::kSum, out, t, axes);
  return t.dtype() == DType::kFloat64 ? out.data<double>()[at] : static_cast<double>(out.data<float>()[at]);
}
Tensor view(const Tensor& t, std::initializer_list<int64_t> sizes, std::initializer_list<int64_t> strides) {
  return view_of(t, Dims(sizes), Dims(strides), 0);
}
}  // namespace

TEST_CASE("sums round as PyTorch's", "[ops]") {
  Generator generator(0);
  CHECK(sum_at(rand({1500}, generator), {0}, 0) == 745.7620849609375);
  CHECK(sum_at(rand({7}, generator), {0}, 0) == 2.9965806007385254);
  Tensor t = rand({37, 50}, generator);
  CHECK(sum_at(t, {0}, 0) == 16.19900894165039);
  CHECK(sum_at(t, {0}, 2) == 23.02072525024414);
  CHECK(sum_at(t, {0}, 48) == 19.137781143188477);
  CHECK(sum_at(t, {0}, 49) == 18.51119041442871);
  CHECK(sum_at(t, {1}, 0) == 25.75681495666504);
  CHECK(sum_at(t, {1}, 1) == 22.656925201416016);
  t = rand({6, 10, 7}, generator);
  CHECK(sum_at(t, {0, 2}, 0) == 19.299076080322266);
  CHECK(sum_at(t, {0, 2}, 3) == 22.573030471801758);
  CHECK(sum_at(t, {1}, 0) == 4.675520896911621);
  CHECK(sum_at(t, {1}, 3) == 4.706719875335693);
  CHECK(sum_at(t, {0, 1}, 0) == 29.939987182617188);
  CHECK(sum_at(t, {0, 1}, 3) == 26.6202392578125);
  t = rand({30, 40}, generator);
  Tensor transposed = view(t, {40, 30}, {1, 40});
  CHECK(sum_at(transposed, {0}, 0) == 20.215469360351562);
  CHECK(sum_at(transposed, {1}, 1) == 16.11860466003418);
  t = rand({12, 9}, generator, DType::kFloat64);
  CHECK(sum_at(t, {0}, 0) == 6.220047142517422);
  CHECK(sum_at(t, {0, 1}, 0) == 56.15962543844765);
  t = rand({100, 3}, generator);
  Tensor gaps = view(t, {100, 2}, {3, 2});
  CHECK(sum_at(gaps, {0}, 0) == 49.543670654296875);
  CHECK(sum_at(gaps, {0}, 1) == 51.73401641845703);
  CHECK(sum_at(gaps, {1}, 1) == 0.6848873496055603);
  CHECK(sum_at(gaps, {0, 1}, 0) == 101.27765655517578);
}
