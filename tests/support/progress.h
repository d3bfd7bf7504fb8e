// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far a long run is, for who looks at a terminal: one line on stderr, which the next one
// replaces. Where stderr is no terminal, nothing is written.
//
//   Progress progress(rows.size());
//   for (const Row &row : rows) {
//     progress.step(row.name);
//     measure(row);
//     progress.clear(); // before other output, which may be on the same terminal
//     print(row);
//   }
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace weft::test {

/// "0:07", "12:03", "1:00:00".
inline std::string clockText(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  char text[32];
  if (whole < 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  return text;
}

/// The line: `done` is the share of the run, from 0 to 1, that took `seconds`.
inline std::string progressText(double done, double seconds, const std::string &what,
                                std::size_t columns) {
  constexpr double minSeconds = 1, minShare = 0.01; // for an estimate
  char percent[16];
  std::snprintf(percent, sizeof percent, "%3.0f %%", 100 * done);
  std::string line = percent;
  line += "  " + clockText(seconds);
  if (seconds >= minSeconds && done >= minShare)
    line += ", about " + clockText(seconds * (1 - done) / done) + " left";
  line += "  " + what;
  return line.substr(0, columns);
}

class Progress {
public:
  /// `steps`: how many calls of step() a run has, if it has steps.
  explicit Progress(std::size_t steps = 0, std::FILE *screen = stderr)
      : steps(steps), screen(screen), isShown(isTerminal(screen)) {}
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// The next step begins, and those before it are done.
  void step(const std::string &what) {
    const std::size_t before = begun++;
    draw(steps ? static_cast<double>(before) / static_cast<double>(steps) : 0,
         std::to_string(begun) + " of " + std::to_string(steps) + ": " + what);
  }

  /// So much is done, from 0 to 1. Lines that follow each other too quickly to be read are left
  /// out.
  void show(double done, const std::string &what) {
    constexpr std::chrono::milliseconds minTime{100};
    if (!isVisible || Clock::now() - drawn >= minTime)
      draw(done, what);
  }

  /// Takes the line away.
  void clear() {
    if (!isVisible)
      return;
    std::fputs("\r\x1b[K", screen);
    std::fflush(screen);
    isVisible = false;
  }

  /// Since the run began.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin).count(); }

private:
  using Clock = std::chrono::steady_clock;

  void draw(double done, const std::string &what) {
    if (!isShown)
      return;
    const std::string line = progressText(done, seconds(), what, columns());
    std::fprintf(screen, "\r%s\x1b[K", line.c_str());
    std::fflush(screen);
    isVisible = true;
    drawn = Clock::now();
  }

  static bool isTerminal(std::FILE *file) {
    const char *terminal = std::getenv("TERM");
    return isatty(fileno(file)) && !(terminal && terminal == std::string_view("dumb"));
  }

  // One less than there are: some terminals go on in the next line behind the last column.
  std::size_t columns() const {
    constexpr std::size_t usual = 79;
    winsize size{};
    return ioctl(fileno(screen), TIOCGWINSZ, &size) == 0 && size.ws_col > 1
               ? static_cast<std::size_t>(size.ws_col - 1)
               : usual;
  }

  const std::size_t steps;
  std::FILE *const screen;
  const bool isShown;
  bool isVisible = false;
  std::size_t begun = 0;
  const Clock::time_point begin = Clock::now();
  Clock::time_point drawn;
};

} // namespace weft::test
