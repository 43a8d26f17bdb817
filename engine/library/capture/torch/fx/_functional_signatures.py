# The functions of torch.nn.functional that record themselves in a trace, as those that PyTorch writes in Python do:
# parameters without a default by position, the others as keywords with the value they have in the call, given or not.
import torch.nn.functional as _functional
from _vitrine_fx import function_parameters

recorded = """
adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d
affine_grid alpha_dropout batch_norm binary_cross_entropy binary_cross_entropy_with_logits celu
cosine_embedding_loss cross_entropy ctc_loss dropout dropout1d dropout2d dropout3d elu embedding embedding_bag
feature_alpha_dropout fold gaussian_nll_loss glu grid_sample group_norm gumbel_softmax hardsigmoid hardswish
hardtanh hinge_embedding_loss huber_loss instance_norm interpolate kl_div l1_loss layer_norm leaky_relu
local_response_norm log_softmax lp_pool1d lp_pool2d lp_pool3d margin_ranking_loss max_pool1d max_pool2d
max_pool3d max_unpool1d max_unpool2d max_unpool3d mish mse_loss multi_margin_loss multilabel_margin_loss
multilabel_soft_margin_loss nll_loss normalize pad poisson_nll_loss relu relu6 rms_norm rrelu selu silu
smooth_l1_loss soft_margin_loss softmax softmin softsign tanhshrink threshold triplet_margin_loss unfold
""".split()

# Parameters of those that are ops here, and that no script compiles.
_OF_OPS = {
    "gaussian_nll_loss": lambda input, target, var, full=False, eps=1e-06, reduction="mean": None,
    "huber_loss": lambda input, target, reduction="mean", delta=1.0, weight=None: None,
    "multilabel_soft_margin_loss": lambda input, target, weight=None, size_average=None, reduce=None, reduction="mean": None,
    "rms_norm": lambda input, normalized_shape, weight=None, eps=None: None,
    "soft_margin_loss": lambda input, target, size_average=None, reduce=None, reduction="mean": None,
}
# As they are before a trace puts others in their places.
_eager = {name: getattr(_functional, name, None) for name in recorded}
_known = {}


def _text_of(name):
    """A function with the parameters: what eager runs, or where that is an op what scripts compile."""
    if name in _OF_OPS:
        return _OF_OPS[name]
    if hasattr(_eager[name], "__code__"):
        return _eager[name]
    import torch.jit._functional as scripts
    return getattr(scripts, name)


def parameters_of(name):
    """(name, has default, default) of each parameter; None for a function that does not record itself."""
    if name not in _eager:
        return None
    if name not in _known:
        _known[name] = [(parameter, given, default) for parameter, _, given, default in function_parameters(_text_of(name))]
    return _known[name]


def normalized(name, args, kwargs):
    """The arguments of a call as PyTorch records them; raises TypeError for a wrong call."""
    left = dict(kwargs)
    positional, named = [], {}
    parameters = parameters_of(name)
    if len(args) > len(parameters):
        raise TypeError(f"{name}() takes {len(parameters)} positional arguments but {len(args)} were given")
    for i, (parameter, has_default, default) in enumerate(parameters):
        if i < len(args):
            value = args[i]
        elif parameter in left:
            value = left.pop(parameter)
        elif not has_default:
            raise TypeError(f"{name}() missing 1 required positional argument: '{parameter}'")
        else:
            value = default
        if not has_default:
            positional.append(value)
        else:
            named[parameter] = value
    if left:
        raise TypeError(f"{name}() got an unexpected keyword argument '{next(iter(left))}'")
    return tuple(positional), named
