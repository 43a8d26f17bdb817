# feature: what layers and losses say to wrong shapes, types and options
# seed: none
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(f):
    torch.manual_seed(0)
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("Exception raised from")[0].rstrip())


show(lambda: nn.Linear(2,3)(torch.ones(3)))
show(lambda: nn.Linear(2,3)(torch.ones(4,3)))
show(lambda: nn.Linear(2,3)(torch.ones(2,4,3)))
show(lambda: nn.Linear(2,3)(torch.ones(2, dtype=torch.float64)))
show(lambda: nn.Linear(2,3)(torch.ones(2, dtype=torch.int64)))
show(lambda: nn.Linear(2,3)(1.0))
show(lambda: nn.Linear(2,3)([1.,2.]))
show(lambda: nn.Linear(2,3)())
show(lambda: nn.Linear(2,3)(torch.ones(2), torch.ones(2)))
show(lambda: nn.Linear(2))
show(lambda: nn.Linear(2,3,foo=1))
show(lambda: nn.Linear(-1,3))
show(lambda: nn.Linear(2,0)(torch.ones(1,2)).shape)
show(lambda: nn.Conv2d(3,4,3)(torch.ones(1,2,5,5)))
show(lambda: nn.Conv2d(3,4,3)(torch.ones(3,5,5)).shape)
show(lambda: nn.Conv2d(3,4,3)(torch.ones(5,5)))
show(lambda: nn.Conv2d(3,4,3)(torch.ones(1,3,2,2)))
show(lambda: nn.Conv2d(3,4,3)(torch.ones(1,3,5,5,dtype=torch.float64)))
show(lambda: nn.Conv2d(3,4,3)(torch.ones(1,3,5,5,dtype=torch.int64)))
show(lambda: nn.Conv2d(3,4,3,groups=2))
show(lambda: nn.Conv2d(4,3,3,groups=2))
show(lambda: nn.Conv2d(3,4,3,groups=0))
show(lambda: nn.Conv2d(3,4,3,stride=2,padding='same'))
show(lambda: nn.Conv2d(3,4,(3,)))
show(lambda: nn.Conv2d(3,4,3,stride=0)(torch.ones(1,3,5,5)))
show(lambda: nn.Conv1d(3,4,3)(torch.ones(2,3,4,5)))
show(lambda: nn.Conv1d(3,4,3)(torch.ones(1,4,5)))
show(lambda: nn.Conv3d(1,1,2)(torch.ones(1,1,3,3,3)).shape)
show(lambda: nn.ConvTranspose2d(2,3,3)(torch.ones(1,3,4,4)))
show(lambda: nn.ConvTranspose2d(2,3,3,stride=2)(torch.ones(1,2,4,4), output_size=(9,10)).shape)
show(lambda: nn.ConvTranspose2d(2,3,3,stride=2)(torch.ones(1,2,4,4), output_size=(20,20)))
show(lambda: nn.ConvTranspose2d(2,3,3,stride=1,output_padding=1)(torch.ones(1,2,4,4)))
show(lambda: nn.BatchNorm1d(3)(torch.ones(2,4)))
show(lambda: nn.BatchNorm1d(3)(torch.ones(1,3)))
show(lambda: nn.BatchNorm1d(3)(torch.ones(2,2,2,2)))
show(lambda: nn.BatchNorm2d(3)(torch.ones(2,3)))
show(lambda: nn.BatchNorm2d(3)(torch.ones(1,4,2,2)))
show(lambda: nn.BatchNorm3d(3)(torch.ones(1,3,2,2)))
show(lambda: nn.InstanceNorm2d(3)(torch.ones(1,3,1,1)))
show(lambda: nn.InstanceNorm2d(3)(torch.ones(1,4,2,2)).shape)
show(lambda: nn.LayerNorm(3)(torch.ones(2,4)))
show(lambda: nn.LayerNorm((2,3))(torch.ones(3)))
show(lambda: nn.GroupNorm(3,4))
show(lambda: nn.GroupNorm(2,4)(torch.ones(2,6)))
show(lambda: nn.RMSNorm(3)(torch.ones(2,4)))
show(lambda: nn.Embedding(3,2)(torch.tensor([3])))
show(lambda: nn.Embedding(3,2)(torch.tensor([-1])))
show(lambda: nn.Embedding(3,2)(torch.tensor([1.0])))
show(lambda: nn.Embedding(3,2)(torch.tensor([1],dtype=torch.int32)).shape)
show(lambda: nn.Embedding(3,2,padding_idx=5))
show(lambda: nn.Embedding(3,2,padding_idx=-1).padding_idx)
show(lambda: nn.Embedding.from_pretrained(torch.ones(2,3)).weight)
show(lambda: nn.Embedding.from_pretrained(torch.ones(2)))
show(lambda: nn.EmbeddingBag(4,2)(torch.tensor([1,2])))
show(lambda: nn.EmbeddingBag(4,2,mode='max')(torch.tensor([[1,2],[0,3]])).shape)
show(lambda: nn.EmbeddingBag(4,2)(torch.tensor([[1,2]]), torch.tensor([0])))
show(lambda: nn.EmbeddingBag(4,2)(torch.tensor([1,2,3]), torch.tensor([0,2])).shape)
show(lambda: nn.EmbeddingBag(4,2,mode='foo'))
show(lambda: nn.Dropout(1.5))
show(lambda: nn.Dropout(-0.1))
show(lambda: F.dropout(torch.ones(2), 2))
show(lambda: nn.MaxPool2d(2)(torch.ones(1,1,1,1)))
show(lambda: nn.MaxPool2d(2,padding=2)(torch.ones(1,1,4,4)))
show(lambda: nn.MaxPool2d(3)(torch.ones(3)))
show(lambda: nn.AvgPool2d(3)(torch.ones(1,1,2,2)))
show(lambda: nn.AvgPool2d(2,padding=2)(torch.ones(1,1,4,4)))
show(lambda: nn.AdaptiveAvgPool2d(2)(torch.ones(2)))
show(lambda: nn.MaxPool1d(2)(torch.ones(1,1,1)))
show(lambda: nn.Softmax(dim=2)(torch.ones(2,2)))
show(lambda: nn.PReLU(3)(torch.ones(2,4)))
show(lambda: nn.GLU()(torch.ones(3)))
show(lambda: nn.Flatten()(torch.ones(2)).shape)
show(lambda: nn.Flatten(0)(torch.ones(2,3)).shape)
show(lambda: nn.Flatten(2)(torch.ones(2,3)))
show(lambda: nn.Unflatten(1,(2,2))(torch.ones(2,3)))
show(lambda: nn.Unflatten(1,5))
show(lambda: nn.PixelShuffle(2)(torch.ones(1,3,2,2)))
show(lambda: nn.Upsample()(torch.ones(1,1,2,2)))
show(lambda: nn.Upsample(scale_factor=2,size=3)(torch.ones(1,1,2,2)))
show(lambda: F.interpolate(torch.ones(1,1,2,2), scale_factor=2, mode='foo'))
show(lambda: F.interpolate(torch.ones(1,1,2,2), scale_factor=2, mode='linear'))
show(lambda: F.interpolate(torch.ones(1,1,2), scale_factor=2, mode='bilinear'))
show(lambda: F.interpolate(torch.ones(1,1,2,2), scale_factor=2, mode='nearest', align_corners=True))
show(lambda: nn.ReflectionPad1d(3)(torch.ones(1,1,2)))
show(lambda: F.pad(torch.ones(2,2), (1,1,1,1,1,1)))
show(lambda: F.pad(torch.ones(2,2), (1,)))
show(lambda: F.pad(torch.ones(2,2), (1,1), mode='reflect'))
show(lambda: F.pad(torch.ones(1,2,2), (1,1), mode='foo'))
show(lambda: F.pad(torch.ones(2,2), (-1,0)).shape)
show(lambda: nn.RNN(2,3)(torch.ones(4)))
show(lambda: nn.RNN(2,3)(torch.ones(4,1,3)))
show(lambda: nn.RNN(2,3)(torch.ones(4,1,2), torch.ones(2,1,3)))
show(lambda: nn.LSTM(2,3)(torch.ones(4,1,2), torch.ones(1,1,3)))
show(lambda: nn.LSTM(2,3)(torch.ones(4,1,2), (torch.ones(1,2,3), torch.ones(1,2,3))))
show(lambda: nn.LSTM(2,3)(torch.ones(4,1,2,2)))
show(lambda: nn.GRU(2,3,num_layers=0))
show(lambda: nn.GRU(2,3,dropout=2))
show(lambda: nn.GRU(2,0))
show(lambda: nn.GRU(2.0,3))
show(lambda: nn.RNN(2,3,nonlinearity='foo'))
show(lambda: nn.LSTM(2,3,proj_size=3))
show(lambda: nn.GRU(2,3,proj_size=1))
show(lambda: nn.RNNCell(2,3)(torch.ones(1,3)))
show(lambda: nn.LSTMCell(2,3)(torch.ones(1,2), (torch.ones(2,3), torch.ones(2,3))))
show(lambda: nn.GRUCell(2,3)(torch.ones(1,1,2)))
show(lambda: nn.MultiheadAttention(5,2))
show(lambda: nn.MultiheadAttention(4,2)(torch.ones(2,1,4), torch.ones(2,1,5), torch.ones(2,1,4)))
show(lambda: nn.MultiheadAttention(4,2)(torch.ones(2,1,3), torch.ones(2,1,3), torch.ones(2,1,3)))
show(lambda: nn.MultiheadAttention(4,2)(torch.ones(4), torch.ones(4), torch.ones(4)))
show(lambda: nn.MultiheadAttention(4,2)(torch.ones(2,1,4), torch.ones(2,1,4), torch.ones(2,1,4),
                                        attn_mask=torch.ones(3,3)))
