// What CUDA text promises to its launcher. That it computes the right thing is checked by
// running it: tests/unit/runtime/backends_test.cpp and the cuda-host suite.
#include <algorithm>

#include "catch.h"
#include "codegen/codegen.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

namespace {

GeneratedCode generate(const LoopNest& nest, CudaTarget target = {}) {
  return generate_cuda(std::vector<KernelSource>{&nest}, target);
}
std::string text_of(const GeneratedCode& code) {
  std::string text;
  for (const TaggedLine& line : code.text) text += line.text + "\n";
  return text;
}
bool has(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }
int64_t number(const SymExpr& e) {
  int64_t value = -1;
  REQUIRE(e);
  CHECK(sym_is_constant(e, &value));
  return value;
}

}  // namespace

TEST_CASE("a flat kernel moves 16 bytes at a time, and single elements where pointers are not aligned", "[cuda]") {
  LoopNest nest = unary_nest(ScalarOp::kSin, 1 << 20);
  GeneratedCode wide = generate(nest);
  REQUIRE(wide.cuda.size() == 1);
  CHECK(wide.cuda[0].vector_access);
  CHECK(has(text_of(wide), "load_pack<4>"));
  CudaTarget target;
  target.aligned = false;
  GeneratedCode narrow = generate(nest, target);
  CHECK_FALSE(narrow.cuda[0].vector_access);
  CHECK_FALSE(has(text_of(narrow), "load_pack<4>"));
  // Every element has a thread's vector.
  const CudaLaunch& launch = wide.cuda[0].launches.at(0);
  CHECK(number(launch.blocks) * launch.threads * 4 >= 1 << 20);
}

TEST_CASE("rows that fit are read once", "[cuda]") {
  std::string text = text_of(generate(softmax_nest(64, 4096)));
  size_t first = text.find("load_pack");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("load_pack", first + 1) == std::string::npos);
  CHECK(generate(softmax_nest(64, 4096)).cuda[0].launches.size() == 1);
  // A row of 100000 floats does not fit: it is read again in each phase.
  std::string wide = text_of(generate(softmax_nest(2000, 100000)));
  first = wide.find("load_pack");
  CHECK(wide.find("load_pack", first + 1) != std::string::npos);
}

TEST_CASE("few reductions are shared among blocks, which take scratch and counters", "[cuda]") {
  GeneratedCode code = generate(sum_nest(1 << 24));
  const CudaKernel& kernel = code.cuda[0];
  CHECK(number(kernel.launches.at(0).blocks) > 100);
  CHECK(number(kernel.counters) == 1);
  CHECK(number(kernel.scratch_bytes) >= 4 * number(kernel.launches[0].blocks));
  CHECK(has(text_of(code), "is_last_block"));
  // A small one needs none of it.
  GeneratedCode small = generate(sum_nest(1000));
  CHECK(number(small.cuda[0].launches.at(0).blocks) == 1);
  CHECK_FALSE(small.cuda[0].scratch_bytes);
  CHECK_FALSE(small.cuda[0].counters);
}

TEST_CASE("columns are cut into tiles, and mean and variance take one pass", "[cuda]") {
  GeneratedCode code = generate(column_nest(16384, 4096));
  std::string text = text_of(code);
  CHECK(code.cuda[0].launches.size() == 1);
  CHECK(has(text, "Spread::add"));
  size_t first = text.find("load_pack");
  CHECK(text.find("load_pack", first + 1) == std::string::npos);
  CHECK(number(code.cuda[0].counters) == 32);  // tiles of 32 threads by 4 floats
}

TEST_CASE("what an empty tensor needs is no launch", "[cuda]") {
  CHECK(number(generate(unary_nest(ScalarOp::kSin, 0)).cuda[0].launches.at(0).blocks) == 0);
}

TEST_CASE("candidates differ from each other, the default first", "[cuda]") {
  for (const LoopNest& nest : {unary_nest(ScalarOp::kSin, 1 << 20), softmax_nest(64, 4096), sum_nest(1 << 24)}) {
    std::vector<CudaShape> shapes = cuda_candidates(&nest, {});
    REQUIRE(shapes.size() > 2);
    CHECK((shapes[0].threads == 0 && shapes[0].unroll == 0));
    std::vector<std::string> texts;
    for (const CudaShape& shape : shapes) {
      CudaTarget target;
      target.shape = shape;
      GeneratedCode code = generate(nest, target);
      texts.push_back(text_of(code) + sym_text(code.cuda[0].launches[0].blocks));
    }
    std::sort(texts.begin(), texts.end());
    CHECK(std::unique(texts.begin(), texts.end()) == texts.end());
  }
}
