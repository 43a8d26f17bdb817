#include "runtime/op_programs.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "graph/recorder.h"
#include "ops/device_kernels.h"
#include "ops/families/shape.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/target.h"
#include "ops/ops.h"

namespace vt {
namespace {

// The axes of a dense permuted tensor, innermost first, without size-1 axes; empty for a tensor with gaps and for a
// contiguous one.
std::vector<int> dense_order(const Tensor& t) {
  std::vector<int> order;
  if (t.is_contiguous()) return order;
  for (int i = 0; i < t.rank(); ++i)
    if (t.size(i) != 1) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return t.strides()[a] < t.strides()[b]; });
  int64_t expected = 1;
  for (int axis : order) {
    if (t.strides()[axis] != expected) return {};
    expected *= t.size(axis);
  }
  return order;
}

// Sizes up to here are part of the code. Mostly those of 0 and 1; where there is much to do and the result does not
// simply follow its operands, also those of short axes, so that their loops are unrolled and their elements move in
// vectors.
int64_t known_size(const OpDef& op, const Args& args) {
  constexpr int64_t kMuch = 1 << 20, kShort = 64;
  Dims widest;
  const Tensor* first = nullptr;
  bool flat = op.pointwise != nullptr;
  for (const Arg& arg : args.values()) {
    const Tensor* t = std::get_if<Tensor>(&arg.value);
    if (!t || !t->defined()) continue;
    if (!first) first = t;
    flat = flat && t->is_contiguous() && t->sizes() == first->sizes();
    while (widest.size() < t->rank()) widest.insert(0, 1);
    for (int i = 0; i < t->rank(); ++i) {
      int64_t& size = widest[widest.size() - 1 - i];
      size = std::max(size, t->size(t->rank() - 1 - i));
    }
  }
  return flat || element_count(widest) < kMuch ? 1 : kShort;
}

// The layout of a tensor as far as code depends on it: known sizes (known_size()) and strides of 0
// and 1 are part of the code, other sizes are symbols (equal sizes one symbol), and so are
// the strides of what has gaps.
class Layouts {
 public:
  Layouts(std::string& key, int64_t known) : key_(key), known_size_(known) {}

  void add(const Tensor& t) {
    key_ += static_cast<char>('A' + static_cast<int>(t.dtype()));
    key_ += static_cast<char>('0' + t.rank());
    for (int64_t size : t.sizes())
      if (size < 2) key_ += static_cast<char>('0' + size);
      else if (size <= known_size_) key_ += '=' + std::to_string(size) + ',';
      else key_ += symbol(size);
    if (t.is_contiguous()) {
      key_ += 'c';
      return;
    }
    if (std::vector<int> order = dense_order(t); !order.empty()) {
      key_ += 'p';
      for (int axis : order) key_ += static_cast<char>('0' + axis);
      return;
    }
    for (int i = 0; i < t.rank(); ++i) {
      int64_t stride = t.strides()[i];
      key_ += stride == 0 || t.size(i) == 1 ? 'z' : stride == 1 ? 'u' : 's';
    }
  }

 private:
  char symbol(int64_t size) {
    for (size_t i = 0; i < known_.size(); ++i)
      if (known_[i] == size) return static_cast<char>('a' + i);
    known_.push_back(size);
    return static_cast<char>('a' + known_.size() - 1);
  }
  std::string& key_;
  int64_t known_size_;
  std::vector<int64_t> known_;
};

template <class T>
void append(std::string& key, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  key.append(bytes, sizeof value);
}

