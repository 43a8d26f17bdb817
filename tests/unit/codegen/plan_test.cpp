// What both generators decide before they print: loop shape, lanes, shared values, expansion.
#include "codegen/plan.h"

#include <algorithm>

#include "catch.h"
#include "codegen/c_text.h"
#include "codegen/expand.h"
#include "codegen/stash.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::codegen;
using namespace vt::test;

namespace {

// Ops that the whole nest still evaluates, phase by phase.
std::vector<ScalarOp> ops_of(const LoopNest& nest, const Phase& phase) {
  std::vector<ScalarOp> ops;
  for (ExprId id : needed_by(nest.exprs, roots_of(phase))) ops.push_back(nest.exprs.at(id).op);
  return ops;
}
bool has(const std::vector<ScalarOp>& ops, ScalarOp op) { return std::find(ops.begin(), ops.end(), op) != ops.end(); }

}  // namespace

TEST_CASE("the shape of the loops follows the axes and the strides", "[codegen]") {
  NestPlan flat = plan_nest(unary_nest(ScalarOp::kAbs, 100));
  CHECK(flat.shape == LoopShape::kPointwise);
  CHECK(flat.vector);
  CHECK(flat.lane_axis == "i0");
  NestPlan rows = plan_nest(softmax_nest(9, 100));
  CHECK(rows.shape == LoopShape::kRow);
  CHECK(rows.lane_axis == "i1");
  NestPlan columns = plan_nest(column_nest(9, 100));
  CHECK(columns.shape == LoopShape::kColumn);
  CHECK(columns.lane_axis == "i1");
  NestPlan whole = plan_nest(sum_nest(1000));
  CHECK(whole.shape == LoopShape::kSplit);
  CHECK(whole.lane_axis == "i0");
  CHECK_FALSE(plan_nest(argmax_nest(9, 100)).vector);
}

TEST_CASE("float64 and integer division have no lanes", "[codegen]") {
  LoopNest wide = make_nest("wide", 2, DType::kFloat64);
  wide.outer = {{"i0", num(8)}};
  ExprId x = wide.exprs.load(1, var("i0"), DType::kFloat64);
  wide.phases = {Phase{{}, {{0, var("i0"), wide.exprs.unary(ScalarOp::kAbs, x)}}}};
  CHECK_FALSE(plan_nest(wide).vector);
  LoopNest divided = make_nest("divided", 2, DType::kInt32);
  divided.outer = {{"i0", num(8)}};
  ExprId n = divided.exprs.load(1, var("i0"), DType::kInt32);
  divided.phases = {Phase{
      {},
      {{0, var("i0"), divided.exprs.binary(ScalarOp::kFloorDiv, n, divided.exprs.constant_int(3, DType::kInt32))}}}};
  CHECK_FALSE(plan_nest(divided).vector);
}

TEST_CASE("integers of 64 bits have lanes where they are only compared or cast", "[codegen]") {
  LoopNest nest = make_nest("places", 2);
  nest.outer = {{"i0", num(64)}};
  ExprGraph& g = nest.exprs;
  const ExprId place = g.index(var("i0")), target = g.load(1, num(0), DType::kInt64);
  nest.phases = {Phase{{}, {{0, var("i0"), g.cast(g.binary(ScalarOp::kEqual, place, target), DType::kFloat32)}}}};
  CHECK_FALSE(plan_nest(nest).vector);
  CHECK(plan_nest(nest, true).vector);
  nest.phases = {Phase{{}, {{0, var("i0"), g.binary(ScalarOp::kAdd, place, target)}}}};
  CHECK_FALSE(plan_nest(nest, true).vector);
}

TEST_CASE("how much an index grows from lane to lane at most", "[codegen]") {
  const SymExpr i = var("i0");
  CHECK(growth_along(sym_add(sym_min(num(31), i), num(7)), "i0").most <= 1);
  CHECK(growth_along(sym_mod(sym_add(i, num(255)), num(256)), "i0").most <= 1);
  CHECK(growth_along(sym_mul(num(2), sym_min(num(31), i)), "i0").most > 1);
  CHECK(growth_along(sym_add(i, sym_min(num(31), i)), "i0").most > 1);
  CHECK(growth_along(sym_mul(num(-1), sym_mod(i, num(8))), "i0").most > 1);
}

