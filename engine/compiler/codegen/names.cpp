#include "codegen/names.h"

#include "support/check.h"

namespace vt::codegen {
namespace {

SymExpr by_name(const SymExpr& e) {
  if (!e) return e;
  auto bare = [](const void*, std::string_view name) { return sym_variable(std::string(name)); };
  return sym_substitute(e, bare, nullptr);
}

void keep_names(std::vector<loop::Store>& stores) {
  for (loop::Store& s : stores) s.index = by_name(s.index);
}

// Expression ids must not change: removing the environment may not make two indices equal.
loop::ExprGraph keep_names(const loop::ExprGraph& exprs) {
  loop::ExprGraph bare;
  for (size_t i = 0; i < exprs.size(); ++i) {
    loop::Expr e = exprs.at(loop::ExprId(i));
    e.index = by_name(e.index);
    VT_CHECK(bare.add(std::move(e)) == loop::ExprId(i), "an index that became equal to another");
  }
  return bare;
}

}  // namespace

loop::LoopNest with_names(loop::LoopNest nest) {
  for (std::vector<loop::Axis>* axes : {&nest.outer, &nest.inner})
    for (loop::Axis& axis : *axes) axis.extent = by_name(axis.extent);
  nest.exprs = keep_names(nest.exprs);
  for (loop::Phase& phase : nest.phases) keep_names(phase.stores);
  keep_names(nest.row_stores);
  return nest;
}

loop::MatmulTemplate with_names(loop::MatmulTemplate product) {
  for (SymExpr* size : {&product.batch, &product.m, &product.n, &product.k}) *size = by_name(*size);
  for (loop::MatmulTemplate::Operand* operand : {&product.a, &product.b})
    for (SymExpr* e : {&operand->offset, &operand->batch_stride, &operand->row_stride, &operand->column_stride})
      *e = by_name(*e);
  product.exprs = keep_names(product.exprs);
  keep_names(product.epilogue);
  return product;
}

const std::string& name_of(const KernelSource& source) {
  if (auto nest = std::get_if<const loop::LoopNest*>(&source)) return (*nest)->name;
  return std::get<const loop::MatmulTemplate*>(source)->name;
}

}  // namespace vt::codegen
