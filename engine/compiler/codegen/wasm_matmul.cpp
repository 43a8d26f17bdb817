#include "codegen/wasm_matmul.h"

#include "codegen/expand.h"
#include "codegen/wasm_values.h"

namespace vt::codegen {
namespace {
using loop::LoopNest;
using loop::MatmulTemplate;
using wasm::get;
using wasm::Local;
using wasm::op;
using wasm::Tree;
using wasm::Type;

constexpr int64_t kPartProducts = 1 << 17;  // multiply-adds per part that one thread takes
constexpr int kTileRows = 4, kTileVectors = 2, kPanel = 4 * kTileVectors;

// The epilogue as a nest over b, m, n in which kCarry is the product.
LoopNest epilogue_of(const MatmulTemplate& t) {
  LoopNest nest;
  nest.name = t.name;
  nest.outer = {{"b", t.batch}, {"m", t.m}, {"n", t.n}};
  nest.phases = {loop::Phase{{}, t.epilogue}};
  nest.buffers = t.buffers;
  nest.buffers.push_back({"panel", DType::kFloat32, -1, true});
  nest.symbols = t.symbols;
  nest.exprs = t.exprs;
  nest.items = t.items;
  return expand_math(nest, false);
}

class WasmMatmul {
 public:
  WasmMatmul(const MatmulTemplate& t, const WasmTarget& target, wasm::Module& module)
      : t_(t),
        target_(target),
        module_(module),
        nest_(epilogue_of(t)),
        f_(t.name + "_panel", "b", "n"),
        values_(nest_, "n", target, f_, module) {}

  // The part function (see wasm.cpp) computes one panel of columns.
  void emit() {
    if (t_.dtype != DType::kFloat32) throw NoWasm{std::string("no WebAssembly product of ") + dtype_name(t_.dtype)};
    declare();
    f_.set(a_base_, operand_base(t_.a));
    f_.set(b_base_, operand_base(t_.b));
    pack_panel();
    f_.set(m_, wasm::i32(0));
    emit_rows(kTileRows);
    emit_rows(1);
    emit_kernel(module_.add(std::move(f_)));
  }

