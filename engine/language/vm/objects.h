// The builtin objects. Their behaviour (methods, operators) is in vm/builtins/*.cpp, one file per type; this header has
// the data and the few operations that C++ callers need.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/code.h"
#include "vm/object.h"
#include "vm/set_table.h"

namespace vt::vm {

// Immutable text: UTF-8 with the number of code points; `ascii` allows direct indexing.
struct Str : Object {
  explicit Str(std::string text);
  Str(std::string text, int64_t code_points);
  static bool is_kind(Kind k) { return k == Kind::kStr; }
  std::string text;
  int64_t length;  // code points
  bool ascii;
  bool interned = false;
  mutable uint64_t hash_cache = 0;  // 0: not computed
  Value attributes;                 // of subclasses
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};
// The interned Str of an identifier: attribute names are first compared by pointer.
Str* intern(std::string_view text);
Value make_str(std::string_view text);

struct Bytes : Object {
  explicit Bytes(std::string data);
  static bool is_kind(Kind k) { return k == Kind::kBytes; }
  std::string data;
};

// Integers beyond int64: sign and magnitude in base 2^32. make_int uses int64 where it fits.
struct BigInt : Object {
  BigInt(bool negative, std::vector<uint32_t> limbs);
  static bool is_kind(Kind k) { return k == Kind::kBigInt; }
  void traverse(Visitor&) const override;
  void clear() override;
  bool negative;
  std::vector<uint32_t> limbs;  // least significant first, no leading zeros
  Value attributes;             // of subclasses, as with Str
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

struct Tuple : Object {
  explicit Tuple(std::vector<Value> items, Type* type = nullptr);
  static bool is_kind(Kind k) { return k == Kind::kTuple || k == Kind::kSize; }
  void traverse(Visitor&) const override;
  void clear() override;
  std::vector<Value> items;
  Value attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};
Value make_tuple(std::vector<Value> items);

struct List : Object {
  explicit List(std::vector<Value> items = {}, Type* type = nullptr);
  static bool is_kind(Kind k) { return k == Kind::kList; }
  void traverse(Visitor&) const override;
  void clear() override;
  std::vector<Value> items;
  Value attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};
Value make_list(std::vector<Value> items);

// Insertion-ordered hash table, used by dict, set, namespaces and keyword
// arguments. Deleted entries leave a null key until the next rehash. Keys
// whose __eq__ or __hash__ is a Python method go through the interpreter.
class HashTable {
 public:
  struct Entry {
    Value key;
    Value value;
    uint64_t hash;
  };
  Value* find(Interpreter&, const Value& key);
  Value* find(const Str* key);                               // never calls Python code
  bool insert(Interpreter&, const Value& key, Value value);  // true if new
  void insert(Str* key, Value value);
  bool erase(Interpreter&, const Value& key);
  bool erase(const Str* key);
  void clear();
  size_t size() const { return live_; }
  std::vector<Entry>& entries() { return entries_; }  // skip those with key.is_null()
  const std::vector<Entry>& entries() const { return entries_; }
  // Changes with every insertion and removal of a key, and is unique among all tables.
  uint32_t version() const { return version_; }
  int64_t find_position(const Str* key) const;  // index into entries(), -1 if absent

