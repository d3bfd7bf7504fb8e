// What a task of oneTBB's consists of. In a file of its own, because a thread sanitizer is told by
// the file which accesses are to memory of oneTBB's (tests/support/thread_sanitizer.supp).
#pragma once

#include "device/thread_sanitizer.h"

namespace weft::device {

struct ArenaCall {
  void (*work)(void *);
  void *data;

  void operator()() const {
    const ArenaCall call = *this;
    takeOver(call.data);
    call.work(call.data);
  }
};

} // namespace weft::device
