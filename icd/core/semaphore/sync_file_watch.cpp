// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/semaphore/sync_file_watch.h"

#include "device/base/threads/thread.h"
#include "icd/core/fork_local.h"

#include <linux/sync_file.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <iterator>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

namespace weft::icd {
namespace {

class Watcher {
public:
  bool add(Descriptor file, std::function<void()> signalled) {
    std::list<Entry> added;
    added.push_back({std::move(file), std::move(signalled)});
    const std::lock_guard lock(mutex);
    // Preallocated for the thread's next poll.
    spare.reserve(count + 2);
    if (!start())
      return false;
    ++count;
    arrived.splice(arrived.end(), added);
    const std::uint64_t one = 1;
    return ::write(wake.get(), &one, sizeof one) == sizeof one;
  }

private:
  struct Entry {
    Descriptor file;
    std::function<void()> signalled;
  };

  /// The mutex is held.
  bool start() {
    if (!wake)
      wake = aboveStandardStreams(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const auto serveThis = [](void *self) { static_cast<Watcher *>(self)->serve(); };
    isStarted = isStarted || (wake && device::startThread("weft sync files", serveThis, this));
    return isStarted;
  }

  [[noreturn]] void serve() noexcept {
    std::list<Entry> entries;
    std::vector<pollfd> polled;
    for (;;) {
      {
        const std::lock_guard lock(mutex);
        entries.splice(entries.end(), arrived);
        if (polled.capacity() < count + 1)
          polled.swap(spare);
      }
      polled.assign(1, {wake.get(), POLLIN, 0});
      for (const Entry &entry : entries)
        polled.push_back({entry.file.get(), POLLIN, 0});
      ::poll(polled.data(), polled.size(), -1);
      std::uint64_t woken = 0;
      if (polled.front().revents)
        static_cast<void>(::read(wake.get(), &woken, sizeof woken) == 0);
      finish(entries, polled);
    }
  }

  /// Calls the functions of ready files.
  void finish(std::list<Entry> &entries, const std::vector<pollfd> &polled) noexcept {
    std::size_t done = 0, index = 0;
    for (auto entry = entries.begin(); entry != entries.end();) {
      const bool isReady = polled[++index].revents != 0;
      if (isReady)
        entry->signalled();
      entry = isReady ? entries.erase(entry) : std::next(entry);
      done += isReady;
    }
    const std::lock_guard lock(mutex);
    count -= done;
  }

  std::mutex mutex; ///< guards what follows
  bool isStarted = false;
  Descriptor wake;
  std::list<Entry> arrived;
  std::size_t count = 0;     ///< both new and watched ones
  std::vector<pollfd> spare; ///< has capacity for all, unless the thread's own has
};

} // namespace

bool isSyncFile(int file) {
  sync_file_info info{}; // requests no fences
  return ::ioctl(file, SYNC_IOC_FILE_INFO, &info) == 0;
}

bool watchSyncFile(Descriptor file, std::function<void()> signalled) {
  return forkLocal<Watcher>().add(std::move(file), std::move(signalled));
}

} // namespace weft::icd
