// Builtin functions on iterables, and the types of containers.
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
  for (const auto& [k, item] : keyed) {
    if (t.value_of(k)->is(VarKind::kTensor)) {
      unsupported("GB0207", "sort with non-constant keys", describe(*t.value_of(k)),
                  "Cannot perform sort with non-constant key. First non-constant key type: Tensor. Most notably, we "
                  "cannot sort with Tensor or SymInt keys, but we can sort ints.",
                  {"Use something else as the key."});
    }
  }
  bool down = reverse && t.truth(reverse);
  auto less = [&](const auto& a, const auto& b) { return t.truth(t.compare(CompareOp::kLess, a.first, b.first)); };
  // A stable insertion sort: comparisons may trace, and lists are short.
  for (size_t i = 1; i < keyed.size(); ++i) {
    for (size_t j = i; j > 0 && (down ? less(keyed[j - 1], keyed[j]) : less(keyed[j], keyed[j - 1])); --j)
      std::swap(keyed[j], keyed[j - 1]);
  }
  std::vector<VarRef> sorted;
  for (auto& entry : keyed) sorted.push_back(entry.second);
  return sequence(VarKind::kList, std::move(sorted));
}

VarRef extreme(Tracer& t, std::vector<VarRef>& args, Keywords& kwargs, bool largest) {
  std::vector<VarRef> items = args.size() == 1 ? t.unpack(args[0]) : args;
  VarRef key = keyword(kwargs, "key"), fallback = keyword(kwargs, "default");
  if (items.empty()) {
    if (fallback) return fallback;
    observe(vm::types().ValueError, std::string(largest ? "max" : "min") + "() iterable argument is empty");
  }
  bool symbolic = std::any_of(items.begin(), items.end(),
                              [&](const VarRef& item) { return t.value_of(item)->is(VarKind::kSymInt); });
  bool tensors = std::any_of(items.begin(), items.end(),
                             [&](const VarRef& item) { return t.value_of(item)->is(VarKind::kTensor); });
  if (!key && tensors && items.size() == 2) {
    return t.out.call_function(t.vm.get_attribute(t.vm.import_module("torch"), largest ? "maximum" : "minimum"), items,
                               {});
  }
  if (!key && symbolic && items.size() == 2) {
    Value function = t.vm.find_attribute(t.vm.import_module("torch"), vm::intern(largest ? "sym_max" : "sym_min"));
    if (!function.is_null()) return t.out.call_function(function, items, {});
  }
  auto object = [&](const VarRef& item) { return t.value_of(item)->is(VarKind::kObject); };
  if (!key && std::any_of(items.begin(), items.end(), object)) {
    const char* name = largest ? "max" : "min";
    unsupported("GB0059", "Failed to trace builtin operator", std::string("builtin ") + name,
                std::string("Dynamo does not know how to trace builtin operator `") + name + "` with these arguments");
  }
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

// Ints only, some of them symbolic: one node adds them all.
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
  if (!start && (list->is(VarKind::kList) || list->is(VarKind::kTuple)) && is_symbolic_sum(t, list->items)) {
    Value sum = t.vm.get_attribute(t.vm.import_module("_vitrine_dynamo"), "sym_sum");
    return t.out.call_function(sum, {sequence(VarKind::kList, list->items)}, {});
  }
  VarRef iterator = t.iterate(list);
  while (VarRef item = t.next(iterator)) total = t.binary(BinaryOp::kAdd, total, item, false);
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
  if (f.as<vm::Type>() == vm::types().frozenset) set->type = vm::types().frozenset;
  if (args.empty()) return set;
  for (const VarRef& item : t.unpack(args[0])) {
    if (!t.contains(set, item)) set->items.push_back(t.value_of(item));
  }
  return set;
}
VarRef do_dict(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef dict = make_var(VarKind::kDict);
  dict->type = vm::types().dict;
  if (!args.empty()) {
    VarRef from = t.value_of(args[0]);
    if (from->is(VarKind::kDict)) {
      t.guard_keys(from);
      for (const auto& [key, value] : from->entries) t.store_subscript(dict, key, value);
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

// dict.fromkeys(keys, value), of the class that it is called on.
VarRef do_fromkeys(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  vm::Type* type = t.value_of(args.at(0))->value.as<vm::Type>();
  if (!type || !type->is_subtype_of(vm::types().dict)) return fold(t, f, args, kwargs, "fromkeys");
  VarRef dict = type == vm::types().dict ? make_var(VarKind::kDict) : t.value_of(t.construct(type, {}, {}));
  if (!dict->type) dict->type = type;
  for (const VarRef& key : t.unpack(args.at(1))) t.store_subscript(dict, key, args.size() > 2 ? args[2] : none());
  return dict;
}

}  // namespace

VarRef mapping_keys(Tracer& tracer, const VarRef& v) {
  VarRef method = v->is(VarKind::kObject) ? tracer.find_attr(v, vm::intern("keys")) : VarRef();
  return method ? tracer.call(method, {}) : VarRef();
}

BuiltinHandler container_builtin(std::string_view name) {
  static const std::map<std::string_view, BuiltinHandler> table = {
      {"sorted", do_sorted}, {"builtins.fromkeys", do_fromkeys},
      {"max", do_max},       {"min", do_min},
      {"sum", do_sum},       {"any", do_any},
      {"all", do_all},       {"list", do_list},
      {"tuple", do_tuple},   {"set", do_set},
      {"frozenset", do_set}, {"dict", do_dict}};
  auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace vt::dynamo
