// A CUDA driver and an NVRTC in host memory, so that everything around a GPU (loading,
// allocator, copies, eager ops, errors) is tested where there is none. Programs use it by
// VITRINE_CUDA_DRIVER, VITRINE_NVRTC and VITRINE_CUBLASLT naming this library.
//
// "Device memory" is a range that only the driver's own calls may touch: the host is kept
// out by the page tables, so code that reads a CUDA tensor without copying it crashes.
// "Compiling" gives C++ to the system's compiler after the host shim; a "cubin" is the path
// of the library that comes out, and a launch runs its blocks in turn. A real cubin is
// taken too: its launches do nothing, so that a real NVRTC can be shown every text.
#include "fake_cuda/fake_cuda.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "runtime/cuda/host_shim.h"

namespace {

constexpr int kSuccess = 0, kInvalidValue = 1, kOutOfMemory = 2, kNotInitialized = 3, kNoBinary = 209;
constexpr int kIllegalAddress = 700;
constexpr size_t kReserved = size_t{8} << 30;  // addresses, not memory

// --- memory --------------------------------------------------------------------------------
struct Memory {
  char* base = nullptr;     // what programs see: only launches open it
  char* copying = nullptr;  // the same bytes, always open: for copies, so that they change no page tables
  size_t capacity = 0, used = 0;
  std::map<size_t, size_t> taken;  // offset -> bytes
};
Memory& memory() {
  static Memory m = [] {
    Memory made;
    const char* limit = std::getenv("FAKE_CUDA_MEMORY_MB");
    made.capacity = limit ? static_cast<size_t>(std::atoll(limit)) << 20 : size_t{4} << 30;
    int bytes = memfd_create("fake device", 0);
    if (bytes < 0 || ftruncate(bytes, kReserved) != 0) std::perror("fake device memory"), std::abort();
    auto mapped = [&](int access) {
      void* range = mmap(nullptr, kReserved, access, MAP_SHARED | MAP_NORESERVE, bytes, 0);
      if (range == MAP_FAILED) std::perror("fake device memory"), std::abort();
      return static_cast<char*>(range);
    };
    made.base = mapped(PROT_NONE);
    made.copying = mapped(PROT_READ | PROT_WRITE);
    close(bytes);
    return made;
  }();
  return m;
}
bool inside(uint64_t address, size_t bytes) {
  auto base = reinterpret_cast<uint64_t>(memory().base);
  if (address < base) return false;
  size_t offset = address - base;
  auto at = memory().taken.upper_bound(offset);
  if (at == memory().taken.begin()) return false;
  --at;
  return offset + bytes <= at->first + at->second;
}

void* copying(uint64_t address) { return memory().copying + (address - reinterpret_cast<uint64_t>(memory().base)); }

int environment_number(const char* name, int fallback) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : fallback;
}

using Launcher = void (*)(long long blocks, int threads, void** parameters);
struct Module {
  void* library;
};
char nothing;  // the function that a real image's kernels are
thread_local bool context_is_current = false;
int lost = kSuccess;  // a sticky error
using Recording = std::vector<std::function<void()>>;
Recording* recording = nullptr;  // of the capture in progress

}  // namespace

fake::Access::Access() { mprotect(memory().base, kReserved, PROT_READ | PROT_WRITE); }
fake::Access::~Access() { mprotect(memory().base, kReserved, PROT_NONE); }
using fake::Access;
static double clock_us = 0;
void fake::advance_clock(double microseconds) { clock_us += microseconds; }
bool fake::recorded(std::function<void()> action) {
  if (recording) recording->push_back(std::move(action));
  return recording != nullptr;
}

