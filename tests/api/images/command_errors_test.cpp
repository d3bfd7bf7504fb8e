// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.3: the errors that all commands on images have in common, asked of each of them.
#include "tests/api/images/fixture.h"

#include <functional>
#include <string>

namespace weft::test {
namespace {

/// What a command is told.
struct Told {
  cl_command_queue queue;
  cl_mem image, buffer;
  const size_t *origin, *region;
  cl_uint eventCount = 0;
  const cl_event *events = nullptr;
};

struct Command {
  std::string name;
  std::function<cl_int(const Told &)> run;
  bool hasBuffer = false, canBlock = false;
};

class ImageCommandErrors : public ImageApi {
protected:
  // Blocks where it may. Copies of images go from and to the image itself, in parts apart.
  std::vector<Command> commands() {
    const auto read = [this](const Told &told) {
      return clEnqueueReadImage(told.queue, told.image, CL_TRUE, told.origin, told.region, 0, 0,
                                host.data(), told.eventCount, told.events, nullptr);
    };
    const auto write = [this](const Told &told) {
      return clEnqueueWriteImage(told.queue, told.image, CL_TRUE, told.origin, told.region, 0, 0,
                                 host.data(), told.eventCount, told.events, nullptr);
    };
    const auto fill = [](const Told &told) {
      const float colour[4] = {};
      return clEnqueueFillImage(told.queue, told.image, colour, told.origin, told.region,
                                told.eventCount, told.events, nullptr);
    };
    const auto copyFrom = [this](const Told &told) {
      return clEnqueueCopyImage(told.queue, told.image, plain, told.origin, apart.data(),
                                told.region, told.eventCount, told.events, nullptr);
    };
    const auto copyTo = [this](const Told &told) {
      return clEnqueueCopyImage(told.queue, plain, told.image, apart.data(), told.origin,
                                told.region, told.eventCount, told.events, nullptr);
    };
    const auto toBuffer = [](const Told &told) {
      return clEnqueueCopyImageToBuffer(told.queue, told.image, told.buffer, told.origin,
                                        told.region, 0, told.eventCount, told.events, nullptr);
    };
    const auto fromBuffer = [](const Told &told) {
      return clEnqueueCopyBufferToImage(told.queue, told.buffer, told.image, 0, told.origin,
                                        told.region, told.eventCount, told.events, nullptr);
    };
    const auto map = [](const Told &told) {
      cl_int error = CL_SUCCESS;
      size_t pitch = 0;
      void *mapped =
          clEnqueueMapImage(told.queue, told.image, CL_TRUE, CL_MAP_READ, told.origin, told.region,
                            &pitch, nullptr, told.eventCount, told.events, nullptr, &error);
      EXPECT_EQ(mapped != nullptr, error == CL_SUCCESS);
      return mapped ? clEnqueueUnmapMemObject(told.queue, told.image, mapped, 0, nullptr, nullptr)
                    : error;
    };
    return {{"read", read, false, true},
            {"write", write, false, true},
            {"fill", fill},
            {"copy from", copyFrom},
            {"copy to", copyTo},
            {"copy to a buffer", toBuffer, true},
            {"copy from a buffer", fromBuffer, true},
            {"map", map, false, true}};
  }

  Told good() const { return {queue, plain, buffer, zero.data(), half.data()}; }
  Told with(const std::function<void(Told &)> &change) const {
    Told told = good();
    change(told);
    return told;
  }

  const Texels zero{}, half{4, 4, 1}, apart{4, 4, 0};
  Memory plain = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8)), buffer = session.buffer(256);
  Bytes host = Bytes(256);
};

TEST_F(ImageCommandErrors, ObjectsThatAreNotValid) {
  Context foreign = otherContext();
  cl_int error = CL_SUCCESS;
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  Memory foreignImage = clCreateImage(foreign, 0, &rgba8, &description, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Memory foreignBuffer = clCreateBuffer(foreign, 0, 256, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (const Command &command : commands()) {
    const auto refused = [&](const char *what, cl_int expected,
                             const std::function<void(Told &)> &change) {
      EXPECT_EQ(errorName(command.run(with(change))), errorName(expected))
          << command.name << ": " << what;
    };
    EXPECT_EQ(command.run(good()), CL_SUCCESS) << command.name;
    refused("queue", CL_INVALID_COMMAND_QUEUE,
            [&](Told &told) { told.queue = wrong<cl_command_queue>(); });
    refused("no image", CL_INVALID_MEM_OBJECT, [](Told &told) { told.image = nullptr; });
    refused("another object", CL_INVALID_MEM_OBJECT,
            [&](Told &told) { told.image = wrong<cl_mem>(); });
    refused("a buffer", CL_INVALID_MEM_OBJECT, [&](Told &told) { told.image = buffer; });
    refused("context", CL_INVALID_CONTEXT, [&](Told &told) { told.image = foreignImage; });
    refused("no origin", CL_INVALID_VALUE, [](Told &told) { told.origin = nullptr; });
    refused("no region", CL_INVALID_VALUE, [](Told &told) { told.region = nullptr; });
    if (!command.hasBuffer)
      continue;
    refused("no buffer", CL_INVALID_MEM_OBJECT, [](Told &told) { told.buffer = nullptr; });
    refused("the buffer's context", CL_INVALID_CONTEXT,
            [&](Told &told) { told.buffer = foreignBuffer; });
  }
}

TEST_F(ImageCommandErrors, WaitLists) {
  for (const Command &command : commands())
    expectWaitListErrors(command.name.c_str(), [&](cl_uint count, const cl_event *events) {
      return command.run(with([&](Told &told) {
        told.eventCount = count;
        told.events = events;
      }));
    });
}

// A command that blocks tells of an event that failed.
TEST_F(ImageCommandErrors, EventsThatFail) {
  cl_int error = CL_SUCCESS;
  Event failed = clCreateUserEvent(context, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(failed, -7), CL_SUCCESS);
  const cl_event events[] = {failed};
  for (const Command &command : commands())
    if (command.canBlock) {
      EXPECT_EQ(errorName(command.run(with([&](Told &told) {
                  told.eventCount = 1;
                  told.events = events;
                }))),
                "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST")
          << command.name;
    }
}

// An image of a buffer is not copied from or to that buffer.
TEST_F(ImageCommandErrors, TheBufferOfAnImage) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  description.mem_object = buffer;
  Memory line = image(description);
  const Texels part{4, 1, 1};
  for (const Command &command : commands())
    if (command.hasBuffer) {
      EXPECT_EQ(errorName(command.run(with([&](Told &told) {
                  told.image = line;
                  told.region = part.data();
                }))),
                "CL_INVALID_MEM_OBJECT")
          << command.name;
    }
}

} // namespace
} // namespace weft::test
