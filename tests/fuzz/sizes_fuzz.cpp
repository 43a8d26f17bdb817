// Ops with sizes, strides, offsets and positions around the places where arithmetic ends: a call is refused, or its
// results lie in their storage and agree with the shape rule. An input is a line "OP SEED": one call of an op; or
// "views SEED": views of views of a small tensor, whose elements are compared with where they must come from.
#include <algorithm>
#include <new>
#include <stdexcept>

#include "eager/autograd.h"
#include "fuzz/fuzz.h"
#include "ops/families/samples.h"
#include "ops/families/shape.h"
#include "ops/kernels/copy.h"
#include "ops/table.h"
#include "tensor/allocator.h"
#include "tensor/extent.h"

namespace vt::fuzz {
namespace {

constexpr int64_t kMemory = int64_t{64} << 20;

// Near 0, near a power of two, or small.
int64_t extreme(Random& random) {
  static const std::vector<int> kPowers = {0, 1, 15, 16, 30, 31, 32, 33, 40, 47, 60, 61, 62, 63};
  if (random.one_in(3)) return static_cast<int64_t>(random.below(9)) - 3;
  const uint64_t power = uint64_t{1} << random.pick(kPowers);
  const int64_t value = static_cast<int64_t>(power + random.below(3) - 1);
  return random.one_in(3) ? static_cast<int64_t>(-static_cast<uint64_t>(value)) : value;
}
int64_t mostly(int64_t usual, Random& random) { return random.one_in(2) ? extreme(random) : usual; }

// In 128 bits, so that the check does not share the arithmetic that it checks.
void expect_inside(const Tensor& t, const std::string& what) {
  if (!t.defined() || t.is_fake()) return;
  __int128 count = 1, last = t.impl()->offset;
  for (int axis = 0; axis < t.rank(); ++axis) {
    if (t.size(axis) < 0) fail(what + ": a negative size: " + sizes_text(t.sizes()));
    count *= t.size(axis);
    last += static_cast<__int128>(t.size(axis) - 1) * t.strides()[axis];
    if (count > INT64_MAX) fail(what + ": more elements than can be counted: " + sizes_text(t.sizes()));
  }
  if (count == 0) return;
  const Storage* storage = t.impl()->storage.get();
  if (!storage) fail(what + ": elements without a storage");
  if (t.impl()->offset < 0 || last < t.impl()->offset || (last + 1) * dtype_bytes(t.dtype()) > storage->bytes())
    fail(what + ": elements outside of the storage: " + sizes_text(t.sizes()) + "/" + sizes_text(t.strides()));
}

std::vector<int64_t> random_index(const Tensor& t, Random& random) {
  std::vector<int64_t> index;
  for (int64_t size : t.sizes()) {
    const auto at = static_cast<int64_t>(random.below(static_cast<size_t>(size)));
    index.push_back(random.one_in(3) ? size - 1 : random.one_in(3) ? 0 : at);
  }
  return index;
}
// The elements of the tensor that views begin with are their own positions.
void expect_elements(const Tensor& view, Random& random, const std::string& what) {
  if (view.numel() == 0) return;
  for (int i = 0; i < 8; ++i) {
    const std::vector<int64_t> index = random_index(view, random);
    int64_t at = view.impl()->offset;
    for (int axis = 0; axis < view.rank(); ++axis) at += index[static_cast<size_t>(axis)] * view.strides()[axis];
    if (view.dtype() == DType::kInt64 && read_element_int(view, index) != at) fail(what + ": another element");
    if (view.dtype() != DType::kInt64) static_cast<void>(read_element(view, index));
  }
}

bool is_size_like(const Scalar& s) { return !s.is_float() && s.kind != Scalar::Kind::kBool; }
IntList random_list(const IntList& like, Random& random) {
  IntList list = like;
  for (SymInt& i : list)
    if (random.one_in(2)) i = extreme(random);
  if (random.one_in(20) && !list.empty()) list.pop_back();
  if (random.one_in(20)) list.emplace_back(extreme(random));
  return list;
}
// A tensor's elements, some of them extreme where they are positions.
Tensor random_positions(const Tensor& like, Random& random) {
  Tensor t = contiguous_copy(like);
  if (t.dtype() != DType::kInt64) return t;
  for (int64_t i = 0; i < t.numel(); ++i)
    if (random.one_in(3)) t.data<int64_t>()[i] = extreme(random);
  return t;
}
// Another number of elements that share memory, so that none has to be there.
Tensor expanded(const Tensor& t, Random& random) {
  Dims sizes = t.sizes(), strides = t.strides();
  if (sizes.empty()) return t;
  const int axis = static_cast<int>(random.below(static_cast<size_t>(t.rank())));
  sizes[axis] = std::abs(extreme(random) / 2);
  strides[axis] = 0;
  int64_t count;
  return count_elements(sizes, count) ? view_of(t, sizes, strides, t.impl()->offset) : t;
}
Args random_args(const OpDef& op, const Args& sample, Random& random) {
  std::vector<Arg> args;
  for (const Arg& arg : sample.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value); t && t->defined()) {
      // What visits every element would take for ever.
      const bool many = (op.traits & kView) && random.one_in(4);
      args.emplace_back(many ? expanded(*t, random) : random_positions(*t, random));
    } else if (const Scalar* s = std::get_if<Scalar>(&arg.value); s && is_size_like(*s)) {
      args.emplace_back(mostly(s->to_int(), random));
    } else if (const Scalar* number = std::get_if<Scalar>(&arg.value); number && number->is_float()) {
      args.emplace_back(random.one_in(4) ? static_cast<double>(extreme(random)) : number->to_double());
    } else if (const IntList* list = std::get_if<IntList>(&arg.value)) {
      args.emplace_back(random_list(*list, random));
    } else {
      args.push_back(arg);
    }
  }
  return Args(std::move(args));
}

