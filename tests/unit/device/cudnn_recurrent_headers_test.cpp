// Our declarations of cuDNN's recurrent networks against the library's header, where there is one. They are private to
// cudnn_recurrent.cpp, so this file holds it.
#include "catch.h"
#include "unit/device/same_call.h"

#if __has_include(<cudnn.h>)
#include <cudnn.h>

#include "device/cudnn_recurrent.cpp"

namespace vt::device {
namespace {

#define VT_SAME(name, theirs) static_assert(same_call(decltype(Library::name)(nullptr), decltype (&(theirs))(nullptr)));
VT_SAME(create, cudnnCreate)
VT_SAME(set_stream, cudnnSetStream)
VT_SAME(layout_create, cudnnCreateTensorDescriptor)
VT_SAME(layout_set, cudnnSetTensorNdDescriptor)
VT_SAME(dropout_create, cudnnCreateDropoutDescriptor)
VT_SAME(dropout_set, cudnnSetDropoutDescriptor)
VT_SAME(network_create, cudnnCreateRNNDescriptor)
VT_SAME(network_set, cudnnSetRNNDescriptor_v8)
VT_SAME(sequence_create, cudnnCreateRNNDataDescriptor)
VT_SAME(sequence_set, cudnnSetRNNDataDescriptor)
VT_SAME(weight_bytes, cudnnGetRNNWeightSpaceSize)
VT_SAME(weight_place, cudnnGetRNNWeightParams)
VT_SAME(temporary_bytes, cudnnGetRNNTempSpaceSizes)
VT_SAME(forward, cudnnRNNForward)
VT_SAME(backward, cudnnRNNBackwardData_v8)
VT_SAME(backward_weights, cudnnRNNBackwardWeights_v8)
#undef VT_SAME

static_assert(kFloat == CUDNN_DATA_FLOAT && kDouble == CUDNN_DATA_DOUBLE && kHalf == CUDNN_DATA_HALF &&
              kBFloat == CUDNN_DATA_BFLOAT16);
static_assert(kDefaultMath == CUDNN_DEFAULT_MATH && kTensorMath == CUDNN_TENSOR_OP_MATH && kFmaMath == CUDNN_FMA_MATH);
static_assert(kInference == CUDNN_FWD_MODE_INFERENCE && kTraining == CUDNN_FWD_MODE_TRAINING);
static_assert(kNoBias == CUDNN_RNN_NO_BIAS && kTwoBiases == CUDNN_RNN_DOUBLE_BIAS &&
              kStepsOutermost == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED && kLinearInput == CUDNN_LINEAR_INPUT &&
              kPaddedRows == CUDNN_RNN_PADDED_IO_ENABLED && kAddToGradient == CUDNN_WGRAD_MODE_ADD);
static_assert(CUDNN_UNIDIRECTIONAL == 0 && CUDNN_BIDIRECTIONAL == 1);
static_assert(kAlgorithms[0] == CUDNN_RNN_ALGO_STANDARD && kAlgorithms[1] == CUDNN_RNN_ALGO_PERSIST_STATIC &&
              kAlgorithms[2] == CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H);
static_assert(static_cast<int>(RecurrentCell::kRelu) == CUDNN_RNN_RELU &&
              static_cast<int>(RecurrentCell::kTanh) == CUDNN_RNN_TANH &&
              static_cast<int>(RecurrentCell::kLstm) == CUDNN_LSTM &&
              static_cast<int>(RecurrentCell::kGru) == CUDNN_GRU);

}  // namespace
}  // namespace vt::device

TEST_CASE("cuDNN's recurrent networks are declared as its header says", "[device]") {
  SUCCEED("compared when this file was compiled, to version " << CUDNN_MAJOR << "." << CUDNN_MINOR);
}
#else
TEST_CASE("cuDNN's recurrent networks are declared as its header says", "[device]") {
  SKIP("there is no cudnn.h here");
}
#endif
