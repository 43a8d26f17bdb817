// Methods of lists, dicts, sets, strings and iterators.
#include <algorithm>
#include <map>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

using Method = VarRef (*)(Tracer&, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs);

VarRef copy_of(const VarRef& self) {
  if (!self->is(VarKind::kDict)) return sequence(self->kind(), self->items(), self->type());
  VarRef copy = make_dict(self->type());
  copy->entries() = self->entries();
  return copy;
}

int64_t position(Tracer& t, const VarRef& self, const VarRef& item, int64_t begin = 0, int64_t end = INT64_MAX) {
  for (int64_t i = begin; i < std::min(end, static_cast<int64_t>(self->items().size())); ++i) {
    const VarRef& candidate = self->items()[static_cast<size_t>(i)];
    if (t.is_same(candidate, item) || t.truth(t.compare(CompareOp::kEqual, candidate, item))) return i;
  }
  return -1;
}

VarRef changed(Tracer& t, const VarRef& self) {
  t.out.effects.note_mutation(self);
  return none();
}

VarRef list_append(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  self->items().push_back(args.at(0));
  trim_queue(self);
  return changed(t, self);
}
VarRef list_extend(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  for (const VarRef& item : t.unpack(args.at(0))) self->items().push_back(item);
  trim_queue(self);
  return changed(t, self);
}
VarRef list_insert(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t count = static_cast<int64_t>(self->items().size()), at = t.vm.to_index(t.need_constant(args.at(0), "index"));
  at = std::clamp<int64_t>(at < 0 ? at + count : at, 0, count);
  self->items().insert(self->items().begin() + at, args.at(1));
  return changed(t, self);
}
VarRef list_pop(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t count = static_cast<int64_t>(self->items().size()),
          at = args.empty() ? count - 1 : t.vm.to_index(t.need_constant(args[0], "index"));
  if (at < 0) at += count;
  if (count == 0) observe(vm::types().IndexError, "pop from empty list");
  if (at < 0 || at >= count) observe(vm::types().IndexError, "pop index out of range");
  VarRef item = self->items()[static_cast<size_t>(at)];
  self->items().erase(self->items().begin() + at);
  changed(t, self);
  return item;
}
VarRef list_remove(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t at = position(t, self, args.at(0));
  if (at < 0) observe(vm::types().ValueError, "list.remove(x): x not in list");
  self->items().erase(self->items().begin() + at);
  return changed(t, self);
}
VarRef list_clear(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  if (self->is(VarKind::kDict)) self->entries().clear();
  else self->items().clear();
  return changed(t, self);
}
VarRef list_reverse(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  std::reverse(self->items().begin(), self->items().end());
  return changed(t, self);
}
VarRef list_sort(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords& kwargs) {
  std::vector<VarRef> args = {self};
  Value sorted = *t.vm.builtins()->table.find(vm::intern("sorted"));
  self->items() = t.value_of(t.call_builtin(sorted, "sorted", args, kwargs))->items();
  return changed(t, self);
}
VarRef list_copy(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  t.guard_keys(self);
  return copy_of(self);
}
VarRef list_index(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t count = static_cast<int64_t>(self->items().size());
  auto bound = [&](size_t i, int64_t fallback) {
    if (args.size() <= i) return fallback;
    int64_t at = t.vm.to_index(t.need_constant(args[i], "index"));
    return std::clamp<int64_t>(at < 0 ? at + count : at, 0, count);
  };
  int64_t at = position(t, self, args.at(0), bound(1, 0), bound(2, count));
  if (at < 0) {
    observe(vm::types().ValueError,
            self->is(VarKind::kList) ? t.vm.repr(t.need_constant(args[0], "item")) + " is not in " + self->type()->name
                                     : "tuple.index(x): x not in tuple");
  }
  return constant_int(at);
}
VarRef list_count(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t count = 0;
  for (const VarRef& item : self->items())
    count += t.is_same(item, args.at(0)) || t.truth(t.compare(CompareOp::kEqual, item, args[0]));
  return constant_int(count);
}
VarRef queue_appendleft(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  self->items().insert(self->items().begin(), args.at(0));
  trim_queue(self, false);
  return changed(t, self);
}
VarRef queue_extendleft(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  for (const VarRef& item : t.unpack(args.at(0))) {
    std::vector<VarRef> one = {item};
    queue_appendleft(t, self, one, kwargs);
  }
  return none();
}
VarRef queue_pop(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  if (self->items().empty()) observe(vm::types().IndexError, "pop from an empty deque");
  VarRef item = self->items().back();
  self->items().pop_back();
  changed(t, self);
  return item;
}
VarRef queue_popleft(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  if (self->items().empty()) observe(vm::types().IndexError, "pop from an empty deque");
  VarRef item = self->items().front();
  self->items().erase(self->items().begin());
  changed(t, self);
  return item;
}
VarRef queue_rotate(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t count = static_cast<int64_t>(self->items().size()),
          by = args.empty() ? 1 : t.need_constant(args[0], "n").as_int();
  if (count > 0)
    std::rotate(self->items().begin(), self->items().begin() + ((-by % count) + count) % count, self->items().end());
  return changed(t, self);
}

