// Scalar expressions as WebAssembly, in four float lanes (wasm_values.cpp) or scalar
// (wasm_scalars.cpp). The loops around them are wasm.cpp's.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/codegen.h"
#include "codegen/plan.h"
#include "codegen/wasm_encoder.h"

namespace vt::codegen {

// Thrown in the generator for a nest that it has no code for; that nest then runs in the interpreter.
struct NoWasm {
  std::string reason;
};
[[noreturn]] void refuse_expression(const loop::Expr& e);

// Emits the expressions of one nest into one function, each into a local of its own.
class WasmValues {
 public:
  WasmValues(const loop::LoopNest& nest, const std::string& lane_axis, const WasmTarget& target,
             wasm::Function& function, wasm::Module& module);

  // Axis variables and size symbols as i32 locals.
  wasm::Local& variable(const std::string& name);
  wasm::Local& pointer(int64_t buffer) { return pointers_[buffer]; }
  wasm::Tree index(const SymExpr& e);

  // Values of the roots. For lanes, hoist_lanes sets the loop-invariant values before the loop; it also computes
  // the base addresses of lane loads, with the lane variable at zero. Inside the loop, `byte_offset` (in bytes of
  // float elements) is added to these bases.
  void hoist_lanes(const std::vector<loop::ExprId>& roots);
  void emit_lanes(const std::vector<loop::ExprId>& roots, uint32_t unroll_offset = 0);
  void emit_scalar(const std::vector<loop::ExprId>& roots);
  void hoist_store(const loop::Store& store);
  void store_lanes(const loop::Store& store, uint32_t unroll_offset = 0);
  void store_scalar(const loop::Store& store);
  wasm::Tree value(loop::ExprId id, bool lanes);

  void set_reduced(int64_t index, wasm::Local scalar) { reduced_[index] = std::move(scalar); }
  // In the column shape, reduced values are vectors.
  void set_reduced_lanes(int64_t index, wasm::Local vector) { reduced_lanes_[index] = std::move(vector); }
  void clear_reduced_lanes(int64_t index) { reduced_lanes_.erase(index); }
  // Interleaving: several vectors are computed together, each in its own set of locals (a copy). emit_lanes,
  // store_lanes and value work on the chosen copy. Only if can_interleave() allows it.
  void choose_copy(uint32_t copy) { copy_ = copy; }
  bool can_interleave(const std::vector<loop::ExprId>& roots, const std::vector<loop::Store>& stores) const;
  // emit_lanes for several copies, op by op: each constant is fetched once for all of them.
  void emit_lane_copies(const std::vector<loop::ExprId>& roots, uint32_t unroll_offset, uint32_t copies);
  void set_byte_offset(wasm::Local local) { byte_offset_ = std::move(local); }
  // The value of kCarry (the accumulated product of a template).
  void set_carry(wasm::Local lanes) { carry_ = std::move(lanes); }
  void set_scalar_carry(wasm::Tree value) { scalar_carry_ = std::move(value); }

  wasm::Type scalar_type(DType dtype) const;
  ItemId item_of(loop::ExprId id) const;

 private:
  bool moves(loop::ExprId id) const { return moving_[static_cast<uint32_t>(id)]; }
  void find_moving();
  wasm::Local& slot(loop::ExprId id, bool lanes);
  // The operands of an expression as values, and their dtype.
  struct Operands {
    std::vector<wasm::Tree> trees;
    DType dtype = DType::kFloat32;
    bool floating = false, truth = false;
  };
  Operands operands_of(const loop::Expr& e, bool lanes);
  bool is_constant_operand(const loop::Expr& e, int i) const;
  wasm::Tree narrowed(wasm::Tree v, const loop::Expr& e, const Operands& given);
  static wasm::Tree splat(wasm::Tree scalar, DType dtype);
  // One operation, in lanes or as a scalar. The parts below handle one kind each and return nullopt for other ops.
  wasm::Tree lane_operation(const loop::Expr& e);
  std::optional<wasm::Tree> lane_source(const loop::Expr& e);
  std::optional<wasm::Tree> lane_bits(const loop::Expr& e);
  std::optional<wasm::Tree> lane_formula(const loop::Expr& e);
  wasm::Tree lane_cast(const loop::Expr& e, const Operands& given);
  wasm::Tree lane_extreme(const loop::Expr& e, const Operands& given);
  std::optional<wasm::Tree> scalar_source(const loop::Expr& e);
  std::optional<wasm::Tree> scalar_formula(const loop::Expr& e, const Operands& given);
  std::optional<wasm::Tree> integer_formula(const loop::Expr& e, const Operands& given);
  wasm::Tree gathered(const loop::Expr& e);
  void emit_lane(loop::ExprId id, uint32_t unroll_offset);
  void set_value(loop::ExprId id, bool lanes);
  wasm::Tree scalar_operation(const loop::Expr& e);
  wasm::Tree float_remainder(const loop::Expr& e, bool quotient);
  wasm::Tree scalar_load(int64_t buffer, wasm::Tree address);
  wasm::Tree float_to_integer(wasm::Tree v, DType from, DType to);
  wasm::Tree scalar_cast(wasm::Tree v, DType from, DType to);
  wasm::Tree library_call(const char* name, const loop::Expr& e);
  wasm::Tree address(int64_t buffer, const SymExpr& at);
  wasm::Tree base(int64_t buffer, const SymExpr& at);
  wasm::Tree lane_address(const wasm::Local& base, DType dtype);

  const loop::LoopNest& nest_;
  std::string lane_axis_;
  const WasmTarget& target_;
  wasm::Function& f_;
  wasm::Module& module_;
  std::unordered_map<std::string, wasm::Local> variables_;
  std::vector<wasm::Local> pointers_;
  std::vector<bool> moving_;
  std::unordered_map<uint32_t, wasm::Local> lane_slots_, scalar_slots_, bases_;
  std::unordered_map<const loop::Store*, wasm::Local> store_bases_;
  std::unordered_map<int64_t, wasm::Local> reduced_, reduced_lanes_;
  wasm::Local byte_offset_, carry_;
  wasm::Tree scalar_carry_;
  int temporaries_ = 0;
  uint32_t copy_ = 0;
};

}  // namespace vt::codegen
