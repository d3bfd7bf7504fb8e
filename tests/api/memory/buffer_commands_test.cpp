// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections 5.2.2 to 5.2.4 and 5.5: reading, writing, copying, filling, mapping and migrating.
#include "tests/api/fixture.h"

#include <algorithm>
#include <numeric>

namespace weft::test {
namespace {

class BufferCommands : public Api {
protected:
  static constexpr size_t bytes = 4096;
  std::vector<unsigned char> host = std::vector<unsigned char>(bytes);
  std::vector<unsigned char> pattern = [] {
    std::vector<unsigned char> data(bytes);
    for (size_t i = 0; i < bytes; ++i)
      data[i] = static_cast<unsigned char>(i * 131 % 251);
    return data;
  }();
  Memory buffer = session.buffer(bytes, pattern.data());
  Memory other = session.buffer(bytes);
  Memory noReads = session.buffer(bytes, nullptr, CL_MEM_HOST_WRITE_ONLY);
  Memory noWrites = session.buffer(bytes, nullptr, CL_MEM_HOST_READ_ONLY);
  Memory noAccess = session.buffer(bytes, nullptr, CL_MEM_HOST_NO_ACCESS);
  Context foreign = otherContext();
  Memory foreignBuffer = [&] {
    cl_int error;
    return Memory(clCreateBuffer(foreign, 0, bytes, nullptr, &error));
  }();
  cl_command_queue wrongQueue = wrong<cl_command_queue>();
  cl_mem wrongMemory = wrong<cl_mem>();

  std::vector<unsigned char> contents(cl_mem of) {
    std::vector<unsigned char> data(bytes);
    EXPECT_EQ(clEnqueueReadBuffer(queue, of, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }
};

TEST_F(BufferCommands, ReadErrors) {
  auto read = [&](cl_command_queue q, cl_mem from, size_t offset, size_t size, void *to) {
    return clEnqueueReadBuffer(q, from, CL_TRUE, offset, size, to, 0, nullptr, nullptr);
  };
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return read(wrongQueue, buffer, 0, 1, host.data()); }},
      {"null queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return read(nullptr, buffer, 0, 1, host.data()); }},
      {"buffer", CL_INVALID_MEM_OBJECT,
       [&] { return read(queue, wrongMemory, 0, 1, host.data()); }},
      {"null buffer", CL_INVALID_MEM_OBJECT,
       [&] { return read(queue, nullptr, 0, 1, host.data()); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return read(queue, foreignBuffer, 0, 1, host.data()); }},
      {"beyond", CL_INVALID_VALUE, [&] { return read(queue, buffer, bytes - 1, 2, host.data()); }},
      {"wrapping", CL_INVALID_VALUE,
       [&] { return read(queue, buffer, 2, ~size_t{0}, host.data()); }},
      {"no pointer", CL_INVALID_VALUE, [&] { return read(queue, buffer, 0, 1, nullptr); }},
      {"nothing", CL_SUCCESS, [&] { return read(queue, buffer, 0, 0, host.data()); }},
      {"host may not read", CL_INVALID_OPERATION,
       [&] { return read(queue, noReads, 0, 1, host.data()); }},
      {"host has no access", CL_INVALID_OPERATION,
       [&] { return read(queue, noAccess, 0, 1, host.data()); }},
      {"good", CL_SUCCESS, [&] { return read(queue, buffer, 7, 100, host.data()); }},
  });
  EXPECT_TRUE(std::equal(host.begin(), host.begin() + 100, pattern.begin() + 7));
  expectWaitListErrors("clEnqueueReadBuffer", [&](cl_uint n, const cl_event *list) {
    return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 1, host.data(), n, list, nullptr);
  });
}

