// What bytes and bytearray share: one object (Bytes), whose type tells whether it may
// change, and most methods. bytes.cpp and bytearray.cpp.
#pragma once
#include <optional>
#include <string>

#include "vm/native.h"

namespace vt::vm {

inline std::string& bytes_of(const Value& v) { return v.as<Bytes>()->data; }
Type* bytearray_type();
// Fresh bytes, or a bytearray where `like` is one.
Value make_bytes_like(const Value& like, std::string data);
// Bytes that a call of `type` makes; those of a class of the program have attributes.
Value make_bytes_of(Type* type, std::string data);
// What bytes(...) and bytearray(...) read from their arguments.
std::string read_bytes(Interpreter& vm, const Arguments& a, const char* type_name);
// The bytes that bytes, a bytearray or a memoryview hold; nothing for all else.
std::optional<std::string> buffer_of(const Value& v);
// bytes_of(v), to be made longer or shorter: a BufferError where a memoryview looks at it.
std::string& resizable(const Value& v);
// One item: an integer from 0 to 255.
char read_byte(Interpreter& vm, const Value& item, const char* message);
// The slots and methods of both.
void install_bytes_slots(Type* type);
void install_bytearray_type();
void install_memoryview_type(Interpreter& vm);

}  // namespace vt::vm
