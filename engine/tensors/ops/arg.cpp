#include "ops/arg.h"

#include "support/check.h"

namespace vt {

Scalar Scalar::of(bool v) {
  Scalar s;
  s.kind = Kind::kBool;
  s.integer = SymInt(v ? 1 : 0);
  return s;
}
Scalar Scalar::of(int64_t v) {
  Scalar s;
  s.integer = SymInt(v);
  return s;
}
Scalar Scalar::of(double v) {
  Scalar s;
  s.kind = Kind::kFloat;
  s.number = v;
  return s;
}
Scalar Scalar::of(SymInt v) {
  Scalar s;
  s.integer = std::move(v);
  return s;
}
double Scalar::to_double() const { return is_float() ? number : static_cast<double>(integer.hint()); }
int64_t Scalar::to_int() const { return is_float() ? static_cast<int64_t>(number) : integer.hint(); }
bool Scalar::to_bool() const { return is_float() ? number != 0 : integer.hint() != 0; }

namespace {
[[noreturn]] void wrong_argument(size_t i, size_t count, const char* what) {
  VT_CHECK(i < count, "argument " + std::to_string(i) + " is missing");
  VT_UNREACHABLE("argument " + std::to_string(i) + " is no " + what);
}
template <class T>
const T& get(const std::vector<Arg>& values, size_t i, const char* what) {
  const T* value = i < values.size() ? std::get_if<T>(&values[i].value) : nullptr;
  if (!value) wrong_argument(i, values.size(), what);
  return *value;
}
}  // namespace

const Tensor& Args::tensor(size_t i) const { return get<Tensor>(values_, i, "tensor"); }
Tensor Args::tensor_or_none(size_t i) const { return has(i) ? tensor(i) : Tensor(); }
const TensorList& Args::tensors(size_t i) const { return get<TensorList>(values_, i, "list of tensors"); }
const Scalar& Args::scalar(size_t i) const { return get<Scalar>(values_, i, "number"); }
// Who needs the number itself gets it, and a symbol is fixed by that.
int64_t Args::integer(size_t i) const {
  const Scalar& number = scalar(i);
  return number.is_float() ? number.to_int() : number.integer.guard_int();
}
int64_t Args::integer_or(size_t i, int64_t fallback) const { return has(i) ? integer(i) : fallback; }
double Args::real(size_t i) const {
  const Scalar& number = scalar(i);
  return number.is_float() ? number.to_double() : static_cast<double>(number.integer.guard_int());
}
bool Args::boolean(size_t i) const { return scalar(i).to_bool(); }
bool Args::boolean_or(size_t i, bool fallback) const { return has(i) ? boolean(i) : fallback; }
const IntList& Args::ints(size_t i) const { return get<IntList>(values_, i, "list of integers"); }
std::vector<int64_t> Args::plain_ints(size_t i) const {
  std::vector<int64_t> result;
  for (const SymInt& value : ints(i)) result.push_back(value.guard_int());
  return result;
}
std::string Args::text_or(size_t i, const char* fallback) const {
  return has(i) ? get<std::string>(values_, i, "text") : std::string(fallback);
}
DType Args::dtype_or(size_t i, DType fallback) const { return has(i) ? get<DType>(values_, i, "dtype") : fallback; }

}  // namespace vt
