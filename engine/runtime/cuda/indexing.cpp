#ifndef __EMSCRIPTEN__
#include <map>

#include "device/cuda.h"
#include "device/memory.h"
#include "ops/kernels/copy.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/routines.h"

namespace vt {
namespace {

// --- positions that are out of range --------------------------------------------------------
// A kernel leaves out such an element and notes the first one it meets. For a few positions
// the host looks at once, so that the error comes from the call; otherwise when it waits for
// the device the next time, as PyTorch's assertions on the device do.
constexpr int64_t kLookAtOnce = 64;
struct Noted {
  uint64_t found, position, extent, axis;
};
struct Problems {
  uint64_t* words = nullptr;
  bool pending = false;
};
std::map<int, Problems>& all_problems() {
  static auto* all = new std::map<int, Problems>;
  return *all;
}
Problems& problems_of(int device) {
  Problems& p = all_problems()[device];
  if (!p.words) {
    device::OutsidePool outside;
    p.words = static_cast<uint64_t*>(device::allocate_device(sizeof(Noted), device));
    device::set_device_bytes(p.words, 0, sizeof(Noted), device);
  }
  return p;
}
bool take_note(int device, Noted& noted) {
  Problems& p = problems_of(device);
  p.pending = false;
  device::copy_to_host(&noted, p.words, sizeof noted, device);
  if (noted.found == 0) return false;
  device::set_device_bytes(p.words, 0, sizeof noted, device);
  return true;
}
std::string position_text(const Noted& n) {
  return "index " + std::to_string(static_cast<int64_t>(n.position)) + " is out of bounds for dimension " +
         std::to_string(n.axis) + " with size " + std::to_string(n.extent);
}
void look_after_wait(int device) {
  auto known = all_problems().find(device);
  Noted noted{};
  if (known != all_problems().end() && known->second.pending && take_note(device, noted))
    tensor_error("CUDA error: device-side assert triggered\n" + position_text(noted) +
                     " in an earlier call: kernels run after the calls that launch them.",
                 "AcceleratorError");
}

// --- the kernel ------------------------------------------------------------------------------
const char* unsigned_of(int64_t bytes) {
  switch (bytes) {
    case 1: return "unsigned char";
    case 2: return "unsigned short";
    case 4: return "unsigned";
    default: return "unsigned long long";
  }
}

constexpr const char* kCombine = R"(
INLINE unsigned swap_if(unsigned* p, unsigned old, unsigned next) { return atomicCAS(p, old, next); }
INLINE unsigned long long swap_if(unsigned long long* p, unsigned long long old, unsigned long long next) { return atomicCAS(p, old, next); }
template <class T, class F> INLINE void update(T* p, F change) {
  BITS* bits = (BITS*)p;
  BITS seen = *bits;
  for (;;) {
    union { BITS b; T v; } old, next;
    old.b = seen;
    next.v = change(old.v);
    BITS was = swap_if(bits, seen, next.b);
    if (was == seen) return;
    seen = was;
  }
}
INLINE void add_to(float* p, float v) { atomicAdd(p, v); }
INLINE void add_to(double* p, double v) { atomicAdd(p, v); }
INLINE void add_to(int* p, int v) { atomicAdd(p, v); }
INLINE void add_to(i64* p, i64 v) { atomicAdd((unsigned long long*)p, (unsigned long long)v); }
)";

// Axes whose strides run through each other in all arrays become one.
void join_axes(IndexedMove& m) {
  auto joins = [&](int axis) {
    auto fits = [&](const Dims& strides) { return strides[axis] == strides[axis + 1] * m.sizes[axis + 1]; };
    bool all = fits(m.data_strides) && fits(m.other_strides);
    for (const IndexedMove::Position& p : m.positions) all = all && fits(p.strides);
    return all;
  };
  for (int axis = m.sizes.size() - 2; axis >= 0; --axis) {
    if (!joins(axis)) continue;
    m.sizes[axis] *= m.sizes[axis + 1];
    auto drop = [&](Dims& strides) {
      strides[axis] = strides[axis + 1];
      strides.erase(axis + 1);
    };
    m.sizes.erase(axis + 1);
    drop(m.data_strides), drop(m.other_strides);
    for (IndexedMove::Position& p : m.positions) drop(p.strides);
  }
}

std::string move_text(const IndexedMove& m, bool plain) {
  std::string text;
  if (plain) {  // bytes as they are
    text += std::string("typedef ") + unsigned_of(dtype_bytes(m.data.dtype())) + " T;\ntypedef T O;\n";
  } else {
    text += type_definitions("T", m.data.dtype()) + type_definitions("O", m.other.dtype());
    text += std::string("typedef ") + unsigned_of(dtype_bytes(m.data.dtype())) + " BITS;\n" + kCombine;
  }
  std::string parameters = "T* data, O* other, i64 count, unsigned long long* problem, double alpha", walk, look;
  int rank = m.sizes.size();
  for (int d = 0; d < rank; ++d) {
    std::string n = std::to_string(d);
    parameters += ", i64 size" + n + ", i64 data" + n + ", i64 other" + n;
  }
  for (size_t k = 0; k < m.positions.size(); ++k) {
    std::string i = std::to_string(k);
    parameters += ", const i64* index" + i + ", i64 extent" + i + ", i64 stride" + i + ", i64 axis" + i;
    for (int d = 0; d < rank; ++d) parameters += ", i64 index" + i + "_" + std::to_string(d);
    look += "    i64 p" + i + " = index" + i + "[at" + i + "];\n";
    if (m.wraps) look += "    p" + i + " += p" + i + " < 0 ? extent" + i + " : 0;\n";
    look += "    if (p" + i + " < 0 || p" + i + " >= extent" + i + ") {\n      note(problem, index" + i + "[at" + i +
            "], extent" + i + ", axis" + i + ");\n      continue;\n    }\n    at += p" + i + " * stride" + i + ";\n";
  }
  for (int d = rank - 1; d >= 0; --d) {
    std::string n = std::to_string(d);
    walk += d > 0 ? "    next = quotient(rest, size" + n + "); c = rest - next * size" + n + "; rest = next;\n"
                  : "    c = rest;\n";
    walk += "    at += c * data" + n + "; to += c * other" + n + ";";
    for (size_t k = 0; k < m.positions.size(); ++k)
      walk += " at" + std::to_string(k) + " += c * index" + std::to_string(k) + "_" + n + ";";
    walk += "\n";
  }
  std::string act = "other[to] = data[at];";
  if (m.writes) switch (m.how) {
      case Scatter::kSet: act = "data[at] = other[to];"; break;
      case Scatter::kAdd:
        act = "T v = (T)LOAD_O(other + to); add_to(data + at, alpha == 1 ? v : (T)(alpha * v));";
        break;
      case Scatter::kMul:
        act = "T v = (T)LOAD_O(other + to); update(data + at, [=](T old) { return (T)(old * v); });";
        break;
      case Scatter::kMax:
        act = "T v = (T)LOAD_O(other + to); update(data + at, [=](T old) { return old != old || old > v ? old : v; });";
        break;
      case Scatter::kMin:
        act = "T v = (T)LOAD_O(other + to); update(data + at, [=](T old) { return old != old || old < v ? old : v; });";
        break;
    }
  text +=
      "INLINE void note(unsigned long long* problem, i64 position, i64 extent, i64 axis) {\n"
      "  if (atomicCAS(problem, 0ull, 1ull) != 0ull) return;\n"
      "  problem[1] = (unsigned long long)position, problem[2] = (unsigned long long)extent, problem[3] = (unsigned "
      "long long)axis;\n}\n";
  text += "extern \"C\" __global__ void move(" + parameters + ") {\n";
  text += "  i64 step = (i64)gridDim.x * blockDim.x;\n";
  text += "  for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < count; e += step) {\n";
  text += "    i64 rest = e, next = 0, c = 0, at = 0, to = 0;\n";
  for (size_t k = 0; k < m.positions.size(); ++k) text += "    i64 at" + std::to_string(k) + " = 0;\n";
  return text + walk + look + "    " + act + "\n  }\n}\n";
}

}  // namespace

