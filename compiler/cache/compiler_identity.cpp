// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/cache/compiler_identity.h"

#include "device/base/bytes.h"
#include "device/base/files/files.h"
#include "device/base/files/transfer.h"
#include "device/base/numbers.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace weft::compiler {
namespace {

/// The kernel library's last member (kernel-lib/CMakeLists.txt): an archive header, which starts
/// with this name, and a SHA-256 in hexadecimal digits.
constexpr std::string_view memberName = "weft-id/";
constexpr std::size_t memberHeaderBytes = 60;
constexpr std::size_t memberBytes = 64;
/// More notes than a linker writes.
constexpr std::uint64_t maxNoteBytes = 64 << 10;

class File {
public:
  explicit File(const std::string &path)
      : descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) {
    struct stat status;
    if (descriptor && ::fstat(descriptor.get(), &status) == 0 && S_ISREG(status.st_mode))
      bytes = static_cast<std::uint64_t>(status.st_size);
  }

  std::uint64_t size() const { return bytes; }

  /// Up to `size` bytes from an offset on.
  std::string read(std::uint64_t offset, std::uint64_t size) const {
    if (offset >= bytes)
      return {};
    std::string text(std::min(size, bytes - offset), '\0');
    text.resize(readAt(descriptor.get(), text.data(), text.size(), offset).value_or(0));
    return text;
  }

private:
  const Descriptor descriptor;
  std::uint64_t bytes = 0;
};

template <class Structure> bool take(std::string_view &text, Structure &structure) {
  if (text.size() < sizeof structure)
    return false;
  text.copy(reinterpret_cast<char *>(&structure), sizeof structure);
  text.remove_prefix(sizeof structure);
  return true;
}

/// The linker's hash of an ELF file, or nothing.
std::string buildIdentifier(const File &file) {
  const std::string beginning = file.read(0, 4096);
  std::string_view rest = beginning;
  Elf64_Ehdr header;
  if (!take(rest, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phoff > beginning.size())
    return {};
  rest = std::string_view(beginning).substr(header.e_phoff);
  Elf64_Phdr segment;
  for (unsigned left = header.e_phnum; left > 0 && take(rest, segment); --left) {
    if (segment.p_type != PT_NOTE || segment.p_filesz > maxNoteBytes)
      continue;
    const std::string text = file.read(segment.p_offset, segment.p_filesz);
    std::string_view notes = text;
    for (Elf64_Nhdr note; take(notes, note);) {
      const std::uint64_t nameBytes = roundUp(std::uint64_t{note.n_namesz}, 4);
      const std::uint64_t noteBytes = nameBytes + roundUp(std::uint64_t{note.n_descsz}, 4);
      if (noteBytes > notes.size())
        break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && notes.starts_with("GNU"))
        return std::string(notes.substr(nameBytes, note.n_descsz));
      notes.remove_prefix(noteBytes);
    }
  }
  return {};
}

/// The build's hash of the members of an archive, or nothing.
std::string archiveIdentifier(const File &file) {
  constexpr std::size_t tail = memberHeaderBytes + memberBytes;
  if (file.size() < tail)
    return {};
  const std::string member = file.read(file.size() - tail, tail);
  return member.starts_with(memberName) ? member.substr(memberHeaderBytes) : std::string();
}

Hash contentHash(const File &file) {
  constexpr std::uint64_t pieceBytes = 1 << 20;
  Hasher hasher;
  for (std::uint64_t offset = 0; offset < file.size();) {
    const std::string piece = file.read(offset, pieceBytes);
    if (piece.empty())
      break;
    hasher.extend(piece);
    offset += piece.size();
  }
  return hasher.finish();
}

void add(Hasher &hasher, const File &file, const std::string &identifier) {
  if (!identifier.empty()) {
    hasher.add(identifier);
    return;
  }
  const Hash hash = contentHash(file);
  hasher.add(bytesOf(hash));
}

} // namespace

Hash compilerIdentity(const std::string &program, const std::string &kernelLibrary) {
  Hasher hasher;
  const File compiler(program), library(kernelLibrary);
  add(hasher, compiler, buildIdentifier(compiler));
  add(hasher, library, archiveIdentifier(library));
  const std::string folder = kernelLibrary.substr(0, kernelLibrary.find_last_of('/') + 1);
  add(hasher, File(folder + "weft-helpers.a"), {});
  return hasher.finish();
}

} // namespace weft::compiler
