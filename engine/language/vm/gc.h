// The cycle collector: objects that can hold references are tracked; a collection finds, by trial deletion, those that
// are only kept alive by each other, and clears them. Reference counts free all others at once. Neighbours: object.h
// (traverse, clear).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vm/object.h"

namespace vt::vm {

// The bits of Object::gc_flags.
enum GcFlags : uint8_t {
  kTracked = 1,           // in the collector's list
  kFinalized = 2,         // its __del__ has run, or its generator is closed
  kWeaklyReferenced = 4,  // has weak references
  kNoted = 8,             // listed among the objects with a __del__
};

void gc_track(Object* object);  // called by Object's constructor for kinds that hold references
void gc_untrack(Object* object);
bool gc_due();                   // enough containers were allocated since the last collection
void gc_set_automatic(bool on);  // if off, gc_due() is always false
bool gc_is_automatic();
size_t gc_collect();                                   // returns the number of unreachable objects found
bool awaits_finalizer(const Object* object);           // it has a __del__ that has not run
void finalize_in_order(std::vector<Object*> objects);  // in order of creation
void finalize_all(const Value& globals);               // at the end of a run
size_t gc_tracked_count();

}  // namespace vt::vm
