#ifndef __EMSCRIPTEN__
#include "runtime/cuda/direct_convolution.h"

#include "runtime/cuda/library.h"
#include "runtime/cuda/matrix_text.h"

namespace vt {

// A block computes 128 pixels by OUTPUTS channels. What is summed, channels within taps, comes in
// chunks of 32 numbers; a thread takes 8 neighbours of these, as left and as right factor, since
// a sum has no order. Where channels come in chunks too (WHOLE), 4 are read at once and the next
// chunk is on its way while one is multiplied; else each thread gathers the taps of a pixel.
const char* const kCudaConvolution = R"(
#define PITCH 36
#define SUMMED (TAPS_DOWN * TAPS_ACROSS * CHANNELS)
#define CHUNKS ((SUMMED + 31) / 32)
#define PARTS (OUTPUTS / 8)
#if WHOLE
#define multiply multiply_tf32
#else
// What is gathered is not limited by products: they are of two parts each, nearly exact.
INLINE void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  unsigned a_high[4], a_low[4], b_high[2], b_low[2];
#pragma unroll
  for (int i = 0; i < 4; ++i) a_high[i] = a[i] & 0xffffe000u, a_low[i] = word_of(bits_to_f32((int)a[i]) - bits_to_f32((int)a_high[i]));
#pragma unroll
  for (int i = 0; i < 2; ++i) b_high[i] = b[i] & 0xffffe000u, b_low[i] = word_of(bits_to_f32((int)b[i]) - bits_to_f32((int)b_high[i]));
  multiply_tf32(c, a_low, b_high);
  multiply_tf32(c, a_high, b_low);
  multiply_tf32(c, a_high, b_high);
}
#endif
struct Place { int at, row, column; };  // the first tap's element, and where it is
INLINE Place place_of(i64 pixel, i64 pixels, int height, int width, i64 image, i64 row, i64 column) {
  if (pixel >= pixels) pixel = pixels - 1;
  i64 line = quotient(pixel, (i64)width), picture = quotient(line, (i64)height);
  Place p;
  p.row = (int)(line - picture * height) * STRIDE_DOWN - PADDING_DOWN;
  p.column = (int)(pixel - line * width) * STRIDE_ACROSS - PADDING_ACROSS;
  p.at = (int)(picture * image + p.row * row + p.column * column);
  return p;
}
extern "C" __global__ void __launch_bounds__(128, 3) convolution(const float* x, const float* w, const float* bias, float* out, i64 pixels,
    i64 out_height, i64 out_width, i64 height, i64 width, i64 x_image, i64 x_channel, i64 x_row, i64 x_column, i64 relu) {
  __shared__ __align__(16) float left[128 * PITCH], right[OUTPUTS * PITCH];
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, first_row = threadIdx.x / 32 * 32;
  const i64 block = quotient((i64)blockIdx.x, (i64)(ALL_OUTPUTS / OUTPUTS)), first = block * 128;
  const int first_output = (int)(blockIdx.x - block * (ALL_OUTPUTS / OUTPUTS)) * OUTPUTS;
  float sum[2][PARTS][4];
#pragma unroll
  for (int m = 0; m < 2; ++m)
#pragma unroll
    for (int n = 0; n < PARTS; ++n)
#pragma unroll
      for (int i = 0; i < 4; ++i) sum[m][n][i] = 0;
#if WHOLE
  const int mine = threadIdx.x / 8, part = threadIdx.x % 8 * 4;
  Place places[8];
#pragma unroll
  for (int j = 0; j < 8; ++j) places[j] = place_of(first + mine + 16 * j, pixels, (int)out_height, (int)out_width, x_image, x_row, x_column);
  Pack<float, 4> xs[8], ws[OUTPUTS / 16];
  auto read = [&](int chunk) {
    int tap = chunk / (CHANNELS / 32), down = tap / TAPS_ACROSS * DILATION_DOWN, across = tap % TAPS_ACROSS * DILATION_ACROSS;
    int move = (int)(down * x_row + across * x_column) + chunk % (CHANNELS / 32) * 32 + part;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      int row = places[j].row + down, column = places[j].column + across;
      bool inside = row >= 0 && row < height && column >= 0 && column < width;
      Pack<float, 4> pack = load_pack<4>(x + (inside ? places[j].at + move : 0));
#pragma unroll
      for (int l = 0; l < 4; ++l) xs[j].at[l] = inside ? pack.at[l] : 0;
    }
#pragma unroll
    for (int j = 0; j < OUTPUTS / 16; ++j) ws[j] = load_pack<4>(w + (i64)(first_output + mine + 16 * j) * SUMMED + chunk * 32 + part);
  };
  auto write = [&]() {
#pragma unroll
    for (int j = 0; j < 8; ++j) {
#pragma unroll
      for (int l = 0; l < 4; ++l) xs[j].at[l] = rounded_tf32(xs[j].at[l]);
      store_pack<4>(left + (mine + 16 * j) * PITCH + part, xs[j]);
    }
#pragma unroll
    for (int j = 0; j < OUTPUTS / 16; ++j) {
#pragma unroll
      for (int l = 0; l < 4; ++l) ws[j].at[l] = rounded_tf32(ws[j].at[l]);
      store_pack<4>(right + (mine + 16 * j) * PITCH + part, ws[j]);
    }
  };
  read(0);
