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

}  // namespace

void* noted_positions(int device) {
  Problems& p = problems_of(device);
  p.pending = true;
  return p.words;
}

namespace {

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
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 900
INLINE void add_pack(float* p, const Pack<float, 4>& v) {
  asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(p), "f"(v.at[0]), "f"(v.at[1]), "f"(v.at[2]), "f"(v.at[3]) : "memory");
}
#else
INLINE void add_pack(float* p, const Pack<float, 4>& v) {
  for (int l = 0; l < 4; ++l) add_to(p + l, v.at[l]);
}
#endif
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

// What happens to an element at `data + at` and one at `other + to`.
std::string action(const IndexedMove& m) {
  if (!m.writes) return "other[to] = data[at];";
  switch (m.how) {
    case Scatter::kSet: return "data[at] = other[to];";
    case Scatter::kAdd: return "T v = (T)LOAD_O(other + to); add_to(data + at, alpha == 1 ? v : (T)(alpha * v));";
    case Scatter::kMul: return "T v = (T)LOAD_O(other + to); update(data + at, [=](T old) { return (T)(old * v); });";
    case Scatter::kMax:
      return "T v = (T)LOAD_O(other + to); update(data + at, [=](T old) { return old != old || old > v ? old : v; });";
    case Scatter::kMin:
      return "T v = (T)LOAD_O(other + to); update(data + at, [=](T old) { return old != old || old < v ? old : v; });";
  }
  return "";
}
std::string pack_action(const IndexedMove& m, int64_t at_once) {
  const std::string n = "<" + std::to_string(at_once) + ">";
  if (!m.writes) return "store_pack" + n + "(other + to, load_pack" + n + "(data + at));";
  if (m.how == Scatter::kSet) return "store_pack" + n + "(data + at, load_pack" + n + "(other + to));";
  return "auto v = load_pack" + n +
         "(other + to);\n    if (alpha != 1) for (auto& one : v.at) one = (T)(alpha * one);\n    add_pack(data + at, "
         "v);";
}

// Elements that move at once: neighbours in both arrays, with the same positions, that begin at multiples of 16 bytes.
int64_t elements_at_once(const IndexedMove& m, bool plain) {
  const int last = m.sizes.size() - 1;
  const bool adds =
      !plain && m.how == Scatter::kAdd && m.data.dtype() == DType::kFloat32 && m.other.dtype() == DType::kFloat32;
  if (last < 0 || (!plain && !adds)) return 1;
  const int64_t bytes = dtype_bytes(m.data.dtype()), each = 16 / bytes;
  bool fits = m.data_strides[last] == 1 && m.other_strides[last] == 1 && m.sizes[last] % each == 0 &&
              word(m.data) % 16 == 0 && word(m.other) % 16 == 0;
  for (int d = 0; d < last; ++d) fits = fits && m.data_strides[d] % each == 0 && m.other_strides[d] % each == 0;
  for (const IndexedMove::Position& p : m.positions) fits = fits && p.strides[last] == 0 && p.stride % each == 0;
  return fits ? each : 1;
}

// Do 32 bits hold every place?
bool places_are_short(const IndexedMove& m) {
  constexpr int64_t kMost = INT32_MAX / 2;
  int64_t data = 0, other = 0, count = 1;
  for (int d = 0; d < m.sizes.size(); ++d) {
    count *= m.sizes[d];
    data += (m.sizes[d] - 1) * std::abs(m.data_strides[d]), other += (m.sizes[d] - 1) * std::abs(m.other_strides[d]);
  }
  for (const IndexedMove::Position& p : m.positions) {
    int64_t at = 0;
    for (int d = 0; d < m.sizes.size(); ++d) at += (m.sizes[d] - 1) * std::abs(p.strides[d]);
    if (at > kMost || p.extent > kMost) return false;
    data += (p.extent - 1) * std::abs(p.stride);
  }
  return count <= kMost && data <= kMost && other <= kMost;
}

// `at_once`: elements, see above. Places are computed in PLACE.
std::string move_text(const IndexedMove& m, bool plain, int64_t at_once) {
  std::string text;
  if (plain) {  // bytes as they are
    text += std::string("typedef ") + unsigned_of(dtype_bytes(m.data.dtype())) + " T;\ntypedef T O;\n";
  } else {
    text += type_definitions("T", m.data.dtype()) + type_definitions("O", m.other.dtype());
    text += std::string("typedef ") + unsigned_of(dtype_bytes(m.data.dtype())) + " BITS;\n" + kCombine;
  }
  std::string parameters = "T* data, O* other, PLACE count, unsigned long long* problem, double alpha", walk, look;
  int rank = m.sizes.size();
  for (int d = 0; d < rank; ++d) {
    std::string n = std::to_string(d);
    parameters += ", PLACE size" + n + ", PLACE data" + n + ", PLACE other" + n;
  }
  for (size_t k = 0; k < m.positions.size(); ++k) {
    std::string i = std::to_string(k), given = "index" + i + "[at" + i + "]";
    parameters += ", const i64* index" + i + ", i64 extent" + i + ", PLACE stride" + i + ", i64 axis" + i;
    for (int d = 0; d < rank; ++d) parameters += ", PLACE index" + i + "_" + std::to_string(d);
    look += "    i64 p" + i + " = " + given + ";\n";
    if (m.wraps) look += "    p" + i + " += p" + i + " < 0 ? extent" + i + " : 0;\n";
    look += "    if (p" + i + " < 0 || p" + i + " >= extent" + i + ") {\n      note_position(problem, " + given +
            ", extent" + i + ", axis" + i + ");\n      continue;\n    }\n    at += (PLACE)p" + i + " * stride" + i +
            ";\n";
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
  text += "extern \"C\" __global__ void move(" + parameters + ") {\n";
  text += "  PLACE step = (PLACE)gridDim.x * (PLACE)blockDim.x;\n";
  text += "  for (PLACE e = (PLACE)blockIdx.x * (PLACE)blockDim.x + (PLACE)threadIdx.x; e < count; e += step) {\n";
  text += "    PLACE rest = e, next = 0, c = 0, at = 0, to = 0;\n";
  for (size_t k = 0; k < m.positions.size(); ++k) text += "    PLACE at" + std::to_string(k) + " = 0;\n";
  return text + walk + look + "    " + (at_once > 1 ? pack_action(m, at_once) : action(m)) + "\n  }\n}\n";
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
  const int64_t at_once = elements_at_once(m, plain);
  const bool is_short = places_are_short(m);
  if (at_once > 1) {
    const int last = m.sizes.size() - 1;
    m.sizes[last] /= at_once, m.data_strides[last] = m.other_strides[last] = at_once;
    count /= at_once;
  }
  int device = m.data.device().index;
  Problems& problems = problems_of(device);
  LibraryLaunch launch;
  launch.key = "move " + std::to_string(m.sizes.size()) + " " + std::to_string(m.positions.size()) + " " +
               std::to_string(at_once) + (is_short ? "s" : "") + (m.wraps ? "w" : "") +
               (m.writes ? std::to_string(static_cast<int>(m.how)) : "r") +
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
  launch_library_kernel(launch, device, [&] {
    return (is_short ? "typedef int PLACE;\n" : "typedef i64 PLACE;\n") + move_text(m, plain, at_once);
  });
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
