// Encoding of measurements and values; separate from protocol.cpp because they have many fields.
#pragma once
#include "support/measurement.h"
#include "support/values.h"
#include "support/wire.h"

namespace vt::protocol {

void put_measured(Writer& w, const MeasuredFunction& f);
void get_measured(Reader& r, MeasuredFunction& f);
void put_values(Writer& w, const GraphValues& values);
void get_values(Reader& r, GraphValues& values);
void put_window(Writer& w, const TensorWindow& window);
void get_window(Reader& r, TensorWindow& window);
void put_page(Writer& w, const TensorPage& page);
void get_page(Reader& r, TensorPage& page);

}  // namespace vt::protocol