extern "C" {
#define EXPORT __attribute__((visibility("default")))

EXPORT int cuInit(unsigned) { return environment_number("FAKE_CUDA_INIT", kSuccess); }
EXPORT int cuDriverGetVersion(int* version) { return *version = 13000, kSuccess; }
EXPORT int cuGetErrorName(int, const char** name) { return *name = "CUDA_ERROR", kSuccess; }
EXPORT int cuGetErrorString(int error, const char** text) {
  switch (error) {
    case kOutOfMemory: *text = "out of memory"; break;
    case kNoBinary: *text = "no kernel image is available for execution on the device"; break;
    case kIllegalAddress: *text = "an illegal memory access was encountered"; break;
    case 101: *text = "invalid device ordinal"; break;
    default: *text = "invalid argument"; break;
  }
  return kSuccess;
}
EXPORT int cuDeviceGetCount(int* count) { return *count = environment_number("FAKE_CUDA_DEVICES", 1), kSuccess; }
EXPORT int cuDeviceGet(int* device, int ordinal) { return *device = ordinal, kSuccess; }
EXPORT int cuDeviceGetName(char* name, int length, int) {
  return std::snprintf(name, static_cast<size_t>(length), "Fake GPU"), kSuccess;
}
EXPORT int cuDeviceGetAttribute(int* value, int attribute, int) {
  switch (attribute) {
    case 1: *value = 1024; break;   // threads per block
    case 10: *value = 32; break;    // warp
    case 16: *value = 2; break;     // multiprocessors: few, so that splits stay small
    case 39: *value = 1024; break;  // threads per multiprocessor
    case 75: *value = environment_number("FAKE_CUDA_ARCHITECTURE", 90) / 10; break;
    case 76: *value = environment_number("FAKE_CUDA_ARCHITECTURE", 90) % 10; break;
    case 8: *value = 48 << 10; break;
    case 97: *value = 227 << 10; break;
    default: *value = 0; break;
  }
  return kSuccess;
}
EXPORT int cuDeviceTotalMem_v2(size_t* bytes, int) { return *bytes = memory().capacity, kSuccess; }
EXPORT int cuDeviceGetUuid_v2(char* uuid, int) { return std::memset(uuid, 7, 16), kSuccess; }
EXPORT int cuDevicePrimaryCtxRetain(void** context, int) { return *context = &memory(), kSuccess; }
EXPORT int cuDevicePrimaryCtxReset_v2(int) {
  lost = kSuccess;
  memory().taken.clear();
  memory().used = 0;
  return kSuccess;
}
EXPORT int cuCtxSetCurrent(void*) { return context_is_current = true, kSuccess; }
EXPORT int cuCtxSynchronize() { return lost; }
EXPORT int cuMemGetInfo_v2(size_t* free, size_t* total) {
  *total = memory().capacity;
  *free = memory().capacity - memory().used;
  return kSuccess;
}
EXPORT int cuMemAlloc_v2(uint64_t* data, size_t bytes) {
  if (!context_is_current) return kNotInitialized;
  if (lost) return lost;
  Memory& m = memory();
  if (bytes == 0) return kInvalidValue;
  if (m.used + bytes > m.capacity) return kOutOfMemory;
  // The first gap, with a page between blocks.
  size_t at = 0;
  for (const auto& [offset, size] : m.taken) {
    if (offset - at >= bytes + 4096) break;
    at = (offset + size + 2 * 4096 - 1) / 4096 * 4096;
  }
  if (at + bytes > kReserved) return kOutOfMemory;
  m.taken[at] = bytes;
  m.used += bytes;
  *data = reinterpret_cast<uint64_t>(m.base) + at;
  std::memset(copying(*data), 0xa5, std::min<size_t>(bytes, 1 << 20));  // what was there before
  return kSuccess;
}
EXPORT int cuMemFree_v2(uint64_t data) {
  if (lost) return lost;
  auto at = memory().taken.find(data - reinterpret_cast<uint64_t>(memory().base));
  if (at == memory().taken.end()) return kInvalidValue;
  memory().used -= at->second;
  memory().taken.erase(at);
  return kSuccess;
}
EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void* from, size_t bytes, void*) {
  if (lost) return lost;
  if (!inside(to, bytes)) return kInvalidValue;
  return std::memcpy(copying(to), from, bytes), kSuccess;
}
EXPORT int cuMemcpyDtoHAsync_v2(void* to, uint64_t from, size_t bytes, void*) {
  if (lost) return lost;
  if (!inside(from, bytes)) return kInvalidValue;
  return std::memcpy(to, copying(from), bytes), kSuccess;
}
EXPORT int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void*) {
  if (lost) return lost;
  if (!inside(to, bytes) || !inside(from, bytes)) return kInvalidValue;
  auto copy = [=] { std::memmove(copying(to), copying(from), bytes); };
  if (!fake::recorded(copy)) copy();
  return kSuccess;
}
EXPORT int cuMemsetD8Async(uint64_t to, unsigned char value, size_t bytes, void*) {
  if (lost) return lost;
  if (!inside(to, bytes)) return kInvalidValue;
  auto set = [=] { std::memset(copying(to), value, bytes); };
  if (!fake::recorded(set)) set();
  return kSuccess;
}

