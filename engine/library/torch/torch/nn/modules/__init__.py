from torch.nn.modules.module import Module
from torch.nn.modules.linear import Identity, Linear, Bilinear, NonDynamicallyQuantizableLinear
from torch.nn.modules.container import Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict
from torch.nn.modules.activation import (Threshold, ReLU, RReLU, Hardtanh, ReLU6, Sigmoid, Hardsigmoid, Tanh, SiLU, Mish, Hardswish, ELU, CELU, SELU, GLU, GELU,
                                         Hardshrink, LeakyReLU, LogSigmoid, Softplus, Softshrink, PReLU, Softsign, Tanhshrink, Softmin, Softmax, Softmax2d,
                                         LogSoftmax, MultiheadAttention)
from torch.nn.modules.conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d, SyncBatchNorm, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from torch.nn.modules.normalization import CrossMapLRN2d, LayerNorm, RMSNorm, GroupNorm, LocalResponseNorm
from torch.nn.modules.sparse import Embedding, EmbeddingBag
from torch.nn.modules.dropout import Dropout, Dropout1d, Dropout2d, Dropout3d, AlphaDropout, FeatureAlphaDropout
from torch.nn.modules.pooling import (MaxPool1d, MaxPool2d, MaxPool3d, AvgPool1d, AvgPool2d, AvgPool3d, MaxUnpool1d, MaxUnpool2d, MaxUnpool3d, LPPool1d, LPPool2d,
                                      LPPool3d, AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d, AdaptiveMaxPool1d, AdaptiveMaxPool2d, AdaptiveMaxPool3d,
                                      FractionalMaxPool2d, FractionalMaxPool3d)
from torch.nn.modules.shaping import (Flatten, Unflatten, Upsample, UpsamplingNearest2d, UpsamplingBilinear2d, PixelShuffle, PixelUnshuffle, ChannelShuffle,
                                      ConstantPad1d, ConstantPad2d, ConstantPad3d, ZeroPad1d, ZeroPad2d, ZeroPad3d, ReflectionPad1d, ReflectionPad2d, ReflectionPad3d, ReplicationPad1d,
                                      ReplicationPad2d, ReplicationPad3d, CircularPad1d, CircularPad2d, CircularPad3d, Unfold, Fold, CosineSimilarity, PairwiseDistance)
from torch.nn.modules.loss import (L1Loss, MSELoss, NLLLoss, CrossEntropyLoss, LinearCrossEntropyLoss, BCELoss, BCEWithLogitsLoss, SmoothL1Loss, HuberLoss, KLDivLoss, PoissonNLLLoss,
                                   GaussianNLLLoss, HingeEmbeddingLoss, CosineEmbeddingLoss, MarginRankingLoss, TripletMarginLoss, SoftMarginLoss,
                                   MultiMarginLoss, MultiLabelSoftMarginLoss, CTCLoss, MultiLabelMarginLoss, TripletMarginWithDistanceLoss)
from torch.nn.modules.rnn import RNNBase, RNN, LSTM, GRU, RNNCellBase, RNNCell, LSTMCell, GRUCell
from torch.nn.modules.lazy import (LazyConv1d, LazyConv2d, LazyConv3d, LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d, LazyBatchNorm1d,
                                   LazyBatchNorm2d, LazyBatchNorm3d, LazyInstanceNorm1d, LazyInstanceNorm2d, LazyInstanceNorm3d, LazyLinear)
from torch.nn.modules.adaptive import AdaptiveLogSoftmaxWithLoss
from torch.nn.modules.transformer import Transformer, TransformerEncoder, TransformerEncoderLayer, TransformerDecoder, TransformerDecoderLayer

