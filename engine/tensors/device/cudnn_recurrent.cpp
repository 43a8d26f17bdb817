#include "device/cudnn_recurrent.h"

#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

#include "device/cuda.h"
#include "device/cudnn.h"
#include "device/library.h"
#include "device/memory.h"

namespace vt::device {
namespace {

// The part of cuDNN's interface that we call.
struct HandleObject;
struct NetworkObject;
struct DropoutObject;
struct SequenceObject;
struct TensorObject;
using Handle = HandleObject*;
using Network = NetworkObject*;
using Dropout = DropoutObject*;
using Sequence = SequenceObject*;
using Layout = TensorObject*;
constexpr int kFloat = 0, kDouble = 1, kHalf = 2, kBFloat = 9;
constexpr int kDefaultMath = 0, kTensorMath = 1, kFmaMath = 3;
constexpr int kInference = 0, kTraining = 1;
constexpr int kNoBias = 0, kTwoBiases = 2, kStepsOutermost = 0, kLinearInput = 0, kPaddedRows = 1, kAddToGradient = 0;
// Step by step; weights that stay in registers; the same for small states.
constexpr int kAlgorithms[] = {0, 1, 3};

struct Library {
  int (*create)(Handle*) = nullptr;
  int (*set_stream)(Handle, driver::Stream) = nullptr;
  int (*layout_create)(Layout*) = nullptr;
  int (*layout_set)(Layout, int type, int rank, const int* sizes, const int* strides) = nullptr;
  int (*dropout_create)(Dropout*) = nullptr;
  int (*dropout_set)(Dropout, Handle, float, void* states, size_t bytes, unsigned long long seed) = nullptr;
  int (*network_create)(Network*) = nullptr;
  int (*network_set)(Network, int algorithm, int cell, int bias, int direction, int input_mode, int type, int precision,
                     int math, int32_t input, int32_t hidden, int32_t projected, int32_t layers, Dropout,
                     uint32_t flags) = nullptr;
  int (*sequence_create)(Sequence*) = nullptr;
  int (*sequence_set)(Sequence, int type, int layout, int steps, int batch, int width, const int* lengths,
                      void* fill) = nullptr;
  int (*weight_bytes)(Handle, Network, size_t*) = nullptr;
  int (*weight_place)(Handle, Network, int32_t layer, size_t bytes, const void* space, int32_t gate, Layout,
                      void** matrix, Layout, void** bias) = nullptr;
  int (*temporary_bytes)(Handle, Network, int mode, Sequence, size_t* workspace, size_t* reserve) = nullptr;
  int (*forward)(Handle, Network, int mode, const int32_t* lengths, Sequence, const void* x, Sequence, void* y, Layout,
                 const void* hx, void* hy, Layout, const void* cx, void* cy, size_t, const void* weights, size_t,
                 void* workspace, size_t, void* reserve) = nullptr;
  int (*backward)(Handle, Network, const int32_t* lengths, Sequence, const void* y, const void* dy, Sequence, void* dx,
                  Layout, const void* hx, const void* dhy, void* dhx, Layout, const void* cx, const void* dcy,
                  void* dcx, size_t, const void* weights, size_t, void* workspace, size_t, void* reserve) = nullptr;
  int (*backward_weights)(Handle, Network, int add, const int32_t* lengths, Sequence, const void* x, Layout,
                          const void* hx, Sequence, const void* y, size_t, void* weights, size_t, void* workspace,
                          size_t, void* reserve) = nullptr;
};

template <class F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(library_symbol(library, name));
  return function != nullptr;
}

const Library* library() {
  static Library t;
  static const bool complete = [] {
    void* l = open_library("VITRINE_CUDNN", {"libcudnn.so.9"});
    return find(l, "cudnnCreate", t.create) && find(l, "cudnnSetStream", t.set_stream) &&
           find(l, "cudnnCreateTensorDescriptor", t.layout_create) &&
           find(l, "cudnnSetTensorNdDescriptor", t.layout_set) &&
           find(l, "cudnnCreateDropoutDescriptor", t.dropout_create) &&
           find(l, "cudnnSetDropoutDescriptor", t.dropout_set) &&
           find(l, "cudnnCreateRNNDescriptor", t.network_create) &&
           find(l, "cudnnSetRNNDescriptor_v8", t.network_set) &&
           find(l, "cudnnCreateRNNDataDescriptor", t.sequence_create) &&
           find(l, "cudnnSetRNNDataDescriptor", t.sequence_set) &&
           find(l, "cudnnGetRNNWeightSpaceSize", t.weight_bytes) &&
           find(l, "cudnnGetRNNWeightParams", t.weight_place) &&
           find(l, "cudnnGetRNNTempSpaceSizes", t.temporary_bytes) && find(l, "cudnnRNNForward", t.forward) &&
           find(l, "cudnnRNNBackwardData_v8", t.backward) && find(l, "cudnnRNNBackwardWeights_v8", t.backward_weights);
  }();
  return complete ? &t : nullptr;
}

int data_type(ProductType type) {
  switch (type) {
    case ProductType::kFloat32: return kFloat;
    case ProductType::kFloat64: return kDouble;
    case ProductType::kFloat16: return kHalf;
    case ProductType::kBFloat16: return kBFloat;
  }
  return kFloat;
}
int64_t element_bytes(ProductType type) {
  return type == ProductType::kFloat64 ? 8 : type == ProductType::kFloat32 ? 4 : 2;
}

struct Plan {
  bool usable = false;
  Network network = nullptr;
  Sequence x = nullptr, y = nullptr;
  Layout states = nullptr;
  size_t workspace_bytes = 0;
  RecurrentMemory memory;
};

class Caller {
 public:
  Caller(const Library& l, Handle handle, const Recurrent& r, int device)
      : l_(l), handle_(handle), r_(r), device_(device) {}

