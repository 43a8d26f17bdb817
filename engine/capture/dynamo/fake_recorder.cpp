// The op recorder of a capture: runs ops on fake tensors, whose sizes may be symbolic, without computing elements.
#include <algorithm>
#include <map>
#include <string_view>

#include "capture/dynamo/fake_errors.h"
#include "capture/dynamo/output.h"
#include "eager/autograd.h"
#include "eager/overlap.h"
#include "ops/families/shape.h"
#include "tensor/unbacked.h"
#include "torch/tensor_type.h"

namespace vt::dynamo {

FakeRecorder& FakeRecorder::shared() {
  static FakeRecorder recorder;
  torch::graphless_recorder = &recorder;
  return recorder;
}

static Metas infer_on_fakes(const OpDef& op, const Args& args) {
  try {
    return infer_op(op, args);
  } catch (const TensorError& error) {
    throw fake_error(args, error);
  }
}
// Adds the guards of PyTorch's contiguity check: one for each size of 1 and each stride that it compares.
static void ask_whether_contiguous(const SymSizes& sizes, const SymSizes& strides) {
  SymInt expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 1) continue;
    if (strides[i] != expected) return;
    expected = expected * sizes[i];
  }
}

// For these operators PyTorch computes the result's axis order, and so guards on each input's element count: at most
// one element is always contiguous, more needs another compilation. `empty`: ops that also guard on 0.
static void ask_whether_small(const OpDef& op, const Args& args) {
  std::string_view name = std::string_view(op.name).substr(0, std::string_view(op.name).find('.'));
  auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  bool empty = is_one_of({"add", "sub", "mul", "div", "pow", "_to_copy"});
  bool several = op.pointwise && args.size() > 1 && (args[1].is_tensor() || args[1].is_scalar());
  if (!empty && !several && !is_one_of({"relu", "logical_not"})) return;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor() || !args.tensor(i).defined() || !args.tensor(i).is_fake()) continue;
    SymInt count = count_of(sizes_of(args.tensor(i)));
    if (!count.symbolic() || only_a_run_tells(count)) continue;
    if (count < 2) {
      if (empty) (void)(count == 0);
    } else if (args.tensor(i).rank() > 1) {
      ask_whether_contiguous(sizes_of(args.tensor(i)), strides_of(args.tensor(i)));
    }
  }
}

namespace {
// The memory layout of fakes: replays the view chain of each fake on tensors of the meta device, which share storage as
// the views of a run do. Symbolic sizes are replaced by their hints.
class MemoryOfFakes {
 public:
  static void remember(const OpDef& op, const Args& args, const Outputs& outputs) {
    const bool composed = !op.kernel && !op.grad && op.decompose && !(op.traits & kFactory);
    if (!((op.traits & kView) || composed) || args.size() == 0 || !is_fake(args[0])) return;
    for (size_t i = 0; i < outputs.size(); ++i) {
      // A view shares its base's storage and so its version counter: the tape detects in-place changes of the base.
      if (op.traits & kView) outputs[i].impl()->storage = args.tensor(0).impl()->storage;
      AutogradMeta& meta = ensure_autograd_meta(outputs[i]);
      meta.parent = args.tensor(0);
      meta.view_op = &op;
      meta.view_args = args;
      meta.output = static_cast<uint32_t>(i);
    }
  }
  // Whether another tensor argument has the same origin (the root of its view chain) as the first.
  static bool may_share(const Args& args) {
    for (size_t i = 1; i < args.size(); ++i)
      if (is_fake(args[i]) && origin(args.tensor(i)).same(origin(args.tensor(0)))) return true;
    return false;
  }
  static bool lies_in(const Tensor& fake, const Tensor& base) {
    if (fake.same(base)) return true;
    if (!origin(fake).same(base)) return false;
    MemoryOfFakes memory;
    return memory.of(fake).impl()->storage == memory.of(base).impl()->storage;
  }
  Args of(const Args& args) {
    std::vector<Arg> result;
    for (const Arg& arg : args.values()) result.push_back(is_fake(arg) ? Arg(of(std::get<Tensor>(arg.value))) : arg);
    return Args(std::move(result));
  }

 private:
  static bool is_fake(const Arg& arg) {
    const Tensor* t = std::get_if<Tensor>(&arg.value);
    return t && t->defined() && t->is_fake();
  }
  static Tensor origin(Tensor t) {
    for (AutogradMeta* meta = autograd_meta(t); meta && meta->parent.defined(); meta = autograd_meta(t))
      t = Tensor(meta->parent);
    return t;
  }
  static Args without_symbols(Args args) {
    for (Arg& arg : args.values()) {
      if (Scalar* s = std::get_if<Scalar>(&arg.value)) s->integer = s->integer.hint();
      if (IntList* list = std::get_if<IntList>(&arg.value))
        for (SymInt& i : *list) i = i.hint();
    }
    return args;
  }
  Tensor of(const Tensor& fake) {
    Tensor& made = known_[fake.impl()];
    if (made.defined()) return made;
    AutogradMeta* meta = autograd_meta(fake);
    if (meta && meta->view_op) {
      try {
        made = call(*meta->view_op, without_symbols(of(meta->view_args)))[meta->output];
      } catch (const TensorError&) {  // the size is data-dependent: assume separate memory
      }
    }
    if (!made.defined()) made = empty_strided(fake.sizes(), fake.strides(), fake.dtype(), Device{DeviceKind::kMeta});
    return made;
  }
  std::map<const TensorImpl*, Tensor> known_;
  RecorderScope no_recorder_{nullptr};
  GradModeScope no_grad_{false};
};
}  // namespace

Outputs FakeRecorder::record(const OpDef& op, const Args& args) {
  ask_whether_small(op, args);
  Outputs outputs;
  for (TensorMeta& meta : infer_on_fakes(op, args)) outputs.push_back(fake_of(std::move(meta)));
  MemoryOfFakes::remember(op, args, outputs);
  return outputs;
}
void FakeRecorder::record_inplace(const OpDef& op, const Args& args) {
  Metas metas = infer_on_fakes(op, args);
  if (MemoryOfFakes::may_share(args)) check_memory_overlap(op, MemoryOfFakes().of(args));
  if (!(op.traits & kMutates) && metas.size() == 1) check_fits_in_place(args.tensor(0), metas[0]);
}
bool FakeRecorder::lies_in(const Tensor& fake, const Tensor& base) { return MemoryOfFakes::lies_in(fake, base); }
Tensor FakeRecorder::lift(const Tensor& real) { return fake_of(meta_of(real)); }
Tensor FakeRecorder::fake_of(TensorMeta meta) {
  for (const SymInt& size : meta.sizes) {
    if (only_a_run_tells(size)) assume(SymRelation::kLessEqual, 0, size);
  }
  if (meta.strides.empty()) meta.strides = contiguous_sym_strides(meta.sizes);
  Tensor fake = fake_tensor(std::move(meta.sizes), std::move(meta.strides), meta.dtype, meta.device, this, next_++);
  fake.impl()->storage = make_ref<Storage>(0, Device{DeviceKind::kMeta});
  return fake;
}

}  // namespace vt::dynamo
