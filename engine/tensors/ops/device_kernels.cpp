#include "ops/device_kernels.h"

#include "ops/dispatch.h"
#include "ops/families/run.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/on_device.h"
#include "ops/kernels/target.h"
#include "ops/ops.h"
#include "ops/table.h"
#include "tensor/accelerator.h"
#include "tensor/random.h"

namespace vt {

namespace {

DeviceKernels *cuda_kernels = nullptr, *webgpu_kernels = nullptr;

// Ops whose kernels only allocate and call a filler of tensor/random.h, which knows devices.
bool fills_at_random(const OpDef& op) {
  static const OpDef* const ops[] = {&op_rand,
                                     &op_randn,
                                     &op_randint_low,
                                     &op_normal,
                                     &op_uniform_inplace,
                                     &op_normal_inplace,
                                     &op_random_inplace,
                                     &op_random_to_inplace,
                                     &op_random_full_inplace,
                                     &op_exponential_inplace,
                                     &op_bernoulli_inplace,
                                     &op_bernoulli_like,
                                     &op_dropout_mask};
  for (const OpDef* known : ops)
    if (known == &op) return true;
  return false;
}

// Ops whose kernels come down to kernels/on_device.h.
bool uses_routines(const OpDef& op) {
  static const OpDef* const ops[] = {
      &op_gather,        &op_scatter,        &op_scatter_value, &op_scatter_add, &op_scatter_reduce, &op_index_select,
      &op_index_add,     &op_index_copy,     &op_index_fill,    &op_index,       &op_index_put,      &op_nonzero,
      &op_masked_select, &op_masked_scatter, &op_embedding,     &op_cumsum,      &op_cumprod,        &op_cummax,
      &op_cummin,        &op_logcumsumexp,   &op_sort,          &op_topk};
  for (const OpDef* known : ops)
    if (known == &op) return true;
  return false;
}

// Ops whose kernels only allocate and copy_tensor(), or call other ops: they work wherever their tensors are.
bool works_anywhere(const OpDef& op, DeviceKind kind) {
  if (op.traits & kView) return true;
  static const OpDef* const ops[] = {&op_clone, &op_to_copy,     &op_copy,
                                     &op_fill,  &op_fill_tensor, &op_zero,
                                     &op_empty, &op_full,        &op_new_empty_strided};
  static const OpDef* const calling_others[] = {&op_diagonal_backward, &op_max_pool_backward, &op_reflection_pad1d,
                                                &op_reflection_pad2d,  &op_reflection_pad3d,  &op_replication_pad1d,
                                                &op_replication_pad2d, &op_replication_pad3d};
  for (const OpDef* known : ops)
    if (known == &op) return true;
  if (kind != DeviceKind::kCuda) return false;
  for (const OpDef* known : calling_others)
    if (known == &op) return true;
  if (uses_routines(op)) return device_routines() && device_routines()->available();
  return fills_at_random(op) && !draws_on_host() && device_random() && device_random()->available();
}

template <class F>
void for_each_tensor(const Args& args, F&& visit) {
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) visit(*t);
    else if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& item : *list)
        if (item.defined()) visit(item);
  }
}

// Where the results belong: a device argument says it, else the tensors do.
Device result_device(const Args& args) {
  for (const Arg& arg : args.values())
    if (const Device* device = std::get_if<Device>(&arg.value)) return *device;
  Device found;
  for_each_tensor(args, [&](const Tensor& t) {
    if (is_accelerator(t.device().kind) && !is_accelerator(found.kind)) found = t.device();
  });
  return found;
}

bool odd_in(const TensorList& list, const Tensor& odd) {
  for (const Tensor& t : list)
    if (t.defined() && t.same(odd)) return true;
  return false;
}

