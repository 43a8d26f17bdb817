// The modules of the library that are written in the language, embedded as text. Each folder
// beside this header is one table; the stage that owns the native half of it registers it.
#pragma once
#include <span>
#include <string_view>
#include <utility>

namespace vt {

// Name ("torch.fx") and source, which is empty where it is read on demand (vt_frozen in cmake/VtModule.cmake).
using EmbeddedModules = std::span<const std::pair<std::string_view, std::string_view>>;

EmbeddedModules frozen_std();          // json, dataclasses, ...: registered by vm
EmbeddedModules frozen_torch();        // torch, torch.nn, torch.optim, ...: by torch
EmbeddedModules frozen_others();       // numpy and safetensors: by torch
EmbeddedModules frozen_capture();      // torch.fx, torch._dynamo, torch.export, ...: by capture
EmbeddedModules frozen_torchscript();  // torch.jit: by torchscript

}  // namespace vt
