// WebGPU, the browser's graphics device: whether there is one, the memory of its tensors, and the commands that it is
// sent. The device lives in a worker of its own (web/gpu.mjs), which the engine waits for only where it reads.
//
// A storage lies in the engine's memory, and once a kernel of the device wants it, in a buffer of the device too. Which
// of the two is newer is known, so that bytes cross only when the other side is about to read them. Kernels that the
// device cannot run therefore run on the CPU, on the storages as they are; and where a device was lost, all do.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tensor/tensor.h"

namespace vt::device::webgpu {

enum class Mode : uint8_t {
  kNone,     // there is no device, and programs that name it are refused
  kDevice,   // kernels run on it
  kStandIn,  // the device was lost, or a test wants none: the CPU runs its kernels
};
// Asks the page for a device at the first call, and waits for the answer.
Mode mode();
inline bool available() { return mode() != Mode::kNone; }
// Why there is no device, or why the CPU stands in: "the browser has no WebGPU".
const std::string& reason();

struct Limits {
  int64_t storage_buffers = 0;  // of a kernel
  int64_t binding_bytes = 0, buffer_bytes = 0;
};
const Limits& limits();

// --- memory: addresses are those in the engine's memory ----------------------------------
using BufferId = uint32_t;                              // 0: none
enum class Use : uint8_t { kRead, kChange, kReplace };  // kReplace: every byte of the storage gets written
// The buffer of the storage that holds `address`, which the device is about to use, and where in it the address is.
// None for a storage that is too large.
struct Place {
  BufferId buffer = 0;
  int64_t offset = 0, bytes = 0;  // `bytes`: of the whole buffer
};
Place use_on_device(const std::byte* address, Use use);
// What the CPU is about to read or to change; waits for the device if that has a newer copy.
void use_on_host(const std::byte* address, bool writes);
// Whether the device has it newer than the CPU.
bool device_is_newer(const std::byte* address);
// Between two storages, where the device has `from` newer; false where it copies no such range.
bool copy_bytes(std::byte* to, const std::byte* from, int64_t bytes);
// A buffer of the device alone, with any contents. Commands run in order, so it may be given back before they have run.
BufferId take_buffer(int64_t bytes);
void give_back(BufferId buffer);

// --- commands ----------------------------------------------------------------------------
using PipelineId = uint32_t;
// `access`: a letter per binding of group 0, in order: 'r' read, 'w' read and written, 'u' the sizes.
PipelineId make_pipeline(const std::string& module, const std::string& entry, const std::string& access);
void drop_pipeline(PipelineId pipeline);
// Waits until what was asked for so far is made; what the device says against it, or "".
std::string problem_so_far();
struct Binding {
  BufferId buffer;
  int64_t offset, bytes;
};
void dispatch(PipelineId pipeline, int64_t groups, std::span<const Binding> bindings, std::span<const int64_t> sizes);
void copy(BufferId from, int64_t from_offset, BufferId to, int64_t to_offset, int64_t bytes);
// Sends what dispatch() and copy() have gathered, as one submission.
void submit();
void synchronize();

struct Counters {
  uint64_t submissions = 0, dispatches = 0, uploads = 0, reads = 0;
};
Counters& counters();

// Installs the memory of DeviceKind::kWebGpu (tensor/accelerator.h).
void install_memory();

}  // namespace vt::device::webgpu
