// The arguments of an op call in the form used by every stage: eager dispatch, the tape, the recorder, and graph nodes
// (where a tensor is a reference to a node of that graph).
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tensor/tensor.h"

namespace vt {

// A Python number.
struct Scalar {
  enum class Kind : uint8_t { kBool, kInt, kFloat };
  Kind kind = Kind::kInt;
  double number = 0;  // kFloat
  SymInt integer;     // kInt, kBool; may be symbolic
  static Scalar of(bool v);
  static Scalar of(int64_t v);
  static Scalar of(double v);
  static Scalar of(SymInt v);
  double to_double() const;
  int64_t to_int() const;  // the hint if symbolic; truncates a float
  bool to_bool() const;
  bool is_float() const { return kind == Kind::kFloat; }
};

using IntList = std::vector<SymInt>;
using TensorList = std::vector<Tensor>;  // an undefined Tensor stands for None

struct Arg {
  std::variant<std::monostate /* None, or default */, Tensor, TensorList, Scalar, IntList, std::vector<double>,
               std::string, DType, Device>
      value;
  Arg() = default;
  Arg(Tensor t) {
    if (t.defined()) value = std::move(t);
  }
  Arg(TensorList t) : value(std::move(t)) {}
  Arg(Scalar s) : value(std::move(s)) {}
  Arg(bool v) : value(Scalar::of(v)) {}
  Arg(int v) : value(Scalar::of(static_cast<int64_t>(v))) {}
  Arg(int64_t v) : value(Scalar::of(v)) {}
  Arg(double v) : value(Scalar::of(v)) {}
  Arg(SymInt v) : value(Scalar::of(std::move(v))) {}
  Arg(IntList v) : value(std::move(v)) {}
  Arg(const Dims& v) : value(IntList(v.begin(), v.end())) {}
  Arg(std::vector<double> v) : value(std::move(v)) {}
  Arg(std::string v) : value(std::move(v)) {}
  Arg(const char* v) : value(std::string(v)) {}
  Arg(DType v) : value(v) {}
  Arg(Device v) : value(v) {}
  bool is_none() const { return value.index() == 0; }
  bool is_tensor() const { return std::holds_alternative<Tensor>(value); }
  bool is_scalar() const { return std::holds_alternative<Scalar>(value); }
};

// Positional arguments in the order of the op's signature, defaults filled in.
class Args {
 public:
  Args() = default;
  Args(std::initializer_list<Arg> values) : values_(values) {}
  explicit Args(std::vector<Arg> values) : values_(std::move(values)) {}
  size_t size() const { return values_.size(); }
  Arg& operator[](size_t i) { return values_[i]; }
  const Arg& operator[](size_t i) const { return values_[i]; }
  bool has(size_t i) const { return i < values_.size() && !values_[i].is_none(); }
  // Each accessor checks the kind by VT_CHECK; the binder has validated the user's arguments.
  const Tensor& tensor(size_t i) const;
  Tensor tensor_or_none(size_t i) const;
  const TensorList& tensors(size_t i) const;
  const Scalar& scalar(size_t i) const;
  int64_t integer(size_t i) const;
  int64_t integer_or(size_t i, int64_t fallback) const;
  double real(size_t i) const;
  bool boolean(size_t i) const;
  bool boolean_or(size_t i, bool fallback) const;
  const IntList& ints(size_t i) const;
  std::vector<int64_t> plain_ints(size_t i) const;  // hints if symbolic
  std::string text_or(size_t i, const char* fallback) const;
  DType dtype_or(size_t i, DType fallback) const;
  std::vector<Arg>& values() { return values_; }
  const std::vector<Arg>& values() const { return values_; }

 private:
  std::vector<Arg> values_;
};

using Outputs = std::vector<Tensor>;

}  // namespace vt
