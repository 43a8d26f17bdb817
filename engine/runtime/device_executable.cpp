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
  turns_ = find_turns(program_);
  for (size_t b = 0; b < program_.buffers.size() && first_output_ < 0; ++b)
    if (program_.buffers[b].kind == BufferKind::kOutput) first_output_ = static_cast<int>(b);
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

Outputs DeviceExecutable::run_into(RuntimeInputs inputs, const Tensor& target) {
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
  run.target = target;
  begin(run, inputs);
  run_steps(run);
  return outputs_of(run);
}

// Inputs, constants and temporaries in the arena.
void DeviceExecutable::begin(Run& run, RuntimeInputs inputs) {
  run.buffers.resize(program_.buffers.size());
  run.pointers.resize(program_.buffers.size());
  run.hosts.resize(program_.buffers.size());
  for (size_t b = 0; b < program_.buffers.size(); ++b) {
    const Buffer& buffer = program_.buffers[b];
    Tensor& made = run.buffers[b];
    if (buffer.kind == BufferKind::kInput) {
      made = inputs.take(static_cast<size_t>(buffer.input));
      VT_CHECK(made.dtype() == buffer.dtype && made.sizes() == prepared_->buffers[b].sizes,
               "input " + buffer.name + " is not what the guards promised");
      if (!(made.device() == place_)) {
        Tensor there = empty_strided(made.sizes(), made.strides(), made.dtype(), place_);
        copy_tensor(there, made);
        made = std::move(there);
      }
    } else if (buffer.kind == BufferKind::kConstant) {
      made = constants_[b];
    } else if (lies_in_arena(buffer)) {
      made = temporary(run, b);
    }
    run.pointers[b] = first_element(made);
  }
  for (int b : turns_.made_first) make_buffer(run, static_cast<size_t>(b));
}

void DeviceExecutable::make(Run& run, size_t step) const {
  for (int b : turns_.steps[step].made) make_buffer(run, static_cast<size_t>(b));
}

// A temporary in the memory of a given input takes that memory if nobody else holds it, and other memory of the same
// size if somebody does.
void DeviceExecutable::make_buffer(Run& run, size_t b) const {
  const Buffer& buffer = program_.buffers[b];
  const PreparedBuffer& sized = prepared_->buffers[b];
  Tensor& made = run.buffers[b];
  if (buffer.host >= 0) {
    const size_t host = static_cast<size_t>(buffer.host);
    auto& [storage, first_byte] = run.hosts[host];
    if (!storage) keep_as_host(run, host);
    if (!storage)
      storage = make_ref<Storage>(
          element_count(prepared_->buffers[host].sizes) * dtype_bytes(program_.buffers[host].dtype), place_);
    made = tensor_at(storage, b, first_byte + sized.arena_offset);
  } else if (static_cast<int>(b) == first_output_ && run.target.defined() && run.target.dtype() == buffer.dtype &&
             run.target.sizes() == sized.sizes && run.target.strides() == sized.strides) {
    made = run.target;
  } else {
    made = empty_strided(sized.sizes, sized.strides, buffer.dtype, place_);
  }
  run.pointers[b] = first_element(made);
}

// The memory of a given input for temporaries, unless it is gone or somebody else holds it.
void DeviceExecutable::keep_as_host(Run& run, size_t input) const {
  const Tensor& given = run.buffers[input];
  if (!given.defined() || given.impl()->ref_count() != 1 || given.impl()->storage->ref_count() != 1) return;
  run.hosts[input] = {given.impl()->storage, given.impl()->offset * dtype_bytes(given.dtype())};
}

void DeviceExecutable::drop(Run& run, size_t step) const {
  for (int number : turns_.steps[step].dropped) {
    const size_t b = static_cast<size_t>(number);
    if (turns_.hosts_later[b] && !run.hosts[b].first) keep_as_host(run, b);
    run.buffers[b] = Tensor();
  }
  for (int b : turns_.steps[step].freed) run.hosts[static_cast<size_t>(b)] = {};
}

Outputs DeviceExecutable::outputs_of(const Run& run) const {
  Outputs outputs;
  const SymbolValues& s = prepared_->symbols;
  for (const ProgramOutput& output : program_.outputs) {
    if (output.buffer < 0) {  // a number, or None
      outputs.push_back(output.offset ? scalar_tensor(Scalar::of(s.evaluate(output.offset)), DType::kInt64) : Tensor());
      continue;
    }
    const Tensor& base = run.buffers[static_cast<size_t>(output.buffer)];
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
