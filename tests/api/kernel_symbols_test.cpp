// Kernels under their names in profilers: what they need is a mapping of a file that exists, with a
// function symbol for each kernel.
#include "tests/support/opencl.h"

#include <elf.h>
#include <unistd.h>

#include <cstring>
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

TEST(KernelSymbols, MappedFileNamesTheKernels) {
  const Session session;
  Program program = session.build("kernel void seenInProfiles(global int *x) { *x += 1; }\n"
                                  "kernel void seenAsWell(global int *x) { *x -= 1; }\n");
  std::vector<int> data(1);
  session.run(program, "seenInProfiles", {{1}}, inOut(data));
  EXPECT_EQ(data[0], 1);
  int found = 0;
  for (const std::string &path : executableMappings())
    if (access(path.c_str(), R_OK) == 0)
      for (const std::string &name : functionsOf(contentsOf(path)))
        found += name == "kernel_seenInProfiles" || name == "kernel_seenAsWell";
  EXPECT_EQ(found, 2);
}

} // namespace
