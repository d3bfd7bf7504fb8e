// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 4.4: contexts.
#include "tests/api/fixture.h"

namespace weft::test {
namespace {

class ContextApi : public Api {
protected:
  cl_device_id id = device();
  cl_int create(const std::vector<cl_context_properties> &properties, cl_uint count = 1,
                const cl_device_id *devices = nullptr,
                void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *) = nullptr,
                void *user = nullptr) {
    return errorOf([&](cl_int *error) {
      cl_context made = clCreateContext(properties.empty() ? nullptr : properties.data(), count,
                                        devices ? devices : &id, notify, user, error);
      if (made) {
        EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
      }
      return made;
    });
  }
  static cl_context_properties property(cl_platform_id platform) {
    return reinterpret_cast<cl_context_properties>(platform);
  }
};

void CL_CALLBACK ignoreErrors(const char *, const void *, size_t, void *) {}

TEST_F(ContextApi, CreationWorks) {
  int user = 0;
  EXPECT_EQ(create({}), CL_SUCCESS);
  EXPECT_EQ(create({CL_CONTEXT_PLATFORM, property(platform()), 0}), CL_SUCCESS);
  EXPECT_EQ(create({CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0}), CL_SUCCESS);
  EXPECT_EQ(create({}, 1, nullptr, ignoreErrors, &user), CL_SUCCESS);
  cl_device_id twice[] = {id, id};
  EXPECT_EQ(create({}, 2, twice), CL_SUCCESS) << "duplicate devices are ignored";
  cl_context made = clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
  EXPECT_NE(made, nullptr) << "the error code is optional";
  EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
}

TEST_F(ContextApi, CreationErrors) {
  cl_device_id wrongId[] = {id, wrong<cl_device_id>()}, nullId[] = {id, nullptr};
  int user = 0;
  auto other = reinterpret_cast<cl_context_properties>(context);
  expectErrors({
      {"another type as platform", CL_INVALID_PLATFORM,
       [&] { return create({CL_CONTEXT_PLATFORM, other, 0}); }},
      {"an unknown property", CL_INVALID_PROPERTY, [&] { return create({0x7777, 1, 0}); }},
      {"a property twice", CL_INVALID_PROPERTY,
       [&] {
         return create(
             {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0});
       }},
      {"a bad property value", CL_INVALID_PROPERTY,
       [&] { return create({CL_CONTEXT_INTEROP_USER_SYNC, 7, 0}); }},
      {"no devices", CL_INVALID_VALUE, [&] { return create({}, 0); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return create({}, 1, nullptr, nullptr, &user); }},
      {"another type as device", CL_INVALID_DEVICE, [&] { return create({}, 2, wrongId); }},
      {"a null device", CL_INVALID_DEVICE, [&] { return create({}, 2, nullId); }},
  });
  EXPECT_EQ(errorOf([&](cl_int *error) {
              return clCreateContext(nullptr, 1, nullptr, nullptr, nullptr, error);
            }),
            CL_INVALID_VALUE);
}

TEST_F(ContextApi, CreationFromType) {
  auto create = [&](cl_device_type type, std::vector<cl_context_properties> properties,
                    void *user = nullptr) {
    return errorOf([&](cl_int *error) {
      cl_context made = clCreateContextFromType(properties.data(), type, nullptr, user, error);
      if (made) {
        EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
      }
      return made;
    });
  };
  int user = 0;
  cl_context_properties good = property(platform());
  expectErrors({
      {"any CPU", CL_SUCCESS,
       [&] { return create(CL_DEVICE_TYPE_CPU, {CL_CONTEXT_PLATFORM, good, 0}); }},
      {"the default", CL_SUCCESS,
       [&] { return create(CL_DEVICE_TYPE_DEFAULT, {CL_CONTEXT_PLATFORM, good, 0}); }},
      {"no such device", CL_DEVICE_NOT_FOUND,
       [&] { return create(CL_DEVICE_TYPE_GPU, {CL_CONTEXT_PLATFORM, good, 0}); }},
      {"no type", CL_INVALID_DEVICE_TYPE,
       [&] { return create(0, {CL_CONTEXT_PLATFORM, good, 0}); }},
      {"an unknown property", CL_INVALID_PROPERTY,
       [&] { return create(CL_DEVICE_TYPE_CPU, {CL_CONTEXT_PLATFORM, good, 0x7777, 1, 0}); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return create(CL_DEVICE_TYPE_CPU, {CL_CONTEXT_PLATFORM, good, 0}, &user); }},
  });
}

TEST_F(ContextApi, Queries) {
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, property(platform()), 0};
  cl_int error;
  Context made = clCreateContext(properties, 1, &id, nullptr, nullptr, &error);
  auto get = [&](cl_context_info name) {
    return [&, name](auto... rest) { return clGetContextInfo(made, name, rest...); };
  };
  EXPECT_EQ(queried<cl_uint>(get(CL_CONTEXT_REFERENCE_COUNT)), 1u);
  EXPECT_EQ(clRetainContext(made), CL_SUCCESS);
  EXPECT_EQ(queried<cl_uint>(get(CL_CONTEXT_REFERENCE_COUNT)), 2u);
  EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
  EXPECT_EQ(queried<cl_uint>(get(CL_CONTEXT_NUM_DEVICES)), 1u);
  EXPECT_EQ(queried<cl_device_id>(get(CL_CONTEXT_DEVICES)), id);
  using Three = std::array<cl_context_properties, 3>;
  EXPECT_EQ(queried<Three>(get(CL_CONTEXT_PROPERTIES)), (Three{properties[0], properties[1], 0}));
  size_t size = 99;
  EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u) << "a context made without properties has none";
  expectQueryErrors(
      "clGetContextInfo", [&](auto... rest) { return clGetContextInfo(made, rest...); },
      CL_CONTEXT_NUM_DEVICES, sizeof(cl_uint));
}