  Plan describe(int algorithm) const {
    Plan p;
    const int type = data_type(r_.type);
    const bool narrow = r_.type == ProductType::kFloat16 || r_.type == ProductType::kBFloat16;
    const bool exact = r_.type == ProductType::kFloat32 && !tf32_convolutions_allowed();
    Dropout none = nullptr;
    const int sizes[] = {r_.layers * r_.directions(), r_.batch, r_.hidden},
              strides[] = {r_.batch * r_.hidden, r_.hidden, 1};
    size_t weights = 0, reserve = 0;
    const std::vector<int> lengths(static_cast<size_t>(r_.batch), r_.steps);
    p.usable = l_.dropout_create(&none) == 0 && l_.dropout_set(none, handle_, 0, nullptr, 0, 0) == 0 &&
               l_.network_create(&p.network) == 0 &&
               l_.network_set(p.network, algorithm, static_cast<int>(r_.cell), r_.biased ? kTwoBiases : kNoBias,
                              r_.bidirectional, kLinearInput, type, type == kDouble ? kDouble : kFloat,
                              exact    ? kFmaMath
                              : narrow ? kTensorMath
                                       : kDefaultMath,
                              r_.input, r_.hidden, r_.hidden, r_.layers, none, kPaddedRows) == 0 &&
               sequence(p.x, type, r_.input, lengths) && sequence(p.y, type, r_.hidden * r_.directions(), lengths) &&
               l_.layout_create(&p.states) == 0 && l_.layout_set(p.states, type, 3, sizes, strides) == 0 &&
               l_.weight_bytes(handle_, p.network, &weights) == 0 &&
               l_.temporary_bytes(handle_, p.network, mode(), p.x, &p.workspace_bytes, &reserve) == 0;
    p.memory.weight_bytes = static_cast<int64_t>(weights), p.memory.reserve_bytes = static_cast<int64_t>(reserve);
    p.usable = p.usable && find_places(p);
    return p;
  }

