// A matrix product with its epilogue: a workgroup computes a square tile of the result from panels in shared
// memory; each thread keeps a few rows of vectors in registers.
#include "codegen/wgsl_text.h"

namespace vt::codegen {

namespace {
using loop::ExprId;
using loop::MatmulTemplate;
using loop::ScalarOp;

constexpr int kSide = 16;   // threads along each side of a workgroup
constexpr int kDepth = 16;  // depth of a panel along k
constexpr int kBusy = 64;   // workgroups that suffice to occupy a device

loop::LoopNest product_nest(const MatmulTemplate& product) {
  loop::LoopNest nest;
  nest.name = product.name;
  nest.outer = {{"b", product.batch}, {"m", product.m}, {"n", product.n}};
  nest.phases = {loop::Phase{{}, product.epilogue}};
  nest.buffers = product.buffers;
  nest.symbols = product.symbols;
  nest.exprs = product.exprs;
  nest.items = product.items;
  nest.item = product.item;
  return nest;
}

bool is_unit(const SymExpr& stride) {
  int64_t value;
  return sym_is_constant(stride, &value) && value == 1;
}

class Product {
 public:
  Product(const MatmulTemplate& product, const loop::LoopNest& nest, const WgslTarget& target)
      : product_(product), text_(nest, target, "n", false, false) {
    // Smaller tiles for a small result, so that there is a workgroup for every processor.
    const int64_t elements = text_.hint(product.batch) * text_.hint(product.m) * text_.hint(product.n);
    each_ = elements >= int64_t{kBusy} * kSide * kSide * 64 ? 8 : 4;
    tile_ = kSide * each_;
  }

  WgslKernel emit(std::vector<TaggedLine>& out) {
    const SymExpr down = ceil_div(product_.m, sym_constant(tile_)), across = ceil_div(product_.n, sym_constant(tile_));
    WgslKernel kernel;
    kernel.launches.push_back({product_.name, sym_mul(product_.batch, sym_mul(down, across))});
    const std::string depth = number_text(kDepth);
    text_.declare("var<workgroup> left_panel: array<array<f32, " + number_text(tile_) + ">, " + depth + ">;");
    text_.declare("var<workgroup> right_panel: array<array<vec4f, " + number_text(tile_ / 4) + ">, " + depth + ">;");
    const bool left_vectors = reads_vectors(product_.a, product_.a.column_stride, product_.a.row_stride, product_.k);
    const bool right_vectors = reads_vectors(product_.b, product_.b.column_stride, product_.b.row_stride, product_.n);
    if (left_vectors) text_.read_as_vectors(product_.a.buffer);
    if (right_vectors) text_.read_as_vectors(product_.b.buffer);
    text_.open_entry(product_.name, kSide * kSide, kernel.launches[0].groups);
    text_.line("let x = thread % " + number_text(kSide) + ";");
    text_.line("let y = thread / " + number_text(kSide) + ";");
    text_.line("let up = block / " + wgsl_index(across) + ";");
    text_.line("let b = up / " + wgsl_index(down) + ";");
    text_.line("let m0 = (up - b * " + wgsl_index(down) + ") * " + number_text(tile_) + ";");
    text_.line("let n0 = (block - up * " + wgsl_index(across) + ") * " + number_text(tile_) + ";");
    text_.line("var sum: array<vec4f, " + number_text(each_ * vectors()) + ">;");
    text_.open("for (var k0 = 0; k0 < " + wgsl_index(product_.k) + "; k0 += " + depth + ")");
    load_left(left_vectors);
    load_right(right_vectors);
    text_.line("workgroupBarrier();");
    multiply();
    text_.line("workgroupBarrier();");
    text_.close();
    epilogue();
    text_.close();
    const std::vector<TaggedLine> lines = text_.finish();
    out.insert(out.end(), lines.begin(), lines.end());
    return kernel;
  }

