// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/threads/fork.h"

#include <pthread.h>

namespace weft {
constinit std::atomic<std::uint32_t> detail::generation{0};

namespace {

/// In ascending order; changed only while the library is loaded.
constinit ForkHandler *first = nullptr, *last = nullptr;

} // namespace

struct ForkHandlers {
  static void add(ForkHandler &added) noexcept {
    if (!first)
      pthread_atfork(before, inParent, inChild);
    ForkHandler *behind = first;
    while (behind && behind->order <= added.order)
      behind = behind->next;
    added.next = behind;
    added.previous = behind ? behind->previous : last;
    (added.previous ? added.previous->next : first) = &added;
    (behind ? behind->previous : last) = &added;
  }

private:
  static void before() {
    for (ForkHandler *handler = first; handler; handler = handler->next)
      handler->before();
  }
  static void inParent() {
    for (ForkHandler *handler = last; handler; handler = handler->previous)
      handler->inParent();
  }
  static void inChild() {
    detail::generation.fetch_add(1, std::memory_order_relaxed);
    for (ForkHandler *handler = last; handler; handler = handler->previous)
      handler->inChild();
  }
};

ForkHandler::ForkHandler(ForkOrder order, void (*before)(), void (*inParent)(),
                         void (*inChild)()) noexcept
    : order(order), before(before), inParent(inParent), inChild(inChild) {
  ForkHandlers::add(*this);
}

} // namespace weft