TEST_F(BufferCommands, WriteErrors) {
  auto write = [&](cl_command_queue q, cl_mem to, size_t offset, size_t size, const void *from) {
    return clEnqueueWriteBuffer(q, to, CL_TRUE, offset, size, from, 0, nullptr, nullptr);
  };
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return write(wrongQueue, buffer, 0, 1, host.data()); }},
      {"buffer", CL_INVALID_MEM_OBJECT,
       [&] { return write(queue, wrongMemory, 0, 1, host.data()); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return write(queue, foreignBuffer, 0, 1, host.data()); }},
      {"beyond", CL_INVALID_VALUE, [&] { return write(queue, buffer, bytes, 1, host.data()); }},
      {"no pointer", CL_INVALID_VALUE, [&] { return write(queue, buffer, 0, 1, nullptr); }},
      {"nothing", CL_SUCCESS, [&] { return write(queue, buffer, 0, 0, host.data()); }},
      {"host may not write", CL_INVALID_OPERATION,
       [&] { return write(queue, noWrites, 0, 1, host.data()); }},
      {"host has no access", CL_INVALID_OPERATION,
       [&] { return write(queue, noAccess, 0, 1, host.data()); }},
      {"good", CL_SUCCESS, [&] { return write(queue, other, 0, bytes, pattern.data()); }},
  });
  EXPECT_EQ(contents(other), pattern);
  expectWaitListErrors("clEnqueueWriteBuffer", [&](cl_uint n, const cl_event *list) {
    return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 1, host.data(), n, list, nullptr);
  });
}

using Triple = std::array<size_t, 3>;

TEST_F(BufferCommands, ReadAndWriteRectErrors) {
  struct Rect {
    Triple bufferOrigin{0, 0, 0}, hostOrigin{0, 0, 0}, region{4, 4, 4};
    size_t bufferRow = 8, bufferSlice = 64, hostRow = 8, hostSlice = 64;
  };
  for (bool isRead : {true, false}) {
    SCOPED_TRACE(isRead ? "read" : "write");
    auto call = [&](const Rect &r, cl_command_queue q, cl_mem memory, void *pointer) {
      return isRead ? clEnqueueReadBufferRect(q, memory, CL_TRUE, r.bufferOrigin.data(),
                                              r.hostOrigin.data(), r.region.data(), r.bufferRow,
                                              r.bufferSlice, r.hostRow, r.hostSlice, pointer, 0,
                                              nullptr, nullptr)
                    : clEnqueueWriteBufferRect(q, memory, CL_TRUE, r.bufferOrigin.data(),
                                               r.hostOrigin.data(), r.region.data(), r.bufferRow,
                                               r.bufferSlice, r.hostRow, r.hostSlice, pointer, 0,
                                               nullptr, nullptr);
    };
    auto withRect = [&](Rect r) { return call(r, queue, buffer, host.data()); };
    cl_mem denied = isRead ? noReads : noWrites;
    expectErrors({
        {"good", CL_SUCCESS, [&] { return withRect({}); }},
        {"pitches computed", CL_SUCCESS, [&] { return withRect({{}, {}, {4, 4, 4}, 0, 0, 0, 0}); }},
        {"queue", CL_INVALID_COMMAND_QUEUE,
         [&] { return call({}, wrongQueue, buffer, host.data()); }},
        {"buffer", CL_INVALID_MEM_OBJECT,
         [&] { return call({}, queue, wrongMemory, host.data()); }},
        {"context", CL_INVALID_CONTEXT,
         [&] { return call({}, queue, foreignBuffer, host.data()); }},
        {"no pointer", CL_INVALID_VALUE, [&] { return call({}, queue, buffer, nullptr); }},
        {"not allowed", CL_INVALID_OPERATION, [&] { return call({}, queue, denied, host.data()); }},
        {"no access", CL_INVALID_OPERATION, [&] { return call({}, queue, noAccess, host.data()); }},
        {"empty region", CL_INVALID_VALUE, [&] { return withRect({{}, {}, {4, 0, 4}}); }},
        {"beyond", CL_INVALID_VALUE, [&] { return withRect({{0, 0, bytes / 64}}); }},
        {"row pitch below the region", CL_INVALID_VALUE,
         [&] { return withRect({{}, {}, {4, 4, 4}, 3, 64, 8, 64}); }},
        {"host row pitch below the region", CL_INVALID_VALUE,
         [&] { return withRect({{}, {}, {4, 4, 4}, 8, 64, 3, 64}); }},
        {"slice pitch below the region", CL_INVALID_VALUE,
         [&] { return withRect({{}, {}, {4, 4, 4}, 8, 24, 8, 64}); }},
        {"slice pitch not of whole rows", CL_INVALID_VALUE,
         [&] { return withRect({{}, {}, {4, 4, 4}, 8, 60, 8, 64}); }},
        {"host slice pitch not of whole rows", CL_INVALID_VALUE,
         [&] { return withRect({{}, {}, {4, 4, 4}, 8, 64, 8, 60}); }},
    });
    expectWaitListErrors("rect", [&](cl_uint n, const cl_event *list) {
      Triple zero{}, region{1, 1, 1};
      return isRead
                 ? clEnqueueReadBufferRect(queue, buffer, CL_FALSE, zero.data(), zero.data(),
                                           region.data(), 0, 0, 0, 0, host.data(), n, list, nullptr)
                 : clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, zero.data(), zero.data(),
                                            region.data(), 0, 0, 0, 0, host.data(), n, list,
                                            nullptr);
    });
  }
}

