// What bytes and bytearray share: one object (Bytes), whose type tells whether it may
// change, and most methods. bytes.cpp and bytearray.cpp.
#pragma once
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
// One item: an integer from 0 to 255.
char read_byte(Interpreter& vm, const Value& item, const char* message);
// The slots and methods of both.
void install_bytes_slots(Type* type);
void install_bytearray_type();

}  // namespace vt::vm
