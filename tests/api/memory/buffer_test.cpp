// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.2.1 and 5.5: buffers, sub-buffers and queries of memory objects.
#include "tests/api/fixture.h"

#include <algorithm>

namespace weft::test {
namespace {

class BufferApi : public Api {
protected:
  std::vector<unsigned char> host = std::vector<unsigned char>(4096, 3);

  cl_int create(cl_context in, cl_mem_flags flags, size_t bytes, void *pointer = nullptr) {
    return errorOf([&](cl_int *error) {
      cl_mem made = clCreateBuffer(in, flags, bytes, pointer, error);
      if (made) {
        EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
      }
      return made;
    });
  }
  cl_int create(cl_mem_flags flags, size_t bytes, void *pointer = nullptr) {
    return create(context, flags, bytes, pointer);
  }
  cl_int createSub(cl_mem of, cl_mem_flags flags, size_t origin, size_t size,
                   cl_buffer_create_type type = CL_BUFFER_CREATE_TYPE_REGION) {
    cl_buffer_region region{origin, size};
    return errorOf([&](cl_int *error) {
      cl_mem made = clCreateSubBuffer(of, flags, type, &region, error);
      if (made) {
        EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
      }
      return made;
    });
  }
};

TEST_F(BufferApi, Creation) {
  auto limit = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  expectErrors({
      {"default flags", CL_SUCCESS, [&] { return create(0, 1); }},
      {"read and write", CL_SUCCESS, [&] { return create(CL_MEM_READ_WRITE, 4096); }},
      {"copied", CL_SUCCESS, [&] { return create(CL_MEM_COPY_HOST_PTR, 4096, host.data()); }},
      {"used", CL_SUCCESS, [&] { return create(CL_MEM_USE_HOST_PTR, 4096, host.data()); }},
      {"allocated and copied", CL_SUCCESS,
       [&] { return create(CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4096, host.data()); }},
      {"context", CL_INVALID_CONTEXT, [&] { return create(wrong<cl_context>(), 0, 16); }},
      {"null context", CL_INVALID_CONTEXT, [&] { return create(nullptr, 0, 16); }},
      {"no bytes", CL_INVALID_BUFFER_SIZE, [&] { return create(0, 0); }},
      {"beyond the limit", CL_INVALID_BUFFER_SIZE, [&] { return create(0, limit + 1); }},
      {"far beyond the limit", CL_INVALID_BUFFER_SIZE, [&] { return create(0, ~size_t{0}); }},
      {"used without a pointer", CL_INVALID_HOST_PTR,
       [&] { return create(CL_MEM_USE_HOST_PTR, 16); }},
      {"copied without a pointer", CL_INVALID_HOST_PTR,
       [&] { return create(CL_MEM_COPY_HOST_PTR, 16); }},
      {"a pointer without use", CL_INVALID_HOST_PTR,
       [&] { return create(CL_MEM_READ_WRITE, 16, host.data()); }},
  });
}

// OpenCL leaves open what is in new memory, but programs of note rely on zeros.
TEST_F(BufferApi, NewMemoryIsZero) {
  for (const size_t bytes : {1, 40, 4096, 100000, 3 << 20, 5 << 20}) {
    std::vector<unsigned char> content(bytes, 0xa5);
    for (int round = 0; round != 4; ++round) {
      const Memory memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
      std::vector<unsigned char> found(bytes, 1);
      ASSERT_EQ(
          clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, found.data(), 0, nullptr, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(std::count(found.begin(), found.end(), 0), static_cast<std::ptrdiff_t>(bytes));
      ASSERT_EQ(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, bytes, content.data(), 0, nullptr,
                                     nullptr),
                CL_SUCCESS);
    }
  }
}

TEST_F(BufferApi, FlagsThatExcludeEachOther) {
  for (cl_mem_flags flags :
       {cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_READ_ONLY},
        cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY},
        cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY},
        cl_mem_flags{CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
        cl_mem_flags{CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS},
        cl_mem_flags{CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS}, cl_mem_flags{1} << 40})
    EXPECT_EQ(errorName(create(flags, 16)), "CL_INVALID_VALUE") << std::hex << flags;
  for (cl_mem_flags flags : {cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR},
                             cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR}})
    EXPECT_EQ(errorName(create(flags, 16, host.data())), "CL_INVALID_VALUE") << std::hex << flags;
}

