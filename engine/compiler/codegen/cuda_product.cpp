// A matrix product with its epilogue as one kernel: a block computes a square of the result
// from panels in shared memory, each thread a smaller square in registers. For devices
// without cuBLASLt, and a candidate beside it; it does not use the matrix units.
#include "codegen/cuda_text.h"

namespace vt::codegen {

using loop::Expr;
using loop::ExprId;
using loop::MatmulTemplate;
using loop::ScalarOp;

namespace {

constexpr int kSide = 16;   // threads along each side of a block
constexpr int kDepth = 16;  // of a panel

int squares_per_side(const CudaText& text, const MatmulTemplate& product) {
  if (text.target.shape.unroll) return text.target.shape.unroll;
  // Small results are cut finer, so that every processor gets some.
  int64_t elements = text.hint(product.batch) * text.hint(product.m) * text.hint(product.n);
  int each = 8;
  while (each > 1 && elements < int64_t{text.target.multiprocessors} * kSide * kSide * each * each) each /= 2;
  return each;
}

bool is_unit(const SymExpr& stride) {
  int64_t value;
  return sym_is_constant(stride, &value) && value == 1;
}

// Loads a panel of kDepth by `tile` elements; neighbouring threads take neighbouring memory.
void load_panel(CudaText& text, const MatmulTemplate& product, const MatmulTemplate::Operand& operand, bool left,
                int tile) {
  DType dtype = product.buffers[static_cast<size_t>(operand.buffer)].dtype;
  const SymExpr& along_k = left ? operand.column_stride : operand.row_stride;
  const SymExpr& across = left ? operand.row_stride : operand.column_stride;
  std::string place = left ? "m0 + at" : "n0 + at", extent = c_index(left ? product.m : product.n);
  text.line("#pragma unroll");
  text.open("for (int e = threadIdx.x; e < " + number_text(kDepth * tile) + "; e += " + number_text(kSide * kSide) +
            ")");
  if (is_unit(along_k))
    text.line("const int depth = e % " + number_text(kDepth) + ", at = e / " + number_text(kDepth) + ";");
  else text.line("const int at = e % " + number_text(tile) + ", depth = e / " + number_text(tile) + ";");
  std::string index = "(i64)" + c_index(operand.offset) + " + b * " + c_index(operand.batch_stride) + " + (" + place +
                      ") * " + c_index(across) + " + (k0 + depth) * " + c_index(along_k);
  std::string value = from_storage(text.pointer(operand.buffer) + "[" + index + "]", dtype);
  text.line(std::string(left ? "left" : "right") + "[depth][at] = " + place + " < " + extent + " && k0 + depth < " +
            c_index(product.k) + " ? " + value + " : 0;");
  text.close();
}

}  // namespace

loop::LoopNest product_nest(const MatmulTemplate& product) {
  loop::LoopNest nest;
  nest.name = product.name;
  nest.outer = {{"b", product.batch}, {"m", product.m}, {"n", product.n}};
  nest.buffers = product.buffers;
  nest.symbols = product.symbols;
  nest.exprs = product.exprs;
  nest.items = product.items;
  nest.item = product.item;
  return nest;
}

CudaKernel emit_cuda_product(CudaText& text, const MatmulTemplate& product) {
  const int each = squares_per_side(text, product), tile = kSide * each;
  const std::string type = c_register_type(product.dtype), e = number_text(each), t = number_text(tile);
  SymExpr down = ceil_div(product.m, sym_constant(tile)), across = ceil_div(product.n, sym_constant(tile));
  CudaLaunch launch;
  launch.entry = product.name;
  launch.threads = kSide * kSide;
  launch.blocks = sym_mul(product.batch, sym_mul(down, across));
  text.open_kernel(product.name, launch.threads);
  text.line("const int x = threadIdx.x % " + number_text(kSide) + ", y = threadIdx.x / " + number_text(kSide) + ";");
  text.line("const i64 down = " + c_index(down) + ", across = " + c_index(across) + ", square = blockIdx.x;");
  text.line("const i64 up = quotient(square, across), b = quotient(up, down);");
  text.line("const i64 m0 = (up - b * down) * " + t + ", n0 = (square - up * across) * " + t + ";");
  // A row more than needed keeps transposed writes off each other's banks.
  text.line("__shared__ " + type + " left[" + number_text(kDepth) + "][" + t + " + 1], right[" + number_text(kDepth) +
            "][" + t + " + 1];");
  text.line(type + " sum[" + e + "][" + e + "] = {};");
  text.open("for (i64 k0 = 0; k0 < " + c_index(product.k) + "; k0 += " + number_text(kDepth) + ")");
  load_panel(text, product, product.a, true, tile);
  load_panel(text, product, product.b, false, tile);
  text.line("__syncthreads();");
  text.line("#pragma unroll");
  text.open("for (int depth = 0; depth < " + number_text(kDepth) + "; ++depth)");
  text.line("#pragma unroll");
  text.open("for (int i = 0; i < " + e + "; ++i)");
  text.line("#pragma unroll");
  text.line("for (int j = 0; j < " + e + "; ++j) sum[i][j] += left[depth][y + i * " + number_text(kSide) +
            "] * right[depth][x + j * " + number_text(kSide) + "];");
  text.close();
  text.close();
  text.line("__syncthreads();");
  text.close();
  text.line("#pragma unroll");
  text.open("for (int i = 0; i < " + e + "; ++i)");
  text.line("#pragma unroll");
  text.open("for (int j = 0; j < " + e + "; ++j)");
  text.line("const i64 m = m0 + y + i * " + number_text(kSide) + ", n = n0 + x + j * " + number_text(kSide) + ";");
  text.line("if (m >= " + c_index(product.m) + " || n >= " + c_index(product.n) + ") continue;");
  KnownValues known;
  for (size_t id = 0; id < product.exprs.size(); ++id)
    if (product.exprs.at(ExprId(id)).op == ScalarOp::kCarry) known[ExprId(id)] = "sum[i][j]";
  text.values(roots_of(product.epilogue), known);
  for (const loop::Store& s : product.epilogue) text.store(s);
  text.close();
  text.close();
  text.close();
  CudaKernel kernel;
  kernel.launches.push_back(launch);
  return kernel;
}

}  // namespace vt::codegen
