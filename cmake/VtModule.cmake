# vt_batched(TARGET): with VT_UNITY, TARGET's sources are compiled in batches, which unity.py
# forms when all targets are known (vt_make_batches). A source with flags of its own is
# compiled alone, and so is every source in other builds, which see an #include that is missing.
function(vt_batched target)
  set_property(GLOBAL APPEND PROPERTY VT_BATCHED_TARGETS ${target})
endfunction()

function(vt_make_batches)
  if(NOT VT_UNITY)
    return()
  endif()
  get_property(targets GLOBAL PROPERTY VT_BATCHED_TARGETS)
  set(rows "")
  foreach(target ${targets})
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    list(FILTER sources EXCLUDE REGEX "^(${CMAKE_BINARY_DIR}|\\$)")  # what CMake writes, other targets' objects
    set(joined "")
    foreach(source ${sources})
      get_source_file_property(options ${source} TARGET_DIRECTORY ${target} COMPILE_OPTIONS)
      if(NOT options)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
        list(APPEND joined ${source})
      endif()
    endforeach()
    string(APPEND rows "${target} ${joined}\n")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endforeach()
  find_program(VT_PYTHON python3 NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(WRITE ${CMAKE_BINARY_DIR}/unity_sources.txt "${rows}")
  execute_process(COMMAND ${VT_PYTHON} ${CMAKE_SOURCE_DIR}/cmake/unity.py ${CMAKE_BINARY_DIR}/unity_sources.txt
    OUTPUT_VARIABLE batches COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" batches "${batches}")  # NAME TARGET FILE...
  foreach(batch ${batches})
    string(REPLACE " " ";" batch "${batch}")
    list(POP_FRONT batch name target)
    set_source_files_properties(${batch} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${name})
  endforeach()
endfunction()

# vt_module([GROUP/]NAME USES a b ...): one engine stage as the static library vt_NAME, from
# engine/GROUP/NAME. USES lists the modules whose headers it may include ("NAME/file.h");
# tests/check_modules.py holds the #includes to it.
function(vt_module path)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  cmake_path(GET path FILENAME name)
  cmake_path(GET path PARENT_PATH group)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${path}/*.cpp)
  if(NOT sources)
    set(sources ${CMAKE_SOURCE_DIR}/cmake/empty.cpp)
  endif()
  add_library(vt_${name} STATIC ${sources})
  vt_batched(vt_${name})
  target_include_directories(vt_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/${group})
  list(TRANSFORM ARG_USES PREPEND vt_)
  target_link_libraries(vt_${name} PUBLIC ${ARG_USES})
endfunction()

# The ops are those in the tables VT_OPS(NAME, &op_a, ...) of ops/defs/NAME.cpp. Writes the list of all of
# them (no registration at start-up), and ops/ops.h, which declares them for those that call ops by name.
function(vt_op_list path)
  cmake_path(GET path FILENAME module)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${path}/defs)
  file(GLOB op_files RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*.cpp)
  set(tables "")
  set(rows "")
  set(ops "")
  foreach(op_file ${op_files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${op_file})
    cmake_path(GET op_file STEM name)
    file(READ ${folder}/${op_file} text)
    string(REGEX MATCH "VT_OPS\\(${name},[^)]*\\)" listed "${text}")
    string(REGEX MATCHALL "op_[A-Za-z0-9_]+" listed "${listed}")
    list(JOIN listed ";\nextern const OpDef " listed)
    string(APPEND ops "\n// defs/${op_file}\nextern const OpDef ${listed};\n")
    string(APPEND tables "extern const OpDef* const kOps_${name}[];\nextern const size_t kOpCount_${name};\n")
    string(APPEND rows "    for (size_t i = 0; i < kOpCount_${name}; ++i) ops.push_back(kOps_${name}[i]);\n")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${module}_list)
  file(CONFIGURE OUTPUT ${output}/${module}/ops.h CONTENT
"// Every op. Written by CMake from the files in ops/defs/.
#pragma once
#include \"ops/op.h\"

namespace vt {
@ops@
}  // namespace vt
" @ONLY)
  file(CONFIGURE OUTPUT ${output}/op_list.cpp CONTENT
"// Written by CMake from the files in ops/defs/.
#include <vector>

#include \"ops/table.h\"

namespace vt {
@tables@
std::span<const OpDef* const> all_ops() {
  static const std::vector<const OpDef*> list = [] {
    std::vector<const OpDef*> ops;
@rows@    return ops;
  }();
  return list;
}
}  // namespace vt
" @ONLY)
  target_sources(vt_${module} PRIVATE ${output}/op_list.cpp)
  target_include_directories(vt_${module} PUBLIC ${output})
endfunction()

# vt_frozen(NAME [FROM FOLDER MODULE...] [ON_DEMAND MODULE...]): the language's sources in
# library/NAME/**.py, and the modules that FROM names of FOLDER, embedded as a table of module
# name -> text (vt::frozen_NAME()); torch.fx.__init__ is the package torch.fx. In WebAssembly
# the modules (and what is below them) that few programs import have
# no text there: vt_library_file() writes them to a file that the first import reads.
function(vt_frozen name)
  cmake_parse_arguments(PARSE_ARGV 1 frozen "" "" "FROM;ON_DEMAND")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/library/${name})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.py)
  if(frozen_FROM)
    list(POP_FRONT frozen_FROM fetched)
    list(TRANSFORM frozen_FROM REPLACE "\\." "/")
    foreach(module ${frozen_FROM})
      if(IS_DIRECTORY ${fetched}/${module})
        string(APPEND module /__init__)
      endif()
      list(APPEND files ${fetched}/${module}.py)
    endforeach()
  endif()
  string(REPLACE "." "\\." on_demand "${frozen_ON_DEMAND}")
  list(JOIN on_demand "|" on_demand)
  set(rows "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    cmake_path(IS_PREFIX folder ${file} ours)
    if(ours)
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${folder} OUTPUT_VARIABLE module)
    else()
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${fetched} OUTPUT_VARIABLE module)
    endif()
    string(REGEX REPLACE "\\.py$" "" row ${module})
    string(REPLACE "/" "." row ${row})
    string(REGEX REPLACE "\\.__init__$" "" module ${row})
    file(READ ${file} text)
    if(EMSCRIPTEN)  # comments need not cross the network; their lines stay, for tracebacks
      string(REGEX REPLACE "\n *#[^\n]*" "\n" text "${text}")
      if(on_demand AND module MATCHES "^(${on_demand})(\\.|$)")
        string(REPLACE "\\" "\\\\" text "${text}")
        string(REPLACE "\"" "\\\"" text "${text}")
        string(REPLACE "\n" "\\n" text "${text}")
        set_property(GLOBAL APPEND_STRING PROPERTY VT_LIBRARY_ROWS ",\n\"${module}\": \"${text}\\n\"")
        string(APPEND rows "    {\"${row}\", {}},\n")
        continue()
      endif()
    endif()
    string(APPEND rows "    {\"${row}\", R\"VTPY(${text}\n)VTPY\"sv},\n")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/frozen_${name}.cpp)
  file(GENERATE OUTPUT ${output} CONTENT
"// Written by CMake from library/${name}.
#include \"library/library.h\"

namespace vt {
using namespace std::string_view_literals;  // lengths come with the literals: counting them in a constexpr has a limit
EmbeddedModules frozen_${name}() {
  static constexpr std::pair<std::string_view, std::string_view> kModules[] = {
${rows}  };
  return kModules;
}
}  // namespace vt
")
  target_sources(vt_library PRIVATE ${output})
endfunction()

# vt_library_file(FILE...): the texts that vt_frozen left to be read on demand, as JSON.
function(vt_library_file)
  get_property(rows GLOBAL PROPERTY VT_LIBRARY_ROWS)
  foreach(file ${ARGV})
    file(GENERATE OUTPUT ${file} CONTENT "{\"\": \"\"${rows}}\n")
  endforeach()
endfunction()
