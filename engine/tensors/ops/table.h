// The table of all ops. CMake generates the list from the files in ops/ (build/.../op_list.cpp): each file NAME.cpp in
// ops/defs/ contributes the table `kOps_NAME`, declared by VT_OPS(NAME, &op_a, &op_b), so that one file may define a
// family of ops.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ops/op.h"

namespace vt {

// clang-format off
#define VT_OPS(file, ...)                                       \
  extern const OpDef* const kOps_##file[];                      \
  extern const size_t kOpCount_##file;                          \
  const OpDef* const kOps_##file[] = {__VA_ARGS__};             \
  const size_t kOpCount_##file = sizeof(kOps_##file) / sizeof(kOps_##file[0]);
// clang-format on

std::span<const OpDef* const> all_ops();
// By full name ("max.dim"); nullptr if unknown.
const OpDef* find_op(std::string_view name);
// All overloads of `name`, in the order in which a call tries them.
const std::vector<const OpDef*>& overloads(std::string_view name);

// The parsed signature.
enum class ArgType : uint8_t {
  kTensor,
  kTensorList,
  kScalar,
  kInt,
  kIntList,
  kFloat,
  kFloatList,
  kBool,
  kStr,
  kDType,
  kDevice
};
struct Parameter {
  std::string name;
  ArgType type;
  bool optional = false;  // may be None
  bool has_default = false;
  bool keyword_only = false;
  Arg default_value;
  int list_size = 0;  // int[2]: a single int is repeated
};
struct Schema {
  std::string name;         // "max.dim"
  std::string python_name;  // "max"
  std::vector<Parameter> parameters;
  std::vector<std::string> results;  // field names of the named tuple, or one empty name
};
const Schema& schema_of(const OpDef& op);  // parsed once
Schema parse_schema(const char* signature);

}  // namespace vt
