// Indexing. Ints, slices, None and Ellipsis are views, made one dimension at a time;
// tensors and lists of numbers are collected and gathered at the end, as PyTorch does.
#include <cmath>

#include "eager/call_watcher.h"
#include "eager/modes.h"
#include "ops/aten_forms.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "tensor/unbacked.h"
#include "tensor/warning.h"
#include "torch/binder.h"
#include "torch/read_hook.h"
#include "torch/tensor_type.h"
#include "torch/torch_function.h"

namespace vt::torch {
namespace {

struct Indexed {
  Tensor result;       // after the views
  TensorList indices;  // per dimension of result; undefined entries are whole dimensions
  bool gathers = false;
};

// A trace in progress records every index as it is written: whole slices and masks too.
bool traced() { return number_read_hook() != nullptr; }

bool is_sequence(const Value& v) {
  return v.as<vm::List>() || v.as<vm::Tuple>() || v.as<vm::Range>() ||
         (v.is_object() && vm::type_of(v)->name == "ndarray");
}

// A list of up to 31 items that holds slices, tensors or sequences is taken for a tuple.
bool list_acts_as_tuple(const Value& key) {
  vm::List* list = key.as<vm::List>();
  if (!list || list->items.size() >= 32) return false;
  for (const Value& item : list->items)
    if (item.is_none() || item.as<vm::Slice>() || as_tensor(item) || is_sequence(item) || item.as<vm::Str>() ||
        (item.is_object() && item.as_object()->kind == Kind::kEllipsis))
      return true;
  return false;
}

// `place` is the number of the key: what PyTorch's error calls the dimension.
Tensor select(const Tensor& t, int dim, const SymInt& index, int place) {
  static const OpDef& op = need_op({"select.int", "select"});
  int64_t size = t.size(dim);
  int64_t at = index.hint();
  bool known = !t.is_fake() || (!index.symbolic() && !t.sym_sizes()[static_cast<size_t>(dim)].symbolic());
  if (known && (at >= size || at < -size))
    tensor_error("index " + std::to_string(at) + " is out of bounds for dimension " + std::to_string(place) +
                     " with size " + std::to_string(size),
                 "IndexError");
  return call1(op, Args{Arg(t), Arg(dim), Arg(index)});
}

Arg slice_bound(Interpreter& vm, const Value& v) {
  if (v.is_none() || v.is_null()) return {};
  SymInt i;
  if (to_int(v, &i)) return Arg(i);
  if (!v.is_bool() && !(v.is_object() && vm::type_of(v)->slots.index))
    tensor_error("slice indices must be integers or None or have an __index__ method", "TypeError");
  return Arg(vm.to_index(v));
}

int64_t checked_step(const Arg& step) {
  const int64_t by = step.is_none() ? 1 : std::get<Scalar>(step.value).to_int();
  if (by == 0) tensor_error("slice step cannot be zero", "ValueError");
  if (by < 0) tensor_error("step must be greater than zero", "ValueError");
  return by;
}
Tensor slice(Interpreter& vm, const Tensor& t, int dim, const vm::Slice& s) {
  static const OpDef& op = need_op({"slice.Tensor", "slice"});
  Arg start = slice_bound(vm, s.start), stop = slice_bound(vm, s.stop), step = slice_bound(vm, s.step);
  const int64_t by = checked_step(step);
  if (start.is_none() && stop.is_none() && by == 1 && !traced()) return t;
  return call_op(op, {Arg(t), Arg(dim), start, stop, Arg(by)});
}

Tensor unsqueeze(const Tensor& t, int dim) {
  static const OpDef& op = need_op({"unsqueeze"});
  return call1(op, Args{Arg(t), Arg(dim)});
}

// Dimensions of the tensor that a key uses up.
int dims_taken(const Value& v) {
  if (v.is_none() || v.is_bool() || (v.is_object() && v.as_object()->kind == Kind::kEllipsis)) return 0;
  const Tensor* t = as_tensor(v);
  if (t && (t->dtype() == DType::kBool || t->dtype() == DType::kUInt8)) return t->rank();
  return 1;
}

Tensor index_tensor(Interpreter& vm, const Value& v) {
  const Tensor* t = as_tensor(v);
  Tensor made = t ? *t : tensor_from_data(vm, v, nullptr);
  // What is no mask is read as positions, with fractions cut off.
  if (!t && made.dtype() != DType::kBool && made.dtype() != DType::kUInt8 && made.dtype() != DType::kInt64)
    made = call_op(need_op({"to.dtype", "_to_copy", "to"}), {Arg(made), Arg(DType::kInt64)});
  if (is_floating(made.dtype()) || made.dtype() == DType::kInt8 || made.dtype() == DType::kInt16)
    tensor_error("tensors used as indices must be long, int, byte or bool tensors", "IndexError");
  return made;
}

void set_index(Indexed& state, int dim, Tensor index) {
  while (static_cast<int>(state.indices.size()) <= dim) state.indices.emplace_back();
  state.indices[static_cast<size_t>(dim)] = std::move(index);
  state.gathers = true;
}

[[noreturn]] void bad_key(const Value& key) {
  tensor_error(
      std::string(
          "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got ") +
          vm::type_name(key) + ")",
      "IndexError");
}

Indexed apply_keys(Interpreter& vm, const Tensor& self, const std::vector<Value>& keys) {
  int taken = 0;
  for (const Value& key : keys) taken += dims_taken(key);
  if (taken > self.rank())
    tensor_error("too many indices for tensor of dimension " + std::to_string(self.rank()), "IndexError");
  Indexed state{self, {}, false};
  int dim = 0, place = -1;
  bool ellipsis_seen = false;
  for (const Value& key : keys) {
    SymInt integer;
    ++place;
    if (key.is_none()) {
      state.result = unsqueeze(state.result, dim++);
    } else if (key.is_bool()) {
      state.result = unsqueeze(state.result, dim);
      Tensor index = tensor_from_number(Scalar::of(key.as_bool()));
      static const OpDef& view = need_op({"unsqueeze"});
      set_index(state, dim++, call1(view, Args{Arg(index), Arg(0)}));
    } else if (key.is_object() && key.as_object()->kind == Kind::kEllipsis) {
      int skip = ellipsis_seen ? 0 : self.rank() - taken;
      ellipsis_seen = true;
      dim += skip;
    } else if (vm::Slice* s = key.as<vm::Slice>()) {
      state.result = slice(vm, state.result, dim++, *s);
    } else if (!as_tensor(key) && to_int(key, &integer)) {
      state.result = select(state.result, dim, integer, place);
    } else if (const Tensor* t = as_tensor(key); t || is_sequence(key)) {
      if (t && t->rank() == 0 && t->dtype() != DType::kBool && t->dtype() != DType::kUInt8 && is_integral(t->dtype()) &&
          !t->is_fake()) {
        to_int(key, &integer);
        state.result = select(state.result, dim, integer, place);
        continue;
      }
      Tensor index = index_tensor(vm, key);
      bool mask = index.dtype() == DType::kBool || index.dtype() == DType::kUInt8;
      if (index.dtype() == DType::kUInt8)
        tensor_warning(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead. (Triggered "
            "internally at ./aten/src/ATen/native/IndexingUtils.h:37.)");
      if (mask && index.rank() == 0) {
        state.result = unsqueeze(state.result, dim);
        index = unsqueeze(index, 0);
      }
      int width = mask ? std::max(index.rank(), 1) : 1;
      if (mask && index.rank() > 0 && dims_taken(key) + dim <= state.result.rank())
        for (int i = 0; i < width; ++i)
          if (index.size(i) != state.result.size(dim + i) && !index.is_fake())
            tensor_error("The shape of the mask " + vm.repr(vm::make_list(shape_value(index).as<vm::Tuple>()->items)) +
                             " at index " + std::to_string(i) + " does not match the shape of the indexed tensor " +
                             vm.repr(vm::make_list(shape_value(state.result).as<vm::Tuple>()->items)) + " at index " +
                             std::to_string(dim + i),
                         "IndexError");
      set_index(state, dim, index);
      dim += width;
      // A mask over several dimensions stands at the first; the op expands it.
      for (int i = 1; i < width; ++i) state.indices.resize(std::max(state.indices.size(), static_cast<size_t>(dim)));
    } else if (key.is_object() && vm::type_of(key)->slots.index) {
      state.result = select(state.result, dim, SymInt(vm.to_index(key)), place);
    } else {
      bad_key(key);
    }
  }
  return state;
}

std::vector<Value> keys_of(const Value& key) {
  if (vm::Tuple* tuple = key.as<vm::Tuple>()) return tuple->items;
  if (list_acts_as_tuple(key)) {
    tensor_warning(
        "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; "
        "use "
        "x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
        "x[torch.tensor(seq)], which will result either in an error or a different result (Triggered internally at "
        "./torch/csrc/autograd/python_variable_indexing.cpp:356.)");
    return key.as<vm::List>()->items;
  }
  return {key};
}

// A boolean mask over k dimensions becomes k index tensors.
TensorList expand_masks(const TensorList& indices) {
  static const OpDef& nonzero = need_op({"nonzero"});
  static const OpDef& select_op = need_op({"select.int", "select"});
  TensorList expanded;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Tensor& index = indices[i];
    bool mask = index.defined() && (index.dtype() == DType::kBool || index.dtype() == DType::kUInt8);
    if (!mask || (index.is_fake() && !has_data_sizes())) {
      expanded.push_back(index);
      continue;
    }
    check_batched_read(BatchedRead::kMask);
    if (traced()) {
      expanded.push_back(index);
      i += static_cast<size_t>(std::max(index.rank(), 1) - 1);
      continue;
    }
    Tensor positions = call_op(nonzero, {Arg(index)});
    for (int k = 0; k < index.rank(); ++k) expanded.push_back(call1(select_op, Args{Arg(positions), Arg(1), Arg(k)}));
    i += static_cast<size_t>(index.rank() - 1);
  }
  return expanded;
}

// Without the places that a mask over several dimensions takes besides its own.
TensorList as_written(const TensorList& indices) {
  TensorList written;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Tensor& index = indices[i];
    written.push_back(index);
    bool mask = index.defined() && (index.dtype() == DType::kBool || index.dtype() == DType::kUInt8);
    if (mask) i += static_cast<size_t>(std::max(index.rank(), 1) - 1);
  }
  return written;
}

void check_key(Interpreter& vm, const Tensor& self, const Value& key) {
  if (vm::Str* text = key.as<vm::Str>(); text && !text->text.empty())
    tensor_error("new(): invalid data type 'str'", "TypeError");
  if (vm::Slice* s = key.as<vm::Slice>(); s && self.rank() == 0) {
    checked_step(slice_bound(vm, s->step));
    tensor_error("slice() cannot be applied to a 0-dim tensor.", "IndexError");
  }
}

Value get_item(Interpreter& vm, const Value& self_value, const Value& key) {
  if (has_custom_torch_function(self_value)) {
    Value both[2] = {self_value, key};
    Value method = vm.get_attribute(Value::of(torch_types().tensor), "__getitem__");
    Value handled = try_torch_function(vm, method, Arguments{both, 2, nullptr, 0});
    if (!handled.is_null()) return handled;
  }
  const Tensor& self = *as_tensor(self_value);
  SymInt integer;
  if (!as_tensor(key) && to_int(key, &integer)) {
    if (self.rank() == 0 && !integer.symbolic() && integer.hint() != 0)
      tensor_error("index " + std::to_string(integer.hint()) + " is out of bounds for dimension 0 with size 0",
                   "IndexError");
    if (self.rank() == 0)
      tensor_error(
          "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
          "0-dim tensor to a number",
          "IndexError");
    return wrap(select(self, 0, integer, 0));
  }
  if (key.is_object() && key.as_object()->kind == Kind::kEllipsis) {
    static const OpDef& alias = need_op({"alias", "view_as", "view"});
    return wrap(alias.name == std::string_view("alias") ? call1(alias, Args{Arg(self)})
                                                        : call_op(need_op({"view"}), {Arg(self), Arg(self.sizes())}));
  }
  check_key(vm, self, key);
  Indexed state = apply_keys(vm, self, keys_of(key));
  if (state.gathers) {
    static const OpDef& index = need_op({"index.Tensor", "index"});
    // A mask of the tensor's own sizes picks elements in one pass; on the tape it must become positions, for
    // the mask may change before backward.
    const Tensor& only = state.indices[0];
    bool whole = state.indices.size() == 1 && only.defined() && only.dtype() == DType::kBool && !only.is_fake() &&
                 !state.result.is_fake() && only.sizes() == state.result.sizes() &&
                 only.device().kind == DeviceKind::kCpu && !(state.result.requires_grad() && grad_enabled());
    if (whole) check_batched_read(BatchedRead::kMask);
    // A mode sees the mask; below it the call comes back here.
    bool seen = call_watcher() && !state.result.is_fake() && !(state.result.requires_grad() && grad_enabled());
    if (seen) return wrap(call1(index, Args{Arg(state.result), Arg(as_written(state.indices))}));
    return wrap(call1(index, Args{Arg(state.result), Arg(whole ? state.indices : expand_masks(state.indices))}));
  }
  if (state.result.same(self)) {
    if (const OpDef* alias = find_op("alias")) return wrap(call1(*alias, Args{Arg(self)}));
    return wrap(call_op(need_op({"view"}), {Arg(self), Arg(self.sizes())}));
  }
  return wrap(state.result);
}

// A number of the program as a constant of the trace in progress.
Tensor traced_number(const Tensor& target, const Scalar& s) {
  Tensor number = empty_tensor({}, target.dtype(), {});
  fill_tensor(number, s);
  return number;
}

void check_assignable(const Tensor& target, const Value& v) {
  Scalar s;
  if (as_tensor(v) || to_scalar(v, &s)) return;
  tensor_error(
      std::string("can't assign a ") + vm::type_name(v) + " to a torch." + dtype_scalar_name(target.dtype()) + "Tensor",
      "TypeError");
}
// The value of an assignment as a tensor of the target's dtype and device.
Tensor value_tensor(const Tensor& target, const Value& v) {
  if (const Tensor* t = as_tensor(v)) return *t;
  check_assignable(target, v);
  Scalar s;
  to_scalar(v, &s);
  if (traced()) return traced_number(target, s);
  Tensor number = tensor_from_number(s);
  if (number.dtype() == target.dtype()) {
    check_number_fits(s, target.dtype());
    return number;
  }
  static const OpDef& full = need_op({"fill_", "fill"});
  Tensor converted = empty_tensor({}, target.dtype(), {});
  call(full, Args{Arg(converted), Arg(s)});
  return converted;
}

double largest_16_bits(DType dtype) {
  if (dtype == DType::kFloat16) return 65504;
  return dtype == DType::kBFloat16 ? 0x1.FEp127 : 0;
}
void assign(const Tensor& target, const Value& v, const Tensor& constant) {
  Scalar s;
  if (!as_tensor(v) && to_scalar(v, &s) && traced()) {
    Tensor number = traced_number(target, s);
    if (target.rank() == 0) call_inplace(need_op({"copy_"}), Args{Arg(target), Arg(number), Arg(false)});
    else call_inplace(need_op({"fill_.Tensor"}), Args{Arg(target), Arg(number)});
    return;
  }
  if (constant.defined()) {
    if (target.rank() == 0) call_inplace(need_op({"copy_"}), Args{Arg(target), Arg(constant), Arg(false)});
    else call_inplace(need_op({"fill_.Tensor"}), Args{Arg(target), Arg(constant)});
    return;
  }
  if (!as_tensor(v) && to_scalar(v, &s)) {
    // The number is an element of its own first, where 16 bits take anything.
    if (double limit = largest_16_bits(target.dtype()); limit > 0 && std::abs(s.to_double()) > limit)
      s = Scalar::of(std::copysign(HUGE_VAL, s.to_double()));
    static const OpDef& fill = need_op({"fill_.Scalar", "fill_", "fill.Scalar", "fill"});
    if (fill.traits & kMutates) call(fill, Args{Arg(target), Arg(s)});
    else call_inplace(fill, Args{Arg(target), Arg(s)});
    return;
  }
  Tensor value = value_tensor(target, v);
  // Leading dimensions of size 1 do not count, as in NumPy.
  while (value.rank() > 0 && value.size(0) == 1 && !(value.sizes() == target.sizes())) {
    static const OpDef& squeeze = need_op({"select.int", "select"});
    value = call1(squeeze, Args{Arg(value), Arg(0), Arg(0)});
  }
  static const OpDef& expand = need_op({"expand"});
  if (!(value.sizes() == target.sizes()))
    value = call_op(expand, {Arg(value), Arg(target.is_fake() ? Arg(target.sym_sizes()) : Arg(target.sizes()))});
  static const OpDef& copy = need_op({"copy_", "copy"});
  if (copy.traits & kMutates) call(copy, Args{Arg(target), Arg(value), Arg(false)});
  else call_inplace(copy, Args{Arg(target), Arg(value), Arg(false)});
}

// While capturing, where a mask has no elements to list: `x[mask] = number` is a masked fill.
bool fill_masked_fake(const Indexed& state, const Value& v) {
  const OpDef* fill = find_op("masked_fill");
  Scalar number;
  if (!fill || !state.result.is_fake() || state.indices.empty() || as_tensor(v) || !to_scalar(v, &number)) return false;
  const Tensor& mask = state.indices[0];
  if (!mask.defined() || mask.dtype() != DType::kBool || mask.rank() != state.result.rank()) return false;
  call_inplace(*fill, Args{Arg(state.result), Arg(mask), Arg(number)});
  return true;
}

// x[mask] = one value: a masked fill, which converts the value.
bool fill_masked(const Indexed& state, const Value& v) {
  const Tensor* value = as_tensor(v);
  if (!value || value->numel() != 1 || value->dtype() == state.result.dtype() || state.indices.empty()) return false;
  const Tensor& mask = state.indices[0];
  for (size_t i = 1; i < state.indices.size(); ++i)
    if (state.indices[i].defined()) return false;
  if (state.result.is_fake() || !mask.defined() || mask.dtype() != DType::kBool) return false;
  static const OpDef& reshape = need_op({"reshape"});
  static const OpDef& fill = need_op({"masked_fill.Tensor"});
  Tensor wide = mask;
  while (wide.rank() < state.result.rank()) wide = call1(need_op({"unsqueeze"}), Args{Arg(wide), Arg(-1)});
  call_inplace(fill, Args{Arg(state.result), Arg(wide), Arg(call_op(reshape, {Arg(*value), Arg(IntList{})}))});
  return true;
}

// The number of an assignment as a mode sees it.
Tensor lifted(Interpreter& vm, const Tensor& self, const Value& number) {
  Value made;
  {
    Unwatched ours;
    made = wrap(value_tensor(self, number));
  }
  return *as_tensor(seen_by_dispatch_mode(vm, "_lift_fresh", made));
}

void set_item(Interpreter& vm, const Value& self_value, const Value& key, const Value* value) {
  if (!value) vm::raise(vm::types().TypeError, "Tensor does not support deleting items");
  const Tensor& self = *as_tensor(self_value);
  check_assignable(self, *value);
  check_key(vm, self, key);
  SymInt integer;
  bool plain = !as_tensor(key) && to_int(key, &integer);
  if (plain && self.rank() == 0)
    tensor_error(
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
        "0-dim tensor to a number",
        "IndexError");
  // Graphs for a program's own compilers hold the number as a tensor, made before the part is taken.
  Tensor constant;
  if (Scalar number; aten_forms() && !as_tensor(*value) && to_scalar(*value, &number)) {
    if (self.is_fake()) constant = self.impl()->fake->recorder->lift(tensor_from_number(number));
    else constant = lifted(vm, self, *value);
  }
  if (key.is_bool()) return key.as_bool() ? assign(unsqueeze(self, 0), *value, constant) : void();
  Indexed state = plain ? Indexed{select(self, 0, integer, 0), {}, false} : apply_keys(vm, self, keys_of(key));
  if (!state.gathers) return assign(state.result, *value, constant);
  if (fill_masked_fake(state, *value) || fill_masked(state, *value)) return;
  static const OpDef& put = need_op({"index_put_", "index_put"});
  Tensor source = constant.defined() && !constant.is_fake() ? constant : value_tensor(state.result, *value);
  Args args{Arg(state.result), Arg(expand_masks(state.indices)), Arg(source), Arg(false)};
  if (put.traits & kMutates) call(put, std::move(args));
  else call_inplace(put, std::move(args));
}

void guarded_set_item(Interpreter& vm, const Value& self, const Value& key, const Value* value) {
  try {
    set_item(vm, self, key, value);
  } catch (const TensorError& error) {
    raise_error(error);
  }
}

}  // namespace

void install_tensor_index(Type* type) {
  type->slots.get_item = guarded_binary<get_item>;
  type->slots.set_item = guarded_set_item;
}

}  // namespace vt::torch
