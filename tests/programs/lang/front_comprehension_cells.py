# Comprehension variables share the frame, also when lambdas capture them.
def f(n):
    x = "outer"
    makers = [lambda: (i, x) for i in range(n)]
    squares = {i: [j * i for j in range(i)] for i in range(n)}
    return [m() for m in makers], squares, x

print(f(3))
table = {k: sum(v for v in range(5) if v != k) for k in range(3)}
print([k for k in table], table)

class Grid:
    size = 3
    rows = [r for r in range(size)]
    try:
        bad = [size for _ in rows]
    except NameError as e:
        bad = str(e)

print(Grid.rows, Grid.bad)
