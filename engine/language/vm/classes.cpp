// Making classes: the class statement and type(name, bases, namespace).
#include <algorithm>

#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

// The order of lookup: C3 linearisation (Barrett et al., "A Monotonic Superclass
// Linearization for Dylan", 1996), which is the plain chain for single inheritance.
std::vector<Type*> linearise(Type* type) {
  if (type->bases.size() == 1) return type->mro;  // the constructor's
  std::vector<std::vector<Type*>> chains;
  for (Type* base : type->bases) chains.push_back(base->mro);
  chains.push_back(type->bases);
  std::vector<Type*> order{type};
  while (true) {
    chains.erase(std::remove_if(chains.begin(), chains.end(), [](const auto& chain) { return chain.empty(); }),
                 chains.end());
    if (chains.empty()) return order;
    Type* chosen = nullptr;
    for (const auto& chain : chains) {
      Type* candidate = chain[0];
      bool free = std::none_of(chains.begin(), chains.end(), [&](const auto& other) {
        return std::find(other.begin() + 1, other.end(), candidate) != other.end();
      });
      if (free) {
        chosen = candidate;
        break;
      }
    }
    if (!chosen) {
      std::string listed;
      for (Type* base : type->bases) listed += (listed.empty() ? "" : ", ") + base->name;
      raise(types().TypeError, "Cannot create a consistent method resolution\norder (MRO) for bases " + listed);
    }
    order.push_back(chosen);
    for (auto& chain : chains)
      if (chain[0] == chosen) chain.erase(chain.begin());
  }
}

Type* native_base(Type* type) {
  for (Type* candidate : type->mro)
    if (candidate->is_native) return candidate;
  return types().object;
}

// The base that gives the layout of instances; refuses what has two.
Type* layout_base(const std::vector<Value>& bases) {
  Type* best = types().object;
  for (const Value& value : bases) {
    Type* base = value.as<Type>();
    if (!base->allows_subclass) raise(types().TypeError, "type '" + base->name + "' is not an acceptable base type");
    Type* native = native_base(base);
    if (native == types().object || best->is_subtype_of(native)) continue;
    const bool both_exceptions = native->instance_kind == Kind::kException && best->instance_kind == Kind::kException;
    if (both_exceptions && !native->is_subtype_of(best)) continue;  // one layout for all of them
    if (best != types().object && !native->is_subtype_of(best))
      raise(types().TypeError, "multiple bases have instance lay-out conflict");
    best = native;
  }
  return best;
}

[[noreturn]] void refuse_metaclasses() {
  raise(
      types().TypeError,
      "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all "
      "its bases");
}

