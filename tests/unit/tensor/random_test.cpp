#include "tensor/random.h"

#include "catch.h"
#include "support/isa.h"
#include "tensor/print.h"

using namespace vt;

namespace {
Tensor make(std::initializer_list<int64_t> sizes, DType dtype = DType::kFloat32) {
  return empty_tensor(Dims(sizes), dtype);
}
}  // namespace

// Expected values were printed by PyTorch 2.14 after manual_seed(0).
TEST_CASE("uniform floats are PyTorch's to the bit", "[tensor]") {
  Generator generator(0);
  Tensor t = make({3});
  fill_uniform(t, 0, 1, generator);
  CHECK(t.data<float>()[0] == 0.49625658988952637f);
  CHECK(t.data<float>()[2] == 0.08847743272781372f);
}

TEST_CASE("short normals come from pairs of doubles", "[tensor]") {
  Generator generator(0);
  Tensor t = make({5});
  fill_normal(t, 0, 1, generator);
  CHECK(t.data<float>()[0] == 1.5409960746765137f);
  CHECK(t.data<float>()[4] == -1.0845223665237427f);
}

TEST_CASE("long normals come from blocks of sixteen with a tail of their own", "[tensor]") {
  Generator generator(0);
  Tensor t = make({20});
  fill_normal(t, 0, 1, generator);
  const float expected[] = {-1.1258398294448853f, -1.152360200881958f,  -0.2505785822868347f, -0.4338788092136383f,
                            0.5988394618034363f,  -1.5550950765609741f, -0.3413603901863098f, 1.85300612449646f,
                            0.46809640526771545f, -0.1577124446630478f, 1.4436601400375366f,  0.26604941487312317f,
                            1.3893661499023438f,  1.586334228515625f,   0.946298360824585f,   -0.843676745891571f,
                            0.9318265914916992f,  1.2590092420578003f,  2.0049805641174316f,  0.05373690277338028f};
  for (int i = 0; i < 20; ++i) CHECK(t.data<float>()[i] == Catch::Approx(expected[i]).epsilon(3e-7));
  Tensor d = make({20}, DType::kFloat64);
  generator.set_seed(0);
  fill_normal(d, 0, 1, generator);
  CHECK(d.data<double>()[0] == Catch::Approx(-2.310411800234176).epsilon(1e-14));
  CHECK(d.data<double>()[19] == Catch::Approx(-0.7498915228391941).epsilon(1e-14));
}

TEST_CASE("normals and ranges of floats are PyTorch's to the bit", "[tensor]") {
  if (isa() == Isa::kPlain) SKIP("no fused multiply-add on this machine");
  auto bits = [](const Tensor& t, int64_t at) { return __builtin_bit_cast(int32_t, t.data<float>()[at]); };
  Generator generator(0);
  Tensor t = make({20});
  fill_normal(t, 0, 1, generator);
  const int32_t expected[] = {-1081074811, -1080852342, -1098888234, -1092737699, 1058622859, -1077473957, -1095842102,
                              1072508750,  1055894101,  -1105100961, 1069074907,  1049114529, 1068619456,  1070271744,
                              1064452252,  -1084753101, 1064209456,  1067525943,  1073762714, 1029446458};
  for (int i = 0; i < 20; ++i) CHECK(bits(t, i) == expected[i]);
  generator.set_seed(0);
  Tensor scaled = make({33});
  fill_normal(scaled, 2, 3, generator);
  CHECK((bits(scaled, 29) == 1091469696 && bits(scaled, 30) == -1072036078 && bits(scaled, 31) == -1070553875 &&
         bits(scaled, 32) == 1085506157));
  generator.set_seed(0);
  Tensor range = make({17});
  fill_uniform(range, -1, 2, generator);
  CHECK((bits(range, 13) == -1090739722 && bits(range, 14) == -1108190864 && bits(range, 15) == 1057896840 &&
         bits(range, 16) == 1066133380));
}

TEST_CASE("words drawn together are those drawn one by one", "[tensor]") {
  Generator one(7), many(7);
  std::vector<uint32_t> words(1500);
  many.draw(words.data(), 5);
  many.draw(words.data() + 5, 619);
  many.draw(words.data() + 624, 876);
  for (uint32_t word : words) CHECK(word == one.random32());
  CHECK(one.random32() == many.random32());
}

TEST_CASE("integers draw 64 bits from a range of 2^28 on", "[tensor]") {
  Generator generator(0);
  Tensor t = make({4}, DType::kInt64);
  fill_random_int(t, 0, 10, generator);
  CHECK(tensor_text(t) == "tensor([4, 9, 3, 0])");
  generator.set_seed(0);
  fill_random_int(t, 0, int64_t{1} << 28, generator);
  CHECK(tensor_text(t) == "tensor([130329135, 136432832, 195187451, 149257575])");
  generator.set_seed(0);
  Tensor p = make({10}, DType::kInt64);
  fill_permutation(p, generator);
  CHECK(tensor_text(p) == "tensor([4, 1, 7, 5, 3, 9, 0, 8, 6, 2])");
}

TEST_CASE("bernoulli and exponential draw doubles", "[tensor]") {
  Generator generator(0);
  Tensor t = make({8});
  fill_bernoulli(t, 0.5, generator);
  CHECK(tensor_text(t) == "tensor([0., 0., 1., 0., 0., 0., 1., 1.])");
  generator.set_seed(0);
  Tensor e = make({2});
  fill_exponential(e, 1, generator);
  CHECK(e.data<float>()[0] == 3.508326292037964f);
}

TEST_CASE("a saved state continues the stream", "[tensor]") {
  Generator generator(7);
  generator.normal();
  Tensor saved = generator.state();
  CHECK(saved.numel() == 5056);
  double next = generator.normal(), after = generator.uniform();
  Generator other(1);
  other.set_state(saved);
  CHECK(other.normal() == next);
  CHECK(other.uniform() == after);
}
