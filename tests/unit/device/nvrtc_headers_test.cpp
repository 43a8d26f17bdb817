// Our declarations of NVRTC against the toolkit's header, where there is one. They are private
// to nvrtc.cpp, so this file holds it.
#include "catch.h"
#include "unit/device/same_call.h"

#if __has_include(<nvrtc.h>)
#include <nvrtc.h>

#include "device/nvrtc.cpp"

using vt::same_call;
using vt::device::Nvrtc;

#define VT_SAME(name, theirs) static_assert(same_call(decltype(Nvrtc::name)(nullptr), decltype (&(theirs))(nullptr)));
VT_SAME(version, nvrtcVersion)
VT_SAME(error_text, nvrtcGetErrorString)
VT_SAME(create, nvrtcCreateProgram)
VT_SAME(compile, nvrtcCompileProgram)
VT_SAME(image_size, nvrtcGetCUBINSize)
VT_SAME(image, nvrtcGetCUBIN)
VT_SAME(log_size, nvrtcGetProgramLogSize)
VT_SAME(log, nvrtcGetProgramLog)
VT_SAME(destroy, nvrtcDestroyProgram)

TEST_CASE("NVRTC says what is wrong with a kernel and with an architecture", "[device]") {
  if (vt::device::nvrtc_version() == 0) SKIP("no NVRTC here");
  std::string problem;
  const std::string good = "extern \"C\" __global__ void f(float* x) { x[0] = 1; }";
  CHECK_FALSE(vt::device::compile_cuda(good, {"--gpu-architecture=sm_90"}, problem).empty());
  CHECK(problem.empty());
  CHECK(
      vt::device::compile_cuda("extern \"C\" __global__ void f() { nowhere(); }", {"--gpu-architecture=sm_90"}, problem)
          .empty());
  CHECK(problem.find("a generated kernel does not compile") == 0);
  CHECK(problem.find("nowhere") != std::string::npos);
  problem.clear();
  CHECK(vt::device::compile_cuda(good, {"--gpu-architecture=sm_20"}, problem).empty());
  CHECK(problem.find("makes no code for this device") != std::string::npos);
}
#else
TEST_CASE("NVRTC says what is wrong with a kernel and with an architecture", "[device]") {
  SKIP("no CUDA toolkit's headers here");
}
#endif