// The container's own __getitem__: native_access prevents dispatch to an override in a subclass.
VarRef get_item(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  t.native_access = true;
  return t.subscript(self, args.at(0));
}
VarRef set_item(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  t.native_access = true;
  t.store_subscript(self, args.at(0), args.at(1));
  return none();
}
VarRef del_item(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  t.native_access = true;
  t.delete_subscript(self, args.at(0));
  return none();
}
VarRef has_item(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  t.native_access = true;
  return constant_bool(t.contains(self, args.at(0)));
}
VarRef iterate_it(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  t.native_access = true;
  return t.iterate(self);
}
VarRef length(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords& kwargs) {
  std::vector<VarRef> args = {self};
  t.native_access = true;
  return t.call_builtin(*t.vm.builtins()->table.find(vm::intern("len")), "len", args, kwargs);
}

template <DictViewVariable::View view>
VarRef dict_view(Tracer&, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  return make_var(DictViewVariable{self, view});
}
// Stores as dict.__setitem__, without the override of a subclass.
void put(Tracer& t, const VarRef& self, const VarRef& key, const VarRef& value) {
  t.native_access = true;
  t.store_subscript(self, key, value);
}
// As in CPython, dict.get and the like do not call `__getitem__` and `__contains__` of a subclass.
VarRef dict_get(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  t.native_access = true;
  if (t.contains(self, args.at(0))) return get_item(t, self, args, kwargs);
  return args.size() > 1 ? args[1] : none();
}
VarRef dict_setdefault(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  t.native_access = true;
  if (!t.contains(self, args.at(0))) put(t, self, args[0], args.size() > 1 ? args[1] : none());
  return get_item(t, self, args, kwargs);
}
VarRef dict_pop(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  if (!t.contains(self, args.at(0)) && args.size() > 1) return args[1];
  VarRef value = t.subscript(self, args[0]);
  t.delete_subscript(self, args[0]);
  return value;
}
VarRef dict_popitem(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  t.guard_keys(self);
  if (self->entries().empty()) observe(vm::types().KeyError, "popitem(): dictionary is empty");
  VarRef last = !args.empty() ? args[0] : kwargs.empty() ? constant_bool(true) : kwargs[0].second;
  auto at = t.truth(last) ? self->entries().end() - 1 : self->entries().begin();
  auto [key, value] = *at;
  self->entries().erase(at);
  changed(t, self);
  return sequence(VarKind::kTuple, {key, value});
}
std::vector<VarRef> pair_at(Tracer& t, const VarRef& pair, size_t index) {
  std::vector<VarRef> two;
  try {
    two = t.unpack(pair);
  } catch (const Observed& observed) {
    if (observed.exception->type() != vm::types().TypeError) throw;
    observe(vm::types().TypeError,
            "cannot convert dictionary update sequence element #" + std::to_string(index) + " to a sequence");
  }
  if (two.size() != 2)
    observe(vm::types().ValueError, "dictionary update sequence element #" + std::to_string(index) + " has length " +
                                        std::to_string(two.size()) + "; 2 is required");
  return two;
}
VarRef dict_update(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  if (!args.empty()) {
    VarRef other = t.value_of(args[0]);
    if (other->is(VarKind::kDict)) {
      t.guard_keys(other);
      for (const auto& [key, value] : std::vector(other->entries())) put(t, self, key, value);
    } else if (VarRef keys = mapping_keys(t, other)) {
      for (const VarRef& key : t.unpack(keys)) put(t, self, key, t.subscript(other, key));
    } else {
      std::vector<VarRef> pairs = t.unpack(other);
      for (size_t i = 0; i < pairs.size(); ++i) {
        std::vector<VarRef> two = pair_at(t, pairs[i], i);
        put(t, self, two[0], two[1]);
      }
    }
  }
  for (const auto& [key, value] : kwargs) put(t, self, constant_text(key), value);
  return changed(t, self);
}
VarRef dict_move_to_end(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef last = args.size() > 1 ? args[1] : kwargs.empty() ? constant_bool(true) : kwargs[0].second;
  VarRef value = t.subscript(self, args.at(0));
  t.delete_subscript(self, args[0]);
  t.store_subscript(self, args[0], value);
  if (!t.truth(last)) std::rotate(self->entries().rbegin(), self->entries().rbegin() + 1, self->entries().rend());
  return none();
}
VarRef dict_fromkeys(Tracer& t, const VarRef&, std::vector<VarRef>& args, Keywords&) {
  VarRef dict = make_dict();
  for (const VarRef& key : t.unpack(args.at(0))) t.store_subscript(dict, key, args.size() > 1 ? args[1] : none());
  return dict;
}