TEST_F(ContextApi, WrongHandles) {
  auto bad = wrong<cl_context>();
  expectErrors({
      {"retain", CL_INVALID_CONTEXT, [&] { return clRetainContext(bad); }},
      {"release", CL_INVALID_CONTEXT, [&] { return clReleaseContext(bad); }},
      {"retain null", CL_INVALID_CONTEXT, [&] { return clRetainContext(nullptr); }},
      {"release null", CL_INVALID_CONTEXT, [&] { return clReleaseContext(nullptr); }},
      {"query", CL_INVALID_CONTEXT,
       [&] { return clGetContextInfo(bad, CL_CONTEXT_DEVICES, 0, nullptr, nullptr); }},
      {"destructor callback", CL_INVALID_CONTEXT,
       [&] { return clSetContextDestructorCallback(bad, [](cl_context, void *) {}, nullptr); }},
      {"no destructor callback", CL_INVALID_VALUE,
       [&] { return clSetContextDestructorCallback(context, nullptr, nullptr); }},
  });
}

TEST_F(ContextApi, AReleasedOneIsKnown) {
  cl_int error;
  cl_context gone = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
  ASSERT_EQ(clReleaseContext(gone), CL_SUCCESS);
  EXPECT_EQ(clRetainContext(gone), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(gone), CL_INVALID_CONTEXT);
}

TEST_F(ContextApi, DestructorCallbacksRunInReverse) {
  static std::vector<int> order;
  order.clear();
  int numbers[] = {1, 2, 3};
  cl_int error;
  cl_context made = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
  for (int &number : numbers)
    ASSERT_EQ(clSetContextDestructorCallback(
                  made, [](cl_context, void *user) { order.push_back(*static_cast<int *>(user)); },
                  &number),
              CL_SUCCESS);
  Memory buffer = clCreateBuffer(made, 0, 64, nullptr, &error);
  EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
  EXPECT_TRUE(order.empty()) << "the buffer still needs the context";
  buffer.reset();
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1}));
}

// An object keeps what it was made from, so that what its queries hand out can be used.
TEST_F(ContextApi, ObjectsKeepWhatTheyWereMadeFrom) {
  Context other = otherContext();
  cl_int error = CL_SUCCESS;
  cl_mem parent = clCreateBuffer(other, CL_MEM_READ_WRITE, 4096, nullptr, &error);
  const cl_buffer_region region{0, 1024};
  Memory window =
      clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  const char *source = "kernel void k(global int *p) { *p = 1; }";
  cl_program program = clCreateProgramWithSource(other, 1, &source, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clReleaseMemObject(parent), CL_SUCCESS);
  ASSERT_EQ(clReleaseProgram(program), CL_SUCCESS);
  other.reset();

  cl_mem givenParent = nullptr;
  EXPECT_EQ(clGetMemObjectInfo(window, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof givenParent,
                               &givenParent, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(givenParent, parent);
  EXPECT_EQ(clRetainMemObject(givenParent), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(givenParent), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(givenParent), CL_INVALID_MEM_OBJECT);

  cl_program givenProgram = nullptr;
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof givenProgram, &givenProgram, nullptr),
            CL_SUCCESS);
  Kernel second = clCreateKernel(givenProgram, "k", &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clReleaseProgram(givenProgram), CL_INVALID_PROGRAM);

  cl_context givenContext = nullptr;
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof givenContext, &givenContext, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clRetainContext(givenContext), CL_SUCCESS);
  Memory made = clCreateBuffer(givenContext, CL_MEM_READ_WRITE, 64, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(givenContext), CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(givenContext), CL_INVALID_CONTEXT);
}

} // namespace
} // namespace weft::test
