// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft top: shows what programs are doing, through the traces that they send.
#include "command/subcommands.h"
#include "command/top/listener.h"
#include "command/top/program.h"
#include "command/top/view.h"
#include "device/base/clock.h"
#include "device/base/numbers.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <sys/ioctl.h>
#include <unistd.h>

namespace weft::command {
namespace {

volatile std::sig_atomic_t isInterrupted = 0;

constexpr std::uint64_t nanosecondsToNext = 1000000000;

struct Options {
  std::string socket;
  Words program;
  double seconds = 0; ///< 0: until interrupted
};

/// A folder for one run's socket, removed with it.
class SocketFolder {
public:
  SocketFolder() {
    const char *runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::string parent = runtime && *runtime ? runtime : "/tmp";
    for (const std::string &where : {parent, std::string("/tmp")}) {
      folder = where + "/weft-top-XXXXXX";
      if (::mkdtemp(folder.data()))
        return;
    }
    throw std::runtime_error("cannot make " + folder + ": " + std::strerror(errno));
  }
  ~SocketFolder() { ::rmdir(folder.c_str()); }
  SocketFolder(const SocketFolder &) = delete;
  SocketFolder &operator=(const SocketFolder &) = delete;
  std::string socket() const { return folder + "/trace"; }

private:
  std::string folder;
};

/// Where the view is drawn: on a terminal repeatedly in place, otherwise line after line.
class Display {
public:
  explicit Display(std::FILE *stream) : stream(stream), terminal(::isatty(::fileno(stream))) {}

  bool isTerminal() const { return terminal; }

  void show(const std::vector<TracedProcess> &processes) {
    if (!terminal) {
      print(lineOf(processes));
      return;
    }
    winsize size{};
    if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || !size.ws_col || size.ws_row < 2)
      size = {.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
    erase();
    frame = screenOf(processes, size.ws_col, size.ws_row - 1u);
    draw();
  }
  /// Output above the view.
  void printAbove(const std::string &text) {
    if (text.empty())
      return;
    erase();
    print(text);
    if (!frame.empty() && !text.ends_with('\n'))
      print("\n");
    draw();
  }
  void finish(const std::string &summary) {
    erase();
    print(summary);
  }

private:
  void print(const std::string &text) {
    std::fputs(text.c_str(), stream);
    std::fflush(stream);
  }
  void draw() {
    print(frame);
    for (const char letter : frame)
      drawnLines += letter == '\n';
  }
  void erase() {
    if (drawnLines)
      print("\033[" + std::to_string(drawnLines) + "A\033[J");
    drawnLines = 0;
  }

  std::FILE *const stream;
  const bool terminal;
  std::string frame;
  std::size_t drawnLines = 0;
};

/// Waits until something arrives, or for a time.
void waitFor(const Listener &listener, const Program *program, std::uint64_t nanoseconds) {
  std::vector<pollfd> waiting;
  listener.addTo(waiting);
  if (program)
    program->addTo(waiting);
  ::poll(waiting.data(), waiting.size(), static_cast<int>(nanoseconds / 1000000) + 1);
}

void watch(Listener &listener, Program *program, Display &display, double seconds) {
  const std::uint64_t begin = monotonicNanoseconds();
  const auto end = begin + static_cast<std::uint64_t>(1e9 * seconds);
  std::uint64_t next = begin + nanosecondsToNext;
  for (;;) {
    const std::uint64_t now = monotonicNanoseconds();
    waitFor(listener, program, next > now ? next - now : 0);
    // Activity before the end is sampled after it.
    const bool isOver = program ? program->hasEnded()
                                : isInterrupted || (seconds > 0 && monotonicNanoseconds() >= end);
    listener.takeAll();
    if (program)
      display.printAbove(program->takeOutput());
    if (!isOver && monotonicNanoseconds() < next)
      continue;
    listener.sampleAll();
    if (isOver)
      return;
    display.show(listener.processes());
    next = monotonicNanoseconds() + nanosecondsToNext;
  }
}

int watchProgram(const Options &options) {
  // The terminal's interrupt is for the program.
  ::signal(SIGINT, SIG_IGN);
  const SocketFolder folder;
  Listener listener(folder.socket());
  Display display(stderr);
  Program program(options.program, folder.socket(), display.isTerminal());
  watch(listener, &program, display, 0);
  display.finish(summaryOf(listener.processes()));
  return program.exitCode();
}

int watchSocket(const Options &options) {
  struct sigaction interrupt{};
  interrupt.sa_handler = [](int) { isInterrupted = 1; };
  ::sigaction(SIGINT, &interrupt, nullptr);
  ::sigaction(SIGTERM, &interrupt, nullptr);
  Listener listener(options.socket);
  Display display(stdout);
  std::fprintf(stderr, "weft top: start programs with WEFT_TRACE=unix:%s\n",
               options.socket.c_str());
  watch(listener, nullptr, display, options.seconds);
  display.finish(summaryOf(listener.processes()));
  return done;
}

/// The error in the arguments, or empty.
std::string parse(const Words &words, Options &options) {
  for (std::size_t index = 0; index < words.size(); ++index) {
    if (words[index] == "--") {
      options.program.assign(words.begin() + static_cast<std::ptrdiff_t>(index) + 1, words.end());
      break;
    }
    if (words[index] == "--seconds") {
      const auto number =
          index + 1 < words.size() ? parseNumber<unsigned>(words[++index]) : std::nullopt;
      if (!number || !*number)
        return "--seconds takes a number";
      options.seconds = *number;
    } else if (words[index].starts_with("-") || !options.socket.empty()) {
      return "top takes no '" + words[index] + "'; a program follows --";
    } else {
      options.socket = words[index];
    }
  }
  if (options.socket.empty() == options.program.empty())
    return "top takes a socket, or -- and a program";
  if (!options.program.empty() && options.seconds > 0)
    return "--seconds is only for a socket; a program is shown until it ends";
  return {};
}

} // namespace

int runTop(const Words &words) {
  Options options;
  if (const std::string problem = parse(words, options); !problem.empty())
    return mistake(problem);
  return options.program.empty() ? watchSocket(options) : watchProgram(options);
}

} // namespace weft::command
