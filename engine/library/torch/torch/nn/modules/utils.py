# Sizes given once or per dimension.
def _ntuple(n):
    def parse(x):
        if isinstance(x, (tuple, list)):
            return tuple(x)
        return (x,) * n
    return parse


_single = _ntuple(1)
_pair = _ntuple(2)
_triple = _ntuple(3)


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Takes the prefix off the keys, in place."""
    for key in list(state_dict.keys()):
        if key.startswith(prefix):
            state_dict[key[len(prefix):]] = state_dict.pop(key)
    if hasattr(state_dict, "_metadata"):
        for key in list(state_dict._metadata.keys()):
            if key and (key == prefix[:-1] or key.startswith(prefix)):
                state_dict._metadata[key[len(prefix):]] = state_dict._metadata.pop(key)


def _reverse_repeat_tuple(t, n):
    return tuple([x for x in reversed(t) for _ in range(n)])
