// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host without memory: calls on images and samplers say so, leave nothing half done, and work
// again when there is memory. The refusals come from this program's own allocation functions, which
// take the place of the C and the C++ library's.
//
// Codes that are named for images and that no test can see, for Weft never gives them:
// CL_MAP_FAILURE (images always lie in memory of the host), CL_OUT_OF_RESOURCES (the device has no
// others than the host), CL_INVALID_OPERATION for a device without images, and
// CL_INVALID_IMAGE_SIZE, CL_IMAGE_FORMAT_NOT_SUPPORTED and CL_MEM_OBJECT_ALLOCATION_FAILURE of
// commands (devices are alike, and an image has its memory from its creation on).
#include "tests/api/images/fixture.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>

namespace {

/// How many allocations the calling thread has left; below 0, any number.
thread_local int allocationsLeft = -1;
thread_local bool wasRefused = false;

bool mayAllocate() noexcept {
  if (allocationsLeft == 0) {
    wasRefused = true;
    return false;
  }
  if (allocationsLeft > 0)
    --allocationsLeft;
  return true;
}

int alignedMemory(void **memory, std::size_t alignment, std::size_t bytes) noexcept {
  static const auto ofTheLibrary =
      reinterpret_cast<decltype(&posix_memalign)>(dlsym(RTLD_NEXT, "posix_memalign"));
  return mayAllocate() ? ofTheLibrary(memory, alignment, bytes) : ENOMEM;
}

void *allocate(std::size_t bytes, std::size_t alignment) noexcept {
  void *memory = nullptr;
  return alignedMemory(&memory, alignment, bytes) == 0 ? memory : nullptr;
}

void *allocateOrThrow(std::size_t bytes, std::size_t alignment) {
  if (void *memory = allocate(bytes, alignment))
    return memory;
  throw std::bad_alloc();
}

constexpr std::size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

} // namespace

// What these do not replace calls one of them.
void *operator new(std::size_t bytes) { return allocateOrThrow(bytes, usual); }
void *operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocateOrThrow(bytes, number(alignment));
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" __attribute__((visibility("default"))) void *aligned_alloc(std::size_t alignment,
                                                                      std::size_t bytes) noexcept {
  static const auto ofTheLibrary =
      reinterpret_cast<decltype(&aligned_alloc)>(dlsym(RTLD_NEXT, "aligned_alloc"));
  return mayAllocate() ? ofTheLibrary(alignment, bytes) : nullptr;
}

extern "C" __attribute__((visibility("default"))) int
posix_memalign(void **memory, std::size_t alignment, std::size_t bytes) noexcept {
  return alignedMemory(memory, alignment, bytes);
}

namespace weft::test {
namespace {

/// More calls than pools have objects in reserve.
constexpr int manyCalls = 20'000;

class ImagesWithoutHostMemory : public ImageApi {
protected:
  using Call = std::function<cl_int()>;

  /// What the call says with so many allocations; success where it needs no more.
  static cl_int codeWith(int allocations, const Call &call) {
    wasRefused = false;
    allocationsLeft = allocations;
    const cl_int code = call();
    allocationsLeft = -1;
    if (code != CL_SUCCESS) {
      EXPECT_TRUE(wasRefused);
    }
    return code;
  }

  /// The call, whose objects stay, ends with this code where every allocation is refused, and with
  /// this code or with success where a later one is.
  static void expectCode(const char *name, cl_int expected, const Call &call) {
    cl_int code = CL_SUCCESS;
    for (int i = 0; i != manyCalls && code == CL_SUCCESS; ++i)
      code = codeWith(0, call);
    EXPECT_EQ(errorName(code), errorName(expected)) << name;
    for (const int allocations : {1, 2, 3, 4, 5}) {
      code = codeWith(allocations, call);
      EXPECT_TRUE(code == CL_SUCCESS || code == CL_OUT_OF_HOST_MEMORY || code == expected)
          << name << " with " << allocations << ": " << errorName(code);
    }
    EXPECT_EQ(errorName(call()), "CL_SUCCESS") << name;
  }

