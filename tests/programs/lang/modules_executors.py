"""concurrent.futures: futures that fail, are waited for in vain or come from processes; what the program runs on."""
import concurrent.futures
import platform
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

f = Future()
f.add_done_callback(lambda f: print("called", f.cancelled()))
print(f.done(), f.cancel(), f.done())
f = Future()
f.set_exception(KeyError("k"))
try:
    f.result()
except KeyError as error:
    print(error, f.exception() is error)
try:
    Future().result(timeout=0)
except TimeoutError as error:
    print("timeout", concurrent.futures.TimeoutError is TimeoutError)
print(platform.system(), platform.python_implementation(), platform.python_version_tuple()[0])
print(
    issubclass(ThreadPoolExecutor, concurrent.futures.Executor),
    ProcessPoolExecutor.__name__,
    concurrent.futures.FIRST_COMPLETED,
)