// One device for all; a CPU tensor without dimensions may stand among those of another.
void check_one_device(const OpDef& op, const Args& args) {
  Tensor first;
  auto report = [&](Device one, Device two, const Tensor& odd) {
    // Elementwise ops name the devices, the others the argument.
    if (op.pointwise)
      tensor_error("Expected all tensors to be on the same device, but found at least two devices, " +
                   device_text(one) + " and " + device_text(two) + "!");
    std::string argument = "self", name = op.name;
    for (size_t i = 0; i < args.size(); ++i) {
      const Tensor* t = std::get_if<Tensor>(&args[i].value);
      const TensorList* list = std::get_if<TensorList>(&args[i].value);
      if ((t && t->same(odd)) || (list && odd_in(*list, odd))) argument = schema_of(op).parameters[i].name;
    }
    tensor_error("Expected all tensors to be on the same device, but got " + argument + " is on " +
                 device_text(odd.device()) + ", different from other tensors on " +
                 device_text(odd.device() == one ? two : one) + " (when checking argument in method wrapper_CUDA_" +
                 name.substr(0, name.find('.')) + ")");
  };
  for_each_tensor(args, [&](const Tensor& t) {
    if (t.rank() == 0 && t.device().kind == DeviceKind::kCpu) return;
    if (!first.defined()) first = t;
    if (first.device() == t.device()) return;
    bool device_first = is_accelerator(first.device().kind);
    Device one = device_first ? first.device() : t.device(), two = device_first ? t.device() : first.device();
    report(one, two, t);
  });
}

// Tensors of a device may be indexed by CPU tensors.
bool mixes_devices(const OpDef& op) {
  static const OpDef* const ops[] = {&op_copy, &op_fill_tensor, &op_to_copy, &op_index, &op_index_put};
  for (const OpDef* known : ops)
    if (known == &op) return true;
  return false;
}

}  // namespace

void install_device_kernels(DeviceKind kind, DeviceKernels* kernels) {
  (kind == DeviceKind::kWebGpu ? webgpu_kernels : cuda_kernels) = kernels;
}
DeviceKernels* device_kernels(Device device) {
  return device.kind == DeviceKind::kWebGpu ? webgpu_kernels : cuda_kernels;
}

bool& draws_on_host() {
  static bool wanted = false;
  return wanted;
}
uint64_t& host_round_trips() {
  static uint64_t count = 0;
  return count;
}

Outputs run_over_host(const OpDef& op, const Args& args) {
  ++host_round_trips();
  Device device = result_device(args);
  Args host = args;
  std::vector<std::pair<Tensor, Tensor>> copies;  // on the CPU, and the one it stands for
  auto bring = [&](Tensor& t) {
    if (!t.defined() || !is_accelerator(t.device().kind)) return;
    Tensor copy = on_host(t);
    copies.emplace_back(copy, t);
    t = std::move(copy);
  };
  for (Arg& arg : host.values()) {
    if (Tensor* t = std::get_if<Tensor>(&arg.value)) bring(*t);
    else if (TensorList* list = std::get_if<TensorList>(&arg.value))
      for (Tensor& item : *list) bring(item);
    else if (Device* place = std::get_if<Device>(&arg.value)) *place = Device{};
  }
  InplaceTargetScope none{Tensor()};  // what an in-place call wants is on the device
  Outputs outputs = op.kernel(host);
  if (op.traits & kMutates) copy_tensor(args.tensor(0), host.tensor(0));
  if (&op == &op_fused_adam)
    for (size_t list : {0, 2, 3})
      for (size_t i = 0; i < args.tensors(list).size(); ++i) copy_tensor(args.tensors(list)[i], host.tensors(list)[i]);
  for (Tensor& output : outputs) {
    if (!output.defined()) continue;
    const Tensor* original = nullptr;
    for (const auto& [copy, from] : copies)
      if (copy.same(output)) original = &from;
    if (original) {
      output = *original;
      continue;
    }
    Tensor there = empty_strided(output.sizes(), output.strides(), output.dtype(), device);
    copy_tensor(there, output);
    output = std::move(there);
  }
  return outputs;
}

Outputs run_on_device(const OpDef& op, const Args& args) {
  if (!mixes_devices(op)) check_one_device(op, args);
  const Device device = result_device(args);
  if (works_anywhere(op, device.kind)) return op.kernel(args);
  Outputs outputs;
  bool here = !(op.traits & kRandom) || !draws_on_host();
  DeviceKernels* kernels = device_kernels(device);
  if (here && kernels && kernels->run(op, args, outputs)) return outputs;
  return run_over_host(op, args);
}

Tensor run_kernel(const OpDef& op, Args args) {
  return (is_accelerator(result_device(args).kind) ? run_on_device(op, args) : op.kernel(args))[0];
}

}  // namespace vt
