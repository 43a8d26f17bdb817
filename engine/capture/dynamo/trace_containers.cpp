// Builtin functions on iterables (sorted, sum, max ...), and constructors of containers.
#include <algorithm>
#include <map>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

VarRef do_sorted(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  std::vector<VarRef> items = t.unpack(args.at(0));
  VarRef key = keyword(kwargs, "key"), reverse = keyword(kwargs, "reverse");
  std::vector<std::pair<VarRef, VarRef>> keyed;
  for (const VarRef& item : items)
    keyed.emplace_back(key && !t.is_same(key, none()) ? t.call(key, {item}) : item, item);
  for (const auto& [given, item] : keyed) {
    VarRef k = t.value_of(given);
    if (!k->is(VarKind::kTensor) && !is_symbol(*k)) continue;
    std::string type = k->is(VarKind::kTensor) ? "torch.Tensor" : type_of_var(*k) ? type_of_var(*k)->name : "int";
    unsupported<Break::kSortKey>(describe(*k), type);
  }
  bool down = reverse && t.truth(reverse);
  auto less = [&](const auto& a, const auto& b) { return t.truth(t.compare(CompareOp::kLess, a.first, b.first)); };
  // Stable insertion sort, because each comparison may be traced; the lists are short.
  for (size_t i = 1; i < keyed.size(); ++i) {
    for (size_t j = i; j > 0 && (down ? less(keyed[j - 1], keyed[j]) : less(keyed[j], keyed[j - 1])); --j)
      std::swap(keyed[j], keyed[j - 1]);
  }
  std::vector<VarRef> sorted;
  for (auto& entry : keyed) sorted.push_back(entry.second);
  return sequence(VarKind::kList, std::move(sorted));
}

// max(a, b) or min(a, b): two tensors give torch.maximum or minimum, a tensor and a number a clamp.
VarRef extreme_of_two(Tracer& t, const VarRef& left, const VarRef& right, bool largest) {
  Value torch = t.vm.import_module("torch");
  VarRef a = t.value_of(left), b = t.value_of(right);
  if (a->is(VarKind::kTensor) && b->is(VarKind::kTensor))
    return t.out.call_function(t.vm.get_attribute(torch, largest ? "maximum" : "minimum"), {left, right}, {});
  if (a->is(VarKind::kTensor) || b->is(VarKind::kTensor)) {
    bool first = a->is(VarKind::kTensor);
    return t.out.call_function(t.vm.get_attribute(torch, "clamp"), {first ? left : right},
                               {{largest ? "min" : "max", first ? right : left}});
  }
  if (a->is(VarKind::kSymInt) || b->is(VarKind::kSymInt))
    return t.out.call_function(t.vm.get_attribute(torch, largest ? "sym_max" : "sym_min"), {left, right}, {});
  return t.truth(t.compare(largest ? CompareOp::kGreater : CompareOp::kLess, right, left)) ? right : left;
}

VarRef extreme(Tracer& t, std::vector<VarRef>& args, Keywords& kwargs, bool largest) {
  std::vector<VarRef> items = args.size() == 1 ? t.unpack(args[0]) : args;
  VarRef key = keyword(kwargs, "key"), fallback = keyword(kwargs, "default");
  if (items.empty()) {
    if (fallback) return fallback;
    observe(vm::types().ValueError, std::string(largest ? "max" : "min") + "() iterable argument is empty");
  }
  auto any = [&](VarKind kind) {
    return std::any_of(items.begin(), items.end(), [&](const VarRef& item) { return t.value_of(item)->is(kind); });
  };
  bool of_graph = any(VarKind::kTensor) || any(VarKind::kSymInt);
  if (!key && of_graph) {
    VarRef best = items[0];
    for (size_t i = 1; i < items.size(); ++i) best = extreme_of_two(t, best, items[i], largest);
    return best;
  }
  auto object = [&](const VarRef& item) { return t.value_of(item)->is(VarKind::kObject); };
  if (!key && std::any_of(items.begin(), items.end(), object)) refuse_builtin(t, largest ? "max" : "min", args, kwargs);
  auto key_of = [&](const VarRef& item) { return key ? t.call(key, {item}) : item; };
  VarRef best = items[0], best_key = key_of(best);
  for (size_t i = 1; i < items.size(); ++i) {
    VarRef candidate = key_of(items[i]);
    bool better = t.truth(t.compare(largest ? CompareOp::kGreater : CompareOp::kLess, candidate, best_key));
    if (better) best = items[i], best_key = candidate;
  }
  return best;
}
VarRef do_max(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return extreme(t, args, kwargs, true);
}
VarRef do_min(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return extreme(t, args, kwargs, false);
}