show(lambda: nn.MultiheadAttention(4,2)(torch.ones(2,1,4), torch.ones(2,1,4), torch.ones(2,1,4),
                                        key_padding_mask=torch.ones(3,3)))
show(lambda: nn.TransformerEncoderLayer(4,3))
show(lambda: nn.TransformerEncoderLayer(4,2,activation='foo'))
show(lambda: nn.Transformer(4,2)(torch.ones(2,1,4), torch.ones(2,2,4)))
show(lambda: nn.Transformer(4,2)(torch.ones(2,1,4), torch.ones(2,1,3)))
show(lambda: nn.Transformer.generate_square_subsequent_mask(3))
show(lambda: nn.CosineSimilarity()(torch.ones(2,3), torch.ones(2,4)))
show(lambda: nn.Bilinear(2,3,4)(torch.ones(1,2), torch.ones(1,4)))
show(lambda: nn.Sequential(nn.Linear(2,3), nn.ReLU(), nn.Linear(4,1))(torch.ones(1,2)))
show(lambda: nn.Sequential(nn.Linear(2,3), 5))
show(lambda: nn.Sequential([nn.Linear(2,3)]))
show(lambda: nn.Sequential(nn.Linear(2,3))[2])
show(lambda: nn.Sequential(nn.Linear(2,3))['a'])
show(lambda: nn.ModuleList([1]))
show(lambda: nn.ModuleList([nn.ReLU()])[3])
show(lambda: nn.ModuleDict({'a': 1}))
show(lambda: nn.ModuleDict({'a': nn.ReLU()})['b'])
show(lambda: nn.ModuleList([nn.ReLU()])(torch.ones(1)))
show(lambda: nn.Module()(1))
show(lambda: nn.ParameterList([1, 'a']))
show(lambda: nn.ParameterDict({'a': 1})['a'])
show(lambda: nn.Parameter([1,2]))
show(lambda: nn.Parameter(torch.tensor([1])))
show(lambda: nn.Parameter(torch.tensor([1]), requires_grad=False))
show(lambda: nn.Parameter(torch.ones(2)).data.requires_grad)
show(lambda: nn.Parameter())
x = torch.tensor([[0.1,0.9,-0.5],[1.2,-0.3,0.4]])
t = torch.tensor([1,2])
show(lambda: (F.cross_entropy(x,t,weight=torch.tensor([1.,2.,3.])), F.cross_entropy(x,t,ignore_index=1),
              F.cross_entropy(x,t,label_smoothing=0.2), F.cross_entropy(x,F.softmax(x,1)),
              F.cross_entropy(x,torch.tensor([-100,-100])), F.cross_entropy(x[0],t[0]),
              F.cross_entropy(x.T.unsqueeze(0),torch.tensor([[0,1,1]]).clamp(max=1)[:, :2])))
