# vt_precompiled(TARGET): with VT_PCH, TARGET's files start from the standard headers as read
# once. Only these, and only where asked: other builds see an #include that is missing.
if(VT_PCH)
  add_library(vt_standard OBJECT ${CMAKE_CURRENT_LIST_DIR}/empty.cpp)
  target_precompile_headers(vt_standard PRIVATE <algorithm> <array> <cmath> <cstdint> <cstring> <functional> <map>
    <memory> <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
endif()
function(vt_precompiled target)
  if(VT_PCH)
    target_precompile_headers(${target} REUSE_FROM vt_standard)
  endif()
endfunction()

# vt_module(NAME USES a b ...): one engine stage as a static library. USES lists the
# modules whose headers it may include; tests/check_modules.py holds the #includes to it.
function(vt_module name)
  cmake_parse_arguments(ARG "" "" "USES;LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(NOT sources)
    set(sources ${CMAKE_SOURCE_DIR}/cmake/empty.cpp)
  endif()
  add_library(vt_${name} STATIC ${sources})
  vt_precompiled(vt_${name})
  target_include_directories(vt_${name} PUBLIC ${CMAKE_SOURCE_DIR}/engine)
  foreach(used ${ARG_USES})
    target_link_libraries(vt_${name} PUBLIC vt_${used})
  endforeach()
  target_link_libraries(vt_${name} PUBLIC ${ARG_LINKS})
endfunction()

# Writes the list of all ops from the files in ops/defs/: each NAME.cpp there declares its
# table with VT_OPS(NAME, ...). No registration at start-up.
function(vt_op_list module)
  file(GLOB op_files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/${module}/defs CONFIGURE_DEPENDS
       ${CMAKE_CURRENT_SOURCE_DIR}/${module}/defs/*.cpp)
  set(declarations "")
  set(rows "")
  foreach(op_file ${op_files})
    get_filename_component(name ${op_file} NAME_WE)
    string(APPEND declarations "extern const OpDef* const kOps_${name}[];\nextern const size_t kOpCount_${name};\n")
    string(APPEND rows "    for (size_t i = 0; i < kOpCount_${name}; ++i) ops.push_back(kOps_${name}[i]);\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/op_list.cpp CONTENT
"// Written by CMake from the files in ops/defs/.
#include <vector>

#include \"ops/table.h\"

namespace vt {
@declarations@
std::span<const OpDef* const> all_ops() {
  static const std::vector<const OpDef*> list = [] {
    std::vector<const OpDef*> ops;
@rows@    return ops;
  }();
  return list;
}
}  // namespace vt
" @ONLY)
  target_sources(vt_${module} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/op_list.cpp)
endfunction()

# vt_frozen(NAME [ON_DEMAND MODULE...]): the language's sources in NAME/python/**.py, embedded
# as a table of module name -> text (vt::frozen_NAME()). torch/fx/__init__.py is the module
# torch.fx. In WebAssembly the modules (and what is below them) that few programs import have
# no text there: vt_library_file() writes them to a file that the first import reads.
function(vt_frozen name)
  cmake_parse_arguments(PARSE_ARGV 1 frozen "" "" ON_DEMAND)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name}/python)
  file(GLOB_RECURSE files RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*.py)
  string(REPLACE "." "\\." on_demand "${frozen_ON_DEMAND}")
  list(JOIN on_demand "|" on_demand)
  set(rows "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
    string(REGEX REPLACE "(/__init__)?\\.py$" "" module ${file})
    string(REPLACE "/" "." module ${module})
    file(READ ${folder}/${file} text)
    if(EMSCRIPTEN)  # comments need not cross the network; their lines stay, for tracebacks
      string(REGEX REPLACE "\n *#[^\n]*" "\n" text "${text}")
      if(on_demand AND module MATCHES "^(${on_demand})(\\.|$)")
        string(REPLACE "\\" "\\\\" text "${text}")
        string(REPLACE "\"" "\\\"" text "${text}")
        string(REPLACE "\n" "\\n" text "${text}")
        set_property(GLOBAL APPEND_STRING PROPERTY VT_LIBRARY_ROWS ",\n\"${module}\": \"${text}\\n\"")
        string(APPEND rows "    {\"${module}\", {}},\n")
        continue()
      endif()
    endif()
    string(APPEND rows "    {\"${module}\", R\"VTPY(${text}\n)VTPY\"sv},\n")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/frozen_${name}.cpp)
  file(GENERATE OUTPUT ${output} CONTENT
"// Written by CMake from ${name}/python.
#include <span>
#include <string_view>
#include <utility>

namespace vt {
using namespace std::string_view_literals;  // lengths come with the literals: counting them in a constexpr has a limit
std::span<const std::pair<std::string_view, std::string_view>> frozen_${name}() {
  static constexpr std::pair<std::string_view, std::string_view> kModules[] = {
${rows}  };
  return kModules;
}
}  // namespace vt
")
  target_sources(vt_${name} PRIVATE ${output})
endfunction()

# vt_library_file(FILE...): the texts that vt_frozen left to be read on demand, as JSON.
function(vt_library_file)
  get_property(rows GLOBAL PROPERTY VT_LIBRARY_ROWS)
  foreach(file ${ARGV})
    file(GENERATE OUTPUT ${file} CONTENT "{\"\": \"\"${rows}}\n")
  endforeach()
endfunction()
