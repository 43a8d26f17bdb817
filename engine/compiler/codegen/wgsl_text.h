// Shared by the sources of the WGSL generator: lines, bindings, expressions, loads and stores. wgsl.cpp
// chooses among wgsl_*.cpp, which has one file per kernel shape.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/c_text.h"
#include "codegen/codegen.h"
#include "codegen/plan.h"

namespace vt::codegen {

// Register type of a value: 16-bit floats as f32, integers of up to 32 bits as i32, 64-bit integers as i32 if they
// provably fit, otherwise as two words (I64).
enum class WgslKind : uint8_t { kFloat, kInt, kBool, kLong };

struct WgslOperand {
  std::string text;
  WgslKind kind;
  bool lanes = false;  // a vector: four neighbouring elements
};
// The operands of an expression, and the type of its result.
struct WgslOperands {
  std::vector<WgslOperand> of;
  WgslKind kind = WgslKind::kFloat;
  bool lanes = false;
};

// wgsl_values.cpp: one expression. Loads, constants, indices and reduced values are written by the caller.
std::string wgsl_operation(const loop::ExprGraph& graph, const loop::Expr& e, const WgslOperands& operands);
WgslOperands wgsl_operands(const loop::ExprGraph& graph, const loop::Expr& e);  // as scalars, typed by their dtypes
std::string wgsl_convert(const WgslOperand& value, WgslKind kind, bool lanes);
std::string wgsl_constant(const loop::Expr& e, WgslKind kind);
std::string wgsl_number(double value);
WgslKind wgsl_kind(DType dtype);
std::string wgsl_type(WgslKind kind, bool lanes);
std::string wgsl_index(const SymExpr& e);
std::string wgsl_long_index(const SymExpr& e);  // computed in 64 bits
// The feature that WGSL lacks ("float64"); empty if there is none.
std::string wgsl_refusal(const loop::LoopNest& nest);

// wgsl_prelude.cpp
std::string wgsl_prelude();                               // all helper functions
std::string wgsl_functions_for(const std::string& text);  // the helper functions that `text` calls

// The text (usually a name) of expressions that are computed already.
using WgslKnown = std::map<loop::ExprId, std::string>;

class WgslText {
 public:
  // `lane_axis`: the axis along which a thread may compute four elements at once; empty: none. `flat`: the only
  // axis, so that its last vector may be partial. `reduced_lanes`: reduced values are vectors along it too.
  WgslText(const loop::LoopNest& nest, const WgslTarget& target, std::string lane_axis, bool flat, bool reduced_lanes);

  const loop::LoopNest& nest;
  const WgslTarget& target;
  int width = 1;      // 4: vectors
  bool tail = false;  // the last vector may be partial; `left` is its number of elements

  void line(const std::string& text, std::vector<ItemId> items = {});
  void open(const std::string& text);
  void close();
  ItemId item_of(loop::ExprId id) const;
  // Adds a declaration to the module, such as an array in workgroup memory.
  void declare(const std::string& text) { declared_.push_back(text); }
  bool scratch = false;  // binds `scratch`, an array of 32-bit words
  void open_entry(const std::string& name, int threads, const SymExpr& groups);
  // Completes the module and returns its lines: bindings, declarations, entries.
  std::vector<TaggedLine> finish();

  int64_t hint(const SymExpr& e) const { return with_hints(e, target.hints); }
  void unflatten(const std::vector<loop::Axis>& axes, const std::string& value);
  std::vector<loop::ExprId> needed(const std::vector<loop::ExprId>& roots, const WgslKnown& known = {}) const;
  // Emits `let tN = ...;` for all values that the roots use; a known value is referred to by its text.
  void values(const std::vector<loop::ExprId>& roots, const WgslKnown& known = {});
  // `guard`: condition under which the element exists.
  void store(const loop::Store& s, const std::string& guard = "");
  WgslOperand operand(loop::ExprId id) const;
  bool varies(loop::ExprId id) const { return varies_[static_cast<uint32_t>(id)]; }
  WgslKind kind_of(loop::ExprId id) const { return kinds_[static_cast<uint32_t>(id)]; }
  std::string element(int64_t buffer, const std::string& index) const;                    // one, in its register type
  std::string four(int64_t buffer, const SymExpr& index, const std::string& axis) const;  // four along an axis
  bool packed(const SymExpr& index) const;
  std::string vector_at(int64_t buffer, const std::string& index) const;  // of a buffer bound as vectors
  void read_as_vectors(int64_t buffer);  // for loads outside of expressions; no effect on a written buffer
  bool holds_vectors(int64_t buffer) const { return forms_[static_cast<size_t>(buffer)] == Form::kVectors; }

  // --- reductions: numbered over all phases, as kReduced does
  int first_reduction(size_t phase) const { return first_reduction_[phase]; }
  const loop::Reduction& reduction(int number) const { return *reductions_[static_cast<size_t>(number)]; }
  int reduction_count() const { return static_cast<int>(reductions_.size()); }
  static bool is_arg(const loop::Reduction& r);
  WgslKind kind_of(const loop::Reduction& r) const;  // of the accumulator
  std::string identity(const loop::Reduction& r, bool lanes) const;
  std::string combine(const loop::Reduction& r, const std::string& a, const std::string& b, bool lanes) const;
  // acc = combine(acc, value); arg reductions also update `at`, a 32-bit position.
  std::string accumulate(const loop::Reduction& r, const std::string& acc, const std::string& at,
                         const std::string& value, const std::string& place, bool lanes) const;

 private:
  enum class Form : uint8_t { kElements, kVectors, kWords, kAtomicWords };
  void choose_width(const std::string& axis, bool flat);
  void choose_forms();
  void choose_kinds();
  bool lanes_possible(const std::vector<loop::ExprId>& ids) const;
  DType dtype_of(int64_t buffer) const { return nest.buffers[static_cast<size_t>(buffer)].dtype; }
  std::string binding_type(int64_t buffer) const;
  std::string load(const loop::Expr& e, bool lanes) const;
  std::string index_value(const loop::Expr& e, WgslKind kind, bool lanes) const;
  void store_one(int64_t buffer, const std::string& index, const WgslOperand& value, const std::string& guard,
                 const std::vector<ItemId>& items);
  void store_four(int64_t buffer, const std::string& index, const WgslOperand& value, const std::string& guard,
                  const std::vector<ItemId>& items);

  std::string axis_;
  bool reduced_lanes_;
  std::vector<bool> varies_;
  std::vector<double> bounds_;  // upper bounds of the magnitudes of integers
  std::vector<WgslKind> kinds_;
  std::vector<Form> forms_;
  std::vector<std::string> declared_;
  std::vector<TaggedLine> lines_;
  int depth_ = 0;
  std::vector<const loop::Reduction*> reductions_;
  std::vector<int> first_reduction_;
};

inline constexpr int64_t kMostGroups = 65535;  // maximum of workgroups per dimension of a dispatch

std::string pointer_name(int64_t buffer);
// One function per kernel shape.
WgslKernel emit_wgsl_pointwise(const loop::LoopNest& nest, const WgslTarget& target, std::vector<TaggedLine>& out);
WgslKernel emit_wgsl_reductions(const loop::LoopNest& nest, const WgslTarget& target, std::vector<TaggedLine>& out);
WgslKernel emit_wgsl_product(const loop::MatmulTemplate& product, const WgslTarget& target,
                             std::vector<TaggedLine>& out);

}  // namespace vt::codegen
