# SDL2 for WebAssembly from its plain sources, without its own CMake: that takes minutes.
set(sdl2 ${VT_SOURCES}/libsdl2)
set(sdl2_sources ${sdl2}/src/hidapi/SDL_hidapi.c)
foreach(folder . atomic audio audio/dummy audio/disk audio/emscripten cpuinfo dynapi events file filesystem/emscripten haptic
    haptic/dummy joystick joystick/emscripten libm loadso/dlopen locale locale/emscripten misc misc/emscripten power
    power/emscripten render render/opengles2 render/software sensor sensor/dummy stdlib thread thread/generic timer
    timer/unix video video/yuv2rgb video/dummy video/emscripten)
  file(GLOB files ${sdl2}/src/${folder}/*.c)
  list(APPEND sdl2_sources ${files})
endforeach()
add_library(vt_sdl2 STATIC ${sdl2_sources})
target_include_directories(vt_sdl2 SYSTEM PUBLIC ${sdl2}/include)
# `EM_JS_DEPS` is newer than the oldest Emscripten that we build with.
target_compile_options(vt_sdl2 PRIVATE -w "-DEM_JS_DEPS(a,b)=" $<$<CONFIG:Release>:-Os>)
# The canvas is drawn with WebGL: no blits between surfaces, no software renderer.
target_compile_definitions(vt_sdl2 PRIVATE SDL_LEAN_AND_MEAN=1)