TEST_F(BufferApi, CreationWithProperties) {
  auto create = [&](cl_context in, const cl_mem_properties *properties, cl_mem_flags flags = 0,
                    size_t bytes = 64) {
    return errorOf([&](cl_int *error) {
      cl_mem made = clCreateBufferWithProperties(in, properties, flags, bytes, nullptr, error);
      if (made) {
        EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
      }
      return made;
    });
  };
  const cl_mem_properties empty[] = {0}, unknown[] = {0x7777, 1, 0};
  expectErrors({
      {"none", CL_SUCCESS, [&] { return create(context, nullptr); }},
      {"an empty list", CL_SUCCESS, [&] { return create(context, empty); }},
      {"an unknown one", CL_INVALID_PROPERTY, [&] { return create(context, unknown); }},
      {"context", CL_INVALID_CONTEXT, [&] { return create(wrong<cl_context>(), nullptr); }},
      {"flags", CL_INVALID_VALUE, [&] { return create(context, nullptr, ~cl_mem_flags{0}); }},
      {"no bytes", CL_INVALID_BUFFER_SIZE, [&] { return create(context, nullptr, 0, 0); }},
  });
  cl_int error;
  Memory made = clCreateBufferWithProperties(context, empty, 0, 64, nullptr, &error);
  EXPECT_EQ(queried<cl_mem_properties>(
                [&](auto... rest) { return clGetMemObjectInfo(made, CL_MEM_PROPERTIES, rest...); }),
            0u);
}

TEST_F(BufferApi, SubBuffers) {
  size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Memory whole = session.buffer(4 * align),
         readOnly = session.buffer(4096, nullptr, CL_MEM_READ_ONLY),
         writeOnly = session.buffer(4096, nullptr, CL_MEM_WRITE_ONLY),
         hostRead = session.buffer(4096, nullptr, CL_MEM_HOST_READ_ONLY),
         hostWrite = session.buffer(4096, nullptr, CL_MEM_HOST_WRITE_ONLY),
         hostNothing = session.buffer(4096, nullptr, CL_MEM_HOST_NO_ACCESS);
  cl_buffer_region region{align, align};
  cl_int error;
  Memory part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  expectErrors({
      {"the whole", CL_SUCCESS, [&] { return createSub(whole, 0, 0, 4 * align); }},
      {"read-only", CL_SUCCESS, [&] { return createSub(whole, CL_MEM_READ_ONLY, 0, 1); }},
      {"inherited", CL_SUCCESS, [&] { return createSub(readOnly, CL_MEM_READ_ONLY, 0, 16); }},
      {"another type", CL_INVALID_MEM_OBJECT, [&] { return createSub(wrong<cl_mem>(), 0, 0, 16); }},
      {"of a sub-buffer", CL_INVALID_MEM_OBJECT, [&] { return createSub(part, 0, 0, 16); }},
      {"writing to read-only", CL_INVALID_VALUE,
       [&] { return createSub(readOnly, CL_MEM_READ_WRITE, 0, 16); }},
      {"write-only of read-only", CL_INVALID_VALUE,
       [&] { return createSub(readOnly, CL_MEM_WRITE_ONLY, 0, 16); }},
      {"reading from write-only", CL_INVALID_VALUE,
       [&] { return createSub(writeOnly, CL_MEM_READ_ONLY, 0, 16); }},
      {"host writes of host-read-only", CL_INVALID_VALUE,
       [&] { return createSub(hostRead, CL_MEM_HOST_WRITE_ONLY, 0, 16); }},
      {"host reads of host-write-only", CL_INVALID_VALUE,
       [&] { return createSub(hostWrite, CL_MEM_HOST_READ_ONLY, 0, 16); }},
      {"host reads of host-no-access", CL_INVALID_VALUE,
       [&] { return createSub(hostNothing, CL_MEM_HOST_READ_ONLY, 0, 16); }},
      {"a host pointer flag", CL_INVALID_VALUE,
       [&] { return createSub(whole, CL_MEM_ALLOC_HOST_PTR, 0, 16); }},
      {"an unknown type", CL_INVALID_VALUE, [&] { return createSub(whole, 0, 0, 16, 0x7777); }},
      {"beyond the end", CL_INVALID_VALUE,
       [&] { return createSub(whole, 0, 3 * align, align + 1); }},
      {"origin beyond the end", CL_INVALID_VALUE,
       [&] { return createSub(whole, 0, 5 * align, 1); }},
      {"a size that wraps", CL_INVALID_VALUE,
       [&] { return createSub(whole, 0, align, ~size_t{0} - 1); }},
      {"no bytes", CL_INVALID_BUFFER_SIZE, [&] { return createSub(whole, 0, 0, 0); }},
      {"a misaligned origin", CL_MISALIGNED_SUB_BUFFER_OFFSET,
       [&] { return createSub(whole, 0, 1, 16); }},
  });
  EXPECT_EQ(errorOf([&](cl_int *e) {
              return clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, e);
            }),
            CL_INVALID_VALUE);
}

