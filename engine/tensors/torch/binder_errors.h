// Why a call did not fit an op's schema, and PyTorch's words for it.
#pragma once
#include "torch/binder.h"

namespace vt::torch {

struct BindFailure {
  enum Kind : uint8_t { kNone, kTypeMismatch, kTooMany, kUnexpected, kRepeated, kMissing };
  Kind kind = kNone;
  std::string name;   // of the parameter or keyword
  int position = -1;  // from 1; -1: given by keyword
  std::string expected;
  Value given;
  size_t allowed = 0, got = 0;
  void set_type(const std::string& parameter, int at, const std::string& type, const Value& v);
  void set_too_many(const OpDef& op, size_t allowed_count, size_t given_count);
  void set_unexpected(const std::string& keyword);
  void set_repeated(const std::string& keyword);
  void set_missing(const Schema& schema, uint64_t given_mask);
};

// "Tensor", "tuple of ints", "Number": a parameter's type in error messages.
std::string parameter_type_text(const Parameter& parameter);
// "f() takes 0 positional arguments but 1 was given"; `prefix` is "f()".
[[noreturn]] void raise_too_many(const std::string& prefix, size_t least, size_t most, size_t given);
[[noreturn]] void raise_bind_failure(const OpBinding& binding, const Arguments& arguments, const BindFailure& failure);

}  // namespace vt::torch
