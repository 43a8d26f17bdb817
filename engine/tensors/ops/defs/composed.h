// An op that is calls of others: its name, signature, doc, traits and samples, then the body, in which `a` are the
// arguments. VT_NAMED_ALIAS is one whose gradient has a name of its own.
#pragma once
#include "ops/ops.h"

// clang-format off
#define VT_ALIAS(variable, text, signature_text, doc_text, traits_value, samples_value, ...)                 \
  VT_NAMED_ALIAS(variable, text, nullptr, signature_text, doc_text, traits_value, samples_value, __VA_ARGS__)
#define VT_NAMED_ALIAS(variable, text, grad, signature_text, doc_text, traits_value, samples_value, ...) \
  constinit const OpDef variable = define({                                                              \
      .name = text,                                                                                      \
      .signature = signature_text,                                                                       \
      .doc = doc_text,                                                                                   \
      .traits = traits_value,                                                                            \
      .samples = samples_value,                                                                          \
      .grad_name = grad,                                                                                 \
      .decompose = [](const Args& a) -> Outputs __VA_ARGS__,                                             \
  })
// clang-format on