void move_on_cuda(const IndexedMove& given) {
  IndexedMove m = given;
  int64_t count = element_count(m.sizes);
  if (count == 0) return;
  bool plain = !m.writes || m.how == Scatter::kSet;
  if (!plain && dtype_bytes(m.data.dtype()) < 4) {  // there are no atomic operations on these
    DType wide = is_floating(m.data.dtype()) ? DType::kFloat32 : DType::kInt32;
    Tensor narrow = m.data;
    m.data = empty_strided(narrow.sizes(), narrow.strides(), wide, narrow.device());
    copy_tensor(m.data, narrow);
    move_on_cuda(m);
    copy_tensor(narrow, m.data);
    return;
  }
  join_axes(m);
  int device = m.data.device().index;
  Problems& problems = problems_of(device);
  LibraryLaunch launch;
  launch.key = "move " + std::to_string(m.sizes.size()) + " " + std::to_string(m.positions.size()) +
               (m.wraps ? "w" : "") + (m.writes ? std::to_string(static_cast<int>(m.how)) : "r") +
               (plain ? std::to_string(dtype_bytes(m.data.dtype()))
                      : std::string(dtype_name(m.data.dtype())) + dtype_name(m.other.dtype()));
  launch.entry = "move";
  launch.blocks = blocks_for(count, 256, device);
  launch.words = {word(m.data), word(m.other), word(count), reinterpret_cast<uint64_t>(problems.words), word(m.alpha)};
  for (int d = 0; d < m.sizes.size(); ++d)
    launch.words.insert(launch.words.end(), {word(m.sizes[d]), word(m.data_strides[d]), word(m.other_strides[d])});
  int64_t looked_up = 0;
  for (const IndexedMove::Position& p : m.positions) {
    launch.words.insert(launch.words.end(), {word(p.index), word(p.extent), word(p.stride), word(int64_t{p.axis})});
    for (int64_t stride : p.strides) launch.words.push_back(word(stride));
    looked_up += p.index.numel();
  }
  launch_library_kernel(launch, device, [&] { return move_text(m, plain); });
  if (device::is_recording() || looked_up > kLookAtOnce) {
    problems.pending = true;
    return;
  }
  Noted noted{};
  if (take_note(device, noted)) tensor_error(m.message ? m.message : position_text(noted), m.error);
}

