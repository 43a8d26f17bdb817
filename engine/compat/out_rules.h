// out=: which functions take it, which dtypes they accept there and in which words they refuse others,
// and storing a result there. The rules are rows of tables/op_facts.def and function_facts.def.
// Before torch/out_arguments.h, which takes the values of the language apart.
#pragma once
#include <string>
#include <string_view>

#include "ops/dispatch.h"
#include "ops/table.h"

namespace vt::compat {

enum class OutType : uint8_t { kSame, kCast, kAny };
struct OutRule {
  OutType type = OutType::kSame;
  const char* text = "";  // of an error, with marks; empty for the usual one
};

// By an op, or by the name that the op would have ("linalg_qr").
bool takes_out(const OpDef& op);
bool takes_out(std::string_view name);
OutRule out_rule(const OpDef& op);
OutRule out_rule(std::string_view name);

// Copies result number `at` of the function into `target`, which takes on its size.
void store_out(const std::string& name, const OutRule& rule, size_t at, const Tensor& target, const Tensor& result);

}  // namespace vt::compat
