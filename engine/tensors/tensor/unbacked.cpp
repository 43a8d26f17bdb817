#include "tensor/unbacked.h"

#include <algorithm>

namespace vt {
namespace {
thread_local Asker asker = Asker::kProgram;
thread_local DataSizes* data_sizes = nullptr;
}  // namespace

AskerScope::AskerScope(Asker now) : before_(asker) { asker = now; }
AskerScope::~AskerScope() { asker = before_; }
Asker current_asker() { return asker; }

DataSizesScope::DataSizesScope(DataSizes* sizes) : before_(data_sizes) { data_sizes = sizes; }
DataSizesScope::~DataSizesScope() { data_sizes = before_; }

bool has_data_sizes() { return data_sizes != nullptr; }

std::optional<SymInt> data_size(std::optional<SymInt> at_most, const void* found_in) {
  if (!data_sizes) return std::nullopt;
  if (auto known = data_sizes->known.find(found_in); found_in && known != data_sizes->known.end()) return known->second;
  SymInt size = new_unbacked(*data_sizes->env);
  assume(SymRelation::kLessEqual, 0, size);
  if (at_most) assume(SymRelation::kLessEqual, size, *at_most);
  if (found_in) data_sizes->known.emplace(found_in, size);
  return size;
}

bool has_unbacked(const ShapeEnv& env, const SymExpr& e) {
  std::vector<std::string> names;
  sym_free_symbols(e, names);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const ShapeEnv::SymbolInfo* symbol = env.find_symbol(name);
    return symbol && is_unbacked(*symbol);
  });
}

static bool only_a_run_tells(const SymExpr& e) {
  if (e->op == SymOp::kSymbol && e->env) return has_unbacked(*e->env, e->env->simplify(e));
  return std::any_of(e->operands.begin(), e->operands.end(),
                     [](const SymExpr& part) { return only_a_run_tells(part); });
}
bool only_a_run_tells(const SymInt& size) { return size.symbolic() && only_a_run_tells(size.expr()); }

// Stands for sizes that are neither 0 nor 1, the usual ones.
SymInt new_unbacked(ShapeEnv& env) {
  constexpr int64_t kUsual = 2;
  return env.new_symbol(kUsual, "", INT64_MIN);
}

void assume(SymRelation relation, const SymInt& left, const SymInt& right) {
  AskerScope scope(Asker::kAssertion);
  switch (relation) {
    case SymRelation::kEqual: (void)(left == right); return;
    case SymRelation::kNotEqual: (void)(left != right); return;
    case SymRelation::kLess: (void)(left < right); return;
    case SymRelation::kLessEqual: (void)(left <= right); return;
  }
}

std::string relation_expression(SymRelation relation, const SymExpr& left, const SymExpr& right) {
  bool equality = relation == SymRelation::kEqual || relation == SymRelation::kNotEqual;
  bool swapped = sym_is_constant(left);
  std::string a = sym_text(swapped ? right : left), b = sym_text(swapped ? left : right);
  if (equality) return (relation == SymRelation::kEqual ? "Eq(" : "Ne(") + a + ", " + b + ")";
  std::string sign = relation == SymRelation::kLess ? (swapped ? " > " : " < ") : (swapped ? " >= " : " <= ");
  return a + sign + b;
}

}  // namespace vt
