// Our declarations of the CUDA driver against the toolkit's header, where there is one.
#include "catch.h"
#include "device/cuda_driver.h"
#include "unit/device/same_call.h"

#if __has_include(<cuda.h>)
#include <cuda.h>

#include <string>

using namespace vt;
using namespace vt::device;

namespace {

// In the order of VT_CUDA_DRIVER; the header's macros turn the names into those of the ABI.
// clang-format off
#define VT_HEADER_NAMES(X) \
  X(init, cuInit) X(driver_version, cuDriverGetVersion) X(error_name, cuGetErrorName) X(error_text, cuGetErrorString) \
  X(device_count, cuDeviceGetCount) X(device_get, cuDeviceGet) X(device_name, cuDeviceGetName) \
  X(device_attribute, cuDeviceGetAttribute) X(device_memory, cuDeviceTotalMem) X(device_uuid, cuDeviceGetUuid) \
  X(context_retain, cuDevicePrimaryCtxRetain) X(context_reset, cuDevicePrimaryCtxReset) X(context_set, cuCtxSetCurrent) \
  X(synchronize, cuCtxSynchronize) X(memory_info, cuMemGetInfo) X(allocate, cuMemAlloc) X(free, cuMemFree) \
  X(to_device, cuMemcpyHtoDAsync) X(to_host, cuMemcpyDtoHAsync) X(on_device, cuMemcpyDtoDAsync) \
  X(set_bytes, cuMemsetD8Async) X(stream_create, cuStreamCreate) X(stream_synchronize, cuStreamSynchronize) \
  X(stream_query, cuStreamQuery) X(stream_wait, cuStreamWaitEvent) X(event_create, cuEventCreate) \
  X(event_destroy, cuEventDestroy) X(event_record, cuEventRecord) X(event_synchronize, cuEventSynchronize) \
  X(event_query, cuEventQuery) X(event_elapsed, cuEventElapsedTime) X(module_load, cuModuleLoadData) \
  X(module_unload, cuModuleUnload) X(module_function, cuModuleGetFunction) X(function_set, cuFuncSetAttribute) \
  X(launch, cuLaunchKernel) X(capture_begin, cuStreamBeginCapture) X(capture_end, cuStreamEndCapture) \
  X(graph_instantiate, cuGraphInstantiateWithFlags) X(graph_launch, cuGraphLaunch) \
  X(graph_exec_destroy, cuGraphExecDestroy) X(graph_destroy, cuGraphDestroy)
// clang-format on

#define VT_SAME(name, theirs) \
  static_assert(same_call(decltype(driver::Driver::name)(nullptr), decltype (&(theirs))(nullptr)), #theirs);
VT_HEADER_NAMES(VT_SAME)
#undef VT_SAME

static_assert(driver::kSuccess == CUDA_SUCCESS && driver::kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY &&
              driver::kNoDevice == CUDA_ERROR_NO_DEVICE && driver::kNoBinaryForGpu == CUDA_ERROR_NO_BINARY_FOR_GPU &&
              driver::kNotReady == CUDA_ERROR_NOT_READY);
static_assert(int{driver::kMaxThreadsPerBlock} == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK &&
              int{driver::kWarpSize} == CU_DEVICE_ATTRIBUTE_WARP_SIZE &&
              int{driver::kClockRate} == CU_DEVICE_ATTRIBUTE_CLOCK_RATE &&
              int{driver::kMultiprocessorCount} == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT &&
              int{driver::kIntegrated} == CU_DEVICE_ATTRIBUTE_INTEGRATED &&
              int{driver::kPciBusId} == CU_DEVICE_ATTRIBUTE_PCI_BUS_ID &&
              int{driver::kPciDeviceId} == CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID &&
              int{driver::kMemoryClockRate} == CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE &&
              int{driver::kMemoryBusWidth} == CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH &&
              int{driver::kL2CacheSize} == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE &&
              int{driver::kMaxThreadsPerMultiprocessor} == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR &&
              int{driver::kPciDomainId} == CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID &&
              int{driver::kComputeMajor} == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR &&
              int{driver::kComputeMinor} == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR &&
              int{driver::kMaxSharedPerMultiprocessor} == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR &&
              int{driver::kMaxRegistersPerMultiprocessor} == CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR &&
              int{driver::kMaxSharedPerBlock} == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK &&
              int{driver::kMaxSharedPerBlockOptin} == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(driver::kFunctionMaxDynamicShared == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES &&
              driver::kStreamNonBlocking == CU_STREAM_NON_BLOCKING &&
              driver::kEventDisableTiming == CU_EVENT_DISABLE_TIMING &&
              driver::kCaptureRelaxed == CU_STREAM_CAPTURE_MODE_RELAXED && sizeof(driver::Uuid) == sizeof(CUuuid));

#define VT_TEXT_OF(name) #name
#define VT_TEXT(name) VT_TEXT_OF(name)

}  // namespace

TEST_CASE("every driver function that we load is the header's", "[device]") {
#define VT_OURS(name, symbol, parameters) {#name, symbol},
  const std::pair<std::string, std::string> ours[] = {VT_CUDA_DRIVER(VT_OURS)};
#undef VT_OURS
#define VT_THEIRS(name, theirs) {#name, VT_TEXT(theirs)},
  const std::pair<std::string, std::string> theirs[] = {VT_HEADER_NAMES(VT_THEIRS)};
#undef VT_THEIRS
  REQUIRE(std::size(ours) == std::size(theirs));
  for (size_t i = 0; i < std::size(ours); ++i) {
    CHECK(ours[i].first == theirs[i].first);
    // A newer version of a function is of a newer toolkit; drivers keep the one that we ask for.
    CHECK(theirs[i].second.substr(0, theirs[i].second.find("_v")) ==
          ours[i].second.substr(0, ours[i].second.find("_v")));
  }
}
#else
TEST_CASE("every driver function that we load is the header's", "[device]") { SKIP("no CUDA toolkit's headers here"); }
#endif
