#include <algorithm>

#include "support/check.h"
#include "vm/interpreter.h"
#include "vm/objects.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

uint32_t last_type_version = 0;

// Results of Type::find. A version belongs to one type in one state, so it is the key.
struct FindEntry {
  uint32_t version = 0;
  const Str* name = nullptr;
  const Value* found = nullptr;
};
constexpr size_t kFindEntries = 4096;
FindEntry find_cache[kFindEntries];

const Value* find_uncached(const Type& type, Str* name) {
  for (Type* candidate : type.mro) {
    Dict* attributes = candidate->attributes.as<Dict>();
    if (!attributes) continue;
    if (Value* found = attributes->table.find(name)) return found;
    if (candidate->is_native)
      if (const Value* made = make_slot_wrapper(candidate, name)) return made;
  }
  return nullptr;
}

}  // namespace

Type::Type(std::string type_name, Type* base_type)
    : Object(Kind::kType, types().type), name(std::move(type_name)), qualified_name(name), base(base_type) {
  mro.push_back(this);
  if (types().dict) attributes = make<Dict>();
  version = ++last_type_version;
  if (!base) return;
  ++base->references;
  bases.push_back(base);
  base->subclasses.push_back(this);
  mro.insert(mro.end(), base->mro.begin(), base->mro.end());
  slots = base->slots;
  instance_kind = base->instance_kind;
}

Type::~Type() { clear(); }

void Type::traverse(Visitor& visitor) const {
  visitor.visit(attributes);
  for (Type* parent : bases) visitor.visit(Value::of(parent));
}

void Type::clear() {
  // The mro stays while instances may still ask for slots; the bases go last.
  Value dropped = std::move(attributes);
  std::vector<Type*> parents;
  parents.swap(bases);
  for (Type* parent : parents) {
    auto& listed = parent->subclasses;
    listed.erase(std::remove(listed.begin(), listed.end(), this), listed.end());
    mro.assign(1, this);
    if (--parent->references == 0) destroy(parent);
  }
  version = ++last_type_version;
}

bool Type::is_subtype_of(const Type* other) const {
  for (const Type* candidate : mro)
    if (candidate == other) return true;
  return false;
}

const Value* Type::find(Str* wanted) const {
  if (!wanted->interned) wanted = intern(wanted->text);
  size_t slot = (reinterpret_cast<uintptr_t>(wanted) / 16 ^ version * 31u) % kFindEntries;
  FindEntry& entry = find_cache[slot];
  if (entry.version == version && entry.name == wanted) return entry.found;
  const Value* found = find_uncached(*this, wanted);
  entry = {version, wanted, found};
  return found;
}

void Type::touch() {
  version = ++last_type_version;
  for (Type* child : subclasses) child->touch();
}

void Type::set(std::string_view attribute, Value value) {
  attributes.as<Dict>()->table.insert(intern(attribute), std::move(value));
  touch();
  if (!is_native) resolve_slots(this);
}

}  // namespace vt::vm
