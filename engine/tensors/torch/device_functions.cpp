// What torch.cuda and torch.webgpu are made of (library/torch/torch/cuda): devices, streams, events and the counts
// of the allocator, as plain functions of numbers. Streams and events are handles.
#include "device/cuda.h"
#include "device/cudnn.h"
#include "device/memory.h"
#include "device/webgpu.h"
#include "ops/device_kernels.h"
#include "tensor/accelerator.h"
#include "tensor/print.h"
#include "torch/binder.h"
#include "torch/tensor_type.h"

namespace vt::torch {
namespace {

using namespace vt::device;

int integer(const Arguments& a, size_t i) { return static_cast<int>(a[i].as_int()); }
template <class Handle>
Handle handle(const Value& v) {
  return reinterpret_cast<Handle>(static_cast<uintptr_t>(v.as_int()));
}
Value handle_value(const void* handle) {
  return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(handle)));
}
Value numbers(std::initializer_list<int64_t> list) {
  std::vector<Value> items;
  for (int64_t n : list) items.push_back(Value::integer(n));
  return vm::make_tuple(std::move(items));
}

Value count(Interpreter&, const Arguments&) { return Value::integer(cuda_device_count()); }
Value initialized(Interpreter&, const Arguments&) { return Value::boolean(cuda_initialized()); }
Value start(Interpreter&, const Arguments&) {
  cuda(current_cuda_device());
  return Value::none();
}
Value current(Interpreter&, const Arguments&) { return Value::integer(current_cuda_device()); }
Value select(Interpreter&, const Arguments& a) {
  set_current_cuda_device(integer(a, 0));
  return Value::none();
}
Value properties(Interpreter&, const Arguments& a) {
  const CudaProperties& p = cuda_properties(integer(a, 0));
  return vm::make_tuple(
      {vm::make_str(p.name), vm::make_str(p.uuid),
       numbers({p.major, p.minor, p.total_memory, p.multiprocessors, p.warp_size, p.threads_per_multiprocessor,
                p.threads_per_block, p.l2_bytes, p.shared_per_block, p.shared_per_block_optin,
                p.shared_per_multiprocessor, p.registers_per_multiprocessor, p.clock_khz, p.memory_clock_khz,
                p.memory_bus_bits, p.pci_domain, p.pci_bus, p.pci_device, p.integrated})});
}
Value synchronize(Interpreter&, const Arguments& a) {
  synchronize_device(integer(a, 0));
  return Value::none();
}

Value memory_counts(Interpreter&, const Arguments& a) {
  CudaMemoryStats s = cuda_initialized() ? cuda_memory_stats(integer(a, 0)) : CudaMemoryStats{};
  return numbers(
      {s.allocated, s.peak_allocated, s.reserved, s.peak_reserved, s.allocations, s.retries, s.out_of_memory});
}
Value reset_peaks(Interpreter&, const Arguments& a) {
  reset_cuda_memory_peaks(integer(a, 0));
  return Value::none();
}
Value empty_cache(Interpreter&, const Arguments&) {
  for (int device = 0; device < cuda_device_count(); ++device) empty_cuda_cache(device);
  return Value::none();
}
Value memory_fraction(Interpreter& vm, const Arguments& a) {
  set_cuda_memory_fraction(vm.to_double(a[0]), integer(a, 1));
  return Value::none();
}
Value memory_info(Interpreter&, const Arguments& a) {
  size_t free = 0, total = 0;
  check_cuda(cuda(integer(a, 0)).memory_info(&free, &total));
  return numbers({static_cast<int64_t>(free), static_cast<int64_t>(total)});
}
Value mark_stream(Interpreter&, const Arguments& a) {
  const Tensor& t = *as_tensor(a[0]);
  record_stream(t.impl()->storage->data(), handle<driver::Stream>(a[1]), t.device().index);
  return Value::none();
}

Value new_stream(Interpreter&, const Arguments& a) { return handle_value(make_stream(integer(a, 0))); }
Value stream_in_use(Interpreter&, const Arguments&) { return handle_value(current_stream()); }
Value use_stream(Interpreter&, const Arguments& a) {
  set_current_stream(handle<driver::Stream>(a[0]));
  return Value::none();
}
Value wait_for_stream(Interpreter&, const Arguments& a) {
  synchronize_stream(handle<driver::Stream>(a[0]));
  return Value::none();
}
// Whether all that was asked for has happened.
Value done(driver::Result result) {
  if (result != driver::kNotReady) check_cuda(result);
  return Value::boolean(result == driver::kSuccess);
}
const driver::Driver& here() { return cuda(current_cuda_device()); }
Value query_stream(Interpreter&, const Arguments& a) { return done(here().stream_query(handle<driver::Stream>(a[0]))); }
Value stream_waits(Interpreter&, const Arguments& a) {
  check_cuda(here().stream_wait(handle<driver::Stream>(a[0]), handle<driver::Event>(a[1]), 0));
  return Value::none();
}

