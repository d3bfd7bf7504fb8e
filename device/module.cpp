#include "device/module.h"

#include "device/fork.h"
#include "device/log.h"
#include "device/options.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace weft::device {
namespace {

class FileDescriptor {
public:
  explicit FileDescriptor(int fd = -1) : fd(fd) {}
  ~FileDescriptor() {
    if (fd >= 0)
      close(fd);
  }
  FileDescriptor(FileDescriptor &&other) noexcept : fd(std::exchange(other.fd, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
  int get() const { return fd; }
  int release() { return std::exchange(fd, -1); }
  explicit operator bool() const { return fd >= 0; }

private:
  int fd;
};

bool writeAll(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

FileDescriptor anonymousFile() {
#ifndef MFD_EXEC
  constexpr unsigned MFD_EXEC = 0x10u;
#endif
  // MFD_EXEC: systems may make such files not executable unless asked; older ones refuse the flag.
  int fd = memfd_create("weft-program", MFD_CLOEXEC | MFD_EXEC);
  if (fd < 0 && errno == EINVAL)
    fd = memfd_create("weft-program", MFD_CLOEXEC);
  return FileDescriptor(fd);
}

/// A new file in a folder, and its name.
FileDescriptor newFile(const std::string &folder, std::string &name) {
  name = folder + "/weft-program-XXXXXX";
  return FileDescriptor(mkostemp(name.data(), O_CLOEXEC));
}

/// Held while the dynamic linker loads and unloads for Weft, and across fork: a child would find
/// the linker's lists half changed.
constinit std::mutex linkerMutex;

const ForkHandler forkHandler(
    ForkOrder::Linker, [] { linkerMutex.lock(); }, [] { linkerMutex.unlock(); },
    [] { linkerMutex.unlock(); });

void closeObject(void *handle) noexcept {
  const std::lock_guard lock(linkerMutex);
  dlclose(handle);
}

void *openObject(const std::string &path, std::string &error) {
  const std::lock_guard lock(linkerMutex);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    if (const char *message = dlerror())
      error = message;
  return handle;
}

struct ObjectCloser {
  void operator()(void *handle) const { closeObject(handle); }
};
using Object = std::unique_ptr<void, ObjectCloser>;

/// Whether the loaded object is this image: all that was mapped read-only is the same. A name may
/// stand for an older file that is still loaded, for the dynamic linker goes by names first.
bool holdsImage(void *handle, std::span<const std::byte> image) {
  link_map *map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) || image.size() < sizeof(Elf64_Ehdr))
    return false;
  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof header);
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > image.size() ||
      header.e_phnum > (image.size() - header.e_phoff) / sizeof(Elf64_Phdr))
    return false;
  // The headers are compared first: if they agree, the segments lie where the image says.
  const auto *base = reinterpret_cast<const std::byte *>(map->l_addr);
  const std::size_t headers = header.e_phoff + header.e_phnum * sizeof(Elf64_Phdr);
  if (headers > 4096 || std::memcmp(base, image.data(), headers) != 0)
    return false;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, image.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type != PT_LOAD || segment.p_flags & PF_W)
      continue;
    if (segment.p_offset > image.size() || segment.p_filesz > image.size() - segment.p_offset ||
        std::memcmp(base + segment.p_vaddr, image.data() + segment.p_offset, segment.p_filesz) != 0)
      return false;
  }
  return true;
}

Object openShared(const std::string &path, std::span<const std::byte> image) {
  struct stat status;
  if (stat(path.c_str(), &status) || static_cast<std::uint64_t>(status.st_size) != image.size())
    return nullptr;
  std::string ignored; // A private copy is tried next.
  Object object(openObject(path, ignored));
  if (object && !holdsImage(object.get(), image))
    return nullptr;
  return object;
}

/// Loads a copy that stays in the user's folder: what profilers find under its name afterwards.
Object openKept(std::span<const std::byte> image, const std::string &folder, std::string &error) {
  std::string name;
  const FileDescriptor file = newFile(folder, name);
  if (!file || !writeAll(file.get(), image)) {
    error = "cannot write " + name + ": " + strerrordesc_np(errno);
    return nullptr;
  }
  return Object(openObject(name, error));
}

/// Loads a copy of its own. The descriptor stays open as long as the object: its number then makes
/// the name unique, which the dynamic linker would otherwise take for an object already loaded, and
/// debuggers can read the file under that name.
Object openPrivate(std::span<const std::byte> image, FileDescriptor &file, std::string &error) {
  file = anonymousFile();
  if (file && writeAll(file.get(), image)) {
    const std::string leaf = "/fd/" + std::to_string(file.get());
    if (Object object{openObject("/proc/" + std::to_string(getpid()) + leaf, error)})
      return object;
    if (Object object{openObject("/proc/self" + leaf, error)})
      return object;
  }
  // Systems that forbid executable memory files, or have no /proc.
  std::string name;
  file = newFile(Options::ofProcess().temporaryFolder, name);
  if (!file) {
    if (error.empty())
      error = std::string("no place for the program: ") + strerrordesc_np(errno);
    return nullptr;
  }
  Object object;
  if (writeAll(file.get(), image))
    object.reset(openObject(name, error));
  else
    error = std::string("cannot write the program: ") + strerrordesc_np(errno);
  unlink(name.c_str());
  return object;
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
  Object object;
  FileDescriptor file;
  if (!path.empty() && !hasMutableGlobals)
    object = openShared(path, image);
  if (const std::string &folder = Options::ofProcess().programFolder; !object && !folder.empty()) {
    object = openKept(image, folder, error);
    if (!object)
      log(LogLevel::Warning, "WEFT_PROGRAMS: %s", error.c_str());
  }
  if (!object)
    object = openPrivate(image, file, error);
  if (!object)
    return nullptr;
  const weft_program_description *program = describe(object.get(), error);
  if (!program)
    return nullptr;
  error.clear();
  std::shared_ptr<const Module> module(new Module(object.get(), program, file.get()));
  static_cast<void>(object.release());
  static_cast<void>(file.release());
  return module;
}

Module::Module(void *handle, const weft_program_description *program, int file)
    : handle(handle), program(program), file(file) {}

Module::~Module() {
  closeObject(handle);
  if (file >= 0)
    close(file);
}

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
