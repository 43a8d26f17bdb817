// cuBLASLt in host memory: plain loops over column-major matrices, in double. For
// fake_cuda.cpp, whose memory it may touch.
#include <cstdint>
#include <cstring>

#include "fake_cuda/fake_cuda.h"

namespace {

struct Description {
  int compute, scale, transposed_a = 0, transposed_b = 0;
  uint32_t epilogue = 1;
  const void* bias = nullptr;
  int64_t bias_stride = 0;
};
struct Layout {
  int type;
  uint64_t rows, columns;
  int64_t leading, stride = 0;
  int batch = 1;
};

double from_half(uint16_t bits) {
  _Float16 value;
  std::memcpy(&value, &bits, 2);
  return static_cast<double>(value);
}
}  // namespace

double fake::read_number(const void* data, int type, int64_t at) {
  switch (type) {
    case 0: return static_cast<const float*>(data)[at];
    case 1: return static_cast<const double*>(data)[at];
    case 2: return from_half(static_cast<const uint16_t*>(data)[at]);
    default: {
      uint32_t wide = static_cast<uint32_t>(static_cast<const uint16_t*>(data)[at]) << 16;
      float value;
      std::memcpy(&value, &wide, 4);
      return value;
    }
  }
}
void fake::write_number(void* data, int type, int64_t at, double value) {
  switch (type) {
    case 0: static_cast<float*>(data)[at] = static_cast<float>(value); return;
    case 1: static_cast<double*>(data)[at] = value; return;
    case 2: {
      auto half = static_cast<_Float16>(value);
      std::memcpy(static_cast<uint16_t*>(data) + at, &half, 2);
      return;
    }
    default: {
      auto single = static_cast<float>(value);
      uint32_t wide;
      std::memcpy(&wide, &single, 4);
      wide += 0x7fff + ((wide >> 16) & 1);
      static_cast<uint16_t*>(data)[at] = static_cast<uint16_t>(wide >> 16);
    }
  }
}
namespace {
constexpr int kResultBytes = 64 + 8 + 4 + 4 + 16;

double scalar(const void* data, int type) {
  return type == 1 ? *static_cast<const double*>(data) : *static_cast<const float*>(data);
}

}  // namespace

extern "C" {
#define EXPORT __attribute__((visibility("default")))
EXPORT int cublasLtCreate(void** handle) { return *handle = new int(0), 0; }
EXPORT int cublasLtMatmulDescCreate(void** made, int compute, int scale) {
  return *made = new Description{compute, scale}, 0;
}
EXPORT int cublasLtMatmulDescSetAttribute(void* description, int attribute, const void* value, size_t bytes) {
  auto& d = *static_cast<Description*>(description);
  switch (attribute) {
    case 3: std::memcpy(&d.transposed_a, value, bytes); return 0;
    case 4: std::memcpy(&d.transposed_b, value, bytes); return 0;
    case 7: std::memcpy(&d.epilogue, value, bytes); return 0;
    case 8: std::memcpy(&d.bias, value, bytes); return 0;
    case 10: std::memcpy(&d.bias_stride, value, bytes); return 0;
    default: return 7;
  }
}
EXPORT int cublasLtMatrixLayoutCreate(void** made, int type, uint64_t rows, uint64_t columns, int64_t leading) {
  if (leading < static_cast<int64_t>(rows)) return 7;
  return *made = new Layout{type, rows, columns, leading}, 0;
}
EXPORT int cublasLtMatrixLayoutSetAttribute(void* layout, int attribute, const void* value, size_t bytes) {
  auto& l = *static_cast<Layout*>(layout);
  if (attribute == 5) return std::memcpy(&l.batch, value, bytes), 0;
  if (attribute == 6) return std::memcpy(&l.stride, value, bytes), 0;
  return 7;
}
EXPORT int cublasLtMatmulPreferenceCreate(void** made) { return *made = new int(0), 0; }
EXPORT int cublasLtMatmulPreferenceSetAttribute(void*, int, const void*, size_t) { return 0; }
EXPORT int cublasLtMatmulPreferenceDestroy(void* preference) { return delete static_cast<int*>(preference), 0; }
// Three ways to do everything, the second of which is the fastest by the fake clock.
EXPORT int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int wanted, void* results,
                                          int* found) {
  *found = wanted < 3 ? wanted : 3;
  std::memset(results, 0, static_cast<size_t>(*found) * kResultBytes);
  for (int i = 0; i < *found; ++i) static_cast<char*>(results)[i * kResultBytes] = static_cast<char>(i);
  return 0;
}
EXPORT int cublasLtMatmulAlgoConfigGetAttribute(const void* algorithm, int attribute, void* value, size_t,
                                                size_t* written) {
  *written = 4;
  return *static_cast<int*>(value) = attribute == 0 ? *static_cast<const char*>(algorithm) : 1, 0;
}
EXPORT int cublasLtMatmul(void*, void* description, const void* alpha, const void* a, void* a_layout, const void* b,
                          void* b_layout, const void* beta, const void* c, void*, void* d, void* d_layout,
                          const void* algorithm, void*, size_t, void*) {
  static constexpr double kMicroseconds[] = {30, 20, 40};
  fake::advance_clock(kMicroseconds[*static_cast<const char*>(algorithm) % 3]);
  auto& desc = *static_cast<Description*>(description);
  auto &la = *static_cast<Layout*>(a_layout), &lb = *static_cast<Layout*>(b_layout),
       &ld = *static_cast<Layout*>(d_layout);
  uint64_t k = desc.transposed_a ? la.rows : la.columns, other = desc.transposed_b ? lb.columns : lb.rows;
  uint64_t m = desc.transposed_a ? la.columns : la.rows, n = desc.transposed_b ? lb.rows : lb.columns;
  if (k != other || m != ld.rows || n != ld.columns || la.batch != ld.batch || lb.batch != ld.batch) return 7;
  double by = scalar(alpha, desc.scale), keep = scalar(beta, desc.scale);
  auto multiply = [=, desc = desc, la = la, lb = lb, ld = ld] {
    fake::Access access;
    for (int64_t batch = 0; batch < ld.batch; ++batch)
      for (int64_t j = 0; j < static_cast<int64_t>(n); ++j)
        for (int64_t i = 0; i < static_cast<int64_t>(m); ++i) {
          double sum = 0;
          for (int64_t l = 0; l < static_cast<int64_t>(k); ++l)
            sum += fake::read_number(
                       a, la.type, batch * la.stride + (desc.transposed_a ? l + i * la.leading : i + l * la.leading)) *
                   fake::read_number(b, lb.type,
                                     batch * lb.stride + (desc.transposed_b ? j + l * lb.leading : l + j * lb.leading));
          int64_t at = batch * ld.stride + i + j * ld.leading;
          double value = by * sum + (keep == 0 ? 0 : keep * fake::read_number(c, ld.type, at));
          if (desc.epilogue & 4) value += fake::read_number(desc.bias, ld.type, batch * desc.bias_stride + i);
          if ((desc.epilogue & 2) && value < 0) value = 0;
          fake::write_number(d, ld.type, at, value);
        }
  };
  if (!fake::recorded(multiply)) multiply();
  return 0;
}
}
