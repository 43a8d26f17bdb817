// The text and the bytes: stable, linked to what they came from, following their source.
// That they compute the right thing is shown where they run, in unit/runtime.
#include <set>

#include "catch.h"
#include "codegen/codegen.h"
#include "codegen/wasm_encoder.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

namespace {

std::string text_of(const GeneratedCode& code) {
  std::string text;
  for (const TaggedLine& line : code.text) text += line.text + "\n";
  return text;
}

std::vector<uint8_t> bytes_of(const wasm::Tree& tree) { return {tree.bytes.begin(), tree.bytes.end()}; }

}  // namespace

TEST_CASE("the same nests give the same code, other nests other code", "[codegen]") {
  LoopNest sine = unary_nest(ScalarOp::kSin, 100), cosine = unary_nest(ScalarOp::kCos, 100);
  CpuTarget narrow, wide;
  narrow.vector_bytes = 16;
  wide.vector_bytes = 64;
  CHECK(text_of(generate_cpp({&sine}, wide)) == text_of(generate_cpp({&sine}, wide)));
  CHECK(text_of(generate_cpp({&sine}, wide)) != text_of(generate_cpp({&cosine}, wide)));
  CHECK(text_of(generate_cpp({&sine}, wide)) + generate_cpp({&sine}, wide).prelude !=
        text_of(generate_cpp({&sine}, narrow)) + generate_cpp({&sine}, narrow).prelude);
  CHECK(generate_wasm({&sine}, {}).wasm == generate_wasm({&sine}, {}).wasm);
  CHECK(generate_wasm({&sine}, {}).wasm != generate_wasm({&cosine}, {}).wasm);
  CHECK(generate_wasm({&sine}, {true}).wasm != generate_wasm({&sine}, {false}).wasm);
  CHECK(text_of(generate_cuda({&sine}, {})) != text_of(generate_cuda({&cosine}, {})));
}

TEST_CASE("every kernel has an entry of its own, in order, and its text names it", "[codegen]") {
  LoopNest first = unary_nest(ScalarOp::kAbs, 100), second = softmax_nest(3, 5), third = sum_nest(7);
  first.name = "a_0", second.name = "b_1", third.name = "c_2";
  std::vector<KernelSource> sources = {&first, &second, &third};
  for (const GeneratedCode& code : {generate_cpp(sources, {}), generate_wasm(sources, {})}) {
    REQUIRE(code.entry_names.size() == 3);
    CHECK(code.entry_names[0].find("a_0") != std::string::npos);
    CHECK(code.entry_names[2].find("c_2") != std::string::npos);
    CHECK(std::set<std::string>(code.entry_names.begin(), code.entry_names.end()).size() == 3);
    size_t at = 0;
    for (const std::string& name : code.entry_names) {
      at = text_of(code).find(name, at);
      REQUIRE(at != std::string::npos);
    }
  }
  CHECK(generate_cpp({}, {}).entry_names.empty());
}

TEST_CASE("a line of code is of the graph node whose value it computes", "[codegen]") {
  LoopNest nest = unary_nest(ScalarOp::kSigmoid, 100);
  nest.items.assign(nest.exprs.size(), ItemId(5));
  nest.items[0] = ItemId(3);
  for (const GeneratedCode& code :
       {generate_cpp({&nest}, {}), generate_wasm({&nest}, {}), generate_cuda({&nest}, {})}) {
    std::set<ItemId> seen;
    for (const TaggedLine& line : code.text) seen.insert(line.items.begin(), line.items.end());
    CHECK(seen.count(ItemId(5)));
    for (ItemId id : seen) CHECK((id == ItemId(5) || id == ItemId(3) || id == nest.item));
  }
}

TEST_CASE("a long kernel in WebAssembly does its work in many calls, a short one at once", "[codegen]") {
  LoopNest shorter = unary_nest(ScalarOp::kAbs, 1000), longer = unary_nest(ScalarOp::kAbs, 100000), open = longer;
  open.outer[0].extent = sym_variable("s0");
  open.symbols = {"s0"};
  auto calls_a_part = [](const LoopNest& nest) {
    GeneratedCode code = generate_wasm({&nest}, {});
    CHECK(code.entry_names == std::vector<std::string>{"unary"});
    return text_of(code).find("call $unary_part") != std::string::npos;
  };
  CHECK_FALSE(calls_a_part(shorter));
  CHECK(calls_a_part(longer));
  CHECK(calls_a_part(open));
}

