#include "tensor/dtype.h"

#include <array>
#include <utility>

namespace vt {
namespace {
struct Info {
  const char* name;
  const char* scalar_name;
  const char* short_name;
  int64_t bytes;
  DTypeCategory category;
};
using enum DTypeCategory;
constexpr std::array<const char*, 10> kScalarNames = {"Bool", "Byte", "Char",     "Short", "Int",
                                                      "Long", "Half", "BFloat16", "Float", "Double"};
constexpr std::array<const char*, 10> kShortNames = {"b8",  "u8",  "i8",   "i16", "i32",
                                                     "i64", "f16", "bf16", "f32", "f64"};
#define DTYPE(id, name, alias, type, bytes, category) \
  {name, kScalarNames[static_cast<int>(DType::id)], kShortNames[static_cast<int>(DType::id)], bytes, category},
constexpr Info kInfos[] = {VT_DTYPES(DTYPE)};
#undef DTYPE
const Info& info(DType dtype) { return kInfos[static_cast<int>(dtype)]; }

// Programs set it, and every Python float consults it.
DType current_default = DType::kFloat32;
}  // namespace

const char* dtype_name(DType dtype) { return info(dtype).name; }
const char* dtype_scalar_name(DType dtype) { return info(dtype).scalar_name; }
const char* dtype_short_name(DType dtype) { return info(dtype).short_name; }
int64_t dtype_bytes(DType dtype) { return info(dtype).bytes; }
DTypeCategory dtype_category(DType dtype) { return info(dtype).category; }

DType promote_types(DType a, DType b) {
  if (a == b) return a;
  DTypeCategory category_a = dtype_category(a), category_b = dtype_category(b);
  if (category_a != category_b) return category_a > category_b ? a : b;
  if (a > b) std::swap(a, b);
  // Within a category the enum is ordered by width, with two exceptions.
  if (a == DType::kUInt8 && b == DType::kInt8) return DType::kInt16;
  if (a == DType::kFloat16 && b == DType::kBFloat16) return DType::kFloat32;
  return b;
}

DType opmath_type(DType dtype) {
  return dtype == DType::kFloat16 || dtype == DType::kBFloat16 ? DType::kFloat32 : dtype;
}

DType default_dtype() { return current_default; }
void set_default_dtype(DType dtype) { current_default = dtype; }

}  // namespace vt
