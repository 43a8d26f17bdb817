// Recurrent networks of CUDA tensors by cuDNN, for torch.nn.modules.rnn: a pass forwards and one backwards as
// functions.
#include "device/cuda.h"
#include "device/cudnn_recurrent.h"
#include "ops/kernels/copy.h"
#include "torch/binder.h"
#include "torch/tensor_type.h"

namespace vt::torch {
namespace {

using device::Recurrent;

std::byte* data_of(const Tensor& t) {
  return t.defined() ? t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()) : nullptr;
}
Tensor tensor_or_none(const Value& v) {
  const Tensor* t = as_tensor(v);
  return t ? as_contiguous(*t) : Tensor();
}
TensorList tensors_of(const Value& v) {
  TensorList result;
  for (const Value& item : v.as<vm::Tuple>()->items) result.push_back(tensor_or_none(item));
  return result;
}
bool library_type(DType dtype, device::ProductType& type) {
  switch (dtype) {
    case DType::kFloat32: type = device::ProductType::kFloat32; return true;
    case DType::kFloat64: type = device::ProductType::kFloat64; return true;
    case DType::kFloat16: type = device::ProductType::kFloat16; return true;
    case DType::kBFloat16: type = device::ProductType::kBFloat16; return true;
    default: return false;
  }
}
// (cell, hidden size, layers, bidirectional, biased)
bool network_of(const Value& description, const Tensor& x, bool trains, Recurrent& network) {
  const auto& items = description.as<vm::Tuple>()->items;
  network.cell = static_cast<device::RecurrentCell>(items[0].as_int());
  network.hidden = static_cast<int>(items[1].as_int()), network.layers = static_cast<int>(items[2].as_int());
  network.bidirectional = items[3].as_bool(), network.biased = items[4].as_bool();
  network.trains = trains;
  network.steps = static_cast<int>(x.size(0)), network.batch = static_cast<int>(x.size(1));
  network.input = static_cast<int>(x.size(2));
  return library_type(x.dtype(), network.type) && x.numel() > 0 && x.numel() < INT32_MAX;
}

// (x, description, trains): whether the library computes it.
Value available(Interpreter&, const Arguments& a) {
  const Tensor& x = *as_tensor(a[0]);
  Recurrent network;
  device::RecurrentMemory memory;
  return Value::boolean(x.device().kind == DeviceKind::kCuda && !x.is_fake() &&
                        network_of(a[1], x, a[2].as_bool(), network) &&
                        device::recurrent_memory(network, x.device().index, memory));
}

// (x, weights, hidden, cell or None, description, trains) -> (y, hidden, cell or None, weights as the library has them,
// what the gradient needs)
Value forward(Interpreter&, const Arguments& a) {
  Tensor x = tensor_or_none(a[0]), hidden = tensor_or_none(a[2]), cell = tensor_or_none(a[3]);
  const bool trains = a[5].as_bool();
  Recurrent network;
  device::RecurrentMemory memory;
  const int device = x.device().index;
  TensorList weights = tensors_of(a[1]);
  if (!network_of(a[4], x, trains, network) || !device::recurrent_memory(network, device, memory) ||
      weights.size() != memory.places.size())
    tensor_error("cuDNN has nothing for this recurrent network");
  auto make = [&](int64_t bytes) { return empty_tensor(Dims{(bytes + 15) / 16 * 16}, DType::kUInt8, x.device()); };
  Tensor flat = make(memory.weight_bytes), reserve = make(memory.reserve_bytes);
  for (size_t i = 0; i < weights.size(); ++i)
    device::copy_on_device(data_of(flat) + memory.places[i], data_of(weights[i]),
                           weights[i].numel() * dtype_bytes(x.dtype()), device);
  auto like = [&](const Dims& sizes) { return empty_tensor(sizes, x.dtype(), x.device()); };
  Tensor y = like({x.size(0), x.size(1), network.hidden * int64_t{network.directions()}}), last = like(hidden.sizes()),
         last_cell = cell.defined() ? like(cell.sizes()) : Tensor();
  device::RecurrentData data{data_of(x), data_of(hidden), data_of(cell),      data_of(flat),
                             data_of(y), data_of(last),   data_of(last_cell), data_of(reserve)};
  if (!device::run_recurrent(network, device, data)) tensor_error("cuDNN failed to compute a recurrent network");
  return vm::make_tuple({wrap(y), wrap(last), wrap(last_cell), wrap(flat), wrap(reserve)});
}

// (x, y, hidden, cell or None, weights of the library, reserve, description, weights, gradients of y, of the last
// hidden and of the last cell state, each or None) -> (x, hidden, cell or None, a tuple of the weights')
Value backward(Interpreter&, const Arguments& a) {
  Tensor x = tensor_or_none(a[0]), y = tensor_or_none(a[1]), hidden = tensor_or_none(a[2]), cell = tensor_or_none(a[3]),
         flat = tensor_or_none(a[4]), reserve = tensor_or_none(a[5]);
  Recurrent network;
  device::RecurrentMemory memory;
  const int device = x.device().index;
  if (!network_of(a[6], x, true, network) || !device::recurrent_memory(network, device, memory))
    tensor_error("cuDNN has no gradient for this recurrent network");
  Tensor of_y = tensor_or_none(a[8]), of_last = tensor_or_none(a[9]), of_cell = tensor_or_none(a[10]);
  auto like = [&](const Tensor& t) { return t.defined() ? empty_tensor(t.sizes(), t.dtype(), t.device()) : Tensor(); };
  auto zero = [&](const Tensor& t) {
    device::set_device_bytes(data_of(t), 0, t.numel() * dtype_bytes(t.dtype()), device);
    return t;
  };
  if (!of_y.defined()) of_y = zero(like(y));
  Tensor to_x = like(x), to_hidden = like(hidden), to_cell = like(cell);
  const int64_t each = dtype_bytes(x.dtype());
  Tensor all = zero(empty_tensor(Dims{(memory.weight_bytes + each - 1) / each}, x.dtype(), x.device()));
  device::RecurrentData data;
  data.x = data_of(x), data.y = data_of(y), data.hidden = data_of(hidden), data.cell = data_of(cell);
  data.weights = data_of(flat), data.reserve = data_of(reserve);
  device::RecurrentGradients gradients{data_of(of_y),      data_of(of_last), data_of(of_cell), data_of(to_x),
                                       data_of(to_hidden), data_of(to_cell), data_of(all)};
  if (!device::run_recurrent_backward(network, device, data, gradients))
    tensor_error("cuDNN failed to compute the gradients of a recurrent network");
  std::vector<Value> to_weights;
  const TensorList weights = tensors_of(a[7]);
  for (size_t i = 0; i < weights.size(); ++i)
    to_weights.push_back(
        wrap(view_of(all, weights[i].sizes(), contiguous_strides(weights[i].sizes()), memory.places[i] / each)));
  return vm::make_tuple({wrap(to_x), wrap(to_hidden), wrap(to_cell), vm::make_tuple(std::move(to_weights))});
}

}  // namespace

void define_recurrent_functions(Interpreter&, vm::Module& m) {
  function<available>(m, "_cudnn_has_recurrent");
  function<forward>(m, "_cudnn_recurrent");
  function<backward>(m, "_cudnn_recurrent_backward");
}

}  // namespace vt::torch
