// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/huge_code.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <sys/mman.h>

namespace weft::compiler {
namespace {

constexpr std::uintptr_t page = 4096, hugePage = std::uintptr_t{2} << 20;
/// The functions that builds call come first in the code (compiler/order), and occupy this much.
constexpr std::uintptr_t usedCode = 6 * hugePage;
/// This much of the constants before the code contains most of those that builds read.
constexpr std::uintptr_t usedConstants = hugePage;

constexpr std::uintptr_t roundDown(std::uintptr_t address, std::uintptr_t unit) {
  return address / unit * unit;
}
constexpr std::uintptr_t roundUp(std::uintptr_t address, std::uintptr_t unit) {
  return roundDown(address + unit - 1, unit);
}

/// The program's read-only pages: constants, and the code after them. The linker may leave unmapped
/// pages between them.
struct ReadOnlyImage {
  std::uintptr_t begin = 0, constantsEnd = 0, code = 0, end = 0;
};

/// Segments before a large gap are excluded.
ReadOnlyImage findReadOnlyImage() {
  ReadOnlyImage image;
  ::dl_iterate_phdr(
      [](dl_phdr_info *program, std::size_t, void *context) {
        auto &image = *static_cast<ReadOnlyImage *>(context);
        for (const auto *part = program->dlpi_phdr;
             part != program->dlpi_phdr + program->dlpi_phnum; ++part) {
          if (part->p_type != PT_LOAD || (part->p_flags & PF_W))
            continue;
          const std::uintptr_t address = program->dlpi_addr + part->p_vaddr;
          const std::uintptr_t begin = roundDown(address, page);
          if (image.end == 0 || begin - image.end >= hugePage)
            image = {begin, begin, 0, begin};
          image.constantsEnd = image.end;
          image.end = roundUp(address + part->p_memsz, page);
          if (part->p_flags & PF_X) {
            image.code = begin;
            break;
          }
        }
        return 1; // the program itself comes first
      },
      &image);
  return image;
}

/// Replaces whole huge pages of the image by a copy.
void moveToHugePages(const ReadOnlyImage &image, std::uintptr_t begin, std::uintptr_t end,
                     int protection) {
  if (begin >= end)
    return;
  const std::size_t size = end - begin;
  auto *target = reinterpret_cast<char *>(begin); // NOLINT(performance-no-int-to-ptr)
  void *reserve =
      ::mmap(nullptr, size + hugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (reserve == MAP_FAILED)
    return;
  const auto start = reinterpret_cast<std::uintptr_t>(reserve);
  char *copy = static_cast<char *>(reserve) + (roundUp(start, hugePage) - start);
  if (::madvise(copy, size, MADV_HUGEPAGE) == 0) {
    const auto copyPart = [&](std::uintptr_t from, std::uintptr_t to) {
      if (from < to)
        std::memcpy(copy + (from - begin), target + (from - begin), to - from);
    };
    copyPart(begin, std::min(end, image.constantsEnd));
    copyPart(std::max(begin, image.code), end);
    // The code of this very call may be replaced, by the same bytes.
    if (::mprotect(copy, size, protection) == 0)
      ::mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, target);
  }
  ::munmap(reserve, size + hugePage);
}

} // namespace

void moveCodeToHugePages() {
  const ReadOnlyImage image = findReadOnlyImage();
  const std::uintptr_t first = roundUp(image.begin, hugePage),
                       last = roundDown(image.end, hugePage);
  if (!image.code || last < image.code + usedCode / 2)
    return;
  const std::uintptr_t code = std::max(first, roundDown(image.code, hugePage));
  moveToHugePages(image, first, std::min(first + usedConstants, code), PROT_READ);
  moveToHugePages(image, code, std::min(code + usedCode, last), PROT_READ | PROT_EXEC);
}

} // namespace weft::compiler