  bool forward(const Plan& p, const RecurrentData& d) const {
    Workspace workspace(p.workspace_bytes, device_);
    return l_.forward(handle_, p.network, mode(), nullptr, p.x, d.x, p.y, d.y, p.states, d.hidden, d.last_hidden,
                      p.states, d.cell, d.last_cell, weight_bytes(p), d.weights, p.workspace_bytes, workspace.data,
                      reserve_bytes(p), d.reserve) == 0;
  }
  bool backward(const Plan& p, const RecurrentData& d, const RecurrentGradients& g) const {
    Workspace workspace(p.workspace_bytes, device_);
    return l_.backward(handle_, p.network, nullptr, p.y, d.y, g.y, p.x, g.x, p.states, d.hidden, g.last_hidden,
                       g.hidden, p.states, d.cell, g.last_cell, g.cell, weight_bytes(p), d.weights, p.workspace_bytes,
                       workspace.data, reserve_bytes(p), d.reserve) == 0 &&
           l_.backward_weights(handle_, p.network, kAddToGradient, nullptr, p.x, d.x, p.states, d.hidden, p.y, d.y,
                               weight_bytes(p), g.weights, p.workspace_bytes, workspace.data, reserve_bytes(p),
                               d.reserve) == 0;
  }
  // Microseconds of a pass over memory of its own; infinite if it cannot be done.
  double measured(const Plan& p) const {
    const int64_t each = element_bytes(r_.type), rows = int64_t{r_.steps} * r_.batch;
    const size_t x = static_cast<size_t>(rows * r_.input * each),
                 y = static_cast<size_t>(rows * r_.hidden * r_.directions() * each);
    Workspace xs(x, device_), ys(y, device_), weights(weight_bytes(p), device_), reserve(reserve_bytes(p), device_),
        dx(r_.trains ? x : 0, device_), dy(r_.trains ? y : 0, device_), dw(r_.trains ? weight_bytes(p) : 0, device_);
    const driver::Driver& driver = cuda(device_);
    for (auto [block, bytes] : {std::pair{&xs, x}, {&ys, y}, {&weights, weight_bytes(p)}})
      set_device_bytes(block->data, 0, static_cast<int64_t>(bytes), device_);
    RecurrentData d;
    d.x = xs.data, d.y = ys.data, d.weights = weights.data, d.reserve = reserve.data;
    RecurrentGradients g;
    g.x = dx.data, g.y = r_.trains ? ys.data : nullptr, g.weights = dw.data;
    auto pass = [&] { return forward(p, d) && (!r_.trains || backward(p, d, g)); };
    if (!pass()) return HUGE_VAL;
    driver::Event start = nullptr, end = nullptr;
    float milliseconds = 0;
    check_cuda(driver.event_create(&start, 0));
    check_cuda(driver.event_create(&end, 0));
    check_cuda(driver.event_record(start, current_stream()));
    const bool done = pass();
    check_cuda(driver.event_record(end, current_stream()));
    check_cuda(driver.event_synchronize(end));
    check_cuda(driver.event_elapsed(&milliseconds, start, end));
    check_cuda(driver.event_destroy(start));
    check_cuda(driver.event_destroy(end));
    return done ? milliseconds * 1e3 : HUGE_VAL;
  }

