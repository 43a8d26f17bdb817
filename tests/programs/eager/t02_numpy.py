# The numpy that stands beside torch
import torch, numpy as np
x=torch.arange(4.)
a=x.numpy()
a[0]=5
print(x, a, repr(a), a.dtype, a.shape)
print(np.array([[1,2],[3,4]])@np.array([1,1]), np.array([1.5,2.25]), repr(np.ones((2,2))), np.sin(np.array([0.0])),
      np.mean(np.array([1,2])), type(a))
print(torch.from_numpy(np.array([1.,2.])), torch.tensor(np.array([1,2])), np.abs(np.array([-1.5,2])))