TEST_F(BufferCommands, RectsMoveWhatTheySay) {
  Triple bufferOrigin{5, 2, 1}, hostOrigin{3, 1, 2}, region{6, 3, 2};
  constexpr size_t bufferRow = 16, bufferSlice = 16 * 8, hostRow = 12, hostSlice = 12 * 10;
  auto at = [](const Triple &origin, size_t row, size_t slice, size_t x, size_t y, size_t z) {
    return (origin[2] + z) * slice + (origin[1] + y) * row + origin[0] + x;
  };
  std::vector<unsigned char> expectedHost(bytes, 0xEE), expectedOther(bytes, 0);
  std::fill(host.begin(), host.end(), 0xEE);
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y)
      for (size_t x = 0; x < region[0]; ++x)
        expectedHost[at(hostOrigin, hostRow, hostSlice, x, y, z)] =
            pattern[at(bufferOrigin, bufferRow, bufferSlice, x, y, z)];
  ASSERT_EQ(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, bufferOrigin.data(), hostOrigin.data(),
                                    region.data(), bufferRow, bufferSlice, hostRow, hostSlice,
                                    host.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(host, expectedHost);

  for (const auto enqueue : {0, 1}) {
    unsigned char zero = 0;
    ASSERT_EQ(clEnqueueFillBuffer(queue, other, &zero, 1, 0, bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::fill(expectedOther.begin(), expectedOther.end(), 0);
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        for (size_t x = 0; x < region[0]; ++x)
          expectedOther[at(bufferOrigin, bufferRow, bufferSlice, x, y, z)] =
              pattern[at(hostOrigin, hostRow, hostSlice, x, y, z)];
    cl_int error =
        enqueue == 0
            ? clEnqueueWriteBufferRect(queue, other, CL_TRUE, bufferOrigin.data(),
                                       hostOrigin.data(), region.data(), bufferRow, bufferSlice,
                                       hostRow, hostSlice, pattern.data(), 0, nullptr, nullptr)
            : clEnqueueCopyBufferRect(queue, buffer, other, hostOrigin.data(), bufferOrigin.data(),
                                      region.data(), hostRow, hostSlice, bufferRow, bufferSlice, 0,
                                      nullptr, nullptr);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(contents(other), expectedOther) << (enqueue ? "copy" : "write");
  }
}

TEST_F(BufferCommands, CopyErrors) {
  auto copy = [&](cl_command_queue q, cl_mem from, cl_mem to, size_t fromOffset, size_t toOffset,
                  size_t size) {
    return clEnqueueCopyBuffer(q, from, to, fromOffset, toOffset, size, 0, nullptr, nullptr);
  };
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE, [&] { return copy(wrongQueue, buffer, other, 0, 0, 1); }},
      {"source", CL_INVALID_MEM_OBJECT, [&] { return copy(queue, wrongMemory, other, 0, 0, 1); }},
      {"target", CL_INVALID_MEM_OBJECT, [&] { return copy(queue, buffer, wrongMemory, 0, 0, 1); }},
      {"null target", CL_INVALID_MEM_OBJECT, [&] { return copy(queue, buffer, nullptr, 0, 0, 1); }},
      {"source's context", CL_INVALID_CONTEXT,
       [&] { return copy(queue, foreignBuffer, other, 0, 0, 1); }},
      {"target's context", CL_INVALID_CONTEXT,
       [&] { return copy(queue, buffer, foreignBuffer, 0, 0, 1); }},
      {"beyond the source", CL_INVALID_VALUE,
       [&] { return copy(queue, buffer, other, bytes, 0, 1); }},
      {"beyond the target", CL_INVALID_VALUE,
       [&] { return copy(queue, buffer, other, 0, bytes - 1, 2); }},
      {"nothing", CL_SUCCESS, [&] { return copy(queue, buffer, other, 0, 0, 0); }},
      {"overlap", CL_MEM_COPY_OVERLAP, [&] { return copy(queue, buffer, buffer, 0, 50, 100); }},
      {"overlap backwards", CL_MEM_COPY_OVERLAP,
       [&] { return copy(queue, buffer, buffer, 50, 0, 100); }},
      {"side by side", CL_SUCCESS, [&] { return copy(queue, other, other, 0, 100, 100); }},
      {"good", CL_SUCCESS, [&] { return copy(queue, buffer, other, 0, 0, bytes); }},
  });
  EXPECT_EQ(contents(other), pattern);
  expectWaitListErrors("clEnqueueCopyBuffer", [&](cl_uint n, const cl_event *list) {
    return clEnqueueCopyBuffer(queue, buffer, other, 0, 0, 1, n, list, nullptr);
  });
}