show(lambda: F.cross_entropy(x,torch.tensor([3,0])))
show(lambda: F.cross_entropy(x,torch.tensor([-1,0])))
show(lambda: F.cross_entropy(x,torch.tensor([1,2,0])))
show(lambda: F.cross_entropy(x,torch.tensor([[1],[2]])))
show(lambda: F.cross_entropy(x,torch.tensor([1.,2.])))
show(lambda: F.cross_entropy(x,torch.tensor([1,2],dtype=torch.int32)))
show(lambda: F.cross_entropy(x,t,weight=torch.ones(2)))
show(lambda: F.cross_entropy(x,t,size_average=False))
show(lambda: F.cross_entropy(x,t,label_smoothing=2.0))
show(lambda: F.nll_loss(x,torch.tensor([1.,2.])))
show(lambda: F.mse_loss(x, torch.ones(3,2)))
show(lambda: F.mse_loss(x, torch.ones(2,1)))
show(lambda: F.mse_loss(x, t))
show(lambda: F.mse_loss(torch.tensor([1,2]), torch.tensor([1,3])))
show(lambda: F.mse_loss(x, x, reduction='foo'))
show(lambda: F.l1_loss(x, torch.ones(3,2)))
show(lambda: F.binary_cross_entropy(x, (x>0).float()))
show(lambda: F.binary_cross_entropy(x.sigmoid(), t))
show(lambda: F.binary_cross_entropy(x.sigmoid(), torch.ones(2)))
show(lambda: F.binary_cross_entropy(x.sigmoid(), (x>0)))
show(lambda: F.binary_cross_entropy_with_logits(x, torch.ones(2)))
show(lambda: F.binary_cross_entropy_with_logits(x, (x>0).long()))
show(lambda: nn.BCELoss()(torch.tensor([0.,1.]), torch.tensor([1.,0.])))
show(lambda: nn.BCELoss(weight=torch.tensor([2.,1.]))(torch.tensor([0.3,0.6]), torch.tensor([1.,0.])))
show(lambda: F.kl_div(x, x))
show(lambda: F.smooth_l1_loss(x,x,beta=-1))
show(lambda: F.huber_loss(x,x,delta=0))
show(lambda: F.gaussian_nll_loss(x,x,-x.abs()))
show(lambda: F.cosine_embedding_loss(x,x,torch.ones(3)))
show(lambda: F.triplet_margin_loss(x,x,torch.ones(3,3)))
show(lambda: F.ctc_loss(torch.randn(5,2,4).log_softmax(2), torch.tensor([[1,2],[3,1]]), torch.tensor([5,4]),
                        torch.tensor([2,1])))
