// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host threads × queues × random wait lists against a model: every command runs exactly once, after
// all that it waits for, or fails exactly when something in its wait list failed.
#include "tests/api/queue_engine/queue_engine.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

namespace weft::test {
namespace {

struct Command {
  Event event;
  cl_command_queue queue = nullptr; ///< one of the test's
  std::vector<Command *> waitList;
  cl_int userStatus = 1; ///< of a user event: what it is set to
  std::atomic<int> runs{0};
  std::atomic<bool> tooEarly{false};
  bool mustFail = false;

  bool isUserEvent() const { return queue == nullptr; }
  /// Whether a dependent may run: a failed one never runs, and must end before.
  bool isOver() const {
    if (isUserEvent() || mustFail)
      return true;
    return runs == 1;
  }
};

class Stress : public QueueEngine {
protected:
  /// Adds a random command or user event; the pool only grows, so wait lists form no circle.
  void step(std::mt19937 &random, std::span<const Queue> queues) {
    auto command = std::make_unique<Command>();
    std::vector<cl_event> waitList;
    {
      std::lock_guard lock(mutex);
      for (unsigned i = random() % 4; i > 0 && !pool.empty(); --i) {
        std::size_t window = std::min<std::size_t>(pool.size(), 40);
        Command *chosen = pool[pool.size() - 1 - random() % window].get();
        command->waitList.push_back(chosen);
        waitList.push_back(chosen->event);
        command->mustFail |= chosen->isUserEvent() ? chosen->userStatus < 0 : chosen->mustFail;
      }
    }
    if (random() % 16 == 0) {
      command->waitList.clear();
      command->mustFail = false;
      command->userStatus = random() % 8 == 0 ? -9 : CL_COMPLETE;
      command->event = makeUserEvent();
      std::lock_guard lock(mutex);
      openUserEvents.push_back(command.get());
      pool.push_back(std::move(command));
      return;
    }
    command->queue = queues[random() % queues.size()];
    Command *self = command.get();
    call(
        command->queue,
        [self] {
          for (Command *earlier : self->waitList)
            if (!earlier->isOver())
              self->tooEarly = true;
          ++self->runs;
        },
        waitList, command->event.out());
    std::lock_guard lock(mutex);
    pool.push_back(std::move(command));
  }

  void setSomeUserEvent(std::mt19937 &random) {
    Command *chosen;
    {
      std::lock_guard lock(mutex);
      if (openUserEvents.empty())
        return;
      std::swap(openUserEvents[random() % openUserEvents.size()], openUserEvents.back());
      chosen = openUserEvents.back();
      openUserEvents.pop_back();
    }
    EXPECT_EQ(clSetUserEventStatus(chosen->event, chosen->userStatus), CL_SUCCESS);
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<Command>> pool;
  std::vector<Command *> openUserEvents;
};

TEST_F(Stress, RandomGraphsMatchTheModel) {
  constexpr int threadCount = 8, steps = 3000;
  std::vector<Queue> queues;
  for (int i = 0; i < 6; ++i)
    queues.push_back(makeQueue(i % 2 ? outOfOrder : 0));
  std::vector<std::thread> threads;
  for (int t = 0; t < threadCount; ++t)
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      for (int i = 0; i < steps; ++i) {
        step(random, queues);
        if (random() % 12 == 0)
          setSomeUserEvent(random);
        if (random() % 20 == 0)
          clFlush(queues[random() % queues.size()]);
        if (random() % 40 == 0)
          clEnqueueBarrierWithWaitList(queues[random() % queues.size()], 0, nullptr, nullptr);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  std::mt19937 random(99);
  std::thread setter([&] {
    for (int i = 0; i < threadCount * steps; ++i)
      setSomeUserEvent(random);
  });
  for (const Queue &queue : queues)
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  setter.join();
  for (const auto &command : pool) {
    cl_int expected = command->isUserEvent() ? command->userStatus
                      : command->mustFail    ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                                             : CL_COMPLETE;
    ASSERT_EQ(statusOf(command->event), expected);
    ASSERT_EQ(command->runs, !command->isUserEvent() && !command->mustFail);
    ASSERT_FALSE(command->tooEarly);
  }
}

TEST_F(Stress, ThreadsWaitWhileOthersEnqueue) {
  std::vector<Queue> queues;
  for (int i = 0; i < 4; ++i)
    queues.push_back(makeQueue(i % 2 ? outOfOrder : 0));
  std::vector<std::thread> threads;
  std::atomic<int> ran{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      Event previous;
      for (int i = 0; i < 2000; ++i) {
        Event event;
        call(
            queues[random() % 4], [&] { ++ran; },
            previous && random() % 2 ? only(previous) : std::span<const cl_event>(), event.out());
        if (random() % 3 == 0) {
          EXPECT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
        } else if (random() % 50 == 0) {
          EXPECT_EQ(clFinish(queues[random() % 4]), CL_SUCCESS);
        }
        previous = std::move(event);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const Queue &queue : queues)
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(ran, 16'000);
}

} // namespace
} // namespace weft::test
