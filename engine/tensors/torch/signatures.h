// The overloads that PyTorch lists for a function when arguments fit none of them, and
// which of them arguments fit by their types. Before binder_errors.h; the binder asks where
// numbers may stand for tensors.
#pragma once
#include <string>
#include <vector>

#include "torch/binder.h"

namespace vt::torch {

struct ListedParameter {
  std::string type, name;  // as messages show them: "tuple of ints", "size"
  bool optional = false, keyword_only = false;
  bool takes_none = false;
};
struct ListedSignature {
  std::string text;  // "(Tensor input, *, Number alpha = 1)"
  std::vector<ListedParameter> parameters;
  std::vector<ListedParameter> items;  // the parameters and the star between them, as written
  size_t required() const;
  size_t positional() const;
};
ListedSignature parse_signature(const std::string& text);

// Those of a function with several overloads; empty for one with a single signature.
const std::vector<ListedSignature>& listed_signatures(const OpBinding& binding);

// Where a plain number stands for a tensor, as in add(x, 2).
bool numbers_are_tensors(std::string_view name);

// The first thing about arguments that a signature refuses; `refused` is false if it is none.
struct Refusal {
  enum Kind : uint8_t { kNothing, kType, kTooMany, kUnexpected, kRepeated, kMissing };
  Kind kind = kNothing;
  std::string name, expected;
  int position = -1;  // from 1; -1: given by keyword
  Value given;
};
Refusal refusal_of(const OpBinding& binding, const ListedSignature& signature, const Arguments& arguments);

}  // namespace vt::torch
