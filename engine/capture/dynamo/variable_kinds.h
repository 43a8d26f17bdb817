// The kinds of variables, one small struct each, named as in PyTorch's torch/_dynamo/variables.
// What a kind knows stands in its own fields; what every variable has (source, value) is in Var.
// Neighbours: variable.h, which holds one of these; source.h; fx/graph.h, whose nodes they name.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "capture/fx/graph.h"
#include "frontend/opcodes.h"
#include "support/ref.h"

namespace vt::dynamo {

using vm::Value;

class Tracer;
class Var;
struct Source;
using VarRef = Ref<Var>;
// Attributes that were written while tracing, in order; a null value means deleted.
using Attributes = std::vector<std::pair<vm::Str*, VarRef>>;

enum class VarKind : uint8_t {
  kLazy,
  kConstant,
  kTensor,
  kArray,
  kSymInt,
  kSymValue,
  kSymFloat,
  kList,
  kTuple,
  kSet,
  kDict,
  kDictView,
  kSlice,
  kRange,
  kIterator,
  kGenerator,
  kFunction,
  kMethod,
  kCell,
  kObject,
  kException,
  kSuper,
  kValue,
  kFormat,
  kNull,
};

// A node of the graph, kept alive. Converts to the node itself.
class NodeHandle {
 public:
  NodeHandle() = default;
  NodeHandle(fx::Node* node) : node_(node), holder_(node ? Value::of(node) : Value()) {}
  operator fx::Node*() const { return node_; }
  fx::Node* operator->() const { return node_; }

 private:
  fx::Node* node_ = nullptr;
  Value holder_;
};

// --- What several kinds share

// Computed by a node of the graph; `example` stands for the value while tracing.
struct Proxy {
  NodeHandle node;
  Value example;
  bool renamed = false;  // the node has the name of a local already
};

// Has a class, perhaps one of the program, and takes attributes.
struct Instance {
  vm::Type* type = nullptr;
  Attributes written;
};

// A list, tuple or set, or an instance of a class derived from one.
struct Sequence : Instance {
  std::vector<VarRef> items;
};

// --- Values that nothing has looked at yet

// A sum, difference or product of lazy numbers or texts: computed, and guarded, once somebody looks.
struct LazyArithmetic {
  BinaryOp op;
  std::array<VarRef, 2> operands;
  int operations;  // in the whole expression
};

// From outside, with a source; or arithmetic on such. A guard is installed when something looks at it.
struct LazyVariable {
  static constexpr VarKind kKind = VarKind::kLazy;
  VarRef real;  // what it turned out to be
  std::optional<LazyArithmetic> arithmetic;
};

// --- Known while tracing

// None, bool, int, float, str, bytes, dtype, device: immutable. Its value says all.
struct ConstantVariable {
  static constexpr VarKind kKind = VarKind::kConstant;
};

// A builtin, a class, a module, a function of torch: known by identity.
struct ValueVariable {
  static constexpr VarKind kKind = VarKind::kValue;
  Attributes written;  // to a class or an exception
};

// --- Computed by the graph

// The example is a fake tensor.
struct TensorVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kTensor;
  Attributes written;
};

// An array of numpy, by the tensor that holds its elements.
struct NumpyNdarrayVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kArray;
};

// An int with an expression in the sizes of the inputs: the example is a symbolic int.
struct SymIntVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kSymInt;
};

// A bool or an int without an expression. The example is what it is in this call.
struct SymValueVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kSymValue;
  std::vector<VarRef> operands;         // what it follows from
  std::optional<CompareOp> comparison;  // of the two operands
  std::string unbacked;                 // PyTorch's name, if only a run tells it; the example is made up then
};

// The example is a fake 0-d float64 tensor; `number` is what it is in this call.
struct SymFloatVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kSymFloat;
  double number = 0;
  std::vector<VarRef> operands;
  bool settled = false;   // guarded to be `number`
  Ref<Source> read_from;  // the number that a guard holds, where it is no value of the frame
  std::string unbacked;   // as above
  VarRef as_tensor;       // the number as a 0-d tensor, in which form it leaves the graph
};

// --- Containers

