// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loader would do with a program's ELF file, and that only files that are inert are taken.
#include "compiler/client/compiler_client.h"
#include "compiler/interface/program/binary.h"
#include "compiler/interface/program/program_image.h"
#include "compiler/interface/target/host_target.h"
#include "tests/unit/compiler_builds.h"

#include "cpus.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <elf.h>

namespace weft::compiler {
namespace {

using Bytes = std::vector<std::byte>;

template <class T> T read(const Bytes &image, std::size_t offset) {
  T object;
  std::memcpy(&object, image.data() + offset, sizeof object);
  return object;
}

template <class T> void write(Bytes &image, std::size_t offset, const T &object) {
  std::memcpy(image.data() + offset, &object, sizeof object);
}

class ProgramImage : public testing::Test {
protected:
  void SetUp() override {
    ::setenv("WEFT_COMPILER", WEFT_TEST_COMPILER, 1);
    ::setenv("WEFT_CACHE", "0", 1);
    BuildRequest request;
    request.source = "constant float table[4] = {1, 2, 3, 4};\n"
                     "kernel void k(global float *x) { *x = sin(*x) + table[(int)*x & 3]; }\n";
    const BuildResult result = finished(build(request, HostState::capture()));
    ASSERT_EQ(result.status, BuildStatus::Success) << result.log;
    image.assign(result.binary->payload().begin(), result.binary->payload().end());
  }

  void TearDown() override {
    ::unsetenv("WEFT_COMPILER");
    ::unsetenv("WEFT_CACHE");
  }

  std::string problemOf(const Bytes &changed) const {
    std::string problem;
    const bool isInert = isInertWhenLoaded(changed, problem);
    EXPECT_EQ(isInert, problem.empty());
    const bool isBinary =
        Binary::parse(Binary::seal(changed, BinaryKind::Executable, 0, hostTarget())) != nullptr;
    EXPECT_EQ(isBinary, problem.empty());
    return problem;
  }

  /// Where the first segment of a type has its header.
  std::size_t segment(std::uint32_t type, std::uint32_t flags = 0) const {
    const auto header = read<Elf64_Ehdr>(image, 0);
    for (std::size_t i = 0; i < header.e_phnum; ++i) {
      const std::size_t offset = header.e_phoff + i * sizeof(Elf64_Phdr);
      const auto segment = read<Elf64_Phdr>(image, offset);
      if (segment.p_type == type && (segment.p_flags & flags) == flags)
        return offset;
    }
    ADD_FAILURE() << "no segment of type " << type;
    return 0;
  }

  /// Where the dynamic section has its entry of a tag.
  std::size_t entry(std::int64_t tag) const {
    const auto dynamic = read<Elf64_Phdr>(image, segment(PT_DYNAMIC));
    for (std::size_t offset = dynamic.p_offset; offset < dynamic.p_offset + dynamic.p_filesz;
         offset += sizeof(Elf64_Dyn))
      if (read<Elf64_Dyn>(image, offset).d_tag == tag)
        return offset;
    ADD_FAILURE() << "no entry of tag " << tag;
    return 0;
  }

  /// Tables lie in the first segment, whose offsets are its addresses.
  std::size_t table(std::int64_t tag) const {
    return read<Elf64_Dyn>(image, entry(tag)).d_un.d_val;
  }

