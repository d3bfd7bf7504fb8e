// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/external_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace weft::icd {

ExternalMemory::ExternalMemory(unsigned char *memory, std::size_t bytes,
                               std::vector<Ref<Device>> devices)
    : memory(memory), bytes(bytes), deviceList(std::move(devices)) {}

ExternalMemory::~ExternalMemory() { ::munmap(memory, bytes); }

std::unique_ptr<ExternalMemory> ExternalMemory::map(int file, std::size_t bytes,
                                                    std::vector<Ref<Device>> devices) {
  // An access behind the end of the file would end the process.
  struct stat status{};
  if (::fstat(file, &status) != 0 || status.st_size < 0 ||
      static_cast<std::size_t>(status.st_size) < bytes)
    return nullptr;
  void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  try {
    return std::unique_ptr<ExternalMemory>(
        new ExternalMemory(static_cast<unsigned char *>(memory), bytes, std::move(devices)));
  } catch (...) {
    ::munmap(memory, bytes);
    throw;
  }
}

bool ExternalMemory::isUsableOn(const Device &device) const {
  return std::ranges::any_of(deviceList,
                             [&](const Ref<Device> &one) { return one.get() == &device; });
}

} // namespace weft::icd
