#include "device/webgpu.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "support/check.h"
#include "tensor/accelerator.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
// clang-format off
// Module.gpu is the worker's (web/src/gpu_client.ts); outside of a page there is none. Addresses come as signed numbers.
// What there is: 0 nothing, 1 a device, 2 one that was lost. `limits` gets three numbers, `reason` up to 400 bytes.
EM_JS(int, vt_webgpu_start, (double* limits, char* reason), {
  var gpu = Module['gpu'];
  var answer = gpu ? gpu.start() : { reason: 'WebGPU is there in browsers only' };
  stringToUTF8(answer.reason || "", reason, 400);
  if (answer.limits) HEAPF64.set(answer.limits, limits >>> 3);
  return answer.limits ? 1 : answer.lost ? 2 : 0;
});
EM_JS(void, vt_webgpu_pipeline, (uint32_t id, const char* module, const char* entry, const char* access), {
  var code = UTF8ToString(module);
  Module['gpu'].send({ pipeline: id, code: code, entry: UTF8ToString(entry), access: UTF8ToString(access) });
});
EM_JS(void, vt_webgpu_drop, (uint32_t id), { Module['gpu'].send({ drop: id }); });
EM_JS(void, vt_webgpu_submit, (const uint32_t* words, int count), {
  var commands = HEAPU32.slice(words >>> 2, (words >>> 2) + count);
  Module['gpu'].send({ commands: commands }, [commands.buffer]);
});
EM_JS(void, vt_webgpu_write, (uint32_t id, double offset, const void* from, double bytes), {
  var data = HEAPU8.slice(from >>> 0, (from >>> 0) + bytes);
  Module['gpu'].send({ write: id, offset: offset, data: data }, [data.buffer]);
});
// Waits. It comes back only with an answer: where the device has failed, the page ends this worker.
EM_JS(void, vt_webgpu_read, (uint32_t id, double offset, double bytes, void* to), {
  HEAPU8.set(Module['gpu'].read(id, offset, bytes), to >>> 0);
});
EM_JS(char*, vt_webgpu_problem, (int finished), {
  var text = Module['gpu'].problem(!!finished);
  var size = lengthBytesUTF8(text) + 1, to = _malloc(size);
  stringToUTF8(text, to, size);
  return to;
});
// clang-format on
#else
// Outside of a browser only the stand-in is there, for tests.
static int vt_webgpu_start(double*, char* reason) {
  const char* wish = std::getenv("VITRINE_WEBGPU");
  const bool stands_in = wish && std::string(wish) == "stand-in";
  std::strcpy(reason, stands_in ? "VITRINE_WEBGPU=stand-in" : "WebGPU is there in browsers only");
  return stands_in ? 2 : 0;
}
static void vt_webgpu_pipeline(uint32_t, const char*, const char*, const char*) {}
static void vt_webgpu_drop(uint32_t) {}
static void vt_webgpu_submit(const uint32_t*, int) {}
static void vt_webgpu_write(uint32_t, double, const void*, double) {}
static void vt_webgpu_read(uint32_t, double, double, void*) {}
static char* vt_webgpu_problem(int) { return nullptr; }
#endif

namespace vt::device::webgpu {
namespace {

// The words of a submission, as web/gpu.mjs reads them.
enum Command : uint32_t { kCreate = 1, kDestroy, kCopy, kDispatch };

constexpr int64_t kRoom = 16;                        // behind the last element: a vector may reach beyond it
constexpr int64_t kMostPooled = int64_t{256} << 20;  // bytes of buffers that are kept for reuse
constexpr size_t kMostWords = 1 << 16;               // of a submission
constexpr int kMostParts = 4;                        // that are read before the whole storage is

int64_t rounded_up(int64_t bytes, int64_t unit) { return (bytes + unit - 1) / unit * unit; }

// Sizes by quarters of powers of two, so that buffers are used again.
int64_t buffer_size(int64_t bytes) {
  bytes += kRoom;
  if (bytes <= 1024) return rounded_up(bytes, 256);
  return rounded_up(bytes, static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(bytes - 1))) / 4);
}

// A storage. Without a buffer of the device the engine's memory has what counts.
struct Block {
  int64_t bytes = 0;
  BufferId buffer = 0;
  bool host_is_newer = true, device_is_newer = false;
  int parts_read = 0;  // since the device wrote it
};

