// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of which a process has one, made at first use. Unlike the language's static variables
// they may be made while another thread forks: the child makes its own where the parent was at it.
#pragma once

#include <atomic>
#include <type_traits>

namespace weft {

/// Held while any such object is made, and across fork. Making one may need another, so a thread
/// may hold several. Unlike a std::recursive_mutex, a forked child can unlock it: the child's
/// thread has another number than the one that locked it.
class OnceLock {
public:
  OnceLock() { lock(); }
  ~OnceLock() { unlock(); }
  OnceLock(const OnceLock &) = delete;
  OnceLock &operator=(const OnceLock &) = delete;

private:
  friend struct OnceFork;
  static void lock();
  static void unlock() noexcept;
};

/// The object that make() returned at the first call; never destroyed. What make() throws ends the
/// call, and the next one tries again. A type of its own, such as a lambda's, for each object.
template <class Make> auto &once(Make make) {
  using Object = std::remove_pointer_t<decltype(make())>;
  static constinit std::atomic<Object *> object{nullptr};
  Object *made = object.load(std::memory_order_acquire);
  if (!made) {
    const OnceLock lock;
    made = object.load(std::memory_order_relaxed);
    if (!made) {
      made = make();
      object.store(made, std::memory_order_release);
    }
  }
  return *made;
}

} // namespace weft
