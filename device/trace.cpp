// The file is an array whose closing bracket may be missing, which the format allows: so there is
// nothing to do when the process ends but what the C library does for every open file.
#include "device/trace.h"

#include "device/log.h"
#include "device/options.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <stdio_ext.h>
#include <unistd.h>

namespace weft::device {
namespace {

class TraceFile {
public:
  static TraceFile &get() {
    static auto &instance = *new TraceFile(Options::ofProcess().traceFile);
    return instance;
  }
  bool isOpen() const noexcept { return file.load(std::memory_order_relaxed) != nullptr; }

  void write(const char *line) noexcept {
    if (std::FILE *stream = file.load(std::memory_order_relaxed))
      std::fputs(line, stream);
  }

private:
  explicit TraceFile(const std::string &path) {
    if (path.empty())
      return;
    std::FILE *stream = std::fopen(path.c_str(), "we");
    if (!stream) {
      log(LogLevel::Error, "the trace %s cannot be written", path.c_str());
      return;
    }
    std::setvbuf(stream, nullptr, _IOFBF, 1 << 16);
    std::fputs("[\n", stream);
    file.store(stream, std::memory_order_relaxed);
    // What the parent has not written yet is the parent's to write.
    pthread_atfork(nullptr, nullptr, [] {
      if (std::FILE *inherited = get().file.exchange(nullptr))
        __fpurge(inherited);
    });
  }

  std::atomic<std::FILE *> file{nullptr};
};

/// A name for the calling thread's track, once.
void nameThread(int thread) noexcept {
  thread_local bool named = false;
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
  TraceFile::get().write(line);
}

} // namespace

bool isTracing() noexcept { return TraceFile::get().isOpen(); }

void traceSpan(const char *category, const char *name, std::uint64_t begin,
               const std::string &details) noexcept {
  if (!isTracing())
    return;
  const std::uint64_t end = traceClock();
  const int thread = gettid();
  nameThread(thread);
  char line[1024];
  const int length = std::snprintf(
      line, sizeof line,
      "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%.200s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,"
      "\"dur\":%.3f,\"args\":{\"pu\":%d%s%.500s}},\n",
      category, name, getpid(), thread, static_cast<double>(begin) / 1e3,
      static_cast<double>(end - begin) / 1e3, sched_getcpu(), details.empty() ? "" : ",",
      details.c_str());
  if (length > 0 && static_cast<std::size_t>(length) < sizeof line)
    TraceFile::get().write(line);
}

TracePoint traceHere() noexcept {
  if (!isTracing())
    return {};
  return {gettid(), traceClock()};
}

void traceArrow(const char *name, const TracePoint &from) noexcept {
  if (!isTracing() || !from.thread)
    return;
  static std::atomic<std::uint64_t> lastArrow{0};
  const std::uint64_t arrow = lastArrow.fetch_add(1, std::memory_order_relaxed) + 1;
  char lines[512];
  const auto print = [&](char *place, std::size_t room, const char *phase,
                         const TracePoint &point) {
    return std::snprintf(place, room,
                         "{\"ph\":\"%s\",\"cat\":\"order\",\"name\":\"%s\",\"id\":%" PRIu64
                         ",\"pid\":%d,\"tid\":%d,\"ts\":%.3f},\n",
                         phase, name, arrow, getpid(), point.thread,
                         static_cast<double>(point.time) / 1e3);
  };
  const int first = print(lines, sizeof lines, "s", from);
  if (first < 0 || static_cast<std::size_t>(first) >= sizeof lines)
    return;
  print(lines + first, sizeof lines - static_cast<std::size_t>(first), "f", traceHere());
  TraceFile::get().write(lines);
}

} // namespace weft::device
