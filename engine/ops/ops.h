// Every op, for those that call ops by name: formulas, decompositions, the tape, passes.
// One line per definition in defs/, in the order of the files.
#pragma once
#include "ops/op.h"

namespace vt {

// defs/optimizers.cpp
extern const OpDef op_fused_adam;

// defs/activations.cpp
extern const OpDef op_relu;
extern const OpDef op_relu_functional;
extern const OpDef op_hardtanh;
extern const OpDef op_hardtanh_functional;
extern const OpDef op_relu6;
extern const OpDef op_leaky_relu;
extern const OpDef op_leaky_relu_functional;
extern const OpDef op_elu;
extern const OpDef op_elu_functional;
extern const OpDef op_selu;
extern const OpDef op_celu;
extern const OpDef op_gelu;
extern const OpDef op_silu;
extern const OpDef op_silu_functional;
extern const OpDef op_mish;
extern const OpDef op_softplus;
extern const OpDef op_hardsigmoid;
extern const OpDef op_hardswish;
extern const OpDef op_logsigmoid;
extern const OpDef op_threshold;
extern const OpDef op_softshrink;
extern const OpDef op_hardshrink;

// defs/activations_composite.cpp
extern const OpDef op_softsign;
extern const OpDef op_tanhshrink;
extern const OpDef op_logit;
extern const OpDef op_glu;
extern const OpDef op_prelu;
extern const OpDef op_prelu_kernel;
extern const OpDef op_nan_to_num;
extern const OpDef op_square;
extern const OpDef op_digamma;

// defs/arithmetic.cpp
extern const OpDef op_add;
extern const OpDef op_add_scalar;
extern const OpDef op_sub;
extern const OpDef op_sub_scalar;
extern const OpDef op_mul;
extern const OpDef op_mul_scalar;
extern const OpDef op_div;
extern const OpDef op_div_scalar;
extern const OpDef op_div_mode;
extern const OpDef op_div_scalar_mode;
extern const OpDef op_floor_divide;
extern const OpDef op_floor_divide_scalar;
extern const OpDef op_remainder;
extern const OpDef op_remainder_scalar;
extern const OpDef op_fmod;
extern const OpDef op_fmod_scalar;
extern const OpDef op_rsub;
extern const OpDef op_rsub_scalar;

// defs/comparing.cpp
extern const OpDef op_isclose;
extern const OpDef op_allclose;
extern const OpDef op_equal;
extern const OpDef op_one_hot;

// defs/comparisons.cpp
extern const OpDef op_eq;
extern const OpDef op_eq_scalar;
extern const OpDef op_ne;
extern const OpDef op_ne_scalar;
extern const OpDef op_lt;
extern const OpDef op_lt_scalar;
extern const OpDef op_le;
extern const OpDef op_le_scalar;
extern const OpDef op_gt;
extern const OpDef op_gt_scalar;
extern const OpDef op_ge;
extern const OpDef op_ge_scalar;
extern const OpDef op_logical_and;
extern const OpDef op_logical_or;
extern const OpDef op_logical_xor;
extern const OpDef op_bitwise_and;
extern const OpDef op_bitwise_and_scalar;
extern const OpDef op_bitwise_or;
extern const OpDef op_bitwise_or_scalar;
extern const OpDef op_bitwise_xor;
extern const OpDef op_bitwise_xor_scalar;
extern const OpDef op_bitwise_left_shift;
extern const OpDef op_bitwise_left_shift_scalar;
extern const OpDef op_bitwise_right_shift;
extern const OpDef op_bitwise_right_shift_scalar;

// defs/contractions.cpp
extern const OpDef op_einsum;
extern const OpDef op_tensordot;
extern const OpDef op_tensordot_axes;
extern const OpDef op_kron;
extern const OpDef op_attention;

// defs/convolutions.cpp
extern const OpDef op_convolution;
extern const OpDef op_convolution_backward_input;
extern const OpDef op_convolution_backward_weight;
extern const OpDef op_conv1d;
extern const OpDef op_conv1d_named;
extern const OpDef op_conv2d;
extern const OpDef op_conv2d_named;
extern const OpDef op_conv_transpose1d;
extern const OpDef op_conv_transpose2d;

// defs/copies.cpp
extern const OpDef op_clone;
extern const OpDef op_contiguous;
extern const OpDef op_to_copy;
extern const OpDef op_to_dtype;
extern const OpDef op_to_device;
extern const OpDef op_to_other;
extern const OpDef op_type_as;
extern const OpDef op_float;
extern const OpDef op_double;
extern const OpDef op_half;
extern const OpDef op_bfloat16;
extern const OpDef op_long;
extern const OpDef op_int;
extern const OpDef op_short;
extern const OpDef op_char;
extern const OpDef op_byte;
extern const OpDef op_bool;
extern const OpDef op_cpu;
extern const OpDef op_copy;
extern const OpDef op_fill;
extern const OpDef op_fill_tensor;
extern const OpDef op_zero;

// defs/exponentials.cpp
extern const OpDef op_exp;
extern const OpDef op_exp2;
extern const OpDef op_expm1;
extern const OpDef op_log;
extern const OpDef op_log2;
extern const OpDef op_log10;
extern const OpDef op_log1p;
extern const OpDef op_sqrt;
extern const OpDef op_rsqrt;
extern const OpDef op_reciprocal;
extern const OpDef op_sigmoid;
extern const OpDef op_erf;
extern const OpDef op_erfc;
extern const OpDef op_erfinv;
extern const OpDef op_lgamma;

// defs/extrema.cpp
extern const OpDef op_max;
extern const OpDef op_min;
extern const OpDef op_max_dim;
extern const OpDef op_min_dim;
extern const OpDef op_max_other;
extern const OpDef op_min_other;
extern const OpDef op_amax;
extern const OpDef op_amin;
extern const OpDef op_argmax;
extern const OpDef op_argmin;
extern const OpDef op_aminmax;

// defs/extremes.cpp
extern const OpDef op_maximum;
extern const OpDef op_minimum;
extern const OpDef op_fmax;
extern const OpDef op_fmin;
extern const OpDef op_clamp;
extern const OpDef op_clamp_tensor;
extern const OpDef op_clamp_both;
extern const OpDef op_clip;
extern const OpDef op_clamp_min;
extern const OpDef op_clamp_max;
extern const OpDef op_where;
extern const OpDef op_where_scalar;
extern const OpDef op_where_scalar_self;
extern const OpDef op_where_scalar_other;
extern const OpDef op_where_method;
extern const OpDef op_where_method_scalar;
extern const OpDef op_masked_fill;
extern const OpDef op_masked_fill_tensor;

// defs/factories.cpp
extern const OpDef op_full;
extern const OpDef op_zeros;
extern const OpDef op_ones;
extern const OpDef op_empty;
extern const OpDef op_zeros_like;
extern const OpDef op_ones_like;
extern const OpDef op_empty_like;
extern const OpDef op_full_like;
extern const OpDef op_new_zeros;
extern const OpDef op_new_ones;
extern const OpDef op_new_empty;
extern const OpDef op_new_full;
extern const OpDef op_new_empty_strided;
extern const OpDef op_arange;
extern const OpDef op_arange_step;
extern const OpDef op_linspace;
extern const OpDef op_logspace;
extern const OpDef op_eye;
extern const OpDef op_tril_indices;
extern const OpDef op_triu_indices;

// defs/fused_arithmetic.cpp
extern const OpDef op_lerp;
extern const OpDef op_lerp_scalar;
extern const OpDef op_addcmul;
extern const OpDef op_addcdiv;

// defs/gradients.cpp
extern const OpDef op_threshold_backward;
extern const OpDef op_sigmoid_backward;
extern const OpDef op_tanh_backward;
extern const OpDef op_silu_backward;
extern const OpDef op_gelu_backward;
extern const OpDef op_mul_number;
extern const OpDef op_div_number;
extern const OpDef op_hardtanh_backward;
extern const OpDef op_leaky_relu_backward;
extern const OpDef op_elu_backward;
extern const OpDef op_mish_backward;
extern const OpDef op_softplus_backward;
extern const OpDef op_hardsigmoid_backward;
extern const OpDef op_hardswish_backward;
extern const OpDef op_glu_backward;
extern const OpDef op_prelu_kernel_backward;
extern const OpDef op_logit_backward;
extern const OpDef op_mse_loss_backward;
extern const OpDef op_smooth_l1_backward;
extern const OpDef op_huber_backward;
extern const OpDef op_bce_backward;
extern const OpDef op_nll_loss_backward;
extern const OpDef op_embedding_backward;
extern const OpDef op_layer_norm_backward;
extern const OpDef op_convolution_backward;
extern const OpDef op_max_pool_backward;
extern const OpDef op_avg_pool2d_backward;
extern const OpDef op_avg_pool3d_backward;
extern const OpDef op_softmax_backward_data;
extern const OpDef op_log_softmax_backward_data;

// defs/indexing.cpp
extern const OpDef op_gather;
extern const OpDef op_scatter;
extern const OpDef op_scatter_value;
extern const OpDef op_scatter_add;
extern const OpDef op_scatter_reduce;
extern const OpDef op_index_select;
extern const OpDef op_index_add;
extern const OpDef op_index_copy;
extern const OpDef op_index_fill;
extern const OpDef op_index;
extern const OpDef op_index_put;
extern const OpDef op_embedding;
extern const OpDef op_embedding_functional;
extern const OpDef op_take;
extern const OpDef op_take_along_dim;
extern const OpDef op_nonzero;
extern const OpDef op_masked_select;
extern const OpDef op_masked_scatter;

// defs/joining.cpp
extern const OpDef op_cat;
extern const OpDef op_concat;
extern const OpDef op_stack;
extern const OpDef op_hstack;
extern const OpDef op_vstack;
extern const OpDef op_dstack;
extern const OpDef op_repeat;
extern const OpDef op_tile;

// defs/losses.cpp
extern const OpDef op_mse_loss_base;
extern const OpDef op_smooth_l1_base;
extern const OpDef op_huber_base;
extern const OpDef op_mse_loss;
extern const OpDef op_l1_loss;
extern const OpDef op_smooth_l1_loss;
extern const OpDef op_huber_loss;
extern const OpDef op_nll_loss_forward;
extern const OpDef op_nll_loss;
extern const OpDef op_cross_entropy;
extern const OpDef op_bce_base;
extern const OpDef op_binary_cross_entropy;
extern const OpDef op_bce_logits_base;
extern const OpDef op_bce_with_logits;

// defs/losses_composite.cpp
extern const OpDef op_kl_div;
extern const OpDef op_margin_ranking_loss;
extern const OpDef op_hinge_embedding_loss;
extern const OpDef op_poisson_nll_loss;
extern const OpDef op_gaussian_nll_loss;
extern const OpDef op_soft_margin_loss;
extern const OpDef op_multilabel_soft_margin_loss;
extern const OpDef op_cosine_similarity;
extern const OpDef op_cosine_embedding_loss;
extern const OpDef op_pairwise_distance;
extern const OpDef op_triplet_margin_loss;
extern const OpDef op_cdist;
extern const OpDef op_normalize;

// defs/normalisation.cpp
extern const OpDef op_native_layer_norm;
extern const OpDef op_layer_norm;
extern const OpDef op_rms_norm;
extern const OpDef op_native_batch_norm;
extern const OpDef op_batch_norm;
extern const OpDef op_native_group_norm;
extern const OpDef op_group_norm;
extern const OpDef op_instance_norm;
extern const OpDef op_bernoulli_like;
extern const OpDef op_dropout;
extern const OpDef op_dropout_train;
extern const OpDef op_dropout2d;
extern const OpDef op_dropout1d;

// defs/pooling.cpp
extern const OpDef op_max_pool2d_indices;
extern const OpDef op_max_pool2d;
extern const OpDef op_max_pool1d;
extern const OpDef op_avg_pool2d;
extern const OpDef op_avg_pool1d;
extern const OpDef op_lp_pool2d;
extern const OpDef op_adaptive_resize;
extern const OpDef op_upsample_nearest;
extern const OpDef op_upsample_linear;
extern const OpDef op_adaptive_avg_pool2d;
extern const OpDef op_adaptive_avg_pool1d;
extern const OpDef op_interpolate;

// defs/powers.cpp
extern const OpDef op_pow_scalar;
extern const OpDef op_pow;
extern const OpDef op_pow_base;
extern const OpDef op_float_power;
extern const OpDef op_atan2;
extern const OpDef op_hypot;
extern const OpDef op_copysign;
extern const OpDef op_copysign_scalar;
extern const OpDef op_logaddexp;
extern const OpDef op_xlogy;
extern const OpDef op_heaviside;

// defs/predicates.cpp
extern const OpDef op_isnan;
extern const OpDef op_isinf;
extern const OpDef op_isfinite;
extern const OpDef op_isposinf;
extern const OpDef op_isneginf;
extern const OpDef op_signbit;
extern const OpDef op_logical_not;
extern const OpDef op_bitwise_not;

// defs/products.cpp
extern const OpDef op_mm;
extern const OpDef op_bmm;
extern const OpDef op_mv;
extern const OpDef op_dot;
extern const OpDef op_addmm;
extern const OpDef op_addmv;
extern const OpDef op_baddbmm;
extern const OpDef op_addbmm;
extern const OpDef op_matmul;
extern const OpDef op_outer;
extern const OpDef op_inner;
extern const OpDef op_linear;

// defs/randoms.cpp
extern const OpDef op_rand;
extern const OpDef op_randn;
extern const OpDef op_randint_low;
extern const OpDef op_randint;
extern const OpDef op_randperm;
extern const OpDef op_rand_like;
extern const OpDef op_randn_like;
extern const OpDef op_randint_like;
extern const OpDef op_randint_like_low;
extern const OpDef op_normal;
extern const OpDef op_normal_tensors;
extern const OpDef op_normal_tensor_float;
extern const OpDef op_bernoulli;
extern const OpDef op_multinomial;
extern const OpDef op_uniform_inplace;
extern const OpDef op_normal_inplace;
extern const OpDef op_random_inplace;
extern const OpDef op_random_to_inplace;
extern const OpDef op_exponential_inplace;
extern const OpDef op_bernoulli_inplace;

// defs/rearranging.cpp
extern const OpDef op_flip;
extern const OpDef op_fliplr;
extern const OpDef op_flipud;
extern const OpDef op_roll_axis;
extern const OpDef op_roll;
extern const OpDef op_rot90;
extern const OpDef op_tril;
extern const OpDef op_triu;
extern const OpDef op_constant_pad;
extern const OpDef op_pad;

// defs/rounding.cpp
extern const OpDef op_neg;
extern const OpDef op_abs;
extern const OpDef op_sign;
extern const OpDef op_sgn;
extern const OpDef op_floor;
extern const OpDef op_ceil;
extern const OpDef op_trunc;
extern const OpDef op_round;
extern const OpDef op_round_decimals;
extern const OpDef op_frac;
extern const OpDef op_positive;

// defs/scans.cpp
extern const OpDef op_cumsum;
extern const OpDef op_cumprod;
extern const OpDef op_cummax;
extern const OpDef op_cummin;
extern const OpDef op_logcumsumexp;

// defs/shapes.cpp
extern const OpDef op_flatten;
extern const OpDef op_ravel;
extern const OpDef op_view_as;
extern const OpDef op_reshape_as;
extern const OpDef op_expand_as;
extern const OpDef op_broadcast_to;
extern const OpDef op_broadcast_tensors;
extern const OpDef op_swapaxes;
extern const OpDef op_swapdims;
extern const OpDef op_adjoint;
extern const OpDef op_movedim;
extern const OpDef op_movedim_int;
extern const OpDef op_moveaxis;
extern const OpDef op_moveaxis_int;
extern const OpDef op_unflatten;
extern const OpDef op_atleast_1d;
extern const OpDef op_atleast_2d;
extern const OpDef op_atleast_3d;
extern const OpDef op_hsplit;
extern const OpDef op_hsplit_array;
extern const OpDef op_vsplit;
extern const OpDef op_vsplit_array;
extern const OpDef op_meshgrid;
extern const OpDef op_cartesian_prod;
extern const OpDef op_diag;
extern const OpDef op_trace;
extern const OpDef op_sum_to_size;
extern const OpDef op_diff;
extern const OpDef op_repeat_interleave;
extern const OpDef op_repeat_interleave_tensor;
extern const OpDef op_pixel_shuffle;
extern const OpDef op_negative;
extern const OpDef op_absolute;
extern const OpDef op_fix;
extern const OpDef op_expit;
extern const OpDef op_arcsin;
extern const OpDef op_arccos;
extern const OpDef op_arctan;
extern const OpDef op_multiply;
extern const OpDef op_multiply_scalar;
extern const OpDef op_subtract;
extern const OpDef op_subtract_scalar;
extern const OpDef op_divide;
extern const OpDef op_divide_scalar;
extern const OpDef op_true_divide;
extern const OpDef op_true_divide_scalar;
extern const OpDef op_greater;
extern const OpDef op_less;
extern const OpDef op_ger;
extern const OpDef op_diag_embed;

// defs/slicing.cpp
extern const OpDef op_select;
extern const OpDef op_select_backward;
extern const OpDef op_slice;
extern const OpDef op_slice_backward;
extern const OpDef op_narrow;
extern const OpDef op_diagonal;
extern const OpDef op_diagonal_backward;
extern const OpDef op_unfold;
extern const OpDef op_unfold_backward;
extern const OpDef op_as_strided;
extern const OpDef op_as_strided_backward;
extern const OpDef op_split;
extern const OpDef op_split_sizes;
extern const OpDef op_chunk;
extern const OpDef op_unbind;
extern const OpDef op_tensor_split;
extern const OpDef op_tensor_split_indices;

// defs/softmax.cpp
extern const OpDef op_softmax_base;
extern const OpDef op_log_softmax_base;
extern const OpDef op_softmax;
extern const OpDef op_log_softmax;
extern const OpDef op_softmax_functional;
extern const OpDef op_log_softmax_functional;
extern const OpDef op_softmin;
extern const OpDef op_logsumexp;

// defs/sorting.cpp
extern const OpDef op_sort;
extern const OpDef op_argsort;
extern const OpDef op_msort;
extern const OpDef op_topk;
extern const OpDef op_kthvalue;
extern const OpDef op_median;
extern const OpDef op_median_dim;
extern const OpDef op_nanmedian;
extern const OpDef op_mode;
extern const OpDef op_unique;
extern const OpDef op_unique_consecutive;
extern const OpDef op_unique_plain;
extern const OpDef op_searchsorted;
extern const OpDef op_bucketize;
extern const OpDef op_bincount;
extern const OpDef op_histc;

// defs/statistics.cpp
extern const OpDef op_var;
extern const OpDef op_var_unbiased;
extern const OpDef op_var_dim;
extern const OpDef op_std;
extern const OpDef op_std_unbiased;
extern const OpDef op_std_dim;
extern const OpDef op_var_mean;
extern const OpDef op_std_mean;
extern const OpDef op_vector_norm;
extern const OpDef op_norm;
extern const OpDef op_norm_name;
extern const OpDef op_linalg_norm;
extern const OpDef op_matrix_norm;
extern const OpDef op_matrix_norm_fro;
extern const OpDef op_dist;

// defs/sums.cpp
extern const OpDef op_sum;
extern const OpDef op_sum_dim;
extern const OpDef op_mean;
extern const OpDef op_mean_dim;
extern const OpDef op_prod;
extern const OpDef op_prod_dim;
extern const OpDef op_nansum;
extern const OpDef op_nanmean;
extern const OpDef op_count_nonzero;
extern const OpDef op_any;
extern const OpDef op_any_dim;
extern const OpDef op_all;
extern const OpDef op_all_dim;

// defs/trigonometry.cpp
extern const OpDef op_sin;
extern const OpDef op_cos;
extern const OpDef op_tan;
extern const OpDef op_asin;
extern const OpDef op_acos;
extern const OpDef op_atan;
extern const OpDef op_sinh;
extern const OpDef op_cosh;
extern const OpDef op_tanh;
extern const OpDef op_asinh;
extern const OpDef op_acosh;
extern const OpDef op_atanh;
extern const OpDef op_deg2rad;
extern const OpDef op_rad2deg;

// defs/views.cpp
extern const OpDef op_view;
extern const OpDef op_unsafe_view;
extern const OpDef op_reshape;
extern const OpDef op_transpose;
extern const OpDef op_t;
extern const OpDef op_permute;
extern const OpDef op_unsqueeze;
extern const OpDef op_squeeze;
extern const OpDef op_squeeze_dim;
extern const OpDef op_squeeze_dims;
extern const OpDef op_expand;
extern const OpDef op_alias;
extern const OpDef op_detach;

}  // namespace vt
