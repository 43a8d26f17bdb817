// An op call on its way: autocast, the tape, then the recorder of a fake tensor or the kernel.
#include "eager/autocast.h"
#include "eager/call_watcher.h"
#include "eager/counter.h"
#include "eager/internal.h"
#include "eager/keep_format.h"
#include "eager/overlap.h"
#include "eager/profile.h"
#include "ops/device_kernels.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/target.h"
#include "ops/ops.h"
#include "support/check.h"
#include "support/crash_report.h"
#include "tensor/accelerator.h"
#include "tensor/view_gradient.h"

namespace vt {
namespace {

struct Facts {
  bool requires_grad = false;
  bool tensors = false;
  bool meta = false;  // sizes only: results are inferred, nothing is computed
  bool cuda = false;
  bool elsewhere = false;  // on a device with memory of its own
  OpRecorder* recorder = nullptr;
};

void look_at(const Tensor& t, Facts& facts) {
  if (!t.defined()) return;
  const TensorImpl& impl = *t.impl();
  facts.tensors = true;
  facts.meta |= impl.device.kind == DeviceKind::kMeta;
  facts.cuda |= impl.device.kind == DeviceKind::kCuda;
  facts.elsewhere |= is_accelerator(impl.device.kind);
  facts.requires_grad |= impl.requires_grad || (impl.is_view && t.requires_grad());
  if (impl.fake) facts.recorder = impl.fake->recorder;
}
// Into `facts` where they are read: put together and taken apart again they would wait for each other.
void look_at(const Args& args, Facts& facts) {
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) look_at(*t, facts);
    else if (arg.is_none() || arg.is_scalar()) continue;
    else if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& item : *list) look_at(item, facts);
    else if (const Device* device = std::get_if<Device>(&arg.value)) {
      // What is made for another device is made there, whatever it is modelled on.
      facts.meta = device->kind == DeviceKind::kMeta;
      facts.cuda |= device->kind == DeviceKind::kCuda;
      facts.elsewhere |= is_accelerator(device->kind);
    }
  }
  if (!facts.tensors) facts.recorder = active_recorder();
}

void lift_real(Args& args, OpRecorder& recorder) {
  auto lift = [&](Tensor& t) {
    if (t.defined() && !t.is_fake()) t = recorder.lift(t);
  };
  for (Arg& arg : args.values()) {
    if (Tensor* t = std::get_if<Tensor>(&arg.value)) lift(*t);
    else if (TensorList* list = std::get_if<TensorList>(&arg.value))
      for (Tensor& item : *list) lift(item);
  }
}

// Operands of one operation lie on one device; a number in a CPU tensor goes with any.
void check_one_device(const OpDef& op, const Args& args) {
  std::string_view name = op.name;
  if (!op.pointwise && name != "cat" && name != "stack" && name != "addmm" && name != "linear") return;
  const Tensor* first = nullptr;
  auto check = [&](const Tensor& t) {
    if (!t.defined() || (t.rank() == 0 && t.device().kind == DeviceKind::kCpu)) return;
    if (!first) first = &t;
    if (!(t.device() == first->device()))
      tensor_error("Tensor on device " + device_text(t.device()) + " is not on the expected device " +
                   device_text(first->device()) + "!");
  };
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) check(*t);
    else if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& item : *list) check(item);
  }
}
[[noreturn]] void refuse_unknown_size(const OpDef& op) {
  if (std::string_view(op.name) == "nonzero")
    tensor_error(
        "The register_meta function for torch.nonzero() raises unimplemented by default, as a correct "
        "data-independent implementation does not exist. This implementation returns a fake value, assuming all "
        "elements of the tensor are non-zero. To enable this registration, please set "
        "'torch.fx.experimental._config.meta_nonzero_assume_all_nonzero' to True.",
        "NotImplementedError");
  std::string name = std::string_view(op.name) == "unique" ? "_unique2" : op.name;
  tensor_error("aten::" + name +
                   ": attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel "
                   "registered. You may have run into this message while using an operator with PT2 compilation APIs "
                   "(torch.compile/torch.export); in order to use this operator with those APIs you'll need to add a "
                   "fake impl. Please see the following for next steps:  "
                   "https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html",
               "NotImplementedError");
}
// Results on the meta device: what infer says, without data.
Outputs without_data(const OpDef& op, const Args& args) {
  if (op.traits & kShapeDependsOnData) refuse_unknown_size(op);
  if (op.traits & kMutates) {
    if (args.tensor(0).device().kind != DeviceKind::kMeta)
      tensor_error("Cannot copy out of meta tensor; no data!", "NotImplementedError");
    return {args.tensor(0)};
  }
  if ((op.traits & kView) && op.kernel) return op.kernel(args);
  check_one_device(op, args);
  Outputs outputs;
  for (const TensorMeta& meta : infer_op(op, args)) {
    Dims sizes, strides;
    for (const SymInt& size : meta.sizes) sizes.push_back(size.hint());
    for (const SymInt& stride : meta.strides.empty() ? contiguous_sym_strides(meta.sizes) : meta.strides)
      strides.push_back(stride.hint());
    outputs.push_back(empty_strided(sizes, strides, meta.dtype, Device{DeviceKind::kMeta}));
  }
  return outputs;
}