  Bytes image;
};

TEST_F(ProgramImage, WhatTheCompilerMakesIsInert) { EXPECT_EQ(problemOf(image), ""); }

TEST_F(ProgramImage, EntriesThatRunCodeOrLoadLibraries) {
  for (const std::int64_t tag :
       {std::int64_t{DT_INIT}, std::int64_t{DT_FINI}, std::int64_t{DT_INIT_ARRAY},
        std::int64_t{DT_FINI_ARRAY}, std::int64_t{DT_PREINIT_ARRAY}, std::int64_t{DT_NEEDED},
        std::int64_t{DT_AUXILIARY}, std::int64_t{DT_FILTER}, std::int64_t{DT_RUNPATH},
        std::int64_t{DT_TEXTREL}, std::int64_t{DT_REL}, std::int64_t{0x6ffffefc} /* DT_AUDIT */,
        std::int64_t{DT_STRTAB}}) {
    Bytes changed = image;
    auto entry = read<Elf64_Dyn>(changed, this->entry(DT_RELACOUNT));
    entry.d_tag = tag;
    entry.d_un.d_val = 1;
    write(changed, this->entry(DT_RELACOUNT), entry);
    EXPECT_NE(problemOf(changed), "") << tag;
  }
}

TEST_F(ProgramImage, RelocationsThatRunCodeOrChangeOtherMemory) {
  const std::size_t offset = table(DT_RELA);
  const auto good = read<Elf64_Rela>(image, offset);
  const auto dynamic = read<Elf64_Phdr>(image, segment(PT_DYNAMIC));
  const auto with = [&](std::uint64_t address, std::uint64_t info) {
    Bytes changed = image;
    write(changed, offset, Elf64_Rela{address, info, good.r_addend});
    return problemOf(changed);
  };
  EXPECT_EQ(with(good.r_offset, good.r_info), "");
  EXPECT_NE(with(good.r_offset, ELF64_R_INFO(0, test::cpus::indirectRelocation)), "");
  EXPECT_NE(with(good.r_offset, ELF64_R_INFO(0, test::cpus::copyRelocation)), "");
  EXPECT_NE(with(good.r_offset, ELF64_R_INFO(99, test::cpus::symbolRelocation)), "");
  EXPECT_NE(with(offset, good.r_info), "") << "the relocations";
  EXPECT_NE(with(dynamic.p_vaddr + 8, good.r_info), "") << "the dynamic section";
  EXPECT_NE(with(0x7fff00000000, good.r_info), "");
  EXPECT_NE(with(~std::uint64_t{7}, good.r_info), "");
}

TEST_F(ProgramImage, IndirectSymbols) {
  Bytes changed = image;
  const std::size_t offset = table(DT_SYMTAB) + sizeof(Elf64_Sym);
  auto symbol = read<Elf64_Sym>(changed, offset);
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC);
  write(changed, offset, symbol);
  EXPECT_NE(problemOf(changed), "");
}

TEST_F(ProgramImage, Segments) {
  struct Case {
    std::uint32_t type, flags, newType, newFlags;
  };
  for (const auto &[type, flags, newType, newFlags] :
       {Case{PT_LOAD, PF_X, PT_LOAD, PF_R | PF_W | PF_X},
        {PT_LOAD, PF_W, PT_LOAD, PF_R},
        {PT_GNU_STACK, 0, PT_GNU_STACK, PF_R | PF_W | PF_X},
        {PT_NOTE, 0, PT_TLS, PF_R},
        {PT_NOTE, 0, PT_INTERP, PF_R},
        {PT_NOTE, 0, PT_DYNAMIC, PF_R}}) {
    Bytes changed = image;
    auto header = read<Elf64_Phdr>(changed, segment(type, flags));
    header.p_type = newType;
    header.p_flags = newFlags;
    write(changed, segment(type, flags), header);
    EXPECT_NE(problemOf(changed), "") << type << " to " << newType;
  }
}

TEST_F(ProgramImage, DamageIsReadWithinTheImage) {
  for (std::size_t size = 0; size < image.size(); size += 7) {
    Bytes cut(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(size));
    std::string problem;
    isInertWhenLoaded(cut, problem);
  }
  for (std::size_t i = 0; i < image.size(); ++i)
    for (const unsigned value : {0x00u, 0x7fu, 0xffu}) {
      Bytes changed = image;
      changed[i] = static_cast<std::byte>(value);
      std::string problem;
      isInertWhenLoaded(changed, problem);
    }
}

} // namespace
} // namespace weft::compiler
