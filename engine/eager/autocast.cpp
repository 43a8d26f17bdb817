#include "eager/autocast.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "eager/internal.h"

namespace vt {
namespace {

// PyTorch's lists for the CPU, by the names that programs use.
const std::unordered_set<std::string_view> kLowerPrecision = {"conv1d",
                                                              "conv2d",
                                                              "conv3d",
                                                              "conv_transpose1d",
                                                              "conv_transpose2d",
                                                              "conv_transpose3d",
                                                              "convolution",
                                                              "bmm",
                                                              "mm",
                                                              "mv",
                                                              "linalg_vecdot",
                                                              "baddbmm",
                                                              "addmm",
                                                              "addbmm",
                                                              "addmv",
                                                              "linear",
                                                              "matmul",
                                                              "chain_matmul",
                                                              "linalg_matmul",
                                                              "linalg_multi_dot",
                                                              "conv_tbc",
                                                              "scaled_dot_product_attention",
                                                              "rnn_tanh_cell",
                                                              "rnn_relu_cell",
                                                              "gru_cell",
                                                              "lstm_cell"};
const std::unordered_set<std::string_view> kFloat32 = {"avg_pool3d",
                                                       "binary_cross_entropy",
                                                       "grid_sampler",
                                                       "polar",
                                                       "prod",
                                                       "quantile",
                                                       "nanquantile",
                                                       "stft",
                                                       "cdist",
                                                       "trace",
                                                       "cholesky",
                                                       "cholesky_inverse",
                                                       "cholesky_solve",
                                                       "inverse",
                                                       "lu_solve",
                                                       "orgqr",
                                                       "ormqr",
                                                       "pinverse",
                                                       "max_pool3d",
                                                       "max_unpool2d",
                                                       "max_unpool3d",
                                                       "adaptive_avg_pool3d",
                                                       "reflection_pad1d",
                                                       "reflection_pad2d",
                                                       "replication_pad1d",
                                                       "replication_pad2d",
                                                       "replication_pad3d",
                                                       "mse_loss",
                                                       "cosine_embedding_loss",
                                                       "nll_loss",
                                                       "nll_loss2d",
                                                       "hinge_embedding_loss",
                                                       "poisson_nll_loss",
                                                       "smooth_l1_loss",
                                                       "cross_entropy_loss",
                                                       "cross_entropy",
                                                       "l1_loss",
                                                       "huber_loss",
                                                       "margin_ranking_loss",
                                                       "soft_margin_loss",
                                                       "triplet_margin_loss",
                                                       "multi_margin_loss",
                                                       "ctc_loss",
                                                       "kl_div",
                                                       "multilabel_margin_loss",
                                                       "binary_cross_entropy_with_logits",
                                                       "linalg_cond",
                                                       "linalg_matrix_rank",
                                                       "linalg_solve",
                                                       "linalg_cholesky",
                                                       "linalg_svd",
                                                       "linalg_eigh",
                                                       "linalg_qr",
                                                       "linalg_lstsq",
                                                       "linalg_inv",
                                                       "linalg_det",
                                                       "linalg_slogdet"};
const std::unordered_set<std::string_view> kPromote = {"stack", "cat", "index_copy"};

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
                is_leaf(t) && !is_view(t) && !t.is_fake();
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
  Paused() : previous_(state().enabled[0]) { state().enabled[0] = false; }
  ~Paused() { state().enabled[0] = previous_; }

 private:
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

void apply_autocast(const OpDef& op, Args& args) {
  std::string_view name = base_name(op);
  DType target;
  if (kLowerPrecision.count(name)) target = state().dtype[0];
  else if (kFloat32.count(name)) target = DType::kFloat32;
  else if (kPromote.count(name)) target = widest(args, state().dtype[0]);
  else return;
  Paused paused;
  cast_all(args, target);
}

}  // namespace vt
