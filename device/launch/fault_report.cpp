// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/fault_report.h"

#include "device/arch/fault_context.h"
#include "device/base/files/transfer.h"
#include "device/base/numbers.h"
#include "device/base/threads/per_thread.h"
#include "device/kernel_abi_debug.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft::device {

/// A thread that runs a kernel. Entries are reused and never freed, so that the handler may walk
/// them at any time.
struct RunningKernel {
  std::atomic<pid_t> thread{0}; ///< 0: free
  const char *kernel = nullptr;
  const LoadedCode *code = nullptr;
  const weft_launch *launch = nullptr;
  const weft_worker *worker = nullptr;
  PrintfSink *sink = nullptr;
  RunningKernel *next = nullptr;
};

namespace {

std::atomic<RunningKernel *> entries{nullptr};

constexpr struct {
  int number;
  const char *name;
} reportedSignals[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGILL, "SIGILL"}, {SIGFPE, "SIGFPE"}};

pid_t threadId() noexcept { return static_cast<pid_t>(syscall(SYS_gettid)); }

RunningKernel *find(pid_t thread) noexcept {
  RunningKernel *entry = entries.load(std::memory_order_acquire);
  while (entry && entry->thread.load(std::memory_order_relaxed) != thread)
    entry = entry->next;
  return entry;
}

/// An entry for the calling thread; null if out of memory.
RunningKernel *claimEntry() noexcept {
  const pid_t thread = threadId();
  for (RunningKernel *entry = entries.load(std::memory_order_acquire); entry; entry = entry->next)
    if (pid_t free = 0; entry->thread.compare_exchange_strong(free, thread))
      return entry;
  auto *entry = new (std::nothrow) RunningKernel;
  if (!entry)
    return nullptr;
  entry->thread.store(thread, std::memory_order_relaxed);
  entry->next = entries.load(std::memory_order_relaxed);
  while (!entries.compare_exchange_weak(entry->next, entry, std::memory_order_release))
    ;
  return entry;
}

/// A line assembled without allocation; truncated if too long.
class Line {
public:
  Line &operator<<(const char *text) noexcept {
    const std::size_t length = std::min(std::strlen(text), sizeof buffer - used);
    std::memcpy(buffer + used, text, length);
    used += length;
    return *this;
  }
  Line &decimal(std::uint64_t value) noexcept { return number(value, 10); }
  Line &address(std::uint64_t value) noexcept { return (*this << "0x").number(value, 16); }
  void write() noexcept {
    used = std::min(used, sizeof buffer - 1);
    buffer[used++] = '\n';
    writeAll(STDERR_FILENO, {buffer, used});
  }

private:
  Line &number(std::uint64_t value, unsigned base) noexcept {
    char digits[24];
    char *digit = digits + sizeof digits - 1;
    *digit = 0;
    do {
      *--digit = "0123456789abcdef"[value % base];
      value /= base;
    } while (value);
    return *this << digit;
  }

  char buffer[1024];
  std::size_t used = 0;
};

const char *nameOf(int signal) noexcept {
  for (const auto &[number, name] : reportedSignals)
    if (number == signal)
      return name;
  return "a signal";
}

void appendAccess(Line &line, int signal, const siginfo_t &info, const ucontext_t &context) {
  // A SIGSEGV without an address comes from a non-canonical pointer.
  if (signal == SIGSEGV && info.si_code == SI_KERNEL) {
    line << " accesses a non-canonical address";
  } else if (signal == SIGSEGV || signal == SIGBUS) {
    line << (isWrite(context) ? " writes to " : " reads from ");
    line.address(reinterpret_cast<std::uintptr_t>(info.si_addr));
  } else {
    line << " executes an illegal instruction";
  }
}

void appendPlace(Line &line, const LoadedCode &code, std::uint64_t instruction) {
  if (const std::optional<std::uint64_t> offset = code.offsetOf(instruction)) {
    if (const LineTable::Place place = code.lines().find(*offset); place.file)
      (line << " at " << place.file << ":").decimal(place.line);
    else
      (line << " at offset ").address(*offset) << " (-g shows the line)";
  } else {
    line << " in a function of the host";
  }
}