TEST_F(BufferCommands, SubBuffersOfOneBufferOverlap) {
  size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Memory whole = session.buffer(4 * align);
  cl_buffer_region low{0, 2 * align}, high{align, 2 * align};
  cl_int error;
  Memory a = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &error);
  Memory b = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, &error);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, 0, 2 * align, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, align, align, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(BufferCommands, CopyRectErrors) {
  struct Rect {
    Triple from{0, 0, 0}, to{0, 0, 0}, region{4, 4, 4};
    size_t fromRow = 8, fromSlice = 64, toRow = 8, toSlice = 64;
  };
  auto call = [&](const Rect &r, cl_command_queue q, cl_mem from, cl_mem to) {
    return clEnqueueCopyBufferRect(q, from, to, r.from.data(), r.to.data(), r.region.data(),
                                   r.fromRow, r.fromSlice, r.toRow, r.toSlice, 0, nullptr, nullptr);
  };
  auto withRect = [&](Rect r) { return call(r, queue, buffer, other); };
  auto within = [&](Rect r) { return call(r, queue, buffer, buffer); };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return withRect({}); }},
      {"queue", CL_INVALID_COMMAND_QUEUE, [&] { return call({}, wrongQueue, buffer, other); }},
      {"source", CL_INVALID_MEM_OBJECT, [&] { return call({}, queue, wrongMemory, other); }},
      {"target", CL_INVALID_MEM_OBJECT, [&] { return call({}, queue, buffer, wrongMemory); }},
      {"context", CL_INVALID_CONTEXT, [&] { return call({}, queue, buffer, foreignBuffer); }},
      {"empty region", CL_INVALID_VALUE, [&] { return withRect({{}, {}, {0, 4, 4}}); }},
      {"beyond the source", CL_INVALID_VALUE, [&] { return withRect({{0, 0, bytes / 64}}); }},
      {"beyond the target", CL_INVALID_VALUE, [&] { return withRect({{}, {0, 0, bytes / 64}}); }},
      {"row pitch", CL_INVALID_VALUE, [&] { return withRect({{}, {}, {4, 4, 4}, 3}); }},
      {"target row pitch", CL_INVALID_VALUE,
       [&] { return withRect({{}, {}, {4, 4, 4}, 8, 64, 3, 64}); }},
      {"slice pitch", CL_INVALID_VALUE, [&] { return withRect({{}, {}, {4, 4, 4}, 8, 24}); }},
      {"slice pitch of broken rows", CL_INVALID_VALUE,
       [&] { return withRect({{}, {}, {4, 4, 4}, 8, 60}); }},
      {"one buffer, other pitches", CL_INVALID_VALUE,
       [&] { return within({{}, {0, 0, 10}, {4, 4, 4}, 8, 64, 16, 64}); }},
      {"overlap", CL_MEM_COPY_OVERLAP, [&] { return within({{0, 0, 0}, {2, 2, 2}}); }},
      {"rows interlock without overlap", CL_SUCCESS,
       [&] { return within({{0, 0, 0}, {4, 0, 0}}); }},
  });
  expectWaitListErrors("clEnqueueCopyBufferRect", [&](cl_uint n, const cl_event *list) {
    Triple zero{}, region{1, 1, 1};
    return clEnqueueCopyBufferRect(queue, buffer, other, zero.data(), zero.data(), region.data(), 0,
                                   0, 0, 0, n, list, nullptr);
  });
}

