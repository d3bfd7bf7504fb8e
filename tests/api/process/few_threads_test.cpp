// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A system that refuses threads (RLIMIT_NPROC, a container's limit, no memory): everything works,
// on the threads that there are, in the end on the host's alone, and faster again when there are
// more. Each scenario is a process of its own that must end in time. The refusals come from this
// program's own pthread_create, which takes the place of the C library's and bounds how many
// threads live at a time, as the system does.
#include "tests/support/opencl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

std::atomic<int> threadsLeft{INT_MAX};
std::atomic<int> threadsMade{0};

struct Begin {
  void *(*function)(void *);
  void *argument;
};

/// Runs a thread's function; from its end on there may be another thread.
void *runCounted(void *data) {
  const Begin begin = *static_cast<Begin *>(data);
  delete static_cast<Begin *>(data);
  void *result = begin.function(begin.argument);
  ++threadsLeft;
  return result;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
               void *argument) noexcept {
  static const auto create =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (threadsLeft.fetch_sub(1) <= 0) {
    ++threadsLeft;
    return EAGAIN;
  }
  ++threadsMade;
  auto *begin = new Begin{function, argument};
  const int error = create(thread, attributes, runCounted, begin);
  if (error) {
    ++threadsLeft;
    delete begin;
  }
  return error;
}

namespace {

using namespace weft::test;

constexpr size_t words = size_t{1} << 19;

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "failed: %s\n", what);
  _exit(1);
}

/// What a host does, with a device whose threads are refused from `most` on.
class Host {
public:
  explicit Host(int most, cl_command_queue_properties properties = 0) {
    threadsLeft = most;
    cl_platform_id platform;
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "a platform");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "a device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    queue = clCreateCommandQueueWithProperties(context, device, list, nullptr);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, words * sizeof(cl_uint), nullptr, nullptr);
    require(context && queue && buffer, "objects");
  }
  /// Work that every thread of the device takes part in.
  void fill(cl_uint pattern, cl_event *event = nullptr) {
    require(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, words * sizeof pattern,
                                0, nullptr, event) == CL_SUCCESS,
            "clEnqueueFillBuffer");
  }
  void expect(cl_uint pattern) {
    std::vector<cl_uint> result(words);
    require(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, words * sizeof pattern, result.data(), 0,
                                nullptr, nullptr) == CL_SUCCESS,
            "clEnqueueReadBuffer");
    for (cl_uint value : result)
      require(value == pattern, "the buffer's contents");
  }
  void count(std::atomic<int> &calls, cl_uint waits = 0, const cl_event *list = nullptr,
             cl_event *event = nullptr) {
    std::atomic<int> *argument = &calls;
    const auto call = [](void *block) { ++**static_cast<std::atomic<int> **>(block); };
    require(clEnqueueNativeKernel(queue, call, &argument, sizeof argument, 0, nullptr, nullptr,
                                  waits, list, event) == CL_SUCCESS,
            "clEnqueueNativeKernel");
  }
  void finish() { require(clFinish(queue) == CL_SUCCESS, "clFinish"); }

  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_mem buffer;
};

/// Looks, and helps with nothing, until the event is complete.
void watch(cl_event event) {
  for (cl_int status = CL_QUEUED; status != CL_COMPLETE; sched_yield())
    require(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                           nullptr) == CL_SUCCESS,
            "clGetEventInfo");
}

void useEverything(Host &host) {
  for (cl_uint round = 0; round < 20; ++round) {
    cl_event filled, counted;
    std::atomic<int> calls{0}, callbacks{0};
    host.fill(round, &filled);
    host.count(calls, 0, nullptr, &counted);
    clSetEventCallback(
        counted, CL_COMPLETE,
        [](cl_event, cl_int, void *counter) { ++*static_cast<std::atomic<int> *>(counter); },
        &callbacks);
    clFlush(host.queue);
    watch(counted);
    watch(filled);
    while (callbacks != 1)
      sched_yield();
    require(calls == 1, "one call");
    host.expect(round);
  }
}

class FewThreads : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void endsWell(const std::function<void()> &scenario) {
    EXPECT_EXIT(
        {
          alarm(60);
          scenario();
          std::exit(0);
        },
        // oneTBB says once that there are fewer workers than CPUs.
        testing::ExitedWithCode(0), "^(TBB Warning: The number of workers is [^\n]*\n+)?$");
  }
};

TEST_F(FewThreads, NoneAtAll) {
  endsWell([] {
    Host host(0);
    useEverything(host);
    require(threadsMade == 0, "no thread was made");
  });
}

TEST_F(FewThreads, One) {
  endsWell([] {
    Host host(1);
    useEverything(host);
  });
}

TEST_F(FewThreads, Two) {
  endsWell([] {
    Host host(2);
    useEverything(host);
  });
}

TEST_F(FewThreads, Three) {
  endsWell([] {
    Host host(3);
    useEverything(host);
  });
}

// Workers that are about to sleep have oneTBB ask for one more, when it has the command already.
TEST_F(FewThreads, CommandsRunOnceWhereOneMoreIsRefused) {
  endsWell([] {
    Host host(3);
    useEverything(host);
    for (int round = 0; round < 2000; ++round) {
      cl_event counted;
      std::atomic<int> calls{0};
      host.count(calls, 0, nullptr, &counted);
      clFlush(host.queue);
      watch(counted);
      require(calls == 1, "one call");
      require(clReleaseEvent(counted) == CL_SUCCESS, "clReleaseEvent");
    }
  });
}

TEST_F(FewThreads, OneCpuIsEnoughWithoutAWord) {
  EXPECT_EXIT(
      {
        alarm(60);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(sched_getcpu(), &one);
        require(sched_setaffinity(0, sizeof one, &one) == 0, "one CPU");
        Host host(INT_MAX);
        useEverything(host);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^$");
}

TEST_F(FewThreads, MoreComeWhenTheLimitIsGone) {
  endsWell([] {
    Host host(0);
    useEverything(host);
    threadsLeft = INT_MAX;
    cl_uint round = 0;
    while (threadsMade == 0) {
      host.fill(++round);
      host.finish();
    }
    host.expect(round);
    useEverything(host);
  });
}

TEST_F(FewThreads, DeepGraphsNeedNoStack) {
  endsWell([] {
    // Each command makes two ready, one of which goes to a thread that is not there.
    Host host(0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    constexpr int depth = 30'000;
    std::atomic<int> calls{0};
    cl_event gate = clCreateUserEvent(host.context, nullptr), last = gate;
    clRetainEvent(gate);
    for (int i = 0; i < depth; ++i) {
      cl_event next;
      host.count(calls, 1, &last, nullptr);
      host.count(calls, 1, &last, &next);
      clReleaseEvent(last);
      last = next;
    }
    clFlush(host.queue);
    clSetUserEventStatus(gate, CL_COMPLETE);
    require(calls == 2 * depth, "every call, at once");
  });
}

} // namespace
