// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/linking/elf_linker.h"

#include "compiler/interface/target/arch/host_cpu.h"
#include "device/base/files/files.h"
#include "device/base/files/memory_file.h"
#include "device/base/files/transfer.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

// Symbols that lld's link-time optimiser references but that are not linked; never called.
extern "C" {
#include "absent_targets.inc"
}

namespace weft::compiler {
namespace {

std::vector<std::byte> readWhole(int file) {
  struct stat status = {};
  if (fstat(file, &status) != 0)
    return {};
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  if (readAt(file, bytes.data(), bytes.size(), 0) != bytes.size())
    return {};
  return bytes;
}

// Redirects standard output to a file while it lives: lld writes either there or to a temporary
// file next to its output, and memfds have no folder.
class OutputRedirection {
public:
  explicit OutputRedirection(int target) : saved(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    llvm::outs().flush();
    dup2(target, STDOUT_FILENO);
  }
  ~OutputRedirection() {
    llvm::outs().flush();
    if (saved)
      dup2(saved.get(), STDOUT_FILENO);
    else
      close(STDOUT_FILENO);
  }
  OutputRedirection(const OutputRedirection &) = delete;
  OutputRedirection &operator=(const OutputRedirection &) = delete;

private:
  const Descriptor saved;
};

// A library as loaded by this process: programs will find the same.
struct LibrarySearch {
  const char *name;
  std::string path;
};

std::string findLoadedLibrary(const char *name) {
  LibrarySearch search{name, {}};
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *context) {
        auto *found = static_cast<LibrarySearch *>(context);
        const char *slash = std::strrchr(info->dlpi_name, '/');
        if (!slash || std::strcmp(slash + 1, found->name) != 0)
          return 0;
        found->path = info->dlpi_name;
        return 1;
      },
      &search);
  return search.path;
}

// Whether the object needs other libraries. Most kernels do not, and the link then omits the C
// library: reading its symbol tables takes longer than the rest of the link.
bool hasUndefinedSymbols(const ObjectFile &object) {
  const llvm::MemoryBufferRef buffer(llvm::StringRef(object.data(), object.size()), "kernels");
  auto file = llvm::object::ObjectFile::createELFObjectFile(buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return true;
  }
  return llvm::any_of((*file)->symbols(), [](const llvm::object::SymbolRef &symbol) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!flags) { // the linker will report why
      llvm::consumeError(flags.takeError());
      return true;
    }
    return (*flags & llvm::object::SymbolRef::SF_Undefined) != 0;
  });
}

} // namespace

std::vector<std::byte> linkSharedObject(llvm::ArrayRef<ObjectFile> objects,
                                        const std::string &helpers, std::string &log) {
  std::vector<PathFile> inputs;
  inputs.reserve(objects.size());
  const Descriptor output = makeMemoryFile("weft-program");
  for (const ObjectFile &object : objects) {
    const PathFile &input =
        inputs.emplace_back("weft-object", std::string_view(object.data(), object.size()));
    if (!output || !input) {
      log += std::string("error: no memory for the linker: ") + std::strerror(errno) + "\n";
      return {};
    }
  }
  const std::string pages = "-zmax-page-size=" + std::to_string(largestPageBytes());
  std::vector<const char *> arguments{"ld.lld",
                                      "-shared",
                                      "--threads=1",
                                      "--build-id=fast",
                                      "--hash-style=gnu",
                                      "--as-needed",
                                      "-znoseparate-code",
                                      pages.c_str(),
                                      "-O0",
                                      "-o",
                                      "-"};
  llvm::append_range(
      arguments, llvm::map_range(inputs, [](const PathFile &file) { return file.path().c_str(); }));
  std::string libraries[2];
  if (llvm::any_of(objects, hasUndefinedSymbols)) {
    libraries[0] = findLoadedLibrary("libm.so.6");
    libraries[1] = findLoadedLibrary("libc.so.6");
    arguments.push_back(helpers.c_str());
    for (const std::string &library : libraries)
      if (!library.empty())
        arguments.push_back(library.c_str());
    // A call from code generation to an undefined function must fail here, not in the loader.
    if (llvm::none_of(libraries, [](const std::string &library) { return library.empty(); }))
      arguments.push_back("--no-undefined");
  }
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  bool linked = false;
  {
    const OutputRedirection redirection(output.get());
    linked = lld::elf::link(arguments, stream, stream, /*exitEarly=*/false,
                            /*disableOutput=*/false);
    lld::CommonLinkerContext::destroy();
  }
  if (!linked) {
    log += "error: linking failed\n" + messages;
    return {};
  }
  std::vector<std::byte> result = readWhole(output.get());
  if (result.empty())
    log += "error: the linker has no output\n";
  return result;
}

void prepareLinker() { const lld::CommonLinkerContext context; }

} // namespace weft::compiler
