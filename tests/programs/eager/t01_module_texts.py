# Texts of modules and of mistakes around them
import torch, torch.nn as nn
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '|', e)
m=nn.Linear(2,3)
t(lambda: setattr(m,'weight',3))
t(lambda: setattr(m,'weight',torch.ones(1)))
m.register_buffer('b',torch.ones(1))
t(lambda: setattr(m,'b',3))
m.c=nn.ReLU()
t(lambda: setattr(m,'c',3))
t(lambda: m.foo)
t(lambda: m.register_parameter('weight',None))
t(lambda: m.register_parameter('x',torch.ones(1)))
t(lambda: m.register_parameter('x',3))
t(lambda: m.register_buffer('x',3))
t(lambda: m.register_buffer('a.b',torch.ones(1)))
t(lambda: m.register_buffer('',torch.ones(1)))
t(lambda: m.register_buffer('b',torch.ones(1)))
t(lambda: m.register_buffer(3,torch.ones(1)))
t(lambda: m.add_module('x',3))
t(lambda: m.add_module('a.b',nn.ReLU()))
t(lambda: m.add_module('weight',nn.ReLU()))
t(lambda: m.register_parameter('x',m.weight*1))
class A(nn.Module):
    def __init__(self):
        self.l=nn.Linear(1,1)
t(lambda: A())
class B(nn.Module):
    def __init__(self):
        self.p=nn.Parameter(torch.ones(1))
t(lambda: B())
class C(nn.Module): pass
t(lambda: C()(1))
t(lambda: C())
t(lambda: C(3))
t(lambda: m.load_state_dict(3))
t(lambda: m.load_state_dict({'q':1}))
t(lambda: m.load_state_dict({'weight':torch.ones(1),'bias':torch.ones(3),'b':torch.ones(1)}))
t(lambda: m.load_state_dict({'weight':3,'bias':torch.ones(3),'b':torch.ones(1)}))
t(lambda: m.get_submodule('q'))
t(lambda: m.get_submodule('weight'))
t(lambda: m.get_parameter('q'))
t(lambda: m.get_parameter('c'))
t(lambda: m.get_buffer('weight'))
t(lambda: m.train('a'))
t(lambda: m.requires_grad_(False) is m)
t(lambda: m.to(torch.int32))
t(lambda: m.to('meta').weight)
t(lambda: m.type(torch.float64).weight.dtype)
t(lambda: nn.Sequential(nn.ReLU())[3])
t(lambda: nn.Sequential(3))
t(lambda: nn.ModuleList([3]))
t(lambda: nn.ModuleList([nn.ReLU()])[2])
t(lambda: nn.ModuleDict({'a':nn.ReLU()})['b'])
t(lambda: nn.ModuleDict([nn.ReLU()]))
t(lambda: nn.ModuleDict({'a':3}))
t(lambda: nn.ModuleList([nn.Linear(1,2),nn.Linear(1,2),nn.ReLU()]))
t(lambda: nn.ModuleDict({'a':nn.ReLU()}))
t(lambda: nn.ParameterList([nn.Parameter(torch.ones(2)),torch.ones(1)]))
t(lambda: nn.ParameterDict({'a':nn.Parameter(torch.ones(2))}))
t(lambda: nn.Sequential(nn.ReLU(),nn.Linear(1,2))[0:1])
t(lambda: nn.Sequential(nn.ReLU())+nn.Sequential(nn.Tanh()))
for c in [nn.Conv1d(1,2,3),nn.Conv2d(2,2,3,padding='same',groups=2,padding_mode='circular'),
          nn.ConvTranspose2d(1,2,3,stride=2,output_padding=1),nn.BatchNorm1d(3,affine=False),
          nn.LayerNorm((2,3),elementwise_affine=False),nn.GroupNorm(1,2),nn.InstanceNorm2d(3),nn.RMSNorm(3),
          nn.Embedding(3,2,padding_idx=0,max_norm=1.),nn.EmbeddingBag(3,2),nn.Dropout(0.2,inplace=True),nn.Dropout2d(),
          nn.AlphaDropout(),nn.ReLU6(),nn.LeakyReLU(0.2),nn.ELU(2.),nn.CELU(),nn.SELU(),nn.GELU(),nn.GELU('tanh'),
          nn.SiLU(),nn.Mish(),nn.Softplus(),nn.Softmax(1),nn.Softmax(),nn.LogSoftmax(-1),nn.Softmin(1),nn.Hardtanh(),
          nn.Hardtanh(-2,2,True),nn.Hardswish(),nn.Hardsigmoid(),nn.Sigmoid(),nn.Tanh(),nn.LogSigmoid(),nn.Tanhshrink(),
          nn.Softshrink(),nn.Hardshrink(),nn.Softsign(),nn.Threshold(1,2),nn.PReLU(),nn.GLU(),nn.RReLU(),
          nn.MaxPool1d(2),nn.MaxPool2d(2,ceil_mode=True),nn.AvgPool1d(2),nn.AvgPool2d((2,3)),
          nn.AdaptiveAvgPool2d((1,1)),nn.AdaptiveAvgPool1d(2),nn.AdaptiveMaxPool2d(2),nn.LPPool2d(2,3),nn.Flatten(),
          nn.Unflatten(1,(2,3)),nn.Identity(3),nn.Upsample(scale_factor=2),
          nn.Upsample(size=(2,3),mode='bilinear',align_corners=True),nn.PixelShuffle(2),nn.PixelUnshuffle(2),
          nn.ZeroPad2d(1),nn.ConstantPad2d(1,2.),nn.ReflectionPad2d((1,2,3,4)),nn.ReplicationPad2d(2),nn.Unfold(3),
          nn.Fold((2,2),3),nn.RNN(2,3,nonlinearity='relu'),
          nn.LSTM(2,3,num_layers=2,batch_first=True,bidirectional=True,dropout=0.1),nn.GRU(2,3),
          nn.LSTM(2,3,proj_size=1),nn.RNNCell(2,3),nn.LSTMCell(2,3,bias=False),nn.GRUCell(2,3),
          nn.MultiheadAttention(4,2),nn.TransformerEncoderLayer(4,2,8),
          nn.TransformerEncoder(nn.TransformerEncoderLayer(4,2,8),2),nn.TransformerDecoderLayer(4,2,8),
          nn.Transformer(4,2,1,1,8),nn.CosineSimilarity(),nn.PairwiseDistance(),nn.Bilinear(1,2,3),nn.LazyLinear(3),
          nn.LocalResponseNorm(2),nn.L1Loss(),nn.MSELoss(),nn.CrossEntropyLoss(label_smoothing=0.1),nn.NLLLoss(),
          nn.BCELoss(),nn.BCEWithLogitsLoss(),nn.SmoothL1Loss(),nn.HuberLoss(),nn.KLDivLoss(),nn.HingeEmbeddingLoss(),
          nn.CosineEmbeddingLoss(),nn.TripletMarginLoss(),nn.MarginRankingLoss(),nn.MultiMarginLoss(),
          nn.SoftMarginLoss(),nn.PoissonNLLLoss(),nn.GaussianNLLLoss(),nn.CTCLoss(),nn.ChannelShuffle(2),
          nn.Conv3d(1,2,3), nn.BatchNorm3d(2), nn.AvgPool2d(2,stride=1,padding=1), nn.FeatureAlphaDropout(),
          nn.Dropout1d(),nn.SyncBatchNorm(2)]:
    print(c, getattr(c,'reduction',''))
