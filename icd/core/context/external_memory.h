// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory exported by another API as a file descriptor (cl_khr_external_memory_opaque_fd). It is
// mapped while a memory object uses it, so everyone sees everyone's writes.
//
// If the exporter shrinks the file, the mapping loses pages, and an access to those would crash the
// process. A seal prevents that if the file supports seals. The size of other regular files is
// checked before each command, and zero pages replace missing ones.
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
  /// Maps the first `bytes` of a file, for objects of these devices; the host keeps the file. Null
  /// if it is smaller, or cannot be shared, read and written. Throws bad_alloc.
  static std::unique_ptr<ExternalMemory> map(int file, std::size_t bytes,
                                             std::vector<Ref<Device>> devices);
  ~ExternalMemory();
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;

  unsigned char *data() const { return memory; }
  bool isUsableOn(const Device &device) const;
  /// Whether the file has been complete before each command so far. Thread-safe.
  bool isWhole() const { return keptBytes.load(std::memory_order_relaxed) >= bytes; }

  /// Replaces pages lost from files, for all external memory of the process. To be called before
  /// each command. A file that shrinks while a command uses it may still crash the process.
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
  const Descriptor watchedFile;       ///< none if the file cannot shrink
  std::atomic<std::size_t> keptBytes; ///< still mapped from the file
  const std::vector<Ref<Device>> deviceList;
};

} // namespace weft::icd
