// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that another API has exported as a file descriptor (cl_khr_external_memory_opaque_fd). It
// is mapped as long as a memory object lives on it, so all see what each of them writes.
#pragma once

#include "icd/core/object.h"
#include "icd/core/platform/device.h"

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

private:
  ExternalMemory(unsigned char *memory, std::size_t bytes, std::vector<Ref<Device>> devices);

  unsigned char *const memory;
  const std::size_t bytes;
  const std::vector<Ref<Device>> deviceList;
};

} // namespace weft::icd
