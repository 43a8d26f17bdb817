#include "device/cuda.h"

#include <cstdio>
#include <mutex>

#include "tensor/tensor.h"

namespace vt::device {
namespace {

using driver::loaded;

// PyTorch names errors as the CUDA runtime does; these are the driver's that programs meet.
struct ErrorName {
  driver::Result code;
  const char* runtime_name;
};
constexpr ErrorName kRuntimeNames[] = {
    {1, "cudaErrorInvalidValue"},
    {2, "cudaErrorMemoryAllocation"},
    {3, "cudaErrorInitializationError"},
    {4, "cudaErrorCudartUnloading"},
    {35, "cudaErrorInsufficientDriver"},
    {100, "cudaErrorNoDevice"},
    {101, "cudaErrorInvalidDevice"},
    {200, "cudaErrorInvalidKernelImage"},
    {201, "cudaErrorDeviceUninitialized"},
    {209, "cudaErrorNoKernelImageForDevice"},
    {214, "cudaErrorECCUncorrectable"},
    {218, "cudaErrorInvalidPtx"},
    {400, "cudaErrorInvalidResourceHandle"},
    {500, "cudaErrorSymbolNotFound"},
    {600, "cudaErrorNotReady"},
    {700, "cudaErrorIllegalAddress"},
    {701, "cudaErrorLaunchOutOfResources"},
    {702, "cudaErrorLaunchTimeout"},
    {710, "cudaErrorAssert"},
    {715, "cudaErrorIllegalInstruction"},
    {716, "cudaErrorMisalignedAddress"},
    {719, "cudaErrorLaunchFailure"},
    {900, "cudaErrorStreamCaptureUnsupported"},
    {999, "cudaErrorUnknown"},
};

struct Context {
  driver::Context handle = nullptr;
  CudaProperties properties;
  bool known = false;
};
struct State {
  std::mutex mutex;
  bool started = false;
  driver::Result problem = driver::kSuccess;
  int count = 0;
  std::vector<Context> contexts;
  bool initialized = false;
};
State& state() {
  static State* instance = new State;  // storages of static duration outlive it otherwise
  return *instance;
}
thread_local int current_device = 0;
thread_local int bound_device = -1;  // whose context is current on this thread
thread_local driver::Stream stream_in_use = nullptr;

void start(State& s) {
  std::lock_guard lock(s.mutex);
  if (s.started) return;
  s.started = true;
  const driver::Driver* d = loaded();
  if (!d) return;
  s.problem = d->init(0);
  if (s.problem == driver::kSuccess) s.problem = d->device_count(&s.count);
  if (s.problem != driver::kSuccess) s.count = 0;
  s.contexts.resize(static_cast<size_t>(s.count));
}

int attribute(const driver::Driver& d, driver::Attribute which, driver::DeviceOrdinal device) {
  int value = 0;
  return d.device_attribute(&value, which, device) == driver::kSuccess ? value : 0;
}

std::string uuid_text(const driver::Uuid& uuid) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits;
  }
  return text;
}

CudaProperties read_properties(const driver::Driver& d, int index) {
  driver::DeviceOrdinal device = 0;
  check_cuda(d.device_get(&device, index));
  CudaProperties p;
  char name[256] = "";
  check_cuda(d.device_name(name, sizeof name, device));
  p.name = name;
  driver::Uuid uuid{};
  if (d.device_uuid(&uuid, device) == driver::kSuccess) p.uuid = uuid_text(uuid);
  size_t bytes = 0;
  check_cuda(d.device_memory(&bytes, device));
  p.total_memory = static_cast<int64_t>(bytes);
  p.major = attribute(d, driver::kComputeMajor, device);
  p.minor = attribute(d, driver::kComputeMinor, device);
  p.multiprocessors = attribute(d, driver::kMultiprocessorCount, device);
  p.warp_size = attribute(d, driver::kWarpSize, device);
  p.threads_per_multiprocessor = attribute(d, driver::kMaxThreadsPerMultiprocessor, device);
  p.threads_per_block = attribute(d, driver::kMaxThreadsPerBlock, device);
  p.l2_bytes = attribute(d, driver::kL2CacheSize, device);
  p.shared_per_block = attribute(d, driver::kMaxSharedPerBlock, device);
  p.shared_per_block_optin = attribute(d, driver::kMaxSharedPerBlockOptin, device);
  p.shared_per_multiprocessor = attribute(d, driver::kMaxSharedPerMultiprocessor, device);
  p.registers_per_multiprocessor = attribute(d, driver::kMaxRegistersPerMultiprocessor, device);
  p.clock_khz = attribute(d, driver::kClockRate, device);
  p.memory_clock_khz = attribute(d, driver::kMemoryClockRate, device);
  p.memory_bus_bits = attribute(d, driver::kMemoryBusWidth, device);
  p.pci_domain = attribute(d, driver::kPciDomainId, device);
  p.pci_bus = attribute(d, driver::kPciBusId, device);
  p.pci_device = attribute(d, driver::kPciDeviceId, device);
  p.integrated = attribute(d, driver::kIntegrated, device) != 0;
  return p;
}

driver::Pointer address(const void* p) { return reinterpret_cast<driver::Pointer>(p); }

void check_ordinal(int device) {
  if (!cuda_available()) {
    // What PyTorch says where CUDA cannot be had.
    tensor_error("Torch not compiled with CUDA enabled", "AssertionError");
  }
  if (device < 0 || device >= cuda_device_count()) raise_cuda_error(101);
}

}  // namespace