// The cache key: everything that the code depends on. Returns false for arguments that cannot be compiled.
bool make_key(const OpDef& op, const Args& args, std::string& key) {
  append(key, &op);
  append(key, default_dtype());
  Layouts layouts(key, known_size(op, args));
  for (const Arg& arg : args.values()) {
    key += static_cast<char>('#' + arg.value.index());
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) layouts.add(*t);
    else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
      key += std::to_string(list->size());
      for (const Tensor& item : *list) {
        if (!item.defined()) return false;
        layouts.add(item);
      }
    } else if (const Scalar* s = std::get_if<Scalar>(&arg.value)) {
      append(key, s->kind);
      s->is_float() ? append(key, s->number) : append(key, s->integer.hint());
    } else if (const IntList* ints = std::get_if<IntList>(&arg.value)) {
      for (const SymInt& n : *ints) append(key, n.hint());
    } else if (const std::vector<double>* reals = std::get_if<std::vector<double>>(&arg.value)) {
      for (double r : *reals) append(key, r);
    } else if (const std::string* text = std::get_if<std::string>(&arg.value)) key += *text;
    else if (const DType* dtype = std::get_if<DType>(&arg.value)) append(key, *dtype);
    else if (const Device* device = std::get_if<Device>(&arg.value)) append(key, device->kind);
    key += ';';
  }
  return true;
}

// Records one op on fakes with symbolic sizes.
class OneOp {
 public:
  OneOp(const OpDef& op, const Args& args)
      : op_(op), known_size_(known_size(op, args)), env_(std::make_shared<ShapeEnv>()), recorder_(env_) {
    std::vector<Arg> fakes;
    for (const Arg& arg : args.values()) {
      if (const Tensor* t = std::get_if<Tensor>(&arg.value)) fakes.emplace_back(input(*t));
      else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
        TensorList items;
        for (const Tensor& item : *list) items.push_back(input(item));
        fakes.emplace_back(std::move(items));
      } else fakes.push_back(arg);
    }
    args_ = Args(std::move(fakes));
  }

  Program lower(const LowerOptions& options) {
    RecorderScope scope(&recorder_);
    Outputs results = recorder_.record(op_, args_);
    std::vector<Arg> outputs(results.begin(), results.end());
    recorder_.set_outputs(outputs);
    return lower_graph(recorder_.graph(), options);
  }
  std::shared_ptr<ShapeEnv> shapes() const { return env_; }

 private:
  SymInt size_symbol(int64_t size) {
    if (size <= known_size_) return size;
    auto known = sizes_.find(size);
    if (known == sizes_.end()) known = sizes_.emplace(size, env_->new_symbol(size, "size")).first;
    return known->second;
  }
  Tensor input(const Tensor& t) {
    TensorMeta meta;
    meta.dtype = t.dtype();
    meta.device = t.device();
    for (int64_t size : t.sizes()) meta.sizes.push_back(size_symbol(size));
    if (t.is_contiguous()) {
      meta.strides = contiguous_sym_strides(meta.sizes);
    } else if (std::vector<int> order = dense_order(t); !order.empty()) {
      meta.strides.resize(meta.sizes.size());
      SymInt step = 1;
      for (int axis : order) {
        meta.strides[static_cast<size_t>(axis)] = step;
        step = step * meta.sizes[static_cast<size_t>(axis)];
      }
    } else {
      for (int i = 0; i < t.rank(); ++i) {
        int64_t stride = t.strides()[i];
        if (stride == 0 || t.size(i) == 1) meta.strides.emplace_back(0);
        else if (stride == 1) meta.strides.emplace_back(1);
        else {
          SymInt symbol = env_->new_symbol(stride, "stride");
          recorder_.add_number_input(symbol, symbol.text());
          meta.strides.push_back(symbol);
        }
      }
    }
    return recorder_.add_input(std::move(meta), "arg" + std::to_string(count_++));
  }

  const OpDef& op_;
  const int64_t known_size_;
  std::shared_ptr<ShapeEnv> env_;
  GraphRecorder recorder_;
  Args args_;
  std::map<int64_t, SymInt> sizes_;
  int count_ = 0;
};

