#include "torch/module_aliases.h"

namespace vt::torch {
namespace {

#define VT_FROM(module, names) "from " module " import " names "\n"
// A module that is an object of another one, so that what is set in it is set there.
#define VT_ITSELF(parent, name) "import sys\nimport " parent "\nsys.modules[__name__] = " parent "." name "\n"

// clang-format off
constexpr ModuleAlias kAliases[] = {
    {"torch.nn.modules.padding", VT_FROM("torch.nn.modules.shaping", "*")},
    {"torch.nn.modules.flatten", VT_FROM("torch.nn.modules.shaping", "*")},
    {"torch.nn.modules.upsampling", VT_FROM("torch.nn.modules.shaping", "*")},
    {"torch.nn.modules.pixelshuffle", VT_FROM("torch.nn.modules.shaping", "*")},
    {"torch.nn.modules.channelshuffle", VT_FROM("torch.nn.modules.shaping", "*")},
    {"torch.nn.modules.fold", VT_FROM("torch.nn.modules.shaping", "*")},
    {"torch.nn.modules.distance", VT_FROM("torch.nn.modules.shaping", "*")},
    {"torch.nn.modules.instancenorm", VT_FROM("torch.nn.modules.batchnorm", "*")},
    {"torch.nn.utils.clip_grad", VT_FROM("torch.nn.utils", "*")},
    {"torch.nn.utils.convert_parameters", VT_FROM("torch.nn.utils", "parameters_to_vector, vector_to_parameters")},
    {"torch.nn.utils.weight_norm", VT_FROM("torch.nn.utils.weights", "weight_norm, remove_weight_norm")},
    {"torch.nn.utils.spectral_norm", VT_FROM("torch.nn.utils.weights", "spectral_norm, remove_spectral_norm")},
    {"torch.optim.adam", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.adamw", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.sgd", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.rmsprop", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.adagrad", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.adadelta", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.adamax", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.nadam", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.radam", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.rprop", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.optim.asgd", VT_FROM("torch.optim.algorithms", "*")},
    {"torch.utils.data._utils", VT_FROM("torch.utils.data", "default_collate, default_convert")
                                "import torch.utils.data._utils.collate as collate\n"},
    {"torch.utils.data._utils.collate", VT_FROM("torch.utils.data", "default_collate, default_convert")},
    {"torch.autograd.variable", VT_FROM("torch.autograd", "Variable")},
    {"torch.distributions.normal", VT_FROM("torch.distributions", "Normal")},
    {"torch.distributions.log_normal", VT_FROM("torch.distributions", "LogNormal")},
    {"torch.distributions.half_normal", VT_FROM("torch.distributions", "HalfNormal")},
    {"torch.distributions.half_cauchy", VT_FROM("torch.distributions", "HalfCauchy")},
    {"torch.distributions.uniform", VT_FROM("torch.distributions", "Uniform")},
    {"torch.distributions.exponential", VT_FROM("torch.distributions", "Exponential")},
    {"torch.distributions.laplace", VT_FROM("torch.distributions", "Laplace")},
    {"torch.distributions.cauchy", VT_FROM("torch.distributions", "Cauchy")},
    {"torch.distributions.gamma", VT_FROM("torch.distributions", "Gamma")},
    {"torch.distributions.inverse_gamma", VT_FROM("torch.distributions", "InverseGamma")},
    {"torch.distributions.chi2", VT_FROM("torch.distributions", "Chi2")},
    {"torch.distributions.studentT", VT_FROM("torch.distributions", "StudentT")},
    {"torch.distributions.fishersnedecor", VT_FROM("torch.distributions", "FisherSnedecor")},
    {"torch.distributions.dirichlet", VT_FROM("torch.distributions", "Dirichlet")},
    {"torch.distributions.beta", VT_FROM("torch.distributions", "Beta")},
    {"torch.distributions.kumaraswamy", VT_FROM("torch.distributions", "Kumaraswamy")},
    {"torch.distributions.pareto", VT_FROM("torch.distributions", "Pareto")},
    {"torch.distributions.weibull", VT_FROM("torch.distributions", "Weibull")},
    {"torch.distributions.von_mises", VT_FROM("torch.distributions", "VonMises")},
    {"torch.distributions.gumbel", VT_FROM("torch.distributions", "Gumbel")},
    {"torch.distributions.multivariate_normal", VT_FROM("torch.distributions", "MultivariateNormal")},
    {"torch.distributions.lowrank_multivariate_normal", VT_FROM("torch.distributions", "LowRankMultivariateNormal")},
    {"torch.distributions.lkj_cholesky", VT_FROM("torch.distributions", "LKJCholesky")},
    {"torch.distributions.independent", VT_FROM("torch.distributions", "Independent")},
    {"torch.distributions.mixture_same_family", VT_FROM("torch.distributions", "MixtureSameFamily")},
    {"torch.distributions.transformed_distribution", VT_FROM("torch.distributions", "TransformedDistribution")},
    {"torch.distributions.logistic_normal", VT_FROM("torch.distributions", "LogisticNormal")},
    {"torch.distributions.bernoulli", VT_FROM("torch.distributions", "Bernoulli")},
    {"torch.distributions.continuous_bernoulli", VT_FROM("torch.distributions", "ContinuousBernoulli")},
    {"torch.distributions.binomial", VT_FROM("torch.distributions", "Binomial")},
    {"torch.distributions.negative_binomial", VT_FROM("torch.distributions", "NegativeBinomial")},
    {"torch.distributions.geometric", VT_FROM("torch.distributions", "Geometric")},
    {"torch.distributions.categorical", VT_FROM("torch.distributions", "Categorical")},
    {"torch.distributions.one_hot_categorical", VT_FROM("torch.distributions", "OneHotCategorical, OneHotCategoricalStraightThrough")},
    {"torch.distributions.multinomial", VT_FROM("torch.distributions", "Multinomial")},
    {"torch.distributions.poisson", VT_FROM("torch.distributions", "Poisson")},
    {"torch.distributions.exp_family", VT_FROM("torch.distributions", "ExponentialFamily")},
    {"torch.distributions.relaxed_bernoulli", VT_FROM("torch.distributions.derived", "LogitRelaxedBernoulli, RelaxedBernoulli")},
    {"torch.distributions.relaxed_categorical", VT_FROM("torch.distributions.derived", "ExpRelaxedCategorical, RelaxedOneHotCategorical")},
    {"torch.cuda.amp.grad_scaler", VT_FROM("torch.cuda.amp", "GradScaler")},
    {"torch.cuda.amp.autocast_mode", VT_FROM("torch.cuda.amp", "autocast")},
    {"torch.amp.autocast_mode", VT_FROM("torch.amp", "autocast, custom_bwd, custom_fwd, is_autocast_available, _enter_autocast, _exit_autocast")},
    {"torch.backends.cudnn", VT_ITSELF("torch.backends", "cudnn")},
    {"torch.backends.cuda", VT_ITSELF("torch.backends", "cuda")},
    {"torch.backends.mps", VT_ITSELF("torch.backends", "mps")},
    {"torch.backends.mkl", VT_ITSELF("torch.backends", "mkl")},
    {"torch.backends.mkldnn", VT_ITSELF("torch.backends", "mkldnn")},
    {"torch.functional", VT_FROM("torch", "atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_shapes, "
                                          "broadcast_tensors, cartesian_prod, cdist, chain_matmul, einsum, meshgrid, norm, "
                                          "split, tensordot, unique, unique_consecutive")},
    {"torch._tensor", VT_FROM("torch", "Tensor")},
    {"torch.types", VT_FROM("torch", "Tensor, Size")
                    "from collections.abc import Sequence\nfrom typing import Any, Union\n"
                    "from torch import device as _device, dtype as _dtype, layout as _layout\n"
                    "_bool, _bytes, _complex, _float, _int, _str = bool, bytes, complex, float, int, str\n"
                    "Number = int | float | bool\n_Number = (int, float, bool)\n"
                    "Device = Union[_device, str, int, None]\nFileLike = Any\n"
                    "_size = Union[Size, list[int], tuple[int, ...]]\n"
                    "_TensorOrTensors = Union[Tensor, Sequence[Tensor]]\n"
                    "_TensorOrOptionalTensors = Union[Tensor, Sequence[Union[Tensor, None]]]\n"
                    "_TensorOrTensorsOrGradEdge = Any\n"},
};
// clang-format on

}  // namespace

std::span<const ModuleAlias> module_aliases() { return kAliases; }

}  // namespace vt::torch
