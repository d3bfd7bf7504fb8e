// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/external_memory.h"

#include "device/base/numbers.h"
#include "device/base/reports/log.h"
#include "icd/core/fork_local.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

namespace weft::icd {
namespace {

std::size_t wholePages(std::size_t bytes) {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return roundUp(bytes, page);
}

/// A mapping that ends with its owner.
struct Mapping {
  Mapping(int file, std::size_t bytes)
      : memory(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)), bytes(bytes) {}
  ~Mapping() {
    if (memory != MAP_FAILED)
      ::munmap(memory, bytes);
  }
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  unsigned char *release() {
    return static_cast<unsigned char *>(std::exchange(memory, MAP_FAILED));
  }

  void *memory;
  const std::size_t bytes;
};

} // namespace

/// Memory to check before commands.
struct ExternalMemory::Watched {
  std::mutex mutex;
  std::vector<ExternalMemory *> all;
};

ExternalMemory::ExternalMemory(unsigned char *memory, std::size_t bytes, Descriptor file,
                               std::vector<Ref<Device>> devices)
    : memory(memory), bytes(bytes), watchedFile(std::move(file)), keptBytes(bytes),
      deviceList(std::move(devices)) {}

ExternalMemory::~ExternalMemory() {
  if (watchedFile) {
    auto &watched = forkLocal<Watched>();
    const std::lock_guard lock(watched.mutex);
    // A child of fork does not see its parent's objects.
    if (std::erase(watched.all, this) != 0)
      watchedCount.fetch_sub(1, std::memory_order_relaxed);
  }
  ::munmap(memory, bytes);
}

std::unique_ptr<ExternalMemory> ExternalMemory::map(int file, std::size_t bytes,
                                                    std::vector<Ref<Device>> devices) {
  // An access past the end of the file would crash the process. Seal first, so that the size is
  // final.
  const bool isSealed = ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) == 0 ||
                        (std::max(::fcntl(file, F_GET_SEALS), 0) & F_SEAL_SHRINK) != 0;
  struct stat status{};
  if (::fstat(file, &status) != 0 || status.st_size < 0 ||
      static_cast<std::size_t>(status.st_size) < bytes)
    return nullptr;
  const bool isWatched = !isSealed && S_ISREG(status.st_mode);
  Descriptor copy;
  if (isWatched)
    copy = aboveStandardStreams(::fcntl(file, F_DUPFD_CLOEXEC, 0));
  Mapping mapping(file, bytes);
  if (mapping.memory == MAP_FAILED || (isWatched && !copy))
    return nullptr;
  std::unique_ptr<ExternalMemory> made(new ExternalMemory(
      static_cast<unsigned char *>(mapping.memory), bytes, std::move(copy), std::move(devices)));
  mapping.release();
  if (isWatched) {
    auto &watched = forkLocal<Watched>();
    const std::lock_guard lock(watched.mutex);
    watched.all.push_back(made.get());
    watchedCount.fetch_add(1, std::memory_order_relaxed);
  }
  return made;
}

void ExternalMemory::replaceWatched() noexcept {
  try {
    auto &watched = forkLocal<Watched>();
    const std::lock_guard lock(watched.mutex);
    for (ExternalMemory *one : watched.all)
      one->replaceLost();
  } catch (const std::bad_alloc &) {
    // A child of fork without memory: it has no watched mappings.
  }
}

void ExternalMemory::replaceLost() noexcept {
  struct stat status{};
  const std::size_t kept = keptBytes.load(std::memory_order_relaxed);
  if (::fstat(watchedFile.get(), &status) != 0 || status.st_size < 0 ||
      static_cast<std::size_t>(status.st_size) >= kept)
    return;
  const auto left = static_cast<std::size_t>(status.st_size);
  const std::size_t begin = wholePages(left), end = wholePages(bytes);
  if (begin < end && ::mmap(memory + begin, end - begin, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    return log(LogLevel::Error, "external memory has lost pages that cannot be replaced");
  keptBytes.store(left, std::memory_order_relaxed);
  log(LogLevel::Warning, "external memory of %zu bytes has %zu left, as its file was truncated",
      bytes, left);
}

bool ExternalMemory::isUsableOn(const Device &device) const {
  return std::ranges::any_of(deviceList,
                             [&](const Ref<Device> &one) { return one.get() == &device; });
}

} // namespace weft::icd
