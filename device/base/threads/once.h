// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Process-wide objects created at first use. Unlike function-local statics they may be under
// construction while another thread forks: the child then creates its own. The store of the pointer
// releases the object, whose users acquire it; only those who find none take the lock.
#pragma once

#include <atomic>
#include <type_traits>

namespace weft {

/// Held during the creation of any such object, and across fork. Creating one may require another,
/// so a thread may hold several. Unlike a std::recursive_mutex, a forked child can unlock it: the
/// child's thread has another id than the one that locked it.
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

/// The object that make() returned at the first call; never destroyed. If make() throws, so does
/// the call, and the next one tries again. Each object needs its own type, such as a lambda's.
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
