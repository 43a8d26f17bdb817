// The longer or rarer cases of opcodes, for loop.cpp. Private to the VM.
#pragma once
#include <functional>

#include "vm/state.h"

namespace vt::vm {

enum CacheState : uint8_t { kCacheEmpty, kCacheGlobal, kCacheBuiltin, kCacheInstance, kCacheMethod, kCacheClass };

// Names.
[[noreturn]] void unbound_local(const Frame& frame, uint32_t slot);
[[noreturn]] void unbound_cell(const Frame& frame, uint32_t slot);
[[noreturn]] void name_error(Str* name);
Value load_global(Interpreter& vm, Frame& frame, Str* name, InlineCache& cache);
Value load_name(Interpreter& vm, Frame& frame, Str* name);
void store_name(Interpreter& vm, Frame& frame, Str* name, Value value);
void delete_name(Interpreter& vm, Frame& frame, Str* name);
Value load_from_dict_or_deref(Interpreter& vm, Frame& frame, const Value& mapping, uint32_t slot);
Value load_build_class(Interpreter& vm, Frame& frame);

// Attributes. load_method leaves method, self (or null, attribute) at top[-1], top[0].
Value load_attribute(Interpreter& vm, const Value& object, Str* name, InlineCache& cache);
void load_method(Interpreter& vm, Value* top, Str* name, InlineCache& cache);
void store_attribute(Interpreter& vm, const Value& object, Str* name, const Value& value, InlineCache& cache);
Value load_super_attribute(Interpreter& vm, const Value* operands, Str* name);

// Operators; operands[0] and [1] are left and right.
Value binary_operation(Interpreter& vm, Frame& frame, BinaryOp op, Value* operands, bool inplace);
Value compare_operation(Interpreter& vm, CompareOp op, const Value& left, const Value& right);

// Containers and strings.
std::vector<Value> take_items(Value*& top, uint32_t count);
Value join_strings(const Value* parts, uint32_t count);
Value format_field(Interpreter& vm, const Value& value, const Value* spec, uint32_t conversion);
void list_extend(Interpreter& vm, List& list, const Value& iterable);
void dict_update(Interpreter& vm, Dict& dict, const Value& mapping);
void dict_merge(Interpreter& vm, Dict& dict, const Value& mapping, const Value& callable);
Value* unpack_sequence(Interpreter& vm, const Value& source, uint32_t count, Value* top);
Value* unpack_starred(Interpreter& vm, const Value& source, uint32_t before, uint32_t after, Value* top);

// match statements (loop_match.cpp). None stands for no match.
bool match_sequence(Interpreter& vm, const Value& subject);
bool match_mapping(Interpreter& vm, const Value& subject);
Value match_keys(Interpreter& vm, const Value& mapping, const Value& keys);
Value match_class(Interpreter& vm, const Value& subject, const Value& type, const Value& names, uint32_t positional);

// Functions and calls. The enter_ functions either leave the
// result on the caller's stack or push the callee's frame.
Value* make_function(Interpreter& vm, Frame& frame, Value* top, uint32_t flags);
void enter_call(Interpreter& vm, Value* base, uint32_t count, const Tuple* keyword_names, InlineCache& cache);
void enter_call_ex(Interpreter& vm, Value* top, bool has_keywords);
void enter_generator(Interpreter& vm, Generator& generator, Value sent, uint8_t flags);
void finish_generator(Interpreter::State& state, Generator& generator);
// Replaces `value` by the next value that the iterator yields or, then returning false, by its return value.
bool send_to_iterator(Interpreter& vm, const Value& iterator, Value& value);

// Exceptions.
Value prepare_raise(Interpreter& vm, const Value& what, const Value* cause);
bool exception_matches(Interpreter& vm, const Value& exception, const Value& wanted);
// except* (exception_groups.cpp): splits into rest and match; combines the exceptions to raise at the end.
std::pair<Value, Value> split_group(Interpreter& vm, const Value& exception, const Value& wanted);
Value unhandled_groups(Interpreter& vm, const Value& original, const Value& raised);
// The method names of `with` or `async with`, and the name of the protocol.
struct WithProtocol {
  Str *enter, *exit;
  const char* name;
};
void before_with(Interpreter& vm, Value* top, const WithProtocol& protocol);
Value with_except_start(Interpreter& vm, const Value& exit, const Value& exception);
// A callable's name in call errors: "__main__.f()".
std::string callable_name(const Value& callable);

}  // namespace vt::vm
