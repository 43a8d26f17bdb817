// memoryview: bytes of another object, read and written in place. Views have one dimension.
#include <cstring>
#include <map>
#include <optional>

#include "vm/builtins/builtins.h"
#include "vm/builtins/bytes.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
// How many views hold on to a bytearray, which keeps its size meanwhile.
std::map<const Object*, int64_t>& exports() {
  static auto* const counts = new std::map<const Object*, int64_t>;  // outlives every view
  return *counts;
}

enum class ItemKind { kSigned, kUnsigned, kFloat, kBool, kChar };
struct ItemFormat {
  char code;
  ItemKind kind;
  int64_t size;
};
constexpr ItemFormat kFormats[] = {
    {'B', ItemKind::kUnsigned, 1}, {'b', ItemKind::kSigned, 1},   {'c', ItemKind::kChar, 1},
    {'h', ItemKind::kSigned, 2},   {'H', ItemKind::kUnsigned, 2}, {'i', ItemKind::kSigned, 4},
    {'I', ItemKind::kUnsigned, 4}, {'l', ItemKind::kSigned, 8},   {'L', ItemKind::kUnsigned, 8},
    {'q', ItemKind::kSigned, 8},   {'Q', ItemKind::kUnsigned, 8}, {'n', ItemKind::kSigned, 8},
    {'N', ItemKind::kUnsigned, 8}, {'f', ItemKind::kFloat, 4},    {'d', ItemKind::kFloat, 8},
    {'?', ItemKind::kBool, 1}};

struct MemoryView final : Object {
  MemoryView(Type* type, Value held) : Object(Kind::kOther, type), owner(std::move(held)) { hold(); }
  ~MemoryView() override { release(); }
  void traverse(Visitor& v) const override { v.visit(owner); }
  void clear() override { release(); }
  void hold() {
    if (is_mutable()) ++exports()[owner.as_object()];
  }
  void release() {
    if (is_mutable())
      if (auto found = exports().find(owner.as_object()); found != exports().end() && --found->second == 0)
        exports().erase(found);
    owner = Value();
  }
  bool is_mutable() const { return !owner.is_null() && type_of(owner)->is_subtype_of(bytearray_type()); }
  Value owner;  // null once released
  int64_t offset = 0, length = 0, stride = 1;
  ItemFormat format = kFormats[0];
  bool readonly = true;
};

Type* view_type();
MemoryView* as_view(const Value& v) {
  return v.is_object() && type_of(v) == view_type() ? static_cast<MemoryView*>(v.as_object()) : nullptr;
}
MemoryView& view_of(const Value& v) {
  MemoryView& view = *as_view(v);
  if (view.owner.is_null()) raise(types().ValueError, "operation forbidden on released memoryview object");
  return view;
}
char* item_place(const MemoryView& view, int64_t index) {
  return bytes_of(view.owner).data() + view.offset + index * view.stride;
}

Value make_view(const Value& owner, bool readonly) {
  Value made = make<MemoryView>(view_type(), owner);
  MemoryView& view = *as_view(made);
  view.length = static_cast<int64_t>(bytes_of(owner).size());
  view.readonly = readonly || !view.is_mutable();
  return made;
}
Value same_view(const MemoryView& from) {
  Value made = make_view(from.owner, from.readonly);
  MemoryView& view = *as_view(made);
  view.offset = from.offset;
  view.length = from.length;
  view.stride = from.stride;
  view.format = from.format;
  return made;
}

std::string raw(const MemoryView& view) {
  std::string out;
  for (int64_t i = 0; i < view.length; ++i) out.append(item_place(view, i), static_cast<size_t>(view.format.size));
  return out;
}

Value read_item(const MemoryView& view, int64_t index) {
  const char* place = item_place(view, index);
  const int64_t size = view.format.size;
  uint64_t bits = 0;
  std::memcpy(&bits, place, static_cast<size_t>(size));
  switch (view.format.kind) {
    case ItemKind::kUnsigned: return make_int(big_from_unsigned(bits));
    case ItemKind::kSigned: {
      const int64_t spare = 64 - 8 * size;
      return Value::integer(static_cast<int64_t>(bits << spare) >> spare);
    }
    case ItemKind::kBool: return Value::boolean(bits != 0);
    case ItemKind::kChar: return make<Bytes>(std::string(1, *place));
    case ItemKind::kFloat: break;
  }
  if (size == sizeof(double)) {
    double number;
    std::memcpy(&number, place, sizeof number);
    return Value::real(number);
  }
  float number;
  std::memcpy(&number, place, sizeof number);
  return Value::real(number);
}