VarRef set_add(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  require_hashable(t, args.at(0));
  if (!t.contains(self, args[0])) self->items().push_back(t.value_of(args[0]));
  return changed(t, self);
}
VarRef set_discard(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t at = position(t, self, args.at(0));
  if (at >= 0) self->items().erase(self->items().begin() + at);
  return changed(t, self);
}
VarRef set_remove(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  int64_t at = position(t, self, args.at(0));
  if (at < 0) observe_key(args[0]);
  self->items().erase(self->items().begin() + at);
  return changed(t, self);
}
VarRef set_update(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  for (const VarRef& arg : args) {
    for (const VarRef& item : t.unpack(arg)) {
      if (!t.contains(self, item)) self->items().push_back(t.value_of(item));
    }
  }
  return changed(t, self);
}
template <BinaryOp op>
VarRef set_operation(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef result = list_copy(t, self, args, kwargs);
  for (const VarRef& arg : args)
    result = t.value_of(t.binary(op, result, sequence(VarKind::kSet, t.unpack(arg)), false));
  result->set_type(self->type());
  return result;
}
template <BinaryOp op>
VarRef set_update_by(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  self->items() = set_operation<op>(t, self, args, kwargs)->items();
  return changed(t, self);
}
VarRef set_pop(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  if (self->items().empty()) observe(vm::types().KeyError, "pop from an empty set");
  VarRef item = self->items().front();
  self->items().erase(self->items().begin());
  changed(t, self);
  return item;
}
bool within(Tracer& t, const VarRef& part, const VarRef& whole) {
  return std::all_of(part->items().begin(), part->items().end(),
                     [&](const VarRef& item) { return t.contains(whole, item); });
}
VarRef set_issubset(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  return constant_bool(within(t, self, sequence(VarKind::kSet, t.unpack(args.at(0)))));
}
VarRef set_issuperset(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  return constant_bool(within(t, sequence(VarKind::kSet, t.unpack(args.at(0))), self));
}
VarRef set_isdisjoint(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords&) {
  std::vector<VarRef> items = t.unpack(args.at(0));
  return constant_bool(
      std::none_of(items.begin(), items.end(), [&](const VarRef& item) { return t.contains(self, item); }));
}