show(lambda: F.ctc_loss(torch.randn(5,2,4).log_softmax(2), torch.tensor([1,2,3]), (5,5), (2,1), reduction='none'))
show(lambda: F.margin_ranking_loss(x,x[0],torch.ones(2)))
show(lambda: nn.NLLLoss(reduction='foo')(F.log_softmax(x,1),t))
show(lambda: nn.L1Loss(reduction='foo')(x,x))
show(lambda: nn.MSELoss(size_average=False))
show(lambda: (nn.CrossEntropyLoss(weight=torch.ones(3)).weight,
              list(nn.CrossEntropyLoss(weight=torch.ones(3)).state_dict()),
              nn.BCEWithLogitsLoss(pos_weight=torch.ones(3)).state_dict()))
show(lambda: nn.CrossEntropyLoss(reduction='none')(x.unsqueeze(2).expand(2,3,4),
                                                   torch.ones(2,4,dtype=torch.long)).shape)
show(lambda: nn.TripletMarginWithDistanceLoss(distance_function=lambda a,b: (a-b).abs().sum(-1), margin=2.,
                                              swap=True)(x,x*2,x*3))
show(lambda: (F.softmax(x), F.softmax(x,-1), F.softmax(x,0,dtype=torch.float64), F.log_softmax(x,1), F.softmin(x,1),
              F.gumbel_softmax(x,hard=True), F.gumbel_softmax(x,tau=0.5)))