// Whether all items are ints and at least one is symbolic: then a single node computes the sum.
bool is_symbolic_sum(Tracer& t, const std::vector<VarRef>& items) {
  bool symbolic = false;
  for (const VarRef& given : items) {
    VarRef item = t.value_of(given);
    symbolic = symbolic || item->is(VarKind::kSymInt);
    if (!item->is(VarKind::kSymInt) && !(item->is(VarKind::kConstant) && item->value.is_int())) return false;
  }
  return symbolic && items.size() > 1;
}
VarRef do_sum(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef start = args.size() > 1 ? args[1] : keyword(kwargs, "start");
  VarRef total = start ? start : constant_int(0);
  VarRef list = t.value_of(args.at(0));
  if (!start && (list->is(VarKind::kList) || list->is(VarKind::kTuple)) && is_symbolic_sum(t, list->items())) {
    Value sum = t.vm.get_attribute(t.vm.import_module("_vitrine_dynamo"), "sym_sum");
    return t.out.call_function(sum, {sequence(VarKind::kList, list->items())}, {});
  }
  if (start) start = total = t.value_of(start);
  VarRef iterator = t.iterate(list);
  // PyTorch traces a loop in Python here: name the nodes after its variables.
  while (VarRef item = t.next(iterator)) {
    t.rename(t.value_of(item), "element");
    total = t.binary(BinaryOp::kAdd, total, item, false);
    t.rename(t.value_of(total), "value");
  }
  return total;
}

VarRef do_any(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  VarRef iterator = t.iterate(args.at(0));
  while (VarRef item = t.next(iterator)) {
    if (t.truth(item)) return constant_bool(true);
  }
  return constant_bool(false);
}
VarRef do_all(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  VarRef iterator = t.iterate(args.at(0));
  while (VarRef item = t.next(iterator)) {
    if (!t.truth(item)) return constant_bool(false);
  }
  return constant_bool(true);
}

VarRef do_list(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  return sequence(VarKind::kList, args.empty() ? std::vector<VarRef>() : t.unpack(args[0]));
}
VarRef do_tuple(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  return sequence(VarKind::kTuple, args.empty() ? std::vector<VarRef>() : t.unpack(args[0]));
}
VarRef do_set(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords&) {
  VarRef set = sequence(VarKind::kSet, {});
  if (f.as<vm::Type>() == vm::types().frozenset) set->set_type(vm::types().frozenset);
  if (args.empty()) return set;
  for (const VarRef& item : t.unpack(args[0])) {
    if (!t.contains(set, item)) set->items().push_back(t.value_of(item));
  }
  return set;
}
VarRef do_dict(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef dict = make_dict();
  if (!args.empty()) {
    VarRef from = t.value_of(args[0]);
    if (from->is(VarKind::kDict)) {
      t.guard_keys(from);
      for (const auto& [key, value] : from->entries()) t.store_subscript(dict, key, value);
    } else if (VarRef keys = mapping_keys(t, from)) {
      for (const VarRef& key : t.unpack(keys)) t.store_subscript(dict, key, t.subscript(from, key));
    } else {
      for (const VarRef& pair : t.unpack(from)) {
        std::vector<VarRef> two = t.unpack(pair);
        t.store_subscript(dict, two.at(0), two.at(1));
      }
    }
  }
  for (const auto& [key, value] : kwargs) t.store_subscript(dict, constant_text(key), value);
  return dict;
}

// dict.fromkeys(keys, value); the result has the class on which it is called.
VarRef do_fromkeys(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  vm::Type* type = t.value_of(args.at(0))->value.as<vm::Type>();
  if (!type || !type->is_subtype_of(vm::types().dict)) return fold(t, f, args, kwargs, "fromkeys");
  VarRef dict = type == vm::types().dict ? make_dict() : t.value_of(t.construct(type, {}, {}));
  if (!dict->type()) dict->set_type(type);
  for (const VarRef& key : t.unpack(args.at(1))) t.store_subscript(dict, key, args.size() > 2 ? args[2] : none());
  return dict;
}

}  // namespace

VarRef mapping_keys(Tracer& tracer, const VarRef& v) {
  VarRef method = v->is(VarKind::kObject) ? tracer.find_attr(v, vm::intern("keys")) : VarRef();
  return method ? tracer.call(method, {}) : VarRef();
}

std::span<const BuiltinRule> container_builtins() {
  static constexpr BuiltinRule kRules[] = {{"sorted", do_sorted}, {"builtins.fromkeys", do_fromkeys},
                                           {"max", do_max, true}, {"min", do_min, true},
                                           {"sum", do_sum, true}, {"any", do_any},
                                           {"all", do_all},       {"list", do_list},
                                           {"tuple", do_tuple},   {"set", do_set},
                                           {"frozenset", do_set}, {"dict", do_dict}};
  return kRules;
}

}  // namespace vt::dynamo
