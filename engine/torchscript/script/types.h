// The types of TorchScript: of annotations, operator schemas and all values of a script graph. Depends on
// nothing; before ir.h, schema.h and the emitter.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/object.h"

namespace vt::script {

enum class TypeKind : uint8_t {
  kTensor,
  kInt,
  kFloat,
  kBool,
  kNumber,  // Scalar: int, float or bool
  kString,
  kNone,
  kDevice,
  kAny,
  kList,
  kDict,
  kTuple,
  kOptional,
  kUnion,
  kFuture,
  kFunction,
  kClass,
  kEnum,
  kVariable,  // `t` in a schema
  kOther      // Layout, Generator etc., by name
};

struct Type;
using TypePtr = std::shared_ptr<const Type>;
using Types = std::vector<TypePtr>;
struct ClassType;

struct Type {
  TypeKind kind = TypeKind::kTensor;
  Types inside;                     // of containers
  std::string name;                 // class, named tuple, variable, other
  std::vector<std::string> fields;  // of a named tuple
  bool inferred = false;            // a Tensor without annotation, assumed by default
  std::string detail;               // of a traced tensor: "Float(2, strides=[1], ...)"
  std::shared_ptr<ClassType> cls;   // kClass
  std::vector<vm::Value> defaults;  // of a named tuple
  vm::Value python;                 // the Python class of a named tuple or an enum
  const TypePtr& element() const { return inside[0]; }
};

TypePtr tensor_type();
TypePtr inferred_tensor_type();
TypePtr simple_type(TypeKind kind);
TypePtr list_of(TypePtr element);
TypePtr dict_of(TypePtr key, TypePtr value);
TypePtr tuple_of(Types items);
TypePtr optional_of(TypePtr inner);  // Optional[Optional[T]] and Optional[None] collapse
TypePtr union_of(Types members);     // flattened; a union of one member is that member
TypePtr future_of(TypePtr inner);
TypePtr variable_type(std::string name);
TypePtr other_type(std::string name);
inline bool is(const TypePtr& type, TypeKind kind) { return type->kind == kind; }

std::string graph_text(const TypePtr& type);   // "int[]", "Dict(str, Tensor)": in dumps of graphs and schemas
std::string schema_text(const TypePtr& type);  // graph_text with the names of named tuples: in declarations
std::string python_text(const TypePtr& type);  // "List[int]": in code and messages
// Type text in messages: python_text, with "(inferred)" if Tensor was assumed.
std::string message_text(const TypePtr& type);

bool same_type(const TypePtr& a, const TypePtr& b);
bool is_subtype(const TypePtr& a, const TypePtr& b);
// The type of a variable after a join of two paths on which it has types `a` and `b`; nullopt if they do not unify.
std::optional<TypePtr> unify(const TypePtr& a, const TypePtr& b, bool allow_union = false);
bool may_be_none(const TypePtr& type);
TypePtr without_none(const TypePtr& type);
// Whether values of the type can be mutated in place, and so may alias.
bool is_mutable(const TypePtr& type);

}  // namespace vt::script