void check_bases(const std::vector<Value>& bases) {
  for (const Value& base : bases)
    if (!base.as<Type>()) refuse_metaclasses();
  for (size_t i = 0; i < bases.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (bases[i].same(bases[j])) raise(types().TypeError, "duplicate base class " + bases[i].as<Type>()->name);
}

// Whether instances of a native type have no attributes of their own.
bool holds_data_only(const Type* type) {
  if (!type->is_native) return false;
  switch (type->instance_kind) {
    case Kind::kPlain:
    case Kind::kStr:
    case Kind::kBytes:
    case Kind::kBigInt:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSet:
    case Kind::kFrozenSet: return true;
    default: return false;  // extension kinds are open-ended
  }
}

// The nearest class that adds to the layout of instances, or null: one with slots of its own, or a
// native one that holds data.
const Type* solid_base(const Type* type) {
  for (const Type* candidate : type->mro) {
    if (holds_data_only(candidate)) return candidate;
    for (const auto& entry : candidate->attributes.as<Dict>()->table.entries())
      if (!entry.key.is_null() && is_member(entry.value) && !is_hidden_member(entry.value)) return candidate;
  }
  return nullptr;
}

// Slots of two bases can only be laid out where one base has those of the other too.
void check_slots(const std::vector<Value>& bases) {
  if (bases.size() < 2) return;
  const Type* best = nullptr;
  for (const Value& value : bases) {
    const Type* solid = solid_base(value.as<Type>());
    if (!solid || (best && best->is_subtype_of(solid))) continue;
    if (best && !solid->is_subtype_of(best)) raise(types().TypeError, "multiple bases have instance lay-out conflict");
    best = solid;
  }
}

// __x of a class C is _C__x.
std::string mangled(const std::string& name, const std::string& class_name) {
  const size_t begin = class_name.find_first_not_of('_');
  if (name.rfind("__", 0) != 0 || begin == std::string::npos) return name;
  if (name.size() >= 4 && name.compare(name.size() - 2, 2, "__") == 0) return name;
  return "_" + class_name.substr(begin) + name;
}

// Where instances have a `__dict__` it does not show what the slots of the bases hold.
void hide_members(Type* type) {
  HashTable& own = type->attributes.as<Dict>()->table;
  for (const Type* base : type->mro)
    for (const auto& entry : base->attributes.as<Dict>()->table.entries()) {
      const bool member = !entry.key.is_null() && is_member(entry.value) && !is_hidden_member(entry.value);
      const Value* found = member ? type->find(entry.key.as<Str>()) : nullptr;
      if (found && found->same(entry.value)) own.insert(entry.key.as<Str>(), hide_member(entry.value));
    }
  type->touch();
}

void restrict_attributes(Interpreter& vm, Type* type) {
  const Value* found = type->attributes.as<Dict>()->table.find(names().slots_);
  if (!found) {
    if (type->find(names().slots_)) hide_members(type);
    return;
  }
  const Value slots = *found;
  std::vector<Value> listed = slots.as<Str>() ? std::vector<Value>{slots} : vm.to_vector(slots);
  for (const Value& name : listed) {
    if (!name.as<Str>())
      raise(types().TypeError, std::string("__slots__ items must be strings, not '") + type_name(name) + "'");
    if (!vm.truth(vm.call_method(name, "isidentifier", {}))) raise(types().TypeError, "__slots__ must be identifiers");
    if (type->attributes.as<Dict>()->table.find(name.as<Str>()))
      raise(types().ValueError, vm.repr(name) + " in __slots__ conflicts with class variable");
  }
  for (const Type* sized : {types().int_, types().tuple, types().bytes})
    if (!listed.empty() && type->is_subtype_of(sized))
      raise(types().TypeError, "nonempty __slots__ not supported for subtype of '" + type->mro[1]->name + "'");
  auto allowed = std::make_unique<std::unordered_set<const Str*>>();
  bool free = false;
  for (Type* base : type->mro) {
    if (base == type || base == types().object) continue;
    if (holds_data_only(base)) continue;
    if (!base->allowed_attributes) free = true;  // a base with a __dict__ frees all
    else allowed->insert(base->allowed_attributes->begin(), base->allowed_attributes->end());
  }
  for (const Value& name : listed) {
    Str* shown = intern(name.as<Str>()->text);
    if (shown == names().dict_) free = true;
    if (shown->text == "__weakref__") allowed->insert(shown);
    if (shown == names().dict_ || shown->text == "__weakref__") continue;
    Str* stored = intern(mangled(shown->text, type->name));
    allowed->insert(stored);
    type->attributes.as<Dict>()->table.insert(stored, make_member(type, stored));
  }
  type->touch();
  if (free) hide_members(type);
  else type->allowed_attributes = std::move(allowed);
}

void call_set_names(Interpreter& vm, Type* type) {
  std::vector<HashTable::Entry> entries = type->attributes.as<Dict>()->table.entries();
  for (const auto& entry : entries) {
    if (!entry.value.is_object() || type_of(entry.value)->is_native) continue;
    if (!type_of(entry.value)->find(names().set_name_)) continue;
    Value arguments[2] = {Value::of(type), entry.key};
    try {
      call_dunder(vm, entry.value, names().set_name_, arguments, 2);
    } catch (Raised& raised) {
      Value note = make_str("Error calling __set_name__ on '" + type_of(entry.value)->name + "' instance " +
                            vm.repr(entry.key) + " in '" + type->name + "'");
      vm.call_method(raised.exception, "add_note", {note});
      throw;
    }
  }
}

void call_init_subclass(Interpreter& vm, Type* type, const Arguments* keywords) {
  for (size_t i = 1; i < type->mro.size(); ++i) {
    Value* found = type->mro[i]->attributes.as<Dict>()->table.find(names().init_subclass_);
    if (!found) continue;
    Value self = Value::of(type);
    Value function = *found;
    if (ClassMethod* method = function.as<ClassMethod>()) function = Value(method->function);
    std::vector<Value> values{self};
    Arguments a{nullptr, 1, nullptr, 0};
    if (keywords) {
      values.insert(values.end(), keywords->values + keywords->positional,
                    keywords->values + keywords->positional + keywords->keywords);
      a.keyword_names = keywords->keyword_names;
      a.keywords = keywords->keywords;
    }
    a.values = values.data();
    vm.call(function, a);
    return;
  }
}

void wrap_implicit(HashTable& table, Str* name, bool as_class_method) {
  Value* found = table.find(name);
  if (!found || !found->as<Function>()) return;
  *found = as_class_method ? make<ClassMethod>(*found) : make<StaticMethod>(*found);
}

void finish_namespace(Type* type) {
  HashTable& table = type->attributes.as<Dict>()->table;
  wrap_implicit(table, names().new_, false);
  wrap_implicit(table, names().init_subclass_, true);
  wrap_implicit(table, names().class_getitem_, true);
  if (table.find(names().eq_) && !table.find(names().hash_)) table.insert(names().hash_, Value::none());
  if (Value* module = table.find(names().module_); module && module->as<Str>()) type->module = module->as<Str>()->text;
  if (Value* qualified = table.find(names().qualname_); qualified && qualified->as<Str>())
    type->qualified_name = qualified->as<Str>()->text;
  table.erase(names().qualname_);
  if (!table.find(names().doc_)) table.insert(names().doc_, Value::none());
}

}  // namespace