/// The record of the work-item that runs on the stack; null in code that is not for debuggers. It
/// is the first one above: a work-item's stack ends with it.
const weft_work_item *workItemOn(std::uint64_t stackPointer,
                                 const RunningKernel &running) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(running.worker->context_array);
  const std::uint64_t end = begin + running.worker->context_array_bytes;
  if (stackPointer < begin || stackPointer >= end)
    return nullptr;
  for (std::uint64_t at = roundUp(stackPointer, std::uint64_t{WEFT_BLOCK_ALIGNMENT});
       at + sizeof(weft_work_item) <= end; at += WEFT_BLOCK_ALIGNMENT) {
    const auto *item = reinterpret_cast<const weft_work_item *>(at);
    if (item->launch == running.launch && item->worker == running.worker)
      return item;
  }
  return nullptr;
}

void appendIds(Line &line, const weft_work_item *item) {
  if (!item)
    return;
  const auto append = [&](const char *name, const std::uint64_t (&ids)[3]) {
    (line << ", " << name << " (").decimal(ids[0]);
    (line << ", ").decimal(ids[1]);
    (line << ", ").decimal(ids[2]) << ")";
  };
  append("global id", item->global_id);
  append("local id", item->local_id);
  append("group", item->group_id);
}

void report(const RunningKernel &running, int signal, const siginfo_t &info,
            const ucontext_t &context) {
  Line line;
  line << "weft: error: " << nameOf(signal) << ": kernel '" << running.kernel << "'";
  appendAccess(line, signal, info, context);
  if (running.code)
    appendPlace(line, *running.code, instructionOf(context));
  appendIds(line, workItemOn(stackPointerOf(context), running));
  if (running.code)
    line << ", program " << running.code->path().c_str();
  line.write();
  running.sink->writeInHandler();
}

void handle(int signal, siginfo_t *info, void *context) {
  const int error = errno;
  const bool isSent = info->si_code <= 0;
  if (const RunningKernel *running = isSent ? nullptr : find(threadId()))
    report(*running, signal, *info, *static_cast<const ucontext_t *>(context));
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  if (isSent)
    syscall(SYS_tgkill, getpid(), threadId(), signal);
  errno = error;
}

/// Handlers where the host has none.
bool install() noexcept {
  for (const auto &[number, name] : reportedSignals) {
    struct sigaction present{};
    if (sigaction(number, nullptr, &present) || present.sa_flags & SA_SIGINFO ||
        present.sa_handler != SIG_DFL)
      continue;
    struct sigaction ours{};
    ours.sa_sigaction = handle;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    sigaction(number, &ours, nullptr);
  }
  return true;
}

/// A stack for the handler, as the fault may be an overflow of the kernel's stack.
class HandlerStack {
public:
  HandlerStack() noexcept {
    stack_t present;
    if (sigaltstack(nullptr, &present) || !(present.ss_flags & SS_DISABLE))
      return;
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      return;
    const stack_t own{memory, 0, bytes};
    sigaltstack(&own, nullptr);
  }
  ~HandlerStack() {
    if (memory == MAP_FAILED)
      return;
    stack_t present;
    if (!sigaltstack(nullptr, &present) && present.ss_sp == memory) {
      const stack_t none{nullptr, SS_DISABLE, 0};
      sigaltstack(&none, nullptr);
    }
    munmap(memory, bytes);
  }
  HandlerStack(const HandlerStack &) = delete;
  HandlerStack &operator=(const HandlerStack &) = delete;

private:
  static constexpr std::size_t bytes = 64 << 10;
  void *memory = MAP_FAILED;
};

} // namespace

FaultScope::FaultScope(const char *kernel, const LoadedCode *code, const weft_launch &launch,
                       const weft_worker &worker, PrintfSink &sink) noexcept
    : entry(claimEntry()) {
  static const bool isInstalled = install();
  static_cast<void>(isInstalled);
  PerThread<HandlerStack>::get();
  if (!entry)
    return;
  entry->kernel = kernel;
  entry->code = code;
  entry->launch = &launch;
  entry->worker = &worker;
  entry->sink = &sink;
}

FaultScope::~FaultScope() {
  if (entry)
    entry->thread.store(0, std::memory_order_release);
}

} // namespace weft::device
