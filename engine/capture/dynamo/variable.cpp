#include "capture/dynamo/variable.h"

#include "capture/dynamo/tracer.h"
#include "torch/objects.h"

namespace vt::dynamo {

namespace {
thread_local VarScope* current_scope = nullptr;
}

Var::Var(VarKind kind) : kind(kind), scope_(current_scope) {
  static thread_local uint64_t made = 0;
  born = ++made;
  if (!scope_) return;
  next_ = scope_->newest_;
  if (next_) next_->previous_ = this;
  scope_->newest_ = this;
}

Var::~Var() {
  if (!scope_) return;
  (previous_ ? previous_->next_ : scope_->newest_) = next_;
  if (next_) next_->previous_ = previous_;
}

void Var::drop_links() {
  real = content = nullptr;
  items.clear();
  entries.clear();
  written.clear();
  defaults.clear();
  keyword_defaults.clear();
  closure.clear();
  made_of.clear();
  attributes.clear();
  pull = nullptr;
  generator = nullptr;
}

VarScope::VarScope() : outer_(current_scope) { current_scope = this; }

VarScope::~VarScope() {
  std::vector<VarRef> left;  // held until none refers to another
  for (Var* v = newest_; v; v = v->next_) left.emplace_back(v);
  for (const VarRef& v : left) v->drop_links();
  left.clear();
  // What an exception in flight still holds is alone now, and outlives its scope.
  for (Var* v = newest_; v; v = v->next_) v->scope_ = nullptr;
  current_scope = outer_;
}

VarRef make_var(VarKind kind) { return make_ref<Var>(kind); }

VarRef constant(Value value) {
  VarRef v = make_var(VarKind::kConstant);
  v->value = std::move(value);
  return v;
}
VarRef none() { return constant(Value::none()); }
VarRef constant_text(std::string_view text) { return constant(vm::make_str(text)); }
VarRef null_var() { return make_var(VarKind::kNull); }

VarRef sequence(VarKind kind, std::vector<VarRef> items) {
  VarRef v = make_var(kind);
  v->items = std::move(items);
  vm::BuiltinTypes& types = vm::types();
  v->type = kind == VarKind::kList    ? types.list
            : kind == VarKind::kTuple ? types.tuple
            : kind == VarKind::kSet   ? types.set
                                      : nullptr;
  return v;
}

VarRef late_format(std::string text, std::vector<VarRef> values) {
  VarRef v = make_var(VarKind::kFormat);
  v->cell_name = std::move(text);
  v->items = std::move(values);
  return v;
}

static vm::Type* array_class() {
  Interpreter& vm = *Interpreter::current();
  return vm.get_attribute(vm.import_module("numpy"), "ndarray").as<vm::Type>();
}

vm::Type* type_of_var(const Var& v) {
  vm::BuiltinTypes& types = vm::types();
  switch (v.kind) {
    case VarKind::kConstant:
    case VarKind::kValue:
    case VarKind::kSymValue:
    case VarKind::kTensor: return vm::type_of(v.value);
    case VarKind::kArray: return array_class();
    case VarKind::kSymInt: return types.int_;
    case VarKind::kSymFloat: return types.float_;
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet:
    case VarKind::kDict:
    case VarKind::kObject:
    case VarKind::kException: return v.type;
    case VarKind::kSlice: return types.slice;
    case VarKind::kFormat: return types.str;
    case VarKind::kRange: return types.range;
    case VarKind::kFunction: return types.function;
    case VarKind::kMethod: return types.bound_method;
    case VarKind::kIterator: return v.source ? vm::type_of(v.value) : types.iterator;
    case VarKind::kGenerator: return types.generator;
    case VarKind::kCell: return types.cell;
    case VarKind::kSuper: return types.super;
    case VarKind::kDictView: return v.view == 0 ? types.dict_keys : v.view == 1 ? types.dict_values : types.dict_items;
    case VarKind::kLazy: return v.real ? type_of_var(*v.real) : vm::type_of(v.value);
    case VarKind::kNull: return nullptr;
  }
  return nullptr;
}

std::string describe(const Var& v) {
  switch (v.kind) {
    case VarKind::kConstant: {
      std::string type = vm::type_of(v.value)->name;
      return "ConstantVariable(" + type + ": " + Interpreter::current()->repr(v.value) + ")";
    }
    case VarKind::kTensor: return "TensorVariable()";
    case VarKind::kArray: return "NumpyNdarrayVariable()";
    case VarKind::kSymInt:
    case VarKind::kSymValue:
    case VarKind::kSymFloat: return "SymNodeVariable()";
    case VarKind::kList: return "ListVariable(length=" + std::to_string(v.items.size()) + ")";
    case VarKind::kTuple:
      if (v.type == torch::torch_types().size) return "SizeVariable(length=" + std::to_string(v.items.size()) + ")";
      return "TupleVariable(length=" + std::to_string(v.items.size()) + ")";
    case VarKind::kDict: return "ConstDictVariable()";
    case VarKind::kSet: return "SetVariable()";
    case VarKind::kFunction: return v.value.is_null() ? "NestedUserFunctionVariable()" : "UserFunctionVariable()";
    case VarKind::kMethod: return "UserMethodVariable()";
    case VarKind::kObject: return "UserDefinedObjectVariable(" + (v.type ? v.type->name : std::string()) + ")";
    case VarKind::kValue: return "BuiltinVariable(" + Interpreter::current()->repr(v.value) + ")";
    case VarKind::kLazy:
      return v.real ? describe(*v.real) : "LazyVariableTracker(unrealized: " + vm::type_of(v.value)->name + ")";
    case VarKind::kSlice: return "SliceVariable()";
    case VarKind::kFormat: return "StringFormatVariable()";
    case VarKind::kRange: return "RangeVariable()";
    case VarKind::kIterator:
      if (v.pull || !v.cell_name.empty() || !v.maker.is_null()) return "IteratorVariable()";
      return "ListIteratorVariable(length=" + std::to_string(v.items.size()) + ", index=" + std::to_string(v.position) +
             ")";
    case VarKind::kGenerator: return "LocalGeneratorObjectVariable()";
    case VarKind::kException: return "ExceptionVariable(" + (v.type ? v.type->name : std::string()) + ")";
    case VarKind::kCell: return "CellVariable()";
    case VarKind::kSuper: return "SuperVariable()";
    case VarKind::kDictView: return "DictViewVariable()";
    case VarKind::kNull: return "NullVariable()";
  }
  return {};
}

namespace {

bool is_module(const vm::Type* type) {
  for (const vm::Type* at = type; at; at = at->base)
    if (at->name == "Module") return true;
  return false;
}

const char* tracker_name(const Var& v) {
  switch (v.kind) {
    case VarKind::kConstant: return "constant.ConstantVariable";
    case VarKind::kTensor: return "tensor.TensorVariable";
    case VarKind::kArray: return "tensor.NumpyNdarrayVariable";
    case VarKind::kSymInt:
    case VarKind::kSymValue:
    case VarKind::kSymFloat: return "tensor.SymNodeVariable";
    case VarKind::kList: return "lists.ListVariable";
    case VarKind::kTuple: return v.type == torch::torch_types().size ? "lists.SizeVariable" : "lists.TupleVariable";
    case VarKind::kDict: return "dicts.ConstDictVariable";
    case VarKind::kSet: return v.type == vm::types().frozenset ? "sets.FrozensetVariable" : "sets.SetVariable";
    case VarKind::kSlice: return "lists.SliceVariable";
    case VarKind::kFormat: return "misc.StringFormatVariable";
    case VarKind::kRange: return "lists.RangeVariable";
    case VarKind::kFunction:
      return v.value.is_null() ? "functions.NestedUserFunctionVariable" : "functions.UserFunctionVariable";
    case VarKind::kMethod: return "functions.UserMethodVariable";
    case VarKind::kObject:
      return is_module(v.type) ? "nn_module.UnspecializedNNModuleVariable" : "user_defined.UserDefinedObjectVariable";
    case VarKind::kValue:
      if (v.value.as<vm::Module>()) return "misc.PythonModuleVariable";
      return v.value.as<vm::Type>() ? "user_defined.UserDefinedClassVariable" : "builtin.BuiltinVariable";
    case VarKind::kIterator: return "lists.ListIteratorVariable";
    case VarKind::kGenerator: return "functions.LocalGeneratorObjectVariable";
    case VarKind::kException: return "builtin.ExceptionVariable";
    case VarKind::kCell: return "misc.CellVariable";
    case VarKind::kSuper: return "misc.SuperVariable";
    case VarKind::kDictView: return v.view == 0 ? "dicts.DictKeysVariable" : "dicts.DictValuesVariable";
    case VarKind::kLazy: return v.real ? tracker_name(*v.real) : "lazy.LazyVariableTracker";
    case VarKind::kNull: return "misc.NullVariable";
  }
  return "";
}

}  // namespace

std::string tracker_class(const Var& v) {
  return std::string("<class 'torch._dynamo.variables.") + tracker_name(v) + "'>";
}

}  // namespace vt::dynamo
