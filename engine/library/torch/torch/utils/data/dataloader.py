# Batches of a dataset, loaded in this process.
import copy
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

import torch
from torch._C import default_generator
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler


def get_worker_info():
    return None


def default_convert(data):
    if type(data).__module__ == "numpy":
        return torch.as_tensor(data)
    if isinstance(data, Mapping):
        return _in_kind(data, {key: default_convert(data[key]) for key in data})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[default_convert(value) for value in data])
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _in_kind(data, [default_convert(value) for value in data])
    return data


def _in_kind(given, made):
    """made, a dict or a list, as the container that was given where that can hold it."""
    if type(given) in (dict, list, tuple):
        return made
    try:
        if isinstance(given, MutableMapping):
            clone = copy.copy(given)
            clone.update(made)
            return clone
        if isinstance(given, MutableSequence):
            clone = copy.copy(given)
            for i, value in enumerate(made):
                clone[i] = value
            return clone
        return type(given)(made)
    except TypeError:
        return made


def default_collate(batch):
    elem = batch[0]
    if isinstance(elem, torch.Tensor):
        return torch.stack(batch, 0)
    if type(elem).__name__ == "ndarray":
        return torch.stack([torch.as_tensor(b) for b in batch], 0)
    if type(elem).__module__ == "numpy":
        return torch.tensor(batch)
    if isinstance(elem, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(elem, int):
        return torch.tensor(batch)
    if isinstance(elem, (str, bytes)):
        return batch
    if isinstance(elem, Mapping):
        return _in_kind(elem, {key: default_collate([d[key] for d in batch]) for key in elem})
    if isinstance(elem, tuple) and hasattr(elem, "_fields"):
        return type(elem)(*[default_collate(samples) for samples in zip(*batch)])
    if isinstance(elem, Sequence):
        size = len(elem)
        if not all([len(e) == size for e in batch]):
            raise RuntimeError("each element in list of batch should be of equal size")
        return _in_kind(elem, [default_collate(samples) for samples in zip(*batch)])
    raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(elem)}")


class _InfiniteSampler:
    def __iter__(self):
        while True:
            yield None


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False, drop_last=False,
                 timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *, prefetch_factor=None, persistent_workers=False,
                 pin_memory_device="", in_order=True):
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if num_workers == 0 and prefetch_factor is not None:
            raise ValueError("prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.")
        if persistent_workers and num_workers == 0:
            raise ValueError("persistent_workers option needs num_workers > 0")
        if multiprocessing_context is not None and num_workers == 0:
            raise ValueError(f"multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got {num_workers=}")
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = prefetch_factor
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable:
            if shuffle not in (False, None):
                raise ValueError(f"DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={shuffle}")
            if sampler is not None:
                raise ValueError(f"DataLoader with IterableDataset: expected unspecified sampler option, but got sampler={sampler}")
            if batch_sampler is not None:
                raise ValueError(f"DataLoader with IterableDataset: expected unspecified batch_sampler option, but got batch_sampler={batch_sampler}")
        shuffle = bool(shuffle)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None:
            if self._iterable:
                sampler = _InfiniteSampler()
            elif shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        if collate_fn is None:
            collate_fn = default_collate if self._auto_collation else default_convert
        self.collate_fn = collate_fn
        self.persistent_workers = persistent_workers
        self._ready = True

    def __setattr__(self, name, value):
        if getattr(self, "_ready", False) and name in ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers"):
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(name, value)

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    def __iter__(self):
        generator = self.generator if self.generator is not None else default_generator
        return _LoaderIterator(self, generator._random_bits())

    def __len__(self):
        if self._iterable:
            length = len(self.dataset)
            if self.batch_size is not None:
                return length // self.batch_size if self.drop_last else -(-length // self.batch_size)
            return length
        return len(self.batch_sampler) if self._auto_collation else len(self.sampler)

    def __class_getitem__(cls, item):
        return cls


class _LoaderIterator:
    def __init__(self, loader, base_seed):
        self._loader = loader
        self._base_seed = base_seed
        self._batches = iter(loader.batch_sampler if loader._auto_collation else loader.sampler)
        self._source = iter(loader.dataset) if loader._iterable else None
        self._ended = False

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader)

    def __next__(self):
        loader = self._loader
        index = next(self._batches)
        if loader._iterable:
            return loader.collate_fn(self._from_iterable(index))
        if loader._auto_collation:
            if hasattr(loader.dataset, "__getitems__") and loader.dataset.__getitems__:
                return loader.collate_fn(loader.dataset.__getitems__(index))
            return loader.collate_fn([loader.dataset[i] for i in index])
        return loader.collate_fn(loader.dataset[index])

    def _from_iterable(self, index):
        if self._ended:
            raise StopIteration
        if not self._loader._auto_collation:
            return next(self._source)
        data = []
        for _ in index:
            try:
                data.append(next(self._source))
            except StopIteration:
                self._ended = True
                break
        if len(data) == 0 or (self._loader.drop_last and len(data) < len(index)):
            raise StopIteration
        return data
