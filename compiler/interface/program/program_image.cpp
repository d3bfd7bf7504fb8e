// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loader runs an object's code for DT_INIT, DT_INIT_ARRAY and the like, for relocations that ask
// a function for an address (IRELATIVE, or indirect function symbols), and in all libraries that
// the object names. So the dynamic section may contain only tags from a short list, relocations
// only a few types, and symbols no indirect functions. All this is read as the loader reads it,
// through segments: these must not overlap, and checked data must be where no relocation of the
// image can change it before the loader reads it.
#include "compiler/interface/program/program_image.h"

#include "compiler/interface/target/arch/host_cpu.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <optional>
#include <string_view>
#include <vector>

namespace weft::compiler {
namespace {

constexpr std::uint32_t segmentTypes[] = {PT_LOAD,      PT_DYNAMIC,   PT_NOTE,         PT_PHDR,
                                          PT_GNU_RELRO, PT_GNU_STACK, PT_GNU_EH_FRAME, PT_NULL};

// Tags whose values are addresses of tables.
constexpr std::int64_t tableTags[] = {DT_GNU_HASH, DT_STRTAB, DT_SYMTAB, DT_RELA,
                                      DT_JMPREL,   DT_VERSYM, DT_VERNEED};
constexpr std::int64_t otherTags[] = {DT_NULL,     DT_NEEDED,  DT_STRSZ,     DT_SYMENT,
                                      DT_RELASZ,   DT_RELAENT, DT_RELACOUNT, DT_PLTREL,
                                      DT_PLTRELSZ, DT_PLTGOT,  DT_VERNEEDNUM};

constexpr std::string_view libraries[] = {"libc.so.6", "libm.so.6"};

// Relocation types that store an address and call nothing.
struct Machine {
  std::uint16_t number;
  std::array<std::uint32_t, 4> relocations;
};
constexpr Machine machines[] = {
    {EM_X86_64, {R_X86_64_RELATIVE, R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT, R_X86_64_64}},
    {EM_AARCH64, {R_AARCH64_RELATIVE, R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT, R_AARCH64_ABS64}}};

template <class Range, class Value> bool contains(const Range &range, const Value &value) {
  for (const auto &candidate : range)
    if (candidate == value)
      return true;
  return false;
}

std::uint64_t pageBegin(std::uint64_t address) { return address & ~(largestPageBytes() - 1); }

class Image {
public:
  Image(std::span<const std::byte> bytes, std::string &problem) : bytes(bytes), problem(problem) {}

  bool check() {
    return readHeader() && readSegments() && readDynamic() && checkLibraries() && checkSymbols() &&
           checkRelocations(DT_RELA, DT_RELASZ) && checkRelocations(DT_JMPREL, DT_PLTRELSZ);
  }

private:
  bool refuse(std::string reason) {
    problem = std::move(reason);
    return false;
  }

  /// The object at an offset in the file.
  template <class T> std::optional<T> at(std::uint64_t offset) const {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
      return std::nullopt;
    T object;
    std::memcpy(&object, bytes.data() + offset, sizeof object);
    return object;
  }

  bool readHeader() {
    const auto header = at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_type != ET_DYN || header->e_phentsize != sizeof(Elf64_Phdr))
      return refuse("it is not a shared object");
    for (const Machine &known : machines)
      if (known.number == header->e_machine)
        machine = &known;
    if (!machine)
      return refuse("it is for another kind of CPU");
    for (unsigned i = 0; i < header->e_phnum; ++i) {
      const auto segment = at<Elf64_Phdr>(header->e_phoff + i * sizeof(Elf64_Phdr));
      if (!segment)
        return refuse("its headers are damaged");
      segments.push_back(*segment);
    }
    return true;
  }

