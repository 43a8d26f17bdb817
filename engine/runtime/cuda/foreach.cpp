#ifndef __EMSCRIPTEN__
#include "runtime/cuda/foreach.h"

#include <algorithm>
#include <cstring>

#include "device/nvrtc.h"
#include "runtime/cuda/modules.h"

namespace vt {

bool fits_foreach(const TensorList& list, Device device) {
  return std::all_of(list.begin(), list.end(), [&](const Tensor& t) {
    return t.defined() && t.dtype() == DType::kFloat32 && t.is_contiguous() && t.device() == device;
  });
}

// Null where there is no compiler.
const CudaCode* CudaForeach::code(int device, bool aligned) {
  if (device::nvrtc_version() == 0) return nullptr;
  auto known = codes_.find({device, aligned});
  if (known == codes_.end()) {
    CudaTarget target = cuda_target(device);
    target.aligned = aligned;
    target.hints = {{"n", 1 << 20}};
    CudaCode made;
    made.code = generate_cuda_foreach(nest_, 1, target);
    std::string text, problem;
    for (const TaggedLine& line : made.code.text) text += line.text + "\n";
    bool from_cache = false;
    made.modules = load_cuda_modules(made.code.prelude, {text}, device, from_cache, problem);
    if (problem.empty()) made.functions = {{made.modules[0]->find(made.code.cuda[0].launches[0].entry)}};
    known = codes_.emplace(std::pair(device, aligned), std::move(made)).first;
  }
  return known->second.functions.empty() ? nullptr : &known->second;
}

bool CudaForeach::run(const std::vector<const TensorList*>& lists, const std::vector<double>& numbers, Device device) {
  static const std::vector<std::string> kNames = {"n"};
  std::vector<CudaRow> rows(lists[0]->size());
  uint64_t all = 0;
  for (size_t j = 0; j < rows.size(); ++j) {
    for (size_t i = 0; i < lists.size(); ++i) {
      const Tensor& t = (*lists[i])[j];
      rows[j].pointers[i] =
          reinterpret_cast<uint64_t>(t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()));
      all |= rows[j].pointers[i];
    }
    rows[j].n = (*lists[0])[j].numel();
  }
  std::erase_if(rows, [](const CudaRow& row) { return row.n == 0; });
  if (rows.empty()) return true;
  const CudaCode* code = this->code(device.index, all % 16 == 0);
  if (!code) return false;
  const CudaLaunch& launch = code->code.cuda[0].launches[0];
  int64_t blocks = 0;
  for (CudaRow& row : rows) {
    row.first_block = blocks;
    blocks += SymbolValues{&kNames, {row.n}}.evaluate(launch.blocks);
  }
  // The table and the numbers travel together.
  const size_t table = rows.size() * sizeof(CudaRow);
  std::vector<std::byte> bytes(table + numbers.size() * sizeof(float));
  std::memcpy(bytes.data(), rows.data(), table);
  for (size_t i = 0; i < numbers.size(); ++i) {
    auto number = static_cast<float>(numbers[i]);
    std::memcpy(bytes.data() + table + i * sizeof number, &number, sizeof number);
  }
  Ref<Storage> place = make_ref<Storage>(static_cast<int64_t>(bytes.size()), device);
  device::copy_to_device(place->data(), bytes.data(), place->bytes(), device.index);
  uint64_t words[] = {reinterpret_cast<uint64_t>(place->data()), rows.size(),
                      reinterpret_cast<uint64_t>(place->data() + table)};
  void* parameters[] = {&words[0], &words[1], &words[2], nullptr};
  device::LaunchShape shape;
  shape.grid[0] = static_cast<unsigned>(blocks);
  shape.block[0] = static_cast<unsigned>(launch.threads);
  device::launch_kernel(code->functions[0][0], shape, parameters);
  ++launch_counters().kernels;
  return true;
}

}  // namespace vt
#endif
