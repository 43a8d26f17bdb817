#include "capture/dynamo/guards.h"

#include <algorithm>
#include <tuple>

#include "capture/dynamo/guard_tree.h"
#include "eager/autocast.h"
#include "eager/modes.h"
#include "support/check.h"
#include "tensor/unbacked.h"
#include "torch/objects.h"

namespace vt::dynamo {

GlobalState GlobalState::now() {
  GlobalState state;
  state.grad_enabled = vt::grad_enabled();
  state.inference = vt::inference_mode();
  state.autocast = vt::autocast_enabled();
  state.autocast_dtype = vt::autocast_dtype();
  state.default_dtype = vt::default_dtype();
  return state;
}

std::string Guard::text() const {
  Interpreter& vm = *Interpreter::current();
  std::string at = source->text();
  switch (kind) {
    case GuardKind::kType: return "type(" + at + ") is " + expected.as<vm::Type>()->name;
    case GuardKind::kIdentity: return expected.is_none() ? at + " is None" : at + " is " + vm.repr(expected);
    case GuardKind::kCode: return at + ".__code__ is the one seen";
    case GuardKind::kEquals: return expected.is_none() ? at + " is None" : at + " == " + vm.repr(expected);
    case GuardKind::kIteratorState: {
      const vm::Range* range = expected.as<vm::Tuple>()->items[0].as<vm::Range>();
      if (!range) return "___normalize_count_iter(" + at + ") == " + vm.repr(expected);
      return "___normalize_range_iter(" + at + ") == (" + std::to_string(range->start) + ", " +
             std::to_string(range->stop) + ", " + std::to_string(range->step) + ")";
    }
    case GuardKind::kLength:
      return (expected.is_null() ? "len(" : "___tuple_iterator_len(") + at + ") == " + std::to_string(length);
    case GuardKind::kDictKeys:
      for (const Value& key : expected.as<vm::Tuple>()->items) {
        if (torch::as_tensor(key)) return "list(dict.keys(" + at + ")) are the tensors seen";
      }
      return "list(dict.keys(" + at + ")) == " + vm.repr(vm::make_list(expected.as<vm::Tuple>()->items));
    case GuardKind::kTensor: {
      std::string sizes, strides;
      for (int64_t size : tensor.sizes)
        sizes += (sizes.empty() ? "" : ", ") + (size < 0 ? std::string("None") : std::to_string(size));
      for (int64_t stride : tensor.strides)
        strides += (strides.empty() ? "" : ", ") + (stride < 0 ? std::string("None") : std::to_string(stride));
      return "check_tensor(" + at + ", " + tensor.type->name + ", torch." + dtype_name(tensor.dtype) +
             ", device=" + device_text(tensor.device) + ", requires_grad=" + (tensor.requires_grad ? "True" : "False") +
             ", size=[" + sizes + "], stride=[" + strides + "])";
    }
    case GuardKind::kSame: return other->text() + " is " + at;
    case GuardKind::kDifferent: return at + " is not " + other->text();
    case GuardKind::kPresent: return "hasattr(" + at + ", " + vm.repr(expected) + ")";
    case GuardKind::kNoField: return "not ___dict_contains(" + vm.repr(expected) + ", " + at + ".__dict__)";
    case GuardKind::kAbsent: return "not hasattr(" + at + ", " + vm.repr(expected) + ")";
    case GuardKind::kHasKey: return vm.repr(expected) + " in " + at;
    case GuardKind::kLacksKey: return vm.repr(expected) + " not in " + at;
    case GuardKind::kCompare: {
      static constexpr const char* kOps[] = {"<", "<=", "==", "!=", ">", ">="};
      static constexpr const char* kOpposite[] = {">=", ">", "!=", "==", "<=", "<"};
      size_t op = static_cast<size_t>(length / 2);
      return at + " " + (length % 2 ? kOps[op] : kOpposite[op]) + " " + vm.repr(expected);
    }
  }
  return {};
}

DimensionMarks DimensionMarks::of(const Value& tensor) {
  const Value& attributes = tensor.as<torch::TensorObject>()->attributes;
  DimensionMarks marks;
  if (attributes.is_null()) return marks;
  Interpreter& vm = *Interpreter::current();
  for (auto [name, bits] : {std::pair("_dynamo_dynamic_indices", &marks.dynamic),
                            {"_dynamo_weak_dynamic_indices", &marks.weak},
                            {"_dynamo_static_indices", &marks.fixed}}) {
    Value axes = vm.find_attribute(tensor, vm::intern(name));
    if (axes.is_null() || axes.is_none()) continue;
    for (const Value& axis : vm.to_vector(axes)) *bits |= uint64_t{1} << axis.as_int();
  }
  return marks;
}

GuardSet::GuardSet() : state_(GlobalState::now()) {}
GuardSet::~GuardSet() = default;
GuardSet::GuardSet(GuardSet&&) noexcept = default;
GuardSet& GuardSet::operator=(GuardSet&&) noexcept = default;

static bool same_guard(const Guard& a, const Guard& b) {
  if (a.kind != b.kind || a.source->text() != b.source->text()) return false;
  if (a.kind == GuardKind::kSame || a.kind == GuardKind::kDifferent) return a.other->text() == b.other->text();
  if (a.kind == GuardKind::kCompare) return a.length == b.length && a.expected.same(b.expected);
  return a.kind == GuardKind::kTensor || a.kind == GuardKind::kLength || a.expected.same(b.expected);
}

void GuardSet::add(Guard guard) {
  for (const Guard& known : guards_) {
    if (same_guard(known, guard)) return;
  }
  guards_.push_back(std::move(guard));
}

namespace {
// The group of a guard in PyTorch's order: locals, then globals, then module parameters, then identity of two sources.
// Within a group, short names come first.
int rank_of(const Guard& guard) {
  if (guard.kind == GuardKind::kSame) return 3;
  return guard.source->under_module ? 2 : guard.source->is_local() ? 0 : 1;
}

void sort_guards(std::vector<Guard>& guards) {
  std::vector<std::tuple<int, size_t, std::string, size_t>> keys;
  for (size_t i = 0; i < guards.size(); ++i) {
    std::string name = guards[i].source->text();
    size_t length = name.size();
    keys.emplace_back(rank_of(guards[i]), length, std::move(name), i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<Guard> sorted;
  for (const auto& key : keys) sorted.push_back(std::move(guards[std::get<3>(key)]));
  guards = std::move(sorted);
}
}  // namespace

void GuardSet::finish(std::shared_ptr<ShapeEnv> env, std::vector<SymbolBinding> bindings,
                      const std::vector<CodePlace>& shape_places) {
  env_ = std::move(env);
  bindings_ = std::move(bindings);
  const std::vector<ShapeGuard>& asked = env_->guards();
  for (size_t i = 0; i < asked.size(); ++i) {
    if (has_unbacked(*env_, asked[i].left) || has_unbacked(*env_, asked[i].right)) continue;
    shape_guards_.push_back(asked[i]);
    shape_places_.push_back(i < shape_places.size() ? shape_places[i] : CodePlace());
  }
  sort_guards(guards_);
  tree_ = std::make_unique<GuardTree>(guards_, bindings_);
}

int64_t SymbolValues::of(std::string_view symbol) const {
  for (size_t i = 0; i < bindings.size(); ++i) {
    if (!bindings[i].stride && bindings[i].symbol == symbol) return values[i];
  }
  VT_UNREACHABLE("a guard names a symbol without a source: " + std::string(symbol));
}

int64_t SymbolValues::evaluate(const SymExpr& e) const {
  auto value_of = [](const void* self, std::string_view name) {
    return static_cast<const SymbolValues*>(self)->of(name);
  };
  return sym_evaluate(e, value_of, this);
}

bool SymbolValues::hold(const ShapeGuard& guard) const {
  const int64_t left = evaluate(guard.left), right = evaluate(guard.right);
  switch (guard.relation) {
    case SymRelation::kEqual: return left == right;
    case SymRelation::kNotEqual: return left != right;
    case SymRelation::kLess: return left < right;
    case SymRelation::kLessEqual: return left <= right;
  }
  return false;
}

std::string binding_text(const SymbolBinding& binding) {
  std::string at = binding.source->text();
  if (binding.axis < 0) return at;
  if (binding.stride) return at + ".stride()[" + std::to_string(binding.axis - kMaxRank) + "]";
  return at + ".size()[" + std::to_string(binding.axis) + "]";
}

std::string readable(const SymExpr& e, const std::vector<SymbolBinding>& bindings) {
  auto name_of = [](const void* context, std::string_view name) -> SymExpr {
    for (const SymbolBinding& binding : *static_cast<const std::vector<SymbolBinding>*>(context)) {
      if (!binding.stride && binding.symbol == name) return sym_variable(binding_text(binding));
    }
    return {};
  };
  return sym_text(sym_substitute(e, name_of, &bindings));
}

bool GuardSet::check(Interpreter& vm, vm::Frame& frame) {
  if (!(state_ == GlobalState::now())) return false;
  std::vector<int64_t> values(bindings_.size());
  if (!tree_->check(vm, frame, values, nullptr, nullptr)) return false;
  if (bindings_.empty()) return true;
  const SymbolValues symbols{bindings_, values};
  for (size_t i = 0; i < bindings_.size(); ++i) {
    if (bindings_[i].stride) {
      if (values[i] != symbols.evaluate(bindings_[i].stride)) return false;
      continue;
    }
    if (values[i] != symbols.of(bindings_[i].symbol)) return false;  // duck shaping: one symbol, equal sizes
    const ShapeEnv::SymbolInfo* info = env_->find_symbol(bindings_[i].symbol);
    if (info && (values[i] < info->lower_bound || values[i] > info->upper_bound)) return false;
  }
  return !broken_condition(symbols);
}

std::optional<size_t> GuardSet::broken_condition(const SymbolValues& symbols) const {
  for (size_t i = 0; i < shape_guards_.size(); ++i)
    if (!symbols.hold(shape_guards_[i])) return i;
  return std::nullopt;
}

const CodePlace* GuardSet::place(size_t guard) const {
  if (guard < guards_.size()) return &guards_[guard].place;
  const size_t shape = guard - guards_.size();
  return shape < shape_places_.size() ? &shape_places_[shape] : nullptr;
}

const char* relation_text(SymRelation relation) {
  switch (relation) {
    case SymRelation::kEqual: return " == ";
    case SymRelation::kNotEqual: return " != ";
    case SymRelation::kLess: return " < ";
    case SymRelation::kLessEqual: return " <= ";
  }
  return "";
}

std::vector<std::string> GuardSet::shape_texts() const {
  std::vector<std::string> lines;
  if (!env_) return lines;
  for (const ShapeGuard& guard : shape_guards_) {
    lines.push_back(readable(guard.left, bindings_) + relation_text(guard.relation) + readable(guard.right, bindings_));
  }
  for (const SymbolBinding& binding : bindings_) {
    const ShapeEnv::SymbolInfo* info = binding.stride ? nullptr : env_->find_symbol(binding.symbol);
    if (info && info->lower_bound > INT64_MIN)
      lines.push_back(std::to_string(info->lower_bound) + " <= " + binding_text(binding));
  }
  return lines;
}

std::vector<GuardSet::Line> GuardSet::tree_lines() const {
  std::vector<Line> lines{{"TREE_GUARD_MANAGER:"}, {"+- RootGuardManager"}};
  auto flag = [](bool on) { return on ? "True" : "False"; };
  lines.push_back({std::string("| +- GLOBAL_STATE: grad_mode == ") + flag(state_.grad_enabled) + ", autocast == " +
                   flag(state_.autocast) + ", default_dtype == torch." + dtype_name(state_.default_dtype)});
  tree_->describe(guards_, lines);
  int next = static_cast<int>(guards_.size());
  for (std::string& text : shape_texts()) lines.push_back({"+- LAMBDA_GUARD: " + std::move(text), next++});
  return lines;
}

}  // namespace vt::dynamo
