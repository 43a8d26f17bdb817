// What dynamo knows about a value while it evaluates bytecode symbolically. A value that
// came from outside starts lazy: it has a source, and a guard is installed only when
// something looks at it. Tensors and symbolic ints are nodes of the graph in the making.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "capture/dynamo/source.h"
#include "capture/fx/graph.h"
#include "support/ref.h"

namespace vt::dynamo {

class Tracer;

enum class VarKind : uint8_t {
  kLazy,      // value and source, not looked at yet; or a number computed out of such
  kConstant,  // None, bool, int, float, str, bytes, ellipsis, dtype, device ...: plain, immutable
  kTensor,    // node; value is the fake tensor
  kSymInt,    // node; value is the symbolic int
  kSymValue,  // node; a bool or an int of which no expression is kept; value is what it is in this call
  kSymFloat,  // node; value is a fake 0-d float64; `number` is what it is in this call
  kList,
  kTuple,
  kSet,
  kDict,
  kSlice,
  kRange,
  kFunction,   // a Python function: value, or made while tracing (code, cells, defaults)
  kMethod,     // function and self
  kObject,     // instance of a class of the language; value null: made while tracing
  kValue,      // anything else that is known by identity: builtins, classes, modules, torch functions
  kIterator,   // items and a position
  kGenerator,  // a suspended tracer
  kException,  // an exception; type and args
  kCell,
  kSuper,
  kDictView,  // keys, values, items of a dict
  kArray,     // an array of numpy: `node` and `value` are of the tensor that holds it
  kFormat,    // text that needs values of the graph: str.format of `cell_name` with the items
  kNull,      // PUSH_NULL
};

struct Var;
class VarScope;
using VarRef = Ref<Var>;

struct Var : RefCounted {
  explicit Var(VarKind kind);
  ~Var() override;
  VarKind kind;
  SourceRef source;  // null: made while tracing
  Value value;       // lazy, constant, value, existing object; the example of tensors
  VarRef real;       // kLazy: what it turned out to be

  fx::Node* node = nullptr;  // kTensor, kSymInt, kArray; of a symbolic shape, the node that reads it
  Value node_holder;
  bool renamed = false;  // the node has the name of a local already

  vm::Type* type = nullptr;  // kObject, kException, kList.. : the class
  std::vector<VarRef>
      items;  // sequences; kSlice: start, stop, step; kMethod: function, self; kException: args; kSuper: self
  std::vector<std::pair<VarRef, VarRef>> entries;  // kDict
  bool mutated = false;                            // differs from the object it came from
  uint64_t born = 0;                               // counts variables: made before another, or after it

  // kObject: attributes written while tracing; a null VarRef means deleted.
  std::vector<std::pair<vm::Str*, VarRef>> written;

  // kFunction made while tracing.
  Value code, globals, qualified_name;
  std::vector<VarRef> defaults;
  std::vector<std::pair<vm::Str*, VarRef>> keyword_defaults;
  std::vector<VarRef> closure;  // kCell each
  std::vector<std::pair<vm::Str*, VarRef>> attributes;

  size_t position = 0;  // kIterator; kSymValue: 1 + the comparison of its two items, 0 if it is none; kLazy with
                        // items: the operator that makes it out of them
  std::function<VarRef(Tracer&)> pull;  // kIterator: makes more items once these are used up; null VarRef at the end
  Value maker;                        // kIterator: what PyTorch makes it again with, or the range that it runs through
  std::vector<VarRef> made_of;        // and what `maker` is called with; without one, it becomes a tuple's iterator
  VarRef content;                     // kCell; kDictView: the dict
  bool settled = false;               // kSymFloat: guarded to be `number`
  SourceRef read_from;                // kSymFloat: the number that a guard holds, where it is no value of the frame
  bool unknown = false;               // kSymFloat, kSymValue: read from a tensor, of which only a run tells the number;
                                      // what stands for it here is made up, and `cell_name` is what PyTorch calls it
  double number = 0;                  // kSymFloat; `items` are the inputs that it follows from, as of kSymValue
  int view = 0;                       // kDictView: 0 keys, 1 values, 2 items; kLazy with items: operations in all;
                                      // kIterator: 1 if PyTorch cannot make it again
  std::string cell_name;              // kCell; kIterator of a dict or set: what PyTorch calls its class
  bool started = false;               // kGenerator: next() was called
  std::unique_ptr<Tracer> generator;  // kGenerator

  bool is(VarKind k) const { return kind == k; }

 private:
  friend class VarScope;
  void drop_links();  // to other variables
  VarScope* scope_;
  Var *previous_ = nullptr, *next_ = nullptr;  // in the scope's list
};

// The variables of one compilation. Objects of a program refer to each other in circles, and
// so do their variables, which counting alone never frees: the end of the scope takes apart
// what is left. Compilations nest (a back end may run compiled code), scopes with them.
class VarScope {
 public:
  VarScope();
  ~VarScope();
  VarScope(const VarScope&) = delete;
  VarScope& operator=(const VarScope&) = delete;

 private:
  friend struct Var;
  VarScope* outer_;
  Var* newest_ = nullptr;
};

VarRef make_var(VarKind kind);
VarRef constant(Value value);
VarRef none();
inline VarRef constant_int(int64_t v) { return constant(Value::integer(v)); }
inline VarRef constant_bool(bool v) { return constant(Value::boolean(v)); }
VarRef constant_text(std::string_view text);
VarRef sequence(VarKind kind, std::vector<VarRef> items);
VarRef null_var();
// `"{:.2f}".format(value)`, done when it is needed.
VarRef late_format(std::string text, std::vector<VarRef> values);
// The class of the value as type(x) gives it; nullptr if it is not known natively.
vm::Type* type_of_var(const Var& v);
// "TensorVariable()": how break reasons show a value.
std::string describe(const Var& v);
// "<class 'torch._dynamo.variables.tensor.TensorVariable'>": what PyTorch traces such a value with.
std::string tracker_class(const Var& v);

}  // namespace vt::dynamo