thread_local CallWatcher* watcher = nullptr;

// ATen's operators are seen, what is composed of them is not.
bool is_watched(const OpDef& op) { return op.kernel || op.pointwise || !op.decompose || (op.traits & kAten); }
std::optional<Outputs> watched(const OpDef& op, const Args& args) {
  if (!is_watched(op)) return op.decompose(args);
  return watcher->run(op, args, false);
}

uint64_t bytes_of(const Tensor& t) {
  return t.defined() ? static_cast<uint64_t>(t.numel() * dtype_bytes(t.dtype())) : 0;
}

Outputs with_traffic(const Args& args, Outputs outputs) {
  uint64_t& bytes = eager_traffic().bytes;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) bytes += bytes_of(*t);
    else if (const auto* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& each : *list) bytes += bytes_of(each);
  }
  for (const Tensor& t : outputs) bytes += bytes_of(t);
  return outputs;
}

// The op itself, below the tape.
Outputs execute(const OpDef& op, const Args& args, const Facts& facts) {
  // The parts of an op without a gradient of its own stay where it is called: views among them are plain ones.
  GradModeScope grad_mode(grad_enabled() && !op.kernel && !op.grad);
  if (facts.recorder) return facts.recorder->record(op, args);
  if (watcher)
    if (std::optional<Outputs> outputs = watched(op, args)) return *outputs;
  const bool composed = !op.kernel && !(op.traits & (kShapeDependsOnData | kMutates));
  if (facts.meta && !(composed && op.decompose)) return without_data(op, args);
  if (!op.kernel) return op.decompose(args);
  if (!(op.traits & kView)) ++eager_op_count();
  doing().op.store(op.name, std::memory_order_relaxed);
  const bool counted = eager_traffic().wanted && !(op.traits & kView);
  if (facts.elsewhere) return counted ? with_traffic(args, run_on_device(op, args)) : run_on_device(op, args);
  Outputs outputs = op.kernel(args);
  keep_format(op, args, outputs);
  return counted ? with_traffic(args, std::move(outputs)) : outputs;
}

// detach and its like share storage but take no part in view tracking.
// The copy that a reshape makes is nobody's view.
bool tracks_views(const OpDef& op) {
  return (op.traits & kView) && (op.grad || op.decompose) && std::string_view(op.name) != "_unsafe_view";
}
// A recorder takes apart what is composed of others, on tensors without history: the whole is the view.
bool records_views(const OpDef& op, const Args& args) {
  if (!op.decompose || op.grad || args.size() == 0 || !args[0].is_tensor()) return false;
  return args.tensor(0).defined() && args.tensor(0).impl()->storage;
}

