// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How host processes live and end: exit with work in flight, forked children, threads that come and
// go, objects made and released without end. Each scenario runs in a process of its own, which must
// end in time, successfully, and without a word on stderr.
#include "tests/support/child_process.h"

#include <CL/cl.h>

#include <gtest/gtest.h>

#include <dirent.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

[[noreturn]] void giveUp(const char *what) {
  std::fprintf(stderr, "failed: %s\n", what);
  _exit(1);
}

void require(bool condition, const char *what) {
  if (!condition)
    giveUp(what);
}

/// A device with a context and a queue; nothing is released that the scenario does not release.
struct Host {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;

  Host() {
    cl_platform_id platform;
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
    require(context && queue, "a context and a queue");
  }
  void release() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  cl_uint computeUnits() {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    return units;
  }
  void call(void(CL_CALLBACK *function)(void *), cl_event *event = nullptr) {
    require(clEnqueueNativeKernel(queue, function, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                                  event) == CL_SUCCESS,
            "clEnqueueNativeKernel");
  }
  /// Work that every thread of the device takes part in.
  cl_mem fillMuch() {
    constexpr size_t bytes = size_t{2} << 20;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    const cl_uint pattern = 7;
    require(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, bytes, 0, nullptr,
                                nullptr) == CL_SUCCESS,
            "clEnqueueFillBuffer");
    return buffer;
  }
  void finish() { require(clFinish(queue) == CL_SUCCESS, "clFinish"); }
};

void sleepAWhile(void *) { usleep(200'000); }
void doNothing(void *) {}

/// Waits for a child that must end well.
void expectSuccess(pid_t child) {
  int status = 0;
  require(waitpid(child, &status, 0) == child, "waitpid");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's end");
}

std::size_t entriesOf(const char *folder) {
  std::size_t count = 0;
  if (DIR *open = opendir(folder)) {
    while (readdir(open))
      ++count;
    closedir(open);
  }
  return count;
}

std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

class Life : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void endsWell(const std::function<void()> &scenario) {
    EXPECT_EXIT(
        {
          alarm(60 * WEFT_TEST_PATIENCE);
          scenario();
          std::exit(0);
        },
        testing::ExitedWithCode(0), "^$");
  }
};

TEST_F(Life, ExitWithWorkInFlightAndEverythingLeaked) {
  endsWell([] {
    Host host;
    host.fillMuch();
    cl_event event;
    for (int i = 0; i < 50; ++i)
      host.call(sleepAWhile, &event);
    host.fillMuch();
    clFlush(host.queue);
    clCreateUserEvent(host.context, nullptr);
  });
}

TEST_F(Life, ReleaseWithWorkInFlight) {
  endsWell([] {
    Host host;
    cl_mem buffer = host.fillMuch();
    host.call(sleepAWhile);
    clReleaseMemObject(buffer);
    host.release();
  });
}

TEST_F(Life, ForkedChildrenExit) {
  endsWell([] {
    Host host;
    host.fillMuch();
    host.finish();
    host.call(sleepAWhile);
    clFlush(host.queue);
    for (int i = 0; i < 5; ++i) {
      const pid_t child = fork();
      if (child == 0)
        std::exit(0);
      expectSuccess(child);
    }
    host.finish();
  });
}

TEST_F(Life, ForkedChildUsesTheDevice) {
  if (!weft::test::childrenMayAllocate)
    GTEST_SKIP() << weft::test::allocatorOfChildrenText;
  endsWell([] {
    Host host;
    host.fillMuch();
    host.finish();
    cl_event called;
    host.call(doNothing, &called);
    static std::atomic<int> calls{0};
    const auto count = [](cl_event, cl_int, void *) { ++calls; };
    clSetEventCallback(called, CL_COMPLETE, count, nullptr);
    host.finish();
    while (calls < 1)
      usleep(1000);
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      Host own;
      own.fillMuch();
      cl_event event;
      own.call(doNothing, &event);
      clSetEventCallback(event, CL_COMPLETE, count, nullptr);
      own.finish();
      while (calls < 2)
        usleep(1000);
      std::exit(0);
    }
    expectSuccess(child);
  });
}

