// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels under their names in profilers: what they need is a mapping of a file that exists, with a
// function symbol for each kernel.
#include "tests/support/opencl.h"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace weft::test;

std::string contentsOf(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

template <class T> T at(const std::string &file, std::size_t offset) {
  T value{};
  if (offset + sizeof(T) <= file.size())
    std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

/// The functions in the symbol table of an ELF file.
std::vector<std::string> functionsOf(const std::string &file) {
  std::vector<std::string> names;
  const auto header = at<Elf64_Ehdr>(file, 0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return names;
  const auto section = [&](std::size_t index) {
    return at<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  for (std::size_t index = 0; index < header.e_shnum; ++index) {
    const Elf64_Shdr table = section(index);
    if (table.sh_type != SHT_SYMTAB)
      continue;
    const Elf64_Shdr strings = section(table.sh_link);
    for (std::size_t offset = 0; offset < table.sh_size; offset += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(file, table.sh_offset + offset);
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0)
        names.emplace_back(file.c_str() + strings.sh_offset + symbol.st_name);
    }
  }
  return names;
}

/// The files behind the executable mappings of this process.
std::vector<std::string> executableMappings() {
  std::vector<std::string> files;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::string range, access, offset, device, inode, path;
    fields >> range >> access >> offset >> device >> inode >> path;
    if (access.find('x') != std::string::npos && path.starts_with('/'))
      files.push_back(path);
  }
  return files;
}

/// How often a function is named in the files behind this process's mappings.
std::ptrdiff_t countInMappings(const std::string &function) {
  std::ptrdiff_t found = 0;
  for (const std::string &path : executableMappings())
    if (access(path.c_str(), R_OK) == 0)
      found += std::ranges::count(functionsOf(contentsOf(path)), function);
  return found;
}

TEST(KernelSymbols, MappedFileNamesTheKernels) {
  // A folder that is surely the user's alone: only from such a one programs are mapped.
  std::string cache = testing::TempDir() + "weft-symbols-XXXXXX";
  ASSERT_TRUE(mkdtemp(cache.data()));
  setenv("WEFT_CACHE_DIR", cache.c_str(), 1);
  const Session session;
  constexpr char source[] = "kernel void seenInProfiles(global int *x) { *x += 1; }\n"
                            "kernel void seenAsWell(global int *x) { *x -= 1; }\n";
  // The cache gets the program when all its code is there.
  size_t bytes = 0;
  ASSERT_EQ(clGetProgramInfo(session.build(source), CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes,
                             nullptr),
            CL_SUCCESS);
  Program program = session.build(source);
  std::vector<int> data(1);
  session.run(program, "seenInProfiles", {{1}}, inOut(data));
  EXPECT_EQ(data[0], 1);
  EXPECT_EQ(countInMappings("kernel_seenInProfiles"), 1);
  EXPECT_EQ(countInMappings("kernel_seenAsWell"), 1);
  std::filesystem::remove_all(cache);
}

/// Programs that are not loaded from the cache, in a process that is asked to keep them.
TEST(KernelSymbols, KeptFilesNameTheKernels) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // The child comes past here as well, before it makes files.
  const std::string folder = testing::TempDir() + "weft-programs";
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(std::filesystem::create_directory(folder));
  setenv("WEFT_PROGRAMS", folder.c_str(), 1);
  EXPECT_EXIT(
      {
        const Session session;
        // Each program has variables of its own, so no two loads share a file.
        for (int value : {1, 2}) {
          Program program = session.build("global int calls;\n"
                                          "kernel void kept(global int *x) { *x += ++calls; }\n",
                                          "-cl-std=CL3.0");
          std::vector<int> data(1);
          for (int run = 1; run <= value; ++run)
            session.run(program, "kept", {{1}}, inOut(data));
          if (data[0] != value * (value + 1) / 2 || countInMappings("kernel_kept") != 1)
            std::exit(1);
        }
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^$");
  unsetenv("WEFT_PROGRAMS");
  int files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    EXPECT_EQ(std::ranges::count(functionsOf(contentsOf(entry.path())), "kernel_kept"), 1);
  }
  EXPECT_EQ(files, 2);
  std::filesystem::remove_all(folder);
}

} // namespace