void add_inputs(const Tensor& t, std::vector<RuntimeInput>& inputs) {
  if (!t.is_contiguous() && dense_order(t).empty())
    for (int i = 0; i < t.rank(); ++i)
      if (int64_t stride = t.strides()[i]; stride != 0 && stride != 1 && t.size(i) != 1) inputs.emplace_back(stride);
  inputs.emplace_back(t);
}
// The inputs of a run, in the order in which OneOp adds them.
std::vector<RuntimeInput> runtime_inputs(const Args& args) {
  std::vector<RuntimeInput> inputs;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) add_inputs(*t, inputs);
    else if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& item : *list) add_inputs(item, inputs);
  }
  return inputs;
}

bool equal_hints(const std::vector<SymInt>& a, const std::vector<SymInt>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const SymInt& x, const SymInt& y) { return x.hint() == y.hint(); });
}
// A decomposition's result has the layout of its last op; the op's shape rule may require a contiguous result.
std::vector<bool> row_major_outputs(const OpDef& op, const Args& args) {
  std::vector<bool> result;
  if (!op.decompose || !op.infer) return result;
  for (const TensorMeta& meta : op.infer(args))
    result.push_back(meta.strides.empty() || equal_hints(meta.strides, contiguous_sym_strides(meta.sizes)));
  return result;
}

bool holds(const OpPrograms::Compiled& compiled, std::span<const RuntimeInput> inputs) {
  if (compiled.guards.empty()) return true;
  SymbolValues values{&compiled.symbols, {}};
  for (const SymbolSource& source : compiled.executable->program().symbols)
    values.values.push_back(symbol_value(source, inputs));
  for (const ShapeGuard& guard : compiled.guards) {
    int64_t left = values.evaluate(guard.left), right = values.evaluate(guard.right);
    bool true_now = false;
    switch (guard.relation) {
      case SymRelation::kEqual: true_now = left == right; break;
      case SymRelation::kNotEqual: true_now = left != right; break;
      case SymRelation::kLess: true_now = left < right; break;
      case SymRelation::kLessEqual: true_now = left <= right; break;
    }
    if (!true_now) return false;
  }
  return true;
}

bool guards_are_known(const std::vector<ShapeGuard>& guards, const std::vector<std::string>& symbols) {
  std::vector<std::string> used;
  for (const ShapeGuard& guard : guards) sym_free_symbols(guard.left, used), sym_free_symbols(guard.right, used);
  for (const std::string& name : used)
    if (std::find(symbols.begin(), symbols.end(), name) == symbols.end()) return false;
  return true;
}

// equal() is reduced to one bool on the device; it is copied to the CPU only when it is read.
bool run_equal(const OpDef& op, const Args& args, Outputs& outputs) {
  if (&op != &op_equal) return false;
  const Tensor &a = args.tensor(0), &b = args.tensor(1);
  if (!(a.sizes() == b.sizes()) || a.dtype() != b.dtype() || a.numel() == 0) return false;
  outputs = run_on_device(op_all, {run_on_device(op_eq, {a, b})[0]});
  return true;
}

// `target` if the result can be written there directly: no argument may be another view of the same memory.
Tensor usable_target(const Tensor& target, const Args& args) {
  if (!target.defined()) return {};
  for (const Arg& arg : args.values()) {
    const Tensor* t = std::get_if<Tensor>(&arg.value);
    if (!t || !(t->impl()->storage == target.impl()->storage)) continue;
    bool same =
        t->impl()->offset == target.impl()->offset && t->sizes() == target.sizes() && t->strides() == target.strides();
    if (!same) return {};
  }
  return target;
}

