// Writes a scene as an SVG file, with the same marks as in the panel.
#pragma once
#include <string>

#include "playground/scene/scene.h"

namespace vt::scene {

struct SvgOptions {
  bool dark = false;
  bool background = true;
  std::string title;  // for screen readers
};

std::string write_svg(const Scene& scene, const SvgOptions& options = {});

}  // namespace vt::scene
