import sys

from torch._dynamo._config import ConfigModule

config = ConfigModule(
    "torch._inductor.config",
    {
        "debug": False, "verbose_progress": False, "fx_graph_cache": True, "max_autotune": False, "max_fusion_size": 64, "epilogue_fusion": True,
        "prologue_fusion": True, "coordinate_descent_tuning": False, "freezing": False, "benchmark_kernel": False, "cpp_wrapper": False,
        "size_asserts": True, "pattern_matcher": True, "fallback_random": False, "implicit_fallbacks": True, "force_fuse_int_mm_with_mul": False,
        "layout_optimization": True, "max_autotune_gemm": False, "max_autotune_pointwise": False, "realize_reads_threshold": 4,
        "realize_opcount_threshold": 30, "split_reductions": True, "unroll_reductions_threshold": 8, "fallback_by_default": False, "trace.enabled": False,
        "triton.cudagraphs": False, "triton.unique_kernel_names": True, "cpp.threads": -1, "cpp.simdlen": None, "cpp.enable_kernel_profile": False,
        "aggressive_fusion": False, "emulate_precision_casts": False, "shape_padding": True, "permute_fusion": False, "keep_output_stride": True,
        "dce": False, "reorder_for_locality": True, "inplace_buffers": True, "allow_buffer_reuse": True, "memory_planning": False,
        "combo_kernels": False, "compile_threads": 1, "autotune_in_subproc": False, "joint_graph_constant_folding": True,
    },
)
sys.modules["torch._inductor.config"] = config
