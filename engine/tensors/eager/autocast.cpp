#include "eager/autocast.h"

#include <string_view>
#include <unordered_map>

#include "eager/internal.h"

namespace vt {
namespace {

// The dtype that an op gets its tensors in.
enum class Cast : uint8_t {
  kAsGiven,
  kLower,  // the fast one
  kFloat32,
  kPromote,  // the widest of the arguments
  kRefused,
};
struct Casts {
  Cast cpu, cuda;
};

// By the names that programs use; functions of the language are here for autocast_widens().
Casts casts_of(std::string_view name) {
  static const auto rows = [] {
    using enum Cast;
    return std::unordered_map<std::string_view, Casts>{
#define OP_AUTOCAST(name, cpu, cuda) {name, {cpu, cuda}},
#define OP_OUT(...)
#define OP_REFUSES(...)
#include "tables/function_facts.def"
#include "tables/op_facts.def"
#undef OP_AUTOCAST
#undef OP_OUT
#undef OP_REFUSES
    };
  }();
  auto found = rows.find(name);
  return found == rows.end() ? Casts{Cast::kAsGiven, Cast::kAsGiven} : found->second;
}

struct State {
  bool enabled[2] = {false, false};
  DType dtype[2] = {DType::kBFloat16, DType::kFloat16};
  bool cache = true;
  int nesting = 0;
  // Keeps the weight alive, so that its address stays its own.
  std::unordered_map<TensorImpl*, std::pair<Tensor, Tensor>> casts;
};
State& state() {
  static thread_local State instance;
  return instance;
}
int slot(DeviceKind device) { return device == DeviceKind::kCuda ? 1 : 0; }

std::string_view base_name(const OpDef& op) {
  std::string_view name = op.name;
  return name.substr(0, name.find('.'));
}

bool eligible(const Tensor& t) { return t.defined() && is_floating(t.dtype()) && t.dtype() != DType::kFloat64; }

Tensor cast(const Tensor& t, DType dtype) {
  if (!eligible(t) || t.dtype() == dtype) return t;
  State& s = state();
  bool weight = s.cache && dtype != DType::kFloat32 && t.dtype() == DType::kFloat32 && t.requires_grad() &&
                !is_view(t) && is_leaf(t) && !t.is_fake();
  if (!weight) return call1(required_op("to.dtype"), {t, dtype});
  auto found = s.casts.find(t.impl());
  if (found != s.casts.end()) return found->second.second;
  GradModeScope grad_mode(true);
  Tensor result = call1(required_op("to.dtype"), {t, dtype});
  s.casts.emplace(t.impl(), std::make_pair(t, result));
  return result;
}

void cast_all(Args& args, DType dtype) {
  for (Arg& arg : args.values()) {
    if (Tensor* t = std::get_if<Tensor>(&arg.value)) *t = cast(*t, dtype);
    else if (TensorList* list = std::get_if<TensorList>(&arg.value))
      for (Tensor& item : *list) item = cast(item, dtype);
  }
}

DType widest(const Args& args, DType dtype) {
  auto look = [&](const Tensor& t) {
    if (eligible(t) && t.dtype() == DType::kFloat32) dtype = DType::kFloat32;
  };
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) look(*t);
    else if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& item : *list) look(item);
  }
  return dtype;
}

// Casting goes through the dispatcher and must not be cast itself.
class Paused {
 public:
  explicit Paused(int slot) : slot_(slot), previous_(state().enabled[slot]) { state().enabled[slot_] = false; }
  ~Paused() { state().enabled[slot_] = previous_; }

 private:
  int slot_;
  bool previous_;
};

}  // namespace

bool autocast_enabled(DeviceKind device) { return state().enabled[slot(device)]; }
void set_autocast_enabled(bool enabled, DeviceKind device) { state().enabled[slot(device)] = enabled; }
DType autocast_dtype(DeviceKind device) { return state().dtype[slot(device)]; }
void set_autocast_dtype(DType dtype, DeviceKind device) { state().dtype[slot(device)] = dtype; }
bool autocast_cache_enabled() { return state().cache; }
void set_autocast_cache_enabled(bool enabled) { state().cache = enabled; }
void clear_autocast_cache() { state().casts.clear(); }
int autocast_nesting(int change) { return state().nesting += change; }

bool autocast_widens(std::string_view name) { return casts_of(name).cpu == Cast::kFloat32; }

[[noreturn]] static void refuse_binary_cross_entropy() {
  tensor_error(
      "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.\nMany models use a "
      "sigmoid layer right before the binary cross entropy layer.\nIn this case, combine the two layers using "
      "torch.nn.functional.binary_cross_entropy_with_logits\nor torch.nn.BCEWithLogitsLoss.  "
      "binary_cross_entropy_with_logits and BCEWithLogits are\nsafe to autocast.");
}

void apply_autocast(const OpDef& op, Args& args, DeviceKind device) {
  Casts casts = casts_of(base_name(op));
  DType lower = autocast_dtype(device), target = lower;
  switch (device == DeviceKind::kCuda ? casts.cuda : casts.cpu) {
    case Cast::kAsGiven: return;
    case Cast::kLower: break;
    case Cast::kFloat32: target = DType::kFloat32; break;
    case Cast::kPromote: target = widest(args, lower); break;
    case Cast::kRefused: refuse_binary_cross_entropy();
  }
  Paused paused(slot(device));
  cast_all(args, target);
}

}  // namespace vt