[[noreturn]] void refuse_item(const char* what, Type* type, const MemoryView& view) {
  raise(type, std::string("memoryview: invalid ") + what + " for format '" + view.format.code + "'");
}
// The bits of an integer, as many as an item has.
uint64_t integer_bits(Interpreter& vm, const MemoryView& view, const Value& value) {
  if (!is_index(value)) refuse_item("type", types().TypeError, view);
  const Big number = to_big(index_value(vm, value));
  const bool is_signed = view.format.kind == ItemKind::kSigned;
  const int64_t width = 8 * view.format.size;
  const Big end = big_shift_left(big_from(1), static_cast<uint64_t>(is_signed ? width - 1 : width));
  const Big low = is_signed ? big_subtract(Big(), end) : Big();
  if (big_compare(number, low) < 0 || big_compare(number, end) >= 0) refuse_item("value", types().ValueError, view);
  uint64_t bits = 0;
  for (size_t i = 0; i < number.limbs.size() && i < 2; ++i) bits |= static_cast<uint64_t>(number.limbs[i]) << (32 * i);
  return number.negative ? 0 - bits : bits;
}
void write_item(Interpreter& vm, const MemoryView& view, int64_t index, const Value& value) {
  char bits[8] = {};
  switch (view.format.kind) {
    case ItemKind::kChar:
      if (!value.as<Bytes>()) refuse_item("type", types().TypeError, view);
      if (bytes_of(value).size() != 1) refuse_item("value", types().ValueError, view);
      bits[0] = bytes_of(value)[0];
      break;
    case ItemKind::kBool: bits[0] = vm.truth(value); break;
    case ItemKind::kFloat: {
      double number;
      if (!as_double(value, number)) refuse_item("type", types().TypeError, view);
      const float narrow = static_cast<float>(number);
      if (view.format.size == sizeof number) std::memcpy(bits, &number, sizeof number);
      else std::memcpy(bits, &narrow, sizeof narrow);
      break;
    }
    default: {
      const uint64_t whole = integer_bits(vm, view, value);
      std::memcpy(bits, &whole, sizeof whole);
    }
  }
  std::memcpy(item_place(view, index), bits, static_cast<size_t>(view.format.size));
}

Value construct(Interpreter&, Type*, const Arguments& a) {
  const auto bound = bind_arguments(a, "memoryview", {"object"}, 1);
  if (as_view(bound[0])) return same_view(view_of(bound[0]));
  if (!bound[0].as<Bytes>())
    raise(types().TypeError,
          std::string("memoryview: a bytes-like object is required, not '") + type_name(bound[0]) + "'");
  return make_view(bound[0], false);
}

Value slice_view(Interpreter& vm, const MemoryView& from, const Slice& slice) {
  const SliceBounds bounds = slice_bounds(vm, slice, from.length);
  Value made = same_view(from);
  MemoryView& view = *as_view(made);
  view.offset += bounds.start * from.stride;
  view.stride *= bounds.step;
  view.length = bounds.count;
  return made;
}
int64_t checked_index(Interpreter& vm, const MemoryView& view, const Value& key) {
  if (!is_index(key)) raise(types().TypeError, "memoryview: invalid slice key");
  int64_t index = item_index(vm, key);
  if (!wrap_index(index, view.length)) raise(types().IndexError, "index out of bounds on dimension 1");
  return index;
}
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  const MemoryView& view = view_of(self);
  if (key.same(ellipsis())) return same_view(view);
  if (const Slice* slice = key.as<Slice>()) return slice_view(vm, view, *slice);
  return read_item(view, checked_index(vm, view, key));
}
void set_item(Interpreter& vm, const Value& self, const Value& key, const Value* value) {
  const MemoryView& view = view_of(self);
  if (view.readonly) raise(types().TypeError, "cannot modify read-only memory");
  if (!value) raise(types().TypeError, "cannot delete memory");
  const Slice* slice = key.as<Slice>();
  if (!slice) return write_item(vm, view, checked_index(vm, view, key), *value);
  const std::optional<std::string> data = buffer_of(*value);
  if (!data) raise(types().TypeError, std::string("a bytes-like object is required, not '") + type_name(*value) + "'");
  const Value part = slice_view(vm, view, *slice);
  const MemoryView& target = *as_view(part);
  const MemoryView* source = as_view(*value);
  const char code = source ? source->format.code : 'B';
  if (code != target.format.code || static_cast<int64_t>(data->size()) != target.length * target.format.size)
    raise(types().ValueError, "memoryview assignment: lvalue and rvalue have different structures");
  for (int64_t i = 0; i < target.length; ++i)
    std::memcpy(item_place(target, i), data->data() + i * target.format.size, static_cast<size_t>(target.format.size));
}