 private:
  int vectors() const { return each_ / 4; }
  // Can four neighbouring elements along `along` be loaded as one vector?
  bool reads_vectors(const MatmulTemplate::Operand& operand, const SymExpr& along, const SymExpr& other,
                     const SymExpr& extent) const {
    return is_unit(along) && divisible(other, 4) && divisible(operand.batch_stride, 4) &&
           divisible(operand.offset, 4) && divisible(extent, 4) &&
           !text_.nest.buffers[static_cast<size_t>(operand.buffer)].written;
  }
  static std::string place(const MatmulTemplate::Operand& o, const std::string& row, const std::string& column) {
    auto times = [](const std::string& text, const SymExpr& stride) {
      int64_t value;
      if (sym_is_constant(stride, &value) && value == 0) return std::string();
      return " + " + text + (is_unit(stride) ? "" : " * " + wgsl_index(stride));
    };
    return "(" + wgsl_index(o.offset) + times("b", o.batch_stride) + times(row, o.row_stride) +
           times(column, o.column_stride) + ")";
  }
  std::string value(const MatmulTemplate::Operand& o, const std::string& row, const std::string& column) const {
    return wgsl_convert({text_.element(o.buffer, place(o, row, column)),
                         wgsl_kind(product_.buffers[static_cast<size_t>(o.buffer)].dtype)},
                        WgslKind::kFloat, false);
  }
  std::string four(const MatmulTemplate::Operand& o, const std::string& row, const std::string& column) const {
    return wgsl_convert({text_.vector_at(o.buffer, place(o, row, column)),
                         wgsl_kind(product_.buffers[static_cast<size_t>(o.buffer)].dtype), true},
                        WgslKind::kFloat, true);
  }

  void load_left(bool by_vectors) {
    const MatmulTemplate::Operand& a = product_.a;
    const int64_t count = int64_t{kDepth} * tile_ / (by_vectors ? 4 : 1);
    text_.open("for (var e = thread; e < " + number_text(count) + "; e += " + number_text(kSide * kSide) + ")");
    const int per_row = by_vectors ? kDepth / 4 : kDepth;
    // Coalesced: neighbouring threads load neighbouring elements.
    if (by_vectors || is_unit(a.column_stride)) {
      text_.line("let at = e / " + number_text(per_row) + ";");
      text_.line("let depth = e % " + number_text(per_row) + (by_vectors ? " * 4;" : ";"));
    } else {
      text_.line("let at = e % " + number_text(tile_) + ";");
      text_.line("let depth = e / " + number_text(tile_) + ";");
    }
    text_.line("let row = m0 + at;");
    text_.line("let k = k0 + depth;");
    text_.line(by_vectors ? "var v = vec4f();" : "var v = 0f;");
    text_.line("if (row < " + wgsl_index(product_.m) + " && k < " + wgsl_index(product_.k) +
               ") { v = " + (by_vectors ? four(a, "row", "k") : value(a, "row", "k")) + "; }");
    if (by_vectors)
      for (int l = 0; l < 4; ++l)
        text_.line("left_panel[depth" + (l ? " + " + number_text(l) : std::string()) + "][at] = v[" + number_text(l) +
                   "];");
    else text_.line("left_panel[depth][at] = v;");
    text_.close();
  }

  void load_right(bool by_vectors) {
    const MatmulTemplate::Operand& b = product_.b;
    const int across = tile_ / 4;
    text_.open("for (var e = thread; e < " + number_text(kDepth * across) + "; e += " + number_text(kSide * kSide) +
               ")");
    if (is_unit(b.row_stride) && !is_unit(b.column_stride)) {
      text_.line("let depth = e % " + number_text(kDepth) + ";");
      text_.line("let at = e / " + number_text(kDepth) + ";");
    } else {
      text_.line("let at = e % " + number_text(across) + ";");
      text_.line("let depth = e / " + number_text(across) + ";");
    }
    text_.line("let column = n0 + at * 4;");
    text_.line("let k = k0 + depth;");
    text_.line("var v = vec4f();");
    const std::string inside = "k < " + wgsl_index(product_.k), n = wgsl_index(product_.n);
    if (by_vectors) {
      text_.line("if (column < " + n + " && " + inside + ") { v = " + four(b, "k", "column") + "; }");
    } else {
      for (int l = 0; l < 4; ++l) {
        const std::string column = l ? "(column + " + number_text(l) + ")" : "column";
        text_.line("if (" + column + " < " + n + " && " + inside + ") { v[" + number_text(l) +
                   "] = " + value(b, "k", column) + "; }");
      }
    }
    text_.line("right_panel[depth][at] = v;");
    text_.close();
  }

  void multiply() {
    text_.open("for (var depth = 0; depth < " + number_text(kDepth) + "; depth++)");
    for (int j = 0; j < vectors(); ++j)
      text_.line("let right" + number_text(j) + " = right_panel[depth][x" +
                 (j ? " + " + number_text(j * kSide) : std::string()) + "];");
    for (int i = 0; i < each_; ++i) {
      text_.line("let left" + number_text(i) + " = left_panel[depth][y * " + number_text(each_) +
                 (i ? " + " + number_text(i) : std::string()) + "];");
      for (int j = 0; j < vectors(); ++j) {
        const std::string slot = "sum[" + number_text(i * vectors() + j) + "]";
        text_.line(slot + " += left" + number_text(i) + " * right" + number_text(j) + ";");
      }
    }
    text_.close();
  }

