// What dynamo knows about a value while it evaluates bytecode symbolically; PyTorch calls it a VariableTracker. A value
// from outside the frame starts as a lazy variable with a source, and gets a guard only when tracing reads it. Tensors
// and symbolic numbers refer to nodes of the graph. Neighbours: variable_kinds.h has the fields of each kind; output.h
// makes variables from values.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "capture/dynamo/source.h"
#include "capture/dynamo/variable_kinds.h"

namespace vt::dynamo {

class VarScope;

// One alternative for each VarKind, in its order.
using VarState =
    std::variant<LazyVariable, ConstantVariable, TensorVariable, NumpyNdarrayVariable, SymIntVariable, SymValueVariable,
                 SymFloatVariable, ListVariable, TupleVariable, SetVariable, ConstDictVariable, DictViewVariable,
                 SliceVariable, RangeVariable, IteratorVariable, LocalGeneratorObjectVariable, UserFunctionVariable,
                 UserMethodVariable, CellVariable, UserDefinedObjectVariable, ExceptionVariable, SuperVariable,
                 ValueVariable, StringFormatVariable, NullVariable>;

class Var final : public RefCounted {
 public:
  explicit Var(VarState state);
  ~Var() override;

  SourceRef source;      // where the value comes from; null: made while tracing
  Value value;           // the object of the program; null: made while tracing, or computed by the graph
  bool mutated = false;  // changed while tracing
  const uint64_t born;   // serial number: a smaller one was made earlier

  VarKind kind() const { return static_cast<VarKind>(state_.index()); }
  bool is(VarKind kind) const { return this->kind() == kind; }
  // The fields of kind K. An internal error if the variable has another kind.
  template <class K>
  K& as() {
    K* state = std::get_if<K>(&state_);
    if (!state) wrong_kind("is read as another kind");
    return *state;
  }
  template <class K>
  const K& as() const {
    return const_cast<Var*>(this)->as<K>();
  }
  template <class K>
  K* get_if() {
    return std::get_if<K>(&state_);
  }
  template <class K>
  const K* get_if() const {
    return std::get_if<K>(&state_);
  }
  // Changes the kind in place when more becomes known: a generator run to its end, a number fixed by a guard.
  void become(VarState state);

  // --- Fields that several kinds share; an internal error for other kinds.
  std::vector<VarRef>& items();  // of lists, tuples, sets, iterators
  const std::vector<VarRef>& items() const { return const_cast<Var*>(this)->items(); }
  std::vector<std::pair<VarRef, VarRef>>& entries() { return as<ConstDictVariable>().entries; }
  const std::vector<std::pair<VarRef, VarRef>>& entries() const { return as<ConstDictVariable>().entries; }
  Proxy& proxy();
  const Value& example() const { return const_cast<Var*>(this)->proxy().example; }
  void set_type(vm::Type* type);
  Attributes& edit_written();

  // --- Queries for every kind.
  // The variables that it consists of, in order: items, arguments, bounds, operands. For a dict see pairs().
  std::span<const VarRef> parts() const;
  std::span<const std::pair<VarRef, VarRef>> pairs() const;
  vm::Type* type() const;             // of containers, objects and exceptions; null for others, see type_of_var()
  const Attributes& written() const;  // empty for kinds without attributes
  bool takes_attributes() const;
  fx::Node* node() const;           // null: not in the graph
  const VarRef& real() const;       // for a lazy variable: the realized one; null: not realized
  const Value& known() const;       // the value, or else the example value
  bool is_lazy_arithmetic() const;  // a lazy variable with unevaluated arithmetic
  // The single variable that it refers to: the contents of a cell, the dict of a view, the object of a __dict__ ...
  const VarRef& content() const;

 private:
  friend class VarScope;
  [[noreturn]] void wrong_kind(const char* what) const;
  void drop_links();  // clears the references to other variables
  VarState state_;
  VarScope* scope_;
  Var *previous_ = nullptr, *next_ = nullptr;  // links of the scope's list
};

// Owns the variables of one compilation. They may form reference cycles, as the objects of the program do, which
// reference counting never frees; so the end of the scope clears the links of all that are left. Scopes nest, as
// compilations do (a back end may call compiled code).
class VarScope {
 public:
  VarScope();
  ~VarScope();
  VarScope(const VarScope&) = delete;
  VarScope& operator=(const VarScope&) = delete;

 private:
  friend class Var;
  VarScope* outer_;
  Var* newest_ = nullptr;
};

template <class K>
VarRef make_var(K state = {}) {
  return make_ref<Var>(VarState(std::move(state)));
}
// A copy to iterate over while tracing may change the original.
template <class T>
std::vector<T> copied(std::span<const T> items) {
  return {items.begin(), items.end()};
}
// A variable known by identity: a builtin, a class, a module.
VarRef make_value(Value value);
VarRef constant(Value value);
VarRef none();
inline VarRef constant_int(int64_t v) { return constant(Value::integer(v)); }
inline VarRef constant_bool(bool v) { return constant(Value::boolean(v)); }
VarRef constant_text(std::string_view text);
// A list, tuple or set; `type`: the builtin class or a class derived from it.
VarRef sequence(VarKind kind, std::vector<VarRef> items);
VarRef sequence(VarKind kind, std::vector<VarRef> items, vm::Type* type);
VarRef make_dict();
VarRef make_dict(vm::Type* type);
VarRef make_slice(VarRef start, VarRef stop, VarRef step);
VarRef make_method(VarRef function, VarRef self);
VarRef make_exception(vm::Type* type, std::vector<VarRef> args = {});
VarRef make_object(vm::Type* type);
VarRef null_var();
// `"{:.2f}".format(value)`, evaluated after the graph has run.
VarRef late_format(std::string text, std::vector<VarRef> values);
// The class of the value, as type(x) returns it; nullptr if it is not known.
vm::Type* type_of_var(const Var& v);
// A value as break reasons print it: "TensorVariable()".
std::string describe(const Var& v);
// The PyTorch class for such values: "<class 'torch._dynamo.variables.tensor.TensorVariable'>".
std::string tracker_class(const Var& v);

}  // namespace vt::dynamo
