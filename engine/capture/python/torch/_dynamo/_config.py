import sys


class _Patch:
    def __init__(self, config, changes):
        self.config = config
        self.changes = changes
        self.saved = []

    def __enter__(self):
        self.saved.append({name: getattr(self.config, name) for name in self.changes})
        for name, value in self.changes.items():
            setattr(self.config, name, value)

    def __exit__(self, exc_type, exc_value, traceback):
        for name, value in self.saved.pop().items():
            setattr(self.config, name, value)

    def __call__(self, fn):
        def patched(*args, **kwargs):
            with self:
                return fn(*args, **kwargs)

        patched.__name__ = fn.__name__
        return patched


class ConfigModule:
    def __init__(self, name, values, aliases=None):
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_values", values)
        object.__setattr__(self, "_aliases", aliases or {})
        object.__setattr__(self, "_defaults", dict(values))

    def __getattr__(self, name):
        values = object.__getattribute__(self, "_values")
        name_ = object.__getattribute__(self, "_aliases").get(name, name)
        if name_ in values:
            return values[name_]
        raise AttributeError(f"{object.__getattribute__(self, '_name')}.{name} does not exist")

    def __setattr__(self, name, value):
        name_ = self._aliases.get(name, name)
        if name_ not in self._defaults:
            raise AttributeError(f"{self._name}.{name} does not exist")
        self._values[name_] = value

    def __delattr__(self, name):
        """Until it is set again the setting is not there, as unittest.mock expects of what it restores."""
        del self._values[self._aliases.get(name, name)]

    def patch(self, arg1=None, arg2=None, **kwargs):
        changes = dict(kwargs)
        if isinstance(arg1, dict):
            changes = dict(arg1)
        elif arg1 is not None:
            changes = {arg1: arg2}
        for name in changes:
            getattr(self, name)
        return _Patch(self, changes)

    def shallow_copy_dict(self):
        return dict(self._values)

    def get_config_copy(self):
        return dict(self._values)

    def load_config(self, values):
        for name, value in values.items():
            self._values[name] = value


config = ConfigModule(
    "torch._dynamo.config",
    {
        "verbose": False, "repro_after": None, "repro_level": 2, "repro_tolerance": 1e-3, "recompile_limit": 8,
        "accumulated_recompile_limit": 256, "skip_code_recursive_on_recompile_limit_hit": True, "fail_on_recompile_limit_hit": False,
        "automatic_dynamic_shapes": True, "assume_static_by_default": True, "dynamic_shapes": True, "capture_scalar_outputs": False,
        "capture_dynamic_output_shape_ops": False, "suppress_errors": False, "resume_in_loops": False, "disable": False, "error_on_recompile": False,
        "specialize_int": False, "specialize_float": False, "guard_nn_modules": True, "inline_inbuilt_nn_modules": True,
        "cache_size_limit_unused": 8, "allow_ignore_mark_dynamic": False, "force_parameter_static_shapes": True, "capture_func_transforms": True,
        "suppress_errors_unused": False, "log_compilation_metrics": True, "reorderable_logging_functions": set(), "optimize_ddp": True,
        "numpy_default_float": "float64", "numpy_default_int": "int64", "trace_numpy": True, "rewrite_assert_with_torch_assert": True,
        "report_guard_failures": True, "prefer_deferred_runtime_asserts_over_guards": False, "allow_rnn": False, "cprofile": False,
        "enable_cpp_guard_manager": True, "compiled_autograd": False, "run_gc_after_compile": True, "minimum_call_count": 1,
        "dead_code_elimination": True, "do_not_emit_runtime_asserts": False, "allow_unspec_int_on_nn_module": False,
        "automatic_dynamic_local_pgo": False, "force_parameter_static_unused": True, "nested_graph_breaks": False, "enable_trace_contextlib": True,
        "debug_dir_root": "", "print_specializations": False, "replay_record_enabled": False, "debug_backend_override": "",
        "ignore_logger_methods": set(), "skip_nnmodule_hook_guards": True, "strict_precompile": False, "base_dir": "", "caching_precompile": False,
    },
    {"cache_size_limit": "recompile_limit", "accumulated_cache_size_limit": "accumulated_recompile_limit"},
)
sys.modules["torch._dynamo.config"] = config