VarRef step_next(Tracer& t, const VarRef& self, std::vector<VarRef>&, Keywords&) {
  VarRef item = t.next(self);
  if (item) return item;
  t.raise_stop(self);
}
VarRef generator_send(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  auto* generator = self->get_if<LocalGeneratorObjectVariable>();
  if (!(generator && generator->started) && !t.is_same(args.at(0), none()))
    observe(vm::types().TypeError, "can't send non-None value to a just-started generator");
  if (generator && generator->frame) generator->frame->send(args.at(0));
  return step_next(t, self, args, kwargs);
}
VarRef generator_throw(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef exception = t.exception_var(args.size() > 1 && !t.is_same(args[1], none()) ? args[1] : args.at(0));
  auto* generator = self->get_if<LocalGeneratorObjectVariable>();
  if (!generator || generator->finished()) throw Observed{exception, nullptr};
  generator->frame->throw_in(exception);
  return step_next(t, self, args, kwargs);
}
VarRef generator_close(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  auto* generator = self->get_if<LocalGeneratorObjectVariable>();
  if (!generator) return none();
  if (generator->finished() || !generator->started) {
    generator->frame.reset();
    return none();
  }
  args = {t.out.from_value(Value::of(vm::types().GeneratorExit))};
  try {
    generator_throw(t, self, args, kwargs);
  } catch (Observed& observed) {
    vm::BuiltinTypes& types = vm::types();
    vm::Type* type = observed.exception->type();
    if (!type->is_subtype_of(types.GeneratorExit) && !type->is_subtype_of(types.StopIteration)) throw;
    return none();
  }
  observe(vm::types().RuntimeError, "generator ignored GeneratorExit");
}

Method find_method(const Var& self, const std::string& name, const vm::Type* deque) {
  VarKind kind = self.kind();
  using Table = std::map<std::string_view, Method>;
  static const Table queue = {{"appendleft", queue_appendleft}, {"extendleft", queue_extendleft}, {"pop", queue_pop},
                              {"popleft", queue_popleft},       {"rotate", queue_rotate},         {"sort", nullptr}};
  static const Table list = {{"append", list_append},   {"extend", list_extend}, {"insert", list_insert},
                             {"pop", list_pop},         {"remove", list_remove}, {"clear", list_clear},
                             {"reverse", list_reverse}, {"sort", list_sort},     {"copy", list_copy},
                             {"index", list_index},     {"count", list_count},   {"__setitem__", set_item},
                             {"__delitem__", del_item}};
  static const Table tuple = {{"index", list_index}, {"count", list_count}};
  static const Table dict = {{"keys", dict_view<DictViewVariable::kKeys>},
                             {"values", dict_view<DictViewVariable::kValues>},
                             {"items", dict_view<DictViewVariable::kItems>},
                             {"get", dict_get},
                             {"setdefault", dict_setdefault},
                             {"pop", dict_pop},
                             {"fromkeys", dict_fromkeys},
                             {"popitem", dict_popitem},
                             {"update", dict_update},
                             {"clear", list_clear},
                             {"copy", list_copy},
                             {"move_to_end", dict_move_to_end},
                             {"__setitem__", set_item},
                             {"__delitem__", del_item}};
  static const Table set = {{"add", set_add},
                            {"discard", set_discard},
                            {"remove", set_remove},
                            {"update", set_update},
                            {"clear", list_clear},
                            {"copy", list_copy},
                            {"pop", set_pop},
                            {"issubset", set_issubset},
                            {"issuperset", set_issuperset},
                            {"isdisjoint", set_isdisjoint},
                            {"intersection_update", set_update_by<BinaryOp::kAnd>},
                            {"difference_update", set_update_by<BinaryOp::kSubtract>},
                            {"symmetric_difference_update", set_update_by<BinaryOp::kXor>},
                            {"union", set_operation<BinaryOp::kOr>},
                            {"intersection", set_operation<BinaryOp::kAnd>},
                            {"difference", set_operation<BinaryOp::kSubtract>},
                            {"symmetric_difference", set_operation<BinaryOp::kXor>}};
  static const Table iterator = {
      {"__next__", step_next}, {"send", generator_send}, {"throw", generator_throw}, {"close", generator_close}};
  static const Table any = {
      {"__getitem__", get_item}, {"__contains__", has_item}, {"__iter__", iterate_it}, {"__len__", length}};
  static const Table nothing;
  const Table& table = kind == VarKind::kList                                      ? list
                       : kind == VarKind::kTuple                                   ? tuple
                       : kind == VarKind::kDict                                    ? dict
                       : kind == VarKind::kSet                                     ? set
                       : kind == VarKind::kIterator || kind == VarKind::kGenerator ? iterator
                                                                                   : nothing;
  if (kind == VarKind::kList && self.type() == deque) {
    if (auto found = queue.find(name); found != queue.end()) return found->second;
  }
  if (auto found = table.find(name); found != table.end()) return found->second;
  if (auto found = any.find(name); found != any.end() && kind != VarKind::kConstant) return found->second;
  return nullptr;
}

}  // namespace

