// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weftc: the compiler as a command, or as the server of one host process.
#include "compiler/interface/messages/protocol.h"
#include "compiler/server/command_line.h"
#include "compiler/server/serve.h"
#include "device/base/files/descriptor.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <string>
#include <sys/auxv.h>
#include <unistd.h>

namespace {

constexpr char selfLink[] = "/proc/self/exe";

/// The name of this program's file, even if called through a link.
llvm::SmallString<256> programPath() {
  llvm::SmallString<256> program;
  if (!llvm::sys::fs::real_path(selfLink, program))
    return program;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the system passes addresses as numbers
  const auto *called = reinterpret_cast<const char *>(::getauxval(AT_EXECFN));
  if (!called || llvm::sys::fs::real_path(called, program))
    program = "weftc";
  return program;
}

/// The kernel library is next to this program.
std::string kernelLibraryPath(llvm::SmallString<256> program) {
  llvm::sys::path::remove_filename(program);
  llvm::sys::path::append(program, "weft-kernel-lib.a");
  return program.str().str();
}

/// Opens standard streams that the caller closed, so that no other file gets their numbers.
void openStandardStreams() {
  int descriptor;
  do
    descriptor = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  const weft::Descriptor unneeded(descriptor);
}

} // namespace

int main(int argumentCount, char **arguments) {
  openStandardStreams();
  const llvm::SmallString<256> program = programPath();
  const std::string kernelLibrary = kernelLibraryPath(program);
  if (argumentCount == 2) {
    llvm::StringRef word = arguments[1];
    pid_t host;
    if (word.consume_front(llvm::StringRef(weft::compiler::serveOption)) &&
        !word.getAsInteger(10, host))
      // The link is to this program even if another file takes its name.
      return weft::compiler::serve(
          host, {::access(selfLink, R_OK) == 0 ? selfLink : program.str().str(), kernelLibrary});
  }
  return weft::compiler::runCommand(argumentCount, arguments, kernelLibrary);
}
