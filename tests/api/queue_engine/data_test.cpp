// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host threads × queues × random commands on buffers against a model on the host. Each thread has
// buffers of its own and shares all queues, in order and out of order, with the others. A command
// waits for those that it must not overtake, by events alone; so every read must see what the model
// has at that moment.
#include "tests/support/opencl.h"

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <span>
#include <thread>

namespace {

using namespace weft::test;

constexpr size_t wordCount = 256, byteCount = wordCount * sizeof(cl_uint), bufferCount = 4;
constexpr size_t rowWords = 16;
using Words = std::array<cl_uint, wordCount>;

const char *source = R"(
kernel void mix(global uint *to, global const uint *from, uint factor) {
  size_t i = get_global_id(0);
  to[i] = to[i] * factor + from[i];
}
)";

/// One host thread's part.
class Actor {
public:
  Actor(Session &session, cl_program program, std::span<const Queue> queues, unsigned seed)
      : queues(queues), random(seed), mix(session.kernel(program, "mix")) {
    for (Tracked &each : tracked) {
      std::generate(each.model.begin(), each.model.end(), [this] { return random(); });
      each.buffer = session.buffer(byteCount, each.model.data());
    }
  }

  void run(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i)
      step();
    for (Tracked &each : tracked)
      checkBlocking(each);
  }

