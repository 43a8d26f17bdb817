// Signatures of operators: the table of schemas.h parsed, found by name, matched against
// the values of a call. After ir.h; the emitter and the tracer ask it.
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
  int list_size = 0;     // int[2]: one int may stand for the list
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

// Every overload of "aten::max", in the order to try them; empty if the name is unknown.
const std::vector<Schema>& schemas(const std::string& name);
const Schema* find_schema(const std::string& name, const std::string& overload);

// A mistake in a script: becomes a RuntimeError (or the named exception) with the place.
struct ScriptError {
  std::string message;
  Range range;
  std::string kind = "RuntimeError";
  bool complete = false;  // the message holds the place already
  std::string text() const;
};
// The chain of functions being compiled, for "'f' is being compiled since it was called from 'g'".
struct CompileCall {
  std::string function;
  Range range;  // where the next one is called
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
// Inserts the conversions that a schema allows; nothing (and a reason) if it does not fit.
std::optional<Matched> match_schema(const std::vector<Argument>& arguments, const Types& results,
                                    const std::string& text, bool variadic, Graph& graph, const Range& range,
                                    const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords,
                                    std::string* reasons, const NamedValue* self, bool conversions);
std::string prefixed(const std::string& reasons);  // indented, as messages list variants
// Takes away what a failed attempt has inserted behind a node.
void undo_insertions(Graph& graph, const Node* after);
// What messages add where a list of tensors does not fit: it may be an empty one.
inline constexpr const char* kEmptyLists =
    "Empty lists default to List[Tensor]. Add a variable annotation to the assignment to create an empty list of "
    "another type (torch.jit.annotate(List[T, []]) where T is the type of elements in the list for Python 2)";
Value* convert_implicitly(Graph& graph, const Range& range, const TypePtr& wanted, Value* value, bool conversions);
// Calls a builtin by name with overload resolution; one value, a tuple if it has several
// results. Throws ScriptError if nothing fits.
Value* emit_builtin(Graph& graph, const std::string& name, const std::vector<NamedValue>& positional,
                    const std::vector<NamedValue>& keywords, const Range& range, const NamedValue* self = nullptr);
Value* emit_builtin(Graph& graph, const std::string& name, std::initializer_list<Value*> arguments, const Range& range);
// Binds the variables of `formal` to what `actual` has in their place.
bool match_variables(const TypePtr& formal, const TypePtr& actual, TypeVariables& variables, std::string* reason);
TypePtr substitute(const TypePtr& type, const TypeVariables& variables);
std::string declaration(const std::string& name, const std::vector<Argument>& arguments, const TypePtr& result);

}  // namespace vt::script