 private:
  void emit_kernel(uint32_t panel) {
    if (target_.shared) return emit_shared(panel);
    wasm::Function kernel(t_.name);
    LoopNest sizes;
    sizes.symbols = t_.symbols;
    WasmValues values(sizes, "", target_, kernel, module_);
    Local b = kernel.local(Type::kI32, "b"), n = kernel.local(Type::kI32, "n");
    kernel.begin_while(op("i32.lt_s", {get(b), values.index(t_.batch)}));
    kernel.set(n, wasm::i32(0));
    kernel.begin_while(op("i32.lt_s", {get(n), values.index(t_.n)}));
    kernel.statement(kernel.call(panel, (t_.name + "_panel").c_str(),
                                 {get(kernel.parameter(0)), get(kernel.parameter(1)), get(b), get(n)}));
    kernel.set(n, op("i32.add", {get(n), wasm::i32(kPanel)}));
    kernel.end_while();
    kernel.set(b, op("i32.add", {get(b), wasm::i32(1)}));
    kernel.end_while();
    module_.add(std::move(kernel));
  }
  // Threads take panels, numbered through all matrices of the batch; each thread packs into scratch of its own.
  void emit_shared(uint32_t panel) {
    LoopNest sizes;
    sizes.symbols = t_.symbols;
    const SymExpr panels = sym_floordiv(sym_add(t_.n, sym_constant(kPanel - 1)), sym_constant(kPanel));
    wasm::Function part(t_.name + "_part", "from", "to");
    WasmValues of_part(sizes, "", target_, part, module_);
    Local at = part.parameter(2), row = part.local(Type::kI32, "row");
    part.set(row, of_part.index(panels));
    part.begin_while(op("i32.lt_s", {get(at), get(part.parameter(3))}));
    part.statement(part.call(panel, (t_.name + "_panel").c_str(),
                             {get(part.parameter(0)), get(part.parameter(1)), op("i32.div_s", {get(at), get(row)}),
                              op("i32.mul", {op("i32.rem_s", {get(at), get(row)}), wasm::i32(kPanel)})}));
    part.set(at, op("i32.add", {get(at), wasm::i32(1)}));
    part.end_while();
    module_.add(std::move(part));

    wasm::Function kernel(t_.name);
    WasmValues values(sizes, "", target_, kernel, module_);
    const SymExpr products = sym_mul(sym_mul(t_.m, t_.k), sym_constant(kPanel));
    Tree step = values.index(
        sym_max(sym_constant(1), sym_floordiv(sym_constant(kPartProducts), sym_max(sym_constant(1), products))));
    Tree end = values.index(sym_mul(t_.batch, panels));
    module_.add_sharing_kernel(std::move(kernel), static_cast<int>(4 * nest_.buffers.size()), end, step);
  }
  void declare() {
    b_ = values_.variable("b"), m_ = values_.variable("m"), n_ = values_.variable("n");
    f_.set(b_, get(f_.parameter(2)));
    f_.set(n_, get(f_.parameter(3)));
    rows_ = size("rows", t_.m), columns_ = size("columns", t_.n), depth_ = size("depth", t_.k);
    a_row_ = bytes("a_row", t_.a.row_stride), a_step_ = bytes("a_step", t_.a.column_stride);
    b_row_ = bytes("b_row", t_.b.row_stride), b_step_ = bytes("b_step", t_.b.column_stride);
    a_base_ = f_.local(Type::kI32, "a_base"), b_base_ = f_.local(Type::kI32, "b_base");
    k_ = f_.local(Type::kI32, "k"), at_a_ = f_.local(Type::kI32, "at_a"), at_b_ = f_.local(Type::kI32, "at_b"),
    at_panel_ = f_.local(Type::kI32, "at_panel");
    offset_ = f_.local(Type::kI32, "offset"), row_ = f_.local(Type::kI32, "row");
    splat_ = f_.local(Type::kV128, "splat"), carry_ = f_.local(Type::kV128, "carry");
    for (int v = 0; v < kTileVectors; ++v) right_[v] = f_.local(Type::kV128, "right" + std::to_string(v));
    for (int r = 0; r < kTileRows; ++r)
      for (int v = 0; v < kTileVectors; ++v)
        sum_[r][v] = f_.local(Type::kV128, "sum" + std::to_string(r) + std::to_string(v));
    values_.set_byte_offset(offset_);
    values_.set_carry(carry_);
    panel_ = values_.pointer(static_cast<int64_t>(nest_.buffers.size()) - 1);
  }
  Local size(const char* name, const SymExpr& e) {
    Local l = f_.local(Type::kI32, name);
    f_.set(l, values_.index(e));
    return l;
  }
  Local bytes(const char* name, const SymExpr& e) {
    Local l = f_.local(Type::kI32, name);
    f_.set(l, op("i32.shl", {values_.index(e), wasm::i32(2)}));
    return l;
  }
  Tree operand_base(const MatmulTemplate::Operand& o) {
    Tree elements = op("i32.add", {values_.index(o.offset), op("i32.mul", {get(b_), values_.index(o.batch_stride)})});
    return op("i32.add", {get(values_.pointer(o.buffer)), op("i32.shl", {elements, wasm::i32(2)})});
  }
  void begin_loop(const Local& v, const Local& end) {
    f_.set(v, wasm::i32(0));
    f_.begin_while(op("i32.lt_s", {get(v), get(end)}));
  }
  void end_loop(const Local& v, int step) {
    f_.set(v, op("i32.add", {get(v), wasm::i32(step)}));
    f_.end_while();
  }
  void add_to(const Local& l, Tree amount) { f_.set(l, op("i32.add", {get(l), amount})); }

  // Copies B[k][n + j] to panel[k][j]. Lanes beyond the last column get arbitrary values and are not stored.
  void pack_panel() {
    f_.set(at_panel_, get(panel_));
    f_.set(at_b_, op("i32.add", {get(b_base_), op("i32.mul", {get(n_), get(b_step_)})}));
    begin_loop(k_, depth_);
    for (int j = 0; j < kPanel; ++j) {
      Tree at = j == 0 ? get(at_b_) : op("i32.add", {get(at_b_), op("i32.mul", {get(b_step_), wasm::i32(j)})});
      Tree inside = op("i32.lt_s", {op("i32.add", {get(n_), wasm::i32(j)}), get(columns_)});
      // Beyond the last column, load from the first one again, which is a valid address.
      Tree place = op("select", {at, get(at_b_), inside});
      f_.statement(wasm::memory("f32.store", static_cast<uint32_t>(4 * j),
                                {get(at_panel_), wasm::memory("f32.load", 0, {place})}));
    }
    add_to(at_panel_, wasm::i32(4 * kPanel));
    add_to(at_b_, get(b_row_));
    end_loop(k_, 1);
  }

