// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft: checks an installation, and shows how Weft compiles and runs kernels.
#include "command/subcommands.h"

#include <climits>
#include <cstdio>
#include <exception>
#include <string_view>
#include <unistd.h>

namespace weft::command {
namespace {

constexpr char help[] =
    R"(weft checks an installation of Weft, and shows what it does with programs and kernels.

Usage: weft <command> [options]

Commands
  doctor                                   check what OpenCL programs need of this machine: the loader,
                                           its drivers, CPUs, huge pages, the cache, the compiler, a
                                           build and a launch; each line is ok, a warning or a problem,
                                           with what to do
  cache list                               list the cached programs, the last used first
  cache stats                              print the folder of the cache, its size and its bound
  cache clear                              remove all cached programs
  check [option]... -- <program> [argument]...
                                           run a program in checked mode, which reports the mistakes of its
                                           kernels and of its calls; WEFT_CHECK and the other variables of
                                           checked mode count where no option is given
  check <input>... [option]...             print what is wrong in sources or SPIR-V modules, or not
                                           portable, without running them; options are those of a
                                           build, as weftc takes them
  top -- <program> [argument]...
                                           run a program and show its queues, kernels, threads and
                                           builds; on standard error, so that its output can be piped
  top [--seconds <n>] <socket>             wait for programs that are started with
                                           WEFT_TRACE=unix:<socket>, and show them until interrupted
  explain [--html <file>] <input>... [option]...
                                           report what became of each kernel: how wide it is
                                           vectorised, or why it is not, gathers, masks, spills and
                                           costs, with the lines of the source, and what trials on this
                                           machine have found; options are those of a build, as weftc
                                           takes them

Options
  --checks <names>                         of check: what to look for, such as bounds,api or all,-leaks, of
                                           bounds, arithmetic, races, barriers, uninitialised, async, order,
                                           api and leaks; all if WEFT_CHECK is not set
  --schedule <n>                           of check: chooses the order in which order runs launches again
  --limit <n>                              of check: at most so many reports of one place; 0: all
  --log <file>                             of check: append the reports, as JSON lines or, if the name ends
                                           in .sarif, as SARIF
  --suppressions <file>                    of check: what not to report
  --html <file>                            of explain: write the report as a page of HTML
  --seconds <n>                            of top: end after so many seconds
  --version                                the version of Weft
  --help                                   this text

What top and doctor print is refreshed and coloured on a terminal. In a pipe, top prints a line for each
process and second, and a summary at the end.

Examples
  weft doctor
  weft check -- ./program
  weft check kernel.cl -cl-std=CL3.0
  weft top -- ./program
  weft explain -cl-fast-relaxed-math kernel.cl
  weft explain --html report.html kernel.cl --cpu=x86-64-v3

Exit code: 0 when done, 1 when there is a problem, 2 when the command has a mistake. top and check give
that of the program which they ran; check gives 1 if it would succeed in spite of mistakes, and for sources
if it prints anything.
)";

struct Subcommand {
  std::string_view name;
  int (*run)(const Words &);
};
constexpr Subcommand subcommands[] = {
    {"doctor", runDoctor}, {"cache", runCache},     {"check", runCheck},
    {"top", runTop},       {"explain", runExplain}, {"probe", runProbe},
};

int run(const Words &words) {
  if (words.empty())
    return mistake("no command; see weft --help");
  if (words[0] == "--help" || words[0] == "-h")
    return std::fputs(help, stdout), done;
  if (words[0] == "--version")
    return std::puts("weft " WEFT_VERSION), done;
  const Words rest(words.begin() + 1, words.end());
  for (const Subcommand &subcommand : subcommands)
    if (words[0] == subcommand.name) {
      if (rest.size() == 1 && (rest[0] == "--help" || rest[0] == "-h"))
        return std::fputs(help, stdout), done;
      return subcommand.run(rest);
    }
  return mistake("'" + words[0] + "' is not a command; see weft --help");
}

} // namespace

int mistake(const std::string &message) {
  std::fprintf(stderr, "weft: error: %s\n", message.c_str());
  return mistakenCommand;
}

std::string siblingPath(const std::string &name) {
  char program[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", program, sizeof program);
  const std::string path(program, size > 0 ? static_cast<std::size_t>(size) : 0);
  return path.substr(0, path.find_last_of('/') + 1) + name;
}

} // namespace weft::command

int main(int count, char **words) {
  try {
    return weft::command::run({words + (count > 0), words + count});
  } catch (const std::exception &error) {
    std::fprintf(stderr, "weft: error: %s\n", error.what());
    return weft::command::mistakenCommand;
  }
}
