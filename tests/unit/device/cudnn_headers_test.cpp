// Our declarations of cuDNN against the library's header, where there is one. They are
// private to cudnn.cpp, so this file holds it.
#include "catch.h"
#include "unit/device/same_call.h"

#if __has_include(<cudnn.h>)
#include <cudnn.h>

#include "device/cudnn.cpp"

namespace vt::device {
namespace {

#define VT_SAME(name, theirs) static_assert(same_call(decltype(Library::name)(nullptr), decltype (&(theirs))(nullptr)));
VT_SAME(version, cudnnGetVersion)
VT_SAME(create, cudnnCreate)
VT_SAME(set_stream, cudnnSetStream)
VT_SAME(tensor_create, cudnnCreateTensorDescriptor)
VT_SAME(tensor_set, cudnnSetTensorNdDescriptor)
VT_SAME(filter_create, cudnnCreateFilterDescriptor)
VT_SAME(filter_set, cudnnSetFilterNdDescriptor)
VT_SAME(description_create, cudnnCreateConvolutionDescriptor)
VT_SAME(description_set, cudnnSetConvolutionNdDescriptor)
VT_SAME(set_groups, cudnnSetConvolutionGroupCount)
VT_SAME(set_math, cudnnSetConvolutionMathType)
VT_SAME(activation_create, cudnnCreateActivationDescriptor)
VT_SAME(activation_set, cudnnSetActivationDescriptor)
VT_SAME(look_up_forward, cudnnGetConvolutionForwardAlgorithm_v7)
VT_SAME(look_up_input, cudnnGetConvolutionBackwardDataAlgorithm_v7)
VT_SAME(look_up_weight, cudnnGetConvolutionBackwardFilterAlgorithm_v7)
VT_SAME(measure_forward, cudnnFindConvolutionForwardAlgorithmEx)
VT_SAME(measure_input, cudnnFindConvolutionBackwardDataAlgorithmEx)
VT_SAME(measure_weight, cudnnFindConvolutionBackwardFilterAlgorithmEx)
VT_SAME(forward, cudnnConvolutionForward)
VT_SAME(backward_input, cudnnConvolutionBackwardData)
VT_SAME(backward_weight, cudnnConvolutionBackwardFilter)
VT_SAME(forward_bias, cudnnConvolutionBiasActivationForward)
#undef VT_SAME

static_assert(sizeof(Performance) == sizeof(cudnnConvolutionFwdAlgoPerf_t) &&
              sizeof(Performance) == sizeof(cudnnConvolutionBwdDataAlgoPerf_t) &&
              sizeof(Performance) == sizeof(cudnnConvolutionBwdFilterAlgoPerf_t) &&
              offsetof(Performance, algorithm) == offsetof(cudnnConvolutionFwdAlgoPerf_t, algo) &&
              offsetof(Performance, status) == offsetof(cudnnConvolutionFwdAlgoPerf_t, status) &&
              offsetof(Performance, milliseconds) == offsetof(cudnnConvolutionFwdAlgoPerf_t, time) &&
              offsetof(Performance, memory) == offsetof(cudnnConvolutionFwdAlgoPerf_t, memory) &&
              offsetof(Performance, math) == offsetof(cudnnConvolutionFwdAlgoPerf_t, mathType));
static_assert(kFloat == CUDNN_DATA_FLOAT && kDouble == CUDNN_DATA_DOUBLE && kHalf == CUDNN_DATA_HALF &&
              kBFloat == CUDNN_DATA_BFLOAT16);
static_assert(kPlanes == CUDNN_TENSOR_NCHW && kChannelsLast == CUDNN_TENSOR_NHWC);
static_assert(kDefaultMath == CUDNN_DEFAULT_MATH && kTensorMath == CUDNN_TENSOR_OP_MATH && kFmaMath == CUDNN_FMA_MATH);
static_assert(kCrossCorrelation == CUDNN_CROSS_CORRELATION && kRelu == CUDNN_ACTIVATION_RELU &&
              kIdentity == CUDNN_ACTIVATION_IDENTITY && kPropagateNan == CUDNN_PROPAGATE_NAN &&
              kImplicitPrecomputed == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM);

}  // namespace
}  // namespace vt::device

TEST_CASE("cuDNN is declared as its header says", "[device]") {
  SUCCEED("compared when this file was compiled, to version " << CUDNN_MAJOR << "." << CUDNN_MINOR);
}
#else
TEST_CASE("cuDNN is declared as its header says", "[device]") { SKIP("there is no cudnn.h here"); }
#endif