Tensor true_positions_on_cuda(const Tensor& given) {
  Tensor mask = as_contiguous(given);
  int device = mask.device().index, rank = mask.rank();
  int64_t n = mask.numel(), count = 0;
  if (n == 0) return empty_tensor(Dims{0, rank}, DType::kInt64, mask.device());
  Tensor flat = view_of(mask, Dims{n}, Dims{1}, mask.impl()->offset);
  Tensor before = empty_tensor(Dims{n}, DType::kInt64, mask.device());
  scan_on_cuda(Scan::kSum, before, Tensor(), flat, 0);
  device::copy_to_host(&count, before.impl()->storage->data() + (n - 1) * 8, 8, device);
  Tensor places = empty_tensor(Dims{count, rank}, DType::kInt64, mask.device());
  if (count == 0) return places;
  LibraryLaunch launch;
  launch.key = "true positions " + std::to_string(rank);
  launch.entry = "positions";
  launch.blocks = blocks_for(n, 256, device);
  launch.words = {word(mask), word(before), word(places), word(n)};
  for (int64_t size : mask.sizes()) launch.words.push_back(word(size));
  launch_library_kernel(launch, device, [&] {
    std::string parameters, walk;
    for (int d = 0; d < rank; ++d) parameters += ", i64 size" + std::to_string(d);
    for (int d = rank - 1; d >= 0; --d) {
      std::string size = "size" + std::to_string(d);
      walk += "    { i64 next = quotient(rest, " + size + "); row[" + std::to_string(d) + "] = rest - next * " + size +
              "; rest = next; }\n";
    }
    return "extern \"C\" __global__ void positions(const unsigned char* mask, const i64* before, i64* places, i64 n" +
           parameters +
           ") {\n  i64 step = (i64)gridDim.x * blockDim.x;\n"
           "  for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < n; e += step) {\n"
           "    if (!mask[e]) continue;\n    i64 rest = e, *row = places + (before[e] - 1) * " +
           std::to_string(rank) + ";\n" + walk + "  }\n}\n";
  });
  return places;
}

namespace {

class CudaRoutines final : public DeviceRoutines {
 public:
  bool available() override { return cuda_kernels_available(); }
  void move(const IndexedMove& move) override { move_on_cuda(move); }
  Tensor true_positions(const Tensor& mask) override { return true_positions_on_cuda(mask); }
  void scan(Scan kind, const Tensor& out, const Tensor& indices, const Tensor& in, int axis) override {
    scan_on_cuda(kind, out, indices, in, axis);
  }
  void sort_rows(const Tensor& rows, bool descending, int64_t count, Tensor& values, Tensor& places) override {
    sort_rows_on_cuda(rows, descending, count, values, places);
  }
};

}  // namespace

void install_cuda_routines() {
  static auto* routines = new CudaRoutines;
  install_device_routines(routines);
  device::call_after_waits(look_after_wait);
}

}  // namespace vt
#endif