  bool readSegments() {
    std::uint64_t end = 0; // of memory so far
    for (const Elf64_Phdr &segment : segments) {
      if (!contains(segmentTypes, segment.p_type))
        return refuse("it has a segment of type " + std::to_string(segment.p_type));
      if (segment.p_type == PT_GNU_STACK && segment.p_flags & PF_X)
        return refuse("it requires an executable stack");
      if (segment.p_type == PT_DYNAMIC) {
        if (dynamic)
          return refuse("it has two dynamic sections");
        dynamic = &segment;
      }
      if (segment.p_type != PT_LOAD)
        continue;
      constexpr std::uint64_t limit = std::uint64_t{1} << 47;
      if (segment.p_offset > bytes.size() || segment.p_filesz > bytes.size() - segment.p_offset ||
          segment.p_filesz > segment.p_memsz || segment.p_vaddr > limit ||
          segment.p_memsz > limit ||
          (segment.p_offset - segment.p_vaddr) % largestPageBytes() != 0 ||
          pageBegin(segment.p_vaddr) < end)
        return refuse("its segments are damaged");
      if (segment.p_flags & PF_W && segment.p_flags & PF_X)
        return refuse("it has memory that is both writable and executable");
      end = pageBegin(segment.p_vaddr + segment.p_memsz + largestPageBytes() - 1);
    }
    return dynamic || refuse("it has no dynamic section");
  }

  /// The file offset of data loaded at an address; nothing unless all of it is in the file and in a
  /// segment with the given writability.
  std::optional<std::uint64_t> find(std::uint64_t address, std::uint64_t size,
                                    bool isWritable) const {
    for (const Elf64_Phdr &segment : segments)
      if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
          address - segment.p_vaddr <= segment.p_filesz &&
          size <= segment.p_filesz - (address - segment.p_vaddr) &&
          ((segment.p_flags & PF_W) != 0) == isWritable)
        return segment.p_offset + (address - segment.p_vaddr);
    return std::nullopt;
  }

  bool readDynamic() {
    const auto offset = find(dynamic->p_vaddr, dynamic->p_filesz, /*isWritable=*/true);
    if (!offset || *offset != dynamic->p_offset || dynamic->p_filesz != dynamic->p_memsz ||
        dynamic->p_filesz % sizeof(Elf64_Dyn) != 0)
      return refuse("its dynamic section is damaged");
    for (std::uint64_t i = 0; i * sizeof(Elf64_Dyn) < dynamic->p_filesz; ++i) {
      const auto entry = at<Elf64_Dyn>(*offset + i * sizeof(Elf64_Dyn));
      if (!entry)
        return refuse("its dynamic section is damaged");
      if (entry->d_tag == DT_NULL)
        break;
      if (contains(std::array{DT_INIT, DT_FINI, DT_INIT_ARRAY, DT_FINI_ARRAY, DT_PREINIT_ARRAY},
                   entry->d_tag))
        return refuse("it has code that runs when it is loaded or unloaded");
      if (!contains(tableTags, entry->d_tag) && !contains(otherTags, entry->d_tag))
        return refuse("its dynamic section has an entry of type " + std::to_string(entry->d_tag));
      if (entry->d_tag != DT_NEEDED && value(entry->d_tag))
        return refuse("its dynamic section has an entry twice");
      entries.push_back(*entry);
    }
    const std::uint64_t entryCount = entries.size() * sizeof(Elf64_Dyn);
    if (entryCount == dynamic->p_filesz)
      return refuse("its dynamic section has no end");
    for (const std::int64_t tag : tableTags)
      if (const auto table = value(tag); table && !find(*table, 1, /*isWritable=*/false))
        return refuse("its tables are writable");
    return value(DT_SYMTAB) && value(DT_STRTAB) && value(DT_STRSZ) && value(DT_GNU_HASH)
               ? true
               : refuse("its dynamic section lacks tables");
  }

  std::optional<std::uint64_t> value(std::int64_t tag) const {
    for (const Elf64_Dyn &entry : entries)
      if (entry.d_tag == tag)
        return entry.d_un.d_val;
    return std::nullopt;
  }

  /// For offsets validated by readDynamic().
  std::uint64_t valueOrZero(std::int64_t tag) const { return value(tag).value_or(0); }

  bool checkLibraries() {
    for (const Elf64_Dyn &entry : entries) {
      if (entry.d_tag != DT_NEEDED)
        continue;
      bool isKnown = false;
      for (const std::string_view library : libraries) {
        const std::uint64_t size = library.size() + 1;
        const auto offset =
            find(valueOrZero(DT_STRTAB) + entry.d_un.d_val, size, /*isWritable=*/false);
        isKnown |= offset && std::memcmp(bytes.data() + *offset, library.data(), size) == 0;
      }
      if (!isKnown)
        return refuse("it needs a library");
    }
    return true;
  }