  void emit_rows(int rows) {
    f_.begin_while(op("i32.le_s", {op("i32.add", {get(m_), wasm::i32(rows)}), get(rows_)}));
    for (int r = 0; r < rows; ++r)
      for (int v = 0; v < kTileVectors; ++v) f_.set(sum_[r][v], wasm::v128_f32(0));
    f_.set(at_a_, op("i32.add", {get(a_base_), op("i32.mul", {get(m_), get(a_row_)})}));
    f_.set(at_panel_, get(panel_));
    std::vector<Local> row_places;
    begin_loop(k_, depth_);
    for (int v = 0; v < kTileVectors; ++v)
      f_.set(right_[v], wasm::memory("v128.load", static_cast<uint32_t>(16 * v), {get(at_panel_)}));
    for (int r = 0; r < rows; ++r) {
      Tree at = r == 0 ? get(at_a_) : op("i32.add", {get(at_a_), op("i32.mul", {get(a_row_), wasm::i32(r)})});
      f_.set(splat_, wasm::memory("v128.load32_splat", 0, {at}));
      for (int v = 0; v < kTileVectors; ++v)
        f_.set(sum_[r][v], multiply_add(get(splat_), get(right_[v]), get(sum_[r][v])));
    }
    add_to(at_panel_, wasm::i32(4 * kPanel));
    add_to(at_a_, get(a_step_));
    end_loop(k_, 1);
    store_tile(rows);
    end_loop(m_, rows);
  }
  Tree multiply_add(Tree a, Tree b, Tree c) const {
    if (target_.relaxed_simd) return op("f32x4.relaxed_madd", {a, b, c});
    return op("f32x4.add", {op("f32x4.mul", {a, b}), c});
  }

  // Full vectors are stored by lanes, the remaining columns as scalars.
  void store_tile(int rows) {
    f_.set(row_, get(m_));
    Local column = f_.local(Type::kI32, "column" + std::to_string(rows));
    f_.set(column, get(n_));
    for (int r = 0; r < rows; ++r) {
      f_.set(m_, op("i32.add", {get(row_), wasm::i32(r)}));
      for (int v = 0; v < kTileVectors; ++v) {
        f_.set(n_, op("i32.add", {get(column), wasm::i32(4 * v)}));
        Tree last = op("i32.add", {get(n_), wasm::i32(4)});
        f_.begin_if(op("i32.le_s", {last, get(columns_)}));
        f_.set(carry_, get(sum_[r][v]));
        store_vector();
        f_.end_if();
        f_.begin_if(op("i32.gt_s", {last, get(columns_)}));
        for (int l = 0; l < 4; ++l) {
          f_.begin_if(op("i32.lt_s", {get(n_), get(columns_)}));
          store_one(wasm::lane("f32x4.extract_lane", l, {get(sum_[r][v])}));
          f_.end_if();
          f_.set(n_, op("i32.add", {get(n_), wasm::i32(1)}));
        }
        f_.end_if();
      }
    }
    f_.set(m_, get(row_));
    f_.set(n_, get(column));
  }
  void store_vector() {
    f_.set(offset_, op("i32.shl", {get(n_), wasm::i32(2)}));
    const loop::Phase& phase = nest_.phases[0];
    values_.hoist_lanes(roots_of(phase));
    for (const loop::Store& s : phase.stores) values_.hoist_store(s);
    values_.emit_lanes(roots_of(phase));
    for (const loop::Store& s : phase.stores) values_.store_lanes(s);
  }
  void store_one(Tree product) {
    values_.set_scalar_carry(product);
    const loop::Phase& phase = nest_.phases[0];
    values_.emit_scalar(roots_of(phase));
    for (const loop::Store& s : phase.stores) values_.store_scalar(s);
  }

  const MatmulTemplate& t_;
  const WasmTarget& target_;
  wasm::Module& module_;
  LoopNest nest_;
  wasm::Function f_;
  WasmValues values_;
  Local b_, m_, n_, rows_, columns_, depth_, a_row_, a_step_, b_row_, b_step_, a_base_, b_base_, k_, at_a_, at_b_,
      at_panel_, offset_, row_, panel_, splat_, carry_;
  Local right_[kTileVectors], sum_[kTileRows][kTileVectors];
};

}  // namespace

void emit_matmul(const MatmulTemplate& product, const WasmTarget& target, wasm::Module& module) {
  WasmMatmul(product, target, module).emit();
}

}  // namespace vt::codegen