 private:
  int64_t position(Interpreter&, const Value& key, uint64_t hash);  // -1: absent
  int64_t position(const Str* key, uint64_t hash) const;
  void append(Value key, Value value, uint64_t hash);
  void remove_at(int64_t position);
  void rehash();
  std::vector<Entry> entries_;
  std::vector<int32_t> index_;  // positions in entries_, -1 empty, -2 deleted; empty for few entries
  size_t live_ = 0;
  uint32_t version_ = 0;
};

struct Dict : Object {
  explicit Dict(Type* type = nullptr);
  static bool is_kind(Kind k) { return k == Kind::kDict; }
  void traverse(Visitor&) const override;
  void clear() override;
  HashTable table;
  Value attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

struct Set : Object {
  explicit Set(bool frozen = false, Type* type = nullptr);
  static bool is_kind(Kind k) { return k == Kind::kSet || k == Kind::kFrozenSet; }
  void traverse(Visitor&) const override;
  void clear() override;
  SetTable table;
  Value attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

struct Slice : Object {
  Slice(Value start, Value stop, Value step);
  static bool is_kind(Kind k) { return k == Kind::kSlice; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value start, stop, step;
};

struct Range : Object {
  Range(int64_t start, int64_t stop, int64_t step);
  static bool is_kind(Kind k) { return k == Kind::kRange; }
  int64_t length() const;
  int64_t start, stop, step;
};

struct Cell : Object {
  explicit Cell(Value content = {});
  static bool is_kind(Kind k) { return k == Kind::kCell; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value content;
};

// A Code with its constants as Values. Dynamo creates these too (residual bytecode).
struct CodeObject : Object {
  explicit CodeObject(std::shared_ptr<const Code> code);
  static bool is_kind(Kind k) { return k == Kind::kCode; }
  void traverse(Visitor&) const override;
  void clear() override;
  std::shared_ptr<const Code> code;
  std::vector<Value> constants;
  std::vector<Str*> names;          // interned
  std::shared_ptr<void> caches;     // inline caches of the interpreter
  std::shared_ptr<void> hook_data;  // data of the frame hook per code object (dynamo's cache entries)
};

struct Function : Object {
  Function(Value code, Value globals);
  static bool is_kind(Kind k) { return k == Kind::kFunction; }
  void traverse(Visitor&) const override;
  void clear() override;
  CodeObject* code_object() const { return static_cast<CodeObject*>(code.as_object()); }
  Value code, globals, builtins;
  Value name, qualified_name, module, docstring;
  Value defaults;          // Tuple or null
  Value keyword_defaults;  // Dict or null
  Value closure;           // Tuple of Cell or null
  Value annotations;       // Dict or null
  Value attributes;        // Dict or null
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

// Arguments of a native call; keyword values follow the positional ones in `values`.
struct Arguments {
  const Value* values = nullptr;
  size_t positional = 0;
  const Value* keyword_names = nullptr;  // Str each
  size_t keywords = 0;
  const Value& operator[](size_t i) const { return values[i]; }
  size_t size() const { return positional; }
  const Value* keyword(std::string_view name) const;  // nullptr if absent
};
using NativeFn = Value (*)(Interpreter&, const Arguments&);

struct NativeFunction : Object {
  NativeFunction(std::string name, NativeFn fn);
  static bool is_kind(Kind k) { return k == Kind::kNativeFunction; }
  void traverse(Visitor&) const override;
  void clear() override;
  std::string name;
  std::string qualified_name;  // "Tensor.relu"
  std::string module;
  NativeFn fn;
  Value bound;                 // if set, passed to fn before the arguments (closures of native code)
  bool is_method = false;      // binds self if found on a class
  Type* owner = nullptr;       // the native class of a method: calls check that self is an instance of it
  const void* data = nullptr;  // data of the creator (the OpDef of a tensor op)
  std::string doc;
  Value attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

struct BoundMethod : Object {
  BoundMethod(Value function, Value self);
  static bool is_kind(Kind k) { return k == Kind::kBoundMethod; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value function, self;
};

struct Module : Object {
  explicit Module(std::string name);
  static bool is_kind(Kind k) { return k == Kind::kModule; }
  void traverse(Visitor&) const override;
  void clear() override;
  std::string name;
  Value attributes;  // Dict: the namespace
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

struct Instance : Object {  // of a Python class
  explicit Instance(Type* type);
  static bool is_kind(Kind k) { return k == Kind::kInstance; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

// BaseException and its subclasses; `traceback` lists source locations, innermost first (frames are appended as the
// exception leaves them).
struct TracebackEntry {
  std::shared_ptr<const SourceFile> file;
  std::string function;
  SourceSpan span;
  Op op = Op::NOP;  // of the failed instruction: determines the columns that are underlined
};
struct Exception : Object {
  Exception(Type* type, Value args);
  static bool is_kind(Kind k) { return k == Kind::kException; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value args;  // Tuple
  Value cause, context;
  bool suppress_context = false;
  std::vector<TracebackEntry> traceback;
  Value notes;
  // Of a NameError: the names in scope where it was raised, for "Did you mean".
  Value suggestion_names, suggestion_globals;
  Value attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

struct Property : Object {
  Property(Value getter, Value setter, Value deleter);
  static bool is_kind(Kind k) { return k == Kind::kProperty; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value getter, setter, deleter, docstring;
};

struct StaticMethod : Object {
  explicit StaticMethod(Value function);
  static bool is_kind(Kind k) { return k == Kind::kStaticMethod; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value function, attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

struct ClassMethod : Object {
  explicit ClassMethod(Value function);
  static bool is_kind(Kind k) { return k == Kind::kClassMethod; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value function, attributes;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override;
};

// super(): looks names up after `start` on the mro of the type of `self`.
struct Super : Object {
  Super(Type* start, Value self, Type* self_type);
  static bool is_kind(Kind k) { return k == Kind::kSuper; }
  void traverse(Visitor&) const override;
  void clear() override;
  Type *start, *self_type;  // retained
  Value start_holder, self, self_type_holder;
};

// e.__traceback__: a view of an exception's entries from `index` on (outermost first).
struct Traceback : Object {
  Traceback(std::vector<TracebackEntry> entries, size_t index);
  static bool is_kind(Kind k) { return k == Kind::kTraceback; }
  std::vector<TracebackEntry> entries;  // innermost first
  size_t index;
};

// A read-only view of a dict: type.__dict__.
struct MappingProxy : Object {
  explicit MappingProxy(Value dict);
  static bool is_kind(Kind k) { return k == Kind::kMappingProxy; }
  void traverse(Visitor&) const override;
  void clear() override;
  Value dict;
};

// An iterator with a native next(), which returns null at the end.
struct NativeIterator : Object {
  explicit NativeIterator(Type* type = nullptr);
  static bool is_kind(Kind k) { return k == Kind::kIterator; }
  virtual Value next(Interpreter&) = 0;
};

}  // namespace vt::vm
