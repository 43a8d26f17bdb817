#include "ops/kernels/lstm.h"

#include <algorithm>
#include <vector>

#include "ops/families/evaluate_steps.h"
#include "ops/kernels/packed_panels.h"
#include "ops/kernels/parallel.h"

namespace vt {
namespace {

constexpr int64_t kWidth = PackedPanels::kWidth;
constexpr int64_t kGates = 4;

void apply(EvaluateStep step, const float* in, float* out, int64_t n) {
  step(reinterpret_cast<std::byte*>(out), reinterpret_cast<const std::byte*>(in), nullptr, nullptr, n);
}
void sigmoid(float* row, int64_t n) {
  static const EvaluateStep step = float_loops(loop::ScalarOp::kSigmoid).step;
  apply(step, row, row, n);
}
void tanh(const float* in, float* out, int64_t n) {
  static const EvaluateStep step = float_loops(loop::ScalarOp::kTanh).step;
  apply(step, in, out, n);
}

// The rows of the batch know nothing of one another: a thread takes some of them through all steps.
int64_t rows_at_least(const LstmSizes& s) {
  return std::max<int64_t>(1, (int64_t{1} << 18) / std::max<int64_t>(1, s.steps * s.hidden * s.hidden * kGates));
}

// Rows of some hidden units, kWidth wide, at one place of a wider matrix.
struct Block {
  int64_t rows, width;
  VT_INLINE void store(const float* from, float* to, int64_t stride) const {
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t i = 0; i < width; ++i) to[row * stride + i] = from[row * kWidth + i];
  }
  VT_INLINE void add(const float* from, int64_t stride, const float* shift, float* to) const {
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t i = 0; i < width; ++i) {
        float& sum = to[row * kWidth + i];
        sum = from[row * stride + i] + sum + (shift ? shift[i] : 0.0f);
      }
  }
};

template <class Tile>
VT_INLINE void forward_rows(const LstmSizes& s, const LstmForward& l, const PackedPanels* panels, int64_t begin,
                            int64_t end) {
  const int64_t hidden = s.hidden, rows = end - begin, tiles = (hidden + kWidth - 1) / kWidth, block = rows * kWidth;
  std::vector<float> state(static_cast<size_t>(tiles * block)), buffer(static_cast<size_t>((kGates + 1) * block));
  float *input = buffer.data(), *forget = input + block, *fresh = forget + block, *open = fresh + block,
        *shown = open + block;
  for (int64_t tile = 0; tile < tiles; ++tile)
    for (int64_t row = 0; row < rows; ++row)
      std::copy_n(l.cell + (begin + row) * hidden + tile * kWidth, std::min(kWidth, hidden - tile * kWidth),
                  state.data() + tile * block + row * kWidth);
  for (int64_t turn = 0; turn < s.steps; ++turn) {
    const int64_t at = s.step_at(turn) * s.batch + begin;
    const float* before =
        turn == 0 ? l.hidden + begin * hidden : l.output + (s.step_at(turn - 1) * s.batch + begin) * hidden;
    const bool last = turn == s.steps - 1;
    for (int64_t tile = 0; tile < tiles; ++tile) {
      const int64_t unit = tile * kWidth;
      const Block part{rows, std::min(kWidth, hidden - unit)};
      float* cell = state.data() + tile * block;
      for (int64_t gate = 0; gate < kGates; ++gate) {
        float* sums = input + gate * block;
        panels[gate].multiply<Tile>(tile, before, hidden, rows, sums);
        part.add(l.gates + (at * kGates + gate) * hidden + unit, kGates * hidden,
                 l.bias ? l.bias + gate * hidden + unit : nullptr, sums);
      }
      sigmoid(input, 2 * block);
      tanh(fresh, fresh, block);
      sigmoid(open, block);
      for (int64_t i = 0; i < block; ++i) cell[i] = forget[i] * cell[i] + input[i] * fresh[i];
      tanh(cell, shown, block);
      for (int64_t i = 0; i < block; ++i) shown[i] *= open[i];
      part.store(shown, l.output + at * hidden + unit, hidden);
      if (l.cells) part.store(cell, l.cells + at * hidden + unit, hidden);
      if (l.activations)
        for (int64_t gate = 0; gate < kGates; ++gate)
          part.store(input + gate * block, l.activations + (at * kGates + gate) * hidden + unit, kGates * hidden);
      if (!last) continue;
      part.store(shown, l.last_hidden + begin * hidden + unit, hidden);
      part.store(cell, l.last_cell + begin * hidden + unit, hidden);
    }
  }
}

