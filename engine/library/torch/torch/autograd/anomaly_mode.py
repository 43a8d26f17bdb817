# Anomaly detection: errors of backward name the forward call, and NaN gradients raise.
import warnings

from torch._C import _set_anomaly_enabled, is_anomaly_enabled


class detect_anomaly:
    def __init__(self, check_nan=True):
        self.prev = is_anomaly_enabled()
        self.check_nan = check_nan
        warnings.warn("Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging.", stacklevel=2)

    def __enter__(self):
        _set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, *args):
        _set_anomaly_enabled(self.prev)


class set_detect_anomaly:
    def __init__(self, mode, check_nan=True):
        self.prev = is_anomaly_enabled()
        _set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *args):
        _set_anomaly_enabled(self.prev)