struct Device {
  bool started = false;
  Mode mode = Mode::kNone;
  std::string reason;
  Limits limits;
  std::mutex mutex;                    // of `blocks`: torch.jit.fork frees tensors on threads of its own
  std::map<std::byte*, Block> blocks;  // by address in the engine's memory
  std::map<int64_t, std::vector<BufferId>> pool;
  std::map<BufferId, int64_t> sizes;
  int64_t pooled = 0;
  BufferId last_buffer = 0;
  PipelineId last_pipeline = 0;
  std::vector<uint32_t> words;
  bool has_work = false;  // among them: not only buffers that are made and ended
};
// Never destroyed: storages of static duration may be freed after it.
Device& state() {
  static Device* instance = new Device;
  return *instance;
}

void start(Device& d) {
  if (d.started) return;
  d.started = true;
  double limits[3] = {};
  char reason[400] = "";
  const int found = vt_webgpu_start(limits, reason);
  d.mode = found == 1 ? Mode::kDevice : found == 2 ? Mode::kStandIn : Mode::kNone;
  d.reason = reason;
  d.limits = {static_cast<int64_t>(limits[0]), static_cast<int64_t>(limits[1]), static_cast<int64_t>(limits[2])};
}

void say(std::initializer_list<uint64_t> words) {
  Device& d = state();
  for (uint64_t word : words) d.words.push_back(static_cast<uint32_t>(word));
}

// The block that holds an address, and the address of its first byte.
std::pair<std::byte* const, Block>& block_of(const std::byte* address) {
  Device& d = state();
  auto after = d.blocks.upper_bound(const_cast<std::byte*>(address));
  VT_CHECK(after != d.blocks.begin(), "the address is of a WebGPU storage");
  auto& found = *std::prev(after);
  VT_CHECK(address < found.first + found.second.bytes, "the address is of a WebGPU storage");
  return found;
}

void read_back(std::byte* data, Block& block) {
  submit();
  vt_webgpu_read(block.buffer, 0, static_cast<double>(block.bytes), data);
  ++counters().reads;
  block.device_is_newer = false;
}

vt::Device resolve(vt::Device device) {
  if (!available())
    tensor_error("there is no WebGPU device: " + reason() + ". torch.webgpu.is_available() tells beforehand");
  if (device.index > 0) tensor_error("there is one WebGPU device, webgpu:0, and no " + device_text(device));
  device.index = 0;
  return device;
}
std::byte* allocate(int64_t bytes, vt::Device) {
  std::byte* data = allocate_bytes(bytes);
  if (!data) return data;
  std::lock_guard lock(state().mutex);
  state().blocks[data].bytes = bytes;
  return data;
}
void free(std::byte* data, int64_t bytes, vt::Device) {
  if (!data) return;
  {
    std::lock_guard lock(state().mutex);
    auto found = state().blocks.find(data);
    if (found->second.buffer) give_back(found->second.buffer);
    state().blocks.erase(found);
  }
  free_bytes(data, bytes);
}

// A few bytes of a large storage come alone, and leave it where it is.
bool read_part(void* to, const std::byte* from, int64_t bytes) {
  auto& [data, block] = block_of(from);
  if (!block.device_is_newer || bytes * 4 > block.bytes || ++block.parts_read > kMostParts) return false;
  const int64_t first = (from - data) / 4 * 4, end = rounded_up(from - data + bytes, 4);
  std::vector<std::byte> words(static_cast<size_t>(end - first));
  submit();
  vt_webgpu_read(block.buffer, static_cast<double>(first), static_cast<double>(end - first), words.data());
  ++counters().reads;
  std::memcpy(to, words.data() + (from - data - first), static_cast<size_t>(bytes));
  return true;
}
void to_host(void* to, const std::byte* from, int64_t bytes, vt::Device) {
  if (bytes == 0 || read_part(to, from, bytes)) return;
  use_on_host(from, false);
  std::memcpy(to, from, static_cast<size_t>(bytes));
}
void from_host(std::byte* to, const void* from, int64_t bytes, vt::Device) {
  if (bytes == 0) return;
  auto& [data, block] = block_of(to);
  if (data == to && block.bytes == bytes) block.device_is_newer = false;  // nothing of it is left
  use_on_host(to, true);
  std::memcpy(to, from, static_cast<size_t>(bytes));
}
}  // namespace

Mode mode() {
  start(state());
  return state().mode;
}
const std::string& reason() {
  start(state());
  return state().reason;
}
const Limits& limits() { return state().limits; }
Counters& counters() {
  static Counters instance;
  return instance;
}