Value make_class(Interpreter& vm, const std::string& name, const Value& bases_value, Value namespace_dict,
                 const Arguments* keywords, Type* meta) {
  std::vector<Value> bases = bases_value.as<Tuple>()->items;
  if (bases.empty()) bases.push_back(Value::of(types().object));
  check_bases(bases);
  Type* layout = layout_base(bases);
  check_slots(bases);
  Value made = make<Type>(name, bases[0].as<Type>());
  Type* type = made.as<Type>();
  if (meta) type->set_type(meta);
  for (size_t i = 1; i < bases.size(); ++i) {
    Type* base = bases[i].as<Type>();
    ++base->references;
    type->bases.push_back(base);
    base->subclasses.push_back(type);
  }
  type->mro = linearise(type);
  type->instance_kind = layout->instance_kind;
  Value cell = Value();
  HashTable& given = namespace_dict.as<Dict>()->table;
  if (Value* found = given.find(names().classcell_)) {
    cell = *found;
    given.erase(names().classcell_);
  }
  if (!given.find(names().module_))
    if (Frame* frame = vm.current_frame())
      if (Value* module = frame->globals->table.find(names().name_)) given.insert(names().module_, *module);
  type->attributes = std::move(namespace_dict);
  if (type_of(type->attributes) != types().dict) {
    Value plain = make<Dict>();
    plain.as<Dict>()->table = type->attributes.as<Dict>()->table;
    type->attributes = std::move(plain);
  }
  finish_namespace(type);
  type->touch();
  resolve_slots(type);
  restrict_attributes(vm, type);
  if (Cell* target = cell.as<Cell>()) target->content = made;
  call_set_names(vm, type);
  call_init_subclass(vm, type, keywords);
  return made;
}

// Metaclasses of the engine (enum, abc) adopt a class when it is done; only those of the
// language take part. A base that is no class counts with its type, which is then called to make
// the class and says what it does not like about that.
Type* winning_metaclass(Type* asked, const std::vector<Value>& bases) {
  const bool first_is_class = bases.empty() || bases[0].as<Type>();
  Type* best = asked ? asked : first_is_class ? types().type : type_of(bases[0]);
  for (const Value& value : bases) {
    const Type* base = value.as<Type>();
    Type* own = !base ? type_of(value) : base->type->is_native ? types().type : base->type;
    if (best->is_subtype_of(own)) continue;
    if (!own->is_subtype_of(best)) refuse_metaclasses();
    best = own;
  }
  return best;
}

