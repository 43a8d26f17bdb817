// A layer of an LSTM as one operator with its gradient: what PyTorch computes by oneDNN's. The product of all inputs
// with their weights is made outside (torch/nn/modules/rnn.py).
#include "ops/defs/prelude.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/lstm.h"

namespace vt {

namespace {

// The cell by cell form, differentiable in everything.
struct LstmSteps {
  TensorList hidden, cell;                   // before the first turn and after each
  std::vector<std::array<Tensor, 4>> gates;  // activated, of each turn
  bool reverse;
  int64_t step_at(int64_t turn) const {
    const auto steps = static_cast<int64_t>(gates.size());
    return reverse ? steps - 1 - turn : turn;
  }
  // Tensors of turns as one of steps.
  Tensor in_order(TensorList turns) const {
    if (reverse) std::reverse(turns.begin(), turns.end());
    for (Tensor& t : turns) t = f::unsqueeze(t, 0);
    return f::cat(turns, 0);
  }
};
LstmSteps run_steps(const Tensor& gates, const Tensor& hidden, const Tensor& cell, const Tensor& weight,
                    const Arg& bias, bool reverse) {
  LstmSteps s;
  s.reverse = reverse;
  s.hidden = {hidden}, s.cell = {cell};
  const SymInt units = sizes_of(hidden).back();
  const int64_t steps = sizes_of(gates)[0].hint();
  s.gates.resize(static_cast<size_t>(steps));
  for (int64_t turn = 0; turn < steps; ++turn) {
    Tensor all = f::add(f::select(gates, 0, s.step_at(turn)), f::mm(s.hidden.back(), f::t(weight)));
    if (const Tensor* shift = std::get_if<Tensor>(&bias.value); shift && shift->defined()) all = f::add(all, *shift);
    auto& [input, forget, fresh, open] = s.gates[static_cast<size_t>(turn)];
    auto part = [&](int gate) { return f::slice(all, 1, units * SymInt(gate), units * SymInt(gate + 1)); };
    input = f::sigmoid(part(0)), forget = f::sigmoid(part(1)), fresh = f::tanh(part(2)), open = f::sigmoid(part(3));
    s.cell.push_back(f::add(f::mul(forget, s.cell.back()), f::mul(input, fresh)));
    s.hidden.push_back(f::mul(open, f::tanh(s.cell.back())));
  }
  return s;
}

// (gates, hidden, cell, weight, bias, reverse, keep)
Metas lstm_infer(const Args& a) {
  const Tensor &gates = a.tensor(0), &hidden = a.tensor(1);
  SymSizes output = sizes_of(gates), kept = sizes_of(gates), cells;
  output.back() = sizes_of(hidden).back();
  cells = output;
  if (!a.boolean(6)) kept[0] = cells[0] = SymInt(0);
  auto meta = [&](const SymSizes& sizes) { return meta_like(gates, sizes, gates.dtype()); };
  return {meta(output), meta(sizes_of(hidden)), meta(sizes_of(hidden)), meta(cells), meta(kept)};
}
Outputs lstm_decompose(const Args& a) {
  LstmSteps s = run_steps(a.tensor(0), a.tensor(1), a.tensor(2), a.tensor(3), a[4], a.boolean(5));
  TensorList hidden(s.hidden.begin() + 1, s.hidden.end()), cells(s.cell.begin() + 1, s.cell.end()), kept;
  for (const auto& gates : s.gates) kept.push_back(f::cat({gates[0], gates[1], gates[2], gates[3]}, 1));
  const int64_t steps = a.boolean(6) ? static_cast<int64_t>(kept.size()) : 0;
  auto saved = [&](TensorList& turns) { return f::slice(s.in_order(turns), 0, SymInt(0), SymInt(steps)); };
  return {s.in_order(hidden), hidden.back(), cells.back(), saved(cells), saved(kept)};
}
LstmSizes lstm_sizes(const Tensor& gates, bool reverse) {
  return {gates.size(0), gates.size(1), gates.size(2) / 4, reverse};
}
Outputs lstm_kernel(const Args& a) {
  if (a.tensor(0).dtype() != DType::kFloat32) return lstm_decompose(a);
  Tensor tensors[5];
  for (size_t i = 0; i < 5; ++i)
    if (a.has(i)) tensors[i] = as_contiguous(a.tensor(i));
  const auto& [gates, hidden, cell, weight, bias] = tensors;
  const LstmSizes sizes = lstm_sizes(gates, a.boolean(5));
  const int64_t kept = a.boolean(6) ? sizes.steps : 0;
  auto make = [&](const Dims& dims) { return empty_tensor(dims, DType::kFloat32); };
  Tensor output = make({sizes.steps, sizes.batch, sizes.hidden}), last_hidden = make(hidden.sizes()),
         last_cell = make(hidden.sizes()), cells = make({kept, sizes.batch, sizes.hidden}),
         activations = make({kept, sizes.batch, 4 * sizes.hidden});
  lstm_forward(sizes, {gates.data<float>(), hidden.data<float>(), cell.data<float>(), weight.data<float>(),
                       bias.defined() ? bias.data<float>() : nullptr, output.data<float>(), last_hidden.data<float>(),
                       last_cell.data<float>(), kept ? cells.data<float>() : nullptr,
                       kept ? activations.data<float>() : nullptr});
  return {output, last_hidden, last_cell, cells, activations};
}
void lstm_grad(GradContext& c) {
  const Args& a = c.attributes();
  const bool reverse = a.boolean(5);
  Tensor output = c.output(0), hidden = c.input(1), weight = c.input(3);
  const bool biased = c.input_list_size(4) > 0;
  auto incoming = [&](size_t i) { return c.grad_output(i).defined() ? Arg(c.grad_output(i)) : Arg(); };
  Outputs grads =
      call(op_lstm_layer_backward, {incoming(0), incoming(1), incoming(2), c.input(0), hidden, c.input(2), weight,
                                    biased ? Arg(c.input(4)) : Arg(), c.output(3), c.output(4), reverse});
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(i)) c.set(i, grads[i]);
  const Tensor& gates = grads[0];
  SymSizes sizes = sizes_of(gates);
  if (biased && c.needs(4)) c.set(4, f::sum(gates, {0, 1}, false));
  if (!c.needs(3)) return;
  const SymInt steps = sizes[0], first = reverse ? SymInt(1) : SymInt(0);
  Tensor start = f::unsqueeze(hidden, 0), inner = f::slice(output, 0, first, first + steps - SymInt(1));
  Tensor before = f::cat(reverse ? TensorList{inner, start} : TensorList{start, inner}, 0);
  auto rows = [&](const Tensor& t) { return f::reshape(t, {steps * sizes[1], sizes_of(t)[2]}); };
  c.set(3, f::mm(f::t(rows(gates)), rows(before)));
}

// (grad_output, grad_hidden, grad_cell, gates, hidden, cell, weight, bias, cells, activations, reverse)
// This computes the steps anew, so that the gradient can be differentiated.
Outputs lstm_backward_decompose(const Args& a) {
  const Tensor &hidden = a.tensor(4), &weight = a.tensor(6);
  LstmSteps s = run_steps(a.tensor(3), hidden, a.tensor(5), weight, a[7], a.boolean(10));
  auto given = [&](size_t i) { return a.has(i) ? a.tensor(i) : f::zeros_like(hidden); };
  auto complement = [](const Tensor& t) { return f::rsub(t, 1); };
  Tensor grad_hidden = given(1), grad_cell = given(2);
  TensorList grads(s.gates.size());
  for (size_t turn = s.gates.size(); turn-- > 0;) {
    const auto& [input, forget, fresh, open] = s.gates[turn];
    if (a.has(0)) grad_hidden = f::add(grad_hidden, f::select(a.tensor(0), 0, s.step_at(static_cast<int64_t>(turn))));
    Tensor shown = f::tanh(s.cell[turn + 1]);
    Tensor inner = f::add(grad_cell, f::mul(f::mul(grad_hidden, open), complement(f::mul(shown, shown))));
    auto through = [&](const Tensor& grad, const Tensor& gate) { return f::mul(f::mul(grad, gate), complement(gate)); };
    grads[turn] = f::cat(
        {through(f::mul(inner, fresh), input), through(f::mul(inner, s.cell[turn]), forget),
         f::mul(f::mul(inner, input), complement(f::mul(fresh, fresh))), through(f::mul(grad_hidden, shown), open)},
        1);
    grad_cell = f::mul(inner, forget);
    grad_hidden = f::mm(grads[turn], weight);
  }
  return {s.in_order(grads), grad_hidden, grad_cell};
}
Outputs lstm_backward_kernel(const Args& a) {
  if (a.tensor(3).dtype() != DType::kFloat32) return lstm_backward_decompose(a);
  Tensor tensors[10];
  for (size_t i = 0; i < 10; ++i)
    if (a.has(i)) tensors[i] = as_contiguous(a.tensor(i));
  const auto& [output, last_hidden, last_cell, input, hidden, cell, weight, bias, cells, activations] = tensors;
  auto data = [](const Tensor& t) { return t.defined() ? t.data<float>() : nullptr; };
  Tensor gates = empty_tensor(input.sizes(), DType::kFloat32),
         first_hidden = empty_tensor(hidden.sizes(), DType::kFloat32),
         first_cell = empty_tensor(hidden.sizes(), DType::kFloat32);
  lstm_backward(lstm_sizes(input, a.boolean(10)),
                {data(output), data(last_hidden), data(last_cell), activations.data<float>(), cells.data<float>(),
                 cell.data<float>(), weight.data<float>(), gates.data<float>(), first_hidden.data<float>(),
                 first_cell.data<float>()});
  return {gates, first_hidden, first_cell};
}

Args sample_layer(bool biased, bool reverse) {
  return {sample_tensor({3, 2, 8}),
          sample_tensor({2, 2}, -1, 1),
          sample_tensor({2, 2}, -1, 2),
          sample_tensor({8, 2}),
          biased ? Arg(sample_tensor({8})) : Arg(),
          reverse,
          true};
}

}  // namespace