/// The signals that a thread of this process blocks, one bit for each.
std::uint64_t blockedBy(const std::string &thread) {
  std::ifstream status("/proc/self/task/" + thread + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigBlk:"))
      return std::stoull(line.substr(7), nullptr, 16);
  return ~std::uint64_t{0}; // it has ended
}

TEST_F(Life, SignalsAreForTheHostsThreads) {
  endsWell([] {
    Host host;
    static std::atomic<int> calls{0};
    cl_event called;
    host.call(doNothing, &called);
    clSetEventCallback(called, CL_COMPLETE, [](cl_event, cl_int, void *) { ++calls; }, nullptr);
    const char *source = "kernel void k(global uint *x) { x[get_global_id(0)] = 1; }";
    cl_program program = clCreateProgramWithSource(host.context, 1, &source, nullptr, nullptr);
    const auto built = [](cl_program, void *) { ++calls; };
    require(clBuildProgram(program, 0, nullptr, nullptr, built, nullptr) == CL_SUCCESS, "a build");
    host.fillMuch();
    host.finish();
    while (calls < 2)
      usleep(1000);
    // What is sent to a process; faults are a thread's own.
    std::uint64_t sent = 0;
    for (int signal : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM,
                       SIGCHLD, SIGPROF, SIGWINCH, SIGIO, SIGRTMIN, SIGRTMAX})
      sent |= std::uint64_t{1} << (signal - 1);
    int others = 0;
    for (const auto &entry : std::filesystem::directory_iterator("/proc/self/task")) {
      const std::string thread = entry.path().filename();
      if (thread == std::to_string(getpid()))
        continue;
      std::string name;
      std::getline(std::ifstream("/proc/self/task/" + thread + "/comm"), name);
      require((blockedBy(thread) & sent) == sent, (name + " takes no signals").c_str());
      ++others;
    }
    require(others >= 3, "a worker, a callback's thread and a build's");
    // So the signal waits for the host, which is not ended by it.
    sigset_t termination, pending;
    sigemptyset(&termination);
    sigaddset(&termination, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &termination, nullptr);
    kill(getpid(), SIGTERM);
    host.fillMuch();
    host.finish();
    sigpending(&pending);
    require(sigismember(&pending, SIGTERM) == 1, "the signal");
  });
}

TEST_F(Life, ThreadsThatEndLeaveNothingBehind) {
  endsWell([] {
    Host host;
    const auto useAndEnd = [&host] {
      std::thread([&host] {
        cl_event event;
        for (int i = 0; i < 20; ++i) {
          host.call(doNothing, &event);
          clReleaseEvent(event);
        }
        host.finish();
      }).join();
    };
    // A sanitizer keeps what it knows of the last threads, and a little of everything.
    for (int i = 0; i < 300 * WEFT_TEST_PATIENCE; ++i)
      useAndEnd();
    const std::size_t before = residentBytes();
    for (int i = 0; i < 1000; ++i)
      useAndEnd();
    require(residentBytes() < before + (std::size_t{WEFT_TEST_PATIENCE} << 20), "no growth");
  });
}

TEST_F(Life, ThousandContexts) {
  endsWell([] {
    const auto makeAndRelease = [] {
      Host host;
      clReleaseMemObject(host.fillMuch());
      host.finish();
      host.release();
    };
    for (int i = 0; i < 100; ++i)
      makeAndRelease();
    const std::size_t bytes = residentBytes(), files = entriesOf("/proc/self/fd"),
                      threads = entriesOf("/proc/self/task");
    for (int i = 0; i < 1000; ++i)
      makeAndRelease();
    require(residentBytes() < bytes + (std::size_t{WEFT_TEST_PATIENCE} << 20),
            "no growth of memory");
    require(entriesOf("/proc/self/fd") == files, "no more files");
    // Workers come as they are needed, one for each compute unit, and so do threads for work in the
    // background, which a busy machine lets pile up to a bound.
    constexpr std::size_t mostInBackground = 16;
    require(entriesOf("/proc/self/task") <= threads + Host().computeUnits() + mostInBackground,
            "no more threads");
  });
}

TEST_F(Life, DeviceIsWhatTheProcessMayUse) {
  endsWell([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    require(sched_setaffinity(0, sizeof one, &one) == 0, "sched_setaffinity");
    Host host;
    require(host.computeUnits() == 1, "one compute unit");
    host.fillMuch();
    host.finish();
    cpu_set_t now;
    sched_getaffinity(0, sizeof now, &now);
    require(CPU_EQUAL(&one, &now), "the host's affinity");
  });
}

TEST_F(Life, DeviceIsWhatTheUserChooses) {
  endsWell([] {
    setenv("WEFT_THREADS", "1", 1);
    cpu_set_t before, after;
    sched_getaffinity(0, sizeof before, &before);
    Host host;
    require(host.computeUnits() == 1, "one compute unit");
    host.fillMuch();
    host.finish();
    sched_getaffinity(0, sizeof after, &after);
    require(CPU_EQUAL(&before, &after), "the host's affinity");
  });
}

TEST_F(Life, UnboundThreadsWork) {
  endsWell([] {
    setenv("WEFT_PIN", "0", 1);
    Host host;
    host.fillMuch();
    host.finish();
  });
}

} // namespace
