// Operations on dicts and sets that the interpreter, the modules and several files here
// share: updating from any iterable, and the views of a dict.
#pragma once
#include "vm/native.h"

namespace vt::vm {

// dict.update(source): a mapping (has keys()) or an iterable of pairs.
void dict_update(Interpreter& vm, const Value& dict, const Value& source);
void dict_update_keywords(Interpreter& vm, const Value& dict, const Arguments& a);
Value dict_copy(Interpreter& vm, const Value& dict);
// set.update(source), with the growth that CPython's sets have for sets, dicts and others.
void set_update(Interpreter& vm, Set& set, const Value& source);
Value make_set(bool frozen = false);

enum class DictViewKind : uint8_t { kKeys, kValues, kItems };
struct DictView : Object {
  DictView(Value dict, DictViewKind view);
  static bool is_kind(Kind k) { return k == Kind::kDictView; }
  void traverse(Visitor& v) const override { v.visit(dict); }
  void clear() override { dict = Value::none(); }
  Value dict;
  DictViewKind view;
};
Value make_dict_iterator(Value dict, DictViewKind view, bool backwards);

}  // namespace vt::vm
