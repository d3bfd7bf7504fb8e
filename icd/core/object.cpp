// Objects come from free lists by size class that never return memory to the system, so that the
// tag and the dispatch table of a released handle stay readable: the link of a free place lies
// behind its header.
#include "icd/core/object.h"

#include <array>
#include <cstdlib>
#include <mutex>
#include <new>

namespace weft::icd {
namespace {

constexpr std::size_t classBytes = 64;
constexpr std::size_t classCount = 64;
constexpr std::size_t chunkBytes = 64 * 1024;

struct FreePlace : ObjectHeader {
  FreePlace *next;
};

struct SizeClass {
  std::mutex mutex;
  FreePlace *free = nullptr;
  std::byte *fresh = nullptr;
  std::byte *freshEnd = nullptr;
};

constinit std::array<SizeClass, classCount> sizeClasses;

std::byte *allocateChunk(std::size_t bytes) {
  auto *chunk = static_cast<std::byte *>(std::aligned_alloc(classBytes, bytes));
  if (!chunk)
    throw std::bad_alloc();
  return chunk;
}

} // namespace

void *allocateObject(std::size_t bytes) {
  std::size_t index = (bytes + classBytes - 1) / classBytes;
  if (index >= classCount)
    throw std::bad_alloc();
  std::size_t placeBytes = index * classBytes;
  SizeClass &sizeClass = sizeClasses[index];
  std::lock_guard lock(sizeClass.mutex);
  if (sizeClass.free)
    return std::exchange(sizeClass.free, sizeClass.free->next);
  if (static_cast<std::size_t>(sizeClass.freshEnd - sizeClass.fresh) < placeBytes) {
    sizeClass.fresh = allocateChunk(chunkBytes);
    sizeClass.freshEnd = sizeClass.fresh + chunkBytes;
  }
  return std::exchange(sizeClass.fresh, sizeClass.fresh + placeBytes);
}

void recycleObject(void *memory, std::size_t bytes) noexcept {
  auto *place = static_cast<FreePlace *>(memory);
  SizeClass &sizeClass = sizeClasses[(bytes + classBytes - 1) / classBytes];
  std::lock_guard lock(sizeClass.mutex);
  place->next = std::exchange(sizeClass.free, place);
}

} // namespace weft::icd