private:
  /// A buffer, what it will hold when all enqueued commands are complete, and those commands.
  struct Tracked {
    Memory buffer;
    Words model{};
    Event written;
    std::vector<Event> read; ///< since it was written
  };

  cl_command_queue queue() { return queues[random() % queues.size()]; }

  /// What a command that reads `from` and writes `to` has to wait for; either may be null.
  static std::vector<cl_event> hazards(const Tracked *from, const Tracked *to) {
    std::vector<cl_event> waitList;
    for (const Tracked *each : {from, to})
      if (each && each->written)
        waitList.push_back(each->written);
    if (to)
      for (const Event &event : to->read)
        waitList.push_back(event);
    return waitList;
  }

  template <class Enqueue> void command(Tracked *from, Tracked *to, const Enqueue &enqueue) {
    const std::vector<cl_event> waitList = hazards(from, to);
    Event event;
    ASSERT_EQ(enqueue(static_cast<cl_uint>(waitList.size()),
                      waitList.empty() ? nullptr : waitList.data(), event.out()),
              CL_SUCCESS);
    if (!to) {
      from->read.push_back(std::move(event));
      return;
    }
    if (from) {
      ASSERT_EQ(clRetainEvent(event), CL_SUCCESS);
      from->read.emplace_back(static_cast<cl_event>(event));
    }
    to->read.clear();
    to->written = std::move(event);
  }

  void checkBlocking(Tracked &from) {
    const std::vector<cl_event> waitList = hazards(&from, nullptr);
    Words seen;
    ASSERT_EQ(clEnqueueReadBuffer(queue(), from.buffer, CL_TRUE, 0, byteCount, seen.data(),
                                  static_cast<cl_uint>(waitList.size()),
                                  waitList.empty() ? nullptr : waitList.data(), nullptr),
              CL_SUCCESS);
    EXPECT_EQ(seen, from.model);
  }

  void step() {
    Tracked &to = tracked[random() % bufferCount];
    Tracked &from =
        tracked[(&to - tracked.data() + 1 + random() % (bufferCount - 1)) % bufferCount];
    switch (random() % 7) {
    case 0:
      return fill(to);
    case 1:
      return copy(from, to);
    case 2:
      return copyRows(from, to);
    case 3:
      return write(to);
    case 4:
      return random() % 4 ? read(from) : checkBlocking(from);
    default:
      return launch(from, to);
    }
  }

  void fill(Tracked &to) {
    const cl_uint value = random();
    const size_t begin = random() % wordCount, count = 1 + random() % (wordCount - begin);
    command(nullptr, &to, [&](cl_uint waits, const cl_event *list, cl_event *event) {
      return clEnqueueFillBuffer(queue(), to.buffer, &value, sizeof value, begin * sizeof value,
                                 count * sizeof value, waits, list, event);
    });
    std::fill_n(to.model.begin() + static_cast<std::ptrdiff_t>(begin), count, value);
  }

  void copy(Tracked &from, Tracked &to) {
    const size_t count = 1 + random() % wordCount, source = random() % (wordCount - count + 1),
                 target = random() % (wordCount - count + 1);
    command(&from, &to, [&](cl_uint waits, const cl_event *list, cl_event *event) {
      return clEnqueueCopyBuffer(queue(), from.buffer, to.buffer, source * sizeof(cl_uint),
                                 target * sizeof(cl_uint), count * sizeof(cl_uint), waits, list,
                                 event);
    });
    std::copy_n(from.model.begin() + static_cast<std::ptrdiff_t>(source), count,
                to.model.begin() + static_cast<std::ptrdiff_t>(target));
  }

  void copyRows(Tracked &from, Tracked &to) {
    const size_t width = 1 + random() % rowWords, rows = 1 + random() % (wordCount / rowWords);
    const size_t origin[3] = {}, region[3] = {width * sizeof(cl_uint), rows, 1};
    constexpr size_t pitch = rowWords * sizeof(cl_uint);
    command(&from, &to, [&](cl_uint waits, const cl_event *list, cl_event *event) {
      return clEnqueueCopyBufferRect(queue(), from.buffer, to.buffer, origin, origin, region, pitch,
                                     0, pitch, 0, waits, list, event);
    });
    for (size_t row = 0; row < rows; ++row)
      for (size_t i = 0; i < width; ++i)
        to.model[row * rowWords + i] = from.model[row * rowWords + i];
  }

  void write(Tracked &to) {
    // What is written must stay until it is: a block for each write.
    auto block = std::make_unique<Words>();
    std::generate(block->begin(), block->end(), [this] { return random(); });
    command(nullptr, &to, [&](cl_uint waits, const cl_event *list, cl_event *event) {
      return clEnqueueWriteBuffer(queue(), to.buffer, CL_FALSE, 0, byteCount, block->data(), waits,
                                  list, event);
    });
    to.model = *block;
    blocks.push_back(std::move(block));
  }

  void read(Tracked &from) {
    auto block = std::make_unique<Words>();
    Words *seen = block.get();
    command(&from, nullptr, [&](cl_uint waits, const cl_event *list, cl_event *event) {
      return clEnqueueReadBuffer(queue(), from.buffer, CL_FALSE, 0, byteCount, seen->data(), waits,
                                 list, event);
    });
    ASSERT_EQ(clWaitForEvents(1, from.read.back().address()), CL_SUCCESS);
    EXPECT_EQ(*seen, from.model);
  }

  void launch(Tracked &from, Tracked &to) {
    const cl_uint factor = random() | 1;
    ASSERT_EQ(clSetKernelArg(mix, 0, sizeof(cl_mem), to.buffer.address()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(mix, 1, sizeof(cl_mem), from.buffer.address()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(mix, 2, sizeof factor, &factor), CL_SUCCESS);
    const size_t items = 1 + random() % wordCount;
    command(&from, &to, [&](cl_uint waits, const cl_event *list, cl_event *event) {
      return clEnqueueNDRangeKernel(queue(), mix, 1, nullptr, &items, nullptr, waits, list, event);
    });
    for (size_t i = 0; i < items; ++i)
      to.model[i] = to.model[i] * factor + from.model[i];
  }

  const std::span<const Queue> queues;
  std::mt19937 random;
  Kernel mix;
  std::array<Tracked, bufferCount> tracked;
  std::vector<std::unique_ptr<Words>> blocks;
};

TEST(StressOfData, RandomCommandsMatchTheModel) {
  Session session;
  const Program program = session.build(source);
  std::vector<Queue> queues;
  for (int i = 0; i < 4; ++i) {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES,
        static_cast<cl_queue_properties>(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0), 0};
    queues.emplace_back(
        clCreateCommandQueueWithProperties(session.context, device(), properties, nullptr));
  }
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 8; ++t)
    threads.emplace_back([&, t] { Actor(session, program, queues, t).run(1500); });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
