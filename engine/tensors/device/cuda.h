// CUDA devices: which there are, their contexts, streams, events, copies and launches.
// Everything answers politely on a machine without one. After tensor/ (whose storages get
// their memory from here: memory.h), before ops/ and runtime/. Driver calls that fail throw
// a TensorError with PyTorch's type and text.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "device/cuda_driver.h"

namespace vt::device {

// The driver is there, it starts, and it finds at least one device.
bool cuda_available();
int cuda_device_count();  // 0 without a driver

struct CudaProperties {
  std::string name, uuid;
  int major = 0, minor = 0;
  int64_t total_memory = 0;
  int multiprocessors = 0, warp_size = 32, threads_per_multiprocessor = 0, threads_per_block = 0;
  int64_t l2_bytes = 0, shared_per_block = 0, shared_per_block_optin = 0, shared_per_multiprocessor = 0;
  int registers_per_multiprocessor = 0;
  int clock_khz = 0, memory_clock_khz = 0, memory_bus_bits = 0;
  int pci_domain = 0, pci_bus = 0, pci_device = 0;
  bool integrated = false;
};
const CudaProperties& cuda_properties(int device);

// The device that "cuda" without a number means, on this thread.
int current_cuda_device();
void set_current_cuda_device(int device);
// Whether float32 products may be computed in TF32 (torch.set_float32_matmul_precision).
bool tf32_allowed();
void allow_tf32(bool allowed);
// True once a context exists.
bool cuda_initialized();
// Makes the device's context current and returns the driver; throws PyTorch's error if there is none.
const driver::Driver& cuda(int device);

// Throws unless `result` is success.
void check_cuda(driver::Result result);
[[noreturn]] void raise_cuda_error(driver::Result result);

// The stream that launches, copies and allocations of this thread use; null is the default one.
driver::Stream current_stream();
void set_current_stream(driver::Stream stream);
driver::Stream make_stream(int device);
void synchronize_device(int device);
void synchronize_stream(driver::Stream stream);

// While a CUDA graph is recorded nothing may wait for the device.
void set_recording(bool recording);
bool is_recording();

// Called with the device whenever the host has waited for it.
void call_after_waits(void (*look)(int device));

void copy_to_device(void* to, const void* from, int64_t bytes, int device);
void copy_to_host(void* to, const void* from, int64_t bytes, int device);  // waits for it
void copy_on_device(void* to, const void* from, int64_t bytes, int device);
void set_device_bytes(void* to, unsigned char value, int64_t bytes, int device);

// Kernels of one compiled image (cubin), loaded into a device's context.
struct CudaModule {
  CudaModule(const std::string& image, int device);
  ~CudaModule();
  CudaModule(const CudaModule&) = delete;
  driver::Function find(const std::string& name) const;  // null: it has no such kernel
  driver::Module module = nullptr;
  int device;
};
struct LaunchShape {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
};
// Raises the limit on dynamic shared memory of a kernel; before its first launch that needs it.
void allow_shared_bytes(driver::Function function, int64_t bytes);
void launch_kernel(driver::Function function, const LaunchShape& shape, void** parameters);

}  // namespace vt::device
