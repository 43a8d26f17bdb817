# Dynamic quantisation of linear layers: weights in int8, activations per call.
def quantize_dynamic(model, qconfig_spec=None, dtype=None, mapping=None, inplace=False):
    raise NotImplementedError("quantize_dynamic is not available here")