Value new_event(Interpreter&, const Arguments& a) {
  driver::Event event = nullptr;
  check_cuda(here().event_create(&event, a[0].as_bool() ? 0 : driver::kEventDisableTiming));
  return handle_value(event);
}
Value free_event(Interpreter&, const Arguments& a) {
  check_cuda(here().event_destroy(handle<driver::Event>(a[0])));
  return Value::none();
}
Value record_event(Interpreter&, const Arguments& a) {
  check_cuda(here().event_record(handle<driver::Event>(a[0]), handle<driver::Stream>(a[1])));
  return Value::none();
}
Value wait_for_event(Interpreter&, const Arguments& a) {
  check_cuda(here().event_synchronize(handle<driver::Event>(a[0])));
  return Value::none();
}
Value query_event(Interpreter&, const Arguments& a) { return done(here().event_query(handle<driver::Event>(a[0]))); }
Value elapsed(Interpreter&, const Arguments& a) {
  float milliseconds = 0;
  check_cuda(here().event_elapsed(&milliseconds, handle<driver::Event>(a[0]), handle<driver::Event>(a[1])));
  return Value::real(milliseconds);
}

Value set_precision(Interpreter&, const Arguments& a) {
  allow_tf32(a[0].as<vm::Str>()->text != "highest");
  return Value::none();
}
Value set_switch(Interpreter&, const Arguments& a) {
  const std::string& name = a[0].as<vm::Str>()->text;
  bool on = a[1].as_bool();
  if (name == "cudnn.allow_tf32") allow_tf32_convolutions(on);
  if (name == "cudnn.benchmark") measure_convolutions(on);
  if (name == "cudnn.enabled") enable_cudnn(on);
  if (name == "matmul.allow_tf32") allow_tf32(on);
  return Value::none();
}
Value library_version(Interpreter&, const Arguments&) { return Value::integer(cuda_available() ? cudnn_version() : 0); }
Value round_trips(Interpreter&, const Arguments&) { return Value::integer(static_cast<int64_t>(host_round_trips())); }
Value webgpu_there(Interpreter&, const Arguments&) { return Value::boolean(webgpu::available()); }
Value webgpu_why(Interpreter&, const Arguments&) { return vm::make_str(webgpu::reason()); }
Value webgpu_wait(Interpreter&, const Arguments&) {
  webgpu::synchronize();
  return Value::none();
}
Value webgpu_counts(Interpreter&, const Arguments&) {
  const webgpu::Counters& c = webgpu::counters();
  return numbers({static_cast<int64_t>(c.submissions), static_cast<int64_t>(c.dispatches),
                  static_cast<int64_t>(c.uploads), static_cast<int64_t>(c.reads)});
}
Value get_default(Interpreter&, const Arguments&) { return device_value(default_device()); }
Value set_default(Interpreter&, const Arguments& a) {
  Device device;
  to_device(a[0], &device);
  set_default_device(device);
  return Value::none();
}

}  // namespace

void define_device_functions(Interpreter&, vm::Module& m) {
  install_device_memory();
  allow_tf32(false);
  allow_tf32_convolutions(true);
  measure_convolutions(false);
  enable_cudnn(true);
  seed_cuda_generators(67280421310721ULL);
  set_default_device(Device{print_options().home});
  draws_on_host() = is_accelerator(print_options().home);
  function<count>(m, "_cuda_device_count");
  function<initialized>(m, "_cuda_initialized");
  function<start>(m, "_cuda_init");
  function<current>(m, "_cuda_current_device");
  function<select>(m, "_cuda_set_device");
  function<properties>(m, "_cuda_properties");
  function<synchronize>(m, "_cuda_synchronize");
  function<memory_counts>(m, "_cuda_memory_counts");
  function<reset_peaks>(m, "_cuda_reset_peaks");
  function<empty_cache>(m, "_cuda_empty_cache");
  function<memory_fraction>(m, "_cuda_memory_fraction");
  function<memory_info>(m, "_cuda_memory_info");
  function<mark_stream>(m, "_cuda_record_stream");
  function<new_stream>(m, "_cuda_new_stream");
  function<stream_in_use>(m, "_cuda_current_stream");
  function<use_stream>(m, "_cuda_use_stream");
  function<wait_for_stream>(m, "_cuda_stream_synchronize");
  function<query_stream>(m, "_cuda_stream_query");
  function<stream_waits>(m, "_cuda_stream_wait_event");
  function<new_event>(m, "_cuda_new_event");
  function<free_event>(m, "_cuda_free_event");
  function<record_event>(m, "_cuda_event_record");
  function<wait_for_event>(m, "_cuda_event_synchronize");
  function<query_event>(m, "_cuda_event_query");
  function<elapsed>(m, "_cuda_event_elapsed");
  function<set_precision>(m, "_set_float32_matmul_precision");
  function<set_switch>(m, "_cuda_switch");
  function<library_version>(m, "_cudnn_version");
  function<round_trips>(m, "_cuda_host_round_trips");
  function<webgpu_there>(m, "_webgpu_is_available");
  function<webgpu_why>(m, "_webgpu_reason");
  function<webgpu_wait>(m, "_webgpu_synchronize");
  function<webgpu_counts>(m, "_webgpu_counters");
  function<get_default>(m, "_get_default_device");
  function<set_default>(m, "_set_default_device");
  vm::set_attribute(m, "OutOfMemoryError", Value::of(torch_types().out_of_memory));
  vm::set_attribute(m, "_LinAlgError", Value::of(linalg_error_type()));
  vm::set_attribute(m, "AcceleratorError", Value::of(torch_types().accelerator_error));
}

}  // namespace vt::torch
