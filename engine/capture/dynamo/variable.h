// What dynamo knows about a value while it evaluates bytecode symbolically: PyTorch calls it a
// VariableTracker. A value from outside starts lazy: it has a source, and a guard is installed only
// when something looks at it. Tensors and symbolic numbers are nodes of the graph in the making.
// Neighbours: variable_kinds.h for the fields of each kind; output.h, which makes them of values.
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

  SourceRef source;      // null: made while tracing
  Value value;           // the object of the program; null: made while tracing, or known to the graph alone
  bool mutated = false;  // differs from the object it came from
  const uint64_t born;   // counts variables: made before another, or after it

  VarKind kind() const { return static_cast<VarKind>(state_.index()); }
  bool is(VarKind kind) const { return this->kind() == kind; }
  // The fields of a kind. Ends the run if it is another.
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
  // The same variable, of which more is known: a generator run to its end, a number that a guard holds.
  void become(VarState state);

  // --- What several kinds have; these end the run for all others.
  std::vector<VarRef>& items();  // of lists, tuples, sets, iterators
  const std::vector<VarRef>& items() const { return const_cast<Var*>(this)->items(); }
  std::vector<std::pair<VarRef, VarRef>>& entries() { return as<ConstDictVariable>().entries; }
  const std::vector<std::pair<VarRef, VarRef>>& entries() const { return as<ConstDictVariable>().entries; }
  Proxy& proxy();
  const Value& example() const { return const_cast<Var*>(this)->proxy().example; }
  void set_type(vm::Type* type);
  Attributes& edit_written();

  // --- What can be asked of every kind.
  // What it is made of, in order: items, arguments, bounds, operands. A dict is made of pairs.
  std::span<const VarRef> parts() const;
  std::span<const std::pair<VarRef, VarRef>> pairs() const;
  vm::Type* type() const;             // of containers, objects and exceptions; null for others, see type_of_var()
  const Attributes& written() const;  // empty where nothing can be written
  bool takes_attributes() const;
  fx::Node* node() const;           // null: not in the graph
  const VarRef& real() const;       // of a lazy one that was looked at
  const Value& known() const;       // the value, or the example that stands for it
  bool is_lazy_arithmetic() const;  // lazy, and computed of others
  // What a cell holds, the dict of a view, the object of a __dict__, and what else stands behind a variable.
  const VarRef& content() const;

 private:
  friend class VarScope;
  [[noreturn]] void wrong_kind(const char* what) const;
  void drop_links();  // to other variables
  VarState state_;
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
  friend class Var;
  VarScope* outer_;
  Var* newest_ = nullptr;
};

template <class K>
VarRef make_var(K state = {}) {
  return make_ref<Var>(VarState(std::move(state)));
}
// For walks during which tracing may change what is walked over.
template <class T>
std::vector<T> copied(std::span<const T> items) {
  return {items.begin(), items.end()};
}
// Known by its value: a builtin, a class, a module.
VarRef make_value(Value value);
VarRef constant(Value value);
VarRef none();
inline VarRef constant_int(int64_t v) { return constant(Value::integer(v)); }
inline VarRef constant_bool(bool v) { return constant(Value::boolean(v)); }
VarRef constant_text(std::string_view text);
// A list, tuple or set, of the builtin class or one derived from it.
VarRef sequence(VarKind kind, std::vector<VarRef> items);
VarRef sequence(VarKind kind, std::vector<VarRef> items, vm::Type* type);
VarRef make_dict();
VarRef make_dict(vm::Type* type);
VarRef make_slice(VarRef start, VarRef stop, VarRef step);
VarRef make_method(VarRef function, VarRef self);
VarRef make_exception(vm::Type* type, std::vector<VarRef> args = {});
VarRef make_object(vm::Type* type);
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
