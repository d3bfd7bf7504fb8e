// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trace is an array whose closing bracket may be missing, as the format allows: so nothing
// remains to be done at exit except what the C library does for every open file.
#include "device/base/reports/trace.h"

#include "device/base/clock.h"
#include "device/base/reports/activity_board.h"
#include "device/base/reports/log.h"
#include "device/base/settings.h"
#include "device/base/threads/fork.h"
#include "device/base/threads/once.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <stdio_ext.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace weft {
namespace {

constinit std::atomic<std::FILE *> traceFile{nullptr};
constinit std::atomic<bool> isRecording{false}; ///< to the file or on the board

const ForkHandler forkHandler(
    ForkOrder::Queues, [] {}, [] {},
    [] {
      // The parent writes what it has not yet written.
      if (std::FILE *inherited = traceFile.exchange(nullptr))
        __fpurge(inherited);
      isRecording.store(false, std::memory_order_relaxed);
    });

/// Nanoseconds in the format's unit, microseconds. In integers: printf would write fractions with
/// the locale's decimal point.
struct Microseconds {
  explicit Microseconds(std::uint64_t nanoseconds)
      : whole(nanoseconds / 1000), thousandths(static_cast<unsigned>(nanoseconds % 1000)) {}
  const std::uint64_t whole;
  const unsigned thousandths;
};

void writeLine(const char *line) noexcept {
  if (std::FILE *const file = traceFile.load(std::memory_order_acquire))
    std::fputs(line, file);
}

void nameTrack(int track, const char *name) noexcept {
  char line[160];
  std::snprintf(line, sizeof line,
                "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,"
                "\"args\":{\"name\":\"%s\"}},\n",
                getpid(), track, name);
  writeLine(line);
}

/// Names the calling thread's track, once.
void nameThread(int thread) noexcept {
  constinit thread_local bool named = false;
  if (named)
    return;
  named = true;
  char name[32] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  for (char &letter : name)
    if (letter == '"' || letter == '\\' || (letter && static_cast<unsigned char>(letter) < ' '))
      letter = '_';
  nameTrack(thread, name);
}

struct Span {
  std::uint64_t begin, end; ///< nanoseconds
};

void writeSpan(int track, const char *category, const char *name, Span span,
               const char *arguments) noexcept {
  const Microseconds from(span.begin), duration(span.end - span.begin);
  char line[1024];
  const int length =
      std::snprintf(line, sizeof line,
                    "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%.200s\",\"pid\":%d,\"tid\":%d,"
                    "\"ts\":%" PRIu64 ".%03u,\"dur\":%" PRIu64 ".%03u,\"args\":{%.600s}},\n",
                    category, name, getpid(), track, from.whole, from.thousandths, duration.whole,
                    duration.thousandths, arguments);
  if (length > 0 && static_cast<std::size_t>(length) < sizeof line)
    writeLine(line);
}

/// Tracks for the compiler's processes. Their numbers are larger than any thread's.
class CompilerTracks {
public:
  static CompilerTracks &instance() {
    return once([] { return new CompilerTracks; });
  }

  /// The first track on which the span overlaps no other; a new one is named. Spans arrive when
  /// they have ended, in any order.
  int place(Span span) {
    const std::lock_guard lock(mutex);
    const auto isFree = [span](const std::vector<Span> &track) {
      return std::ranges::none_of(track, [span](const Span &other) {
        return span.begin < other.end && other.begin < span.end;
      });
    };
    const auto found = std::ranges::find_if(tracks, isFree);
    const int number = firstTrack + static_cast<int>(found - tracks.begin());
    if (found != tracks.end()) {
      found->push_back(span);
      return number;
    }
    tracks.push_back({span});
    nameTrack(number, ("weftc " + std::to_string(tracks.size())).c_str());
    return number;
  }

private:
  static constexpr int firstTrack = (1 << 22) + 1; // Linux's largest thread, plus one

  std::mutex mutex;
  std::vector<std::vector<Span>> tracks;
};

bool hasTraceFile() noexcept { return traceFile.load(std::memory_order_relaxed) != nullptr; }

bool openFile(const std::string &path) noexcept {
  std::FILE *const file = std::fopen(path.c_str(), "we");
  if (!file)
    return false;
  std::setvbuf(file, nullptr, _IOFBF, 1 << 16);
  std::fputs("[\n", file);
  traceFile.store(file, std::memory_order_release);
  return true;
}

} // namespace

void openTrace() {
  const std::string &target = Settings::ofProcess().trace;
  if (target.empty())
    return;
  constexpr std::string_view socket = Settings::traceSocketPrefix;
  if (!(target.starts_with(socket) ? ActivityBoard::offer(target.substr(socket.size()))
                                   : openFile(target)))
    return log(LogLevel::Error, "the trace %s cannot be written: %s", target.c_str(),
               std::strerror(errno));
  isRecording.store(true, std::memory_order_relaxed);
}

bool isTracing() noexcept { return isRecording.load(std::memory_order_relaxed); }

void traceSpan(const char *category, const char *name, std::uint64_t begin, const char *format,
               ...) noexcept {
  if (!hasTraceFile())
    return;
  char details[512];
  va_list list;
  va_start(list, format);
  std::vsnprintf(details, sizeof details, format, list);
  va_end(list);
  const int thread = gettid();
  nameThread(thread);
  char arguments[600];
  std::snprintf(arguments, sizeof arguments, "\"pu\":%d%s%s", sched_getcpu(), *details ? "," : "",
                details);
  writeSpan(thread, category, name, {begin, monotonicNanoseconds()}, arguments);
}

void traceCompilation(const char *name, std::uint64_t begin, std::uint64_t end, const char *format,
                      ...) noexcept {
  if (!hasTraceFile())
    return;
  char details[512];
  va_list list;
  va_start(list, format);
  std::vsnprintf(details, sizeof details, format, list);
  va_end(list);
  try {
    const int track = CompilerTracks::instance().place({begin, std::max(begin, end)});
    writeSpan(track, "compile", name, {begin, std::max(begin, end)}, details);
  } catch (const std::bad_alloc &) {
    // The span is lost.
  }
}

TracePoint traceHere() noexcept {
  if (!hasTraceFile())
    return {};
  return {gettid(), monotonicNanoseconds()};
}

void traceArrow(const char *name, const TracePoint &from) noexcept {
  if (!hasTraceFile() || !from.thread)
    return;
  static std::atomic<std::uint64_t> lastArrow{0};
  const std::uint64_t arrow = lastArrow.fetch_add(1, std::memory_order_relaxed) + 1;
  char lines[512];
  const auto print = [&](char *place, std::size_t room, const char *phase,
                         const TracePoint &point) {
    const Microseconds time(point.time);
    return std::snprintf(place, room,
                         "{\"ph\":\"%s\",\"cat\":\"order\",\"name\":\"%s\",\"id\":%" PRIu64
                         ",\"pid\":%d,\"tid\":%d,\"ts\":%" PRIu64 ".%03u},\n",
                         phase, name, arrow, getpid(), point.thread, time.whole, time.thousandths);
  };
  const int first = print(lines, sizeof lines, "s", from);
  if (first < 0 || static_cast<std::size_t>(first) >= sizeof lines)
    return;
  print(lines + first, sizeof lines - static_cast<std::size_t>(first), "f", traceHere());
  writeLine(lines);
}

} // namespace weft
