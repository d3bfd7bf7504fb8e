// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the names of the compiler's functions in the order in which it first calls them while it
// compiles some sources in both tiers. The linker places them in that order, so that the compiler
// touches few pages of its code: the system maps 16 pages at a time, which takes longer than most
// functions.
//
// The compiler runs under ptrace with a breakpoint on the first byte of every function. A hit
// records the function and removes its breakpoint, so each function costs one stop. The program
// must have fixed addresses and a symbol table.
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Address = std::uint64_t;

/// The functions of a program by address; one address may have several names.
class Functions {
public:
  explicit Functions(const char *path) {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat status{};
    if (file < 0 || ::fstat(file, &status) != 0)
      return;
    // Mapped until the process ends: the names point into it.
    void *content =
        ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    ::close(file);
    if (content != MAP_FAILED)
      read(static_cast<const char *>(content));
  }

  const std::multimap<Address, std::string_view> &names() const { return byAddress; }

private:
  void read(const char *content) {
    const auto *header = reinterpret_cast<const Elf64_Ehdr *>(content);
    const auto *table = reinterpret_cast<const Elf64_Shdr *>(content + header->e_shoff);
    const std::span sections(table, header->e_shnum);
    for (const Elf64_Shdr &section : sections) {
      if (section.sh_type != SHT_SYMTAB)
        continue;
      const char *strings = content + sections[section.sh_link].sh_offset;
      const auto *symbols = reinterpret_cast<const Elf64_Sym *>(content + section.sh_offset);
      for (const Elf64_Sym &symbol : std::span(symbols, section.sh_size / sizeof(Elf64_Sym)))
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size != 0 &&
            symbol.st_shndx < sections.size() &&
            (sections[symbol.st_shndx].sh_flags & SHF_EXECINSTR))
          byAddress.emplace(symbol.st_value, strings + symbol.st_name);
    }
  }

  std::multimap<Address, std::string_view> byAddress;
};

/// A process that stops at the first call of each function not called in an earlier run.
class TracedRun {
public:
  TracedRun(const Functions &functions, std::vector<Address> &called)
      : functions(functions), called(called), known(called.begin(), called.end()) {}
  TracedRun(const TracedRun &) = delete;
  ~TracedRun() {
    if (memory >= 0)
      ::close(memory);
  }

  /// Runs the program to its end; false if it cannot be traced or fails.
  bool run(const char *const *command) {
    process = ::fork();
    if (process == 0) {
      // The order of hashed pointers must not vary between builds.
      ::personality(ADDR_NO_RANDOMIZE);
      ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
      ::execv(command[0], const_cast<char *const *>(command));
      ::_exit(127);
    }
    int status = 0;
    if (process < 0 || ::waitpid(process, &status, 0) != process || !WIFSTOPPED(status) ||
        !setBreakPoints()) {
      ::kill(process, SIGKILL);
      return false;
    }
    ::ptrace(PTRACE_SETOPTIONS, process, nullptr, PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE);
    ::ptrace(PTRACE_CONT, process, nullptr, nullptr);
    return follow();
  }

private:
  static constexpr unsigned char breakPoint = 0xCC; // int3

  bool setBreakPoints() {
    if (functions.names().empty())
      return false;
    first = functions.names().begin()->first;
    original.resize(functions.names().rbegin()->first + 1 - first);
    memory = ::open(("/proc/" + std::to_string(process) + "/mem").c_str(), O_RDWR | O_CLOEXEC);
    if (memory < 0 || !transfer(::pread, original))
      return false;
    std::vector<unsigned char> patched = original;
    for (const auto &[address, name] : functions.names())
      if (!known.contains(address))
        patched[address - first] = breakPoint;
    return transfer(::pwrite, patched);
  }

  template <typename Call> bool transfer(Call call, std::vector<unsigned char> &bytes) const {
    for (std::size_t done = 0; done != bytes.size();) {
      const ssize_t count =
          call(memory, bytes.data() + done, bytes.size() - done, static_cast<off_t>(first + done));
      if (count <= 0)
        return false;
      done += static_cast<std::size_t>(count);
    }
    return true;
  }

  bool follow() {
    for (;;) {
      int status = 0;
      const pid_t thread = ::waitpid(-1, &status, __WALL);
      if (thread < 0)
        return false;
      if (thread == process && !WIFSTOPPED(status))
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
      if (!WIFSTOPPED(status))
        continue; // another thread's end
      const int signal = WSTOPSIG(status);
      const bool isOurs =
          signal == SIGSTOP || (signal == SIGTRAP && (status >> 16 || take(thread)));
      ::ptrace(PTRACE_CONT, thread, nullptr, isOurs ? 0 : signal);
    }
  }

  /// Handles a stop at one of our breakpoints.
  bool take(pid_t thread) {
    user_regs_struct registers{};
    if (::ptrace(PTRACE_GETREGS, thread, nullptr, &registers) != 0)
      return false;
    const Address address = registers.rip - 1;
    if (!functions.names().contains(address))
      return false;
    const unsigned char byte = original[address - first];
    if (::pwrite(memory, &byte, 1, static_cast<off_t>(address)) != 1)
      return false;
    registers.rip = address;
    ::ptrace(PTRACE_SETREGS, thread, nullptr, &registers);
    called.push_back(address);
    return true;
  }

  const Functions &functions;
  std::vector<Address> &called;
  const std::set<Address> known;
  pid_t process = -1;
  int memory = -1;
  Address first = 0;
  std::vector<unsigned char> original;
};

} // namespace

int main(int argumentCount, char **arguments) {
  if (argumentCount < 4) {
    std::fputs("usage: function_order <output> <weftc> <source>...\n", stderr);
    return 2;
  }
  const Functions functions(arguments[2]);
  std::vector<Address> called;
  for (char *source : std::span(arguments + 3, static_cast<std::size_t>(argumentCount - 3)))
    for (const char *tier : {"--tier=first", "--tier=best"}) {
      const char *command[] = {arguments[2], tier, "-o", "/dev/null", source, nullptr};
      if (!TracedRun(functions, called).run(command))
        std::fputs("function_order: no trace of the program; its functions stay unordered\n",
                   stderr);
    }
  std::ofstream output(arguments[1]);
  for (const Address address : called) {
    const auto [begin, end] = functions.names().equal_range(address);
    for (auto name = begin; name != end; ++name)
      output << name->second << '\n';
  }
  output.close();
  return output ? 0 : 1;
}
