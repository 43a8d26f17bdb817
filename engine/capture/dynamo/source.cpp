#include "capture/dynamo/source.h"

namespace vt::dynamo {

static std::string key_text(const Value& key) { return Interpreter::current()->repr(key); }

static std::string key_at(const Source& dict, int index) {
  return "list(dict.keys(" + dict.text() + "))[" + std::to_string(index) + "]";
}

std::string Source::text() const {
  switch (kind) {
    case SourceKind::kLocal:
    case SourceKind::kFree: return "L['" + name + "']";
    case SourceKind::kGlobal:
    case SourceKind::kForeignGlobal: return "G['" + name + "']";
    case SourceKind::kAttribute:
    case SourceKind::kInstance: return base->text() + "." + name;
    case SourceKind::kItem: return base->text() + "[" + std::to_string(index) + "]";
    case SourceKind::kReferent: return base->text() + "()";
    case SourceKind::kIteratorItem:
      return "___tuple_iterator_getitem(" + base->text() + ", " + std::to_string(index) + ")";
    case SourceKind::kDictItem:
      if (index >= 0) return base->text() + "[" + key_at(*base, index) + "]";
      return base->text() + "[" + key_text(key) + "]";
    case SourceKind::kDictKey: return key_at(*base, index);
    case SourceKind::kClosure: return base->text() + ".__closure__[" + std::to_string(index) + "].cell_contents";
    case SourceKind::kDefault: return base->text() + ".__defaults__[" + std::to_string(index) + "]";
    case SourceKind::kKeywordDefault: return base->text() + ".__kwdefaults__['" + name + "']";
    case SourceKind::kSize: return base->text() + ".size()[" + std::to_string(index) + "]";
    case SourceKind::kMethodFunction: return base->text() + ".__func__";
    case SourceKind::kMethodSelf: return base->text() + ".__self__";
    case SourceKind::kNumber: return base->text() + ".item()";
    case SourceKind::kDrawn: return "random_value_" + std::to_string(index);
    case SourceKind::kCell: return "C['" + name + "'][" + std::to_string(index) + "]";
  }
  return {};
}

const Source* Source::root() const {
  const Source* at = this;
  while (at->base) at = at->base.get();
  return at;
}

bool Source::is_local() const {
  SourceKind root_kind = root()->kind;
  return root_kind == SourceKind::kLocal || root_kind == SourceKind::kFree || root_kind == SourceKind::kCell;
}

static SourceRef make_source(SourceKind kind, SourceRef base, std::string name, int index = 0, Value key = {}) {
  SourceRef source = make_ref<Source>();
  source->kind = kind;
  source->under_module = base && base->under_module;
  source->base = std::move(base);
  source->name = std::move(name);
  source->index = index;
  source->key = std::move(key);
  return source;
}

SourceRef local_source(std::string name, int slot, bool cell) {
  SourceRef source = make_source(SourceKind::kLocal, {}, std::move(name), slot);
  source->cell = cell;
  return source;
}
SourceRef cell_source(Value cell, std::string name, int index) {
  return make_source(SourceKind::kCell, {}, std::move(name), index, std::move(cell));
}
SourceRef free_source(std::string name, int index) {
  return make_source(SourceKind::kFree, {}, std::move(name), index);
}
SourceRef global_source(std::string name) { return make_source(SourceKind::kGlobal, {}, std::move(name)); }
SourceRef foreign_global_source(Value globals, std::string name) {
  return make_source(SourceKind::kForeignGlobal, {}, std::move(name), 0, std::move(globals));
}
SourceRef drawn_source(int index) { return make_source(SourceKind::kDrawn, {}, {}, index); }
SourceRef attribute_source(SourceRef base, std::string name, SourceKind kind) {
  return make_source(kind, std::move(base), std::move(name));
}
SourceRef item_source(SourceRef base, int index, SourceKind kind) {
  return make_source(kind, std::move(base), {}, index);
}
SourceRef dict_item_source(SourceRef base, Value key, int index) {
  return make_source(SourceKind::kDictItem, std::move(base), {}, index, std::move(key));
}

std::string input_name(const Source& source) {
  std::string name;
  bool gap = false;
  for (char c : source.text()) {
    if (isalnum(static_cast<unsigned char>(c))) {
      if (gap) name += '_';
      gap = false;
      name += c;
    } else {
      gap = true;
    }
  }
  return gap ? name + "_" : name;
}

}  // namespace vt::dynamo