Value length(Interpreter&, const Value& self) { return Value::integer(view_of(self).length); }
Value items(Interpreter&, const Arguments& a) {
  const MemoryView& view = view_of(a[0]);
  std::vector<Value> out;
  for (int64_t i = 0; i < view.length; ++i) out.push_back(read_item(view, i));
  return make_list(std::move(out));
}
Value iterate(Interpreter& vm, const Value& self) { return vm.iterate(items(vm, Arguments{&self, 1, nullptr, 0})); }
Value repr(Interpreter&, const Value& self) {
  char text[48];
  std::snprintf(text, sizeof text, as_view(self)->owner.is_null() ? "<released memory at %p>" : "<memory at %p>",
                static_cast<const void*>(self.as_object()));
  return make_str(text);
}
Value hash(Interpreter& vm, const Value& self) {
  const MemoryView& view = view_of(self);
  if (!view.readonly) raise(types().ValueError, "cannot hash writable memoryview object");
  if (view.format.size != 1 || view.format.kind == ItemKind::kBool)
    raise(types().ValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
  return Value::integer(static_cast<int64_t>(vm.hash(make<Bytes>(raw(view)))));
}
template <bool wanted>
Value equal(Interpreter& vm, const Value& a, const Value& b) {
  const bool mine = as_view(a);
  const Value& other = mine ? b : a;
  if (!as_view(other) && !other.as<Bytes>()) return not_implemented();
  const MemoryView *left = as_view(mine ? a : b), *right = as_view(other);
  if (left == right) return Value::boolean(wanted);
  if (left->owner.is_null() || (right && right->owner.is_null())) return Value::boolean(!wanted);
  const Value read = right ? Value() : make_view(other, true);
  if (!right) right = as_view(read);
  bool same = left->length == right->length;
  for (int64_t i = 0; same && i < left->length; ++i) same = vm.equal(read_item(*left, i), read_item(*right, i));
  return Value::boolean(same == wanted);
}

Value tobytes(Interpreter&, const Arguments& a) { return make<Bytes>(raw(view_of(a[0]))); }
Value hex(Interpreter& vm, const Arguments& a) {
  const Value data = make<Bytes>(raw(view_of(a[0])));
  return vm.call(vm.get_attribute(data, intern("hex")),
                 Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
}
Value release(Interpreter&, const Arguments& a) {
  as_view(a[0])->release();
  return Value::none();
}
Value enter(Interpreter&, const Arguments& a) {
  view_of(a[0]);
  return a[0];
}
Value toreadonly(Interpreter&, const Arguments& a) {
  Value made = same_view(view_of(a[0]));
  as_view(made)->readonly = true;
  return made;
}
const ItemFormat* find_format(std::string_view text) {
  if (text.substr(0, 1) == "@") text.remove_prefix(1);
  if (text.size() != 1) return nullptr;
  for (const ItemFormat& format : kFormats)
    if (format.code == text[0]) return &format;
  return nullptr;
}
bool is_contiguous(const MemoryView& view) { return view.length <= 1 || view.stride == view.format.size; }
Value cast(Interpreter&, const Arguments& a) {
  const auto bound = bind_arguments(a, "cast", {"self", "format", "shape"}, 2);
  const MemoryView& from = view_of(a[0]);
  const ItemFormat* format = find_format(expect_str(bound[1], "memoryview: format argument"));
  if (!bound[2].is_null())
    raise(types().NotImplementedError, "memoryview: views have one dimension here; cast without a shape");
  if (!is_contiguous(from)) raise(types().TypeError, "memoryview: casts are restricted to C-contiguous views");
  if (!format)
    raise(types().ValueError,
          "memoryview: destination format must be a native single character format prefixed with an optional '@'");
  const auto is_bytes = [](const ItemFormat& f) { return f.size == 1 && f.kind != ItemKind::kBool; };
  if (!is_bytes(*format) && !is_bytes(from.format))
    raise(types().TypeError, "memoryview: cannot cast between two non-byte formats");
  const int64_t bytes = from.length * from.format.size;
  if (bytes % format->size) raise(types().TypeError, "memoryview: length is not a multiple of itemsize");
  Value made = same_view(from);
  MemoryView& view = *as_view(made);
  view.format = *format;
  view.stride = format->size;
  view.length = bytes / format->size;
  return made;
}

void define_properties(Type* type) {
  define_property(type, "obj", [](Interpreter&, const Arguments& a) { return view_of(a[0]).owner; });
  define_property(type, "readonly",
                  [](Interpreter&, const Arguments& a) { return Value::boolean(view_of(a[0]).readonly); });
  define_property(type, "format",
                  [](Interpreter&, const Arguments& a) { return make_str(std::string(1, view_of(a[0]).format.code)); });
  define_property(type, "itemsize",
                  [](Interpreter&, const Arguments& a) { return Value::integer(view_of(a[0]).format.size); });
  define_property(type, "nbytes", [](Interpreter&, const Arguments& a) {
    return Value::integer(view_of(a[0]).length * view_of(a[0]).format.size);
  });
  define_property(type, "ndim", [](Interpreter&, const Arguments& a) {
    view_of(a[0]);
    return Value::integer(1);
  });
  define_property(type, "shape",
                  [](Interpreter&, const Arguments& a) { return make_tuple({Value::integer(view_of(a[0]).length)}); });
  define_property(type, "strides",
                  [](Interpreter&, const Arguments& a) { return make_tuple({Value::integer(view_of(a[0]).stride)}); });
  define_property(type, "suboffsets", [](Interpreter&, const Arguments& a) {
    view_of(a[0]);
    return make_tuple({});
  });
  for (const char* name : {"contiguous", "c_contiguous", "f_contiguous"})
    define_property(type, name,
                    [](Interpreter&, const Arguments& a) { return Value::boolean(is_contiguous(view_of(a[0]))); });
}

Type* view_type() {
  static Type* const type = [] {
    Type* made = make_type("memoryview", types().object, Kind::kOther);
    made->allows_subclass = false;
    Slots& slots = made->slots;
    slots.construct = construct;
    slots.repr = repr;
    slots.hash = hash;
    slots.length = length;
    slots.iter = iterate;
    slots.get_item = get_item;
    slots.set_item = set_item;
    slots.compare[static_cast<int>(CompareOp::kEqual)] = equal<true>;
    slots.compare[static_cast<int>(CompareOp::kNotEqual)] = equal<false>;
    const std::pair<const char*, NativeFn> methods[] = {
        {"tobytes", tobytes}, {"tolist", items},          {"hex", hex},          {"release", release},
        {"__enter__", enter}, {"toreadonly", toreadonly}, {"__exit__", release}, {"cast", cast}};
    for (const auto& [name, fn] : methods) define_method(made, name, fn);
    define_properties(made);
    return made;
  }();
  return type;
}
}  // namespace

void install_memoryview_type(Interpreter& vm) { add_builtin(vm, "memoryview", Value::of(view_type())); }

std::optional<std::string> buffer_of(const Value& v) {
  if (const Bytes* bytes = v.as<Bytes>()) return bytes->data;
  if (as_view(v)) return raw(view_of(v));
  return std::nullopt;
}

std::string& resizable(const Value& v) {
  if (!exports().empty() && exports().count(v.as_object()))
    raise(types().BufferError, "Existing exports of data: object cannot be re-sized");
  return bytes_of(v);
}

}  // namespace vt::vm