std::string text_of(const OpDef& op, const Args& args) {
  std::string text = op.name;
  for (const Arg& arg : args.values()) {
    text += " ";
    if (const Tensor* t = std::get_if<Tensor>(&arg.value))
      text += t->defined() ? sizes_text(t->sizes()) + "/" + sizes_text(t->strides()) : "None";
    else if (const Scalar* s = std::get_if<Scalar>(&arg.value))
      text += s->is_float() ? std::to_string(s->to_double()) : std::to_string(s->to_int());
    else if (const IntList* list = std::get_if<IntList>(&arg.value)) text += sizes_text(hints_of(*list));
    else text += arg.is_none() ? "None" : "...";
  }
  return text;
}

// Nothing where the call is refused: an error of the op, or a working buffer that memory cannot hold.
Outputs call_or_refuse(const OpDef& op, const Args& args) {
  try {
    return call(op, args);
  } catch (const TensorError&) {
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return {};
}
void expect_same_meta(const OpDef& op, const Args& args, const Outputs& outputs) {
  if (op.traits & (kShapeDependsOnData | kMutates)) return;
  Metas metas;
  try {
    metas = infer_op(op, args);
  } catch (const TensorError& error) {
    fail(text_of(op, args) + ": the shape rule refuses what was computed: " + error.message);
  }
  for (size_t i = 0; i < std::min(metas.size(), outputs.size()); ++i)
    if (outputs[i].defined() && !(hints_of(metas[i].sizes) == outputs[i].sizes()))
      fail(text_of(op, args) + ": the shape rule says " + sizes_text(hints_of(metas[i].sizes)) + ", the kernel " +
           sizes_text(outputs[i].sizes()));
}

// The shape rule alone must answer or refuse too, whatever is asked.
void run_call(const OpDef& op, Random& random) {
  const std::vector<Sample> samples = op.samples();
  const Args args = random_args(op, samples[random.below(samples.size())].args, random);
  const Outputs outputs = call_or_refuse(op, args);
  for (const Tensor& output : outputs) expect_inside(output, text_of(op, args));
  if (!outputs.empty()) expect_same_meta(op, args, outputs);
}

const std::vector<const OpDef*>& view_ops() {
  static const std::vector<const OpDef*> ops = [] {
    std::vector<const OpDef*> found;
    for (const OpDef* op : all_ops())
      if ((op->traits & kView) && std::string_view(op->name) != "_unsafe_view") found.push_back(op);
    return found;
  }();
  return ops;
}
// Arguments of a view op for a tensor of any rank.
Args view_args(const OpDef& op, const Tensor& t, Random& random) {
  std::vector<Arg> args = {t};
  const std::vector<Sample> samples = op.samples();
  const Args& sample = samples[random.below(samples.size())].args;
  for (size_t i = 1; i < sample.size(); ++i) {
    const Scalar* s = std::get_if<Scalar>(&sample[i].value);
    if (s && is_size_like(*s)) {
      args.emplace_back(mostly(static_cast<int64_t>(random.below(static_cast<size_t>(t.rank()) + 1)), random));
    } else if (std::holds_alternative<IntList>(sample[i].value)) {
      IntList list;
      for (int axis = 0; axis < t.rank() + (random.one_in(3) ? 1 : 0); ++axis)
        list.emplace_back(mostly(axis < t.rank() ? t.size(axis) : -1, random));
      args.emplace_back(std::move(list));
    } else {
      args.push_back(sample[i]);
    }
  }
  return Args(std::move(args));
}
void run_views(Random& random) {
  Tensor t = tensor_of(Dims{60}, DType::kInt64, std::vector<double>(60));
  for (int64_t i = 0; i < 60; ++i) t.data<int64_t>()[i] = i;
  t = view_of(t, Dims{3, 4, 5}, Dims{20, 5, 1}, 0);
  for (int step = 0; step < 6; ++step) {
    const OpDef& op = *random.pick(view_ops());
    const Args args = view_args(op, t, random);
    const Outputs outputs = call_or_refuse(op, args);
    for (const Tensor& output : outputs) {
      expect_inside(output, text_of(op, args));
      expect_elements(output, random, text_of(op, args));
    }
    if (outputs.empty()) continue;
    expect_same_meta(op, args, outputs);
    t = random.pick(outputs);
  }
}

}  // namespace

std::string make_input(const std::vector<std::string>&, Random& random) {
  install_eager();
  std::vector<const OpDef*> ops;
  for (const OpDef* op : all_ops())
    if (!(op->traits & kInternal)) ops.push_back(op);
  const std::string what = random.one_in(3) ? "views" : ops[random.below(ops.size())]->name;
  return what + " " + std::to_string(random.below(size_t{1} << 40)) + "\n";
}

void run_input(const std::string& input) {
  install_eager();
  set_memory_limit(kMemory);
  GradModeScope no_grad(false);
  const size_t space = input.find(' ');
  const std::string what = input.substr(0, space);
  if (space == std::string::npos) fail("no seed in: " + input);
  Random random(std::strtoull(input.c_str() + space, nullptr, 10));
  if (what == "views") return run_views(random);
  const OpDef* op = find_op(what);
  if (!op) fail("no op in: " + input);
  run_call(*op, random);
}

}  // namespace vt::fuzz
