// Identity, truth and constant value of variables; specialisation of symbolic numbers.
#include <algorithm>

#include "capture/dynamo/break_place.h"
#include "capture/dynamo/trace_builtins.h"
#include "tensor/unbacked.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

bool Tracer::is_same(const VarRef& l, const VarRef& r) {
  VarRef left = value_of(l), right = value_of(r);
  if (left.get() == right.get()) return true;
  if (left->is(VarKind::kSymValue)) left = specialise(left);
  if (right->is(VarKind::kSymValue)) right = specialise(right);
  bool plain_left = left->is(VarKind::kConstant) || left->is(VarKind::kValue),
       plain_right = right->is(VarKind::kConstant) || right->is(VarKind::kValue);
  if (plain_left && plain_right) {
    if (left->value.same(right->value)) return true;
    vm::Str *a = left->value.as<vm::Str>(), *b = right->value.as<vm::Str>();
    return a && b && a->text == b->text;
  }
  if (left->is(VarKind::kFunction) && right->is(VarKind::kFunction) && !left->value.is_null())
    return left->value.same(right->value);
  return left->is(VarKind::kTensor) && right->is(VarKind::kTensor) &&
         (left->node() == right->node() || left->example().same(right->example()));
}

[[noreturn]] static void branch_on_tensor(Interpreter& vm, const Var& condition) {
  Unsupported error = graph_break<Break::kDataDependentBranch>("attempted to jump with TensorVariable()");
  if (condition.node()) error.detail = condition_origin(vm, *condition.node());
  throw error;
}

bool Tracer::truth(const VarRef& given) {
  VarRef v = value_of(given);
  switch (v->kind()) {
    case VarKind::kConstant: return vm.truth(v->value);
    case VarKind::kTensor:
    case VarKind::kArray: branch_on_tensor(vm, *v);
    case VarKind::kSymInt:
      if (rests_on_run(*this, *v)) {
        SymExpr number = out.shapes->simplify(v->example().as<torch::SymIntObject>()->value.expr());
        SymRange range = sym_range(number);
        if (range.low <= 0 && range.high >= 0) throw DataDependent{"Ne(" + sym_text(number) + ", 0)", false, true};
      }
      return vm.truth(vm.compare(CompareOp::kNotEqual, v->example(), Value::integer(0)));
    case VarKind::kSymValue: return vm.truth(specialise(v)->value);
    case VarKind::kSymFloat: return truth(compare(CompareOp::kNotEqual, v, constant(Value::real(0))));
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet:
      for (const char* name : {"__bool__", "__len__"}) {
        if (VarRef result = overridden(v, name, {})) return truth(result);
      }
      return !v->items().empty();
    case VarKind::kDict: guard_keys(v); return !v->entries().empty();
    case VarKind::kDictView: return truth(v->content());
    case VarKind::kRange: return v->value.as<vm::Range>()->length() != 0;
    case VarKind::kObject:
      for (const char* name : {"__bool__", "__len__"}) {
        const Value* found = v->type()->find(vm::intern(name));
        if (!found || !found->as<vm::Function>()) continue;
        VarRef answer = value_of(call(out.from_value(*found), {v}));
        vm::Type* type = type_of_var(*answer);
        bool asked = std::string_view(name) == "__bool__";
        if (asked && answer->is(VarKind::kConstant) && type != vm::types().bool_)
          observe(vm::types().TypeError, "__bool__ should return bool, returned " + type->name);
        return truth(answer);
      }
      return true;
    default: return true;
  }
}

// Guards that a number has its present value, because it is used as a constant. A size stays a symbol in the graph.
void Tracer::pin(const VarRef& v) {
  if (v->is(VarKind::kSymInt)) out.shapes->pin(v->example().as<torch::SymIntObject>()->value);
  else specialise(v);
}

// PyTorch's name of an unbacked number; empty for other values.
static std::string unbacked_name(const Var& v) {
  if (const auto* value = v.get_if<SymValueVariable>()) return value->unbacked;
  const auto* number = v.get_if<SymFloatVariable>();
  return number ? number->unbacked : std::string();
}

bool rests_on_run(Tracer& t, const Var& v) {
  if (!unbacked_name(v).empty()) return true;
  if (v.is(VarKind::kSymInt)) return has_unbacked(*t.out.shapes, v.example().as<torch::SymIntObject>()->value.expr());
  if (!v.is(VarKind::kSymValue) && !v.is(VarKind::kSymFloat)) return false;
  return std::any_of(v.parts().begin(), v.parts().end(),
                     [&](const VarRef& item) { return rests_on_run(t, *t.value_of(item)); });
}

