# feature: avg_pool2d with ceil_mode where the last window would start in the padding
# seed: 0
import torch, torch.nn.functional as F
torch.manual_seed(0)
for size,k,st,p,ceil,inc in ((5,2,2,1,True,True),(4,3,3,1,True,True),(4,3,3,1,True,False),(7,3,4,1,True,True),
                             (6,2,5,1,True,False),(3,2,3,1,True,True),(5,2,4,1,False,True),(9,4,5,2,True,False)):
    x=torch.arange(float(size*size)).reshape(1,1,size,size).requires_grad_()
    y=F.avg_pool2d(x,k,st,p,ceil,inc)
    (y*torch.arange(1.,y.numel()+1).reshape(y.shape)).sum().backward()
    print(y.shape, y.flatten().tolist(), x.grad.flatten().tolist())
    f=torch.compile(lambda x:F.avg_pool2d(x,k,st,p,ceil,inc)*2)
    print(torch.allclose(f(x),y*2),
          F.avg_pool1d(torch.arange(float(size)).reshape(1,1,size),k,st,p,ceil,inc).flatten().tolist(),
          F.max_pool2d(x,k,st,p,1,ceil).shape)
