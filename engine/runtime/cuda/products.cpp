#ifndef __EMSCRIPTEN__
#include "runtime/cuda/products.h"

#include <cstring>

#include "device/cublaslt.h"
#include "device/cuda.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "runtime/cuda/transpose.h"
#include "runtime/runtime.h"

namespace vt {
namespace {

// Which arguments are the factors, and what is added to their product.
struct Form {
  const char* name;
  int left, right, added;  // -1: nothing is added
};
constexpr Form kForms[] = {{"mm", 0, 1, -1}, {"bmm", 0, 1, -1}, {"addmm", 1, 2, 0}, {"baddbmm", 1, 2, 0},
                           {"mv", 0, 1, -1}, {"dot", 0, 1, -1}, {"addmv", 1, 2, 0}};

const Form* form_of(const OpDef& op) {
  for (const Form& form : kForms)
    if (std::strcmp(form.name, op.name) == 0) return &form;
  return nullptr;
}

}  // namespace

bool product_type(DType dtype, device::ProductType& type) {
  switch (dtype) {
    case DType::kFloat32: type = device::ProductType::kFloat32; return true;
    case DType::kFloat64: type = device::ProductType::kFloat64; return true;
    case DType::kFloat16: type = device::ProductType::kFloat16; return true;
    case DType::kBFloat16: type = device::ProductType::kBFloat16; return true;
    case DType::kBool:
    case DType::kUInt8:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
    case DType::kInt64: return false;
  }
  return false;
}

namespace {

// A vector as a column (the right factor) or a row (the left one of dot).
Tensor as_matrix(const Tensor& t, bool column) {
  if (t.rank() != 1) return t;
  int64_t n = t.size(0), stride = t.strides()[0];
  return column ? view_of(t, Dims{n, 1}, Dims{stride, 1}, t.impl()->offset)
                : view_of(t, Dims{1, n}, Dims{n, stride}, t.impl()->offset);
}
// The library wants one of the two inner strides to be 1 and the other not below the extent.
Tensor usable(const Tensor& t) {
  int r = t.rank();
  int64_t rows = t.size(r - 2), columns = t.size(r - 1), by_row = t.strides()[r - 2], by_column = t.strides()[r - 1];
  bool row_major = (by_column == 1 || columns == 1) && (by_row >= columns || rows == 1);
  bool column_major = (by_row == 1 || rows == 1) && (by_column >= rows || columns == 1);
  return row_major || column_major ? t : contiguous_copy(t);
}
device::ProductMatrix matrix_of(const Tensor& t) {
  int r = t.rank();
  return {t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()), t.strides()[r - 2], t.strides()[r - 1],
          r == 3 ? t.strides()[0] : 0};
}

}  // namespace

bool run_cuda_product(const OpDef& op, const Args& args, Outputs& outputs) {
  const Form* form = form_of(op);
  if (!form || !device::cublaslt_available()) return false;
  device::Product p;
  const Tensor& left = args.tensor(static_cast<size_t>(form->left));
  const Tensor& right = args.tensor(static_cast<size_t>(form->right));
  if (!product_type(left.dtype(), p.type) || left.dtype() != right.dtype()) return false;
  TensorMeta meta = infer_op(op, args)[0];
  Dims sizes;
  for (const SymInt& size : meta.sizes) sizes.push_back(size.hint());
  p.result = p.type;
  Tensor a = usable(as_matrix(left, false)), b = usable(as_matrix(right, true));
  Tensor out = empty_tensor(sizes, meta.dtype, left.device());
  int r = a.rank();
  p.batch = r == 3 ? a.size(0) : 1;
  p.m = a.size(r - 2), p.k = a.size(r - 1), p.n = b.size(r - 1);
  if (p.m == 0 || p.n == 0 || p.k == 0 || p.batch == 0) return false;
  p.a = matrix_of(a), p.b = matrix_of(b);
  p.tf32 = device::tf32_allowed();
  p.out = out.impl()->storage->data();
  p.out_row_stride = p.n;
  p.out_batch_stride = p.m * p.n;
  if (form->added >= 0) {
    p.beta = args.has(3) ? args.real(3) : 1;
    p.alpha = args.has(4) ? args.real(4) : 1;
    if (p.beta != 0) copy_tensor(out, args.tensor(static_cast<size_t>(form->added)));
  }
  Ref<Storage> turned = turn_factor(p, out.device().index);
  if (!device::run_product(p, out.device().index)) return false;
  ++launch_counters().extern_calls;
  outputs = {std::move(out)};
  return true;
}

}  // namespace vt
#endif
