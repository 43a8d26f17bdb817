// libFuzzer entry: any bytes compile or end in an error. Not part of the default build:
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address -Iengine tests/fuzz/frontend_fuzz.cpp
//     engine/frontend/*.cpp engine/support/*.cpp -o frontend_fuzz
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "frontend/frontend.h"
#include "frontend/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto file = std::make_shared<vt::SourceFile>("fuzz.py", std::string(reinterpret_cast<const char*>(data), size));
  auto code = vt::compile_source(file);
  if (code && !vt::verify_code(*code.value())) std::abort();
  return 0;
}
