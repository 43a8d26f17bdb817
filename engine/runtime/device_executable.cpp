#include "runtime/device_executable.h"

#include <utility>

#include "ops/device_kernels.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/target.h"
#include "support/check.h"

namespace vt {

DeviceExecutable::DeviceExecutable(Program program, Device place) : program_(std::move(program)), place_(place) {
  for (const SymbolSource& source : program_.symbols) symbols_.push_back(source.symbol);
  for (const Buffer& buffer : program_.buffers) {
    Tensor constant;
    if (buffer.kind == BufferKind::kConstant) {
      constant = buffer.constant;
      if (!(constant.device() == place_)) {
        constant = empty_strided(constant.sizes(), constant.strides(), constant.dtype(), place_);
        copy_tensor(constant, buffer.constant);
      }
    }
    constants_.push_back(std::move(constant));
  }
}
DeviceExecutable::~DeviceExecutable() = default;

std::byte* DeviceExecutable::first_element(const Tensor& t) {
  if (!t.defined() || !t.impl()->storage) return nullptr;
  return t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype());
}

Tensor DeviceExecutable::tensor_at(const Ref<Storage>& storage, size_t buffer, int64_t byte_offset) const {
  const PreparedBuffer& sized = prepared_->buffers[buffer];
  auto impl = make_ref<TensorImpl>();
  impl->storage = storage;
  impl->dtype = program_.buffers[buffer].dtype;
  impl->offset = byte_offset / dtype_bytes(impl->dtype);
  impl->sizes = sized.sizes;
  impl->strides = sized.strides;
  impl->device = place_;
  return Tensor(std::move(impl));
}
Tensor DeviceExecutable::temporary(Run& run, size_t buffer) {
  // An arena of no bytes serves temporaries without elements.
  if (!run.arena) run.arena = make_ref<Storage>(prepared_->arena_bytes, place_);
  return tensor_at(run.arena, buffer, prepared_->buffers[buffer].arena_offset);
}

Outputs DeviceExecutable::run_into(std::span<const RuntimeInput> inputs, const Tensor& target) {
  VT_CHECK(static_cast<int>(inputs.size()) == program_.input_count, "number of inputs");
  std::vector<int64_t> values;
  for (const SymbolSource& source : program_.symbols) values.push_back(symbol_value(source, inputs));
  if (!prepared_ || prepared_->symbols.values != values) {
    prepared_.emplace();
    SymbolValues& s = prepared_->symbols;
    s.names = &symbols_;
    s.values = values;
    for (const Buffer& buffer : program_.buffers)
      prepared_->buffers.push_back(
          {s.evaluate(buffer.sizes), s.evaluate(buffer.strides), s.evaluate(buffer.arena_offset)});
    prepared_->arena_bytes = s.evaluate(program_.arena_bytes);
    prepare_kernels();
  }
  Run run;
  bool target_free = target.defined();
  for (size_t i = 0; i < program_.buffers.size(); ++i) {
    const Buffer& buffer = program_.buffers[i];
    const PreparedBuffer& sized = prepared_->buffers[i];
    switch (buffer.kind) {
      case BufferKind::kInput: {
        Tensor t = std::get<Tensor>(inputs[static_cast<size_t>(buffer.input)].value);
        VT_CHECK(t.dtype() == buffer.dtype && t.sizes() == sized.sizes,
                 "input " + buffer.name + " is not what the guards promised");
        if (!(t.device() == place_)) {
          Tensor there = empty_strided(t.sizes(), t.strides(), t.dtype(), place_);
          copy_tensor(there, t);
          t = std::move(there);
        }
        run.buffers.push_back(std::move(t));
        break;
      }
      case BufferKind::kConstant: run.buffers.push_back(constants_[i]); break;
      case BufferKind::kOutput:
        if (target_free && target.dtype() == buffer.dtype && target.sizes() == sized.sizes &&
            target.strides() == sized.strides)
          run.buffers.push_back(target);
        else run.buffers.push_back(empty_strided(sized.sizes, sized.strides, buffer.dtype, place_));
        target_free = false;
        break;
      case BufferKind::kTemporary: run.buffers.push_back(temporary(run, i)); break;
    }
    run.pointers.push_back(first_element(run.buffers.back()));
  }
  run_steps(run);
  Outputs outputs;
  for (const ProgramOutput& output : program_.outputs) {
    if (output.buffer < 0) {  // a number, or None
      outputs.push_back(output.offset
                            ? scalar_tensor(Scalar::of(prepared_->symbols.evaluate(output.offset)), DType::kInt64)
                            : Tensor());
      continue;
    }
    const Tensor& base = run.buffers[static_cast<size_t>(output.buffer)];
    const SymbolValues& s = prepared_->symbols;
    outputs.push_back(view_of(base, s.evaluate(output.sizes), s.evaluate(output.strides),
                              base.impl()->offset + s.evaluate(output.offset)));
  }
  return outputs;
}

void DeviceExecutable::run_extern(Run& run, const ExternCall& call) {
  const SymbolValues& s = prepared_->symbols;
  Args args;
  auto view = [&](const ExternArg::View& v) {
    if (v.buffer < 0) return Tensor();
    const Tensor& base = run.buffers[static_cast<size_t>(v.buffer)];
    return view_of(base, s.evaluate(v.sizes), s.evaluate(v.strides), base.impl()->offset + s.evaluate(v.offset));
  };
  for (const ExternArg& arg : call.args) {
    switch (arg.kind) {
      case ExternArg::Kind::kPlain: args.values().push_back(s.evaluate(arg.plain)); break;
      case ExternArg::Kind::kBuffer: args.values().push_back(view(arg.views[0])); break;
      case ExternArg::Kind::kBufferList: {
        TensorList list;
        for (const ExternArg::View& v : arg.views) list.push_back(view(v));
        args.values().push_back(std::move(list));
      }
    }
  }
  TensorList places;
  for (int buffer : call.outputs) places.push_back(buffer < 0 ? Tensor() : run.buffers[static_cast<size_t>(buffer)]);
  Outputs results = [&] {
    OutputPlacesScope scope(std::move(places));
    return call.op->kernel ? run_on_device(*call.op, args) : vt::call(*call.op, args);
  }();
  ++launch_counters().extern_calls;
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    int buffer = call.outputs[i];
    if (buffer < 0) continue;
    Tensor& place = run.buffers[static_cast<size_t>(buffer)];
    bool adopt = results[i].strides() == place.strides() && results[i].sizes() == place.sizes() &&
                 results[i].device() == place.device() &&
                 program_.buffers[static_cast<size_t>(buffer)].kind != BufferKind::kInput;
    if (adopt) place = results[i];
    else copy_tensor(place, results[i]);
    run.pointers[static_cast<size_t>(buffer)] = first_element(place);
  }
}

}  // namespace vt
