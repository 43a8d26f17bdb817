#include "device/cublaslt.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include "device/cuda.h"
#include "device/library.h"
#include "device/memory.h"

namespace vt::device {
namespace {

// The part of cuBLASLt's interface that we call; tests/unit/device compares it with the header.
struct HandleObject;
struct DescriptionObject;
struct LayoutObject;
struct PreferenceObject;
using Handle = HandleObject*;
using Description = DescriptionObject*;
using Layout = LayoutObject*;
using Preference = PreferenceObject*;
struct Algorithm {
  uint64_t data[8];
};
struct Heuristic {
  Algorithm algorithm;
  size_t workspace_bytes;
  int state;
  float waves;
  int reserved[4];
};
enum DescriptionAttribute : int {
  kTransposeA = 3,
  kTransposeB = 4,
  kEpilogue = 7,
  kBiasPointer = 8,
  kBiasBatchStride = 10
};
enum AlgorithmAttribute : int { kAlgorithmId = 0, kTile = 1, kSplit = 2, kStages = 6 };
enum LayoutAttribute : int { kBatchCount = 5, kBatchStride = 6 };
enum PreferenceAttribute : int {
  kWorkspaceBytes = 1,
  kAlignmentA = 5,
  kAlignmentB = 6,
  kAlignmentC = 7,
  kAlignmentD = 8
};
constexpr uint32_t kPlain = 1, kRelu = 2, kBias = 4;
constexpr int kCompute32 = 68, kComputeTf32 = 77, kCompute64 = 70;
constexpr int kReal32 = 0, kReal64 = 1, kReal16 = 2, kBrain16 = 14;
constexpr uint64_t kMostWorkspace = 32 << 20;
constexpr int kMostAlgorithms = 8;

struct Library {
  int (*create)(Handle*) = nullptr;
  int (*description_create)(Description*, int compute, int scale) = nullptr;
  int (*description_set)(Description, DescriptionAttribute, const void*, size_t) = nullptr;
  int (*layout_create)(Layout*, int type, uint64_t rows, uint64_t columns, int64_t leading) = nullptr;
  int (*layout_set)(Layout, LayoutAttribute, const void*, size_t) = nullptr;
  int (*preference_create)(Preference*) = nullptr;
  int (*preference_set)(Preference, PreferenceAttribute, const void*, size_t) = nullptr;
  int (*preference_destroy)(Preference) = nullptr;
  int (*heuristic)(Handle, Description, Layout a, Layout b, Layout c, Layout d, Preference, int wanted, Heuristic*,
                   int* found) = nullptr;
  int (*multiply)(Handle, Description, const void* alpha, const void* a, Layout, const void* b, Layout,
                  const void* beta, const void* c, Layout, void* d, Layout, const Algorithm*, void* workspace,
                  size_t workspace_bytes, driver::Stream) = nullptr;
  int (*algorithm_get)(const Algorithm*, AlgorithmAttribute, void*, size_t, size_t* written) = nullptr;
};

template <class F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(library_symbol(library, name));
  return function != nullptr;
}

const Library* library() {
  static Library table;
  static const bool complete = [] {
    void* l = open_library("VITRINE_CUBLASLT", {"libcublasLt.so.13", "libcublasLt.so.12"});
    return find(l, "cublasLtCreate", table.create) && find(l, "cublasLtMatmulDescCreate", table.description_create) &&
           find(l, "cublasLtMatmulDescSetAttribute", table.description_set) &&
           find(l, "cublasLtMatrixLayoutCreate", table.layout_create) &&
           find(l, "cublasLtMatrixLayoutSetAttribute", table.layout_set) &&
           find(l, "cublasLtMatmulPreferenceCreate", table.preference_create) &&
           find(l, "cublasLtMatmulPreferenceSetAttribute", table.preference_set) &&
           find(l, "cublasLtMatmulPreferenceDestroy", table.preference_destroy) &&
           find(l, "cublasLtMatmulAlgoGetHeuristic", table.heuristic) && find(l, "cublasLtMatmul", table.multiply) &&
           find(l, "cublasLtMatmulAlgoConfigGetAttribute", table.algorithm_get);
  }();
  return complete ? &table : nullptr;
}

// Row-major out = a b is column-major out' = b' a', so the library's first operand is our b.
struct Operand {
  bool transposed = false;
  int64_t leading = 0;
};
// A row-major (rows, columns) matrix read as the column-major (columns, rows) one.
bool as_operand(const ProductMatrix& matrix, int64_t rows, int64_t columns, Operand& out) {
  if (matrix.column_stride == 1 || columns == 1) {
    out = {false, rows == 1 ? columns : matrix.row_stride};
    if (out.leading >= columns) return true;
  }
  if (matrix.row_stride == 1 || rows == 1) {
    out = {true, columns == 1 ? rows : matrix.column_stride};
    return out.leading >= rows;
  }
  return false;
}

int alignment_of(const void* data) {
  auto address = reinterpret_cast<uintptr_t>(data);
  int alignment = 256;
  while (address % static_cast<uintptr_t>(alignment) != 0) alignment /= 2;
  return alignment < 16 ? alignment : 16;
}

struct Key {
  int device, type, result, tf32, epilogue, transposed_a, transposed_b, alignment_a, alignment_b, alignment_out;
  int64_t batch, m, n, k, leading_a, leading_b, leading_out, stride_a, stride_b, stride_out, stride_bias;
  bool adds;
  auto tie() const {
    return std::tie(device, type, result, tf32, epilogue, transposed_a, transposed_b, alignment_a, alignment_b,
                    alignment_out, batch, m, n, k, leading_a, leading_b, leading_out, stride_a, stride_b, stride_out,
                    stride_bias, adds);
  }
  bool operator<(const Key& other) const { return tie() < other.tie(); }
};
struct Plan {
  Description description = nullptr;
  Layout first = nullptr, second = nullptr, out = nullptr;
  std::vector<Heuristic> algorithms;  // empty: the library has nothing
  size_t chosen = 0;
};

int data_type(ProductType type) {
  switch (type) {
    case ProductType::kFloat32: return kReal32;
    case ProductType::kFloat64: return kReal64;
    case ProductType::kFloat16: return kReal16;
    case ProductType::kBFloat16: return kBrain16;
  }
  return kReal32;
}
int compute_type(const Product& p) {
  if (p.type == ProductType::kFloat64) return kCompute64;
  return p.type == ProductType::kFloat32 && p.tf32 ? kComputeTf32 : kCompute32;
}

bool make_layout(const Library& l, Layout& layout, int type, int64_t rows, int64_t columns, int64_t leading,
                 int64_t batch, int64_t stride) {
  if (l.layout_create(&layout, type, static_cast<uint64_t>(rows), static_cast<uint64_t>(columns), leading) != 0)
    return false;
  if (batch == 1) return true;
  int count = static_cast<int>(batch);
  return l.layout_set(layout, kBatchCount, &count, sizeof count) == 0 &&
         l.layout_set(layout, kBatchStride, &stride, sizeof stride) == 0;
}

Plan make_plan(const Library& l, Handle handle, const Product& p, const Key& key, const Operand& a, const Operand& b) {
  Plan plan;
  int type = data_type(p.type), scale = p.type == ProductType::kFloat64 ? kReal64 : kReal32;
  int transposed_first = b.transposed, transposed_second = a.transposed;
  uint32_t epilogue = static_cast<uint32_t>(key.epilogue);
  if (l.description_create(&plan.description, compute_type(p), scale) != 0) return plan;
  l.description_set(plan.description, kTransposeA, &transposed_first, sizeof transposed_first);
  l.description_set(plan.description, kTransposeB, &transposed_second, sizeof transposed_second);
  l.description_set(plan.description, kEpilogue, &epilogue, sizeof epilogue);
  if (p.bias) l.description_set(plan.description, kBiasPointer, &p.bias, sizeof p.bias);
  if (p.bias && p.batch > 1)
    l.description_set(plan.description, kBiasBatchStride, &p.bias_batch_stride, sizeof p.bias_batch_stride);
  bool layouts = make_layout(l, plan.first, type, b.transposed ? p.k : p.n, b.transposed ? p.n : p.k, b.leading,
                             p.batch, p.b.batch_stride) &&
                 make_layout(l, plan.second, type, a.transposed ? p.m : p.k, a.transposed ? p.k : p.m, a.leading,
                             p.batch, p.a.batch_stride) &&
                 make_layout(l, plan.out, data_type(p.result), p.n, p.m, p.out_row_stride, p.batch, p.out_batch_stride);
  Preference preference = nullptr;
  if (!layouts || l.preference_create(&preference) != 0) return plan;
  l.preference_set(preference, kWorkspaceBytes, &kMostWorkspace, sizeof kMostWorkspace);
  uint32_t first = static_cast<uint32_t>(key.alignment_b), second = static_cast<uint32_t>(key.alignment_a),
           out = static_cast<uint32_t>(key.alignment_out);
  l.preference_set(preference, kAlignmentA, &first, sizeof first);
  l.preference_set(preference, kAlignmentB, &second, sizeof second);
  l.preference_set(preference, kAlignmentC, &out, sizeof out);
  l.preference_set(preference, kAlignmentD, &out, sizeof out);
  std::vector<Heuristic> best(kMostAlgorithms);
  int found = 0;
  int result = l.heuristic(handle, plan.description, plan.first, plan.second, plan.out, plan.out, preference,
                           kMostAlgorithms, best.data(), &found);
  l.preference_destroy(preference);
  if (result != 0) return plan;
  for (int i = 0; i < found; ++i)
    if (best[static_cast<size_t>(i)].state == 0) plan.algorithms.push_back(best[static_cast<size_t>(i)]);
  return plan;
}

std::mutex plans_mutex;  // of the plans and what hangs on them

// The plan of a product, made at its first use; null without a library or a description.
Plan* plan_of(const Product& p, int device) {
  const Library* l = library();
  if (!l || p.m == 0 || p.n == 0 || p.k == 0 || p.batch == 0) return nullptr;
  Operand a, b;
  if (!as_operand(p.a, p.m, p.k, a) || !as_operand(p.b, p.k, p.n, b)) return nullptr;
  cuda(device);
  Handle handle = handle_of(l->create, device);
  if (!handle) return nullptr;
  uint32_t epilogue = p.bias && p.relu ? kRelu | kBias : p.bias ? kBias : p.relu ? kRelu : kPlain;
  int alignment_out = std::min(alignment_of(p.out), p.added ? alignment_of(p.added) : 16);
  Key key{device,
          static_cast<int>(p.type),
          static_cast<int>(p.result),
          p.tf32,
          static_cast<int>(epilogue),
          a.transposed,
          b.transposed,
          alignment_of(p.a.data),
          alignment_of(p.b.data),
          alignment_out,
          p.batch,
          p.m,
          p.n,
          p.k,
          a.leading,
          b.leading,
          p.out_row_stride,
          p.a.batch_stride,
          p.b.batch_stride,
          p.out_batch_stride,
          p.bias_batch_stride,
          p.beta != 0};
  static std::map<Key, Plan> plans;
  auto known = plans.find(key);
  if (known == plans.end()) known = plans.emplace(key, make_plan(*l, handle, p, key, a, b)).first;
  return &known->second;
}

bool multiply(const Plan& plan, const Product& p, int device, size_t algorithm) {
  const Library* l = library();
  const Heuristic& way = plan.algorithms[algorithm];
  if (p.bias) l->description_set(plan.description, kBiasPointer, &p.bias, sizeof p.bias);
  float alpha = static_cast<float>(p.alpha), beta = static_cast<float>(p.beta);
  bool wide = p.type == ProductType::kFloat64;
  Workspace workspace(way.workspace_bytes, device);
  int result = l->multiply(
      handle_of(l->create, device), plan.description, wide ? static_cast<const void*>(&p.alpha) : &alpha, p.b.data,
      plan.first, p.a.data, plan.second, wide ? static_cast<const void*>(&p.beta) : &beta, p.added ? p.added : p.out,
      plan.out, p.out, plan.out, &way.algorithm, workspace.data, way.workspace_bytes, current_stream());
  return result == 0;
}

template <class T>
T* moved(T* data, int64_t elements, ProductType type) {
  int64_t bytes = type == ProductType::kFloat64 ? 8 : type == ProductType::kFloat32 ? 4 : 2;
  return data
             ? static_cast<T*>(static_cast<char*>(const_cast<void*>(static_cast<const void*>(data))) + elements * bytes)
             : nullptr;
}

// One product of a batch, for what the library does not do in batches.
Product one_of_batch(Product p, int64_t i) {
  p.a.data = moved(p.a.data, i * p.a.batch_stride, p.type);
  p.b.data = moved(p.b.data, i * p.b.batch_stride, p.type);
  p.out = moved(p.out, i * p.out_batch_stride, p.result);
  p.added = moved(p.added, i * p.out_batch_stride, p.result);
  p.bias = moved(p.bias, i * p.bias_batch_stride, p.result);
  p.a.batch_stride = p.b.batch_stride = p.out_batch_stride = p.bias_batch_stride = 0;
  p.batch = 1;
  return p;
}

}  // namespace

