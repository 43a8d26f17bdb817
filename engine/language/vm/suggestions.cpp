// "Did you mean: 'x'?": the nearest name, by an edit distance in which a change of case
// costs less than a change of letter.
#include <algorithm>

#include "vm/library_names.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

constexpr int kMove = 2, kCase = 1;
constexpr size_t kMaxCandidates = 750, kMaxLength = 40;

int substitution_cost(char a, char b) {
  if (a == b) return 0;
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b)) ? kCase : kMove;
}

int edit_distance(std::string_view a, std::string_view b, int limit) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.empty() || b.empty()) return static_cast<int>(a.size() + b.size()) * kMove;
  if (a.size() > kMaxLength || b.size() > kMaxLength) return limit + 1;
  std::vector<int> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j) * kMove;
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) * kMove;
    for (size_t j = 1; j <= b.size(); ++j) {
      int substituted = diagonal + substitution_cost(a[i - 1], b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + kMove, row[j - 1] + kMove});
    }
  }
  return row.back();
}

std::string nearest(const std::vector<Value>& candidates, const std::string& name) {
  if (candidates.size() >= kMaxCandidates) return {};
  std::string best;
  int best_distance = -1;
  for (const Value& candidate : candidates) {
    const Str* text = candidate.as<Str>();
    if (!text || text->text == name) continue;
    int limit = static_cast<int>((name.size() + text->text.size() + 3) * kMove / 6);
    if (best_distance >= 0) limit = std::min(limit, best_distance - 1);
    int distance = edit_distance(name, text->text, limit);
    if (distance > limit) continue;
    best = text->text;
    best_distance = distance;
  }
  return best;
}

void add_keys(const Dict* dict, std::vector<Value>& into) {
  if (!dict) return;
  for (const auto& entry : dict->table.entries())
    if (!entry.key.is_null()) into.push_back(entry.key);
}

Value field(const Exception& exception, const char* name) {
  const Dict* fields = exception.attributes.as<Dict>();
  Value* found = fields ? const_cast<Dict*>(fields)->table.find(intern(name)) : nullptr;
  return found ? *found : Value();
}

std::vector<Value> attribute_names(Interpreter& vm, const Value& object) {
  std::vector<Value> listed;
  if (const Value* dir = vm.builtins()->table.find(intern("dir"))) listed = vm.to_vector(vm.call(*dir, {object}));
  std::sort(listed.begin(), listed.end(), [](const Value& a, const Value& b) {
    const Str *x = a.as<Str>(), *y = b.as<Str>();
    return x && y && x->text < y->text;
  });
  return listed;
}

}  // namespace

std::string suggestion_for(Interpreter& vm, const Exception& exception, ShownBy by) {
  try {
    std::vector<Value> candidates;
    std::string wanted;
    if (exception.type == types().NameError) {
      const Value name = field(exception, "name");
      if (!name.as<Str>()) return {};
      wanted = name.as<Str>()->text;
      const std::string forgotten =
          !is_library_name(wanted) ? ""
                                   : "id you forget to import '" + wanted + (by == ShownBy::kInterpreter ? "'?" : "'");
      const Dict* locals = exception.suggestion_names.as<Dict>();
      const Value* self = locals ? const_cast<Dict*>(locals)->table.find(intern("self")) : nullptr;
      if (self && !vm.find_attribute(*self, intern(wanted)).is_null())
        return ". Did you mean: 'self." + wanted + "'?" + (forgotten.empty() ? "" : " Or d" + forgotten);
      add_keys(locals, candidates);
      add_keys(exception.suggestion_globals.as<Dict>(), candidates);
      add_keys(vm.builtins(), candidates);
      std::string found = nearest(candidates, wanted);
      if (!found.empty()) return ". Did you mean: '" + found + "'?" + (forgotten.empty() ? "" : " Or d" + forgotten);
      return forgotten.empty() ? "" : ". D" + forgotten;
    }
    if (exception.type == types().AttributeError) {
      const Value name = field(exception, "name"), object = field(exception, "obj");
      if (!name.as<Str>() || object.is_null()) return {};
      wanted = name.as<Str>()->text;
      candidates = attribute_names(vm, object);
    } else if (exception.type == types().ImportError) {
      const Value name = field(exception, "name_from"), module = field(exception, "name");
      if (!name.as<Str>() || !module.as<Str>()) return {};
      wanted = name.as<Str>()->text;
      if (Module* known = vm.find_module(module.as<Str>()->text)) candidates = attribute_names(vm, Value::of(known));
    } else {
      return {};
    }
    std::string found = nearest(candidates, wanted);
    return found.empty() ? std::string() : ". Did you mean: '" + found + "'?";
  } catch (Raised&) {
    return {};
  }
}

}  // namespace vt::vm