// --- streams, events, graphs: everything has happened when a call returns --------------------
EXPORT int cuStreamCreate(void** stream, unsigned) { return *stream = new int(0), kSuccess; }
EXPORT int cuStreamSynchronize(void*) { return lost; }
EXPORT int cuStreamQuery(void*) { return lost; }
EXPORT int cuStreamWaitEvent(void*, void*, unsigned) { return kSuccess; }
EXPORT int cuEventCreate(void** event, unsigned) { return *event = new double(0), kSuccess; }
EXPORT int cuEventDestroy_v2(void* event) { return delete static_cast<double*>(event), kSuccess; }
EXPORT int cuEventRecord(void* event, void*) { return *static_cast<double*>(event) = clock_us, kSuccess; }
EXPORT int cuEventSynchronize(void*) { return lost; }
EXPORT int cuEventQuery(void*) { return lost; }
EXPORT int cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  *milliseconds = static_cast<float>((*static_cast<double*>(to) - *static_cast<double*>(from)) / 1000);
  return kSuccess;
}

// Blocks of 512 threads are the best, and each block costs a little.
static double launch_microseconds(unsigned grid, unsigned block) {
  return 5 + 0.01 * grid + 0.01 * (block > 512 ? block - 512 : 512 - block);
}

// --- modules and launches ---------------------------------------------------------------------
EXPORT int cuModuleLoadData(void** module, const void* image) {
  const char* text = static_cast<const char*>(image);
  if (std::memcmp(text,
                  "\x7f"
                  "ELF",
                  4) == 0)
    return *module = new Module{nullptr}, kSuccess;
  if (std::strncmp(text, "fake:", 5) != 0) return kNoBinary;
  void* library = dlopen(text + 5, RTLD_NOW | RTLD_LOCAL);
  if (!library) return kNoBinary;
  return *module = new Module{library}, kSuccess;
}
EXPORT int cuModuleUnload(void*) { return kSuccess; }
EXPORT int cuModuleGetFunction(void** function, void* module, const char* name) {
  if (!static_cast<Module*>(module)->library) return *function = &nothing, kSuccess;
  *function = dlsym(static_cast<Module*>(module)->library, (std::string("fake_launch_") + name).c_str());
  return *function ? kSuccess : 500;
}
EXPORT int cuFuncSetAttribute(void*, int, int) { return kSuccess; }

EXPORT int cuLaunchKernel(void* function, unsigned grid, unsigned, unsigned, unsigned block, unsigned, unsigned,
                          unsigned, void*, void** parameters, void**) {
  if (lost) return lost;
  if (environment_number("FAKE_CUDA_LAUNCH", kSuccess) != kSuccess)
    return lost = environment_number("FAKE_CUDA_LAUNCH", kSuccess);
  if (grid == 0 || block == 0 || block > 1024) return kInvalidValue;
  fake::advance_clock(launch_microseconds(grid, block));
  auto launcher = reinterpret_cast<Launcher>(function);
  if (function == &nothing) return kSuccess;
  std::vector<uint64_t> words;
  if (recording)
    for (void** p = parameters; *p && words.size() < 64; ++p) words.push_back(*static_cast<uint64_t*>(*p));
  auto again = [launcher, grid, block, words]() mutable {
    std::vector<void*> pointers;
    for (uint64_t& word : words) pointers.push_back(&word);
    Access access;
    launcher(grid, static_cast<int>(block), pointers.data());
  };
  if (fake::recorded(again)) return kSuccess;
  Access access;
  launcher(grid, static_cast<int>(block), parameters);
  return kSuccess;
}
EXPORT int cuStreamBeginCapture_v2(void*, int) { return recording = new Recording, kSuccess; }
EXPORT int cuStreamEndCapture(void*, void** graph) {
  *graph = recording;
  recording = nullptr;
  return kSuccess;
}
EXPORT int cuGraphInstantiateWithFlags(void** exec, void* graph, unsigned long long) {
  return *exec = new Recording(*static_cast<Recording*>(graph)), kSuccess;
}
EXPORT int cuGraphLaunch(void* exec, void*) {
  if (lost) return lost;
  for (const std::function<void()>& action : *static_cast<Recording*>(exec)) action();
  return kSuccess;
}
EXPORT int cuGraphExecDestroy(void* exec) { return delete static_cast<Recording*>(exec), kSuccess; }
EXPORT int cuGraphDestroy(void* graph) { return delete static_cast<Recording*>(graph), kSuccess; }