show(lambda: F.softmax(torch.tensor([1,2]),0))
show(lambda: F.one_hot(torch.tensor([1.])))
show(lambda: F.one_hot(torch.tensor([3]),2))
show(lambda: F.one_hot(torch.tensor([-1])))
show(lambda: F.one_hot(torch.tensor([],dtype=torch.long)))
show(lambda: F.one_hot(torch.tensor([],dtype=torch.long), 3).shape)
show(lambda: (F.embedding(t, x.T), F.embedding(torch.tensor([5]), x)))
show(lambda: (F.linear(x, torch.ones(2,3), torch.ones(2)), F.linear(x, torch.ones(3)),
              F.bilinear(x,x,torch.ones(1,3,3))))
show(lambda: F.linear(x, torch.ones(2,2)))
show(lambda: F.linear(x, torch.ones(2,3), torch.ones(3)))
show(lambda: (F.relu(x), F.relu6(x*10), F.elu(x), F.selu(x), F.celu(x,2), F.gelu(x), F.gelu(x,approximate='tanh'),
              F.silu(x), F.mish(x), F.softplus(x), F.softsign(x), F.tanhshrink(x), F.hardshrink(x), F.softshrink(x),
              F.hardtanh(x), F.hardsigmoid(x), F.hardswish(x), F.leaky_relu(x), F.prelu(x,torch.tensor(0.1)),
              F.rrelu(x), F.logsigmoid(x), F.threshold(x,0.5,9.), F.glu(x[:,:2]), F.sigmoid(x), F.tanh(x)))
show(lambda: F.gelu(x,approximate='foo'))
show(lambda: (F.relu(torch.tensor([-1,1])), F.relu(torch.tensor([True]))))
show(lambda: (torch.sigmoid(torch.tensor([1])), torch.tanh(torch.tensor([True]))))
show(lambda: (F.scaled_dot_product_attention(torch.ones(1,2,3),torch.ones(1,4,3),torch.arange(12.).view(1,4,3)),
              F.scaled_dot_product_attention(torch.ones(1,1,2,3),torch.ones(1,1,4,3),torch.arange(12.).view(1,1,4,3),
                                             is_causal=True)))
show(lambda: F.scaled_dot_product_attention(torch.ones(1,2,3),torch.ones(1,4,2),torch.ones(1,4,3)))
show(lambda: F.scaled_dot_product_attention(torch.ones(1,2,3),torch.ones(1,4,3),torch.ones(1,4,3),
                                            attn_mask=torch.ones(2,4,dtype=torch.bool),is_causal=True))
