# numpy.random.default_rng: PCG64's numbers, and what is drawn from them.
import numpy as np

r = np.random.default_rng(0)
print(r.random(2), r.random(), r.integers(0, 10, 5), r.integers(5), r.integers(0, 10, endpoint=True))
print(r.standard_normal(3), r.normal(1, 2, (2, 2)), r.uniform(-1, 1, 2), r.choice(5, 3), r.choice(5, 3, replace=False))
print(r.permutation(5), r.choice([1.5, 2.5]), r.integers(2**40, size=2), r.integers(0, 2**32, 2), r)
row, items, table = np.arange(6), [1, 2, 3, 4], np.arange(6).reshape(3, 2)
for x in (row, items, table):
    r.shuffle(x)
    print(x)
print(r.choice(3, 4, p=[0.2, 0.3, 0.5]), r.permutation([1, 2, 3]), r.permutation(np.arange(6).reshape(3, 2)))
print(r.choice(4, 2, replace=False, p=[0.1, 0.2, 0.3, 0.4]), r.normal([0, 100], [1, 10]))
normals = np.random.default_rng(42).standard_normal(5000)
print(normals.sum().round(9), normals.max().round(9), normals.min().round(9), normals[:5], normals[4995:])
for seed in ([1, 2, 3], 2**100, 12345678901234):
    print(np.random.default_rng(seed).random())
r = np.random.default_rng(7)
print(r.integers(0, 2, 20), r.integers(-3, 3, (2, 3)), r.random((2, 2)), r.integers(0, 100, 3, dtype=np.int32).dtype)
print(r.choice(20000, 5, replace=False), r.choice(20000, 500, replace=False)[:5], r.choice(10, (2, 2)))
for wrong in (lambda: r.integers(0), lambda: r.integers(5, 2), lambda: r.choice(2, 3, replace=False),
              lambda: r.choice(0),
              lambda: np.random.default_rng(-1), lambda: r.choice(2, p=[0.5, 0.6]), lambda: r.normal(0, -1)):
    try:
        print(wrong())
    except ValueError as e:
        print(e)
