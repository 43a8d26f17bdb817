// Included before Dear ImGui's OpenGL back end on the web. The back end queries the context's state in every frame, to
// restore it later, and each query waits for the browser's GPU process. Nothing else draws into this context, so the
// first answer stays valid and is cached.
#pragma once
#include <GLES3/gl3.h>

void vt_gl_get_integer_once(GLenum name, GLint* values);
#define glGetIntegerv vt_gl_get_integer_once
