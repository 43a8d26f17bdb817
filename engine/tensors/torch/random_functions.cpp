// Seeds, generators and their states.
#include "torch/binder.h"
#include "torch/tensor_type.h"

namespace vt::torch {
namespace {

Generator& generator_of(const Value& v) { return v.as<GeneratorObject>()->get(); }

Value default_object() {
  static Value object = vm::make<GeneratorObject>(Ref<Generator>());
  return object;
}
uint64_t seed_argument(Interpreter& vm, const Value& v, bool of_generator = false) {
  if (v.is_int()) return static_cast<uint64_t>(v.as_int());
  if (of_generator && !v.as<vm::BigInt>())
    vm::raise(vm::types().RuntimeError, "manual_seed expected a long, but got " + std::string(vm::type_name(v)));
  Value number = vm.call(Value::of(vm::types().int_), {v});
  const vm::BigInt* big = number.as<vm::BigInt>();
  if (!big) return static_cast<uint64_t>(number.as_int());
  if (big->negative || big->limbs.size() > 2) vm::raise(vm::types().ValueError, "Overflow when unpacking long long");
  return big->limbs[0] | static_cast<uint64_t>(big->limbs[1]) << 32;
}
Value seed_value(uint64_t seed) {
  if (seed <= INT64_MAX) return Value::integer(static_cast<int64_t>(seed));
  return vm::make<vm::BigInt>(false,
                              std::vector<uint32_t>{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
}
uint64_t fresh_seed(Interpreter& vm) {
  return static_cast<uint64_t>(vm.host().wall_clock ? vm.host().wall_clock() * 1e6 : 67280421310721.0);
}

const Tensor& state_argument(const Value& v) {
  const Tensor* state = as_tensor(v);
  if (!state) vm::raise(vm::types().TypeError, "expected a torch.ByteTensor, but got " + std::string(vm::type_name(v)));
  if (state->dtype() != DType::kUInt8) vm::raise(vm::types().TypeError, "RNG state must be a torch.ByteTensor");
  return *state;
}

Value manual_seed(Interpreter& vm, const Arguments& a) {
  uint64_t seed = seed_argument(vm, vm::bind_arguments(a, "manual_seed", {"seed"}, 1)[0]);
  default_generator().set_seed(seed);
  seed_cuda_generators(seed);
  return default_object();
}
Value initial_seed(Interpreter&, const Arguments&) { return seed_value(default_generator().seed()); }
Value reseed(Interpreter& vm, const Arguments&) {
  default_generator().set_seed(fresh_seed(vm));
  seed_cuda_generators(default_generator().seed());
  return seed_value(default_generator().seed());
}
Value get_state(Interpreter&, const Arguments&) { return wrap(default_generator().state()); }
Value set_state(Interpreter&, const Arguments& a) {
  default_generator().set_state(state_argument(a[0]));
  return Value::none();
}

// --- generators of CUDA devices: seed, initial seed, state, by number ------------------------
Generator& cuda_generator(const Value& device) { return default_cuda_generator(static_cast<int>(device.as_int())); }
Value cuda_seed(Interpreter& vm, const Arguments& a) {
  cuda_generator(a[0]).set_seed(seed_argument(vm, a[1]));
  return Value::none();
}
Value cuda_seed_all(Interpreter& vm, const Arguments& a) {
  seed_cuda_generators(seed_argument(vm, a[0]));
  return Value::none();
}
Value cuda_fresh_seed(Interpreter& vm, const Arguments&) { return seed_value(fresh_seed(vm)); }
Value cuda_initial_seed(Interpreter&, const Arguments& a) { return seed_value(cuda_generator(a[0]).seed()); }
Value cuda_get_state(Interpreter&, const Arguments& a) { return wrap(cuda_generator(a[0]).state()); }
Value cuda_set_state(Interpreter&, const Arguments& a) {
  const Tensor* state = as_tensor(a[1]);
  if (!state) vm::raise(vm::types().TypeError, "expected a torch.ByteTensor");
  cuda_generator(a[0]).set_state(*state);
  return Value::none();
}

Value construct(Interpreter&, Type*, const Arguments& a) {
  Device device;
  try {
    for (size_t i = 0; i < a.positional + a.keywords; ++i)
      if (!a[i].is_none()) to_device(a[i], &device);
  } catch (const TensorError& error) {
    raise_error(error);
  }
  if (device.kind == DeviceKind::kCuda && device.index < 0) device.index = 0;
  return vm::make<GeneratorObject>(make_ref<Generator>(67280421310721ULL, device));
}
Value method_seed(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "manual_seed", 1, 1, true);
  generator_of(a[0]).set_seed(seed_argument(vm, a[1], true));
  return a[0];
}
Value method_initial(Interpreter&, const Arguments& a) { return seed_value(generator_of(a[0]).seed()); }
Value method_reseed(Interpreter& vm, const Arguments& a) {
  generator_of(a[0]).set_seed(fresh_seed(vm));
  return seed_value(generator_of(a[0]).seed());
}
Value method_get_state(Interpreter&, const Arguments& a) { return wrap(generator_of(a[0]).state()); }
Value method_set_state(Interpreter&, const Arguments& a) {
  generator_of(a[0]).set_state(state_argument(a[1]));
  return a[0];
}
Value method_clone(Interpreter&, const Arguments& a) {
  const Generator& from = generator_of(a[0]);
  Ref<Generator> made = make_ref<Generator>(from.seed(), from.device());
  made->set_state(from.state());
  return vm::make<GeneratorObject>(std::move(made));
}
Value method_device(Interpreter&, const Arguments& a) { return device_value(generator_of(a[0]).device()); }
Value random_bits(Interpreter&, const Arguments& a) {
  // A 64-bit draw as a non-negative integer, for seeds of samplers.
  return Value::integer(static_cast<int64_t>(generator_of(a[0]).random64() & INT64_MAX));
}

}  // namespace

void install_generator_type() {
  Type* t = vm::make_type("Generator", vm::types().object, Kind::kGenerator_, "torch._C");
  torch_types().generator = t;
  t->slots.construct = construct;
  method<method_seed>(t, "manual_seed");
  method<method_initial>(t, "initial_seed");
  method<method_reseed>(t, "seed");
  method<method_get_state>(t, "get_state");
  method<method_set_state>(t, "set_state");
  method<method_clone>(t, "clone_state");
  method<random_bits>(t, "_random_bits");
  property<method_device>(t, "device");
}

void define_random_functions(Interpreter&, vm::Module& m) {
  vm::set_attribute(m, "Generator", Value::of(torch_types().generator));
  default_generator().set_seed(Generator().seed());  // a program before this one in the process may have drawn
  vm::set_attribute(m, "default_generator", default_object());
  function<manual_seed>(m, "manual_seed");
  function<initial_seed>(m, "initial_seed");
  function<reseed>(m, "seed");
  function<get_state>(m, "get_rng_state");
  function<set_state>(m, "set_rng_state");
  function<cuda_seed>(m, "_cuda_manual_seed");
  function<cuda_seed_all>(m, "_cuda_manual_seed_all");
  function<cuda_fresh_seed>(m, "_cuda_fresh_seed");
  function<cuda_initial_seed>(m, "_cuda_initial_seed");
  function<cuda_get_state>(m, "_cuda_get_rng_state");
  function<cuda_set_state>(m, "_cuda_set_rng_state");
}

}  // namespace vt::torch