  /// At least the number of symbols that the loader can find by name: the hash table covers the
  /// last ones.
  std::optional<std::uint64_t> symbolCount() const {
    struct Header {
      std::uint32_t buckets, first, bloomWords, bloomShift;
    };
    const auto table = find(valueOrZero(DT_GNU_HASH), sizeof(Header), /*isWritable=*/false);
    const auto header = table ? at<Header>(*table) : std::nullopt;
    if (!header)
      return std::nullopt;
    const std::uint64_t buckets = *table + sizeof(Header) + header->bloomWords * 8ull;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < header->buckets; ++i) {
      const auto bucket = at<std::uint32_t>(buckets + i * 4);
      if (!bucket)
        return std::nullopt;
      last = std::max<std::uint64_t>(last, *bucket);
    }
    if (last == 0)
      return header->first;
    if (last < header->first)
      return std::nullopt;
    const std::uint64_t chains = buckets + header->buckets * 4ull;
    for (;; ++last) {
      const auto hash = at<std::uint32_t>(chains + (last - header->first) * 4);
      if (!hash)
        return std::nullopt;
      if (*hash & 1)
        return last + 1;
    }
  }

  bool isPlainSymbol(std::uint64_t index) const {
    const auto offset = find(valueOrZero(DT_SYMTAB) + index * sizeof(Elf64_Sym), sizeof(Elf64_Sym),
                             /*isWritable=*/false);
    const auto symbol = offset ? at<Elf64_Sym>(*offset) : std::nullopt;
    return symbol && ELF64_ST_TYPE(symbol->st_info) != STT_GNU_IFUNC;
  }

  bool checkSymbols() {
    const auto count = symbolCount();
    if (!count)
      return refuse("its symbols are damaged");
    for (std::uint64_t index = 0; index < *count; ++index)
      if (!isPlainSymbol(index))
        return refuse("it has a symbol that is an indirect function");
    return true;
  }

  bool checkRelocations(std::int64_t tableTag, std::int64_t sizeTag) {
    const std::uint64_t size = value(sizeTag).value_or(0);
    if (size == 0)
      return true;
    const auto table = value(tableTag);
    const auto offset = table ? find(*table, size, /*isWritable=*/false) : std::nullopt;
    if (!offset || size % sizeof(Elf64_Rela) != 0 ||
        value(DT_RELAENT).value_or(sizeof(Elf64_Rela)) != sizeof(Elf64_Rela) ||
        value(DT_PLTREL).value_or(DT_RELA) != DT_RELA)
      return refuse("its relocations are damaged");
    for (std::uint64_t i = 0; i < size; i += sizeof(Elf64_Rela)) {
      const auto relocation = at<Elf64_Rela>(*offset + i).value_or(Elf64_Rela{});
      const std::uint64_t symbol = ELF64_R_SYM(relocation.r_info);
      if (!contains(machine->relocations, ELF64_R_TYPE(relocation.r_info)) ||
          (symbol != 0 && !isPlainSymbol(symbol)))
        return refuse("it has a relocation that runs code, or of a type that programs never need");
      if (!isOwnMemory(relocation.r_offset))
        return refuse("it has a relocation outside its own memory");
    }
    return true;
  }

  /// Whether a word is in writable memory and holds nothing that the loader reads.
  bool isOwnMemory(std::uint64_t address) const {
    constexpr std::uint64_t wordBytes = 8;
    if (address < dynamic->p_vaddr + dynamic->p_memsz && address + wordBytes > dynamic->p_vaddr)
      return false;
    for (const Elf64_Phdr &segment : segments)
      if (segment.p_type == PT_LOAD && segment.p_flags & PF_W && address >= segment.p_vaddr &&
          segment.p_memsz >= wordBytes && address - segment.p_vaddr <= segment.p_memsz - wordBytes)
        return true;
    return false;
  }

  const std::span<const std::byte> bytes;
  std::string &problem;
  const Machine *machine = nullptr;
  std::vector<Elf64_Phdr> segments;
  const Elf64_Phdr *dynamic = nullptr;
  std::vector<Elf64_Dyn> entries;
};

} // namespace

bool isInertWhenLoaded(std::span<const std::byte> image, std::string &problem) {
  return Image(image, problem).check();
}

} // namespace weft::compiler
