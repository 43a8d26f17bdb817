// Numbers and strings: int, float, bool, str, repr and the parts of f-strings.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

VarRef do_number(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  vm::Type* type = f.as<vm::Type>();
  VarRef v = args.empty() ? VarRef() : t.value_of(args[0]);
  if (v && v->is(VarKind::kSymInt)) {
    if (type == vm::types().int_) return v;
    if (type == vm::types().bool_) return t.compare_symbols(CompareOp::kNotEqual, v, constant_int(0));
    if (type == vm::types().float_)
      return t.symbol_node(t.vm.get_attribute(t.vm.import_module("torch"), "sym_float"), {v},
                           Value::real(t.number_now(v)));
  }
  if (v && v->is(VarKind::kSymValue) && type == vm::types().bool_ && v->example().is_bool()) return v;
  if (v && v->is(VarKind::kSymValue) && type == vm::types().int_ && v->example().is_bool())
    return t.symbol_node(t.vm.get_attribute(t.vm.import_module("torch"), "sym_int"), {v},
                         Value::integer(v->example().as_bool()));
  if (v && is_symbol(*v) && type == vm::types().bool_ && rests_on_run(t, *v))
    return t.compare_symbols(CompareOp::kNotEqual, v, constant_int(0));
  if (v && v->is(VarKind::kSymFloat) && type == vm::types().float_) return v;
  if (v && v->is(VarKind::kSymFloat) && type == vm::types().int_ && std::fabs(v->as<SymFloatVariable>().number) < 9e15)
    return t.symbol_node(t.vm.get_attribute(t.vm.import_module("torch"), "sym_int"), {v},
                         Value::integer(static_cast<int64_t>(v->as<SymFloatVariable>().number)));
  if (v && v->is(VarKind::kTensor)) {
    DType dtype = torch::as_tensor(v->example())->dtype();
    if (type == vm::types().bool_ && dtype != DType::kBool)
      return t.call_tensor_method(t.value_of(t.compare(CompareOp::kNotEqual, v, constant_int(0))), "item", {}, {});
    std::vector<VarRef> number = {t.call_tensor_method(v, "item", {}, {})};
    return do_number(t, f, number, kwargs);
  }
  if (v && v->is(VarKind::kObject)) {
    if (type == vm::types().bool_) return constant_bool(t.truth(v));
    return t.call(t.get_attr(v, vm::intern("__" + type->name + "__")), {});
  }
  if (v && type == vm::types().bool_) return constant_bool(t.truth(v));
  return fold(t, f, args, kwargs, type->name);
}

// "<function f at 0x7f...>"; for a function made while tracing, the address is that of its variable.
VarRef function_text(Tracer& t, const Var& v) {
  if (!v.value.is_null()) return constant_text(t.vm.repr(v.value));
  char address[32];
  std::snprintf(address, sizeof address, "%p", static_cast<const void*>(&v));
  return constant_text("<function " + v.as<UserFunctionVariable>().code.as<vm::CodeObject>()->code->qualified_name +
                       " at " + address + ">");
}

// PyTorch cannot trace __repr__ of a dataclass, because its recursion guard calls _thread.get_ident.
void refuse_dataclass(const Value& method) {
  vm::Function* function = method.as<vm::Function>();
  if (!function || function->code_object()->code->file->name() != "<frozen dataclasses>") return;
  unsupported<Break::kSkippedThreadCall>(
      "module: _thread, qualname: get_ident, skip reason: cannot determine source file for _thread (likely a C "
      "extension or builtin)",
      "_thread.get_ident");
}

// Breaks if the value, or an item of it, is a number of the graph: its text is unknown while tracing.
void refuse_symbol(Tracer& t, const VarRef& given) {
  VarRef v = t.value_of(given);
  torch::SymIntObject* size = v->is(VarKind::kSymInt) ? v->example().as<torch::SymIntObject>() : nullptr;
  if (size && sym_is_constant(t.out.shapes->simplify(size->value.expr()))) return;  // fixed already
  if (is_symbol(*v)) {
    std::string type = v->is(VarKind::kSymFloat)   ? "float"
                       : v->is(VarKind::kSymValue) ? vm::type_of(v->example())->name
                                                   : "int";
    unsupported<Break::kSymbolRepr>("SymNodeVariable has tp_repr slot but no tp_repr_impl override", type);
  }
  for (const VarRef& item : v->parts()) refuse_symbol(t, item);
  for (const auto& [key, value] : v->pairs()) refuse_symbol(t, value);
}

