// The kinds of variables, one small struct each, named as in PyTorch's torch/_dynamo/variables. A struct holds the
// fields of its kind; what every variable has (source, value) is in Var. Neighbours: variable.h, which holds one of
// these; source.h; fx/graph.h, whose nodes they refer to.
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
// Attributes written while tracing, in order; a null value means deleted.
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

// A reference to a node of the graph, which keeps it alive. Converts to the node pointer.
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

// --- Fields shared by several kinds

// Computed by a node of the graph; `example` is the fake value that stands for the result while tracing.
struct Proxy {
  NodeHandle node;
  Value example;
  bool renamed = false;  // the node was already named after a local
};

// Has a class, possibly one of the program, and accepts attributes.
struct Instance {
  vm::Type* type = nullptr;
  Attributes written;
};

// A list, tuple or set, or an instance of a class derived from one.
struct Sequence : Instance {
  std::vector<VarRef> items;
};

// --- Values that tracing has not read

// An unevaluated sum, difference or product of lazy numbers or strings; operands are guarded when it is evaluated.
struct LazyArithmetic {
  BinaryOp op;
  std::array<VarRef, 2> operands;
  int operations;  // number of operations in the whole expression
};

// A value from outside with a source, or arithmetic on such values. Realizing it (the first read) installs a guard.
struct LazyVariable {
  static constexpr VarKind kKind = VarKind::kLazy;
  VarRef real;  // the realized variable; null before
  std::optional<LazyArithmetic> arithmetic;
};

// --- Constants and objects known while tracing

// None, bool, int, float, str, bytes, dtype, device: immutable, and completely described by the value.
struct ConstantVariable {
  static constexpr VarKind kKind = VarKind::kConstant;
};

// A builtin, a class, a module, a function of torch: identified by the object.
struct ValueVariable {
  static constexpr VarKind kKind = VarKind::kValue;
  Attributes written;  // to a class or exception
};

// --- Values computed by the graph

// The example is a fake tensor.
struct TensorVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kTensor;
  Attributes written;
};

// A numpy array, represented by the tensor with its elements.
struct NumpyNdarrayVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kArray;
};

// An int with a symbolic expression (in input sizes or unbacked symbols); the example is a symbolic int.
struct SymIntVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kSymInt;
};

// A bool or int without a symbolic expression. The example is its value in this call.
struct SymValueVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kSymValue;
  std::vector<VarRef> operands;         // the values it is computed from
  std::optional<CompareOp> comparison;  // set if it is `operands[0] op operands[1]`
  std::string unbacked;                 // PyTorch's name if it is unbacked; the example is then a placeholder
};

// A float of the graph. The example is a fake 0-d float64 tensor; `number` is its value in this call.
struct SymFloatVariable : Proxy {
  static constexpr VarKind kKind = VarKind::kSymFloat;
  double number = 0;
  std::vector<VarRef> operands;
  bool settled = false;   // a guard fixes its value to `number`
  Ref<Source> read_from;  // for x.item(): the source of the number, which a guard can fix
  std::string unbacked;   // PyTorch's name if it is unbacked
  VarRef as_tensor;       // the number as a 0-d tensor, the form in which the graph returns it
};

// --- Containers

struct ListVariable : Sequence {
  static constexpr VarKind kKind = VarKind::kList;
  VarRef maxlen;  // of a deque, which is traced as a list; null: a list
};

struct TupleVariable : Sequence {
  static constexpr VarKind kKind = VarKind::kTuple;
  NodeHandle size;  // for a shape with symbolic sizes: the node that gives the shape
};

struct SetVariable : Sequence {
  static constexpr VarKind kKind = VarKind::kSet;
};

struct ConstDictVariable : Instance {
  static constexpr VarKind kKind = VarKind::kDict;
  std::vector<std::pair<VarRef, VarRef>> entries;
  VarRef owner;  // for obj.__dict__: the object
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

// A range with constant bounds; its value is the range object.
struct RangeVariable {
  static constexpr VarKind kKind = VarKind::kRange;
};

// --- Iteration

// Yields `items`, then what `pull` returns.
struct IteratorVariable {
  static constexpr VarKind kKind = VarKind::kIterator;
  std::vector<VarRef> items;
  size_t position = 0;
  std::function<VarRef(Tracer&)> pull;  // returns a null VarRef at the end; empty: only `items`
  // How the residual bytecode rebuilds the iterator: it calls `maker` with `made_of`, or `maker` is the range that it
  // iterates over. Null: it becomes a tuple iterator over the remaining items.
  Value maker;
  std::vector<VarRef> made_of;
  bool remade = true;      // PyTorch can rebuild it after a break
  VarRef watched;          // the dict whose size must not change during the iteration
  std::string class_name;  // PyTorch's class name, for iterators over dicts and sets
};

// A generator made while tracing: a tracer suspended at its `yield`.
struct LocalGeneratorObjectVariable {
  static constexpr VarKind kKind = VarKind::kGenerator;
  LocalGeneratorObjectVariable();
  explicit LocalGeneratorObjectVariable(std::unique_ptr<Tracer> frame);
  LocalGeneratorObjectVariable(LocalGeneratorObjectVariable&&) noexcept;
  LocalGeneratorObjectVariable& operator=(LocalGeneratorObjectVariable&&) noexcept;
  ~LocalGeneratorObjectVariable();
  bool finished() const;
  std::unique_ptr<Tracer> frame;  // null: closed
  bool started = false;           // next() was called at least once
};

// --- Functions and objects

// A Python function: from outside (value), or made while tracing from these parts.
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
  const VarRef& function() const { return bound[0]; }  // for a builtin method a constant: its name
  const VarRef& self() const { return bound[1]; }
};

struct CellVariable {
  static constexpr VarKind kKind = VarKind::kCell;
  VarRef content;  // null: empty cell
};

// An instance of a Python class.
struct UserDefinedObjectVariable : Instance {
  static constexpr VarKind kKind = VarKind::kObject;
};

struct ExceptionVariable : Instance {
  static constexpr VarKind kKind = VarKind::kException;
  std::vector<VarRef> args;
};

struct SuperVariable {
  static constexpr VarKind kKind = VarKind::kSuper;
  Value type;  // the look-up starts after this class in the mro
  VarRef self;
};

// --- Strings and markers

// "{:.2f}".format(value) where the value is computed by the graph; formatted after the graph has run.
struct StringFormatVariable {
  static constexpr VarKind kKind = VarKind::kFormat;
  std::string text;
  std::vector<VarRef> values;
};

// The null that PUSH_NULL pushes below a callable.
struct NullVariable {
  static constexpr VarKind kKind = VarKind::kNull;
};

}  // namespace vt::dynamo