constinit const OpDef op_lstm_layer = define({
    .name = "_lstm_layer",
    .signature =
        "_lstm_layer(Tensor gates, Tensor hidden, Tensor cell, Tensor weight, Tensor? bias, bool reverse, bool "
        "keep) -> (Tensor output, Tensor last_hidden, Tensor last_cell, Tensor cells, Tensor activations)",
    .doc = "The steps of an LSTM from the input's share of the gates; the last two results are for the gradient.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{sample_layer(true, false)},
                                     {sample_layer(false, true), "without bias, backwards"}};
        },
    .infer = lstm_infer,
    .kernel = lstm_kernel,
    .grad = lstm_grad,
    .grad_name = "MkldnnRnnLayerBackward0",
    .saves_inputs = 31,
    .saves_outputs = 25,
    .decompose = lstm_decompose,
});
constinit const OpDef op_lstm_layer_backward = define({
    .name = "_lstm_layer_backward",
    .signature =
        "_lstm_layer_backward(Tensor? grad_output, Tensor? grad_hidden, Tensor? grad_cell, Tensor gates, Tensor "
        "hidden, "
        "Tensor cell, Tensor weight, Tensor? bias, Tensor cells, Tensor activations, bool reverse) -> (Tensor gates, "
        "Tensor hidden, Tensor cell)",
    .doc = "The gradients of an LSTM's gates and first states.",
    .traits = kInternal,
    .samples =
        [] {
          Args layer = sample_layer(true, false);
          Outputs kept = lstm_decompose(layer);
          return std::vector<Sample>{{Args{sample_tensor({3, 2, 2}), Arg(), sample_tensor({2, 2}), layer[0], layer[1],
                                           layer[2], layer[3], layer[4], kept[3], kept[4], false}}};
        },
    .infer = [](const Args& a) -> Metas {
      return {meta_of(a.tensor(3)), meta_of(a.tensor(4)), meta_of(a.tensor(5))};
    },
    .kernel = lstm_backward_kernel,
    .decompose = lstm_backward_decompose,
});

VT_OPS(recurrent, &op_lstm_layer, &op_lstm_layer_backward)

}  // namespace vt