BufferId take_buffer(int64_t bytes) {
  Device& d = state();
  const int64_t size = buffer_size(bytes);
  if (std::vector<BufferId>& kept = d.pool[size]; !kept.empty()) {
    const BufferId id = kept.back();
    kept.pop_back();
    d.pooled -= size;
    return id;
  }
  const BufferId id = ++d.last_buffer;
  d.sizes[id] = size;
  say({kCreate, id, static_cast<uint64_t>(size)});
  return id;
}

void give_back(BufferId id) {
  Device& d = state();
  const int64_t size = d.sizes[id];
  if (d.pooled + size > kMostPooled) {
    say({kDestroy, id});
    d.sizes.erase(id);
    return;
  }
  d.pool[size].push_back(id);
  d.pooled += size;
}

Place use_on_device(const std::byte* address, Use use) {
  auto& [data, block] = block_of(address);
  if (!block.buffer) {
    if (buffer_size(block.bytes) > std::min(limits().buffer_bytes, limits().binding_bytes)) return {};
    block.buffer = take_buffer(block.bytes);
  }
  if (block.host_is_newer && use != Use::kReplace) {
    submit();  // what was asked for before sees what was there before
    vt_webgpu_write(block.buffer, 0, data, static_cast<double>(rounded_up(block.bytes, 4)));
    ++counters().uploads;
  }
  block.host_is_newer = false;
  if (use != Use::kRead) block.device_is_newer = true, block.parts_read = 0;
  return {block.buffer, address - data, state().sizes[block.buffer]};
}

void use_on_host(const std::byte* address, bool writes) {
  auto& [data, block] = block_of(address);
  if (block.device_is_newer) read_back(data, block);
  if (writes) block.host_is_newer = true;
}

bool device_is_newer(const std::byte* address) { return block_of(address).second.device_is_newer; }

bool copy_bytes(std::byte* to, const std::byte* from, int64_t bytes) {
  auto& [data, block] = block_of(from);
  auto& [target, target_block] = block_of(to);
  const bool whole = target_block.bytes == bytes;
  const bool in_words = (from - data) % 4 == 0 && (to - target) % 4 == 0 && (bytes % 4 == 0 || whole);
  if (!block.device_is_newer || !in_words || data == target) return false;
  const Place source = use_on_device(from, Use::kRead), place = use_on_device(to, whole ? Use::kReplace : Use::kChange);
  if (!place.buffer) return false;
  copy(source.buffer, source.offset, place.buffer, place.offset, rounded_up(bytes, 4));
  submit();
  return true;
}

PipelineId make_pipeline(const std::string& module, const std::string& entry, const std::string& access) {
  const PipelineId id = ++state().last_pipeline;
  vt_webgpu_pipeline(id, module.c_str(), entry.c_str(), access.c_str());
  return id;
}
void drop_pipeline(PipelineId pipeline) {
  submit();
  vt_webgpu_drop(pipeline);
}
static std::string wait(bool finished) {
  submit();
  char* text = vt_webgpu_problem(finished);
  std::string problem = text ? text : "";
  std::free(text);
  return problem;
}
std::string problem_so_far() { return wait(false); }

void dispatch(PipelineId pipeline, int64_t groups, std::span<const Binding> bindings, std::span<const int64_t> sizes) {
  if (groups == 0) return;
  say({kDispatch, pipeline, static_cast<uint64_t>(groups), bindings.size(), sizes.size()});
  for (const Binding& b : bindings) say({b.buffer, static_cast<uint64_t>(b.offset), static_cast<uint64_t>(b.bytes)});
  for (int64_t size : sizes) say({static_cast<uint64_t>(size)});
  state().has_work = true;
  ++counters().dispatches;
  if (state().words.size() > kMostWords) submit();
}
void copy(BufferId from, int64_t from_offset, BufferId to, int64_t to_offset, int64_t bytes) {
  say({kCopy, from, static_cast<uint64_t>(from_offset), to, static_cast<uint64_t>(to_offset),
       static_cast<uint64_t>(bytes)});
  state().has_work = true;
}
void submit() {
  Device& d = state();
  if (d.words.empty()) return;
  vt_webgpu_submit(d.words.data(), static_cast<int>(d.words.size()));
  d.words.clear();
  counters().submissions += d.has_work;
  d.has_work = false;
}
void synchronize() {
  if (mode() == Mode::kDevice) static_cast<void>(wait(true));
}

void install_memory() { set_webgpu_memory({allocate, free, resolve, to_host, from_host}); }

}  // namespace vt::device::webgpu
