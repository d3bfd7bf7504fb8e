// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects come from free lists by size class that never return memory to the system, so that the
// tag and the dispatch table of a released handle stay readable: the link of a free slot follows
// its header.
//
// Each thread keeps a few free slots of each class. It exchanges whole batches with the class, so
// that the class's lock is rarely taken when one thread creates what another destroys: a host that
// enqueues and a worker that completes.
#include "icd/core/object.h"

#include "device/base/threads/fork.h"
#include "device/base/threads/per_thread.h"
#include "device/base/threads/spin_lock.h"

#include <array>
#include <cstdlib>
#include <mutex>
#include <new>

namespace weft::icd {
namespace {

constexpr std::size_t classBytes = 64;
constexpr std::size_t classCount = 32;
constexpr std::size_t chunkBytes = 64 * 1024;
/// Slots that move between a thread and its class together.
constexpr std::uint32_t batch = 32;

struct FreeSlot : ObjectHeader {
  FreeSlot *next;
  FreeSlot *nextBatch; ///< in a class: links the first places of batches
};

/// Shared by all threads: whole batches, and memory that was never used.
struct SizeClass {
  device::SpinLock lock;
  FreeSlot *batches = nullptr;
  std::byte *fresh = nullptr;
  std::byte *freshEnd = nullptr;
};

constinit std::array<SizeClass, classCount> sizeClasses;

void lockAll() {
  for (SizeClass &sizeClass : sizeClasses)
    sizeClass.lock.lock();
}
void unlockAll() {
  for (SizeClass &sizeClass : sizeClasses)
    sizeClass.lock.unlock();
}
const ForkHandler forkHandler(ForkOrder::Objects, lockAll, unlockAll, unlockAll);

/// A thread's free slots of one class: those in use, and a full batch in reserve.
struct ThreadSlots {
  FreeSlot *first = nullptr;
  FreeSlot *reserve = nullptr;
  std::uint32_t count = 0; ///< of `first`
};

void giveBatch(SizeClass &sizeClass, FreeSlot *places) {
  std::lock_guard lock(sizeClass.lock);
  places->nextBatch = std::exchange(sizeClass.batches, places);
}

/// A thread's free slots. When it ends they go to the others.
struct ThreadsSlots {
  std::array<ThreadSlots, classCount> classes{};

  ~ThreadsSlots() {
    for (std::size_t index = 0; index < classCount; ++index)
      for (FreeSlot *places : {classes[index].first, classes[index].reserve})
        if (places)
          giveBatch(sizeClasses[index], places);
  }
};

/// A batch, or one fresh slot.
FreeSlot *takeBatch(SizeClass &sizeClass, std::size_t placeBytes) {
  std::lock_guard lock(sizeClass.lock);
  if (FreeSlot *places = sizeClass.batches) {
    sizeClass.batches = places->nextBatch;
    return places;
  }
  if (static_cast<std::size_t>(sizeClass.freshEnd - sizeClass.fresh) < placeBytes) {
    auto *chunk = static_cast<std::byte *>(std::aligned_alloc(classBytes, chunkBytes));
    if (!chunk)
      throw std::bad_alloc();
    sizeClass.fresh = chunk;
    sizeClass.freshEnd = chunk + chunkBytes;
  }
  auto *place =
      reinterpret_cast<FreeSlot *>(std::exchange(sizeClass.fresh, sizeClass.fresh + placeBytes));
  place->next = nullptr;
  return place;
}

} // namespace

void *allocateObject(std::size_t bytes) {
  const std::size_t index = (bytes + classBytes - 1) / classBytes;
  if (index >= classCount)
    throw std::bad_alloc();
  ThreadsSlots *const ofThread = device::PerThread<ThreadsSlots>::get();
  if (!ofThread) {
    FreeSlot *taken = takeBatch(sizeClasses[index], index * classBytes);
    if (taken->next)
      giveBatch(sizeClasses[index], taken->next);
    return taken;
  }
  ThreadSlots &own = ofThread->classes[index];
  if (!own.first) {
    if (own.reserve) {
      own.first = std::exchange(own.reserve, nullptr);
      own.count = batch;
    } else {
      // A batch from a thread that ended may be shorter; the count is then an upper bound.
      own.first = takeBatch(sizeClasses[index], index * classBytes);
      own.count = own.first->next ? batch : 1;
    }
  }
  --own.count;
  return std::exchange(own.first, own.first->next);
}

void recycleObject(void *memory, std::size_t bytes) noexcept {
  auto *place = static_cast<FreeSlot *>(memory);
  const std::size_t index = (bytes + classBytes - 1) / classBytes;
  ThreadsSlots *const ofThread = device::PerThread<ThreadsSlots>::get();
  if (!ofThread) {
    place->next = nullptr;
    return giveBatch(sizeClasses[index], place);
  }
  ThreadSlots &own = ofThread->classes[index];
  if (own.count >= batch) {
    if (own.reserve)
      giveBatch(sizeClasses[index], own.reserve);
    own.reserve = std::exchange(own.first, nullptr);
    own.count = 0;
  }
  place->next = std::exchange(own.first, place);
  ++own.count;
}

} // namespace weft::icd