#else
  const Place place = place_of(first + threadIdx.x, pixels, (int)out_height, (int)out_width, x_image, x_row, x_column);
#pragma unroll
#endif
  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    __syncthreads();
#if WHOLE
    write();
    __syncthreads();
    if (chunk + 1 < CHUNKS) read(chunk + 1);
#else
#pragma unroll
    for (int k = 0; k < 32; k += 4) {
      Pack<float, 4> pack;
#pragma unroll
      for (int l = 0; l < 4; ++l) {
        int at = chunk * 32 + k + l, tap = at / CHANNELS, down = tap / TAPS_ACROSS * DILATION_DOWN, across = tap % TAPS_ACROSS * DILATION_ACROSS;
        int row = place.row + down, column = place.column + across;
        bool inside = at < SUMMED && row >= 0 && row < height && column >= 0 && column < width;
        float v = x[inside ? place.at + at % CHANNELS * x_channel + down * x_row + across * x_column : 0];
        pack.at[l] = inside ? v : 0;
      }
      store_pack<4>(left + threadIdx.x * PITCH + k, pack);
    }
#pragma unroll
    for (int j = 0; j < OUTPUTS * 32 / 128; ++j) {
      int i = threadIdx.x + j * 128, k = chunk * 32 + i % 32;
      right[i / 32 * PITCH + i % 32] = k < SUMMED ? w[(i64)(first_output + i / 32) * SUMMED + k] : 0;
    }
    __syncthreads();
#endif
    unsigned a[2][4][4];
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
      for (int half = 0; half < 2; ++half)
#pragma unroll
        for (int c = 0; c < 2; ++c) {
          Pack<float, 4> v = load_pack<4>(left + (first_row + m * 16 + half * 8 + g) * PITCH + 8 * t + 4 * c);
#pragma unroll
          for (int l = 0; l < 4; ++l) a[m][2 * c + l / 2][l % 2 * 2 + half] = word_of(v.at[l]);
        }
#pragma unroll
    for (int n = 0; n < PARTS; ++n) {
      unsigned b[4][2];
#pragma unroll
      for (int c = 0; c < 2; ++c) {
        Pack<float, 4> v = load_pack<4>(right + (n * 8 + g) * PITCH + 8 * t + 4 * c);
#pragma unroll
        for (int l = 0; l < 4; ++l) b[2 * c + l / 2][l % 2] = word_of(v.at[l]);
      }
#pragma unroll
      for (int s = 0; s < 4; ++s)
#pragma unroll
        for (int m = 0; m < 2; ++m) multiply(sum[m][n], a[m][s], b[s]);
    }
  }
