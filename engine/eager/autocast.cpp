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
                                                              "prelu",
                                                              "linalg_vecdot",
                                                              "baddbmm",
                                                              "addmm",
                                                              "addbmm",
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
                                                       "inv",
                                                       "solve",
                                                       "linalg_matrix_rank",
                                                       "linalg__svd",
                                                       "linalg__qr",
                                                       "linalg__eigh",
                                                       "linalg__cholesky"};
const std::unordered_set<std::string_view> kPromote = {"stack", "cat", "index_copy"};

// The same for CUDA.
const std::unordered_set<std::string_view> kCudaLowerPrecision = {"conv1d",
                                                                  "conv2d",
                                                                  "conv3d",
                                                                  "conv_transpose1d",
                                                                  "conv_transpose2d",
                                                                  "conv_transpose3d",
                                                                  "convolution",
                                                                  "conv_tbc",
                                                                  "prelu",
                                                                  "addmm",
                                                                  "addmv",
                                                                  "addr",
                                                                  "matmul",
                                                                  "einsum",
                                                                  "mm",
                                                                  "mv",
                                                                  "linalg_vecdot",
                                                                  "linear",
                                                                  "addbmm",
                                                                  "baddbmm",
                                                                  "bmm",
                                                                  "chain_matmul",
                                                                  "linalg_multi_dot",
                                                                  "gru_cell",
                                                                  "lstm_cell",
                                                                  "rnn_tanh_cell",
                                                                  "rnn_relu_cell",
                                                                  "scaled_dot_product_attention"};
const std::unordered_set<std::string_view> kCudaFloat32 = {
    "acos", "asin", "cosh", "erfinv", "exp", "expm1", "log", "log10", "log2", "log1p", "reciprocal", "rsqrt", "sinh",
    "tan", "pow", "softplus", "layer_norm", "native_layer_norm", "group_norm", "frobenius_norm", "nuclear_norm",
    "cosine_similarity", "poisson_nll_loss", "cosine_embedding_loss", "nll_loss", "nll_loss2d", "hinge_embedding_loss",
    "kl_div", "l1_loss", "smooth_l1_loss", "huber_loss", "mse_loss", "margin_ranking_loss", "multilabel_margin_loss",
    "soft_margin_loss", "triplet_margin_loss", "multi_margin_loss", "binary_cross_entropy_with_logits", "dist", "pdist",
    "cdist", "renorm", "logsumexp",
    // These take float32 by their dtype= argument, which comes to the same.
    "prod", "softmax", "log_softmax", "cumprod", "cumsum", "sum", "norm", "linalg_vector_norm", "linalg_matrix_norm"};
const std::unordered_set<std::string_view> kCudaPromote = {"addcdiv",   "addcmul",     "atan2",        "bilinear",
                                                           "cross",     "dot",         "grid_sampler", "index_put",
                                                           "tensordot", "scatter_add", "stack",        "cat"};

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

bool autocast_widens(std::string_view name) { return kFloat32.count(name) > 0; }

void apply_autocast(const OpDef& op, Args& args, DeviceKind device) {
  std::string_view name = base_name(op);
  bool cuda = device == DeviceKind::kCuda;
  DType lower = autocast_dtype(device), target;
  if (cuda && name == "binary_cross_entropy")
    tensor_error(
        "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.\nMany models use a "
        "sigmoid layer right before the binary cross entropy layer.\nIn this case, combine the two layers using "
        "torch.nn.functional.binary_cross_entropy_with_logits\nor torch.nn.BCEWithLogitsLoss.  "
        "binary_cross_entropy_with_logits and BCEWithLogits are\nsafe to autocast.");
  if ((cuda ? kCudaLowerPrecision : kLowerPrecision).count(name)) target = lower;
  else if ((cuda ? kCudaFloat32 : kFloat32).count(name)) target = DType::kFloat32;
  else if ((cuda ? kCudaPromote : kPromote).count(name)) target = widest(args, lower);
  else return;
  Paused paused(slot(device));
  cast_all(args, target);
}

}  // namespace vt
