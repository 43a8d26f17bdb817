# torch.futures: values that are there later. The class is the one that torch.jit.fork gives back,
# and is read when it is asked for.


def __getattr__(name):
    if name == "Future":
        from _vitrine_script import Future
        return Future
    raise AttributeError(f"module 'torch.futures' has no attribute '{name}'")


def _new():
    from _vitrine_script import Future
    return Future()


def _then(future, callback):
    made = _new()

    def run(done):
        try:
            result = callback(done)
        except Exception as error:
            made.set_exception(error)
        else:
            made.set_result(result)

    future.add_done_callback(run)
    return made


def collect_all(futures):
    """Complete, with the list of the futures, when all of them are."""
    futures = list(futures)
    made = _new()
    left = [len(futures)]

    def count(done):
        left[0] -= 1
        if left[0] == 0:
            made.set_result(futures)

    for future in futures:
        future.add_done_callback(count)
    if not futures:
        made.set_result(futures)
    return made


def wait_all(futures):
    return [future.wait() for future in collect_all(futures).wait()]
