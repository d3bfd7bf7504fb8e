// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that access the same memory without an order, and the same with one, or elsewhere.
#include "tests/checked/reports.h"
#include "tests/support/opencl.h"

#include <CL/cl_ext.h>

#include <chrono>
#include <future>
#include <thread>

namespace weft::test {
namespace {

/// Before the library reads its settings.
const bool looksForRaces = ::setenv("WEFT_CHECK", "races", 1) == 0;

constexpr size_t count = 64, bytes = count * sizeof(int);
constexpr const char *nothingOrders = ": no queue, event or wait of the host orders the commands";

constexpr const char *source =
    "kernel void fill(global int *out, int first, int step) {\n"
    "out[first + step * get_global_id(0)] = get_global_id(0) + 1; }\n"
    "kernel void sum(global const int *in, global int *out, int first) {\n"
    "out[get_global_id(0)] = in[first + get_global_id(0)] + 1; }\n"
    "kernel void add(global int *out) { atomic_inc(out); }\n";

/// Two in-order queues and one without order, and two buffers.
class CommandFaults : public testing::Test {
protected:
  static Queue queueOf(cl_context context, cl_command_queue_properties properties) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    return Queue(clCreateCommandQueueWithProperties(context, device(), list, nullptr));
  }
  void fill(cl_command_queue queue, cl_mem out, int first = 0, int step = 1, size_t items = count,
            const std::vector<cl_event> &waits = {}, cl_event *event = nullptr) const {
    const Kernel kernel = session.kernel(program, "fill");
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof first, &first);
    clSetKernelArg(kernel, 2, sizeof step, &step);
    launch(queue, kernel, items, waits, event);
  }
  void sum(cl_command_queue queue, cl_mem in, cl_mem out, int first = 0, size_t items = count,
           const std::vector<cl_event> &waits = {}) const {
    const Kernel kernel = session.kernel(program, "sum");
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clSetKernelArg(kernel, 2, sizeof first, &first);
    launch(queue, kernel, items, waits, nullptr);
  }
  static void launch(cl_command_queue queue, cl_kernel kernel, size_t items,
                     const std::vector<cl_event> &waits, cl_event *event) {
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr,
                                                 static_cast<cl_uint>(waits.size()),
                                                 waits.empty() ? nullptr : waits.data(), event));
  }
  void read(cl_command_queue queue, cl_mem from, std::vector<int> &to,
            const std::vector<cl_event> &waits = {}, size_t offset = 0) const {
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(queue, from, CL_FALSE, offset, to.size() * sizeof(int), to.data(),
                                  static_cast<cl_uint>(waits.size()),
                                  waits.empty() ? nullptr : waits.data(), nullptr));
  }
  void finish() const {
    for (const Queue *queue : {&first, &second, &unordered})
      EXPECT_EQ(CL_SUCCESS, clFinish(*queue));
  }
  template <class Action> std::vector<std::string> reports(Action action) const {
    return reportsOf([&] {
      action();
      finish();
    });
  }
  static std::vector<std::string> race(const std::string &text) {
    return {"weft: races: " + text + nothingOrders};
  }
  /// As long as short commands take, without a look at them.
  static void pass() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

  Session session;
  Program program = session.build(source, "-cl-std=CL3.0 -cl-weft-check=races");
  Queue first = queueOf(session.context, 0), second = queueOf(session.context, 0),
        unordered = queueOf(session.context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Memory buffer = session.buffer(bytes), other = session.buffer(bytes);
  std::vector<int> host = std::vector<int>(count);
};

const std::vector<std::string> none;
constexpr const char *ofFill = "argument 0 'out' (buffer of 256 bytes, CL_MEM_READ_WRITE)";

TEST_F(CommandFaults, AReadOfWhatAnotherQueueWrites) {
  EXPECT_EQ(reports([&] {
              fill(first, buffer);
              read(second, buffer, host);
            }),
            race(std::string("clEnqueueReadBuffer: read at byte 0 of ") + ofFill +
                 " races with a write by kernel 'fill'"));
}

TEST_F(CommandFaults, IsRightBehindAnEvent) {
  EXPECT_EQ(reports([&] {
              Event written;
              fill(first, buffer, 0, 1, count, {}, written.out());
              clFlush(first);
              read(second, buffer, host, {written});
            }),
            none);
}

TEST_F(CommandFaults, IsRightBehindAWaitOfTheHost) {
  EXPECT_EQ(reports([&] {
              fill(first, buffer);
              clFinish(first);
              read(second, buffer, host);
              clFinish(second);
              Event written;
              fill(unordered, buffer, 0, 1, count, {}, written.out());
              clWaitForEvents(1, written.address());
              read(second, buffer, host);
              clFinish(second);
              fill(first, buffer, 0, 1, count, {}, written.out());
              clFlush(first);
              for (cl_int status = CL_QUEUED; status != CL_COMPLETE;)
                clGetEventInfo(written, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                               nullptr);
              read(unordered, buffer, host);
              clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr);
              clFinish(unordered);
              fill(first, buffer, 0, 1, count);
              std::vector<int> one(1);
              clEnqueueReadBuffer(first, other, CL_TRUE, 0, 4, one.data(), 0, nullptr, nullptr);
              read(unordered, buffer, host);
            }),
            none);
}

