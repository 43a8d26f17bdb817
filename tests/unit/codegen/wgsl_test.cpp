// What WGSL text promises to who runs it. That it computes the right thing is
// checked on a device: tests/webgpu.
#include "catch.h"
#include "codegen/codegen.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

namespace {

GeneratedCode generate(const KernelSource& source, WgslTarget target = {}) { return generate_wgsl({source}, target); }
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

TEST_CASE("WGSL of an elementwise nest, whole", "[wgsl]") {
  const LoopNest nest = unary_nest(ScalarOp::kExp, 100);
  CHECK("\n" + text_of(generate(&nest)) == R"(
// exp_of, i64_add, load_bf16 ... are defined before this text
// module unary
@group(0) @binding(0) var<storage, read_write> p0: array<vec4<f32>>;  // b0
@group(0) @binding(1) var<storage, read> p1: array<vec4<f32>>;  // b1
@compute @workgroup_size(256)
fn unary(@builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) index: u32) {
  let thread = i32(index);
  let block = i32(group.x);
  let element = (block * 256 + thread) * 4;
  if (element >= 100) { return; }
  let i0 = element;
  let t0 = p1[i0 / 4];
  let t1 = exp_of_4(t0);
  p0[i0 / 4] = t1;
}

)");
}

TEST_CASE("every element has a thread, and a vector that is not full keeps what lies behind it", "[wgsl]") {
  const LoopNest nest = unary_nest(ScalarOp::kSin, 1001), few = unary_nest(ScalarOp::kSin, 7);
  const GeneratedCode code = generate(&nest);
  REQUIRE(code.wgsl.size() == 1);
  CHECK(number(code.wgsl[0].launches.at(0).groups) * 256 * 4 >= 1001);
  CHECK(has(text_of(code), "if (left >= 4) {"));
  CHECK_FALSE(has(text_of(generate(&few)), "vec4"));
}

TEST_CASE("a module gets the functions that it calls, and those that they call", "[wgsl]") {
  const LoopNest sine = unary_nest(ScalarOp::kSin, 100), absolute = unary_nest(ScalarOp::kAbs, 100);
  const std::string functions = generate(&sine).wgsl[0].functions;
  for (const char* name : {"fn sin_of_4(", "fn sin_of(", "fn trig_far("}) CHECK(has(functions, name));
  CHECK_FALSE(has(functions, "fn exp_of("));
  CHECK_FALSE(has(generate(&absolute).wgsl[0].functions, "fn "));
}

TEST_CASE("rows meet in shared memory, and long ones are shared by workgroups in two dispatches", "[wgsl]") {
  const LoopNest rows = softmax_nest(64, 4096), whole = sum_nest(1 << 24);
  const GeneratedCode one = generate(&rows), shared = generate(&whole);
  CHECK(one.wgsl[0].launches.size() == 1);
  CHECK_FALSE(one.wgsl[0].scratch_bytes);
  CHECK(has(text_of(one), "workgroupBarrier();"));
  REQUIRE(shared.wgsl[0].launches.size() == 3);  // parts, joined, and what stores the result
  CHECK(number(shared.wgsl[0].launches[0].groups) > 100);
  CHECK(number(shared.wgsl[0].scratch_bytes) >= 4 * number(shared.wgsl[0].launches[0].groups));
  CHECK(shared.wgsl[0].storage_buffers == 3);
}

TEST_CASE("what WGSL lacks is said, and the other kernels have their text", "[wgsl]") {
  const LoopNest doubles = cast_nest(DType::kFloat64, DType::kFloat32, 100), floats = unary_nest(ScalarOp::kAbs, 100);
  const GeneratedCode code = generate_wgsl({&doubles, &floats}, {});
  CHECK(code.wgsl[0].refusal == "float64");
  CHECK(code.wgsl[0].launches.empty());
  CHECK(has(text_of(code), "// cast_0: WGSL has no float64"));
  CHECK(code.wgsl[1].refusal.empty());
}

TEST_CASE("memory has the layout of the host: small elements are parts of words", "[wgsl]") {
  const LoopNest half = cast_nest(DType::kFloat32, DType::kBFloat16, 128),
                 byte = cast_nest(DType::kFloat32, DType::kUInt8, 7),
                 word = cast_nest(DType::kFloat32, DType::kInt64, 128);
  CHECK(has(text_of(generate(&half)), "p0[i0 / 4] = words_of(store_bf16_4(t1));"));
  CHECK(has(text_of(generate(&byte)), "p0: array<atomic<u32>>"));
  CHECK(has(text_of(generate(&word)), "p0: array<I64>"));
}

TEST_CASE("places are computed in 32 bits, numbers from memory in 64", "[wgsl]") {
  LoopNest nest = make_nest("places", 2, DType::kInt64);
  nest.buffers[1].dtype = DType::kInt64;
  nest.outer = {{"i0", num(100)}};
  ExprGraph& g = nest.exprs;
  const ExprId place = g.index(var("i0")), next = g.binary(ScalarOp::kAdd, place, g.constant_int(1, DType::kInt64)),
               sum = g.binary(ScalarOp::kAdd, next, g.load(1, var("i0"), DType::kInt64));
  nest.phases = {Phase{{}, {{0, var("i0"), sum}}}};
  const std::string text = text_of(generate(&nest));
  CHECK(has(text, "let t2 = t0 + t1;"));
  CHECK(has(text, "i64_add(i64_of(t2), t3)"));
}

TEST_CASE("places that are compared with a size of any magnitude are compared in 64 bits, one by one", "[wgsl]") {
  LoopNest nest = make_nest("placed", 2);
  nest.outer = {{"i0", num(128)}};
  nest.symbols = {"s0"};
  ExprGraph& g = nest.exprs;
  const ExprId before = g.binary(ScalarOp::kLess, g.index(var("i0")), g.index(sym_variable("s0"))),
               x = g.load(1, var("i0"), DType::kFloat32);
  nest.phases = {Phase{{}, {{0, var("i0"), g.select(before, x, g.constant(0, DType::kFloat32))}}}};
  const std::string text = text_of(generate(&nest));
  CHECK(has(text, "i64_of("));
  CHECK_FALSE(has(text, "vec4"));
}

TEST_CASE("more workgroups than a dispatch has along one side are rows of them", "[wgsl]") {
  LoopNest nest = unary_nest(ScalarOp::kAbs, 1 << 28), open = unary_nest(ScalarOp::kAbs, 100);
  open.outer[0].extent = sym_variable("s0");
  open.symbols = {"s0"};
  for (const LoopNest* each : {&nest, &open}) {
    CHECK(has(text_of(generate(each)), "let block = i32(group.y * groups.x + group.x);"));
    CHECK(has(text_of(generate(each)), "if (block >= "));
  }
  CHECK(has(text_of(generate(&open)), "let s0 = sizes.s0;"));
}
