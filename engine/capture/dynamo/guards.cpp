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
// PyTorch's order: by where the value comes from, then short names first. Two sources of one
// object come last.
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

namespace {
struct SymbolValues {
  const std::vector<SymbolBinding>& bindings;
  const std::vector<int64_t>& values;
};

int64_t symbol_value(const void* context, std::string_view name) {
  const SymbolValues& all = *static_cast<const SymbolValues*>(context);
  for (size_t i = 0; i < all.bindings.size(); ++i) {
    if (!all.bindings[i].stride && all.bindings[i].symbol == name) return all.values[i];
  }
  VT_UNREACHABLE("a guard names a symbol without a source: " + std::string(name));
}

bool relation_holds(SymRelation relation, int64_t left, int64_t right) {
  switch (relation) {
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

// Symbols by the places they stand for: "L['x'].size()[0]*2".
std::string readable(const SymExpr& e, const std::vector<SymbolBinding>& bindings) {
  auto name_of = [](const void* context, std::string_view name) -> SymExpr {
    for (const SymbolBinding& binding : *static_cast<const std::vector<SymbolBinding>*>(context)) {
      if (!binding.stride && binding.symbol == name) return sym_variable(binding_text(binding));
    }
    return {};
  };
  return sym_text(sym_substitute(e, name_of, &bindings));
}

std::string plain_text(const std::string& text) {
  std::string result = text;
  for (size_t at = 0; (at = result.find("L['", at)) != std::string::npos;) {
    size_t end = result.find("']", at);
    if (end == std::string::npos) break;
    result = result.substr(0, at) + result.substr(at + 3, end - at - 3) + result.substr(end + 2);
  }
  return result;
}

// "L['x']" -> "x": how failures name values.
std::string short_name(const Source& source) { return plain_text(source.text()); }

// How advice names them: globals, too, as the program writes them.
std::string spoken_name(const Source& source) {
  std::string name = short_name(source);
  const size_t end = name.find("']");
  return name.starts_with("G['") && end != name.npos ? name.substr(3, end - 3) + name.substr(end + 2) : name;
}

}  // namespace

bool GuardSet::check(Interpreter& vm, vm::Frame& frame) {
  if (!(state_ == GlobalState::now())) return false;
  std::vector<int64_t> values(bindings_.size());
  if (!tree_->check(vm, frame, values, nullptr, nullptr)) return false;
  if (bindings_.empty()) return true;
  SymbolValues context{bindings_, values};
  for (size_t i = 0; i < bindings_.size(); ++i) {
    if (bindings_[i].stride) {
      if (values[i] != sym_evaluate(bindings_[i].stride, symbol_value, &context)) return false;
      continue;
    }
    if (values[i] != symbol_value(&context, bindings_[i].symbol)) return false;  // duck sizing
    const ShapeEnv::SymbolInfo* info = env_->find_symbol(bindings_[i].symbol);
    if (info && (values[i] < info->lower_bound || values[i] > info->upper_bound)) return false;
  }
  for (const ShapeGuard& guard : shape_guards_) {
    if (!relation_holds(guard.relation, sym_evaluate(guard.left, symbol_value, &context),
                        sym_evaluate(guard.right, symbol_value, &context)))
      return false;
  }
  return true;
}

namespace {
std::string number_list_text(int64_t n) { return std::to_string(n); }

// In PyTorch's words; nothing if the marks are among those that were compiled for.
std::string marks_failure(const DimensionMarks& known, const DimensionMarks& now) {
  if (now.within(known)) return {};
  if (!known.dynamic && !known.weak && !known.fixed)
    return "_has_dynamo_dim_marking is present on runtime tensor but was absent at compile time";
  auto axes = [](uint64_t bits) {
    std::string text;
    for (int axis = 0; axis < 64; ++axis)
      if (bits >> axis & 1) text += (text.empty() ? "" : ", ") + std::to_string(axis);
    return "{" + text + "}";
  };
  for (auto [name, was, is] : {std::tuple("_dynamo_dynamic_indices", known.dynamic, now.dynamic),
                               {"_dynamo_weak_dynamic_indices", known.weak, now.weak},
                               {"_dynamo_static_indices", known.fixed, now.fixed}}) {
    if (!(is & ~was)) continue;
    if (!was) return std::string(name) + " should be absent but is present on runtime tensor";
    return std::string(name) + " not a subset: runtime " + axes(is) + " is not a subset of compiled " + axes(was);
  }
  return {};
}

GuardSet::Failure tensor_failure(const Guard& guard, const Value& value) {
  GuardSet::Failure failure;
  failure.place = guard.place;
  std::string head = "tensor '" + short_name(*guard.source) + "' ";
  const Tensor* tensor = torch::as_tensor(value);
  if (!tensor || vm::type_of(value) != guard.tensor.type) {
    failure.was = guard.tensor.type->name;
    failure.is = vm::type_of(value)->name;
    failure.text = "expected type of '" + short_name(*guard.source) + "' to be a tensor type, " +
                   Interpreter::current()->repr(Value::of(guard.tensor.type)) + ", but found " +
                   Interpreter::current()->repr(Value::of(vm::type_of(value)));
    failure.advice = "pass the same type on every call, or convert it before the compiled function";
    return failure;
  }
  auto say = [&](const std::string& what, std::string was, std::string is, const char* advice) {
    failure.text = head + what + " mismatch. expected " + was + ", actual " + is;
    failure.was = std::move(was);
    failure.is = std::move(is);
    failure.advice = advice;
    return failure;
  };
  if (tensor->dtype() != guard.tensor.dtype) {
    return say("dtype", dtype_scalar_name(guard.tensor.dtype), dtype_scalar_name(tensor->dtype()),
               "convert the input to one dtype before the call");
  }
  if (tensor->requires_grad() != guard.tensor.requires_grad) {
    std::string was = guard.tensor.requires_grad ? "1" : "0";
    failure.text = head + "requires_grad mismatch. expected requires_grad=" + was;
    failure.was = was;
    failure.is = tensor->requires_grad() ? "1" : "0";
    failure.advice = "call the function under one grad mode, or detach() the input";
    return failure;
  }
  if (tensor->rank() != static_cast<int>(guard.tensor.sizes.size())) {
    return say("rank", std::to_string(guard.tensor.sizes.size()), std::to_string(tensor->rank()),
               "give inputs the same number of dimensions");
  }
  for (int axis = 0; axis < tensor->rank(); ++axis) {
    int64_t expected = guard.tensor.sizes[static_cast<size_t>(axis)];
    if (expected < 0 || expected == tensor->size(axis)) continue;
    say("size", number_list_text(expected), number_list_text(tensor->size(axis)), "");
    failure.text = head + "size mismatch at index " + std::to_string(axis) + ". expected " + failure.was + ", actual " +
                   failure.is;
    failure.advice = "torch._dynamo.mark_dynamic(" + short_name(*guard.source) + ", " + std::to_string(axis) +
                     ") or torch.compile(dynamic=True)";
    return failure;
  }
  for (int axis = 0; axis < tensor->rank(); ++axis) {
    int64_t expected = guard.tensor.strides[static_cast<size_t>(axis)];
    if (expected < 0 || expected == tensor->strides()[axis]) continue;
    say("stride", number_list_text(expected), number_list_text(tensor->strides()[axis]), "");
    failure.text = head + "stride mismatch at index " + std::to_string(axis) + ". expected " + failure.was +
                   ", actual " + failure.is;
    failure.advice = "call contiguous() on the input before the compiled function";
    return failure;
  }
  if (std::string marks = marks_failure(guard.tensor.marks, DimensionMarks::of(value)); !marks.empty()) {
    failure.text = std::move(marks);
    failure.place = {};
    failure.advice = "mark the same dimensions on every call";
    return failure;
  }
  return say("device", device_text(guard.tensor.device), device_text(tensor->device()), "keep the input on one device");
}

std::string text_of(Interpreter& vm, const Value& value) {
  std::string text = value.is_null() ? "nothing" : vm.repr(value);
  return text.size() > 80 ? text.substr(0, 77) + "..." : text;
}

GuardSet::Failure guard_failure(Interpreter& vm, const Guard& guard, const Value& value) {
  // What a broken call left on the stack has no name in the program.
  constexpr std::string_view kFromStack = "___stack";
  auto about_stack = [&](GuardSet::Failure failure) {
    const std::string name = short_name(*guard.source);
    if (name.starts_with(kFromStack))
      failure.advice = "fix the graph break before it: '" + name + "' is what the call there returned";
    return failure;
  };
  if (guard.kind == GuardKind::kTensor) return about_stack(tensor_failure(guard, value));
  GuardSet::Failure failure;
  failure.text = plain_text(guard.text());
  failure.width = guard.text().size();
  failure.is = text_of(vm, value);
  failure.place = guard.place;
  std::string name = short_name(*guard.source), said = spoken_name(*guard.source);
  switch (guard.kind) {
    case GuardKind::kType:
      failure.was = guard.expected.as<vm::Type>()->name;
      failure.is = vm::type_of(value)->name;
      failure.text = "expected type of '" + name + "' to be " + vm.repr(guard.expected) + ", but found " +
                     vm.repr(Value::of(vm::type_of(value)));
      failure.advice = "pass the same type on every call";
      break;
    case GuardKind::kLength:
      failure.was = std::to_string(guard.length);
      failure.is = std::to_string(length_of(vm, value));
      failure.advice = "pad to one length, or stack the items into one tensor";
      break;
    case GuardKind::kEquals:
      failure.was = text_of(vm, guard.expected);
      if (!value.is_int() && !value.is_float())
        failure.advice = "compile one function per value of '" + said + "', or let the caller look at it";
      else if (guard.source->under_module)
        failure.advice = "keep '" + said + "' in a tensor (a buffer of the module): numbers of modules are constants";
      else failure.advice = "pass '" + said + "' as a tensor, or mark it dynamic with torch.compile(dynamic=True)";
      break;
    default:
      failure.was = guard.expected.is_null() ? "" : text_of(vm, guard.expected);
      failure.advice = "keep '" + said + "' the same object between calls";
      break;
  }
  return about_stack(std::move(failure));
}
}  // namespace

const CodePlace* GuardSet::place(size_t guard) const {
  if (guard < guards_.size()) return &guards_[guard].place;
  const size_t shape = guard - guards_.size();
  return shape < shape_places_.size() ? &shape_places_[shape] : nullptr;
}

// Where the first condition on sizes stands that does not hold for these values of the symbols.
const CodePlace* GuardSet::broken_condition(const std::vector<int64_t>& values) const {
  SymbolValues context{bindings_, values};
  const std::vector<ShapeGuard>& conditions = shape_guards_;
  for (size_t i = 0; i < conditions.size(); ++i) {
    const ShapeGuard& condition = conditions[i];
    if (!relation_holds(condition.relation, sym_evaluate(condition.left, symbol_value, &context),
                        sym_evaluate(condition.right, symbol_value, &context)))
      return &shape_places_[i];
  }
  return nullptr;
}

// For failures that no line of the program asked for.
CodePlace GuardSet::first_use(const Source& source) const {
  const std::string name = source.text();
  for (const Guard& guard : guards_)
    if (guard.source->text() == name) return guard.place;
  return {};
}

std::optional<GuardSet::Failure> GuardSet::explain(Interpreter& vm, vm::Frame& frame) {
  GlobalState now = GlobalState::now();
  if (!(state_ == now)) {
    const char* what = state_.grad_enabled != now.grad_enabled ? "grad_mode"
                       : state_.autocast != now.autocast       ? "autocast"
                                                               : "default_dtype";
    auto flag = [](bool v) { return std::string(v ? "True" : "False"); };
    Failure failure{std::string("GLOBAL_STATE changed: ") + what + " ",
                    flag(state_.grad_enabled),
                    flag(now.grad_enabled),
                    "call the compiled function under one grad and autocast mode",
                    {}};
    return failure;
  }
  std::vector<int64_t> values(bindings_.size());
  const Guard* failed = nullptr;
  const Source* missing = nullptr;
  if (!tree_->check(vm, frame, values, &failed, &missing)) {
    if (failed) return guard_failure(vm, *failed, fetch(vm, frame, *failed->source));
    if (!missing) {
      return Failure{"Duplicate tensors found: two arguments that were different tensors are one now",
                     "different tensors",
                     "one tensor",
                     "clone() one of them before the call",
                     {}};
    }
    return Failure{(missing ? missing->text() : std::string("a value")) + " is not there any more",
                   "present",
                   "missing",
                   "keep the attribute or item on every call",
                   {}};
  }
  SymbolValues context{bindings_, values};
  // A bound comes of a condition in the program, or of 0 and 1 being special.
  auto bound_failure = [&](std::string text, std::string was, std::string is, const char* advice,
                           const Source* source = nullptr) {
    const CodePlace* condition = broken_condition(values);
    if (condition && !*advice)
      advice = "a condition splits the inputs: use min() or max() or a tensor instead, or let the caller decide";
    return Failure{std::move(text), std::move(was), std::move(is), advice,
                   condition ? *condition
                   : source  ? first_use(*source)
                             : CodePlace{}};
  };
  for (size_t i = 0; i < bindings_.size(); ++i) {
    const SymbolBinding& binding = bindings_[i];
    std::string actual = std::to_string(values[i]), at = plain_text(binding_text(binding));
    if (binding.stride) {
      int64_t expected = sym_evaluate(binding.stride, symbol_value, &context);
      if (values[i] != expected)
        return Failure{"tensor '" + short_name(*binding.source) + "' stride mismatch at index " +
                           std::to_string(binding.axis - kMaxRank) + ". expected " + std::to_string(expected) +
                           ", actual " + actual,
                       std::to_string(expected),
                       actual,
                       "call contiguous() on the input",
                       {}};
      continue;
    }
    int64_t first = symbol_value(&context, binding.symbol);
    if (values[i] != first) {
      const SymbolBinding* origin = &binding;
      for (const SymbolBinding& candidate : bindings_) {
        if (!candidate.stride && candidate.symbol == binding.symbol) {
          origin = &candidate;
          break;
        }
      }
      const ShapeEnv::SymbolInfo* info = env_->find_symbol(binding.symbol);
      std::string size = info ? std::to_string(info->hint) : "?";
      return Failure{at + " == " + plain_text(binding_text(*origin)) +
                         "  # duck sizing added this equality because these variables had the same size " + size,
                     std::to_string(first), actual,
                     "use different sizes in the first call, or torch.fx.experimental._config.use_duck_shape = False",
                     first_use(*binding.source)};
    }
    const ShapeEnv::SymbolInfo* info = env_->find_symbol(binding.symbol);
    if (info && values[i] < info->lower_bound) {
      const std::string bound = std::to_string(info->lower_bound);
      const bool special = values[i] < 2 && info->lower_bound <= 2;
      return bound_failure(
          bound + " <= " + at, ">= " + bound, actual,
          special ? "leave sizes 0 and 1 out (drop_last=True) or pad them: they get code of their own" : "",
          binding.source.get());
    }
    if (info && values[i] > info->upper_bound) {
      const std::string bound = std::to_string(info->upper_bound);
      return bound_failure(at + " <= " + bound, "<= " + bound, actual, "");
    }
  }
  for (const ShapeGuard& guard : shape_guards_) {
    int64_t left = sym_evaluate(guard.left, symbol_value, &context),
            right = sym_evaluate(guard.right, symbol_value, &context);
    if (relation_holds(guard.relation, left, right)) continue;
    const std::string is = std::to_string(left) + " and " + std::to_string(right);
    const std::string text = plain_text(readable(guard.left, bindings_)) + relation_text(guard.relation) +
                             plain_text(readable(guard.right, bindings_));
    const bool equation = guard.relation == SymRelation::kEqual;
    return bound_failure(text, "", is, equation ? "keep this relation between the sizes on every call" : "");
  }
  return std::nullopt;
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
