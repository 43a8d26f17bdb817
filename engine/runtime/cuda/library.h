// Kernels written by hand, for what loop nests cannot say: random numbers, positions read
// from memory, scans, sorting. A kernel's text is made once per set of types and compiled
// for the device like generated ones; every parameter is a word of 8 bytes. The texts are
// in cuda_random.cpp, cuda_indexing.cpp, cuda_scans.cpp and cuda_sorting.cpp.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/bits.h"
#include "tensor/tensor.h"

namespace vt {

// False where kernels cannot be compiled.
bool cuda_kernels_available();

struct LibraryLaunch {
  std::string key;    // names the text: the same key, the same text
  const char* entry;  // a kernel of that text
  int64_t blocks;
  int threads = 256;
  std::vector<uint64_t> words;
};
// On the current stream of the device. Nothing is launched for 0 blocks.
void launch_library_kernel(const LibraryLaunch& launch, int device, const std::function<std::string()>& make_text);

inline uint64_t word(int64_t value) { return static_cast<uint64_t>(value); }
inline uint64_t word(double value) { return vt::bit_cast<uint64_t>(value); }
uint64_t word(const Tensor& t);  // the address of its first element
// The blocks that give every element a thread, up to a limit that fills the device.
int64_t blocks_for(int64_t count, int threads, int device);

// `#define`s of a type in such a text, by the name that stands in it: NAME (as in memory),
// NAME_WIDE (to compute in), LOAD_NAME(pointer) and STORE_NAME(pointer, value).
std::string type_definitions(const char* name, DType dtype);

}  // namespace vt