// A base that is no class may stand for some: class C(Generic[T]).
static Value resolve_bases(Interpreter& vm, const Value* values, size_t count, bool& replaced) {
  std::vector<Value> bases;
  for (size_t i = 0; i < count; ++i) {
    const Value& base = values[i];
    Value entries = base.as<Type>() ? Value() : vm.find_attribute(base, intern("__mro_entries__"));
    if (entries.is_null()) {
      bases.push_back(base);
      continue;
    }
    replaced = true;
    for (const Value& item : vm.to_vector(vm.call(entries, {make_tuple(std::vector<Value>(values, values + count))})))
      bases.push_back(item);
  }
  return make_tuple(std::move(bases));
}

static bool is_metaclass(const Value& given) {
  return given.as<Type>() && given.as<Type>()->is_subtype_of(types().type);
}

static Value prepare_namespace(Interpreter& vm, Type* meta, const std::string& name, const Value& bases,
                               const Arguments& keywords) {
  if (!meta->find(intern("__prepare__"))) return make<Dict>();
  std::vector<Value> values{make_str(name), bases};
  values.insert(values.end(), keywords.values, keywords.values + keywords.keywords);
  Value prepared = vm.call(vm.get_attribute(Value::of(meta), "__prepare__"),
                           Arguments{values.data(), 2, keywords.keyword_names, keywords.keywords});
  if (!prepared.as<Dict>())
    raise(types().TypeError, meta->name + ".__prepare__() must return a mapping, not " + type_name(prepared));
  return prepared;
}

// __build_class__(body, name, *bases, **keywords)
Value build_class(Interpreter& vm, const Arguments& a) {
  Interpreter::State& state = vm.state();
  Function* body = a.positional > 1 ? a[0].as<Function>() : nullptr;
  if (!body) raise(types().TypeError, "__build_class__: func must be a function");
  std::string name(expect_str(a[1], "__build_class__: name"));
  bool replaced = false;
  Value maker;
  Type* meta = nullptr;
  Value bases = resolve_bases(vm, a.values + 2, a.positional - 2, replaced);
  std::vector<Value> kept_names, kept_values;
  for (size_t i = 0; i < a.keywords; ++i) {
    if (a.keyword_names[i].as<Str>()->text == "metaclass") {
      const Value& given = a.values[a.positional + i];
      if (given.as<Type>() == types().type) continue;
      if (is_metaclass(given)) meta = given.as<Type>();
      else maker = given;  // any callable may make the class
      continue;
    }
    kept_names.push_back(a.keyword_names[i]);
    kept_values.push_back(a.values[a.positional + i]);
  }
  meta = winning_metaclass(meta, bases.as<Tuple>()->items);
  Arguments keywords{kept_values.data(), 0, kept_names.data(), kept_names.size()};
  Value namespace_dict = meta->is_native ? make<Dict>() : prepare_namespace(vm, meta, name, bases, keywords);
  {
    NativeCallGuard guard(vm);
    CodeObject* code = body->code_object();
    CodeRuntime* runtime = runtime_of(code);
    bool opened;
    Value* slots = reserve_stack(state, runtime->frame_size, nullptr, opened);
    for (uint32_t i = 0; i < runtime->slot_count; ++i) new (slots + i) Value();
    Frame* frame = push_frame(state, code, slots);
    frame->entry_flags = static_cast<uint8_t>(kEntry | (opened ? kOwnBlock : 0));
    frame->function = a[0];
    frame->globals = body->globals.as<Dict>();
    frame->builtins = body->builtins.as<Dict>();
    frame->namespace_dict = namespace_dict;
    Value cell = run_loop(vm);
    if (cell.as<Cell>() && !namespace_dict.as<Dict>()->table.find(names().classcell_))
      namespace_dict.as<Dict>()->table.insert(names().classcell_, cell);
  }
  if (replaced)
    namespace_dict.as<Dict>()->table.insert(intern("__orig_bases__"),
                                            make_tuple(std::vector<Value>(a.values + 2, a.values + a.positional)));
  if (maker.is_null() && (!meta->is_native || !meta->is_subtype_of(types().type))) maker = Value::of(meta);
  if (!maker.is_null()) {
    std::vector<Value> values{a[1], bases, namespace_dict};
    values.insert(values.end(), kept_values.begin(), kept_values.end());
    return vm.call(maker, Arguments{values.data(), 3, kept_names.data(), kept_names.size()});
  }
  return make_class(vm, name, bases, std::move(namespace_dict), &keywords);
}

}  // namespace vt::vm
