// Explains why guards fail, for the recompile reports. The checks themselves are in guards.cpp.
#include <algorithm>
#include <tuple>

#include "capture/dynamo/guard_tree.h"
#include "capture/dynamo/guards.h"
#include "tables/advice.h"
#include "torch/objects.h"

namespace vt::dynamo {

std::string plain_text(const std::string& text) {
  std::string result = text;
  for (size_t at = 0; (at = result.find("L['", at)) != std::string::npos;) {
    size_t end = result.find("']", at);
    if (end == std::string::npos) break;
    result = result.substr(0, at) + result.substr(at + 3, end - at - 3) + result.substr(end + 2);
  }
  return result;
}

namespace {

// "L['x']" -> "x": the name of a value in failure texts.
std::string short_name(const Source& source) { return plain_text(source.text()); }

// The name in advice to the user: globals too are written as in the program.
std::string spoken_name(const Source& source) {
  std::string name = short_name(source);
  const size_t end = name.find("']");
  return name.starts_with("G['") && end != name.npos ? name.substr(3, end - 3) + name.substr(end + 2) : name;
}

// The failure text, in PyTorch's words; empty if the marks are among those that were compiled for.
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

// A failure with the text "tensor 'x' dtype mismatch. expected Float, actual Double".
GuardSet::Failure mismatch(const Guard& guard, const std::string& what, std::string was, std::string is,
                           std::string advice) {
  std::string text = "tensor '" + short_name(*guard.source) + "' " + what + ". expected " + was + ", actual " + is;
  return {std::move(text), std::move(was), std::move(is), std::move(advice), guard.place};
}

// The first axis whose number differs from the expected one (-1: dynamic, not compared); -1 if there is none.
template <typename Actual>
int differing_axis(const std::vector<int64_t>& expected, const Actual& actual) {
  for (size_t axis = 0; axis < expected.size(); ++axis)
    if (expected[axis] >= 0 && expected[axis] != actual(static_cast<int>(axis))) return static_cast<int>(axis);
  return -1;
}

GuardSet::Failure tensor_failure(const Guard& guard, const Value& value) {
  const TensorExpectation& expected = guard.tensor;
  const std::string name = short_name(*guard.source);
  const Tensor* tensor = torch::as_tensor(value);
  if (!tensor || vm::type_of(value) != expected.type) {
    Interpreter& vm = *Interpreter::current();
    return {"expected type of '" + name + "' to be a tensor type, " + vm.repr(Value::of(expected.type)) +
                ", but found " + vm.repr(Value::of(vm::type_of(value))),
            expected.type->name, vm::type_of(value)->name, advise<Advice::kSameTensorType>(), guard.place};
  }
  if (tensor->dtype() != expected.dtype) {
    return mismatch(guard, "dtype mismatch", dtype_scalar_name(expected.dtype), dtype_scalar_name(tensor->dtype()),
                    advise<Advice::kOneDtype>());
  }
  if (tensor->requires_grad() != expected.requires_grad) {
    std::string was = expected.requires_grad ? "1" : "0", is = expected.requires_grad ? "0" : "1";
    std::string text = "tensor '" + name + "' requires_grad mismatch. expected requires_grad=" + was;
    return {std::move(text), std::move(was), std::move(is), advise<Advice::kOneGradMode>(), guard.place};
  }
  if (tensor->rank() != static_cast<int>(expected.sizes.size())) {
    return mismatch(guard, "rank mismatch", std::to_string(expected.sizes.size()), std::to_string(tensor->rank()),
                    advise<Advice::kSameRank>());
  }
  const int size = differing_axis(expected.sizes, [&](int axis) { return tensor->size(axis); });
  if (size >= 0) {
    const std::string axis = std::to_string(size);
    return mismatch(guard, "size mismatch at index " + axis, std::to_string(expected.sizes[static_cast<size_t>(size)]),
                    std::to_string(tensor->size(size)), advise<Advice::kMarkDynamic>(name, axis));
  }
  const int stride = differing_axis(expected.strides, [&](int axis) { return tensor->strides()[axis]; });
  if (stride >= 0) {
    return mismatch(guard, "stride mismatch at index " + std::to_string(stride),
                    std::to_string(expected.strides[static_cast<size_t>(stride)]),
                    std::to_string(tensor->strides()[stride]), advise<Advice::kContiguousBefore>());
  }
  if (std::string marks = marks_failure(expected.marks, DimensionMarks::of(value)); !marks.empty())
    return {std::move(marks), {}, {}, advise<Advice::kSameMarks>(), {}};
  return mismatch(guard, "device mismatch", device_text(expected.device), device_text(tensor->device()),
                  advise<Advice::kOneDevice>());
}

std::string text_of(Interpreter& vm, const Value& value) {
  std::string text = value.is_null() ? "nothing" : vm.repr(value);
  return text.size() > 80 ? text.substr(0, 77) + "..." : text;
}

GuardSet::Failure plain_failure(Interpreter& vm, const Guard& guard, const Value& value) {
  GuardSet::Failure failure;
  failure.text = plain_text(guard.text());
  failure.width = guard.text().size();
  failure.is = text_of(vm, value);
  failure.place = guard.place;
  const std::string name = short_name(*guard.source), said = spoken_name(*guard.source);
  switch (guard.kind) {
    case GuardKind::kType:
      failure.was = guard.expected.as<vm::Type>()->name;
      failure.is = vm::type_of(value)->name;
      failure.text = "expected type of '" + name + "' to be " + vm.repr(guard.expected) + ", but found " +
                     vm.repr(Value::of(vm::type_of(value)));
      failure.advice = advise<Advice::kSameType>();
      break;
    case GuardKind::kLength:
      failure.was = std::to_string(guard.length);
      failure.is = std::to_string(length_of(vm, value));
      failure.advice = advise<Advice::kOneLength>();
      break;
    case GuardKind::kEquals:
      failure.was = text_of(vm, guard.expected);
      failure.advice = !value.is_int() && !value.is_float() ? advise<Advice::kFunctionPerValue>(said)
                       : guard.source->under_module         ? advise<Advice::kKeepInBuffer>(said)
                                                            : advise<Advice::kPassAsTensor>(said);
      break;
    default:
      failure.was = guard.expected.is_null() ? "" : text_of(vm, guard.expected);
      failure.advice = advise<Advice::kSameObject>(said);
      break;
  }
  return failure;
}

GuardSet::Failure guard_failure(Interpreter& vm, const Guard& guard, const Value& value) {
  GuardSet::Failure failure =
      guard.kind == GuardKind::kTensor ? tensor_failure(guard, value) : plain_failure(vm, guard, value);
  // A stack value of a resume function has no name in the program.
  const std::string name = short_name(*guard.source);
  if (name.starts_with("___stack")) failure.advice = advise<Advice::kFixBreakBefore>(name);
  return failure;
}

GuardSet::Failure state_failure(const GlobalState& was, const GlobalState& now) {
  auto flag = [](bool on) { return std::string(on ? "True" : "False"); };
  auto dtype = [](DType d) { return "torch." + std::string(dtype_name(d)); };
  auto changed = [](const char* what, std::string from, std::string to) {
    const std::string text = std::string("GLOBAL_STATE changed: ") + what + " ";
    return GuardSet::Failure{text, std::move(from), std::move(to), advise<Advice::kOneMode>(), {}};
  };
  if (was.grad_enabled != now.grad_enabled) return changed("grad_mode", flag(was.grad_enabled), flag(now.grad_enabled));
  if (was.autocast != now.autocast) return changed("autocast", flag(was.autocast), flag(now.autocast));
  if (was.autocast_dtype != now.autocast_dtype)
    return changed("autocast", dtype(was.autocast_dtype), dtype(now.autocast_dtype));
  if (was.inference != now.inference) return changed("grad_mode", "no inference", "inference");
  return changed("default_dtype", dtype(was.default_dtype), dtype(now.default_dtype));
}

}  // namespace

// Place for a failure that no line of the program asked for: the first use of its source.
CodePlace GuardSet::first_use(const Source& source) const {
  const std::string name = source.text();
  for (const Guard& guard : guards_)
    if (guard.source->text() == name) return guard.place;
  return {};
}

GuardSet::Failure GuardSet::value_failure(Interpreter& vm, vm::Frame& frame, const Guard* failed,
                                          const Source* missing) const {
  if (failed) {
    Failure failure = guard_failure(vm, *failed, fetch(vm, frame, *failed->source));
    failure.guard = static_cast<int>(failed - guards_.data());
    return failure;
  }
  if (missing)
    return {missing->text() + " is not there any more", "present", "missing", advise<Advice::kKeepAttribute>(), {}};
  return {"Duplicate tensors found: two arguments that were different tensors are one now",
          "different tensors",
          "one tensor",
          advise<Advice::kCloneOne>(),
          {}};
}

// The failure of a stride that must follow from the sizes, or of a size that duck shaping took to be equal to another.
std::optional<GuardSet::Failure> GuardSet::size_failure(const SymbolBinding& binding, int64_t actual,
                                                        const SymbolValues& symbols) const {
  const int64_t expected = binding.stride ? symbols.evaluate(binding.stride) : symbols.of(binding.symbol);
  if (actual == expected) return std::nullopt;
  if (binding.stride) {
    return Failure{"tensor '" + short_name(*binding.source) + "' stride mismatch at index " +
                       std::to_string(binding.axis - kMaxRank) + ". expected " + std::to_string(expected) +
                       ", actual " + std::to_string(actual),
                   std::to_string(expected),
                   std::to_string(actual),
                   advise<Advice::kContiguous>(),
                   {}};
  }
  auto origin = std::find_if(bindings_.begin(), bindings_.end(), [&](const SymbolBinding& candidate) {
    return !candidate.stride && candidate.symbol == binding.symbol;
  });
  const ShapeEnv::SymbolInfo* info = env_->find_symbol(binding.symbol);
  return Failure{plain_text(binding_text(binding)) + " == " + plain_text(binding_text(*origin)) +
                     "  # duck sizing added this equality because these variables had the same size " +
                     (info ? std::to_string(info->hint) : "?"),
                 std::to_string(expected), std::to_string(actual), advise<Advice::kDifferentSizes>(),
                 first_use(*binding.source)};
}

// Index of the line, after the shape guards, with the lower bound of this binding's symbol; -1 if it has none.
int GuardSet::bound_line(const SymbolBinding& wanted) const {
  int line = static_cast<int>(guards_.size() + shape_guards_.size());
  for (const SymbolBinding& binding : bindings_) {
    const ShapeEnv::SymbolInfo* info = binding.stride ? nullptr : env_->find_symbol(binding.symbol);
    if (!info || info->lower_bound <= INT64_MIN) continue;
    if (&binding == &wanted) return line;
    ++line;
  }
  return -1;
}

// The failure of a symbol's bound. A bound comes from a condition in the program, or from specialising 0 and 1.
std::optional<GuardSet::Failure> GuardSet::bound_failure(const SymbolBinding& binding, int64_t actual,
                                                         const SymbolValues& symbols) const {
  const ShapeEnv::SymbolInfo* info = binding.stride ? nullptr : env_->find_symbol(binding.symbol);
  if (!info || (actual >= info->lower_bound && actual <= info->upper_bound)) return std::nullopt;
  const std::string at = plain_text(binding_text(binding));
  const std::optional<size_t> condition = broken_condition(symbols);
  Failure failure;
  failure.is = std::to_string(actual);
  if (condition) failure.advice = advise<Advice::kAvoidCondition>(), failure.place = shape_places_[*condition];
  if (condition) failure.guard = static_cast<int>(guards_.size() + *condition);
  if (actual > info->upper_bound) {
    failure.text = at + " <= " + std::to_string(info->upper_bound);
    failure.was = "<= " + std::to_string(info->upper_bound);
    return failure;
  }
  failure.text = std::to_string(info->lower_bound) + " <= " + at;
  failure.was = ">= " + std::to_string(info->lower_bound);
  if (!condition) failure.guard = bound_line(binding);
  if (actual < 2 && info->lower_bound <= 2) failure.advice = advise<Advice::kAvoidSpecialSizes>();
  if (!condition) failure.place = first_use(*binding.source);
  return failure;
}

std::optional<GuardSet::Failure> GuardSet::condition_failure(const SymbolValues& symbols) const {
  const std::optional<size_t> broken = broken_condition(symbols);
  if (!broken) return std::nullopt;
  const ShapeGuard& guard = shape_guards_[*broken];
  return Failure{
      plain_text(readable(guard.left, bindings_)) + relation_text(guard.relation) +
          plain_text(readable(guard.right, bindings_)),
      "",
      std::to_string(symbols.evaluate(guard.left)) + " and " + std::to_string(symbols.evaluate(guard.right)),
      guard.relation == SymRelation::kEqual ? advise<Advice::kKeepRelation>() : advise<Advice::kAvoidCondition>(),
      shape_places_[*broken],
      0,
      static_cast<int>(guards_.size() + *broken)};
}

GuardSet::Attempt GuardSet::attempt(Interpreter& vm, vm::Frame& frame) {
  Attempt made;
  if (GlobalState now = GlobalState::now(); !(state_ == now)) {
    made.failure = state_failure(state_, now);
    return made;
  }
  made.symbols.resize(bindings_.size());
  const Guard* failed = nullptr;
  const Source* missing = nullptr;
  std::vector<const Guard*> held;
  const bool all = tree_->check(vm, frame, made.symbols, &failed, &missing, &held);
  for (const Guard* guard : held) made.held.push_back(static_cast<int>(guard - guards_.data()));
  if (!all) {
    made.failure = value_failure(vm, frame, failed, missing);
    if (failed) made.failure->guard = static_cast<int>(failed - guards_.data());
    return made;
  }
  const SymbolValues symbols{bindings_, made.symbols};
  for (size_t i = 0; i < bindings_.size() && !made.failure; ++i) {
    made.failure = size_failure(bindings_[i], made.symbols[i], symbols);
    if (!made.failure) made.failure = bound_failure(bindings_[i], made.symbols[i], symbols);
  }
  if (!made.failure) made.failure = condition_failure(symbols);
  return made;
}

}  // namespace vt::dynamo
