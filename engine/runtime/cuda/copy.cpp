#ifndef __EMSCRIPTEN__
#include "runtime/cuda/copy.h"

#include <algorithm>
#include <map>

#include "device/nvrtc.h"
#include "ops/kernels/iterate.h"
#include "runtime/cuda/executable.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/transpose.h"

namespace vt {
namespace {

// One axis of both sides.
struct CopyAxis {
  int64_t size, to, from;
};

// Without axes of one element, in the order in which the target lies in memory, and with neighbours that run through
// memory as one joined.
std::vector<CopyAxis> joined_axes(const Tensor& to, const Dims& from_strides) {
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
  int number = 2;  // inputs after the two tensors: the strides that are symbols
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

// Strides that are no symbols are part of the code: 0, 1, and those of axes that run backwards.
std::string key_of(const std::vector<CopyAxis>& axes, const Tensor& to, const Tensor& from) {
  std::string key = std::to_string(to.device().index) + dtype_name(to.dtype()) + " " + dtype_name(from.dtype()) + " ";
  for (const CopyAxis& axis : axes)
    for (int64_t stride : {axis.to, axis.from}) key += is_symbol(stride) ? "s," : std::to_string(stride) + ",";
  return key;
}

// A copy into the other order of two axes, and maybe over batches: one side has the last axis
// innermost in memory, the other the one before.
bool exchanges_axes(const std::vector<CopyAxis>& axes, const Tensor& to, const Tensor& from, Exchange& e) {
  constexpr int64_t kLeast = 16;  // below, elements one by one are as fast
  if (to.dtype() != from.dtype() || axes.size() < 2 || axes.size() > 3) return false;
  const CopyAxis &a = axes[axes.size() - 2], &b = axes.back();
  if (a.from != 1 || b.to != 1 || a.to < b.size || b.from < a.size || a.size < kLeast || b.size < kLeast) return false;
  e.rows = b.size, e.columns = a.size;
  e.from_stride = b.from, e.to_stride = a.to;
  if (axes.size() == 3) e.batch = axes[0].size, e.to_batch = axes[0].to, e.from_batch = axes[0].from;
  e.bytes = dtype_bytes(to.dtype());
  e.to = word(to), e.from = word(from);
  return true;
}

}  // namespace

bool copy_on_cuda(const Tensor& to, const Tensor& from) {
  if (device::nvrtc_version() == 0) return false;
  std::vector<CopyAxis> axes = joined_axes(to, broadcast_strides(from, to.sizes()));
  if (Exchange exchange; exchanges_axes(axes, to, from, exchange)) {
    run_exchange(exchange, to.device().index);
    return true;
  }
  static auto* kept = new std::map<std::string, std::unique_ptr<CudaExecutable>>;
  std::string key = key_of(axes, to, from);
  auto known = kept->find(key);
  if (known == kept->end()) {
    Program program = copy_program(axes, to.dtype(), from.dtype());
    CompileTimes times;
    std::string problem;
    CudaCode code = make_cuda_code(program, to.device().index, CudaPart::kNests, times, problem);
    std::unique_ptr<CudaExecutable> made;
    if (problem.empty())
      made = std::make_unique<CudaExecutable>(std::move(program), std::move(code), to.device().index);
    known = kept->emplace(std::move(key), std::move(made)).first;
  }
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
#endif
