#include "ops/dispatch.h"

#include "support/check.h"

namespace vt {
namespace {
Dispatcher* installed = nullptr;
thread_local OpRecorder* recorder_in_scope = nullptr;

// Propagates shapes only: what a decomposed op is inferred with.
class InferRecorder final : public OpRecorder {
 public:
  Outputs record(const OpDef& op, const Args& args) override {
    Outputs outputs;
    for (TensorMeta& meta : infer_op(op, args)) outputs.push_back(fake(std::move(meta)));
    return outputs;
  }
  void record_inplace(const OpDef&, const Args&) override {}
  Tensor lift(const Tensor& real) override { return fake(meta_of(real)); }
  Tensor fake(TensorMeta meta) {
    if (meta.strides.empty()) meta.strides = contiguous_sym_strides(meta.sizes);
    return fake_tensor(std::move(meta.sizes), std::move(meta.strides), meta.dtype, meta.device, this, next_++);
  }

 private:
  uint64_t next_ = 1;
};

Arg faked(const Arg& arg, InferRecorder& recorder) {
  if (const Tensor* tensor = std::get_if<Tensor>(&arg.value)) return recorder.fake(meta_of(*tensor));
  const TensorList* list = std::get_if<TensorList>(&arg.value);
  if (!list) return arg;
  TensorList fakes;
  for (const Tensor& item : *list) fakes.push_back(item.defined() ? recorder.fake(meta_of(item)) : Tensor());
  return fakes;
}
}  // namespace

void install_dispatcher(Dispatcher* dispatcher) { installed = dispatcher; }
Dispatcher* installed_dispatcher() { return installed; }

Outputs call(const OpDef& op, Args args) {
  VT_CHECK(installed, "a dispatcher is installed before the first op call");
  return installed->call(op, std::move(args));
}
Tensor call_inplace(const OpDef& op, Args args) {
  VT_CHECK(installed, "a dispatcher is installed before the first op call");
  return installed->call_inplace(op, std::move(args));
}

OpRecorder* active_recorder() { return recorder_in_scope; }
RecorderScope::RecorderScope(OpRecorder* recorder) : previous_(recorder_in_scope) { recorder_in_scope = recorder; }
RecorderScope::~RecorderScope() { recorder_in_scope = previous_; }

Metas infer_op(const OpDef& op, const Args& args) {
  if (op.infer) return op.infer(args);
  InferRecorder recorder;
  RecorderScope scope(&recorder);
  std::vector<Arg> fakes;
  for (const Arg& arg : args.values()) fakes.push_back(faked(arg, recorder));
  Metas metas;
  for (const Tensor& output : op.decompose(Args(std::move(fakes)))) metas.push_back(meta_of(output));
  return metas;
}

TensorMeta meta_of(const Tensor& t) {
  TensorMeta meta;
  meta.dtype = t.dtype();
  meta.device = t.device();
  if (t.is_fake()) {
    meta.sizes = t.impl()->fake->sizes;
    meta.strides = t.impl()->fake->strides;
    return meta;
  }
  meta.sizes.assign(t.sizes().begin(), t.sizes().end());
  meta.strides.assign(t.strides().begin(), t.strides().end());
  return meta;
}

std::vector<SymInt> contiguous_sym_strides(const std::vector<SymInt>& sizes) {
  std::vector<SymInt> strides(sizes.size());
  SymInt stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    // A size of 0 counts as 1, as PyTorch does. No stride needs the product of all sizes, which may not fit.
    if (i > 0) stride = stride * sym_max(sizes[i], 1);
  }
  return strides;
}

}  // namespace vt