  /// Keeps what a call makes.
  template <class Object, class Make> static Call keeping(std::vector<Object> &kept, Make make) {
    kept.reserve(manyCalls + 10);
    return [&kept, make] {
      cl_int error = 1;
      Object made = make(&error);
      EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
      if (made)
        kept.push_back(std::move(made));
      return error;
    };
  }
};

TEST_F(ImagesWithoutHostMemory, CreationsFail) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  const cl_mem_properties noProperties[] = {0};
  const cl_sampler_properties properties[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
  Memory buffer = session.buffer(256);
  cl_image_desc inBuffer = description;
  inBuffer.mem_object = buffer;
  Bytes host(256);
  std::vector<Memory> images;
  std::vector<Sampler> samplers;
  expectCode("an image", CL_MEM_OBJECT_ALLOCATION_FAILURE, keeping(images, [&](cl_int *error) {
               return Memory(clCreateImage(context, 0, &rgba8, &description, nullptr, error));
             }));
  expectCode("an image in memory of the host", CL_OUT_OF_HOST_MEMORY,
             keeping(images, [&](cl_int *error) {
               return Memory(clCreateImage(context, CL_MEM_USE_HOST_PTR, &rgba8, &description,
                                           host.data(), error));
             }));
  expectCode("an image in a buffer", CL_OUT_OF_HOST_MEMORY, keeping(images, [&](cl_int *error) {
               return Memory(clCreateImage(context, 0, &rgba8, &inBuffer, nullptr, error));
             }));
  expectCode("an image with properties", CL_OUT_OF_HOST_MEMORY, keeping(images, [&](cl_int *error) {
               return Memory(clCreateImageWithProperties(context, noProperties, CL_MEM_USE_HOST_PTR,
                                                         &rgba8, &description, host.data(), error));
             }));
  expectCode("a sampler", CL_OUT_OF_HOST_MEMORY, keeping(samplers, [&](cl_int *error) {
               return Sampler(
                   clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, error));
             }));
  expectCode("a sampler with properties", CL_OUT_OF_HOST_MEMORY,
             keeping(samplers, [&](cl_int *error) {
               return Sampler(clCreateSamplerWithProperties(context, properties, error));
             }));
}

// They wait for an event, so that each keeps what it needs.
TEST_F(ImagesWithoutHostMemory, CommandsFail) {
  std::mt19937 random(5);
  Model model({1, 1, 1}, 1);
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  Memory from = randomImage(description, rgba8, random, model), to = image(description),
         buffer = session.buffer(256);
  Event gate = userEvent();
  const Texels zero{}, all{8, 8, 1};
  Bytes in(256), out(256);
  const float colour[4] = {};
  size_t pitch = 0;
  std::vector<Event> events;
  events.reserve(size_t{9} * (manyCalls + 10));
  const auto gated = [&](auto enqueue) {
    return [&, enqueue] {
      Event event;
      const cl_int code = enqueue(event.out());
      EXPECT_EQ(event != nullptr, code == CL_SUCCESS);
      if (event)
        events.push_back(std::move(event));
      return code;
    };
  };
  const cl_int none = CL_OUT_OF_HOST_MEMORY;
  expectCode("fill", none, gated([&](cl_event *event) {
               return clEnqueueFillImage(queue, to, colour, zero.data(), all.data(), 1,
                                         gate.address(), event);
             }));
  expectCode("write", none, gated([&](cl_event *event) {
               return clEnqueueWriteImage(queue, to, CL_FALSE, zero.data(), all.data(), 0, 0,
                                          in.data(), 1, gate.address(), event);
             }));
  expectCode("copy from a buffer", none, gated([&](cl_event *event) {
               return clEnqueueCopyBufferToImage(queue, buffer, to, 0, zero.data(), all.data(), 1,
                                                 gate.address(), event);
             }));
  expectCode("map", none, gated([&](cl_event *event) {
               cl_int error = 1;
               clEnqueueMapImage(queue, from, CL_FALSE, CL_MAP_READ, zero.data(), all.data(),
                                 &pitch, nullptr, 1, gate.address(), event, &error);
               return error;
             }));
  expectCode("migrate", none, gated([&](cl_event *event) {
               return clEnqueueMigrateMemObjects(queue, 1, from.address(), 0, 1, gate.address(),
                                                 event);
             }));
  expectCode("copy", none, gated([&](cl_event *event) {
               return clEnqueueCopyImage(queue, from, to, zero.data(), zero.data(), all.data(), 1,
                                         gate.address(), event);
             }));
  expectCode("copy to a buffer", none, gated([&](cl_event *event) {
               return clEnqueueCopyImageToBuffer(queue, to, buffer, zero.data(), all.data(), 0, 1,
                                                 gate.address(), event);
             }));
  expectCode("read", none, gated([&](cl_event *event) {
               return clEnqueueReadImage(queue, to, CL_FALSE, zero.data(), all.data(), 0, 0,
                                         out.data(), 1, gate.address(), event);
             }));
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (const Event &event : events)
    ASSERT_EQ(queried<cl_int>([&](auto... rest) {
                return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, rest...);
              }),
              CL_COMPLETE);
  EXPECT_EQ(out, model.bytes);
}

} // namespace
} // namespace weft::test