# PyTorch's modules of the classes that are together here.
for _home, _classes in (
        ("flatten", (Flatten, Unflatten)), ("upsampling", (Upsample, UpsamplingNearest2d, UpsamplingBilinear2d)),
        ("pixelshuffle", (PixelShuffle, PixelUnshuffle)), ("channelshuffle", (ChannelShuffle,)), ("fold", (Fold, Unfold)),
        ("distance", (CosineSimilarity, PairwiseDistance)),
        ("padding", (ConstantPad1d, ConstantPad2d, ConstantPad3d, ZeroPad1d, ZeroPad2d, ZeroPad3d, ReflectionPad1d, ReflectionPad2d, ReflectionPad3d,
                     ReplicationPad1d, ReplicationPad2d, ReplicationPad3d, CircularPad1d, CircularPad2d, CircularPad3d)),
        ("instancenorm", (InstanceNorm1d, InstanceNorm2d, InstanceNorm3d, LazyInstanceNorm1d, LazyInstanceNorm2d, LazyInstanceNorm3d))):
    for _class in _classes:
        _class.__module__ = "torch.nn.modules." + _home

__all__ = [
    "Module", "Identity", "Linear", "Bilinear", "LazyLinear", "NonDynamicallyQuantizableLinear", "Sequential", "ModuleList",
    "ModuleDict", "ParameterList", "ParameterDict", "Threshold", "ReLU", "RReLU", "Hardtanh", "ReLU6",
    "Sigmoid", "Hardsigmoid", "Tanh", "SiLU", "Mish", "Hardswish", "ELU", "CELU",
    "SELU", "GLU", "GELU", "Hardshrink", "LeakyReLU", "LogSigmoid", "Softplus", "Softshrink",
    "PReLU", "Softsign", "Tanhshrink", "Softmin", "Softmax", "Softmax2d", "LogSoftmax", "MultiheadAttention",
    "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "BatchNorm1d", "BatchNorm2d", "BatchNorm3d",
    "SyncBatchNorm", "InstanceNorm1d", "InstanceNorm2d", "LayerNorm", "RMSNorm", "GroupNorm", "LocalResponseNorm", "CrossMapLRN2d", "FractionalMaxPool2d", "FractionalMaxPool3d", "Embedding",
    "EmbeddingBag", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "FeatureAlphaDropout", "MaxPool1d",
    "MaxPool2d", "MaxPool3d", "AvgPool1d", "AvgPool2d", "LPPool1d", "LPPool2d", "AdaptiveAvgPool1d", "AdaptiveAvgPool2d",
    "AdaptiveMaxPool1d", "AdaptiveMaxPool2d", "Flatten", "Unflatten", "Upsample", "UpsamplingNearest2d", "UpsamplingBilinear2d", "PixelShuffle",
    "PixelUnshuffle", "ChannelShuffle", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d", "ZeroPad1d", "ZeroPad2d", "ReflectionPad1d",
    "ReflectionPad2d", "ReplicationPad1d", "ReplicationPad2d", "CircularPad1d", "CircularPad2d", "Unfold", "Fold", "CosineSimilarity",
    "PairwiseDistance", "L1Loss", "MSELoss", "NLLLoss", "CrossEntropyLoss", "BCELoss", "BCEWithLogitsLoss", "SmoothL1Loss",
    "HuberLoss", "LinearCrossEntropyLoss", "KLDivLoss", "PoissonNLLLoss", "GaussianNLLLoss", "HingeEmbeddingLoss", "CosineEmbeddingLoss", "MarginRankingLoss", "TripletMarginLoss",
    "SoftMarginLoss", "MultiMarginLoss", "MultiLabelSoftMarginLoss", "CTCLoss", "RNNBase", "RNN", "LSTM", "GRU",
    "RNNCellBase", "RNNCell", "LSTMCell", "GRUCell", "Transformer", "TransformerEncoder", "TransformerEncoderLayer", "TransformerDecoder",
    "TransformerDecoderLayer",
    "ConvTranspose3d", "InstanceNorm3d", "AvgPool3d", "MaxUnpool1d", "MaxUnpool2d", "MaxUnpool3d", "LPPool3d",
    "AdaptiveAvgPool3d", "AdaptiveMaxPool3d", "ZeroPad3d", "ReflectionPad3d", "ReplicationPad3d", "CircularPad3d", "MultiLabelMarginLoss",
    "TripletMarginWithDistanceLoss", "AdaptiveLogSoftmaxWithLoss", "LazyConv1d", "LazyConv2d", "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d",
    "LazyConvTranspose3d", "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d", "LazyInstanceNorm3d",
]