 private:
  int mode() const { return r_.trains ? kTraining : kInference; }
  static size_t weight_bytes(const Plan& p) { return static_cast<size_t>(p.memory.weight_bytes); }
  static size_t reserve_bytes(const Plan& p) { return static_cast<size_t>(p.memory.reserve_bytes); }
  bool sequence(Sequence& s, int type, int width, const std::vector<int>& lengths) const {
    double zero = 0;  // of any type
    return l_.sequence_create(&s) == 0 &&
           l_.sequence_set(s, type, kStepsOutermost, r_.steps, r_.batch, width, lengths.data(), &zero) == 0;
  }
  // The gates of a tensor lie one after the other in the order in which PyTorch has them; anything else is refused.
  bool find_places(Plan& p) const {
    Layout matrix = nullptr, bias = nullptr;
    if (l_.layout_create(&matrix) != 0 || l_.layout_create(&bias) != 0) return false;
    // Addresses are asked for relative to one that is never read.
    std::byte* const base = reinterpret_cast<std::byte*>(uintptr_t{1} << 20);
    const int64_t each = element_bytes(r_.type);
    for (int layer = 0; layer < r_.layers * r_.directions(); ++layer) {
      int64_t first[4] = {0, 0, 0, 0};
      const int width = layer < r_.directions() ? r_.input : r_.hidden * r_.directions();
      for (int of_state = 0; of_state < 2; ++of_state)
        for (int gate = 0; gate < r_.gates(); ++gate) {
          void *m = nullptr, *b = nullptr;
          if (l_.weight_place(handle_, p.network, layer, weight_bytes(p), base, of_state * r_.gates() + gate, matrix,
                              &m, bias, &b) != 0)
            return false;
          const int64_t at = static_cast<std::byte*>(m) - base,
                        bias_at = b ? static_cast<std::byte*>(b) - base : int64_t{0};
          if (gate == 0) first[of_state] = at, first[2 + of_state] = bias_at;
          const int64_t row = int64_t{r_.hidden} * each;
          if (at != first[of_state] + gate * row * (of_state ? r_.hidden : width)) return false;
          if (r_.biased && (!b || bias_at != first[2 + of_state] + gate * row)) return false;
        }
      p.memory.places.insert(p.memory.places.end(), first, first + (r_.biased ? 4 : 2));
    }
    return true;
  }

  const Library& l_;
  Handle handle_;
  const Recurrent& r_;
  int device_;
};

std::mutex mutex;

// With the lock held.
template <class F>
bool with_plan(const Recurrent& r, int device, F f) {
  const Library* l = library();
  if (!l) return false;
  cuda(device);
  Handle handle = handle_of(l->create, device);
  if (!handle || l->set_stream(handle, current_stream()) != 0) return false;
  using Key = std::tuple<int, int, int, bool, bool, bool, bool, int, int, int, int, int>;
  static std::map<Key, Plan> plans;
  const Key key{device,
                static_cast<int>(r.cell),
                static_cast<int>(r.type),
                r.bidirectional,
                r.biased,
                r.trains,
                tf32_convolutions_allowed(),
                r.input,
                r.hidden,
                r.layers,
                r.steps,
                r.batch};
  Caller caller(*l, handle, r, device);
  auto known = plans.find(key);
  if (known == plans.end()) {
    // Measuring waits for the device, which a recording must not.
    const bool measures = !is_recording();
    Plan best;
    double least = HUGE_VAL;
    for (int algorithm : kAlgorithms) {
      Plan plan = caller.describe(algorithm);
      if (!plan.usable) continue;
      const double time = measures ? caller.measured(plan) : 0;
      if (time < least) least = time, best = std::move(plan);
    }
    known = plans.emplace(key, std::move(best)).first;
  }
  return known->second.usable && f(caller, known->second);
}

}  // namespace

bool recurrent_memory(const Recurrent& network, int device, RecurrentMemory& memory) {
  std::lock_guard lock(mutex);
  return with_plan(network, device, [&](const Caller&, const Plan& p) { return memory = p.memory, true; });
}
bool run_recurrent(const Recurrent& network, int device, const RecurrentData& data) {
  std::lock_guard lock(mutex);
  return with_plan(network, device, [&](const Caller& c, const Plan& p) { return c.forward(p, data); });
}
bool run_recurrent_backward(const Recurrent& network, int device, const RecurrentData& data,
                            const RecurrentGradients& gradients) {
  std::lock_guard lock(mutex);
  return with_plan(network, device, [&](const Caller& c, const Plan& p) { return c.backward(p, data, gradients); });
}

}  // namespace vt::device