// --- NVRTC ----------------------------------------------------------------------------------
struct FakeProgram {
  std::string source, image, log;
};

EXPORT int nvrtcVersion(int* major, int* minor) { return *major = 13, *minor = 0, 0; }
EXPORT const char* nvrtcGetErrorString(int) { return "NVRTC_ERROR_COMPILATION"; }
EXPORT int nvrtcCreateProgram(void** program, const char* source, const char*, int, const char* const*,
                              const char* const*) {
  return *program = new FakeProgram{source, {}, {}}, 0;
}
EXPORT int nvrtcCompileProgram(void* handle, int count, const char* const* options) {
  FakeProgram& program = *static_cast<FakeProgram*>(handle);
  // As NVRTC 13 does with what is older than Turing.
  for (int i = 0; i < count; ++i)
    if (const char* sm = std::strstr(options[i], "=sm_"); sm && std::atoi(sm + 4) < 75) {
      program.log = "nvrtc: error: invalid value for --gpu-architecture (-arch)";
      return 5;
    }
  // FAKE_NVRTC_REFUSES: a word that no kernel may hold.
  if (const char* word = std::getenv("FAKE_NVRTC_REFUSES"); word && program.source.find(word) != std::string::npos) {
    program.log = std::string("vitrine.cu(1): error: the identifier \"") + word + "\" is undefined";
    return 6;
  }
  std::string text = std::string(vt::kCudaHostShim) + program.source;
  static const std::regex kernel(
      "extern \"C\" __global__ (?:__launch_bounds__\\([^)]*\\) )?void (?:__launch_bounds__\\([^)]*\\) )?(\\w+)\\(");
  text +=
      "\ntemplate <class... A> static void fake_launch(void (*kernel)(A...), long long blocks, int threads, void** p) "
      "{\n"
      "  unsigned long long words[sizeof...(A) + 1];\n"
      "  for (size_t i = 0; i < sizeof...(A); ++i) words[i] = *(unsigned long long*)p[i];\n"
      "  host::launch(kernel, blocks, threads, words, (int)sizeof...(A));\n}\n";
  for (std::sregex_iterator at(program.source.begin(), program.source.end(), kernel), end; at != end; ++at) {
    std::string name = (*at)[1];
    text += "extern \"C\" void fake_launch_" + name + "(long long blocks, int threads, void** p) { fake_launch(" +
            name + ", blocks, threads, p); }\n";
  }
  const char* folder = std::getenv("VITRINE_CACHE");
  std::string stem = std::string(folder ? folder : "/tmp") + "/fake-" + std::to_string(std::hash<std::string>()(text));
  std::string own = stem + "." + std::to_string(getpid());
  std::ofstream(own + ".cpp") << text;
  std::string command =
      "g++ -std=c++17 -O1 -fPIC -shared -fno-strict-aliasing -w -o " + own + ".so " + own + ".cpp 2> " + own + ".log";
  bool built = std::system(command.c_str()) == 0;
  std::ifstream log(own + ".log");
  program.log.assign(std::istreambuf_iterator<char>(log), {});
  if (built) {
    std::rename((own + ".so").c_str(), (stem + ".so").c_str());
    program.image = "fake:" + stem + ".so";
    program.image.push_back('\0');
  }
  for (const char* ending : {".cpp", ".log", ".so"}) unlink((own + ending).c_str());
  return built ? 0 : 6;
}
EXPORT int nvrtcGetCUBINSize(void* program, size_t* size) {
  return *size = static_cast<FakeProgram*>(program)->image.size(), 0;
}
EXPORT int nvrtcGetCUBIN(void* program, char* image) {
  const std::string& from = static_cast<FakeProgram*>(program)->image;
  return std::memcpy(image, from.data(), from.size()), 0;
}
EXPORT int nvrtcGetProgramLogSize(void* program, size_t* size) {
  return *size = static_cast<FakeProgram*>(program)->log.size() + 1, 0;
}
EXPORT int nvrtcGetProgramLog(void* program, char* log) {
  return std::strcpy(log, static_cast<FakeProgram*>(program)->log.c_str()), 0;
}
EXPORT int nvrtcDestroyProgram(void** program) { return delete static_cast<FakeProgram*>(*program), 0; }
}