std::string condition_text(Tracer& t, const Var& v) {
  if (std::string name = unbacked_name(v); !name.empty()) return name;
  if (v.is(VarKind::kSymInt)) return v.example().as<torch::SymIntObject>()->value.text();
  if (v.is(VarKind::kConstant)) return t.vm.repr(v.value);
  std::vector<std::string> parts;
  bool real =
      std::any_of(v.parts().begin(), v.parts().end(), [](const VarRef& item) { return item->is(VarKind::kSymFloat); });
  for (const VarRef& item : v.parts()) {
    VarRef part = t.value_of(item);
    bool whole = real && part->is(VarKind::kConstant) && part->value.is_int();
    parts.push_back(whole ? t.vm.repr(Value::real(static_cast<double>(part->value.as_int())))
                          : condition_text(t, *part));
  }
  const SymValueVariable* outcome = v.get_if<SymValueVariable>();
  if (outcome && outcome->comparison) {
    CompareOp op = *outcome->comparison;
    if (op == CompareOp::kEqual || op == CompareOp::kNotEqual)
      return (op == CompareOp::kEqual ? "Eq(" : "Ne(") + parts[0] + ", " + parts[1] + ")";
    return parts[0] + " " + compare_op_symbol(static_cast<uint32_t>(op)) + " " + parts[1];
  }
  std::string text = v.node() ? v.node()->name + "(" : "(";
  for (size_t i = 0; i < parts.size(); ++i) text += (i ? ", " : "") + parts[i];
  return text + ")";
}

// Specialises a symbolic bool or int without an expression, and adds the guards for it.
static void settle_value(Tracer& t, const VarRef& v) {
  const SymValueVariable symbol = v->as<SymValueVariable>();
  if (symbol.comparison) {  // guard the outcome, not the operands
    t.out.note_size_use();
    t.vm.truth(t.vm.compare(*symbol.comparison, symbol.operands[0]->known(), symbol.operands[1]->known()));
  } else {
    for (const VarRef& operand : symbol.operands)
      if (is_symbol(*operand)) t.pin(operand);
  }
  v->value = symbol.example;
  v->become(ConstantVariable());
}

VarRef Tracer::specialise(const VarRef& v) {
  const SymValueVariable* symbol = v->get_if<SymValueVariable>();
  bool sizes_alone = symbol && symbol->comparison && symbol->operands[0]->is(VarKind::kSymInt) &&
                     !symbol->operands[1]->is(VarKind::kSymFloat);  // the shape environment may know the outcome
  if (!v->is(VarKind::kSymInt) && !sizes_alone && rests_on_run(*this, *v))
    throw DataDependent{condition_text(*this, *v), !symbol || !symbol->example.is_bool()};
  if (symbol) {
    settle_value(*this, v);
    return v;
  }
  if (const SymFloatVariable* real = v->get_if<SymFloatVariable>()) {
    Value number = Value::real(real->number);
    if (v->source || real->read_from) out.guard(GuardKind::kEquals, v->source ? v->source : real->read_from, number);
    for (const VarRef& input : real->operands)
      if (is_symbol(*input)) pin(input);
    return constant(number);
  }
  return constant_int(v->example().as<torch::SymIntObject>()->value.guard_int());
}

bool Tracer::as_constant(const VarRef& given, Value* value, bool specialise_ints) {
  VarRef v = value_of(given);
  auto all = [&](std::vector<Value>& items) {
    for (const VarRef& item : v->parts()) {
      Value part;
      if (!as_constant(item, &part, specialise_ints)) return false;
      items.push_back(std::move(part));
    }
    return true;
  };
  std::vector<Value> items;
  switch (v->kind()) {
    case VarKind::kConstant:
    case VarKind::kValue:
    case VarKind::kRange: *value = v->value; return true;
    case VarKind::kSymInt:
    case VarKind::kSymValue:
    case VarKind::kSymFloat:
      if (!specialise_ints) return false;
      *value = specialise(v)->value;
      return true;
    case VarKind::kList:
      if (v->type() != vm::types().list || !all(items)) return false;
      *value = vm::make_list(std::move(items));
      return true;
    case VarKind::kTuple:
      if (!all(items)) return false;
      *value = vm::make<vm::Tuple>(std::move(items), v->type());
      return true;
    case VarKind::kSlice:
      if (!all(items)) return false;
      *value = vm::make<vm::Slice>(items[0], items[1], items[2]);
      return true;
    case VarKind::kSet: {
      if (!all(items)) return false;
      Value set = vm::make<vm::Set>();
      if (v->type() != vm::types().set)
        set = vm::make<vm::Set>(v->type()->is_subtype_of(vm::types().frozenset), v->type());
      for (const Value& item : items) set.as<vm::Set>()->table.insert(vm, item);
      *value = set;
      return true;
    }
    case VarKind::kDict: {
      guard_keys(v);
      Value dict = vm::make<vm::Dict>();
      for (const auto& [key, entry] : v->entries()) {
        Value k, e;
        if (!as_constant(key, &k) || !as_constant(entry, &e, specialise_ints)) return false;
        dict.as<vm::Dict>()->table.insert(vm, k, e);
      }
      *value = dict;
      return true;
    }
    default: return false;
  }
}

Value Tracer::need_constant(const VarRef& v, const char* what) {
  Value value;
  if (as_constant(v, &value)) return value;
  unsupported<Break::kUnknownValue>(std::string(what) + ": " + describe(*value_of(v)), what);
}

}  // namespace vt::dynamo