TEST_F(BufferApi, SubBuffersShareTheirBytes) {
  size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  std::vector<int> data(3 * align / 4, 1);
  Memory whole = session.buffer(data.size() * 4, data.data());
  cl_buffer_region region{align, align};
  cl_int error;
  Memory part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  Program program = session.build("kernel void test(global int *x) { x[get_global_id(0)] += 41; }");
  Kernel kernel = session.kernel(program, "test");
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), part.address()), CL_SUCCESS);
  size_t items = align / 4;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue, whole, CL_TRUE, 0, data.size() * 4, data.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  for (size_t i = 0; i < data.size(); ++i)
    ASSERT_EQ(data[i], i / items == 1 ? 42 : 1) << i;
}

TEST_F(BufferApi, Queries) {
  size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  std::vector<unsigned char> memory(3 * align);
  cl_int error;
  Memory whole = clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, memory.size(),
                                memory.data(), &error);
  cl_buffer_region region{align, align};
  Memory part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  auto of = [](cl_mem object, cl_mem_info name) {
    return [=](auto... rest) { return clGetMemObjectInfo(object, name, rest...); };
  };
  EXPECT_EQ(queried<cl_mem_object_type>(of(whole, CL_MEM_TYPE)),
            cl_mem_object_type{CL_MEM_OBJECT_BUFFER});
  EXPECT_EQ(queried<cl_mem_flags>(of(whole, CL_MEM_FLAGS)),
            cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY});
  EXPECT_EQ(queried<size_t>(of(whole, CL_MEM_SIZE)), memory.size());
  EXPECT_EQ(queried<void *>(of(whole, CL_MEM_HOST_PTR)), memory.data());
  EXPECT_EQ(queried<cl_uint>(of(whole, CL_MEM_MAP_COUNT)), 0u);
  EXPECT_EQ(queried<cl_context>(of(whole, CL_MEM_CONTEXT)), context);
  EXPECT_EQ(queried<cl_mem>(of(whole, CL_MEM_ASSOCIATED_MEMOBJECT)), nullptr);
  EXPECT_EQ(queried<size_t>(of(whole, CL_MEM_OFFSET)), 0u);
  EXPECT_EQ(queried<cl_bool>(of(whole, CL_MEM_USES_SVM_POINTER)), cl_bool{CL_FALSE});
  EXPECT_EQ(queried<cl_uint>(of(part, CL_MEM_REFERENCE_COUNT)), 1u);
  EXPECT_EQ(queried<size_t>(of(part, CL_MEM_SIZE)), align);
  EXPECT_EQ(queried<size_t>(of(part, CL_MEM_OFFSET)), align);
  EXPECT_EQ(queried<cl_mem>(of(part, CL_MEM_ASSOCIATED_MEMOBJECT)), static_cast<cl_mem>(whole));
  EXPECT_EQ(queried<void *>(of(part, CL_MEM_HOST_PTR)), memory.data() + align);
  EXPECT_EQ(queried<cl_mem_flags>(of(part, CL_MEM_FLAGS)),
            cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY});
  Memory plain = session.buffer(16);
  EXPECT_EQ(queried<void *>(of(plain, CL_MEM_HOST_PTR)), nullptr);
  EXPECT_EQ(queried<cl_mem_flags>(of(plain, CL_MEM_FLAGS)), cl_mem_flags{CL_MEM_READ_WRITE});
  size_t bytes = 99;
  EXPECT_EQ(clGetMemObjectInfo(plain, CL_MEM_PROPERTIES, 0, nullptr, &bytes), CL_SUCCESS);
  EXPECT_EQ(bytes, 0u);
  expectQueryErrors(
      "clGetMemObjectInfo", [&](auto... rest) { return clGetMemObjectInfo(whole, rest...); },
      CL_MEM_SIZE, sizeof(size_t));
}

