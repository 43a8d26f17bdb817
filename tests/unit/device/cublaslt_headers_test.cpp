// Our declarations of cuBLASLt against the toolkit's header, where there is one. They are
// private to cublaslt.cpp, so this file holds it.
#include "catch.h"
#include "unit/device/same_call.h"

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>

#include "device/cublaslt.cpp"

namespace vt::device {
namespace {

#define VT_SAME(name, theirs) static_assert(same_call(decltype(Library::name)(nullptr), decltype (&(theirs))(nullptr)));
VT_SAME(create, cublasLtCreate)
VT_SAME(description_create, cublasLtMatmulDescCreate)
VT_SAME(description_set, cublasLtMatmulDescSetAttribute)
VT_SAME(layout_create, cublasLtMatrixLayoutCreate)
VT_SAME(layout_set, cublasLtMatrixLayoutSetAttribute)
VT_SAME(preference_create, cublasLtMatmulPreferenceCreate)
VT_SAME(preference_set, cublasLtMatmulPreferenceSetAttribute)
VT_SAME(preference_destroy, cublasLtMatmulPreferenceDestroy)
VT_SAME(heuristic, cublasLtMatmulAlgoGetHeuristic)
VT_SAME(multiply, cublasLtMatmul)
VT_SAME(algorithm_get, cublasLtMatmulAlgoConfigGetAttribute)
#undef VT_SAME

static_assert(sizeof(Algorithm) == sizeof(cublasLtMatmulAlgo_t) &&
              sizeof(Heuristic) == sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(int{kTransposeA} == CUBLASLT_MATMUL_DESC_TRANSA && int{kTransposeB} == CUBLASLT_MATMUL_DESC_TRANSB &&
              int{kEpilogue} == CUBLASLT_MATMUL_DESC_EPILOGUE &&
              int{kBiasPointer} == CUBLASLT_MATMUL_DESC_BIAS_POINTER &&
              int{kBiasBatchStride} == CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE);
static_assert(int{kBatchCount} == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT &&
              int{kBatchStride} == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
static_assert(int{kWorkspaceBytes} == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES &&
              int{kAlignmentA} == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES &&
              int{kAlignmentB} == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES &&
              int{kAlignmentC} == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES &&
              int{kAlignmentD} == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);
static_assert(int{kAlgorithmId} == CUBLASLT_ALGO_CONFIG_ID && int{kTile} == CUBLASLT_ALGO_CONFIG_TILE_ID &&
              int{kSplit} == CUBLASLT_ALGO_CONFIG_SPLITK_NUM && int{kStages} == CUBLASLT_ALGO_CONFIG_STAGES_ID);
static_assert(kPlain == CUBLASLT_EPILOGUE_DEFAULT && kRelu == CUBLASLT_EPILOGUE_RELU &&
              kBias == CUBLASLT_EPILOGUE_BIAS);
static_assert(kCompute32 == CUBLAS_COMPUTE_32F && kComputeTf32 == CUBLAS_COMPUTE_32F_FAST_TF32 &&
              kCompute64 == CUBLAS_COMPUTE_64F);
static_assert(kReal32 == CUDA_R_32F && kReal64 == CUDA_R_64F && kReal16 == CUDA_R_16F && kBrain16 == CUDA_R_16BF);

}  // namespace
}  // namespace vt::device

TEST_CASE("cuBLASLt takes a description of a product as we write it", "[device]") {
  using namespace vt::device;
  const Library* l = library();
  if (!l) SKIP("no cuBLASLt here");
  // Descriptions and layouts live on the host, so no GPU is needed.
  Description description = nullptr;
  REQUIRE(l->description_create(&description, kCompute32, kReal32) == 0);
  const int transposed = CUBLAS_OP_T;
  CHECK(l->description_set(description, kTransposeA, &transposed, sizeof transposed) == 0);
  const uint32_t epilogue = kRelu;
  CHECK(l->description_set(description, kEpilogue, &epilogue, sizeof epilogue) == 0);
  CHECK(l->description_set(description, kEpilogue, &epilogue, 1) != 0);  // of another size
  Layout layout = nullptr;
  REQUIRE(l->layout_create(&layout, kReal32, 16, 32, 16) == 0);
  const int batch = 4;
  CHECK(l->layout_set(layout, kBatchCount, &batch, sizeof batch) == 0);
}
#else
TEST_CASE("cuBLASLt takes a description of a product as we write it", "[device]") {
  SKIP("no CUDA toolkit's headers here");
}
#endif
