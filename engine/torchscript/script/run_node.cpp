#include "torchscript/script/run_node.h"

#include <algorithm>
#include <cmath>

#include "torch/binder.h"
#include "torch/objects.h"

namespace vt::script {
namespace {

using vm::Interpreter;
using In = std::vector<vm::Value>;

int64_t as_int(Interpreter& vm, const vm::Value& v) {
  if (v.is_int()) return v.as_int();
  if (v.is_bool()) return v.as_bool();
  if (v.is_float()) return static_cast<int64_t>(v.as_float());
  return vm.to_index(v);
}
vm::Value real(double v) { return vm::Value::real(v); }
vm::Value integer(int64_t v) { return vm::Value::integer(v); }
vm::Value boolean(bool v) { return vm::Value::boolean(v); }

template <vt::BinaryOp op>
vm::Value arithmetic(Interpreter& vm, Node&, In& in) {
  return vm.binary(op, in[0], in[1]);
}
template <vt::CompareOp op>
vm::Value compare(Interpreter& vm, Node&, In& in) {
  return boolean(vm.truth(vm.compare(op, in[0], in[1])));
}

vm::Value divide(Interpreter&, Node&, In& in) { return real(as_real(in[0]) / as_real(in[1])); }

vm::Value floor_divide(Interpreter&, Node&, In& in) {
  if (in[0].is_int() && in[1].is_int()) {
    int64_t a = in[0].as_int(), b = in[1].as_int();
    if (b == 0) run_error("division by 0");
    int64_t q = a / b;
    return integer(a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q);
  }
  return real(std::floor(as_real(in[0]) / as_real(in[1])));
}
vm::Value remainder_of(Interpreter&, Node&, In& in) {
  if (in[0].is_int() && in[1].is_int()) {
    int64_t a = in[0].as_int(), b = in[1].as_int();
    if (b == 0) run_error("division by 0");
    int64_t r = a % b;
    return integer(r != 0 && (r < 0) != (b < 0) ? r + b : r);
  }
  double a = as_real(in[0]), b = as_real(in[1]), r = std::fmod(a, b);
  return real(r != 0 && (r < 0) != (b < 0) ? r + b : r);
}
vm::Value power(Interpreter&, Node& node, In& in) {
  double r = std::pow(as_real(in[0]), as_real(in[1]));
  if (is(node.output()->type, TypeKind::kInt)) return integer(static_cast<int64_t>(r));
  return real(r);
}
vm::Value add_values(Interpreter& vm, Node& node, In& in) {
  if (in[0].as<vm::List>() && node.is("aten::add_")) {
    vm::List& list = need<vm::List>(in[0]);
    std::vector<vm::Value> more = need<vm::List>(in[1]).items;
    list.items.insert(list.items.end(), more.begin(), more.end());
    return in[0];
  }
  return vm.binary(vt::BinaryOp::kAdd, in[0], in[1]);
}
vm::Value negative(Interpreter& vm, Node&, In& in) { return vm.negative(in[0]); }
vm::Value logical_not(Interpreter&, Node&, In& in) { return boolean(!in[0].as_bool()); }
vm::Value is_same(Interpreter&, Node& node, In& in) {
  bool same = in[0].same(in[1]);
  return boolean(node.is("aten::__is__") ? same : !same);
}

vm::Value to_int(Interpreter& vm, Node&, In& in) {
  if (in[0].is_float()) return integer(static_cast<int64_t>(in[0].as_float()));
  if (const vm::Str* text = in[0].as<vm::Str>()) {
    try {
      return integer(std::stoll(text->text));
    } catch (const std::exception&) {
      run_error("stoll");
    }
  }
  return integer(as_int(vm, in[0]));
}
vm::Value to_float(Interpreter&, Node&, In& in) {
  if (const vm::Str* text = in[0].as<vm::Str>()) {
    char* end = nullptr;
    double value = std::strtod(text->text.c_str(), &end);
    if (end == text->text.c_str()) run_error("could not convert string to float: '" + text->text + "'");
    return real(value);
  }
  return real(as_real(in[0]));
}
vm::Value to_bool(Interpreter&, Node&, In& in) { return boolean(as_real(in[0]) != 0); }

vm::Value round_value(Interpreter&, Node& node, In& in) {
  double r = std::nearbyint(as_real(in[0]));
  if (is(node.output()->type, TypeKind::kInt)) return integer(static_cast<int64_t>(r));
  return real(r);
}
template <double (*fn)(double)>
vm::Value to_whole(Interpreter&, Node& node, In& in) {
  double r = fn(as_real(in[0]));
  if (is(node.output()->type, TypeKind::kInt) || in[0].is_int()) return integer(static_cast<int64_t>(r));
  return real(r);
}

vm::Value absolute(Interpreter&, Node&, In& in) {
  if (in[0].is_int()) return integer(std::abs(in[0].as_int()));
  return real(std::fabs(as_real(in[0])));
}
template <bool greatest>
vm::Value extreme(Interpreter& vm, Node&, In& in) {
  std::vector<vm::Value> items = in;
  if (in.size() == 1) items = vm.to_vector(in[0]);
  if (items.empty()) run_error(greatest ? "max() arg is an empty sequence" : "min() arg is an empty sequence");
  vm::Value best = items[0];
  bool any_real = best.is_float();
  for (size_t i = 1; i < items.size(); ++i) {
    any_real |= items[i].is_float();
    bool better = vm.truth(vm.compare(greatest ? vt::CompareOp::kGreater : vt::CompareOp::kLess, items[i], best));
    if (better) best = items[i];
  }
  if (in.size() == 2 && any_real && best.is_int()) return real(as_real(best));
  return best;
}

// --- containers -------------------------------------------------------------------------

vm::List& list_of_value(const vm::Value& v) { return need<vm::List>(v); }

size_t checked_index(const vm::List& list, int64_t index) {
  int64_t n = static_cast<int64_t>(list.items.size());
  if (index < 0) index += n;
  if (index < 0 || index >= n) run_error("list index out of range");
  return static_cast<size_t>(index);
}
vm::Value get_item(Interpreter& vm, Node&, In& in) {
  if (vm::List* list = in[0].as<vm::List>()) return list->items[checked_index(*list, as_int(vm, in[1]))];
  if (vm::Dict* dict = in[0].as<vm::Dict>()) {
    vm::Value* found = dict->table.find(vm, in[1]);
    if (!found) run_error("KeyError: " + vm.str(in[1]));
    return *found;
  }
  return vm.get_item(in[0], in[1]);
}
vm::Value set_item(Interpreter& vm, Node&, In& in) {
  if (vm::List* list = in[0].as<vm::List>()) list->items[checked_index(*list, as_int(vm, in[1]))] = in[2];
  else need<vm::Dict>(in[0]).table.insert(vm, in[1], in[2]);
  return in[0];
}
vm::Value append(Interpreter&, Node&, In& in) {
  list_of_value(in[0]).items.push_back(in[1]);
  return in[0];
}
vm::Value contains(Interpreter& vm, Node&, In& in) { return boolean(vm.contains(in[0], in[1])); }
vm::Value length(Interpreter& vm, Node&, In& in) { return integer(vm.length(in[0])); }
vm::Value slice_of(Interpreter& vm, Node&, In& in) {
  vm::Value bound = in[2];
  if (bound.is_int() && bound.as_int() == INT64_MAX) bound = vm::Value::none();
  return vm.get_item(in[0], vm::make<vm::Slice>(in[1], bound, in[3]));
}
vm::Value copy_list(Interpreter& vm, Node&, In& in) { return vm::make_list(vm.to_vector(in[0])); }
vm::Value sort_list(Interpreter& vm, Node& node, In& in) {
  vm::Value made = vm::make_list(vm.to_vector(in[0]));
  const bool reverse = in.size() > 1 && in[1].is_bool() && in[1].as_bool();
  const vm::Value names = vm::make_tuple({vm::make_str("reverse")});
  const vm::Value flag = vm::Value::boolean(reverse);
  vm::Arguments a;
  a.values = &flag;
  a.keyword_names = names.as<vm::Tuple>()->items.data();
  a.keywords = 1;
  vm.call(vm.get_attribute(made, "sort"), a);
  if (node.is("aten::sorted")) return made;
  list_of_value(in[0]).items = made.as<vm::List>()->items;
  return vm::Value::none();
}
vm::Value remove_item(Interpreter& vm, Node& node, In& in) {
  vm::List& list = list_of_value(in[0]);
  for (size_t i = 0; i < list.items.size(); ++i)
    if (vm.equal(list.items[i], in[1])) {
      if (node.is("aten::index")) return integer(static_cast<int64_t>(i));
      list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(i));
      return vm::Value::none();
    }
  run_error(node.is("aten::index") ? "'" + vm.str(in[1]) + "' is not in list" : "list.remove(x): x not in list");
}
vm::Value delete_item(Interpreter& vm, Node&, In& in) {
  if (vm::List* list = in[0].as<vm::List>()) {
    list->items.erase(list->items.begin() + static_cast<std::ptrdiff_t>(checked_index(*list, as_int(vm, in[1]))));
  } else if (!need<vm::Dict>(in[0]).table.erase(vm, in[1])) {
    run_error("KeyError: " + vm.str(in[1]));
  }
  return vm::Value::none();
}
vm::Value pop_item(Interpreter& vm, Node&, In& in) {
  if (vm::List* list = in[0].as<vm::List>()) {
    if (list->items.empty()) run_error("pop from empty list");
    size_t i = checked_index(*list, as_int(vm, in[1]));
    vm::Value taken = list->items[i];
    list->items.erase(list->items.begin() + static_cast<std::ptrdiff_t>(i));
    return taken;
  }
  vm::Dict& dict = need<vm::Dict>(in[0]);
  vm::Value* found = dict.table.find(vm, in[1]);
  if (!found) {
    if (in.size() > 2) return in[2];
    run_error("KeyError: " + vm.str(in[1]));
  }
  vm::Value taken = *found;
  dict.table.erase(vm, in[1]);
  return taken;
}
// Methods that behave as in Python: those of strings, and the remaining ones of list and dict.
vm::Value method_of(Interpreter& vm, Node& node, In& in) {
  std::string name = node.kind.substr(6);
  std::vector<vm::Value> arguments(in.begin() + 1, in.end());
  while (!arguments.empty() && arguments.back().is_int() && arguments.back().as_int() == -1 &&
         (name == "find" || name == "rfind" || name == "count" || name == "index" || name == "split" ||
          name == "replace" || name == "startswith" || name == "endswith" || name == "rsplit" || name == "rindex"))
    arguments.pop_back();
  vm::Value bound = vm.get_attribute(in[0], name);
  vm::Arguments a;
  a.values = arguments.data();
  a.positional = arguments.size();
  vm::Value result = vm.call(bound, a);
  if (name == "keys" || name == "values" || name == "items" || name == "partition" || name == "rpartition")
    return node.output()->type && is(node.output()->type, TypeKind::kList) ? vm::make_list(vm.to_vector(result))
                                                                           : result;
  return result;
}
vm::Value ordinal(Interpreter& vm, Node& node, In& in) {
  return vm.call(*vm.builtins()->table.find(vm::intern(node.kind.substr(6))), {in[0]});
}
vm::Value sum_list(Interpreter& vm, Node&, In& in) {
  return vm.call(*vm.builtins()->table.find(vm::intern("sum")), {in[0]});
}
vm::Value any_of(Interpreter& vm, Node& node, In& in) {
  return vm.call(*vm.builtins()->table.find(vm::intern(node.kind.substr(6))), {in[0]});
}
vm::Value divide_both(Interpreter& vm, Node& node, In& in) {
  return vm::make_tuple({floor_divide(vm, node, in), remainder_of(vm, node, in)});
}
vm::Value range_length(Interpreter& vm, Node&, In& in) {
  int64_t lo = as_int(vm, in[0]), hi = as_int(vm, in[1]), step = as_int(vm, in[2]);
  if (step == 0) run_error("range() arg 3 must not be zero");
  if (step > 0) return integer(lo < hi ? 1 + (hi - 1 - lo) / step : 0);
  return integer(lo > hi ? 1 + (lo - 1 - hi) / (-step) : 0);
}
vm::Value derive_index(Interpreter&, Node&, In& in) {
  return integer(in[1].as_int() + in[0].as_int() * in[2].as_int());
}
vm::Value make_dict(Interpreter& vm, Node&, In& in) {
  vm::Value dict = vm::make<vm::Dict>();
  if (in.size() == 1)
    for (const vm::Value& pair : vm.to_vector(in[0].as<vm::Dict>() ? vm.call_method(in[0], "items", {}) : in[0]))
      dict.as<vm::Dict>()->table.insert(vm, need<vm::Tuple>(pair).items.at(0), need<vm::Tuple>(pair).items.at(1));
  return dict;
}

// --- text -------------------------------------------------------------------------------

vm::Value to_text(Interpreter& vm, Node& node, In& in) {
  return vm::make_str(printed_text(vm, in[0], node.input()->type));
}
vm::Value format_text(Interpreter& vm, Node& node, In& in) {
  const std::string& format = need<vm::Str>(in[0]).text;
  std::string out;
  size_t next = 1, at = 0;
  for (;;) {
    size_t open = format.find("{}", at);
    out += format.substr(at, open == std::string::npos ? open : open - at);
    if (open == std::string::npos) break;
    if (next >= in.size()) run_error("Too few arguments for format string: " + format);
    out += printed_text(vm, in[next], node.input(next)->type);
    ++next;
    at = open + 2;
  }
  return vm::make_str(out);
}
vm::Value percent_format(Interpreter& vm, Node&, In& in) {
  if (in.size() == 2 && in[1].as<vm::Tuple>()) return vm.binary(vt::BinaryOp::kRemainder, in[0], in[1]);
  std::vector<vm::Value> rest(in.begin() + 1, in.end());
  return vm.binary(vt::BinaryOp::kRemainder, in[0], vm::make_tuple(rest));
}

// --- structure --------------------------------------------------------------------------

vm::Value construct_list(Interpreter&, Node&, In& in) { return vm::make_list(in); }
vm::Value construct_tuple(Interpreter& vm, Node& node, In& in) {
  const TypePtr& type = node.output()->type;
  if (type->python.is_null()) return vm::make_tuple(in);
  vm::Arguments a;
  a.values = in.data();
  a.positional = in.size();
  return vm.call(type->python, a);
}
vm::Value construct_dict(Interpreter& vm, Node&, In& in) {
  vm::Value dict = vm::make<vm::Dict>();
  for (size_t i = 0; i + 1 < in.size(); i += 2) dict.as<vm::Dict>()->table.insert(vm, in[i], in[i + 1]);
  return dict;
}
// The result of a node: one output as it is, several as a tuple.
vm::Value results_of(const Node& node, std::vector<vm::Value> items) {
  if (node.outputs.size() == 1 && items.empty()) run_error(node.kind + " gives no result here");
  return node.outputs.size() == 1 ? items[0] : vm::make_tuple(std::move(items));
}
vm::Value unpack_tuple(Interpreter& vm, Node& node, In& in) { return results_of(node, vm.to_vector(in[0])); }
vm::Value unpack_list(Interpreter& vm, Node& node, In& in) {
  std::vector<vm::Value> items = vm.to_vector(in[0]);
  if (items.size() != node.outputs.size())
    run_error("Expected " + std::to_string(node.outputs.size()) + " elements in a list but found " +
              std::to_string(items.size()));
  return results_of(node, std::move(items));
}
vm::Value tuple_index(Interpreter& vm, Node&, In& in) {
  const std::vector<vm::Value>& items = need<vm::Tuple>(in[0]).items;
  int64_t i = as_int(vm, in[1]), n = static_cast<int64_t>(items.size());
  if (i < 0) i += n;
  if (i < 0 || i >= n) run_error("Tuple index out of range");
  return items[static_cast<size_t>(i)];
}
vm::Value string_index(Interpreter& vm, Node&, In& in) {
  if (as_int(vm, in[1]) >= vm.length(in[0]) || as_int(vm, in[1]) < -vm.length(in[0]))
    run_error("string index out of range");
  return vm.get_item(in[0], in[1]);
}
vm::Value pass_on(Interpreter&, Node&, In& in) { return in[0]; }
vm::Value unwrap_optional(Interpreter&, Node&, In& in) {
  if (in[0].is_none()) run_error("Unwrapping null optional");
  return in[0];
}
vm::Value uninitialized(Interpreter&, Node&, In&) { return vm::Value::none(); }
vm::Value is_instance(Interpreter&, Node& node, In& in) {
  for (const TypePtr& type : node.attributes["types"].types) {
    if (fits_type(in[0], type)) return boolean(true);
    if (!is(type, TypeKind::kOther)) continue;  // a container type without element type
    if ((type->name == "list" && in[0].as<vm::List>()) || (type->name == "tuple" && in[0].as<vm::Tuple>()) ||
        (type->name == "dict" && in[0].as<vm::Dict>()))
      return boolean(true);
  }
  return boolean(false);
}
vm::Value print_values(Interpreter& vm, Node& node, In& in) {
  std::string line;
  for (size_t i = 0; i < in.size(); ++i) line += (i ? " " : "") + printed_text(vm, in[i], node.input(i)->type);
  vm.write_out(line + "\n");
  return vm::Value::none();
}
vm::Value get_attribute(Interpreter&, Node& node, In& in) {
  ScriptObject& object = need<ScriptObject>(in[0]);
  int slot = object.cls->find(node.text("name"));
  if (slot < 0) run_error("object has no attribute '" + node.text("name") + "'");
  return object.slots[static_cast<size_t>(slot)];
}
vm::Value set_attribute(Interpreter&, Node& node, In& in) {
  ScriptObject& object = need<ScriptObject>(in[0]);
  const int slot = object.cls->find(node.text("name"));
  if (slot < 0) run_error("object has no attribute '" + node.text("name") + "'");
  object.slots[static_cast<size_t>(slot)] = in[1];
  return vm::Value::none();
}
vm::Value enter(Interpreter& vm, Node&, In& in) {
  if (const ScriptObject* object = in[0].as<ScriptObject>())
    return run_function(vm, *object->cls->method("__enter__"), {in[0]});
  return vm.call_method(in[0], "__enter__", {});
}
vm::Value leave(Interpreter& vm, Node&, In& in) { return leave_manager(vm, in[0]); }
vm::Value create_object(Interpreter& vm, Node& node, In&) {
  if (const TypePtr& type = node.output()->type; is(type, TypeKind::kClass)) return vm::make<ScriptObject>(type->cls);
  return vm.call_method(node.constant, "__new__", {node.constant});
}
vm::Value enum_part(Interpreter& vm, Node& node, In& in) {
  return vm.get_attribute(in[0], node.is("prim::EnumName") ? "name" : "value");
}
vm::Value device_part(Interpreter& vm, Node& node, In& in) {
  return vm.get_attribute(in[0], node.is("prim::type") ? "type" : "index");
}
vm::Value num_to_tensor(Interpreter&, Node&, In& in) {
  Scalar scalar;
  torch::to_scalar(in[0], &scalar);
  return torch::wrap(torch::tensor_from_number(scalar));
}
vm::Value to_list_of_numbers(Interpreter& vm, Node&, In& in) { return vm.call_method(in[0], "tolist", {}); }
vm::Value range_list(Interpreter&, Node&, In& in) {
  std::vector<vm::Value> items;
  for (int64_t i = 0; i < in[0].as_int(); ++i) items.push_back(integer(i));
  return vm::make_list(std::move(items));
}

const std::unordered_map<std::string, Handler>& handlers() {
  using B = vt::BinaryOp;
  using C = vt::CompareOp;
  static const std::unordered_map<std::string, Handler> all = {{"aten::add", add_values},
                                                               {"aten::add_", add_values},
                                                               {"aten::sub", arithmetic<B::kSubtract>},
                                                               {"aten::mul", arithmetic<B::kMultiply>},
                                                               {"aten::div", divide},
                                                               {"aten::floordiv", floor_divide},
                                                               {"aten::remainder", remainder_of},
                                                               {"aten::pow", power},
                                                               {"aten::__and__", arithmetic<B::kAnd>},
                                                               {"aten::__or__", arithmetic<B::kOr>},
                                                               {"aten::__xor__", arithmetic<B::kXor>},
                                                               {"aten::__lshift__", arithmetic<B::kLshift>},
                                                               {"aten::__rshift__", arithmetic<B::kRshift>},
                                                               {"aten::eq", compare<C::kEqual>},
                                                               {"aten::ne", compare<C::kNotEqual>},
                                                               {"aten::lt", compare<C::kLess>},
                                                               {"aten::le", compare<C::kLessEqual>},
                                                               {"aten::gt", compare<C::kGreater>},
                                                               {"aten::ge", compare<C::kGreaterEqual>},
                                                               {"aten::neg", negative},
                                                               {"aten::__not__", logical_not},
                                                               {"aten::__is__", is_same},
                                                               {"aten::__isnot__", is_same},
                                                               {"aten::Int", to_int},
                                                               {"aten::Float", to_float},
                                                               {"aten::Bool", to_bool},
                                                               {"aten::round", round_value},
                                                               {"aten::floor", to_whole<std::floor>},
                                                               {"aten::ceil", to_whole<std::ceil>},
                                                               {"aten::trunc", to_whole<std::trunc>},
                                                               {"prim::abs", absolute},
                                                               {"aten::abs", absolute},
                                                               {"prim::max", extreme<true>},
                                                               {"prim::min", extreme<false>},
                                                               {"aten::__getitem__", get_item},
                                                               {"aten::_set_item", set_item},
                                                               {"aten::append", append},
                                                               {"aten::__contains__", contains},
                                                               {"aten::len", length},
                                                               {"aten::slice", slice_of},
                                                               {"aten::list", copy_list},
                                                               {"aten::sort", sort_list},
                                                               {"aten::sorted", sort_list},
                                                               {"aten::remove", remove_item},
                                                               {"aten::index", remove_item},
                                                               {"aten::Delete", delete_item},
                                                               {"aten::pop", pop_item},
                                                               {"aten::ord", ordinal},
                                                               {"aten::chr", ordinal},
                                                               {"aten::hex", ordinal},
                                                               {"aten::oct", ordinal},
                                                               {"aten::bin", ordinal},
                                                               {"aten::hash", ordinal},
                                                               {"aten::sum", sum_list},
                                                               {"aten::any", any_of},
                                                               {"aten::all", any_of},
                                                               {"aten::divmod", divide_both},
                                                               {"aten::__range_length", range_length},
                                                               {"aten::__derive_index", derive_index},
                                                               {"aten::dict", make_dict},
                                                               {"aten::str", to_text},
                                                               {"aten::format", format_text},
                                                               {"aten::percentFormat", percent_format},
                                                               {"prim::ListConstruct", construct_list},
                                                               {"prim::TupleConstruct", construct_tuple},
                                                               {"prim::DictConstruct", construct_dict},
                                                               {"prim::TupleUnpack", unpack_tuple},
                                                               {"prim::ListUnpack", unpack_list},
                                                               {"prim::TupleIndex", tuple_index},
                                                               {"prim::StringIndex", string_index},
                                                               {"prim::unchecked_cast", pass_on},
                                                               {"prim::unchecked_unwrap_optional", pass_on},
                                                               {"aten::_unwrap_optional", unwrap_optional},
                                                               {"prim::Uninitialized", uninitialized},
                                                               {"prim::isinstance", is_instance},
                                                               {"prim::Print", print_values},
                                                               {"prim::GetAttr", get_attribute},
                                                               {"prim::SetAttr", set_attribute},
                                                               {"prim::Enter", enter},
                                                               {"prim::Exit", leave},
                                                               {"prim::CreateObject", create_object},
                                                               {"prim::EnumName", enum_part},
                                                               {"prim::EnumValue", enum_part},
                                                               {"prim::type", device_part},
                                                               {"prim::index", device_part},
                                                               {"prim::NumToTensor", num_to_tensor},
                                                               {"prim::tolist", to_list_of_numbers},
                                                               {"prim::rangelist", range_list}};
  return all;
}

const char* const kMethods[] = {
    "upper",      "lower",      "capitalize",   "title",       "strip",     "lstrip",    "rstrip",  "split",
    "rsplit",     "splitlines", "join",         "find",        "rfind",     "rindex",    "replace", "startswith",
    "endswith",   "isdigit",    "isalpha",      "isalnum",     "isdecimal", "isnumeric", "isspace", "isupper",
    "islower",    "istitle",    "isidentifier", "isprintable", "center",    "ljust",     "rjust",   "zfill",
    "expandtabs", "swapcase",   "partition",    "rpartition",  "keys",      "values",    "items",   "get",
    "popitem",    "update",     "clear",        "copy",        "insert",    "reverse",   "extend",  "count",
    "setdefault", "index"};

bool concerns_tensors(const Node& node) {
  if (!node.schema || node.is("prim::NumToTensor") || node.is("prim::tolist")) return false;
  for (const Argument& a : node.schema->arguments) {
    TypePtr type = without_none(a.type);
    if (is(type, TypeKind::kTensor)) return true;
    if (is(type, TypeKind::kList) && is(without_none(type->element()), TypeKind::kTensor)) {
      // Other operators on lists of tensors are list methods.
      static const char* const kListOps[] = {"aten::stack",
                                             "aten::cat",
                                             "aten::concat",
                                             "aten::hstack",
                                             "aten::vstack",
                                             "aten::dstack",
                                             "aten::meshgrid",
                                             "aten::einsum",
                                             "aten::broadcast_tensors",
                                             "aten::block_diag",
                                             "aten::cartesian_prod",
                                             "aten::concatenate",
                                             "aten::row_stack",
                                             "aten::column_stack",
                                             "aten::index",
                                             "aten::chain_matmul"};
      for (const char* name : kListOps)
        if (node.is(name)) return true;
      return false;
    }
  }
  for (const TypePtr& result : node.schema->results)
    if (is(result, TypeKind::kTensor)) return true;
  return node.is("aten::device") || node.is("aten::is_grad_enabled") || node.is("aten::manual_seed");
}

Handler choose(const Node& node) {
  if (node.is("aten::index") && node.schema && node.schema->overload.rfind("list_", 0) == 0) return remove_item;
  if (concerns_tensors(node)) return run_tensor_op;
  auto found = handlers().find(node.kind);
  if (node.is("aten::index") && node.schema && !node.schema->arguments.empty() &&
      is(node.schema->arguments[0].type, TypeKind::kString))
    return method_of;
  if (found != handlers().end()) return found->second;
  if (Handler handler = math_handler(node.kind)) return handler;
  for (const char* name : kMethods)
    if (node.is(std::string("aten::") + name)) return method_of;
  return run_tensor_op;
}

}  // namespace

void run_error(const std::string& message) { vm::raise(vm::types().RuntimeError, message); }

vm::Value run_node(Interpreter& vm, Node& node, std::vector<vm::Value>& inputs) {
  struct Choice {
    Handler handler;
  };
  if (!node.cache) node.cache = std::make_shared<Choice>(Choice{choose(node)});
  return static_cast<Choice*>(node.cache.get())->handler(vm, node, inputs);
}

std::optional<vm::Value> try_run_node(Node& node, std::vector<vm::Value> inputs) {
  vm::Interpreter* vm = vm::Interpreter::current();
  if (!vm) return std::nullopt;
  try {
    vm::Value result = run_node(*vm, node, inputs);
    if (result.is_null()) return std::nullopt;
    return result;
  } catch (const vm::Raised&) {
    return std::nullopt;
  } catch (const TensorError&) {
    return std::nullopt;
  }
}

vm::Value leave_manager(Interpreter& vm, const vm::Value& manager) {
  const vm::Value none = vm::Value::none();
  if (const ScriptObject* object = manager.as<ScriptObject>())
    return run_function(vm, *object->cls->method("__exit__"), {manager, none, none, none});
  return vm.call_method(manager, "__exit__", {none, none, none});
}

}  // namespace vt::script
