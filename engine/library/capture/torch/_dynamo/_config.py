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


# PyTorch's names and defaults. Those that Vitrine does not read are accepted, so that a program may
# set them. `resume_in_loops` is Vitrine's own.
config = ConfigModule(
    "torch._dynamo.config",
    {
        "resume_in_loops": False,
        "accumulated_recompile_limit": 256, "allow_empty_graphs": False, "allow_ignore_mark_dynamic": False, "allow_rnn": False,
        "allow_unspec_int_on_nn_module": False, "assume_dunder_attributes_remain_unchanged": True, "assume_static_by_default": True,
        "automatic_dynamic_exclusion_guard": False, "automatic_dynamic_local_pgo": True, "automatic_dynamic_remote_pgo": None,
        "automatic_dynamic_shapes": True, "automatic_dynamic_shapes_mark_as": "dynamic", "base_dir": "", "caching_precompile": False,
        "canonicalize_output_graph_node_order": False, "capture_autograd_function": True, "capture_dynamic_output_shape_ops": False,
        "capture_func_transforms": True, "capture_profiler_record_function": False, "capture_scalar_outputs": False,
        "capture_sparse_compute": True, "compiled_autograd": False, "compiled_autograd_kwargs_override": {},
        "computed_lazy_constant_max_nodes": 64, "constant_fold_autograd_profiler_enabled": False, "cprofile": False,
        "cudagraph_backend_keep_input_mutation": False, "cudagraph_backend_support_input_mutation": False, "dead_code_elimination": True,
        "debug_backend_override": "", "debug_dir_root": "", "debug_disable_compile_counter": False, "debug_dynamo_config_override": "",
        "debug_force_graph_break_on_leaf_return": False, "debug_force_nested_calls": False, "debug_inductor_config_override": "", "disable": False,
        "do_not_emit_runtime_asserts": False, "dont_skip_tracing": False, "dynamic_shapes": True, "dynamo_profiler": False,
        "enable_aot_compile": True, "enable_compiler_collectives": False, "enable_cpp_framelocals_guard_eval": True,
        "enable_cpp_guard_manager": True, "enable_cpp_symbolic_shape_guards": False, "enable_dynamo_decompositions": True,
        "enable_faithful_generator_behavior": True, "enable_invoke_subgraph_regional_compile": False, "enable_p2p_compilation": False,
        "enable_trace_contextlib": True, "enable_trace_load_build_class": False, "enable_trace_unittest": False,
        "error_on_dynamo_callback_in_fullgraph_compiled_code": False, "error_on_nested_fx_trace": True, "error_on_nested_jit_trace": True,
        "error_on_recompile": False, "fail_on_recompile_limit_hit": False, "fake_tensor_cache_crosscheck_enabled": False,
        "fake_tensor_cache_enabled": True, "fake_tensor_disable_inference_mode": True, "force_compile_during_fx_trace": False,
        "force_nn_module_property_static_shapes": True, "force_parameter_static_shapes": True,
        "force_unspec_int_unbacked_size_like_on_torchrec_kjt": False, "generate_pycode": False, "graph_break_on_nn_param_ctor": True,
        "graph_deduplication_lint": False, "guard_nn_modules": True, "guard_nn_modules_using_dict_tags": True, "ignore_logging_functions": set(),
        "inject_BUILD_SET_unimplemented_TESTING_ONLY": False, "inline_inbuilt_nn_modules": True, "inline_invoke_subgraph": False,
        "inline_single_use_invoke_subgraph": True, "inline_torch_dispatch_torch_compile": True, "install_free_tensors": False,
        "install_free_tensors_for_export": True, "invalidate_compile_context_weakrefs": None, "issue_3_13_0_warning": True,
        "leaf_function_check_escaped_gradients": False, "leaf_function_validate_outputs": False, "log_compilation_metrics": True,
        "log_file_name": None, "log_graph_in_out_metadata": False, "max_saved_pointers_for_recursive_dict_tags_check": 256,
        "minimum_call_count": 1, "nested_graph_breaks": False, "nontraceable_tensor_subclasses": set(), "numpy_default_complex": "complex128",
        "numpy_default_float": "float64", "numpy_default_int": "int64", "only_allow_pt2_compliant_ops": False, "optimize_ddp": True,
        "optimize_ddp_lazy_compile": False, "prefer_deferred_runtime_asserts_over_guards": False, "prepare_freezing": False,
        "pt2_compile_id_prefix": None, "raise_on_ctx_manager_usage": True, "raise_on_unsafe_aot_autograd": False, "recompile_limit": 8,
        "record_compile_time_instruction_count": False, "record_runtime_overhead": True, "reorderable_logging_functions": set(),
        "replay_record_enabled": False, "replay_side_effects": True, "report_guard_failures": True, "repro_after": None,
        "repro_forward_only": False, "repro_ignore_non_fp": False, "repro_level": 2, "repro_tolerance": 0.001,
        "rewrite_assert_with_torch_assert": True, "run_gc_after_compile": True, "same_two_models_use_fp64": True,
        "side_effect_replay_policy": "info", "skip_code_recursive_on_recompile_limit_hit": True, "skip_fsdp_guards": True,
        "skip_fwd_side_effects_in_bwd_under_checkpoint": False, "skip_guards_on_constant_func_defaults": False, "skip_nnmodule_hook_guards": True,
        "skip_no_tensor_aliasing_guards_on_parameters": True, "skip_tensor_guards_with_matching_dict_tags": True, "skip_torchrec": True,
        "skipfiles_inline_module_allowlist": {}, "specialize_float": False, "specialize_int": False, "strict_precompile": False,
        "suppress_errors": False, "trace_autograd_ops": False, "trace_numpy": True, "traceable_tensor_subclasses": set(),
        "track_nodes_for_deduplication": False, "use_graph_deduplication": False, "use_lamba_guard_for_object_aliasing": False,
        "use_lazy_graph_module": True, "use_numpy_random_stream": False, "use_recursive_dict_tags_for_guards": False, "verbose": False,
        "verify_correctness": False, "wrap_top_frame": False,
    },
    {
        "cache_size_limit": "recompile_limit", "accumulated_cache_size_limit": "accumulated_recompile_limit",
        "skip_code_recursive_on_cache_limit_hit": "skip_code_recursive_on_recompile_limit_hit",
        "fail_on_cache_limit_hit": "fail_on_recompile_limit_hit", "ignore_logger_methods": "ignore_logging_functions",
    },
)
sys.modules["torch._dynamo.config"] = config
