// What the binder asks of an op's schema at every call, found once per op. For binder.cpp and bindings.cpp.
#pragma once
#include "ops/table.h"

namespace vt::torch {

// How the outputs of an op show in the language.
enum class ResultForm : uint8_t { kTensor, kNumber, kTuple, kNamedTuple };

struct CallFacts {
  const Schema* schema = nullptr;
  size_t positional = 0;  // parameters that may be given by place
  int inplace = -1;       // the parameter of that name
  bool has_device = false;
  ResultForm result = ResultForm::kTensor;
};
CallFacts call_facts(const OpDef& op);

}  // namespace vt::torch
