// Operator signatures: the table of schemas.h, parsed, found by name and matched to the values of a
// call. After ir.h; used by the emitter and the tracer.
#pragma once
#include <stdexcept>

#include "torchscript/script/ir.h"

namespace vt::script {

struct Argument {
  std::string name;
  TypePtr type;
  bool has_default = false;
  vm::Value default_value;
  bool keyword_only = false;
  int list_size = 0;     // int[2]: a single int may stand for the list
  bool written = false;  // Tensor(a!)
  bool aliased = false;  // Tensor(a)
};

struct Schema {
  std::string name;      // "aten::max"
  std::string overload;  // "dim"
  std::vector<Argument> arguments;
  Types results;
  std::vector<std::string> result_names;
  std::string text;  // as declared
  bool variadic = false;
  bool out_variant = false;
  bool mutates() const;
};

// All overloads of "aten::max", in resolution order; empty if the name is unknown.
const std::vector<Schema>& schemas(const std::string& name);
const Schema* find_schema(const std::string& name, const std::string& overload);

// An error in a script: becomes a RuntimeError (or exception `kind`) with the source range.
struct ScriptError {
  std::string message;
  Range range;
  std::string kind = "RuntimeError";
  bool complete = false;  // the message contains the source range already
  std::string text() const;
};
// The functions being compiled, for "'f' is being compiled since it was called from 'g'".
struct CompileCall {
  std::string function;
  Range range;  // call site of the next function
};
std::vector<CompileCall>& compile_stack();

struct NamedValue {
  std::string name;  // empty: positional
  Value* value = nullptr;
  Range range;
};
struct Matched {
  std::vector<Value*> inputs;
  Types results;
};
using TypeVariables = std::map<std::string, TypePtr>;
// Inserts the conversions that a schema allows; nullopt and a reason if the values do not fit.
std::optional<Matched> match_schema(const std::vector<Argument>& arguments, const Types& results,
                                    const std::string& text, bool variadic, Graph& graph, const Range& range,
                                    const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords,
                                    std::string* reasons, const NamedValue* self, bool conversions);
std::string prefixed(const std::string& reasons);  // indented, as messages list overloads
// Removes the nodes that a failed attempt inserted after `after`.
void undo_insertions(Graph& graph, const Node* after);
// Hint in messages if a list of tensors does not fit, because the argument may be an empty list.
inline constexpr const char* kEmptyLists =
    "Empty lists default to List[Tensor]. Add a variable annotation to the assignment to create an empty list of "
    "another type (torch.jit.annotate(List[T, []]) where T is the type of elements in the list for Python 2)";
Value* convert_implicitly(Graph& graph, const Range& range, const TypePtr& wanted, Value* value, bool conversions);
// Emits a builtin with overload resolution; returns its value, or a tuple if it has several results. Throws
// ScriptError if no overload fits.
Value* emit_builtin(Graph& graph, const std::string& name, const std::vector<NamedValue>& positional,
                    const std::vector<NamedValue>& keywords, const Range& range, const NamedValue* self = nullptr);
Value* emit_builtin(Graph& graph, const std::string& name, std::initializer_list<Value*> arguments, const Range& range);
// Binds the type variables of `formal` to the corresponding parts of `actual`.
bool match_variables(const TypePtr& formal, const TypePtr& actual, TypeVariables& variables, std::string* reason);
TypePtr substitute(const TypePtr& type, const TypeVariables& variables);
std::string declaration(const std::string& name, const std::vector<Argument>& arguments, const TypePtr& result);

}  // namespace vt::script
