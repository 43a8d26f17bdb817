// `vitrine run FILE.py --picture=graph:out.svg`: the playground's pictures as files.
#pragma once
#include <string>

#include "session/session.h"

namespace vt {

struct Picture {
  std::string file, svg;
  std::string problem;  // why there is none
};

// `wish`: what to draw of the first compile of the run, how, and where to: "fusion,dark:out.svg".
Picture draw_picture(const Session& session, const std::string& wish);

}  // namespace vt