#pragma unroll
  for (int n = 0; n < PARTS; ++n) {
    int output = first_output + n * 8 + 2 * t;
    float low = bias ? bias[output] : 0, high = bias ? bias[output + 1] : 0;
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        i64 pixel = first + first_row + m * 16 + half * 8 + g;
        Pack<float, 2> pack = {{sum[m][n][2 * half] + low, sum[m][n][2 * half + 1] + high}};
        if (relu) pack.at[0] = max_of(pack.at[0], 0.0f), pack.at[1] = max_of(pack.at[1], 0.0f);
        if (pixel < pixels) store_pack<2>(out + pixel * ALL_OUTPUTS + output, pack);
      }
  }
}
)";

namespace {

constexpr int64_t kPixels = 128, kChunk = 32, kMostGathered = 64;

bool fits_int(const Tensor& t) { return t.numel() < (int64_t{1} << 30); }
int64_t summed(const DirectConvolution& c) { return c.w.numel() / c.w.size(0); }
// Channels innermost, in whole chunks that start at 16 bytes.
bool is_whole(const DirectConvolution& c) {
  const Dims& strides = c.x.strides();
  return c.x.size(1) % kChunk == 0 && strides[1] == 1 && strides[0] % 4 == 0 && strides[2] % 4 == 0 &&
         strides[3] % 4 == 0 && word(c.x) % 16 == 0 && word(c.w) % 16 == 0;
}
int64_t outputs_of_block(const DirectConvolution& c) { return c.out.size(1) % 64 == 0 ? 64 : 32; }

}  // namespace

bool fits_direct_convolution(const DirectConvolution& c) {
  bool plain = c.x.rank() == 4 && c.x.dtype() == DType::kFloat32 && cuda_kernels_available();
  if (!plain || c.out.size(1) % 32 != 0 || !fits_int(c.x) || !fits_int(c.out) || c.x.size(1) != c.w.size(1))
    return false;
  return is_whole(c) || summed(c) <= kMostGathered;
}

void run_direct_convolution(const DirectConvolution& c) {
  const bool whole = is_whole(c);
  const std::pair<const char*, int64_t> numbers[] = {{"WHOLE", whole},
                                                     {"CHANNELS", c.x.size(1)},
                                                     {"ALL_OUTPUTS", c.out.size(1)},
                                                     {"OUTPUTS", outputs_of_block(c)},
                                                     {"TAPS_DOWN", c.w.size(2)},
                                                     {"TAPS_ACROSS", c.w.size(3)},
                                                     {"STRIDE_DOWN", c.stride[0]},
                                                     {"STRIDE_ACROSS", c.stride[1]},
                                                     {"PADDING_DOWN", c.padding[0]},
                                                     {"PADDING_ACROSS", c.padding[1]},
                                                     {"DILATION_DOWN", c.dilation[0]},
                                                     {"DILATION_ACROSS", c.dilation[1]}};
  std::string text, key = "convolution";
  for (const auto& [name, value] : numbers) {
    text += std::string("#define ") + name + " " + std::to_string(value) + "\n";
    key += " " + std::to_string(value);
  }
  const int64_t pixels = c.out.size(0) * c.out.size(2) * c.out.size(3);
  LibraryLaunch launch{
      key, "convolution", (pixels + kPixels - 1) / kPixels * (c.out.size(1) / outputs_of_block(c)), 128, {}};
  launch.words = {word(c.x), word(c.w), c.bias.defined() ? word(c.bias) : 0, word(c.out)};
  for (int64_t n : {pixels, c.out.size(2), c.out.size(3), c.x.size(2), c.x.size(3), c.x.strides()[0], c.x.strides()[1],
                    c.x.strides()[2], c.x.strides()[3], int64_t{c.relu}})
    launch.words.push_back(word(n));
  launch_library_kernel(launch, c.x.device().index, [&] { return text + kCudaMatrix + kCudaConvolution; });
}

}  // namespace vt
#endif