show(lambda: F.scaled_dot_product_attention(torch.ones(1,4,2,3),torch.ones(1,2,4,3),torch.ones(1,2,4,3),
                                            enable_gqa=True).shape)
show(lambda: (F.layer_norm(x,(3,)), F.layer_norm(x,(3,),torch.ones(3),torch.zeros(3)),
              F.batch_norm(x,torch.zeros(3),torch.ones(3)), F.batch_norm(x,None,None,training=True),
              F.group_norm(x.view(2,3,1).repeat(1,2,1),2), F.instance_norm(torch.arange(8.).view(1,2,4)),
              F.rms_norm(x,(3,)), F.local_response_norm(x.view(1,2,3),2)))
show(lambda: F.layer_norm(x,(2,)))
show(lambda: F.batch_norm(x,None,None))
show(lambda: (F.conv2d(torch.ones(1,1,3,3),torch.ones(1,1,2,2),torch.tensor([1.])),
              F.conv1d(torch.ones(1,1,5),torch.ones(1,1,2),stride=2),
              F.conv_transpose1d(torch.ones(1,1,2),torch.ones(1,1,3)),
              F.conv2d(torch.ones(1,2,3,3),torch.ones(2,1,2,2),groups=2).shape))
show(lambda: F.conv2d(torch.ones(1,1,3,3),torch.ones(1,1,2,2),torch.ones(2)))
show(lambda: (F.max_pool2d(torch.arange(16.).view(1,1,4,4),2),
              F.max_pool2d(torch.arange(16.).view(1,1,4,4),2,return_indices=True),
              F.avg_pool2d(torch.arange(16.).view(1,1,4,4),2,divisor_override=1),
              F.adaptive_avg_pool2d(torch.arange(16.).view(1,1,4,4),(1,3)),
              F.adaptive_max_pool2d(torch.arange(16.).view(1,1,4,4),2), F.lp_pool1d(torch.arange(4.).view(1,1,4),2,2),
              F.max_unpool1d(torch.tensor([[[1.,3.]]]),torch.tensor([[[1,3]]]),2)))
show(lambda: (F.unfold(torch.arange(9.).view(1,1,3,3),2), F.fold(torch.ones(1,4,4),(3,3),2),
              F.pixel_shuffle(torch.arange(4.).view(1,4,1,1),2), F.pixel_unshuffle(torch.arange(4.).view(1,1,2,2),2),
              F.channel_shuffle(torch.arange(4.).view(1,4,1,1),2), F.affine_grid(torch.eye(2,3).unsqueeze(0),(1,1,2,2)),
              F.grid_sample(torch.arange(4.).view(1,1,2,2),torch.zeros(1,1,1,2)),
              F.interpolate(torch.arange(4.).view(1,1,2,2),scale_factor=1.5),
              F.interpolate(torch.arange(4.).view(1,1,2,2),size=3,mode='bicubic'),
              F.interpolate(torch.arange(4.).view(1,1,4),size=2,mode='area'),
              F.interpolate(torch.arange(4.).view(1,1,4),size=3,mode='nearest-exact')))
show(lambda: (F.pad(torch.arange(4.).view(1,4),(1,2),value=9), F.pad(torch.arange(4.).view(1,4),(2,1),'circular'),
              F.pad(torch.arange(4.).view(1,4),(2,1),'replicate'), F.pad(torch.arange(4.).view(1,4),(2,1),'reflect')))
show(lambda: (F.dropout(torch.ones(5),0.5), F.dropout(torch.ones(5),0.5,training=False), F.dropout1d(torch.ones(1,3,2)),
              F.dropout2d(torch.ones(1,3,2,1)), F.alpha_dropout(torch.ones(5),0.5,training=True),
              F.feature_alpha_dropout(torch.ones(1,3,2),0.5,training=True), F.dropout(torch.ones(3),1.0),
              F.dropout(torch.ones(3),0.0)))
