#include "compat/refused_types.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "compat/op_facts.h"
#include "eager/autocast.h"
#include "eager/modes.h"
#include "ops/dispatch.h"
#include "ops/families/pointwise.h"
#include "ops/kernels/copy.h"
#include "ops/table.h"

namespace vt::compat {
namespace {

constexpr uint32_t bit(DType dtype) { return 1u << static_cast<uint32_t>(dtype); }
constexpr uint32_t kBools = bit(DType::kBool);
constexpr uint32_t kInts =
    bit(DType::kUInt8) | bit(DType::kInt8) | bit(DType::kInt16) | bit(DType::kInt32) | bit(DType::kInt64);
constexpr uint32_t kWhole = kBools | kInts;
constexpr uint32_t kShort = kWhole & ~bit(DType::kInt64);  // an average of int64 is one there
constexpr uint32_t kHalves = bit(DType::kFloat16) | bit(DType::kBFloat16);
constexpr uint32_t kNarrow = kWhole | kHalves;

enum class Looks : uint8_t { kFirst, kFirstFull, kPair };
constexpr const char* kNotImplemented = "NotImplementedError";
struct Row {
  std::string_view name;  // of every overload, or of one ("median.dim"), or of a function in the language
  uint32_t types;
  Looks looks;
  std::string_view text;  // {} is the type; without a blank it is the name of a kernel
  const char* exception;
};

#define OP_AUTOCAST(...)
#define OP_OUT(...)
#define OP_REFUSES(name, types, looks, text, exception) {name, types, Looks::looks, text, exception},
constexpr Row kOpRows[] = {
#include "tables/op_facts.def"
};
constexpr Row kFunctionRows[] = {
#include "tables/function_facts.def"
};
#undef OP_AUTOCAST
#undef OP_OUT
#undef OP_REFUSES

[[noreturn]] void refuse(const Row& row, DType dtype) {
  std::string text;
  if (row.text.find(' ') == std::string_view::npos) {
    text = "\"" + std::string(row.text) + "\" not implemented for '" + dtype_scalar_name(dtype) + "'";
  } else {
    text = row.text;
    if (size_t at = text.find("{}"); at != std::string::npos) text.replace(at, 2, dtype_scalar_name(dtype));
  }
  tensor_error(text, row.exception);
}
// Powers to 0 and 1 are filled and copied there, whatever the type.
bool plain_power(const Row& row, const Arg* exponent) {
  if (row.name != "pow" || !exponent || !exponent->is_scalar()) return false;
  double number = std::get<Scalar>(exponent->value).to_double();
  return number == 0 || number == 1;
}
std::optional<DType> refuses(const Row& row, const Tensor& first, const Arg* second) {
  if (row.looks == Looks::kFirstFull && first.numel() == 0) return std::nullopt;
  if (plain_power(row, second)) return std::nullopt;
  DType dtype = first.dtype();
  if (row.looks == Looks::kPair && second) {
    ResultType common;
    common.add(first);
    common.add(*second);
    dtype = common.get();
  }
  return row.types & bit(dtype) ? std::optional<DType>(dtype) : std::nullopt;
}
// A call that is wrong in another way, in its sizes say, hears of that: it is tried with floats.
void raise_other_errors(const OpDef& op, const Args& args) {
  GradModeScope no_tape(false);
  try {
    Args trial = args;
    for (size_t i = 0; i < args.size() && i < 2; ++i)
      if (args[i].is_tensor() && args.tensor(i).defined() && args.tensor(i).dtype() == args.tensor(0).dtype())
        trial[i] = Arg(as_dtype(args.tensor(i), DType::kFloat32));
    call(op, std::move(trial));
  } catch (const TensorError& error) {
    std::string_view kind = error.kind;
    bool of_types = kind == "NotImplementedError" || error.message.find("type") != std::string::npos;
    // What the numbers themselves make impossible is seen after the types.
    if (!of_types && kind != "_LinAlgError") throw;
  }
}
// Floats of 32 and 64 bits are taken everywhere; a graph under construction refuses nothing.
bool may_be_refused(const Tensor& t) {
  return t.defined() && !t.is_fake() && t.device().kind == DeviceKind::kCpu && t.dtype() != DType::kFloat32 &&
         t.dtype() != DType::kFloat64;
}

// Autocast gives the op float32.
bool will_be_wide(const Tensor& t, std::string_view name) {
  return autocast_enabled() && is_floating(t.dtype()) && autocast_widens(name.substr(0, name.find('.')));
}

using Rows = std::vector<const Row*>;
const Rows* rows_of(const OpDef& op) {
  static const std::unordered_map<const OpDef*, Rows> known = [] {
    check_op_facts();
    std::unordered_map<const OpDef*, Rows> rows;
    for (const OpDef* each : all_ops()) {
      std::string_view name = each->name, base = name.substr(0, name.find('.'));
      for (const Row& row : kOpRows)
        if (row.name == name) rows[each].push_back(&row);
      if (!rows.count(each))
        for (const Row& row : kOpRows)
          if (row.name == base) rows[each].push_back(&row);
    }
    return rows;
  }();
  auto found = known.find(&op);
  return found == known.end() ? nullptr : &found->second;
}

}  // namespace

void refuse_types(const OpDef& op, const Args& args) {
  if (args.size() == 0 || !args[0].is_tensor() || !may_be_refused(args.tensor(0))) return;
  const Rows* rows = rows_of(op);
  if (!rows || will_be_wide(args.tensor(0), op.name)) return;
  bool pair = args.size() > 1 && (args[1].is_scalar() || (args[1].is_tensor() && args.tensor(1).defined()));
  for (const Row* row : *rows) {
    std::optional<DType> refused = refuses(*row, args.tensor(0), pair ? &args[1] : nullptr);
    if (!refused) continue;
    if (!(op.traits & (kRandom | kMutates))) raise_other_errors(op, args);
    refuse(*row, *refused);
  }
}

void refuse_types(std::string_view function, const Tensor& first, const Tensor* other) {
  if (!may_be_refused(first) || will_be_wide(first, function)) return;
  Arg second = other ? Arg(*other) : Arg();
  auto look = [&](std::span<const Row> rows) {
    for (const Row& row : rows) {
      if (row.name != function) continue;
      if (std::optional<DType> refused = refuses(row, first, other ? &second : nullptr)) refuse(row, *refused);
    }
  };
  look(kFunctionRows);
  look(kOpRows);
}

}  // namespace vt::compat
