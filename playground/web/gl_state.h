// Included before Dear ImGui's OpenGL back end on the web. It asks for the state of the context
// in each frame, to put it back afterwards, and every question makes the page's thread wait for
// the browser's GPU process. Nobody else draws into this context, so the first answer stays true.
#pragma once
#include <GLES3/gl3.h>

void vt_gl_get_integer_once(GLenum name, GLint* values);
#define glGetIntegerv vt_gl_get_integer_once