// Generated code ignores the strides of size-1 axes. The op's shape rule defines them, and may order
// the other axes by them.
void stride_single_axes(const OpDef& op, const Args& args, Outputs& outputs) {
  auto has_single_axis = [](const Tensor& t) {
    for (int64_t size : t.sizes())
      if (size == 1) return t.defined() && t.rank() > 1;
    return false;
  };
  if (!op.pointwise || std::none_of(outputs.begin(), outputs.end(), has_single_axis)) return;
  Metas metas = infer_op(op, args);
  for (size_t i = 0; i < outputs.size() && i < metas.size(); ++i) {
    Tensor& out = outputs[i];
    if (!out.defined()) continue;
    Dims strides = hints_of(metas[i].strides.empty() ? contiguous_sym_strides(metas[i].sizes) : metas[i].strides);
    if (strides == out.strides()) continue;
    bool same_order = true;
    for (int axis = 0; axis < out.rank(); ++axis)
      same_order = same_order && (out.size(axis) == 1 || strides[axis] == out.strides()[axis]);
    if (same_order) {
      out = view_of(out, out.sizes(), strides, out.impl()->offset);
    } else {
      Tensor laid_out = empty_strided(out.sizes(), strides, out.dtype(), out.device());
      copy_tensor(laid_out, out);
      out = laid_out;
    }
  }
}

}  // namespace

OpPrograms::Compiled OpPrograms::compile(const OpDef& op, const Args& args, Device place) {
  Compiled compiled;
  OneOp one(op, args);
  Program program = one.lower(options_);
  for (const Step& step : program.steps)
    if (auto call = std::get_if<ExternCall>(&step); call && call->op == &op) return compiled;
  if (!program.mutated_inputs.empty()) return compiled;
  for (const SymbolSource& source : program.symbols) compiled.symbols.push_back(source.symbol);
  compiled.shapes = one.shapes();
  compiled.guards = compiled.shapes->guards();
  if (!guards_are_known(compiled.guards, compiled.symbols)) return compiled;
  compiled.executable = compile_(std::move(program), place);
  if (compiled.executable) compiled.row_major = row_major_outputs(op, args);
  return compiled;
}

bool OpPrograms::run(const OpDef& op, const Args& args, Device place, Outputs& outputs) {
  if (run_equal(op, args, outputs)) return true;
  if (op.traits & (kRandom | kShapeDependsOnData | kMutates)) return false;
  if (!op.pointwise && !op.lower && !op.decompose) return false;
  std::string key;
  if (!make_key(op, args, key)) return false;
  append(key, place.index);
  std::vector<RuntimeInput> inputs = runtime_inputs(args);
  std::vector<Compiled>& variants = kept_[key];
  Compiled* found = nullptr;
  for (Compiled& c : variants) {
    if (!c.executable) return false;
    if (holds(c, inputs)) found = &c;
  }
  if (!found) {
    static_cast<void>(infer_op(op, args));  // raises the error for invalid arguments, with concrete sizes
    variants.push_back(compile(op, args, place));
    found = &variants.back();
    if (!found->executable) return false;
  }
  DeviceExecutable* executable = found->executable.get();
  std::vector<bool> row_major = found->row_major;
  Tensor target;
  if (op.pointwise) {
    const std::vector<Buffer>& buffers = executable->program().buffers;
    for (const Buffer& b : buffers)
      if (b.kind == BufferKind::kOutput && args[0].is_tensor())
        target = usable_target(take_inplace_target(args.tensor(0).sizes(), b.dtype), args);
  }
  outputs = executable->run_into(inputs, target);
  if (target.defined() && !outputs.empty() && outputs[0].impl()->storage == target.impl()->storage) outputs[0] = target;
  else stride_single_axes(op, args, outputs);
  for (size_t i = 0; i < outputs.size() && i < row_major.size(); ++i)
    if (row_major[i] && outputs[i].defined()) outputs[i] = as_contiguous(outputs[i]);
  return true;
}

Device device_of(const Args& args, DeviceKind kind, int16_t current) {
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value))
      if (t->device().kind == kind) return t->device();
    if (const Device* d = std::get_if<Device>(&arg.value))
      if (d->kind == kind && d->index >= 0) return *d;
    if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& t : *list)
        if (t.defined() && t.device().kind == kind) return t.device();
  }
  return {kind, current};
}

}  // namespace vt