template <class Tile>
VT_INLINE void backward_rows(const LstmSizes& s, const LstmBackward& l, const PackedPanels& panels, int64_t begin,
                             int64_t end) {
  const int64_t hidden = s.hidden, rows = end - begin, tiles = (hidden + kWidth - 1) / kWidth;
  std::vector<float> buffer(static_cast<size_t>(rows * kWidth + hidden));
  float *product = buffer.data(), *shown = product + rows * kWidth;
  float *grad_hidden = l.first_hidden + begin * hidden, *grad_cell = l.first_cell + begin * hidden;
  auto start = [&](const float* from, float* to) VT_LAMBDA {
    if (from) std::copy_n(from + begin * hidden, rows * hidden, to);
    else std::fill_n(to, rows * hidden, 0.0f);
  };
  start(l.grad_hidden, grad_hidden);
  start(l.grad_cell, grad_cell);
  for (int64_t turn = s.steps - 1; turn >= 0; --turn) {
    const int64_t at = s.step_at(turn) * s.batch + begin;
    const float* before =
        turn == 0 ? l.cell + begin * hidden : l.cells + (s.step_at(turn - 1) * s.batch + begin) * hidden;
    for (int64_t row = 0; row < rows; ++row) {
      const float *input = l.activations + (at + row) * kGates * hidden, *forget = input + hidden,
                  *fresh = forget + hidden, *open = fresh + hidden, *old = before + row * hidden;
      float *to = l.gates + (at + row) * kGates * hidden, *cell = grad_cell + row * hidden;
      const float *from = grad_hidden + row * hidden,
                  *outer = l.grad_output ? l.grad_output + (at + row) * hidden : nullptr;
      tanh(l.cells + (at + row) * hidden, shown, hidden);
      for (int64_t i = 0; i < hidden; ++i) {
        const float grad = outer ? from[i] + outer[i] : from[i];
        const float inner = cell[i] + grad * open[i] * (1.0f - shown[i] * shown[i]);
        to[i] = inner * fresh[i] * input[i] * (1.0f - input[i]);
        to[hidden + i] = inner * old[i] * forget[i] * (1.0f - forget[i]);
        to[2 * hidden + i] = inner * input[i] * (1.0f - fresh[i] * fresh[i]);
        to[3 * hidden + i] = grad * shown[i] * open[i] * (1.0f - open[i]);
        cell[i] = inner * forget[i];
      }
    }
    for (int64_t tile = 0; tile < tiles; ++tile) {
      const int64_t unit = tile * kWidth;
      panels.multiply<Tile>(tile, l.gates + at * kGates * hidden, kGates * hidden, rows, product);
      Block{rows, std::min(kWidth, hidden - unit)}.store(product, grad_hidden + unit, hidden);
    }
  }
}

}  // namespace

void lstm_forward(const LstmSizes& s, const LstmForward& l) {
  std::vector<PackedPanels> panels;
  for (int64_t gate = 0; gate < kGates; ++gate)
    panels.emplace_back(MatrixView<float>{l.weight + gate * s.hidden * s.hidden, 1, s.hidden}, s.hidden, s.hidden);
  parallel_for(0, s.batch, rows_at_least(s), [&](int64_t begin, int64_t end) {
    with_best_tile([&](auto tile) VT_LAMBDA { forward_rows<decltype(tile)>(s, l, panels.data(), begin, end); });
  });
}

void lstm_backward(const LstmSizes& s, const LstmBackward& l) {
  const PackedPanels panels({l.weight, s.hidden, 1}, kGates * s.hidden, s.hidden);
  parallel_for(0, s.batch, rows_at_least(s), [&](int64_t begin, int64_t end) {
    with_best_tile([&](auto tile) VT_LAMBDA { backward_rows<decltype(tile)>(s, l, panels, begin, end); });
  });
}

}  // namespace vt
