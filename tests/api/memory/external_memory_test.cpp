// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_external_memory with file descriptors. Anonymous files stand for what another API exports.
#include "icd/api/newer_names.h"
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace weft::test {
namespace {

constexpr cl_mem_properties opaqueFile = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;

/// A file of another API, with its own view of the memory.
struct Exported {
  explicit Exported(size_t bytes, unsigned flags = 0)
      : bytes(bytes), file(::memfd_create("exported", MFD_CLOEXEC | flags)) {
    EXPECT_EQ(::ftruncate(file, static_cast<off_t>(bytes)), 0);
    view = static_cast<unsigned char *>(
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  }
  ~Exported() {
    ::munmap(view, bytes);
    ::close(file);
  }
  Exported(const Exported &) = delete;
  Exported &operator=(const Exported &) = delete;

  const size_t bytes;
  const int file;
  unsigned char *view = nullptr;
};

class ExternalMemoryApi : public Api {
protected:
  using Handover = decltype(&clEnqueueAcquireExternalMemObjectsKHR);
  static Handover find(const char *name) {
    auto found =
        reinterpret_cast<Handover>(clGetExtensionFunctionAddressForPlatform(platform(), name));
    EXPECT_NE(found, nullptr);
    return found;
  }
  const Handover acquire = find("clEnqueueAcquireExternalMemObjectsKHR"),
                 release = find("clEnqueueReleaseExternalMemObjectsKHR");

  using List = std::vector<cl_mem_properties>;
  static cl_mem_properties value(int file) { return static_cast<cl_mem_properties>(file); }
  Memory buffer(const Exported &of) const {
    const cl_mem_properties list[] = {opaqueFile, value(of.file), 0};
    cl_int error = CL_SUCCESS;
    Memory made = clCreateBufferWithProperties(context, list, 0, of.bytes, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    return made;
  }
};

TEST_F(ExternalMemoryApi, KernelsAndOthersSeeTheSameMemory) {
  Exported exported(4096);
  Memory memory = buffer(exported);
  Program program = session.build("kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }");
  Kernel twice = session.kernel(program, "twice");
  ASSERT_EQ(clSetKernelArg(twice, 0, sizeof(cl_mem), memory.address()), CL_SUCCESS);
  auto *numbers = reinterpret_cast<int *>(exported.view);
  const size_t count = 1024;
  for (size_t i = 0; i < count; ++i)
    numbers[i] = static_cast<int>(i);
  Event event;
  ASSERT_EQ(acquire(queue, 1, memory.address(), 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(queried<cl_command_type>([&](auto... rest) {
              return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, rest...);
            }),
            static_cast<cl_command_type>(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR));
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, twice, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(release(queue, 1, memory.address(), 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  for (size_t i = 0; i < count; ++i)
    ASSERT_EQ(numbers[i], 2 * static_cast<int>(i));
}

TEST_F(ExternalMemoryApi, ObjectsOfOneFileShareItAndOutliveIt) {
  auto exported = std::make_unique<Exported>(4096);
  Memory one = buffer(*exported), two = buffer(*exported);
  exported.reset();
  const int number = 77;
  int read = 0;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, one, CL_TRUE, 400, 4, &number, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue, two, CL_TRUE, 400, 4, &read, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read, 77);
  const cl_buffer_region region{0, 128};
  cl_int error = CL_SUCCESS;
  Memory part = clCreateSubBuffer(two, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  two.reset();
  EXPECT_EQ(clEnqueueFillBuffer(queue, part, &number, 4, 0, 128, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue, one, CL_TRUE, 124, 4, &read, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read, 77);
}

/// Reads an element of a buffer.
int elementOf(cl_command_queue queue, const Memory &buffer, size_t index) {
  int read = -1;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, index * sizeof read, sizeof read, &read, 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  return read;
}

TEST_F(ExternalMemoryApi, SealedFilesCannotShrink) {
  Exported exported(8192, MFD_ALLOW_SEALING);
  Memory memory = buffer(exported);
  EXPECT_EQ(::ftruncate(exported.file, 0), -1);
  EXPECT_EQ(::ftruncate(exported.file, 16384), 0) << "it may still grow";
  reinterpret_cast<int *>(exported.view)[1500] = 7;
  EXPECT_EQ(elementOf(queue, memory, 1500), 7);
}

TEST_F(ExternalMemoryApi, FilesThatShrinkLeaveZeros) {
  Exported exported(16384);
  Memory memory = buffer(exported), whole = buffer(exported);
  auto *numbers = reinterpret_cast<int *>(exported.view);
  std::fill_n(numbers, 4096, 5);
  Program program = session.build("kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }");
  Kernel twice = session.kernel(program, "twice");
  ASSERT_EQ(clSetKernelArg(twice, 0, sizeof(cl_mem), memory.address()), CL_SUCCESS);
  ASSERT_EQ(::ftruncate(exported.file, 4096 + 8), 0);
  const size_t count = 4096;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, twice, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(elementOf(queue, memory, 0), 10);
  EXPECT_EQ(numbers[1025], 10) << "what is left is still shared";
  EXPECT_EQ(elementOf(queue, memory, 1026), 0);
  EXPECT_EQ(elementOf(queue, memory, 4095), 0);
  EXPECT_EQ(elementOf(queue, whole, 4095), 0);
  for (Handover command : {acquire, release}) {
    Event event;
    ASSERT_EQ(command(queue, 1, memory.address(), 0, nullptr, event.out()), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, event.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(queried<cl_int>([&](auto... rest) {
                return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, rest...);
              }),
              CL_OUT_OF_RESOURCES);
  }
  // Nothing is left of the file, and then it grows again.
  ASSERT_EQ(::ftruncate(exported.file, 0), 0);
  EXPECT_EQ(elementOf(queue, memory, 0), 0);
  ASSERT_EQ(::ftruncate(exported.file, 16384), 0);
  EXPECT_EQ(elementOf(queue, memory, 4095), 0);
}

TEST_F(ExternalMemoryApi, ImagesAreLinear) {
  constexpr size_t width = 5, height = 4, pitch = 32;
  Exported exported(4096);
  const cl_mem_properties list[] = {opaqueFile, value(exported.file), 0};
  const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  description.image_row_pitch = pitch;
  cl_int error = CL_SUCCESS;
  Memory image =
      clCreateImageWithProperties(context, list, 0, &format, &description, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS) << errorName(error);
  const cl_uint color[4] = {1, 2, 3, 4};
  const size_t origin[3] = {2, 3, 0}, region[3] = {1, 1, 1};
  ASSERT_EQ(acquire(queue, 1, image.address(), 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(release(queue, 1, image.address(), 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  const std::array<unsigned char, 4> expected{1, 2, 3, 4};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), exported.view + 3 * pitch + 2 * 4));
}

TEST_F(ExternalMemoryApi, ErrorsOfCreation) {
  Exported exported(4096);
  const auto file = value(exported.file);
  const auto own = reinterpret_cast<cl_mem_properties>(device()),
             none = reinterpret_cast<cl_mem_properties>(static_cast<cl_context>(context));
  int host = 0;
  const auto creation = [&](List list, size_t bytes = 4096, cl_mem_flags flags = 0,
                            void *pointer = nullptr) {
    list.push_back(0);
    return errorOf([&](cl_int *error) {
      return Memory(
          clCreateBufferWithProperties(context, list.data(), flags, bytes, pointer, error));
    });
  };
  constexpr cl_mem_properties devices = icd::memDeviceHandleList;
  expectErrors({
      {"its device", CL_SUCCESS, [&] { return creation({opaqueFile, file, devices, own, 0}); }},
      {"a device and an address", CL_SUCCESS,
       [&] {
         return creation({devices, own, 0, icd::memDevicePrivateAddress, 1, opaqueFile, file});
       }},
      {"no device", CL_INVALID_DEVICE,
       [&] { return creation({opaqueFile, file, devices, none, 0}); }},
      {"devices without a file", CL_INVALID_PROPERTY, [&] { return creation({devices, own, 0}); }},
      {"two files", CL_INVALID_PROPERTY,
       [&] { return creation({opaqueFile, file, opaqueFile, file}); }},
      {"another kind of handle", CL_INVALID_PROPERTY,
       [&] { return creation({CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, file}); }},
      {"a file that is not open", CL_INVALID_PROPERTY,
       [&] { return creation({opaqueFile, 1 << 20}); }},
      {"a file that is too small", CL_INVALID_PROPERTY,
       [&] { return creation({opaqueFile, file}, 8192); }},
      {"no bytes", CL_INVALID_BUFFER_SIZE, [&] { return creation({opaqueFile, file}, 0); }},
      {"memory of the host's", CL_INVALID_VALUE,
       [&] { return creation({opaqueFile, file}, 4, CL_MEM_USE_HOST_PTR, &host); }},
      {"memory that the host may reach", CL_INVALID_VALUE,
       [&] { return creation({opaqueFile, file}, 4, CL_MEM_ALLOC_HOST_PTR); }},
      {"a pointer of the host's", CL_INVALID_HOST_PTR,
       [&] { return creation({opaqueFile, file}, 4, 0, &host); }},
  });
}

TEST_F(ExternalMemoryApi, ErrorsOfImages) {
  Exported exported(4096);
  const cl_mem_properties file = value(exported.file), devices = icd::memDeviceHandleList,
                          own = reinterpret_cast<cl_mem_properties>(device()),
                          none = reinterpret_cast<cl_mem_properties>(queue);
  Memory buffer = session.buffer(4096);
  int host = 0;
  const auto creation = [&](List list, size_t rows = 4, cl_mem_flags flags = 0,
                            void *pointer = nullptr, cl_mem parent = nullptr) {
    list.push_back(0);
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = 4;
    description.image_height = rows;
    description.mem_object = parent;
    return errorOf([&](cl_int *error) {
      return Memory(clCreateImageWithProperties(context, list.data(), flags, &format, &description,
                                                pointer, error));
    });
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return creation({opaqueFile, file}); }},
      {"its devices", CL_SUCCESS, [&] { return creation({devices, own, 0, opaqueFile, file}); }},
      {"no device", CL_INVALID_DEVICE,
       [&] { return creation({opaqueFile, file, devices, none, 0}); }},
      {"devices without a file", CL_INVALID_PROPERTY, [&] { return creation({devices, own, 0}); }},
      {"two files", CL_INVALID_PROPERTY,
       [&] { return creation({opaqueFile, file, opaqueFile, file}); }},
      {"devices twice", CL_INVALID_PROPERTY,
       [&] { return creation({devices, own, 0, devices, own, 0, opaqueFile, file}); }},
      {"another kind of handle", CL_INVALID_PROPERTY,
       [&] { return creation({CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, file}); }},
      {"a property of buffers", CL_INVALID_PROPERTY,
       [&] { return creation({icd::memDevicePrivateAddress, CL_TRUE, opaqueFile, file}); }},
      {"a file that is not open", CL_INVALID_PROPERTY,
       [&] { return creation({opaqueFile, 1 << 20}); }},
      {"a file that is too small", CL_INVALID_PROPERTY,
       [&] { return creation({opaqueFile, file}, 1024); }},
      {"memory of the host's", CL_INVALID_VALUE,
       [&] { return creation({opaqueFile, file}, 4, CL_MEM_USE_HOST_PTR, &host); }},
      {"a copy of the host's", CL_INVALID_VALUE,
       [&] { return creation({opaqueFile, file}, 4, CL_MEM_COPY_HOST_PTR, &host); }},
      {"memory that the host may reach", CL_INVALID_VALUE,
       [&] { return creation({opaqueFile, file}, 4, CL_MEM_ALLOC_HOST_PTR); }},
      {"a pointer of the host's", CL_INVALID_HOST_PTR,
       [&] { return creation({opaqueFile, file}, 4, 0, &host); }},
      {"a buffer's memory", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return creation({opaqueFile, file}, 4, 0, nullptr, buffer); }},
  });
}

TEST_F(ExternalMemoryApi, ErrorsOfHandingOver) {
  Exported exported(4096);
  Memory memory = buffer(exported), plain = session.buffer(64);
  const cl_mem none[] = {nullptr};
  for (Handover command : {acquire, release}) {
    expectErrors({
        {"no queue", CL_INVALID_COMMAND_QUEUE,
         [&] { return command(nullptr, 1, memory.address(), 0, nullptr, nullptr); }},
        {"nothing", CL_SUCCESS, [&] { return command(queue, 0, nullptr, 0, nullptr, nullptr); }},
        {"a count alone", CL_INVALID_VALUE,
         [&] { return command(queue, 1, nullptr, 0, nullptr, nullptr); }},
        {"a list alone", CL_INVALID_VALUE,
         [&] { return command(queue, 0, memory.address(), 0, nullptr, nullptr); }},
        {"no object", CL_INVALID_MEM_OBJECT,
         [&] { return command(queue, 1, none, 0, nullptr, nullptr); }},
        {"memory of Weft's own", CL_INVALID_MEM_OBJECT,
         [&] { return command(queue, 1, plain.address(), 0, nullptr, nullptr); }},
    });
    expectWaitListErrors("hand over", [&](cl_uint count, const cl_event *events) {
      return command(queue, 1, memory.address(), count, events, nullptr);
    });
    Event failed = userEvent();
    clSetUserEventStatus(failed, -1);
    EXPECT_EQ(command(queue, 1, memory.address(), 1, failed.address(), nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
}

TEST_F(ExternalMemoryApi, DeviceAndPlatformTellTheTypes) {
  using Type = cl_external_memory_handle_type_khr;
  for (cl_device_info name :
       {static_cast<cl_device_info>(CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR),
        icd::deviceImportAssumeLinearImagesHandleTypes})
    EXPECT_EQ(deviceInfo<Type>(name), static_cast<Type>(opaqueFile));
  EXPECT_EQ(queried<Type>([](auto... rest) {
              return clGetPlatformInfo(
                  platform(), CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, rest...);
            }),
            static_cast<Type>(opaqueFile));
}

TEST_F(ExternalMemoryApi, PropertiesAreAsTheHostGaveThem) {
  Exported exported(64);
  const std::array<cl_mem_properties, 8> list{icd::memDeviceHandleList,
                                              reinterpret_cast<cl_mem_properties>(device()),
                                              0,
                                              icd::memDevicePrivateAddress,
                                              CL_TRUE,
                                              opaqueFile,
                                              value(exported.file),
                                              0};
  cl_int error = CL_SUCCESS;
  Memory memory = clCreateBufferWithProperties(context, list.data(), 0, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ((queried<std::array<cl_mem_properties, 8>>([&](auto... rest) {
              return clGetMemObjectInfo(memory, CL_MEM_PROPERTIES, rest...);
            })),
            list);
  EXPECT_NE(queried<cl_ulong>([&](auto... rest) {
              return clGetMemObjectInfo(memory, icd::memDeviceAddress, rest...);
            }),
            0u);
}

} // namespace
} // namespace weft::test
