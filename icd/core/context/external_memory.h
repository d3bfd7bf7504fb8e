// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that another API has exported as a file descriptor (cl_khr_external_memory_opaque_fd). It
// is mapped as long as a memory object lives on it, so all see what each of them writes.
//
// A file that its exporter shrinks takes pages from the mapping, and an access to those would end
// the process. Where the file takes seals, one forbids that. Other regular files are asked for
// their size before each command, and zeros take the place of pages that are gone.
#pragma once

#include "device/base/files/descriptor.h"
#include "icd/core/object.h"
#include "icd/core/platform/device.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace weft::icd {

class ExternalMemory {
public:
  /// Maps the first `bytes` of a file, for objects of these devices; the file stays the host's.
  /// Null when it is not so large, or cannot be shared, read and written. Throws bad_alloc.
  static std::unique_ptr<ExternalMemory> map(int file, std::size_t bytes,
                                             std::vector<Ref<Device>> devices);
  ~ExternalMemory();
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;

  unsigned char *data() const { return memory; }
  bool isUsableOn(const Device &device) const;
  /// Whether its file had all of it before each command so far. Thread-safe.
  bool isWhole() const { return keptBytes.load(std::memory_order_relaxed) >= bytes; }

  /// Replaces the pages that files have lost, of all external memory of the process. To be called
  /// before each command. A file that shrinks while a command uses it may still end the process.
  /// Thread-safe.
  static void replaceLostPages() noexcept {
    if (watchedCount.load(std::memory_order_relaxed) != 0)
      replaceWatched();
  }

private:
  struct Watched;
  ExternalMemory(unsigned char *memory, std::size_t bytes, Descriptor watchedFile,
                 std::vector<Ref<Device>> devices);
  static void replaceWatched() noexcept;
  void replaceLost() noexcept;

  static inline std::atomic<unsigned> watchedCount{0};

  unsigned char *const memory;
  const std::size_t bytes;
  const Descriptor watchedFile;       ///< none where the file cannot shrink
  std::atomic<std::size_t> keptBytes; ///< those still mapped from the file
  const std::vector<Ref<Device>> deviceList;
};

} // namespace weft::icd
