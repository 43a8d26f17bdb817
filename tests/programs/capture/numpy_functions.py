import numpy as np
import torch
a = np.arange(6.0).reshape(2, 3)
b = np.array([[1, 2, 3], [4, 5, 6]])
print(a.itemsize, a.nbytes, a.strides, b.itemsize, a.real is not None, a.imag)
print(np.ones_like(b, dtype=np.float64), np.zeros_like(a, dtype=int), np.full_like(a, 2.5),
      np.full_like(b, 7, shape=(2,)))
print(np.linspace(0, 1, 3, dtype=np.float32), np.linspace(0, 1, 4, endpoint=False))
x, y = np.meshgrid(np.arange(3), np.arange(2))
print(x, y)
x, y = np.meshgrid(np.arange(3), np.arange(2), indexing="ij")
print(x.shape, y.tolist())
print(np.add(a, b), np.subtract(a, 1), np.multiply(2, b), np.divide(b, 2), np.power(b, 2), np.equal(a, b),
      np.less(a, b), np.floor_divide(b, 2), np.mod(b, 2))
print(np.broadcast_to(np.arange(3), (2, 3)), np.transpose(b), np.expand_dims(b, 0).shape,
      np.squeeze(np.ones((1, 2))).shape)
print(np.cumsum(b), np.cumsum(b, axis=0), np.prod(b), np.any(b > 5), np.all(b > 0), np.sort(np.array([3, 1, 2])),
      np.argsort(np.array([3, 1, 2])), np.unique(np.array([2, 1, 2])))
print(np.outer(np.arange(2), np.arange(3)), np.vstack([b, b]).shape, np.hstack([b, b]).shape, np.tile(np.arange(2), 2),
      np.flip(b), np.flip(b, 0))
print(2 ** b, (b > 2) & (b < 5), (b > 2) | (b < 2), ~(b > 2), b.clip(2, 4), b.swapaxes(0, 1).shape, np.negative(b),
      np.square(b))
print(round(float(np.linalg.norm(a)), 4), np.linalg.norm(a, axis=0).round(3)
      if False else np.linalg.norm(b * 1.0, axis=1).shape,
      round(float(np.linalg.det(np.array([[1.0, 2.0], [3.0, 4.0]]))), 4))
print(np.linalg.solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 4.0])))
def f(t):
    r, s = np.meshgrid(t.numpy(), t.numpy())
    return torch.from_numpy(r) + torch.from_numpy(s)
print(torch.compile(f, backend="eager", fullgraph=True)(torch.arange(2.0)))
def g(t): return np.ones_like(t.numpy(), dtype=np.float64), np.linalg.norm(t.numpy(), axis=0)
print(torch.compile(g, backend="eager")(torch.ones(2, 2)))
