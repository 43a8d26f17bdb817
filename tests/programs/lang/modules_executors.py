"""concurrent.futures: what is submitted gives its results in order, and its errors where they are asked for."""
import concurrent.futures
import platform
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed, wait

done = []


def work(n, scale=1):
    if n == 3:
        raise ValueError(f"no {n}")
    return n * n * scale


with ThreadPoolExecutor(max_workers=2) as pool:
    print(list(pool.map(work, [1, 2, 4])), list(pool.map(pow, (2, 3), (5, 2))))
    futures = {pool.submit(work, n, scale=10): n for n in (1, 2, 3, 5)}
    for future in sorted(as_completed(futures), key=lambda f: futures[f]):
        try:
            print(futures[future], future.result(timeout=5), future.done(), future.cancelled(), future.running())
        except ValueError as error:
            print(futures[future], "failed:", error, type(future.exception()).__name__, future.exception() is error)
    finished = wait(futures)
    print(len(finished.done), len(finished.not_done), len(finished[0]))
    futures = [pool.submit(work, 7)]
    futures[0].add_done_callback(lambda f: done.append(f.result()))
    concurrent.futures.wait(futures)
    results = pool.map(work, [1, 3, 4])
    print(next(results))
    try:
        next(results)
    except ValueError as error:
        print(error)
print(done)
try:
    pool.submit(work, 1)
except RuntimeError as error:
    print(error)
try:
    ThreadPoolExecutor(0)
except ValueError as error:
    print(error)

f = Future()
f.add_done_callback(lambda f: done.append("called"))
print(f.done(), f.cancel(), f.cancelled(), f.done(), done[-1])
for act in (f.result, lambda: f.set_result(1)):
    try:
        act()
    except Exception as error:
        print(type(error).__name__)
f = Future()
f.set_result([1])
print(f.result(), f.exception(), f.cancel())
f = Future()
f.set_exception(KeyError("k"))
try:
    f.result()
except KeyError as error:
    print(error)
try:
    Future().result(timeout=0)
except TimeoutError as error:
    print("timeout", concurrent.futures.TimeoutError is TimeoutError)
print(platform.system(), platform.python_implementation(), platform.python_version_tuple()[0])
print(issubclass(ThreadPoolExecutor, concurrent.futures.Executor), ProcessPoolExecutor.__name__, concurrent.futures.FIRST_COMPLETED)