TEST_F(BufferCommands, FillErrors) {
  std::array<unsigned char, 256> with{};
  auto fill = [&](cl_command_queue q, cl_mem to, const void *what, size_t size, size_t offset,
                  size_t count) {
    return clEnqueueFillBuffer(q, to, what, size, offset, count, 0, nullptr, nullptr);
  };
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return fill(wrongQueue, buffer, &with, 4, 0, 16); }},
      {"buffer", CL_INVALID_MEM_OBJECT, [&] { return fill(queue, wrongMemory, &with, 4, 0, 16); }},
      {"context", CL_INVALID_CONTEXT, [&] { return fill(queue, foreignBuffer, &with, 4, 0, 16); }},
      {"beyond", CL_INVALID_VALUE, [&] { return fill(queue, buffer, &with, 4, bytes - 4, 8); }},
      {"no pattern", CL_INVALID_VALUE, [&] { return fill(queue, buffer, nullptr, 4, 0, 16); }},
      {"an empty pattern", CL_INVALID_VALUE, [&] { return fill(queue, buffer, &with, 0, 0, 16); }},
      {"a pattern of three bytes", CL_INVALID_VALUE,
       [&] { return fill(queue, buffer, &with, 3, 0, 12); }},
      {"a pattern of 256 bytes", CL_INVALID_VALUE,
       [&] { return fill(queue, buffer, &with, 256, 0, 256); }},
      {"a misaligned offset", CL_INVALID_VALUE,
       [&] { return fill(queue, buffer, &with, 4, 2, 16); }},
      {"a broken size", CL_INVALID_VALUE, [&] { return fill(queue, buffer, &with, 4, 0, 18); }},
  });
  expectWaitListErrors("clEnqueueFillBuffer", [&](cl_uint n, const cl_event *list) {
    return clEnqueueFillBuffer(queue, buffer, &with, 4, 0, 16, n, list, nullptr);
  });
}

TEST_F(BufferCommands, FillsWithEveryPatternSize) {
  for (size_t size = 1; size <= 128; size *= 2) {
    std::vector<unsigned char> expected(bytes, 1), one(1, 1);
    ASSERT_EQ(clEnqueueFillBuffer(queue, other, one.data(), 1, 0, bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> with = {pattern.begin() + 3, pattern.begin() + 3 + size};
    for (size_t i = size; i < bytes - 128; ++i)
      expected[i] = with[(i - size) % size];
    ASSERT_EQ(clEnqueueFillBuffer(queue, other, with.data(), size, size, bytes - 128 - size, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    std::fill(with.begin(), with.end(), 0); // the pattern was taken when enqueued
    EXPECT_EQ(contents(other), expected) << size;
  }
}

TEST_F(BufferCommands, MapErrors) {
  auto map = [&](cl_command_queue q, cl_mem memory, cl_map_flags flags, size_t offset,
                 size_t size) {
    return errorOf([&](cl_int *error) {
      return clEnqueueMapBuffer(q, memory, CL_TRUE, flags, offset, size, 0, nullptr, nullptr,
                                error);
    });
  };
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return map(wrongQueue, buffer, CL_MAP_READ, 0, 1); }},
      {"buffer", CL_INVALID_MEM_OBJECT, [&] { return map(queue, wrongMemory, CL_MAP_READ, 0, 1); }},
      {"context", CL_INVALID_CONTEXT, [&] { return map(queue, foreignBuffer, CL_MAP_READ, 0, 1); }},
      {"beyond", CL_INVALID_VALUE, [&] { return map(queue, buffer, CL_MAP_READ, bytes - 1, 2); }},
      {"nothing", CL_INVALID_VALUE, [&] { return map(queue, buffer, CL_MAP_READ, 0, 0); }},
      {"unknown flags", CL_INVALID_VALUE, [&] { return map(queue, buffer, 1u << 10, 0, 1); }},
      {"invalidating and reading", CL_INVALID_VALUE,
       [&] { return map(queue, buffer, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_READ, 0, 1); }},
      {"host may not read", CL_INVALID_OPERATION,
       [&] { return map(queue, noReads, CL_MAP_READ, 0, 1); }},
      {"host may not write", CL_INVALID_OPERATION,
       [&] { return map(queue, noWrites, CL_MAP_WRITE, 0, 1); }},
      {"host may not overwrite", CL_INVALID_OPERATION,
       [&] { return map(queue, noWrites, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1); }},
      {"host has no access", CL_INVALID_OPERATION,
       [&] { return map(queue, noAccess, CL_MAP_READ, 0, 1); }},
  });
  expectWaitListErrors("clEnqueueMapBuffer", [&](cl_uint n, const cl_event *list) {
    return errorOf([&](cl_int *error) {
      return clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 1, n, list, nullptr, error);
    });
  });
}