TEST_CASE("how an index moves along an axis", "[codegen]") {
  CHECK(access_along(row_major(16), "i1") == Access::kContiguous);
  CHECK(access_along(row_major(16), "i0") == Access::kStrided);
  CHECK(access_along(row_major(1), "i0") == Access::kContiguous);
  CHECK(access_along(row_major(16), "i2") == Access::kBroadcast);
  CHECK(mentions(row_major(16), "i0"));
  CHECK_FALSE(mentions(num(3), "i0"));
  int64_t value = -1;
  CHECK((sym_is_constant(index_at_zero(sym_mul(var("i0"), num(16)), "i0"), &value) && value == 0));
}

TEST_CASE("expansion leaves basic operations only, and other types alone", "[codegen]") {
  for (ScalarOp op : {ScalarOp::kExp, ScalarOp::kLog, ScalarOp::kTanh, ScalarOp::kSigmoid, ScalarOp::kErf,
                      ScalarOp::kSin, ScalarOp::kCos, ScalarOp::kExpm1, ScalarOp::kLog1p}) {
    INFO(loop::scalar_op_info(op).name);
    REQUIRE(has_expansion(op));
    LoopNest nest = unary_nest(op, 100);
    nest.items.assign(nest.exprs.size(), ItemId(5));
    LoopNest expanded = expand_math(nest, true);
    CHECK(loop::verify_nest(expanded).empty());
    CHECK(expanded.exprs.size() > nest.exprs.size());
    for (ExprId left : needed_by(expanded.exprs, roots_of(expanded.phases[0])))
      CHECK((is_rare(expanded.exprs, left) || !has_expansion(expanded.exprs.at(left).op)));
    // What an op became is of the graph node that the op came from.
    REQUIRE(expanded.items.size() == expanded.exprs.size());
    CHECK(expanded.items[static_cast<uint32_t>(expanded.phases[0].stores[0].value)] == ItemId(5));
  }
  CHECK_FALSE(has_expansion(ScalarOp::kAdd));
  LoopNest wide = make_nest("wide", 2, DType::kFloat64);
  wide.outer = {{"i0", num(8)}};
  wide.phases = {
      Phase{{}, {{0, var("i0"), wide.exprs.unary(ScalarOp::kExp, wide.exprs.load(1, var("i0"), DType::kFloat64))}}}};
  CHECK(has(ops_of(expand_math(wide, true), expand_math(wide, true).phases[0]), ScalarOp::kExp));
}

TEST_CASE("softmax computes each exponential once and divides once per row", "[codegen]") {
  LoopNest nest = softmax_nest(9, 100);
  REQUIRE(has(ops_of(nest, nest.phases[1]), ScalarOp::kExp));
  REQUIRE(has(ops_of(nest, nest.phases[2]), ScalarOp::kExp));
  stash_shared_values(nest);
  CHECK(loop::verify_nest(nest).empty());
  CHECK(has(ops_of(nest, nest.phases[1]), ScalarOp::kExp));
  CHECK_FALSE(has(ops_of(nest, nest.phases[2]), ScalarOp::kExp));
  REQUIRE(nest.phases[1].stores.size() == 1);
  CHECK(nest.phases[1].stores[0].buffer == 0);
  divide_once_per_row(nest);
  CHECK(loop::verify_nest(nest).empty());
  const loop::Expr& stored = nest.exprs.at(nest.phases[2].stores[0].value);
  CHECK(stored.op == ScalarOp::kMul);
  // Nothing is dear in a sum, and nothing is shared by one phase.
  LoopNest sum = sum_nest(100), flat = unary_nest(ScalarOp::kExp, 100);
  size_t before = sum.exprs.size();
  stash_shared_values(sum);
  stash_shared_values(flat);
  CHECK(sum.exprs.size() == before);
  CHECK(flat.phases[0].stores.size() == 1);
}

TEST_CASE("indices and types as C text", "[codegen]") {
  CHECK(c_index(num(7)) == "7");
  CHECK(c_index(num(int64_t{1} << 40)) == "1099511627776LL");
  CHECK(c_index(var("i0")) == "i0");
  CHECK(c_index(row_major(16)).find("16") != std::string::npos);
  CHECK(std::string(c_storage_type(DType::kBool)) == "unsigned char");
  CHECK(std::string(c_register_type(DType::kBool)) == "bool");
  CHECK(std::string(c_register_type(DType::kFloat16)) == "float");
}