VarRef do_repr(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs);
VarRef do_str(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = args.empty() ? VarRef() : t.value_of(args[0]);
  if (v && v->is(VarKind::kObject)) {
    for (const char* name : {"__str__", "__repr__"}) {
      const Value* method = v->type()->find(vm::intern(name));
      if (method) refuse_dataclass(*method);
      if (method && method->as<vm::Function>() && !is_torch_code(method->as<vm::Function>()->globals))
        return t.call(t.out.from_value(*method), {v});
    }
  }
  if (v && v->is(VarKind::kTensor)) repr_of_tensor();
  if (v && v->is(VarKind::kFormat)) return v;
  if (v && v->is(VarKind::kFunction)) return function_text(t, *v);
  if (v && v->is(VarKind::kException)) {
    const Value* own = v->type()->find(vm::intern("__str__"));
    if (own && own->as<vm::Function>()) return t.call(t.out.from_value(*own), {v});
    const std::vector<VarRef>& given = v->as<ExceptionVariable>().args;
    if (given.empty()) return constant_text("");
    if (given.size() == 1) {
      std::vector<VarRef> one = {given[0]};
      return do_str(t, f, one, kwargs);
    }
    std::vector<VarRef> all = {sequence(VarKind::kTuple, given)};
    return fold(t, f, all, kwargs, "str");
  }
  if (v) refuse_symbol(t, v);
  return fold(t, f, args, kwargs, "str");
}
// repr of an exception: "ValueError('a')".
VarRef exception_repr(Tracer& t, const Var& exception) {
  std::string text;
  for (const VarRef& item : exception.parts())
    text += (text.empty() ? "" : ", ") + t.vm.repr(t.need_constant(item, "exception argument"));
  return constant_text(exception.type()->name + "(" + text + ")");
}
VarRef do_repr(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = t.value_of(args.at(0));
  if (v->is(VarKind::kObject)) {
    const Value* method = v->type()->find(vm::intern("__repr__"));
    if (method) refuse_dataclass(*method);
    if (method && method->as<vm::Function>() && !is_torch_code(method->as<vm::Function>()->globals))
      return t.call(t.out.from_value(*method), {v});
  }
  if (v->is(VarKind::kTensor)) repr_of_tensor();
  if (v->is(VarKind::kException)) return exception_repr(t, *v);
  if (v->is(VarKind::kFunction)) return function_text(t, *v);
  refuse_symbol(t, v);
  return fold(t, f, args, kwargs, "repr");
}

VarRef do_complex(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  for (const VarRef& arg : args) {
    if (is_symbol(*t.value_of(arg))) refuse_builtin(t, "complex", args, kwargs);
  }
  return fold(t, f, args, kwargs, "complex");
}

// hex(n), oct(n), bin(n) of a symbolic int is formatted after the graph has run (late format).
VarRef do_digits(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  const std::string& name = f.as<vm::NativeFunction>()->name;
  if (args.size() == 1 && t.value_of(args[0])->is(VarKind::kSymInt))
    return late_format(name == "hex" ? "{:#x}" : name == "oct" ? "{:#o}" : "{:#b}", args);
  return fold(t, f, args, kwargs, name);
}

}  // namespace

VarRef percent_format(Tracer& t, const VarRef& text, const VarRef& values) {
  const std::string& format = text->value.as<vm::Str>()->text;
  if (format.find("%s") != std::string::npos || format.find("%r") != std::string::npos) refuse_symbol(t, values);
  observe(vm::types().TypeError, "%d format: a real number is required, not SymNodeVariable");
}

std::span<const BuiltinRule> text_builtins() {
  static constexpr BuiltinRule kRules[] = {{"int", do_number}, {"float", do_number}, {"bool", do_number},
                                           {"str", do_str},    {"repr", do_repr},    {"complex", do_complex},
                                           {"hex", do_digits}, {"oct", do_digits},   {"bin", do_digits}};
  return kRules;
}

VarRef Tracer::format(const VarRef& given, int conversion, const VarRef& spec) {
  VarRef v = value_of(given);
  const char* convert = conversion == 1 ? "str" : conversion == 2 ? "repr" : conversion == 3 ? "ascii" : nullptr;
  Value known;
  if (convert && !v->is(VarKind::kObject) && !as_constant(v, &known) && !v->is(VarKind::kException)) {
    std::string spec_text = spec ? need_constant(spec, "format spec").as<vm::Str>()->text : "";
    return late_format(std::string("{!") + convert[0] + (spec_text.empty() ? "" : ":" + spec_text) + "}", {v});
  }
  if (convert) {
    std::vector<VarRef> args = {v};
    Keywords none_given;
    v = value_of(call_builtin(*vm.builtins()->table.find(vm::intern(convert)), convert, args, none_given));
  } else if (v->is(VarKind::kObject)) {
    const Value* own = v->type()->find(vm::intern("__format__"));
    if (own && own->as<vm::Function>() && !is_torch_code(own->as<vm::Function>()->globals))
      return call(out.from_value(*own), {v, spec ? spec : constant_text("")});
    std::vector<VarRef> args = {v};
    Keywords none_given;
    v = value_of(call_builtin(*vm.builtins()->table.find(vm::intern("str")), "str", args, none_given));
  }
  std::string spec_text = spec ? need_constant(spec, "format spec").as<vm::Str>()->text : "";
  Value plain;
  if (!as_constant(v, &plain)) return late_format("{" + (spec_text.empty() ? spec_text : ":" + spec_text) + "}", {v});
  try {
    return constant_text(vm.format(plain, spec_text));
  } catch (const vm::Raised& raised) {
    throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
  }
}

}  // namespace vt::dynamo
