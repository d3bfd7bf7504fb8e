// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/program/loaded_code.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

namespace weft::device {

LoadedCode::LoadedCode(void *handle, const std::string &path, std::span<const std::byte> image)
    : filePath(path), lineTable(image) {
  link_map *map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map))
    return;
  if (filePath.empty())
    filePath = map->l_name;
  base = map->l_addr;
  Elf64_Ehdr header;
  if (image.size() < sizeof header)
    return;
  std::memcpy(&header, image.data(), sizeof header);
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    const std::uint64_t offset = header.e_phoff + i * sizeof segment;
    if (offset > image.size() || image.size() - offset < sizeof segment)
      return;
    std::memcpy(&segment, image.data() + offset, sizeof segment);
    if (segment.p_type == PT_LOAD)
      bytes = std::max(bytes, segment.p_vaddr + segment.p_memsz);
  }
}

} // namespace weft::device