void note_views(const OpDef& op, const Args& args, const Outputs& outputs) {
  const Tensor& base = args.tensor(0);
  ViewKind kind = inference_mode()     ? ViewKind::kInference
                  : !grad_enabled()    ? ViewKind::kNoGrad
                  : outputs.size() > 1 ? ViewKind::kMultiOutput
                                       : ViewKind::kPlain;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor& output = outputs[i];
    if (!output.defined() || output.same(base) || !(output.impl()->storage == base.impl()->storage)) continue;
    set_view(output, base, kind);
    if (!output.is_fake()) continue;
    AutogradMeta& meta = ensure_autograd_meta(output);
    meta.parent = base;
    meta.view_op = &op;
    meta.view_args = args;
    meta.view_result = static_cast<int>(i);
  }
}

// New running statistics take no part in gradients, nor do the states of a CTC loss and what an LSTM keeps.
bool is_tracked_result(const OpDef& op, size_t result) {
  std::string_view name = op.name;
  if (name.starts_with("_ctc_loss")) return result == 0;
  return result < 3 || (name != "_native_batch_norm_legit_functional" && name != "_lstm_layer");
}

void set_histories(const Ref<GradNode>& node, const OpDef& op, const Outputs& outputs) {
  save_op_outputs(node, op, outputs, false);
  node->outputs.reserve(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor& output = outputs[i];
    bool tracked = output.defined() && is_floating(output.dtype()) && is_tracked_result(op, i);
    if (tracked) set_history(output, node, static_cast<uint32_t>(i));
    else node->outputs.push_back(output.defined() ? ValueMeta::of(output) : ValueMeta());
  }
}

bool can_cast(DType from, DType to) {
  if (is_floating(from) && !is_floating(to)) return false;
  return from == DType::kBool || to != DType::kBool;
}

void check_result_fits(const Tensor& self, const Tensor& result) {
  if (!can_cast(result.dtype(), self.dtype())) {
    tensor_error(std::string("result type ") + dtype_scalar_name(result.dtype()) +
                 " can't be cast to the desired output type " + dtype_scalar_name(self.dtype()));
  }
  if (!(result.sizes() == self.sizes())) {
    tensor_error("output with shape " + sizes_text(self.sizes()) + " doesn't match the broadcast shape " +
                 sizes_text(result.sizes()));
  }
}

void check_draws(const OpDef& op, const Args& args) {
  if (!(op.traits & kRandom) || !draws_refused()) return;
  if (&op == &op_dropout && !args.boolean_or(2, true)) return;  // not in training
  tensor_error(
      "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
      "randomness flags on vmap or perform the randomness operation out of vmap");
}

class EagerDispatcher final : public Dispatcher {
 public:
  Outputs call(const OpDef& op, Args args) override {
    ProfileScope profile(op, false);
    check_draws(op, args);
    if (op.traits & kMutates) return {change(op, std::move(args))};
    Facts facts;
    look_at(args, facts);
    if (facts.recorder && facts.recorder->above_tape()) return record_whole(op, args, facts);
    DeviceKind device = facts.cuda ? DeviceKind::kCuda : DeviceKind::kCpu;
    if (autocast_enabled(device)) apply_autocast(op, args, device);
    if (facts.recorder) lift_real(args, *facts.recorder);
    bool differentiable = facts.requires_grad && grad_enabled();
    bool seen_whole = watcher && (op.traits & kFactory);
    if (!op.grad && op.decompose && differentiable && !seen_whole) return composed(op, args);
    Ref<GradNode> node;
    if (differentiable && op.grad) node = make_op_node(op, args, false);
    Outputs outputs = execute(op, args, facts);
    // Ops that may hand back their argument (contiguous, to) did nothing to differentiate.
    if (facts.tensors && !outputs.empty() && args[0].is_tensor() && outputs[0].same(args.tensor(0))) return outputs;
    // Views of inference tensors are such themselves and not tracked; views of others are not.
    const bool views = tracks_views(op) || (facts.recorder && records_views(op, args));
    if (views && !args.tensor(0).impl()->is_inference) note_views(op, args, outputs);
    if (inference_mode())
      for (const Tensor& output : outputs) output.impl()->is_inference |= !is_view(output);
    if (node) set_histories(node, op, outputs);
    return outputs;
  }