TEST_F(BufferCommands, MapAndUnmap) {
  cl_int error;
  auto *mapped = static_cast<unsigned char *>(clEnqueueMapBuffer(
      queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 64, 128, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  auto count = [&] {
    return queried<cl_uint>(
        [&](auto... rest) { return clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, rest...); });
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_TRUE(std::equal(mapped, mapped + 128, pattern.begin() + 64));
  std::fill(mapped, mapped + 128, 200);
  void *second =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueUnmapMemObject(wrongQueue, buffer, mapped, 0, nullptr, nullptr); }},
      {"buffer", CL_INVALID_MEM_OBJECT,
       [&] { return clEnqueueUnmapMemObject(queue, wrongMemory, mapped, 0, nullptr, nullptr); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return clEnqueueUnmapMemObject(queue, foreignBuffer, mapped, 0, nullptr, nullptr); }},
      {"not mapped", CL_INVALID_VALUE,
       [&] { return clEnqueueUnmapMemObject(queue, buffer, host.data(), 0, nullptr, nullptr); }},
      {"null", CL_INVALID_VALUE,
       [&] { return clEnqueueUnmapMemObject(queue, buffer, nullptr, 0, nullptr, nullptr); }},
      {"good", CL_SUCCESS,
       [&] { return clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr); }},
      {"good", CL_SUCCESS,
       [&] { return clEnqueueUnmapMemObject(queue, buffer, second, 0, nullptr, nullptr); }},
  });
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(count(), 0u);
  std::vector<unsigned char> expected = pattern;
  std::fill(expected.begin() + 64, expected.begin() + 192, 200);
  EXPECT_EQ(contents(buffer), expected);
}

