// What is said of times: shares, headlines, when compiling has paid. No clock is read here.
#include "support/measurement.h"

#include "catch.h"

using namespace vt;

namespace {

Spread ratio(double median, double low, double high, uint64_t samples = 20) { return {median, low, high, samples}; }

CallPiece piece(WorkKind kind, const std::string& name, uint32_t depth, double start, double us) {
  CallPiece p;
  p.kind = kind, p.name = name, p.depth = depth, p.start_us = start, p.duration_us = us;
  return p;
}

}  // namespace

TEST_CASE("no share of a ceiling is above the whole", "[measurement]") {
  const Ceilings machine{10000, 100000};
  const CeilingShare half = ceiling_share(2, 10000, 0, machine);
  CHECK(half.of == CeilingShare::Of::kCopy);
  CHECK(half.part == 0.5);
  const CeilingShare cached = ceiling_share(0.5, 10000, 0, machine);
  CHECK(cached.of == CeilingShare::Of::kCache);  // faster than a copy through memory
  CHECK(cached.part == 1);
  const CeilingShare product = ceiling_share(1, 100, 400000, machine);
  CHECK(product.of == CeilingShare::Of::kProducts);
  CHECK(product.part == 1);
  CHECK(ceiling_share(1, 100, 100, {}).of == CeilingShare::Of::kNothing);
  CHECK(ceiling_share(0, 100, 100, machine).of == CeilingShare::Of::kNothing);
}

TEST_CASE("one sample tells of nothing, and a spread around 1 of no difference", "[measurement]") {
  CHECK(faster_side(ratio(2.1, 1.9, 2.3)) == Faster::kCompiled);
  CHECK(faster_side(ratio(0.4, 0.3, 0.5)) == Faster::kEager);
  CHECK(faster_side(ratio(1.3, 0.9, 1.7)) == Faster::kNeither);
  CHECK(faster_side(ratio(1.02, 1.01, 1.03)) == Faster::kNeither);
  CHECK(faster_side(ratio(0.1, 0.1, 0.1, 1)) == Faster::kNeither);
  MeasuredPoint point;
  point.ratio = ratio(2.1, 1.9, 2.3);
  CHECK(headline(point) == "2.1 times as fast compiled (1.9 to 2.3)");
  point.ratio = ratio(0.5, 0.4, 0.625);
  CHECK(headline(point) == "2 times as fast eager (1.6 to 2.5)");
  point.ratio = ratio(1, 0.9, 1.1);
  CHECK(headline(point) == "no difference beyond the spread (0.9 to 1.1)");
}

TEST_CASE("compiling has paid when what calls save makes up for it", "[measurement]") {
  MeasuredFunction f;
  f.own.eager_us.median = 30, f.own.compiled_us.median = 10;
  f.compiling_us = 1000;
  CHECK(f.pays_after() == 0);  // nothing tells that it is faster
  f.own.ratio = ratio(3, 2.5, 3.5);
  CHECK(f.pays_after() == 50);
  f.own.compiled_us.median = 31, f.own.ratio = ratio(0.97, 0.9, 1.1);
  CHECK(f.pays_after() == 0);
}

TEST_CASE("the shares of a call add up to it", "[measurement]") {
  const std::vector<CallPiece> work = {
      piece(WorkKind::kGraph, "compiled graph", 0, 0, 80), piece(WorkKind::kKernel, "fused", 1, 5, 30),
      piece(WorkKind::kKernel, "fused", 1, 40, 20), piece(WorkKind::kEager, "aten::add", 0, 85, 10)};
  const std::vector<TimeShare> shares = time_shares(work, 100);
  REQUIRE(shares.size() == 4);
  CHECK(shares[0].name == "fused");
  CHECK(shares[0].count == 2);
  CHECK(shares[0].us == 50);
  CHECK(shares[1].name == "compiled graph");
  CHECK(shares[1].us == 30);  // without what lies inside
  CHECK(shares[2].us == 10);
  CHECK(shares[3].name.empty());  // outside of all work
  CHECK(shares[3].us == 10);
}

TEST_CASE("a typical call is the mean of those like the median one", "[measurement]") {
  auto call = [](double us, double relu, const char* name = "relu") {
    return SampledCall{{piece(WorkKind::kEager, name, 0, 5, relu), piece(WorkKind::kEager, "add", 0, 5 + relu, 10)},
                       us};
  };
  // A clock with ticks of 10 us: of one call it tells nothing of a part of 3.
  const SampledCall typical =
      typical_call({call(20, 0), call(30, 10), call(20, 0), call(400, 300), call(20, 0, "sin")});
  REQUIRE(typical.work.size() == 2);
  CHECK(typical.work[0].name == "relu");
  CHECK(typical.work[0].start_us == 0);
  CHECK(typical.work[0].duration_us == 10.0 / 3);
  CHECK(typical.us == 70.0 / 3);
  CHECK(typical_call({}).work.empty());
  CHECK_FALSE(has_coarse_clock({call(20, 0), call(20, 0)}));
  CHECK(has_coarse_clock({{{piece(WorkKind::kEager, "a", 0, 0, 0), piece(WorkKind::kEager, "b", 0, 0, 100),
                            piece(WorkKind::kEager, "c", 0, 0, 0), piece(WorkKind::kEager, "d", 0, 0, 200)},
                           300}}));
}

TEST_CASE("the text of a measurement names spread, launches and what was done", "[measurement]") {
  MeasuredFunction f;
  f.name = "f", f.inputs = "float32[4]", f.line = 3, f.calls = 2, f.compiles = 1, f.compiling_us = 2000;
  f.own.eager_us = {20, 18, 25, 30}, f.own.compiled_us = {10, 9, 11, 30}, f.own.ratio = ratio(2, 1.8, 2.3, 30);
  f.own.bytes = 2048;
  f.eager.eager_ops = 4, f.compiled.kernels = 1, f.changed_inputs = 1;
  f.fixed = "axis 0 from 4 to 8: RuntimeError: sizes";
  const std::string text = measurement_text(f, {1000, 1000});
  CHECK(text.starts_with("f, line 3: float32[4]\n  2 times as fast compiled (1.8 to 2.3)\n"));
  CHECK(text.find("4 launches: 4 eager operations; 10.2% of a copy") != std::string::npos);
  CHECK(text.find("1 launch: 1 kernel;") != std::string::npos);
  CHECK(text.find("compiling took 2.00 ms in 1 of 2 calls; it has paid after 200 calls") != std::string::npos);
  CHECK(text.find("Calls change inputs in place") != std::string::npos);
  CHECK(text.find("sizes cannot be varied: axis 0") != std::string::npos);
}