TEST_F(BufferApi, WrongHandles) {
  auto bad = wrong<cl_mem>();
  expectErrors({
      {"retain", CL_INVALID_MEM_OBJECT, [&] { return clRetainMemObject(bad); }},
      {"release", CL_INVALID_MEM_OBJECT, [&] { return clReleaseMemObject(bad); }},
      {"release null", CL_INVALID_MEM_OBJECT, [&] { return clReleaseMemObject(nullptr); }},
      {"query", CL_INVALID_MEM_OBJECT,
       [&] { return clGetMemObjectInfo(bad, CL_MEM_SIZE, 0, nullptr, nullptr); }},
      {"destructor callback", CL_INVALID_MEM_OBJECT,
       [&] { return clSetMemObjectDestructorCallback(bad, [](cl_mem, void *) {}, nullptr); }},
      {"no destructor callback", CL_INVALID_VALUE,
       [&] {
         Memory memory = session.buffer(16);
         return clSetMemObjectDestructorCallback(memory, nullptr, nullptr);
       }},
  });
}

TEST_F(BufferApi, AReleasedOneIsKnown) {
  cl_int error;
  cl_mem gone = clCreateBuffer(context, 0, 64, nullptr, &error);
  ASSERT_EQ(clReleaseMemObject(gone), CL_SUCCESS);
  EXPECT_EQ(clRetainMemObject(gone), CL_INVALID_MEM_OBJECT);
}

TEST_F(BufferApi, DestructorCallbacksRunInReverseWhenTheMemoryIsFree) {
  static std::vector<int> order;
  order.clear();
  int numbers[] = {1, 2, 3};
  cl_int error;
  cl_mem made = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, host.size(), host.data(), &error);
  for (int &number : numbers)
    ASSERT_EQ(
        clSetMemObjectDestructorCallback(
            made, [](cl_mem, void *user) { order.push_back(*static_cast<int *>(user)); }, &number),
        CL_SUCCESS);
  ASSERT_EQ(clRetainMemObject(made), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
  EXPECT_TRUE(order.empty());
  EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1}));
}

TEST_F(BufferApi, HostMemoryIsUsedInPlace) {
  std::vector<int> data(10000, 1);
  cl_int error;
  Memory buffer =
      clCreateBuffer(context, CL_MEM_USE_HOST_PTR, data.size() * 4, data.data(), &error);
  Program program = session.build("kernel void test(global int *x) { x[get_global_id(0)] = 9; }");
  Kernel kernel = session.kernel(program, "test");
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  size_t items = data.size();
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  void *mapped =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 40, 400, 0, nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped, data.data() + 10);
  EXPECT_EQ(data, std::vector<int>(10000, 9));
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace
} // namespace weft::test
