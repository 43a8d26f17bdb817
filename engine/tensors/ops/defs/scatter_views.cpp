// Changes in place as ATen's graphs have them, which change nothing: the whole with a part replaced, and what a write
// leaves (graph/recorder.h). Elsewhere they are recorded by what they compute.
#include "ops/defs/prelude.h"
#include "ops/dispatch.h"

namespace vt {

namespace {
constexpr const char* kBelowTape = "recorded below the tape";
constexpr OpDef change(const char* name, const char* signature, const char* doc, SamplesFn samples,
                       DecomposeFn decompose) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kInternal | kAten,
          .samples = samples,
          .infer = [](const Args& a) -> Metas { return {meta_of(a.tensor(0))}; },
          .no_grad = kBelowTape,
          .decompose = decompose};
}
Outputs with_part(const Args& a, const OpDef& view, const Args& rest) {
  Tensor whole = f::clone(a.tensor(0));
  std::vector<Arg> args = rest.values();
  args.insert(args.begin(), whole);
  call_inplace(op_copy, {call1(view, Args(std::move(args))), a[1], false});
  return {whole};
}
// `self` in its place, dtype and sizes holding `value`.
Outputs written(const Tensor& self, const Arg& value) {
  Tensor whole = f::clone(self);
  if (value.is_tensor()) call_inplace(op_copy, {whole, value, false});
  else whole = f::full_like(self, value);
  return {whole};
}
std::vector<Sample> pair_samples() { return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 3, 4)}}}; }
}  // namespace

constinit const OpDef op_select_scatter = define(change(
    "select_scatter", "select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor",
    "A copy with one position of an axis replaced.",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2}, 3, 4), 1, 2}}};
    },
    [](const Args& a) {
      return with_part(a, op_select, {a[2], a[3]});
    }));
constinit const OpDef op_slice_scatter = define(change(
    "slice_scatter",
    "slice_scatter(Tensor self, Tensor src, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor",
    "A copy with a slice replaced.",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 5}), sample_tensor({2, 2}, 3, 4), 1, 1, 4, 2}}};
    },
    [](const Args& a) {
      return with_part(a, op_slice, {a[2], a[3], a[4], a[5]});
    }));
constinit const OpDef op_copied =
    define(change("copy", "copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor",
                  "What a tensor holds after another was copied into it.", pair_samples,
                  [](const Args& a) { return written(a.tensor(0), a[1]); }));
constinit const OpDef op_filled = define(change(
    "fill.Scalar", "fill.Scalar(Tensor self, Scalar value) -> Tensor", "What a tensor holds after it was filled.",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3}), 2.5}}};
    },
    [](const Args& a) { return written(a.tensor(0), a[1]); }));
constinit const OpDef op_filled_tensor = define(change(
    "fill.Tensor", "fill.Tensor(Tensor self, Tensor value) -> Tensor", "What a tensor holds after it was filled.",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({})}}};
    },
    [](const Args& a) { return written(a.tensor(0), a[1]); }));
constinit const OpDef op_zeroed = define(change(
    "zero", "zero(Tensor self) -> Tensor", "What a tensor holds after it was set to zero.",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3})}}};
    },
    [](const Args& a) { return written(a.tensor(0), 0); }));

VT_OPS(scatter_views, &op_select_scatter, &op_slice_scatter, &op_copied, &op_filled, &op_filled_tensor, &op_zeroed)

}  // namespace vt