TEST_F(CommandFaults, IsRightBehindACallbackAndAUserEvent) {
  EXPECT_EQ(reports([&] {
              Event written, gate(clCreateUserEvent(session.context, nullptr));
              read(second, buffer, host, {gate});
              fill(first, buffer, 0, 1, count, {}, written.out());
              const auto open = [](cl_event, cl_int, void *data) {
                clSetUserEventStatus(*static_cast<cl_event *>(data), CL_COMPLETE);
              };
              cl_event opened = gate;
              clSetEventCallback(written, CL_COMPLETE, open, &opened);
              clFlush(first);
              clFinish(second);
              std::promise<void> called;
              fill(first, buffer, 0, 1, count, {}, written.out());
              clSetEventCallback(
                  written, CL_COMPLETE,
                  [](cl_event, cl_int, void *data) {
                    static_cast<std::promise<void> *>(data)->set_value();
                  },
                  &called);
              clFlush(first);
              called.get_future().wait();
              read(unordered, buffer, host);
            }),
            none);
}

// The second is wrong although the first has long ended.
TEST_F(CommandFaults, TimeIsNoOrder) {
  EXPECT_EQ(reports([&] {
              fill(first, buffer);
              clFlush(first);
              pass();
              sum(second, buffer, other);
            }),
            race("kernel 'sum': read at byte 0 of argument 0 'in' (buffer of 256 bytes, "
                 "CL_MEM_READ_WRITE) races with a write by kernel 'fill'"));
}

TEST_F(CommandFaults, KernelsOfAQueueWithoutOrder) {
  EXPECT_EQ(reports([&] {
              fill(unordered, buffer, 0, 1, 40);
              fill(unordered, buffer, 32, 1, 32);
            }),
            race(std::string("kernel 'fill': write at byte 128 of ") + ofFill +
                 " races with a write by kernel 'fill'"));
}

TEST_F(CommandFaults, BarriersAndMarkersOrderThem) {
  EXPECT_EQ(reports([&] {
              fill(unordered, buffer);
              clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr);
              fill(unordered, buffer);
              Event marker, barrier;
              clEnqueueMarkerWithWaitList(unordered, 0, nullptr, marker.out());
              sum(unordered, buffer, other, 0, count, {marker});
              clEnqueueBarrierWithWaitList(unordered, 0, nullptr, barrier.out());
              fill(first, buffer, 0, 1, count, {barrier});
            }),
            none);
}

// What has ended is no longer in the queue.
TEST_F(CommandFaults, BarriersThatHaveEndedOrderThem) {
  EXPECT_EQ(reports([&] {
              fill(unordered, buffer);
              clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr);
              clFlush(unordered);
              pass();
              fill(unordered, buffer);
            }),
            none);
  EXPECT_EQ(reports([&] {
              fill(unordered, buffer);
              clFlush(unordered);
              pass();
              for (int i = 0; i < 70; ++i)
                sum(unordered, buffer, other, i % 32, 0);
              Event marker;
              clEnqueueMarkerWithWaitList(unordered, 0, nullptr, marker.out());
              clFlush(unordered);
              fill(first, buffer, 0, 1, count, {marker});
            }),
            none);
}

TEST_F(CommandFaults, OtherBytesAreRight) {
  std::vector<int> half(32);
  EXPECT_EQ(reports([&] {
              fill(first, buffer, 0, 1, 32);
              fill(second, buffer, 32, 1, 32);
              fill(first, other, 0, 2, 32);
              fill(second, other, 1, 2, 32);
              read(unordered, session.buffer(bytes), half);
            }),
            none);
  EXPECT_EQ(reports([&] {
              fill(first, buffer, 0, 2, 32);
              fill(second, buffer, 2, 3, 20);
            }),
            race(std::string("kernel 'fill': write at byte 8 of ") + ofFill +
                 " races with a write by kernel 'fill'"));
}

TEST_F(CommandFaults, ReadersAreRight) {
  EXPECT_EQ(reports([&] {
              const Memory third = session.buffer(bytes);
              sum(first, buffer, other);
              sum(second, buffer, third);
              read(unordered, buffer, host);
            }),
            none);
}

TEST_F(CommandFaults, AtomicOperationsAreRight) {
  EXPECT_EQ(reports([&] {
              for (const Queue *queue : {&first, &second}) {
                const Kernel add = session.kernel(program, "add");
                clSetKernelArg(add, 0, sizeof(cl_mem), buffer.address());
                launch(*queue, add, count, {}, nullptr);
              }
            }),
            none);
}

