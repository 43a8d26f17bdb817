#include "device/nvrtc.h"

#include "device/library.h"

namespace vt::device {
namespace {

struct ProgramObject;
using Program = ProgramObject*;

// The part of NVRTC's interface that we call; tests/unit/device compares it with the header.
struct Nvrtc {
  int (*version)(int* major, int* minor) = nullptr;
  const char* (*error_text)(int) = nullptr;
  int (*create)(Program*, const char* source, const char* name, int headers, const char* const* texts,
                const char* const* names) = nullptr;
  int (*compile)(Program, int count, const char* const* options) = nullptr;
  int (*image_size)(Program, size_t*) = nullptr;
  int (*image)(Program, char*) = nullptr;
  int (*log_size)(Program, size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*destroy)(Program*) = nullptr;
};

template <class F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(library_symbol(library, name));
  return function != nullptr;
}

const Nvrtc* nvrtc() {
  static Nvrtc table;
  static const bool complete = [] {
    void* library =
        open_library("VITRINE_NVRTC", {"libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so.13",
                                       "/usr/local/cuda/lib64/libnvrtc.so.12"});
    return find(library, "nvrtcVersion", table.version) && find(library, "nvrtcGetErrorString", table.error_text) &&
           find(library, "nvrtcCreateProgram", table.create) && find(library, "nvrtcCompileProgram", table.compile) &&
           find(library, "nvrtcGetCUBINSize", table.image_size) && find(library, "nvrtcGetCUBIN", table.image) &&
           find(library, "nvrtcGetProgramLogSize", table.log_size) && find(library, "nvrtcGetProgramLog", table.log) &&
           find(library, "nvrtcDestroyProgram", table.destroy);
  }();
  return complete ? &table : nullptr;
}

std::string read_log(const Nvrtc& n, Program program) {
  size_t size = 0;
  if (n.log_size(program, &size) != 0 || size <= 1) return {};
  std::string text(size, '\0');
  if (n.log(program, text.data()) != 0) return {};
  text.resize(size - 1);
  return text;
}

}  // namespace

int nvrtc_version() {
  int major = 0, minor = 0;
  if (!nvrtc() || nvrtc()->version(&major, &minor) != 0) return 0;
  return 1000 * major + 10 * minor;
}

std::string compile_cuda(const std::string& source, const std::vector<std::string>& options, std::string& problem) {
  const Nvrtc* n = nvrtc();
  if (!n) {
    problem = "libnvrtc is not on this machine, so CUDA kernels cannot be compiled";
    return {};
  }
  Program program = nullptr;
  int result = n->create(&program, source.c_str(), "vitrine.cu", 0, nullptr, nullptr);
  std::vector<const char*> words;
  for (const std::string& option : options) words.push_back(option.c_str());
  if (result == 0) result = n->compile(program, static_cast<int>(words.size()), words.data());
  std::string image;
  size_t size = 0;
  if (result == 0) result = n->image_size(program, &size);
  if (result == 0) {
    image.resize(size);
    result = n->image(program, image.data());
  }
  if (result != 0) {
    std::string log = program ? read_log(*n, program) : "";
    constexpr int kInvalidOption = 5;
    std::string words_of_it = n->error_text(result) + (log.empty() ? "" : "\n" + log);
    problem = result == kInvalidOption && !options.empty()
                  ? "the NVRTC on this machine makes no code for this device (" + options[0] + "): " + words_of_it
                  : "a generated kernel does not compile: " + words_of_it;
    image.clear();
  }
  if (program) n->destroy(&program);
  return image;
}

}  // namespace vt::device