  void epilogue() {
    text_.open("for (var i = 0; i < " + number_text(each_) + "; i++)");
    text_.line("let m = m0 + y * " + number_text(each_) + " + i;");
    text_.open("for (var j = 0; j < " + number_text(vectors()) + "; j++)");
    const std::string first = "n0 + (x + j * " + number_text(kSide) + ") * 4",
                      total = vectors() > 1 ? "sum[i * " + number_text(vectors()) + " + j]" : "sum[i]";
    const bool lanes = text_.width == 4;
    if (lanes) {
      text_.line("let n = " + first + ";");
    } else {
      text_.open("for (var l = 0; l < 4; l++)");
      text_.line("let n = " + first + " + l;");
    }
    text_.line("if (m >= " + wgsl_index(product_.m) + " || n >= " + wgsl_index(product_.n) + ") { continue; }");
    WgslKnown known;
    const char* round = product_.dtype == DType::kFloat16    ? "round_f16"
                        : product_.dtype == DType::kBFloat16 ? "round_bf16"
                                                             : nullptr;
    std::string carry = lanes ? total : total + "[l]";
    if (round) carry = round + std::string(lanes ? "_4(" : "(") + carry + ")";
    for (size_t id = 0; id < product_.exprs.size(); ++id)
      if (product_.exprs.at(ExprId(id)).op == ScalarOp::kCarry) known[ExprId(id)] = carry;
    text_.values(roots_of(product_.epilogue), known);
    for (const loop::Store& s : product_.epilogue) text_.store(s);
    if (!lanes) text_.close();
    text_.close();
    text_.close();
  }

  const MatmulTemplate& product_;
  WgslText text_;
  int each_ = 4, tile_ = 64;
};

// Integer products: one thread per element, without tiles.
WgslKernel emit_by_elements(const MatmulTemplate& product, const loop::LoopNest& nest, const WgslTarget& target,
                            std::vector<TaggedLine>& out) {
  WgslText text(nest, target, "", false, false);
  const SymExpr count = extent_of(nest.outer);
  WgslKernel kernel;
  kernel.launches.push_back({product.name, ceil_div(count, sym_constant(kSide * kSide))});
  text.open_entry(product.name, kSide * kSide, kernel.launches[0].groups);
  text.line("let element = block * " + number_text(kSide * kSide) + " + thread;");
  text.line("if (element >= " + wgsl_index(count) + ") { return; }");
  text.unflatten(nest.outer, "element");
  loop::Reduction sum{loop::Reduce::kSum, product.dtype, ExprId(0)},
      times{loop::Reduce::kProd, product.dtype, ExprId(0)};
  const WgslKind kind = wgsl_kind(product.dtype);
  text.line("var sum = " + text.identity(sum, false) + ";");
  text.open("for (var k = 0; k < " + wgsl_index(product.k) + "; k++)");
  auto read = [&](const char* name, const MatmulTemplate::Operand& o, const char* row, const char* column) {
    const SymExpr at =
        sym_add(sym_add(o.offset, sym_mul(sym_variable("b"), o.batch_stride)),
                sym_add(sym_mul(sym_variable(row), o.row_stride), sym_mul(sym_variable(column), o.column_stride)));
    text.line("let " + std::string(name) + " = " +
              wgsl_convert({text.element(o.buffer, wgsl_index(at)),
                            wgsl_kind(product.buffers[static_cast<size_t>(o.buffer)].dtype)},
                           kind, false) +
              ";");
  };
  read("left", product.a, "m", "k");
  read("right", product.b, "k", "n");
  text.line("let product = " + text.combine(times, "left", "right", false) + ";");
  text.line("sum = " + text.combine(sum, "sum", "product", false) + ";");
  text.close();
  WgslKnown known;
  for (size_t id = 0; id < product.exprs.size(); ++id)
    if (product.exprs.at(ExprId(id)).op == ScalarOp::kCarry) known[ExprId(id)] = "sum";
  text.values(roots_of(product.epilogue), known);
  for (const loop::Store& s : product.epilogue) text.store(s);
  text.close();
  const std::vector<TaggedLine> lines = text.finish();
  out.insert(out.end(), lines.begin(), lines.end());
  return kernel;
}

}  // namespace

WgslKernel emit_wgsl_product(const MatmulTemplate& product, const WgslTarget& target, std::vector<TaggedLine>& out) {
  const loop::LoopNest nest = product_nest(product);
  if (wgsl_kind(product.dtype) != WgslKind::kFloat) return emit_by_elements(product, nest, target, out);
  return Product(product, nest, target).emit(out);
}

}  // namespace vt::codegen