TEST_F(CommandFaults, RectanglesAreToldApart) {
  const auto columns = [&](cl_command_queue queue, size_t column) {
    const size_t to[3] = {column, 0, 0}, from[3] = {0, 0, 0}, size[3] = {16, 8, 1};
    EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBufferRect(queue, other, buffer, from, to, size, 32, 0, 32,
                                                  0, 0, nullptr, nullptr));
  };
  EXPECT_EQ(reports([&] {
              columns(first, 0);
              columns(second, 16);
            }),
            none);
  EXPECT_EQ(reports([&] {
              columns(first, 0);
              columns(second, 8);
            }),
            race("clEnqueueCopyBufferRect: write at byte 8 of a buffer of 256 bytes races with a "
                 "write by clEnqueueCopyBufferRect"));
}

TEST_F(CommandFaults, MapsAreCommands) {
  void *mapped = nullptr;
  const auto map = [&](cl_command_queue queue, const std::vector<cl_event> &waits) {
    mapped = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, bytes,
                                static_cast<cl_uint>(waits.size()),
                                waits.empty() ? nullptr : waits.data(), nullptr, nullptr);
  };
  const auto unmap = [&](cl_command_queue queue) {
    clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr);
    clFinish(queue);
  };
  EXPECT_EQ(reports([&] {
              fill(first, buffer);
              clFlush(first);
              pass();
              map(second, {});
              unmap(second);
            }),
            race(std::string("clEnqueueMapBuffer: read at byte 0 of ") + ofFill +
                 " races with a write by kernel 'fill'"));
  EXPECT_EQ(reports([&] {
              Event written;
              fill(first, buffer, 0, 1, count, {}, written.out());
              clFlush(first);
              map(second, {written});
              unmap(second);
              sum(first, buffer, other);
            }),
            none);
}

TEST_F(CommandFaults, TheHostsMemoryIsWatched) {
  EXPECT_EQ(reports([&] {
              read(first, buffer, host);
              read(second, other, host);
            }),
            race("clEnqueueReadBuffer: write at byte 0 of memory of the host races with a write by "
                 "clEnqueueReadBuffer"));
  EXPECT_EQ(reports([&] {
              for (const Queue *queue : {&first, &second})
                clEnqueueWriteBuffer(*queue, queue == &first ? buffer : other, CL_FALSE, 0, bytes,
                                     host.data(), 0, nullptr, nullptr);
            }),
            none);
  const Memory shared = session.buffer(bytes, host.data(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
  EXPECT_EQ(reports([&] {
              fill(first, shared);
              read(second, buffer, host);
            }).size(),
            1u);
}

TEST_F(CommandFaults, SharedMemoryIsWatched) {
  auto *memory = static_cast<int *>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, bytes, 0));
  const Kernel kernel = session.kernel(program, "fill");
  const int start = 0, step = 1;
  clSetKernelArgSVMPointer(kernel, 0, memory);
  clSetKernelArg(kernel, 1, sizeof start, &start);
  clSetKernelArg(kernel, 2, sizeof step, &step);
  EXPECT_EQ(reports([&] {
              launch(first, kernel, count, {}, nullptr);
              clEnqueueSVMMemcpy(second, CL_FALSE, host.data(), memory + 8, 16, 0, nullptr,
                                 nullptr);
            }),
            race("clEnqueueSVMMemcpy: read at byte 32 of argument 0 'out' (an allocation of 256 "
                 "bytes) races with a write by kernel 'fill'"));
  EXPECT_EQ(reports([&] {
              Event written;
              launch(first, kernel, count, {}, written.out());
              clFlush(first);
              clEnqueueSVMMemcpy(second, CL_FALSE, host.data(), memory + 8, 16, 1,
                                 written.address(), nullptr);
            }),
            none);
  clSVMFree(session.context, memory);
}

TEST_F(CommandFaults, OtherObjectsMayHaveTheMemoryLater) {
  EXPECT_EQ(reports([&] {
              {
                const Memory shared =
                    session.buffer(bytes, host.data(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
                fill(first, shared);
                clFlush(first);
              }
              pass();
              const Memory again =
                  session.buffer(bytes, host.data(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
              fill(second, again);
            }),
            none);
}

TEST_F(CommandFaults, BothCallsAreTold) {
  testing::internal::CaptureStderr();
  fill(first, buffer);
  read(second, buffer, host);
  finish();
  const std::string output = testing::internal::GetCapturedStderr();
  EXPECT_NE(output.find("\n  enqueued by clEnqueueReadBuffer\n    at "), std::string::npos);
  EXPECT_NE(output.find("\n  the other enqueued by clEnqueueNDRangeKernel\n    at "),
            std::string::npos)
      << output;
}

} // namespace
} // namespace weft::test
