#include "device/cuda_driver.h"

#include "device/library.h"

namespace vt::device::driver {
namespace {

bool load(Driver& table) {
  void* library = open_library("VITRINE_CUDA_DRIVER", {"libcuda.so.1"});
  if (!library) return false;
  bool complete = true;
#define VT_LOAD(name, symbol, parameters)                                               \
  table.name = reinterpret_cast<Result(*) parameters>(library_symbol(library, symbol)); \
  complete &= table.name != nullptr;
  VT_CUDA_DRIVER(VT_LOAD)
#undef VT_LOAD
  return complete;
}

}  // namespace

const Driver* loaded() {
  static Driver table;
  static const bool complete = load(table);
  return complete ? &table : nullptr;
}

}  // namespace vt::device::driver
