#include "capture/dynamo/variable.h"

#include <utility>

#include "capture/dynamo/tracer.h"
#include "support/check.h"
#include "torch/objects.h"

namespace vt::dynamo {

namespace {
thread_local VarScope* current_scope = nullptr;

uint64_t count_variable() {
  static thread_local uint64_t made = 0;
  return ++made;
}

template <size_t... I>
constexpr bool in_order_of_kinds(std::index_sequence<I...>) {
  return ((std::variant_alternative_t<I, VarState>::kKind == static_cast<VarKind>(I)) && ...);
}
static_assert(in_order_of_kinds(std::make_index_sequence<std::variant_size_v<VarState>>()),
              "the alternatives stand in the order of VarKind");
}  // namespace

LocalGeneratorObjectVariable::LocalGeneratorObjectVariable() = default;
LocalGeneratorObjectVariable::LocalGeneratorObjectVariable(std::unique_ptr<Tracer> frame) : frame(std::move(frame)) {}
LocalGeneratorObjectVariable::LocalGeneratorObjectVariable(LocalGeneratorObjectVariable&&) noexcept = default;
LocalGeneratorObjectVariable& LocalGeneratorObjectVariable::operator=(LocalGeneratorObjectVariable&&) noexcept =
    default;
LocalGeneratorObjectVariable::~LocalGeneratorObjectVariable() = default;
bool LocalGeneratorObjectVariable::finished() const { return !frame || frame->finished(); }

Var::Var(VarState state) : born(count_variable()), state_(std::move(state)), scope_(current_scope) {
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

void Var::become(VarState state) { state_ = std::move(state); }

void Var::wrong_kind(const char* what) const { VT_UNREACHABLE("a " + describe(*this) + " " + what); }

std::vector<VarRef>& Var::items() {
  return std::visit(
      [&](auto& kind) -> std::vector<VarRef>& {
        if constexpr (requires { kind.items; }) return kind.items;
        else wrong_kind("has no items");
      },
      state_);
}

Proxy& Var::proxy() {
  return std::visit(
      [&](auto& kind) -> Proxy& {
        if constexpr (std::is_base_of_v<Proxy, std::decay_t<decltype(kind)>>) return kind;
        else wrong_kind("is not computed by the graph");
      },
      state_);
}

void Var::set_type(vm::Type* type) {
  std::visit(
      [&](auto& kind) {
        if constexpr (std::is_base_of_v<Instance, std::decay_t<decltype(kind)>>) kind.type = type;
        else wrong_kind("has no class of its own");
      },
      state_);
}

Attributes& Var::edit_written() {
  return std::visit(
      [&](auto& kind) -> Attributes& {
        if constexpr (requires { kind.written; }) return kind.written;
        else wrong_kind("takes no attributes");
      },
      state_);
}

std::span<const VarRef> Var::parts() const {
  switch (kind()) {
    case VarKind::kLazy:
      if (const auto& arithmetic = as<LazyVariable>().arithmetic) return arithmetic->operands;
      return {};
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet:
    case VarKind::kIterator: return items();
    case VarKind::kSlice: return as<SliceVariable>().bounds;
    case VarKind::kMethod: return as<UserMethodVariable>().bound;
    case VarKind::kException: return as<ExceptionVariable>().args;
    case VarKind::kSuper: return {&as<SuperVariable>().self, 1};
    case VarKind::kSymValue: return as<SymValueVariable>().operands;
    case VarKind::kSymFloat: return as<SymFloatVariable>().operands;
    case VarKind::kFormat: return as<StringFormatVariable>().values;
    case VarKind::kConstant:
    case VarKind::kTensor:
    case VarKind::kArray:
    case VarKind::kSymInt:
    case VarKind::kDict:
    case VarKind::kDictView:
    case VarKind::kRange:
    case VarKind::kGenerator:
    case VarKind::kFunction:
    case VarKind::kCell:
    case VarKind::kObject:
    case VarKind::kValue:
    case VarKind::kNull: return {};
  }
  return {};
}

std::span<const std::pair<VarRef, VarRef>> Var::pairs() const {
  const auto* dict = get_if<ConstDictVariable>();
  return dict ? dict->entries : std::span<const std::pair<VarRef, VarRef>>();
}

vm::Type* Var::type() const {
  return std::visit(
      [](const auto& kind) -> vm::Type* {
        if constexpr (std::is_base_of_v<Instance, std::decay_t<decltype(kind)>>) return kind.type;
        else return nullptr;
      },
      state_);
}

const Attributes& Var::written() const {
  static const Attributes kNothing;
  return std::visit(
      [](const auto& kind) -> const Attributes& {
        if constexpr (requires { kind.written; }) return kind.written;
        else return kNothing;
      },
      state_);
}

bool Var::takes_attributes() const {
  return std::visit(
      [](const auto& kind) {
        return requires { kind.written; };
      },
      state_);
}

fx::Node* Var::node() const {
  return std::visit(
      [](const auto& kind) -> fx::Node* {
        if constexpr (std::is_base_of_v<Proxy, std::decay_t<decltype(kind)>>) return kind.node;
        else return nullptr;
      },
      state_);
}

const VarRef& Var::real() const {
  static const VarRef kNothing;
  const LazyVariable* lazy = get_if<LazyVariable>();
  return lazy ? lazy->real : kNothing;
}

const Value& Var::known() const {
  return std::visit(
      [this](const auto& kind) -> const Value& {
        if constexpr (std::is_base_of_v<Proxy, std::decay_t<decltype(kind)>>) return kind.example;
        else return value;
      },
      state_);
}

const VarRef& Var::content() const {
  static const VarRef kNothing;
  if (const auto* cell = get_if<CellVariable>()) return cell->content;
  if (const auto* view = get_if<DictViewVariable>()) return view->dict;
  if (const auto* dict = get_if<ConstDictVariable>()) return dict->owner;
  if (const auto* iterator = get_if<IteratorVariable>()) return iterator->watched;
  if (const auto* number = get_if<SymFloatVariable>()) return number->as_tensor;
  if (const auto* list = get_if<ListVariable>()) return list->maxlen;
  return kNothing;
}

bool Var::is_lazy_arithmetic() const {
  const LazyVariable* lazy = get_if<LazyVariable>();
  return lazy && lazy->arithmetic;
}

// Drops the references to other variables. An exception in flight outlives its scope: it keeps kind, class and value.
void Var::drop_links() {
  vm::Type* type = this->type();
  std::visit([](auto& kind) { kind = std::decay_t<decltype(kind)>(); }, state_);
  if (type) set_type(type);
}

VarScope::VarScope() : outer_(current_scope) { current_scope = this; }

VarScope::~VarScope() {
  std::vector<VarRef> left;  // keeps all of them alive until no links are left
  for (Var* v = newest_; v; v = v->next_) left.emplace_back(v);
  for (const VarRef& v : left) v->drop_links();
  left.clear();
  // Only exceptions in flight are left; they outlive the scope.
  for (Var* v = newest_; v; v = v->next_) v->scope_ = nullptr;
  current_scope = outer_;
}

static VarRef with_value(VarRef v, Value value) {
  v->value = std::move(value);
  return v;
}
VarRef make_value(Value value) { return with_value(make_var<ValueVariable>(), std::move(value)); }
VarRef constant(Value value) { return with_value(make_var<ConstantVariable>(), std::move(value)); }
VarRef none() { return constant(Value::none()); }
VarRef constant_text(std::string_view text) { return constant(vm::make_str(text)); }
VarRef null_var() { return make_var<NullVariable>(); }

VarRef sequence(VarKind kind, std::vector<VarRef> items) {
  const vm::BuiltinTypes& types = vm::types();
  vm::Type* type = kind == VarKind::kList ? types.list : kind == VarKind::kTuple ? types.tuple : types.set;
  return sequence(kind, std::move(items), type);
}
VarRef sequence(VarKind kind, std::vector<VarRef> items, vm::Type* type) {
  Sequence base{{type, {}}, std::move(items)};
  if (kind == VarKind::kList) return make_var(ListVariable{std::move(base), {}});
  if (kind == VarKind::kTuple) return make_var(TupleVariable{std::move(base), {}});
  VT_CHECK(kind == VarKind::kSet, "a sequence is a list, a tuple or a set");
  return make_var(SetVariable{std::move(base)});
}

VarRef make_dict() { return make_dict(vm::types().dict); }
VarRef make_dict(vm::Type* type) { return make_var(ConstDictVariable{{type, {}}, {}, {}}); }
VarRef make_slice(VarRef start, VarRef stop, VarRef step) {
  return make_var(SliceVariable{{std::move(start), std::move(stop), std::move(step)}});
}
VarRef make_method(VarRef function, VarRef self) {
  return make_var(UserMethodVariable{{std::move(function), std::move(self)}});
}
VarRef make_exception(vm::Type* type, std::vector<VarRef> args) {
  return make_var(ExceptionVariable{{type, {}}, std::move(args)});
}
VarRef make_object(vm::Type* type) { return make_var(UserDefinedObjectVariable{{type, {}}}); }

VarRef late_format(std::string text, std::vector<VarRef> values) {
  return make_var(StringFormatVariable{std::move(text), std::move(values)});
}

static vm::Type* array_class() {
  Interpreter& vm = *Interpreter::current();
  return vm.get_attribute(vm.import_module("numpy"), "ndarray").as<vm::Type>();
}

vm::Type* type_of_var(const Var& v) {
  vm::BuiltinTypes& types = vm::types();
  switch (v.kind()) {
    case VarKind::kConstant:
    case VarKind::kValue:
    case VarKind::kSymValue:
    case VarKind::kTensor: return vm::type_of(v.known());
    case VarKind::kArray: return array_class();
    case VarKind::kSymInt: return types.int_;
    case VarKind::kSymFloat: return types.float_;
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet:
    case VarKind::kDict:
    case VarKind::kObject:
    case VarKind::kException: return v.type();
    case VarKind::kSlice: return types.slice;
    case VarKind::kFormat: return types.str;
    case VarKind::kRange: return types.range;
    case VarKind::kFunction: return types.function;
    case VarKind::kMethod: return types.bound_method;
    case VarKind::kIterator: return v.source ? vm::type_of(v.value) : types.iterator;
    case VarKind::kGenerator: return types.generator;
    case VarKind::kCell: return types.cell;
    case VarKind::kSuper: return types.super;
    case VarKind::kDictView: {
      const DictViewVariable::View view = v.as<DictViewVariable>().view;
      return view == DictViewVariable::kKeys     ? types.dict_keys
             : view == DictViewVariable::kValues ? types.dict_values
                                                 : types.dict_items;
    }
    case VarKind::kLazy: return v.real() ? type_of_var(*v.real()) : vm::type_of(v.value);
    case VarKind::kNull: return nullptr;
  }
  return nullptr;
}

std::string describe(const Var& v) {
  switch (v.kind()) {
    case VarKind::kConstant: {
      std::string type = vm::type_of(v.value)->name;
      return "ConstantVariable(" + type + ": " + Interpreter::current()->repr(v.value) + ")";
    }
    case VarKind::kTensor: return "TensorVariable()";
    case VarKind::kArray: return "NumpyNdarrayVariable()";
    case VarKind::kSymInt:
    case VarKind::kSymValue:
    case VarKind::kSymFloat: return "SymNodeVariable()";
    case VarKind::kList: return "ListVariable(length=" + std::to_string(v.items().size()) + ")";
    case VarKind::kTuple:
      if (v.type() == torch::torch_types().size) return "SizeVariable(length=" + std::to_string(v.items().size()) + ")";
      return "TupleVariable(length=" + std::to_string(v.items().size()) + ")";
    case VarKind::kDict: return "ConstDictVariable()";
    case VarKind::kSet: return "SetVariable()";
    case VarKind::kFunction: return v.value.is_null() ? "NestedUserFunctionVariable()" : "UserFunctionVariable()";
    case VarKind::kMethod: return "UserMethodVariable()";
    case VarKind::kObject: return "UserDefinedObjectVariable(" + (v.type() ? v.type()->name : std::string()) + ")";
    case VarKind::kValue: return "BuiltinVariable(" + Interpreter::current()->repr(v.value) + ")";
    case VarKind::kLazy:
      return v.real() ? describe(*v.real()) : "LazyVariableTracker(unrealized: " + vm::type_of(v.value)->name + ")";
    case VarKind::kSlice: return "SliceVariable()";
    case VarKind::kFormat: return "StringFormatVariable()";
    case VarKind::kRange: return "RangeVariable()";
    case VarKind::kIterator: {
      const auto& iterator = v.as<IteratorVariable>();
      if (iterator.pull || !iterator.class_name.empty() || !iterator.maker.is_null()) return "IteratorVariable()";
      return "ListIteratorVariable(length=" + std::to_string(iterator.items.size()) +
             ", index=" + std::to_string(iterator.position) + ")";
    }
    case VarKind::kGenerator: return "LocalGeneratorObjectVariable()";
    case VarKind::kException: return "ExceptionVariable(" + (v.type() ? v.type()->name : std::string()) + ")";
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
  switch (v.kind()) {
    case VarKind::kConstant: return "constant.ConstantVariable";
    case VarKind::kTensor: return "tensor.TensorVariable";
    case VarKind::kArray: return "tensor.NumpyNdarrayVariable";
    case VarKind::kSymInt:
    case VarKind::kSymValue:
    case VarKind::kSymFloat: return "tensor.SymNodeVariable";
    case VarKind::kList: return "lists.ListVariable";
    case VarKind::kTuple: return v.type() == torch::torch_types().size ? "lists.SizeVariable" : "lists.TupleVariable";
    case VarKind::kDict: return "dicts.ConstDictVariable";
    case VarKind::kSet: return v.type() == vm::types().frozenset ? "sets.FrozensetVariable" : "sets.SetVariable";
    case VarKind::kSlice: return "lists.SliceVariable";
    case VarKind::kFormat: return "misc.StringFormatVariable";
    case VarKind::kRange: return "lists.RangeVariable";
    case VarKind::kFunction:
      return v.value.is_null() ? "functions.NestedUserFunctionVariable" : "functions.UserFunctionVariable";
    case VarKind::kMethod: return "functions.UserMethodVariable";
    case VarKind::kObject:
      return is_module(v.type()) ? "nn_module.UnspecializedNNModuleVariable" : "user_defined.UserDefinedObjectVariable";
    case VarKind::kValue:
      if (v.value.as<vm::Module>()) return "misc.PythonModuleVariable";
      return v.value.as<vm::Type>() ? "user_defined.UserDefinedClassVariable" : "builtin.BuiltinVariable";
    case VarKind::kIterator: return "lists.ListIteratorVariable";
    case VarKind::kGenerator: return "functions.LocalGeneratorObjectVariable";
    case VarKind::kException: return "builtin.ExceptionVariable";
    case VarKind::kCell: return "misc.CellVariable";
    case VarKind::kSuper: return "misc.SuperVariable";
    case VarKind::kDictView:
      return v.as<DictViewVariable>().view == DictViewVariable::kKeys ? "dicts.DictKeysVariable"
                                                                      : "dicts.DictValuesVariable";
    case VarKind::kLazy: return v.real() ? tracker_name(*v.real()) : "lazy.LazyVariableTracker";
    case VarKind::kNull: return "misc.NullVariable";
  }
  return "";
}

}  // namespace

std::string tracker_class(const Var& v) {
  return std::string("<class 'torch._dynamo.variables.") + tracker_name(v) + "'>";
}

}  // namespace vt::dynamo
