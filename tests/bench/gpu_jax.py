# The rows of gpu_program.py that are functions of arrays, compiled by jax.jit. Prints the same
# lines of JSON, mode "jax.jit". Where JAX is not installed it prints nothing.
#   python gpu_jax.py [rows] [tiny] [models]
import json
import os
import statistics
import sys
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
try:
    import jax
    import jax.numpy as jnp
except ImportError:
    sys.exit(0)

wanted = sys.argv[1:] or ["rows", "tiny", "models"]
R, C = 16384, 4096


def wall(function, arguments, runs, repeats=5):
    """Microseconds per call over back-to-back calls, as gpu_program.py counts them."""
    for _ in range(5):
        result = function(*arguments)
    result.block_until_ready()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(runs):
            result = function(*arguments)
        result.block_until_ready()
        times.append((time.perf_counter() - start) / runs * 1e6)
    return statistics.median(times)


def measure(name, function, arguments, runs):
    try:
        start = time.perf_counter()
        compiled = jax.jit(function)
        compiled(*arguments).block_until_ready()
        cold = time.perf_counter() - start
        print(json.dumps(dict(row=name, mode="jax.jit", us=wall(compiled, arguments, runs), cold_s=cold)), flush=True)
    except Exception as error:
        print(json.dumps(dict(row=name, mode="jax.jit", error=f"{type(error).__name__}: {error}"[:300])), flush=True)


def noise(*sizes):
    return jax.random.normal(jax.random.PRNGKey(len(sizes)), sizes)


def layer_norm(x, weight, bias):
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * weight + bias


def relu_plus_sigmoid(x):
    return jax.nn.relu(x) + jax.nn.sigmoid(x)


def small_mlp(x, layers):
    for weight, bias in layers:
        x = jax.nn.relu(x @ weight + bias)
    return x


if "rows" in wanted:
    measure("relu_plus_sigmoid", relu_plus_sigmoid, (noise(1 << 26),), 50)
    m, r, w, b = noise(R, C), noise(R, C), noise(C), noise(C)
    measure("pointwise_chain", lambda m, w, b: jax.nn.gelu(m * w + b, approximate=False) * jax.nn.sigmoid(m) + m,
            (m, w, b), 50)
    measure("softmax", lambda m: jax.nn.softmax(m * 0.125, -1), (m,), 50)
    measure("residual_layernorm", lambda m, r, w, b: layer_norm(m + r, w, b), (m, r, w, b), 50)
    measure("sum_of_squares", lambda m: (m * m).sum(), (m,), 50)
    measure("column_mean_var", lambda m: jnp.stack([m.mean(0), m.var(0, ddof=1)]), (m,), 50)
if "tiny" in wanted:
    measure("tiny_call", relu_plus_sigmoid, (noise(8),), 2000)
if "models" in wanted:
    layers = [(noise(256, 256) / 16, noise(256) / 16) for _ in range(8)]
    measure("mlp_small", small_mlp, (noise(16, 256), layers), 100)
