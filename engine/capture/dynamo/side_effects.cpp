#include "capture/dynamo/side_effects.h"

#include <algorithm>

#include "capture/dynamo/errors.h"
#include "vm/native.h"

namespace vt::dynamo {

SideEffects::~SideEffects() {
  // Breaks reference cycles: a recursive function is in a cell of its own closure.
  for (const VarRef& cell : cells_) cell->as<CellVariable>().content = {};
}

SideEffects::Body::Body(SideEffects& effects) : effects_(effects), outer_(effects.body_start_) {
  effects.body_start_ = null_var()->born;
}

// Turns changes of obj.__dict__ into attribute writes and deletions of obj.
static void write_attributes(const Var& table, Var& owner) {
  auto write = [&](vm::Str* name, VarRef value) {
    std::erase_if(owner.edit_written(), [&](const auto& entry) { return entry.first == name; });
    owner.edit_written().emplace_back(name, std::move(value));
  };
  auto has = [&](const std::string& name) {
    return std::any_of(table.entries().begin(), table.entries().end(),
                       [&](const auto& entry) { return entry.first->value.template as<vm::Str>()->text == name; });
  };
  for (const auto& [key, value] : table.entries()) {
    vm::Str* name = vm::intern(key->value.as<vm::Str>()->text);
    bool untouched = value->source && value->source->kind == SourceKind::kInstance &&
                     value->source->base == owner.source && value->source->name == name->text;
    if (!untouched) write(name, value);
  }
  if (!owner.value.is_null()) {
    for (const auto& entry : table.value.as<vm::Dict>()->table.entries()) {
      if (!entry.key.is_null() && !has(entry.key.as<vm::Str>()->text)) write(entry.key.as<vm::Str>(), {});
    }
  }
  for (const auto& [name, value] : std::vector(owner.written())) {
    if (value && !has(name->text)) write(name, {});
  }
}

void SideEffects::note_mutation(const VarRef& v) {
  if (v->is(VarKind::kDict) && v->content()) {
    write_attributes(*v, *v->content());
    return note_mutation(v->content());
  }
  v->mutated = true;
  note_effect(v);
  bool outside = v->source || v->is(VarKind::kCell) || v->is(VarKind::kTensor) || v->is(VarKind::kValue) ||
                 (v->is(VarKind::kFunction) && !v->value.is_null());
  if (!outside) return;
  if (std::find(mutated_.begin(), mutated_.end(), v) == mutated_.end()) mutated_.push_back(v);
}

void SideEffects::note_effect(const VarRef& v) {
  if (draining_) {
    unsupported_frame<Break::kGeneratorMutates>("mutating object: " + describe(*v));
  }
  if (!v->source && v->born >= body_start_) return;
  ++count_;
  last_changed_ = v;
}

void SideEffects::store_global(const std::string& name, const VarRef& value) {
  std::erase_if(globals_, [&](const auto& entry) { return entry.first == name; });
  globals_.emplace_back(name, value);
  ++count_;
  last_changed_ = {};
}

const VarRef* SideEffects::stored_global(const std::string& name) const {
  for (const auto& [stored, value] : globals_)
    if (stored == name) return &value;
  return nullptr;
}

VarRef SideEffects::class_write(vm::Type* type, vm::Str* name) const {
  if (classes_.empty()) return {};
  for (vm::Type* at : type->mro) {
    auto known = classes_.find(at);
    if (known != classes_.end()) {
      for (const auto& [written, value] : known->second->written()) {
        if (written == name) return value;
      }
    }
    if (at->attributes.as<vm::Dict>()->table.find(name)) return {};
  }
  return {};
}

void SideEffects::write_class(const VarRef& type, vm::Str* name, const VarRef& value) {
  VarRef& v = classes_.try_emplace(type->value.as<vm::Type>(), type).first->second;
  std::erase_if(v->edit_written(), [&](const auto& entry) { return entry.first == name; });
  v->edit_written().emplace_back(name, value);
  note_mutation(v);
}

}  // namespace vt::dynamo