  Tensor call_inplace(const OpDef& op, Args args) override {
    ProfileScope profile(op, true);
    return change(op, std::move(args));
  }

 private:
  // Differentiable op by op; a name of its own is the last op's.
  static Outputs composed(const OpDef& op, const Args& args) {
    uint64_t first = next_grad_sequence();
    Outputs outputs = op.decompose(args);
    if (op.grad_name)
      for (const Tensor& output : outputs) name_grad_fn(output, op.grad_name, first);
    return outputs;
  }

  static Outputs record_whole(const OpDef& op, Args& args, const Facts& facts) {
    lift_real(args, *facts.recorder);
    Outputs outputs = facts.recorder->record(op, args);
    if (!facts.requires_grad || !grad_enabled() || op.no_grad) return outputs;
    for (const Tensor& output : outputs) {
      if (output.defined() && is_floating(output.dtype())) output.impl()->requires_grad = true;
    }
    return outputs;
  }

  // `op` writes its first argument: NAME_ of an ordinary op, or an op that mutates.
  static Tensor change(const OpDef& op, Args args) {
    Tensor self = args.tensor(0);
    Facts facts;
    look_at(args, facts);
    if (facts.recorder && !self.is_fake()) self = facts.recorder->lift(self);
    if (facts.recorder) lift_real(args, *facts.recorder);
    if (facts.recorder && facts.recorder->above_tape()) {
      facts.recorder->record_inplace(op, args);
      return self;
    }
    check_inplace(self, facts.requires_grad);
    if (fills_places(op) && overlaps_itself(self) && !self.is_fake()) return fill_expanded(op, args);
    check_memory_overlap(op, args);
    bool differentiable = facts.requires_grad && grad_enabled() && is_floating(self.dtype());
    if (differentiable && !op.grad && op.decompose) {
      Tensor result = op.decompose(args)[0];
      if (result.same(self)) return self;  // F.relu(x, inplace=True) has changed it already
      check_result_fits(self, result);
      return vt::call1(required_op("copy_"), {self, result});
    }
    Ref<GradNode> node;
    if (differentiable && op.grad) node = make_op_node(op, args, true);
    uint32_t version = self.version();
    if (facts.recorder) facts.recorder->record_inplace(op, args);
    else if (facts.meta) static_cast<void>(infer_op(op, args));
    else if (op.traits & kMutates) op.infer ? static_cast<void>(op.infer(args)) : void(), execute(op, args, facts);
    else write(op, args, self, facts);
    if (self.version() == version) bump_version(self);
    if (!node) return self;
    save_op_outputs(node, op, {self}, true);
    rebase_history(self, node);
    return self;
  }

  static void write(const OpDef& op, const Args& args, const Tensor& self, const Facts& facts) {
    if (watcher && is_watched(op)) {
      GradModeScope no_grad(false);
      if (watcher->run(op, args, true)) return;
    }
    // An elementwise kernel writes where it reads; others compute first.
    InplaceTargetScope target(op.pointwise ? self : Tensor());
    Tensor result = execute(op, args, facts)[0];
    if (result.same(self)) return;
    check_result_fits(self, result);
    copy_tensor(self, result);
  }
};

}  // namespace

CallWatcher* call_watcher() { return watcher; }
void set_call_watcher(CallWatcher* now) { watcher = now; }

uint64_t& eager_op_count() {
  static thread_local uint64_t count = 0;
  return count;
}

EagerTraffic& eager_traffic() {
  static thread_local EagerTraffic traffic;
  return traffic;
}

void install_eager() {
  static EagerDispatcher dispatcher;
  if (!installed_dispatcher()) install_dispatcher(&dispatcher);
  view_gradient_hook() = view_requires_grad;
}

}  // namespace vt