bool cublaslt_available() { return library() != nullptr; }

bool run_product(const Product& p, int device) {
  std::unique_lock lock(plans_mutex);
  const Plan* plan = plan_of(p, device);
  if (!plan) return false;
  if (!plan->algorithms.empty()) return multiply(*plan, p, device, plan->chosen);
  constexpr int64_t kMostCalls = 16;
  if (!p.bias || p.batch == 1 || p.batch > kMostCalls) return false;
  lock.unlock();
  for (int64_t i = 0; i < p.batch; ++i)
    if (!run_product(one_of_batch(p, i), device)) return false;
  return true;
}

std::vector<ProductAlgorithm> product_algorithms(const Product& p, int device) {
  std::lock_guard lock(plans_mutex);
  std::vector<ProductAlgorithm> list;
  const Plan* plan = plan_of(p, device);
  if (!plan) return list;
  for (const Heuristic& way : plan->algorithms) {
    ProductAlgorithm one;
    one.workspace_bytes = static_cast<int64_t>(way.workspace_bytes);
    size_t written = 0;
    for (auto [attribute, value] : {std::pair(kAlgorithmId, &one.id), std::pair(kTile, &one.tile),
                                    std::pair(kSplit, &one.split), std::pair(kStages, &one.stages)})
      if (library()->algorithm_get(&way.algorithm, attribute, value, sizeof *value, &written) != 0) *value = 0;
    list.push_back(one);
  }
  return list;
}

bool run_product_with(const Product& p, int device, size_t algorithm) {
  std::lock_guard lock(plans_mutex);
  const Plan* plan = plan_of(p, device);
  return plan && algorithm < plan->algorithms.size() && multiply(*plan, p, device, algorithm);
}

void choose_product_algorithm(const Product& p, int device, size_t algorithm) {
  std::lock_guard lock(plans_mutex);
  Plan* plan = plan_of(p, device);
  if (plan && algorithm < plan->algorithms.size()) plan->chosen = algorithm;
}

}  // namespace vt::device