bool cuda_available() { return cuda_device_count() > 0; }
int cuda_device_count() {
  start(state());
  return state().count;
}

const CudaProperties& cuda_properties(int device) {
  check_ordinal(device);
  Context& context = state().contexts[static_cast<size_t>(device)];
  std::lock_guard lock(state().mutex);
  if (!context.known) context.properties = read_properties(*loaded(), device), context.known = true;
  return context.properties;
}

int current_cuda_device() { return current_device; }
void set_current_cuda_device(int device) {
  check_ordinal(device);
  current_device = device;
}
static bool tf32 = false;
bool tf32_allowed() { return tf32; }
void allow_tf32(bool allowed) { tf32 = allowed; }
bool cuda_initialized() { return state().initialized; }

const driver::Driver& cuda(int device) {
  if (bound_device == device) return *loaded();
  check_ordinal(device);
  const driver::Driver& d = *loaded();
  State& s = state();
  {
    std::lock_guard lock(s.mutex);
    Context& context = s.contexts[static_cast<size_t>(device)];
    driver::DeviceOrdinal ordinal = 0;
    check_cuda(d.device_get(&ordinal, device));
    if (!context.handle) check_cuda(d.context_retain(&context.handle, ordinal));
    check_cuda(d.context_set(context.handle));
    s.initialized = true;
  }
  bound_device = device;
  return d;
}

void check_cuda(driver::Result result) {
  if (result != driver::kSuccess) raise_cuda_error(result);
}

void raise_cuda_error(driver::Result result) {
  const char* text = nullptr;
  if (const driver::Driver* d = loaded()) d->error_text(result, &text);
  const char* name = nullptr;
  for (const ErrorName& known : kRuntimeNames)
    if (known.code == result) name = known.runtime_name;
  std::string message = std::string("CUDA error: ") + (text ? text : "unknown error") + "\n";
  if (result == 101) message += "GPU device may be out of range, do you have enough GPUs?\n";
  else if (name)
    message += std::string("Search for `") + name +
               "' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\n";
  message +=
      "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be "
      "incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile with `TORCH_USE_CUDA_DSA` to enable "
      "device-side assertions.\n";
  tensor_error(std::move(message), "AcceleratorError");
}

driver::Stream current_stream() { return stream_in_use; }
void set_current_stream(driver::Stream stream) { stream_in_use = stream; }
driver::Stream make_stream(int device) {
  driver::Stream stream = nullptr;
  check_cuda(cuda(device).stream_create(&stream, driver::kStreamNonBlocking));
  return stream;
}
static void (*look_after_wait)(int device) = nullptr;
void call_after_waits(void (*look)(int device)) { look_after_wait = look; }
static void waited(int device) {
  if (look_after_wait) look_after_wait(device);
}
void synchronize_device(int device) {
  check_cuda(cuda(device).synchronize());
  waited(device);
}
void synchronize_stream(driver::Stream stream) {
  check_cuda(cuda(current_device).stream_synchronize(stream));
  waited(current_device);
}

static thread_local bool recording_graph = false;
void set_recording(bool recording) { recording_graph = recording; }
bool is_recording() { return recording_graph; }
static void refuse_while_recording() {
  if (recording_graph) tensor_error("a CUDA graph cannot record a copy between the host and the device");
}

void copy_to_device(void* to, const void* from, int64_t bytes, int device) {
  if (bytes == 0) return;
  refuse_while_recording();
  check_cuda(cuda(device).to_device(address(to), from, static_cast<size_t>(bytes), stream_in_use));
}
void copy_to_host(void* to, const void* from, int64_t bytes, int device) {
  if (bytes == 0) return;
  refuse_while_recording();
  const driver::Driver& d = cuda(device);
  check_cuda(d.to_host(to, address(from), static_cast<size_t>(bytes), stream_in_use));
  check_cuda(d.stream_synchronize(stream_in_use));
  waited(device);
}
void copy_on_device(void* to, const void* from, int64_t bytes, int device) {
  if (bytes == 0) return;
  check_cuda(cuda(device).on_device(address(to), address(from), static_cast<size_t>(bytes), stream_in_use));
}
void set_device_bytes(void* to, unsigned char value, int64_t bytes, int device) {
  if (bytes == 0) return;
  check_cuda(cuda(device).set_bytes(address(to), value, static_cast<size_t>(bytes), stream_in_use));
}

CudaModule::CudaModule(const std::string& image, int index) : device(index) {
  check_cuda(cuda(device).module_load(&module, image.data()));
}
CudaModule::~CudaModule() {
  // A context that is lost cannot unload; there is nothing to do about it.
  if (module) static_cast<void>(cuda(device).module_unload(module));
}
driver::Function CudaModule::find(const std::string& name) const {
  driver::Function found = nullptr;
  return cuda(device).module_function(&found, module, name.c_str()) == driver::kSuccess ? found : nullptr;
}

void allow_shared_bytes(driver::Function function, int64_t bytes) {
  check_cuda(loaded()->function_set(function, driver::kFunctionMaxDynamicShared, static_cast<int>(bytes)));
}

void launch_kernel(driver::Function function, const LaunchShape& shape, void** parameters) {
  check_cuda(loaded()->launch(function, shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0], shape.block[1],
                              shape.block[2], shape.shared_bytes, stream_in_use, parameters, nullptr));
}

}  // namespace vt::device