void trim_queue(const VarRef& queue, bool front) {
  const VarRef& maxlen = queue->as<ListVariable>().maxlen;
  if (!maxlen || !maxlen->is(VarKind::kConstant) || !maxlen->value.is_int()) return;
  std::vector<VarRef>& items = queue->items();
  size_t most = static_cast<size_t>(maxlen->value.as_int());
  while (items.size() > most) items.erase(front ? items.begin() : items.end() - 1);
}

// Methods of a symbolic number: most become nodes; some need its value, which is then guarded.
static VarRef call_number_method(Tracer& t, const VarRef& self, const std::string& name, std::vector<VarRef>& args) {
  static constexpr std::pair<const char*, BinaryOp> kOperators[] = {{"add", BinaryOp::kAdd},
                                                                    {"sub", BinaryOp::kSubtract},
                                                                    {"mul", BinaryOp::kMultiply},
                                                                    {"mod", BinaryOp::kRemainder},
                                                                    {"floordiv", BinaryOp::kFloorDivide},
                                                                    {"truediv", BinaryOp::kTrueDivide},
                                                                    {"pow", BinaryOp::kPower},
                                                                    {"and", BinaryOp::kAnd},
                                                                    {"or", BinaryOp::kOr},
                                                                    {"lshift", BinaryOp::kLshift},
                                                                    {"rshift", BinaryOp::kRshift}};
  for (const auto& [text, op] : kOperators) {
    if (args.size() != 1 || !is_symbol(*self)) break;
    if (name == std::string("__") + text + "__") return t.binary(op, self, args[0], false);
    if (name == std::string("__r") + text + "__") return t.binary(op, args[0], self, false);
  }
  bool settles = name == "bit_length" || name == "is_integer";
  if (!settles || !args.empty()) return {};
  Value now = t.vm.call(t.vm.get_attribute(t.value_now(self), name), {});
  fx::Node* node = t.out.graph.create(fx::NodeOp::kCallMethod, vm::make_str(name), vm::make_tuple({t.out.to_fx(self)}),
                                      vm::make<vm::Dict>());
  VarRef result = t.out.sym_value(node, now, {self});
  t.out.keep_number(node);
  t.specialise(self);
  return constant(now);
}

