// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/program/module.h"

#include "device/base/reports/log.h"
#include "device/base/settings.h"
#include "device/base/threads/fork.h"
#include "device/program/program_file.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <mutex>

namespace weft::device {
namespace {

/// Held while the dynamic linker loads and unloads for Weft, and across fork: a child would find
/// the linker's lists half modified.
constinit std::mutex linkerMutex;

const ForkHandler forkHandler(
    ForkOrder::Linker, [] { linkerMutex.lock(); }, [] { linkerMutex.unlock(); },
    [] { linkerMutex.unlock(); });

void closeObject(void *handle) noexcept {
  const std::lock_guard lock(linkerMutex);
  dlclose(handle);
}

struct ObjectCloser {
  void operator()(void *handle) const { closeObject(handle); }
};
using Object = std::unique_ptr<void, ObjectCloser>;

/// An image that is being loaded.
struct Image {
  std::span<const std::byte> bytes;
  bool isForDebugger; ///< it has debug information
};

/// What was loaded, and the file if a debugger has no other way to it.
struct Loaded {
  Object object;
  ProgramFile file;
  explicit operator bool() const { return object != nullptr; }
};

/// A debugger reads the file for as long as it likes, so it gets a lasting path or the descriptor.
Loaded openObject(ProgramFile file, bool isForDebugger, std::string &error) {
  if (!file)
    return {};
  const bool hasName = isForDebugger && !file.lastingPath().empty();
  const std::string path = hasName ? file.lastingPath() : file.loadPath();
  const std::lock_guard lock(linkerMutex);
  Object object(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
  if (!object)
    if (const char *message = dlerror())
      error = message;
  if (!isForDebugger || hasName)
    return {std::move(object), ProgramFile()};
  return {std::move(object), std::move(file)};
}

/// Whether the loaded object is this image: all read-only segments are equal. An object of the same
/// file that is still loaded may be older than the file's content. A debugger may have set
/// breakpoints in code by now; the build ID is in another segment.
bool holdsImage(void *handle, std::span<const std::byte> image, bool isForDebugger) {
  link_map *map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) || image.size() < sizeof(Elf64_Ehdr))
    return false;
  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof header);
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > image.size() ||
      header.e_phnum > (image.size() - header.e_phoff) / sizeof(Elf64_Phdr))
    return false;
  // The headers are compared first: if they agree, the segments are where the image says.
  const auto *base = reinterpret_cast<const std::byte *>(map->l_addr);
  const std::size_t headers = header.e_phoff + header.e_phnum * sizeof(Elf64_Phdr);
  if (headers > 4096 || std::memcmp(base, image.data(), headers) != 0)
    return false;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, image.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type != PT_LOAD || segment.p_flags & PF_W ||
        (isForDebugger && segment.p_flags & PF_X))
      continue;
    if (segment.p_offset > image.size() || segment.p_filesz > image.size() - segment.p_offset ||
        std::memcmp(base + segment.p_vaddr, image.data() + segment.p_offset, segment.p_filesz) != 0)
      return false;
  }
  return true;
}

/// Loads the file that others may have loaded as well.
Loaded loadShared(const std::string &path, const Image &image) {
  std::string ignored; // A private copy is tried next.
  Loaded loaded =
      openObject(ProgramFile::openShared(path, image.bytes), image.isForDebugger, ignored);
  if (loaded && !holdsImage(loaded.object.get(), image.bytes, image.isForDebugger))
    return {};
  return loaded;
}

/// Loads a separate copy.
Loaded loadPrivate(const Image &image, std::string &error) {
  if (Loaded loaded =
          openObject(ProgramFile::makeInMemory(image.bytes, error), image.isForDebugger, error))
    return loaded;
  // Systems that forbid executable memfds.
  return openObject(
      ProgramFile::makeTemporary(Settings::ofProcess().temporaryFolder, image.bytes, error),
      image.isForDebugger, error);
}

/// Loads one that is kept for profilers. None if there is no folder for such.
Loaded loadKept(const Image &image, std::string &error) {
  const std::string &folder = Settings::ofProcess().programFolder;
  if (folder.empty())
    return {};
  Loaded loaded =
      openObject(ProgramFile::makeKept(folder, image.bytes, error), image.isForDebugger, error);
  if (!loaded)
    log(LogLevel::Warning, "WEFT_PROGRAMS: %s", error.c_str());
  return loaded;
}

const weft_program_description *describe(void *handle, std::string &error) {
  const auto *program =
      static_cast<const weft_program_description *>(dlsym(handle, WEFT_PROGRAM_SYMBOL));
  if (!program || program->magic != WEFT_PROGRAM_MAGIC) {
    error = "not a Weft program";
    return nullptr;
  }
  if (program->abi_version != WEFT_KERNEL_ABI_VERSION) {
    error = "built for kernel ABI " + std::to_string(program->abi_version) + ", this is " +
            std::to_string(WEFT_KERNEL_ABI_VERSION);
    return nullptr;
  }
  return program;
}

} // namespace

std::shared_ptr<const Module> Module::load(std::span<const std::byte> image,
                                           const std::string &path, bool hasMutableGlobals,
                                           std::string &error) {
  const Image content{image, hasDebugInfo(image)};
  Loaded loaded = path.empty() || hasMutableGlobals ? Loaded() : loadShared(path, content);
  if (!loaded)
    loaded = loadKept(content, error);
  if (!loaded)
    loaded = loadPrivate(content, error);
  if (!loaded)
    return nullptr;
  const weft_program_description *program = describe(loaded.object.get(), error);
  if (!program)
    return nullptr;
  error.clear();
  const std::shared_ptr<Module> module(
      new Module(loaded.object.get(), program, std::move(loaded.file)));
  static_cast<void>(loaded.object.release());
  if (isLogged(LogLevel::Error))
    module->loadedCode.emplace(module->handle, path, image);
  return module;
}

Module::Module(void *handle, const weft_program_description *program, ProgramFile file)
    : file(std::move(file)), handle(handle), program(program) {}

Module::~Module() { closeObject(handle); }

std::span<const weft_kernel_description> Module::kernels() const {
  return {program->kernels, program->kernel_count};
}

const weft_kernel_description *Module::find(std::string_view name) const {
  for (const weft_kernel_description &kernel : kernels())
    if (name == kernel.name)
      return &kernel;
  return nullptr;
}

} // namespace weft::device
