// The part of the CUDA driver's interface that we call, declared here so that a build needs
// no toolkit. tests/unit/device compares it with the toolkit's headers where there are some.
// Used by cuda.cpp and its neighbours only; the rest of the engine includes cuda.h.
#pragma once
#include <cstddef>

namespace vt::device::driver {

using Result = int;  // CUresult
using DeviceOrdinal = int;
using Pointer = unsigned long long;  // CUdeviceptr
struct ContextObject;
struct ModuleObject;
struct FunctionObject;
struct StreamObject;
struct EventObject;
struct GraphObject;
struct GraphExecObject;
using Context = ContextObject*;
using Module = ModuleObject*;
using Function = FunctionObject*;
using Stream = StreamObject*;
using Event = EventObject*;
using Graph = GraphObject*;
using GraphExec = GraphExecObject*;

inline constexpr Result kSuccess = 0, kOutOfMemory = 2, kNoDevice = 100, kNoBinaryForGpu = 209, kNotReady = 600;

// CUdevice_attribute
enum Attribute : int {
  kMaxThreadsPerBlock = 1,
  kWarpSize = 10,
  kClockRate = 13,
  kMultiprocessorCount = 16,
  kIntegrated = 18,
  kPciBusId = 33,
  kPciDeviceId = 34,
  kMemoryClockRate = 36,
  kMemoryBusWidth = 37,
  kL2CacheSize = 38,
  kMaxThreadsPerMultiprocessor = 39,
  kPciDomainId = 50,
  kComputeMajor = 75,
  kComputeMinor = 76,
  kMaxSharedPerMultiprocessor = 81,
  kMaxRegistersPerMultiprocessor = 82,
  kMaxSharedPerBlock = 8,
  kMaxSharedPerBlockOptin = 97,
};
inline constexpr int kFunctionMaxDynamicShared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
inline constexpr unsigned kStreamNonBlocking = 1;    // CU_STREAM_NON_BLOCKING
inline constexpr unsigned kEventDisableTiming = 2;   // CU_EVENT_DISABLE_TIMING
inline constexpr int kCaptureRelaxed = 2;            // CU_STREAM_CAPTURE_MODE_RELAXED: memory may be allocated

struct Uuid {
  char bytes[16];
};

// NAME in the table, symbol in the library, parameters.
// clang-format off
#define VT_CUDA_DRIVER(X) \
  X(init, "cuInit", (unsigned flags)) \
  X(driver_version, "cuDriverGetVersion", (int* version)) \
  X(error_name, "cuGetErrorName", (Result, const char** name)) \
  X(error_text, "cuGetErrorString", (Result, const char** text)) \
  X(device_count, "cuDeviceGetCount", (int* count)) \
  X(device_get, "cuDeviceGet", (DeviceOrdinal* device, int ordinal)) \
  X(device_name, "cuDeviceGetName", (char* name, int length, DeviceOrdinal)) \
  X(device_attribute, "cuDeviceGetAttribute", (int* value, Attribute, DeviceOrdinal)) \
  X(device_memory, "cuDeviceTotalMem_v2", (size_t* bytes, DeviceOrdinal)) \
  X(device_uuid, "cuDeviceGetUuid_v2", (Uuid*, DeviceOrdinal)) \
  X(context_retain, "cuDevicePrimaryCtxRetain", (Context*, DeviceOrdinal)) \
  X(context_reset, "cuDevicePrimaryCtxReset_v2", (DeviceOrdinal)) \
  X(context_set, "cuCtxSetCurrent", (Context)) \
  X(synchronize, "cuCtxSynchronize", ()) \
  X(memory_info, "cuMemGetInfo_v2", (size_t* free, size_t* total)) \
  X(allocate, "cuMemAlloc_v2", (Pointer*, size_t)) \
  X(free, "cuMemFree_v2", (Pointer)) \
  X(to_device, "cuMemcpyHtoDAsync_v2", (Pointer to, const void* from, size_t, Stream)) \
  X(to_host, "cuMemcpyDtoHAsync_v2", (void* to, Pointer from, size_t, Stream)) \
  X(on_device, "cuMemcpyDtoDAsync_v2", (Pointer to, Pointer from, size_t, Stream)) \
  X(set_bytes, "cuMemsetD8Async", (Pointer, unsigned char, size_t, Stream)) \
  X(stream_create, "cuStreamCreate", (Stream*, unsigned flags)) \
  X(stream_synchronize, "cuStreamSynchronize", (Stream)) \
  X(stream_query, "cuStreamQuery", (Stream)) \
  X(stream_wait, "cuStreamWaitEvent", (Stream, Event, unsigned flags)) \
  X(event_create, "cuEventCreate", (Event*, unsigned flags)) \
  X(event_destroy, "cuEventDestroy_v2", (Event)) \
  X(event_record, "cuEventRecord", (Event, Stream)) \
  X(event_synchronize, "cuEventSynchronize", (Event)) \
  X(event_query, "cuEventQuery", (Event)) \
  X(event_elapsed, "cuEventElapsedTime", (float* milliseconds, Event begin, Event end)) \
  X(module_load, "cuModuleLoadData", (Module*, const void* image)) \
  X(module_unload, "cuModuleUnload", (Module)) \
  X(module_function, "cuModuleGetFunction", (Function*, Module, const char* name)) \
  X(function_set, "cuFuncSetAttribute", (Function, int attribute, int value)) \
  X(launch, "cuLaunchKernel", (Function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, \
                               unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream, void** parameters, \
                               void** extra)) \
  X(capture_begin, "cuStreamBeginCapture_v2", (Stream, int mode)) \
  X(capture_end, "cuStreamEndCapture", (Stream, Graph*)) \
  X(graph_instantiate, "cuGraphInstantiateWithFlags", (GraphExec*, Graph, unsigned long long flags)) \
  X(graph_launch, "cuGraphLaunch", (GraphExec, Stream)) \
  X(graph_exec_destroy, "cuGraphExecDestroy", (GraphExec)) \
  X(graph_destroy, "cuGraphDestroy", (Graph))
// clang-format on

struct Driver {
#define VT_MEMBER(name, symbol, parameters) Result(*name) parameters = nullptr;
  VT_CUDA_DRIVER(VT_MEMBER)
#undef VT_MEMBER
};

// Loaded at the first call, or null: no driver, or one that lacks something. $VITRINE_CUDA_DRIVER
// names another library to load (tests).
const Driver* loaded();

}  // namespace vt::device::driver