// `[1].__add__([2])`: the container's own operator, without the override of a subclass.
static VarRef call_container_operator(Tracer& t, const VarRef& self, const std::string& name,
                                      std::vector<VarRef>& args) {
  static const std::map<std::string_view, CompareOp> comparisons = {
      {"__eq__", CompareOp::kEqual},     {"__ne__", CompareOp::kNotEqual}, {"__lt__", CompareOp::kLess},
      {"__le__", CompareOp::kLessEqual}, {"__gt__", CompareOp::kGreater},  {"__ge__", CompareOp::kGreaterEqual}};
  static const std::map<std::string_view, BinaryOp> operators = {
      {"__add__", BinaryOp::kAdd}, {"__mul__", BinaryOp::kMultiply}, {"__sub__", BinaryOp::kSubtract},
      {"__or__", BinaryOp::kOr},   {"__and__", BinaryOp::kAnd},      {"__xor__", BinaryOp::kXor}};
  bool container = self->is(VarKind::kList) || self->is(VarKind::kTuple) || self->is(VarKind::kDict) ||
                   self->is(VarKind::kSet) || self->is(VarKind::kDictView);
  if (!container) return {};
  if (args.size() != 1) return {};
  VarRef other = t.value_of(args[0]);
  if (auto found = comparisons.find(name); found != comparisons.end()) {
    if (self->kind() != other->kind())
      return t.out.from_value(*t.vm.builtins()->table.find(vm::intern("NotImplemented")));
    t.native_access = true;
    return t.compare(found->second, self, other);
  }
  bool inplace = name.starts_with("__i") && name != "__iter__";
  auto found = operators.find(inplace ? "__" + name.substr(3) : name);
  if (found == operators.end()) return {};
  t.native_access = true;
  return t.binary(found->second, self, other, inplace);
}

VarRef Tracer::call_container_method(const VarRef& given, const std::string& name, std::vector<VarRef>& args,
                                     Keywords& kwargs) {
  VarRef self = value_of(given);
  if (is_symbol(*self)) {
    if (VarRef result = call_number_method(*this, self, name, args)) return result;
  }
  if (self->is(VarKind::kArray)) return call_array_method(self, name, args, kwargs);
  if (Method method = find_method(*self, name, deque_class(vm))) return method(*this, self, args, kwargs);
  if (self->is(VarKind::kTuple) && (name == "_replace" || name == "_asdict" || name == "numel")) {
    if (name == "numel") {
      VarRef total = constant_int(1);
      for (const VarRef& item : self->items()) total = binary(BinaryOp::kMultiply, total, item, false);
      return total;
    }
    Value fields = vm.get_attribute(Value::of(self->type()), "_fields");
    VarRef dict = make_dict();
    for (size_t i = 0; i < self->items().size(); ++i) {
      std::string field = fields.as<vm::Tuple>()->items[i].as<vm::Str>()->text;
      VarRef value = self->items()[i];
      for (const auto& [key, replacement] : kwargs) {
        if (key == field) value = replacement;
      }
      dict->entries().emplace_back(constant_text(field), value);
    }
    if (name == "_asdict") return dict;
    VarRef copy = sequence(VarKind::kTuple, {}, self->type());
    for (auto& entry : dict->entries()) copy->items().push_back(entry.second);
    return copy;
  }
  if (self->is(VarKind::kConstant) && name == "join" && args.size() == 1 && self->value.as<vm::Str>()) {
    args[0] = sequence(VarKind::kList, unpack(args[0]));
  }
  if (VarRef result = call_container_operator(*this, self, name, args)) return result;
  Value plain;
  if (self->is(VarKind::kConstant) && name == "format" && self->value.as<vm::Str>() && kwargs.empty()) {
    for (VarRef& arg : args) {
      arg = value_of(arg);
      if (arg->is(VarKind::kTensor) || is_symbol(*arg)) return late_format(self->value.as<vm::Str>()->text, args);
    }
  }
  // Fold only methods that read, because one that writes would change a copy of the container.
  bool asks = name.starts_with("__") && name.find("__i") != 0;
  bool changeable = self->is(VarKind::kList) || self->is(VarKind::kDict) || self->is(VarKind::kSet);
  if ((changeable && !asks) || !as_constant(self, &plain)) {
    unsupported<Break::kMethod>(
        "call_method " + describe(*self) + " " + name + " " + std::to_string(args.size()) + " args", name,
        type_of_var(*self)->name);
  }
  Value bound = vm.get_attribute(plain, name);
  return call_builtin(bound, type_of_var(*self)->name + "." + name, args, kwargs);
}

}  // namespace vt::dynamo