TEST_CASE("WebAssembly instructions are encoded as its specification says", "[codegen]") {
  using namespace wasm;
  CHECK(bytes_of(i32(0)) == std::vector<uint8_t>{0x41, 0x00});
  CHECK(bytes_of(i32(-1)) == std::vector<uint8_t>{0x41, 0x7f});
  CHECK(bytes_of(i32(64)) == std::vector<uint8_t>{0x41, 0xc0, 0x00});  // signed: 64 takes two bytes
  CHECK(bytes_of(i32(-128)) == std::vector<uint8_t>{0x41, 0x80, 0x7f});
  CHECK(bytes_of(i64(624485)) == std::vector<uint8_t>{0x42, 0xe5, 0x8e, 0x26});
  CHECK(bytes_of(f32(1.0f)) == std::vector<uint8_t>{0x43, 0, 0, 0x80, 0x3f});
  CHECK(bytes_of(f64(-2.0)) == std::vector<uint8_t>{0x44, 0, 0, 0, 0, 0, 0, 0, 0xc0});
  Tree sum = op("i32.add", {i32(1), i32(2)});
  CHECK(bytes_of(sum) == std::vector<uint8_t>{0x41, 1, 0x41, 2, 0x6a});
  CHECK(sum.text == "(i32.add (i32.const 1) (i32.const 2))");
  CHECK(bytes_of(op("f32x4.add")) == std::vector<uint8_t>{0xfd, 0xe4, 0x01});
  CHECK_THROWS(op("i32.nonsense"));
}

TEST_CASE("a module has the header, and grows with its functions", "[codegen]") {
  LoopNest nest = unary_nest(ScalarOp::kNeg, 100);
  std::vector<uint8_t> one = generate_wasm({&nest}, {}).wasm;
  REQUIRE(one.size() > 8);
  CHECK(std::vector<uint8_t>(one.begin(), one.begin() + 8) == std::vector<uint8_t>{0, 'a', 's', 'm', 1, 0, 0, 0});
  // Sections come in rising order, and their lengths reach exactly to the end.
  size_t at = 8;
  int previous = 0;
  while (at < one.size()) {
    CHECK(one[at] > previous);
    previous = one[at++];
    size_t length = 0;
    for (int shift = 0;; shift += 7) {
      length |= static_cast<size_t>(one[at] & 0x7f) << shift;
      if (!(one[at++] & 0x80)) break;
    }
    at += length;
  }
  CHECK(at == one.size());
}

TEST_CASE("what lies transposed is read through a tile, in rows that are reduced too", "[codegen]") {
  const SymExpr across = sym_add(var("i0"), sym_mul(var("i1"), num(64)));
  LoopNest nest = make_nest("transposed", 3);
  nest.outer = {{"i0", num(64)}, {"i1", num(128)}};
  ExprGraph& g = nest.exprs;
  const ExprId straight = g.load(1, row_major(128), DType::kFloat32), turned = g.load(2, across, DType::kFloat32);
  nest.phases = {Phase{{}, {{0, row_major(128), g.binary(ScalarOp::kAdd, straight, turned)}}}};
  const std::string tiled = text_of(generate_cpp({&nest}, {}));
  CHECK(tiled.find("transpose_tile(tile0, 64, p2 + ") != std::string::npos);
  CHECK(tiled.find("load_v(tile0 + ") != std::string::npos);
  CHECK(tiled.find("tile1") == std::string::npos);
  nest.phases = {Phase{{}, {{0, row_major(128), straight}}}};
  CHECK(text_of(generate_cpp({&nest}, {})).find("tile0") == std::string::npos);
  nest.outer.pop_back();
  nest.inner = {{"i1", num(128)}};
  nest.phases = {Phase{{{Reduce::kSum, DType::kFloat32, g.binary(ScalarOp::kMul, straight, turned)}}, {}}};
  CHECK(text_of(generate_cpp({&nest}, {})).find("transpose_tile(tile0, 128, p2 + ") != std::string::npos);
}

TEST_CASE("places are compared in lanes, and clamped reads are vectors where their lanes lie side by side",
          "[codegen]") {
  LoopNest nest = make_nest("padded", 2);
  nest.outer = {{"i0", num(130)}};
  ExprGraph& g = nest.exprs;
  const SymExpr place = sym_sub(var("i0"), num(1));
  const ExprId inside = g.binary(ScalarOp::kGreaterEqual, g.index(place), g.constant_int(0, DType::kInt64));
  const ExprId value = g.load(1, sym_max(num(0), sym_min(num(127), place)), DType::kFloat32);
  nest.phases = {Phase{{}, {{0, var("i0"), g.select(inside, value, g.constant(0, DType::kFloat32))}}}};
  const std::string text = text_of(generate_cpp({&nest}, {}));
  CHECK(text.find("lane_places(") != std::string::npos);
  CHECK(text.find("return load_v(p1 + first)") != std::string::npos);
}

TEST_CASE("C++ kernels that compute the same share one function", "[codegen]") {
  LoopNest first = unary_nest(ScalarOp::kAbs, 100), second = first, third = unary_nest(ScalarOp::kAbs, 200);
  first.name = "abs_0", second.name = "abs_1", third.name = "abs_2";
  second.buffers[0].name = "another";
  const GeneratedCode code = generate_cpp({&first, &second, &third}, {});
  CHECK(code.entry_names == std::vector<std::string>{"abs_0", "abs_0", "abs_2"});
  REQUIRE(code.functions.size() == 2);
  CHECK(code.functions[1].entry == "abs_2");
  CHECK(text_of(code).find("// abs_1: the same code as abs_0") != std::string::npos);
}
