#include "runtime/copy_programs.h"

#include <algorithm>

#include "ops/kernels/iterate.h"

namespace vt {

std::vector<CopyAxis> joined_axes(const Tensor& to, const Tensor& from) {
  const Dims from_strides = broadcast_strides(from, to.sizes());
  std::vector<CopyAxis> given, axes;
  for (int i = 0; i < to.rank(); ++i)
    if (to.size(i) != 1) given.push_back({to.size(i), to.strides()[i], from_strides[i]});
  std::stable_sort(given.begin(), given.end(), [](const CopyAxis& a, const CopyAxis& b) { return a.to > b.to; });
  for (const CopyAxis& axis : given) {
    if (!axes.empty()) {
      CopyAxis& outer = axes.back();
      if (outer.to == axis.to * axis.size && outer.from == axis.from * axis.size) {
        outer = {outer.size * axis.size, axis.to, axis.from};
        continue;
      }
    }
    axes.push_back(axis);
  }
  return axes;
}

namespace {

bool is_symbol(int64_t stride) { return stride > 1; }

SymExpr stride_expr(int64_t stride, const std::string& name) {
  return is_symbol(stride) ? sym_variable(name) : sym_constant(stride);
}

Program copy_program(const std::vector<CopyAxis>& axes, DType to, DType from) {
  Program program;
  loop::LoopNest nest;
  nest.name = "copy";
  Buffer source, target;
  source.name = "from", target.name = "to";
  source.kind = target.kind = BufferKind::kInput;
  source.dtype = from, target.dtype = to;
  SymExpr load = sym_constant(0), store = sym_constant(0);
  int number = 2;  // the inputs after the two tensors are the symbolic strides
  auto add_symbol = [&](const std::string& name, int input, int axis) {
    program.symbols.push_back({name, input, axis});
    nest.symbols.push_back(name);
  };
  for (size_t i = 0; i < axes.size(); ++i) {
    std::string at = std::to_string(i), size = "n" + at;
    add_symbol(size, 1, static_cast<int>(i));
    if (is_symbol(axes[i].from)) add_symbol("from" + at, number++, -1);
    if (is_symbol(axes[i].to)) add_symbol("to" + at, number++, -1);
    SymExpr variable = sym_variable("i" + at), from_stride = stride_expr(axes[i].from, "from" + at),
            to_stride = stride_expr(axes[i].to, "to" + at);
    nest.outer.push_back({"i" + at, sym_variable(size)});
    load = sym_add(load, sym_mul(variable, from_stride));
    store = sym_add(store, sym_mul(variable, to_stride));
    source.sizes.push_back(sym_variable(size));
    target.sizes.push_back(sym_variable(size));
    source.strides.push_back(from_stride);
    target.strides.push_back(to_stride);
  }
  source.input = 0, target.input = 1;
  program.input_count = number;
  program.buffers = {source, target};
  nest.buffers = {{"from", from, 0, false}, {"to", to, 1, true}};
  loop::ExprId value = nest.exprs.cast(nest.exprs.load(0, load, from), to);
  nest.phases.emplace_back();
  nest.phases[0].stores.push_back({1, store, value});
  program.steps.emplace_back(std::move(nest));
  return program;
}

// Strides of 0 and 1 and negative strides are constants in the code and part of the key; others are symbols.
std::string key_of(const std::vector<CopyAxis>& axes, const Tensor& to, const Tensor& from) {
  std::string key = std::to_string(to.device().index) + dtype_name(to.dtype()) + " " + dtype_name(from.dtype()) + " ";
  for (const CopyAxis& axis : axes)
    for (int64_t stride : {axis.to, axis.from}) key += is_symbol(stride) ? "s," : std::to_string(stride) + ",";
  return key;
}

}  // namespace

bool CopyPrograms::run(const Tensor& to, const Tensor& from, const std::vector<CopyAxis>& axes) {
  std::string key = key_of(axes, to, from);
  auto known = kept_.find(key);
  if (known == kept_.end())
    known = kept_.emplace(std::move(key), compile_(copy_program(axes, to.dtype(), from.dtype()), to.device())).first;
  if (!known->second) return false;
  Dims sizes, to_strides, from_strides;
  std::vector<RuntimeInput> inputs(2);
  for (const CopyAxis& axis : axes) {
    sizes.push_back(axis.size);
    to_strides.push_back(axis.to);
    from_strides.push_back(axis.from);
    if (is_symbol(axis.from)) inputs.emplace_back(axis.from);
    if (is_symbol(axis.to)) inputs.emplace_back(axis.to);
  }
  inputs[0] = view_of(from, sizes, from_strides, from.impl()->offset);
  inputs[1] = view_of(to, sizes, to_strides, to.impl()->offset);
  known->second->run(inputs);
  return true;
}

}  // namespace vt