struct ListVariable : Sequence {
  static constexpr VarKind kKind = VarKind::kList;
  VarRef maxlen;  // of a deque, which is traced as a list
};

struct TupleVariable : Sequence {
  static constexpr VarKind kKind = VarKind::kTuple;
  NodeHandle size;  // of a shape with symbolic sizes: the node that reads it
};

struct SetVariable : Sequence {
  static constexpr VarKind kKind = VarKind::kSet;
};

struct ConstDictVariable : Instance {
  static constexpr VarKind kKind = VarKind::kDict;
  std::vector<std::pair<VarRef, VarRef>> entries;
  VarRef owner;  // of obj.__dict__: the object
};

struct DictViewVariable {
  static constexpr VarKind kKind = VarKind::kDictView;
  enum View { kKeys, kValues, kItems };
  VarRef dict;
  View view = kKeys;
};

struct SliceVariable {
  static constexpr VarKind kKind = VarKind::kSlice;
  std::array<VarRef, 3> bounds;
  const VarRef& start() const { return bounds[0]; }
  const VarRef& stop() const { return bounds[1]; }
  const VarRef& step() const { return bounds[2]; }
};

// All three bounds are known: its value is the range.
struct RangeVariable {
  static constexpr VarKind kKind = VarKind::kRange;
};

// --- Iteration

// Gives its items, then what `pull` makes.
struct IteratorVariable {
  static constexpr VarKind kKind = VarKind::kIterator;
  std::vector<VarRef> items;
  size_t position = 0;
  std::function<VarRef(Tracer&)> pull;  // null VarRef at the end
  // How the residual bytecode makes it again: `maker`, called with `made_of`, or the range that it
  // runs through. Without one, it becomes a tuple's iterator.
  Value maker;
  std::vector<VarRef> made_of;
  bool remade = true;      // PyTorch can make it again
  VarRef watched;          // the dict whose size may not change meanwhile
  std::string class_name;  // PyTorch's, of the iterator of a dict or set
};

// A generator of the language: a tracer that waits at its `yield`.
struct LocalGeneratorObjectVariable {
  static constexpr VarKind kKind = VarKind::kGenerator;
  LocalGeneratorObjectVariable();
  explicit LocalGeneratorObjectVariable(std::unique_ptr<Tracer> frame);
  LocalGeneratorObjectVariable(LocalGeneratorObjectVariable&&) noexcept;
  LocalGeneratorObjectVariable& operator=(LocalGeneratorObjectVariable&&) noexcept;
  ~LocalGeneratorObjectVariable();
  bool finished() const;
  std::unique_ptr<Tracer> frame;  // null: closed
  bool started = false;           // next() was called
};

// --- Functions and objects

// A Python function: its value, or made while tracing out of these.
struct UserFunctionVariable {
  static constexpr VarKind kKind = VarKind::kFunction;
  Value code, globals;
  std::vector<VarRef> defaults;
  Attributes keyword_defaults;
  std::vector<VarRef> closure;  // cells
  Attributes attributes;
};

struct UserMethodVariable {
  static constexpr VarKind kKind = VarKind::kMethod;
  std::array<VarRef, 2> bound;
  const VarRef& function() const { return bound[0]; }  // a constant: the name of a builtin method
  const VarRef& self() const { return bound[1]; }
};

struct CellVariable {
  static constexpr VarKind kKind = VarKind::kCell;
  VarRef content;  // null: empty
};

// An instance of a class of the language.
struct UserDefinedObjectVariable : Instance {
  static constexpr VarKind kKind = VarKind::kObject;
};

struct ExceptionVariable : Instance {
  static constexpr VarKind kKind = VarKind::kException;
  std::vector<VarRef> args;
};

struct SuperVariable {
  static constexpr VarKind kKind = VarKind::kSuper;
  Value type;  // the search starts behind it
  VarRef self;
};

// --- Texts and marks

// "{:.2f}".format(value), done when it is needed: the value is the graph's.
struct StringFormatVariable {
  static constexpr VarKind kKind = VarKind::kFormat;
  std::string text;
  std::vector<VarRef> values;
};

// PUSH_NULL.
struct NullVariable {
  static constexpr VarKind kKind = VarKind::kNull;
};

}  // namespace vt::dynamo
