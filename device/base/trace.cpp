// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file is an array whose closing bracket may be missing, which the format allows: so there is
// nothing to do when the process ends but what the C library does for every open file.
#include "device/base/trace.h"

#include "device/base/clock.h"
#include "device/base/fork.h"
#include "device/base/log.h"
#include "device/base/settings.h"

#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <stdio_ext.h>
#include <unistd.h>

namespace weft {
namespace {

constinit std::atomic<std::FILE *> traceFile{nullptr};

/// What the parent has not written yet is the parent's to write.
const ForkHandler forkHandler(
    ForkOrder::Queues, [] {}, [] {},
    [] {
      if (std::FILE *inherited = traceFile.exchange(nullptr))
        __fpurge(inherited);
    });

/// Nanoseconds as the format wants them, in microseconds. In whole numbers: printf would write
/// fractions with the decimal point of the host's locale.
struct Microseconds {
  explicit Microseconds(std::uint64_t nanoseconds)
      : whole(nanoseconds / 1000), thousandths(static_cast<unsigned>(nanoseconds % 1000)) {}
  const std::uint64_t whole;
  const unsigned thousandths;
};

void writeLine(const char *line) noexcept {
  if (std::FILE *stream = traceFile.load(std::memory_order_relaxed))
    std::fputs(line, stream);
}

/// A name for the calling thread's track, once.
void nameThread(int thread) noexcept {
  constinit thread_local bool named = false;
  if (named)
    return;
  named = true;
  char name[32] = "", line[160];
  pthread_getname_np(pthread_self(), name, sizeof name);
  for (char &letter : name)
    if (letter == '"' || letter == '\\' || (letter && static_cast<unsigned char>(letter) < ' '))
      letter = '_';
  std::snprintf(line, sizeof line,
                "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,"
                "\"args\":{\"name\":\"%s\"}},\n",
                getpid(), thread, name);
  writeLine(line);
}

} // namespace

void openTrace() {
  const std::string &path = Settings::ofProcess().traceFile;
  if (path.empty())
    return;
  std::FILE *stream = std::fopen(path.c_str(), "we");
  if (!stream) {
    log(LogLevel::Error, "the trace %s cannot be written", path.c_str());
    return;
  }
  std::setvbuf(stream, nullptr, _IOFBF, 1 << 16);
  std::fputs("[\n", stream);
  traceFile.store(stream, std::memory_order_relaxed);
}

bool isTracing() noexcept { return traceFile.load(std::memory_order_relaxed) != nullptr; }

void traceSpan(const char *category, const char *name, std::uint64_t begin, const char *format,
               ...) noexcept {
  if (!isTracing())
    return;
  char details[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(details, sizeof details, format, arguments);
  va_end(arguments);
  const std::uint64_t end = monotonicNanoseconds();
  const int thread = gettid();
  nameThread(thread);
  const Microseconds from(begin), duration(end - begin);
  char line[1024];
  const int length = std::snprintf(
      line, sizeof line,
      "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%.200s\",\"pid\":%d,\"tid\":%d,"
      "\"ts\":%" PRIu64 ".%03u,\"dur\":%" PRIu64 ".%03u,\"args\":{\"pu\":%d%s%.500s}},\n",
      category, name, getpid(), thread, from.whole, from.thousandths, duration.whole,
      duration.thousandths, sched_getcpu(), *details ? "," : "", details);
  if (length > 0 && static_cast<std::size_t>(length) < sizeof line)
    writeLine(line);
}

TracePoint traceHere() noexcept {
  if (!isTracing())
    return {};
  return {gettid(), monotonicNanoseconds()};
}

void traceArrow(const char *name, const TracePoint &from) noexcept {
  if (!isTracing() || !from.thread)
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
