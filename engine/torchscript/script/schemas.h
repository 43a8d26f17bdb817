// The raw table of operator signatures, in parts; schema.cpp parses it once.
#pragma once
#include <cstddef>

namespace vt::script {

extern const char* const kSchemas1[];
extern const size_t kSchemaCount1;
extern const char* const kSchemas2[];
extern const size_t kSchemaCount2;
extern const char* const kSchemas3[];
extern const size_t kSchemaCount3;
extern const char* const kSchemas4[];
extern const size_t kSchemaCount4;

}  // namespace vt::script