TEST_F(BufferCommands, MapsThatFailDoNotCount) {
  cl_int error;
  cl_event failed = clCreateUserEvent(session.context, &error), mapEvent = nullptr;
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(failed, -1), CL_SUCCESS);
  const auto count = [&] {
    return queried<cl_uint>(
        [&](auto... rest) { return clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, rest...); });
  };
  EXPECT_EQ(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 16, 1, &failed, &mapEvent,
                               &error),
            nullptr);
  EXPECT_EQ(error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(mapEvent, nullptr);
  EXPECT_EQ(count(), 0u);
  void *other =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  void *mapped = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 32, 1, &failed,
                                    &mapEvent, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped, other);
  EXPECT_EQ(clWaitForEvents(1, &mapEvent), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(count(), 1u);
  clReleaseEvent(mapEvent);
  // It is in nobody's way either, and the mapping of the same place is left.
  EXPECT_NE(
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 8, 64, 0, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, other, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, other, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  clReleaseEvent(failed);
}

TEST_F(BufferCommands, MapsForWritingDoNotOverlap) {
  cl_int error;
  const auto map = [&](cl_mem memory, cl_map_flags flags, size_t offset, size_t size) {
    return clEnqueueMapBuffer(queue, memory, CL_TRUE, flags, offset, size, 0, nullptr, nullptr,
                              &error);
  };
  void *middle = map(buffer, CL_MAP_WRITE, 64, 64);
  ASSERT_TRUE(middle);
  const std::pair<size_t, size_t> overlapping[] = {{0, 65}, {64, 1}, {127, 1}, {100, 8}, {0, 256}};
  for (const auto &[offset, size] : overlapping) {
    EXPECT_EQ(map(buffer, CL_MAP_WRITE, offset, size), nullptr) << offset;
    EXPECT_EQ(error, CL_INVALID_OPERATION);
    void *read = map(buffer, CL_MAP_READ, offset, size);
    EXPECT_TRUE(read) << offset;
    if (read != middle)
      clEnqueueUnmapMemObject(queue, buffer, read, 0, nullptr, nullptr);
  }
  EXPECT_TRUE(map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64));
  EXPECT_TRUE(map(buffer, CL_MAP_WRITE, 128, 64));
}

TEST_F(BufferCommands, HundredsOfThousandsOfMaps) {
  constexpr size_t regions = 200'000;
  cl_int error;
  Memory large = session.buffer(regions);
  std::vector<void *> mapped;
  for (size_t i = 0; i < regions; ++i) {
    mapped.push_back(clEnqueueMapBuffer(queue, large, CL_FALSE, CL_MAP_WRITE, i, 1, 0, nullptr,
                                        nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
  }
  for (void *pointer : mapped)
    ASSERT_EQ(clEnqueueUnmapMemObject(queue, large, pointer, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(queried<cl_uint>(
                [&](auto... rest) { return clGetMemObjectInfo(large, CL_MEM_MAP_COUNT, rest...); }),
            0u);
}

TEST_F(BufferCommands, UnmapWaitLists) {
  expectWaitListErrors("clEnqueueUnmapMemObject", [&](cl_uint n, const cl_event *list) {
    cl_int error;
    void *mapped =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return clEnqueueUnmapMemObject(queue, buffer, mapped, n, list, nullptr);
  });
}

TEST_F(BufferCommands, MigrateErrors) {
  auto migrate = [&](cl_command_queue q, const std::vector<cl_mem> &objects,
                     cl_mem_migration_flags flags) {
    return clEnqueueMigrateMemObjects(q, static_cast<cl_uint>(objects.size()), objects.data(),
                                      flags, 0, nullptr, nullptr);
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return migrate(queue, {buffer, other}, 0); }},
      {"to the host", CL_SUCCESS,
       [&] { return migrate(queue, {buffer}, CL_MIGRATE_MEM_OBJECT_HOST); }},
      {"undefined contents", CL_SUCCESS,
       [&] { return migrate(queue, {other}, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED); }},
      {"queue", CL_INVALID_COMMAND_QUEUE, [&] { return migrate(wrongQueue, {buffer}, 0); }},
      {"object", CL_INVALID_MEM_OBJECT, [&] { return migrate(queue, {buffer, wrongMemory}, 0); }},
      {"context", CL_INVALID_CONTEXT, [&] { return migrate(queue, {buffer, foreignBuffer}, 0); }},
      {"none", CL_INVALID_VALUE, [&] { return migrate(queue, {}, 0); }},
      {"no list", CL_INVALID_VALUE,
       [&] { return clEnqueueMigrateMemObjects(queue, 1, nullptr, 0, 0, nullptr, nullptr); }},
      {"unknown flags", CL_INVALID_VALUE, [&] { return migrate(queue, {buffer}, 1u << 10); }},
  });
  EXPECT_EQ(contents(buffer), pattern);
  expectWaitListErrors("clEnqueueMigrateMemObjects", [&](cl_uint n, const cl_event *list) {
    return clEnqueueMigrateMemObjects(queue, 1, buffer.address(), 0, n, list, nullptr);
  });
}

} // namespace
} // namespace weft::test
