# Infinities become the largest number of their type, compiled too.
import torch
x=torch.tensor([float("inf"),-float("inf"),float("nan"),1.],dtype=torch.float16)
f=torch.compile(lambda x: x.nan_to_num()*2)
print(f(x), torch.compile(lambda x: x.nan_to_num())(x))
y=x.clone(); y.nan_to_num_(); print(y)
z=torch.empty(4); torch.nan_to_num(x.float(),out=z); print(z)
w=torch.tensor([1.,float("inf")],requires_grad=True); r=w.nan_to_num(); print(r); r.sum().backward(); print(w.grad)
print(torch.tensor([1,2]).nan_to_num(), torch.tensor([True]).nan_to_num())
