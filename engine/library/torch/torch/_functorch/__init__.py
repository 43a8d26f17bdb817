# Transforms of functions: batches (vmap.py) and derivatives (derivatives.py).
