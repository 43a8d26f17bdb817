# Streams and events. A stream is known by its handle; 0 is the default one.
import torch._C as _C


def _index(device=None):
    import torch.cuda as cuda
    return cuda._index(device)


class Stream:
    def __init__(self, device=None, priority=0, *, stream_ptr=None):
        if _C._cuda_device_count() == 0:
            raise RuntimeError("torch.cuda.Stream requires CUDA support")
        self.device_index = _index(device)
        self.device = _C.device("cuda", self.device_index)
        self.cuda_stream = _C._cuda_new_stream(self.device_index) if stream_ptr is None else stream_ptr

    def synchronize(self):
        _C._cuda_stream_synchronize(self.cuda_stream)

    def query(self):
        return _C._cuda_stream_query(self.cuda_stream)

    def wait_event(self, event):
        event.wait(self)

    def wait_stream(self, stream):
        self.wait_event(stream.record_event())

    def record_event(self, event=None):
        if event is None:
            event = Event()
        event.record(self)
        return event

    def __enter__(self):
        self._entered = StreamContext(self)
        self._entered.__enter__()
        return self

    def __exit__(self, type, value, traceback):
        return self._entered.__exit__(type, value, traceback)

    def __eq__(self, other):
        return isinstance(other, Stream) and self.cuda_stream == other.cuda_stream and self.device == other.device

    def __hash__(self):
        return hash((self.cuda_stream, self.device_index))

    def __repr__(self):
        return f"<torch.cuda.Stream device={self.device} cuda_stream={hex(self.cuda_stream)}>"


class ExternalStream(Stream):
    def __init__(self, stream_ptr, device=None):
        super().__init__(device, stream_ptr=stream_ptr)


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        if _C._cuda_device_count() == 0:
            raise RuntimeError("Tried to instantiate dummy base class Event")
        self._timing = enable_timing
        self.cuda_event = 0
        self._recorded = False

    def _make(self):
        if self.cuda_event == 0:
            _index()
            self.cuda_event = _C._cuda_new_event(self._timing)

    def record(self, stream=None):
        self._make()
        _C._cuda_event_record(self.cuda_event, _C._cuda_current_stream() if stream is None else stream.cuda_stream)
        self._recorded = True

    def wait(self, stream=None):
        if self._recorded:
            _C._cuda_stream_wait_event(_C._cuda_current_stream() if stream is None else stream.cuda_stream, self.cuda_event)

    def query(self):
        return not self._recorded or _C._cuda_event_query(self.cuda_event)

    def synchronize(self):
        if self._recorded:
            _C._cuda_event_synchronize(self.cuda_event)

    def elapsed_time(self, end_event):
        if not (self._timing and end_event._timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if not (self._recorded and end_event._recorded):
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        return _C._cuda_event_elapsed(self.cuda_event, end_event.cuda_event)

    def __repr__(self):
        if self.cuda_event:
            return f"<torch.cuda.Event {hex(self.cuda_event)}>"
        return "<torch.cuda.Event uninitialized>"


class StreamContext:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        self.previous = _C._cuda_current_stream()
        if self.stream is not None:
            _C._cuda_use_stream(self.stream.cuda_stream)

    def __exit__(self, type, value, traceback):
        _C._cuda_use_stream(self.previous)
        return False


def stream(stream):
    return StreamContext(stream)


def current_stream(device=None):
    return Stream(_index(device), stream_ptr=_C._cuda_current_stream())


def default_stream(device=None):
    return Stream(_index(device), stream_ptr=0)


def set_stream(stream):
    if stream is not None:
        _C._cuda_use_stream(stream.cuda_stream)
