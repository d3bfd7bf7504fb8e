// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images that share the texels of a buffer or of another image (cl_khr_image2d_from_buffer,
// cl_ext_image_from_buffer), and what such images need (cl_ext_image_requirements_info).
#include "tests/api/images/fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

void makeBufferImage(cl_image_desc &description, size_t width) {
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.image_width = width;
}

class ImageWindows : public ImageApi {
protected:
  Texels zero{};

  Bytes bytesOf(cl_mem buffer, size_t count) const {
    Bytes bytes(count);
    EXPECT_EQ(
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count, bytes.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    return bytes;
  }
  template <class T> T memoryInfo(cl_mem of, cl_mem_info name) const {
    return queried<T>([&](size_t bytes, T *value, size_t *size) {
      return clGetMemObjectInfo(of, name, bytes, value, size);
    });
  }
};

TEST_F(ImageWindows, ShareTheBytesOfABuffer) {
  std::mt19937 random(1);
  auto kinds = imagesOfAllKinds();
  kinds.push_back(describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 41));
  for (cl_image_desc description : kinds) {
    const cl_mem_object_type type = description.image_type;
    SCOPED_TRACE(type);
    const Texels extent = extentOf(description);
    const bool is1dArray = type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t rowPitch = extent[0] * 4 + 8;
    const size_t rowStep = is1dArray ? 2 * rowPitch : rowPitch;
    const size_t slicePitch = is1dArray ? rowStep : rowPitch * (extent[1] + 1);
    const bool hasSlices = is1dArray || extent[2] > 1;
    if (extent[1] > 1)
      description.image_row_pitch = rowPitch;
    if (hasSlices)
      description.image_slice_pitch = slicePitch;
    Bytes bytes(slicePitch * std::max(extent[2], extent[1]));
    for (unsigned char &byte : bytes)
      byte = static_cast<unsigned char>(random());
    Memory buffer = session.buffer(bytes.size(), bytes.data(), CL_MEM_COPY_HOST_PTR);
    description.mem_object = buffer;
    Memory made = image(description, rgba8, 0);
    EXPECT_EQ(info<cl_mem>(made, CL_IMAGE_BUFFER), buffer);
    EXPECT_EQ(memoryInfo<cl_mem>(made, CL_MEM_ASSOCIATED_MEMOBJECT), buffer);
    if (extent[1] > 1) {
      EXPECT_EQ(info<size_t>(made, CL_IMAGE_ROW_PITCH), rowPitch);
    }
    EXPECT_EQ(info<size_t>(made, CL_IMAGE_SLICE_PITCH), hasSlices ? slicePitch : 0);

    Model model(extent, 4);
    for (size_t z = 0; z < extent[2]; ++z)
      for (size_t y = 0; y < extent[1]; ++y)
        std::memcpy(model.at(0, y, z), bytes.data() + z * slicePitch + y * rowStep, extent[0] * 4);
    EXPECT_EQ(read(made, extent), model.bytes);
    model.randomise(random);
    write(made, model);
    for (size_t z = 0; z < extent[2]; ++z)
      for (size_t y = 0; y < extent[1]; ++y)
        std::memcpy(bytes.data() + z * slicePitch + y * rowStep, model.at(0, y, z), extent[0] * 4);
    EXPECT_EQ(bytesOf(buffer, bytes.size()), bytes);
  }
}

TEST_F(ImageWindows, KeepTheirBufferAndLieInSubBuffers) {
  Bytes bytes(1024);
  for (size_t index = 0; index < bytes.size(); ++index)
    bytes[index] = static_cast<unsigned char>(index / 4);
  Memory made;
  {
    Memory buffer = session.buffer(bytes.size(), bytes.data(), CL_MEM_COPY_HOST_PTR);
    const cl_buffer_region region{256, 512};
    cl_int error = CL_SUCCESS;
    Memory part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 2);
    description.mem_object = part;
    made = image(description, rgba8, 0);
  }
  Bytes expected;
  for (unsigned char texel = 64; texel < 72; ++texel)
    expected.insert(expected.end(), 4, texel);
  EXPECT_EQ(read(made, {4, 2, 1}), expected);
}

TEST_F(ImageWindows, ErrorsOfImagesFromBuffers) {
  Memory buffer = session.buffer(1024);
  Bytes host(1024 + 64);
  Memory odd = session.buffer(1024, host.data() + 1, CL_MEM_USE_HOST_PTR),
         readOnly = session.buffer(1024, nullptr, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  const auto made = [&](cl_mem from, auto change, cl_mem_flags flags = 0, void *pointer = nullptr) {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 4);
    description.mem_object = from;
    change(description);
    return creation(&description, &rgba8, flags, pointer);
  };
  const auto same = [](cl_image_desc &) {};
  expectErrors({
      {"good", CL_SUCCESS, [&] { return made(buffer, same); }},
      {"pitched", CL_SUCCESS,
       [&] { return made(buffer, [](cl_image_desc &d) { d.image_row_pitch = 36; }); }},
      {"no whole texels", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return made(buffer, [](cl_image_desc &d) { d.image_row_pitch = 38; }); }},
      {"an odd address", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, [&] { return made(odd, same); }},
      {"less than a row", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return made(buffer, [](cl_image_desc &d) { d.image_row_pitch = 28; }); }},
      {"too large", CL_INVALID_IMAGE_SIZE,
       [&] { return made(buffer, [](cl_image_desc &d) { d.image_height = 33; }); }},
      {"just large enough", CL_SUCCESS,
       [&] { return made(buffer, [](cl_image_desc &d) { d.image_height = 32; }); }},
      {"rows beyond the buffer", CL_INVALID_IMAGE_SIZE,
       [&] { return made(buffer, [](cl_image_desc &d) { d.image_row_pitch = 260; }); }},
      {"levels", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return made(buffer, [](cl_image_desc &d) { d.num_mip_levels = 2; }); }},
      {"a host pointer", CL_INVALID_HOST_PTR, [&] { return made(buffer, same, 0, host.data()); }},
      {"the use of host memory", CL_INVALID_VALUE,
       [&] { return made(buffer, same, CL_MEM_USE_HOST_PTR, host.data()); }},
      {"more than the buffer allows", CL_INVALID_VALUE,
       [&] { return made(readOnly, same, CL_MEM_READ_WRITE); }},
      {"more than the host may", CL_INVALID_VALUE,
       [&] { return made(readOnly, same, CL_MEM_HOST_WRITE_ONLY); }},
      {"what the buffer allows", CL_SUCCESS,
       [&] { return made(readOnly, same, CL_MEM_READ_ONLY); }},
      {"a buffer image of a buffer", CL_SUCCESS,
       [&] { return made(buffer, [](cl_image_desc &d) { makeBufferImage(d, 256); }); }},
      {"a buffer image beyond it", CL_INVALID_IMAGE_SIZE,
       [&] { return made(buffer, [](cl_image_desc &d) { makeBufferImage(d, 257); }); }},
  });
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 4);
  description.mem_object = readOnly;
  Memory inherited = image(description, rgba8, 0);
  EXPECT_EQ(memoryInfo<cl_mem_flags>(inherited, CL_MEM_FLAGS),
            cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY});
  description.mem_object = buffer;
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  Memory buffered = image(description, rgba8, 0);
  const Texels region{4, 1, 1};
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, buffered, buffer, zero.data(), region.data(), 512, 0,
                                       nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, buffered, 512, zero.data(), region.data(), 0,
                                       nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

// What an image of a buffer or of an image may be used for is part of what that may be used for.
TEST_F(ImageWindows, FlagsThatTheMemoryDoesNotAllow) {
  const cl_mem_flags kernels[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
  const cl_mem_flags hosts[] = {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY,
                                CL_MEM_HOST_NO_ACCESS};
  // By the places of the memory's flags and of the image's. CL_MEM_HOST_NO_ACCESS is always
  // allowed.
  const bool kernelMay[4][4] = {{true, true, true, true},
                                {true, true, true, true},
                                {true, false, true, false},
                                {true, false, false, true}};
  const bool hostMay[4][4] = {{true, true, true, true},
                              {true, true, false, true},
                              {true, false, true, true},
                              {true, false, false, true}};
  const cl_image_format srgb{CL_sRGBA, CL_UNORM_INT8};
  for (int kernel = 0; kernel != 4; ++kernel)
    for (int host = 0; host != 4; ++host) {
      Memory buffer = session.buffer(1024, nullptr, kernels[kernel] | hosts[host]),
             whole =
                 image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 4), rgba8, kernels[kernel] | hosts[host]);
      for (int kernelFlag = 0; kernelFlag != 4; ++kernelFlag)
        for (int hostFlag = 0; hostFlag != 4; ++hostFlag) {
          const cl_mem_flags flags = kernels[kernelFlag] | hosts[hostFlag];
          const cl_int expected = kernelMay[kernel][kernelFlag] && hostMay[host][hostFlag]
                                      ? CL_SUCCESS
                                      : CL_INVALID_VALUE;
          cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 4);
          description.mem_object = buffer;
          EXPECT_EQ(creation(&description, &rgba8, flags), expected)
              << kernels[kernel] << ", " << hosts[host] << ": " << flags;
          description.mem_object = whole;
          EXPECT_EQ(creation(&description, &srgb, flags), expected)
              << kernels[kernel] << ", " << hosts[host] << ": " << flags;
        }
    }
  for (const cl_mem_flags flag :
       {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    Bytes host(1024);
    Memory buffer = session.buffer(1024);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 4);
    description.mem_object = buffer;
    EXPECT_EQ(creation(&description, &rgba8, flag, host.data()), CL_INVALID_VALUE);
  }
}

TEST_F(ImageWindows, ImagesOfImagesHaveAnotherOrder) {
  const std::vector<std::array<cl_image_format, 2>> pairs{
      {{{CL_RGBA, CL_UNORM_INT8}, {CL_sRGBA, CL_UNORM_INT8}}},
      {{{CL_BGRA, CL_UNORM_INT8}, {CL_sBGRA, CL_UNORM_INT8}}},
      {{{CL_sRGBA, CL_UNORM_INT8}, {CL_RGBA, CL_UNORM_INT8}}},
      {{{CL_R, CL_FLOAT}, {CL_DEPTH, CL_FLOAT}}},
      {{{CL_R, CL_UNORM_INT16}, {CL_DEPTH, CL_UNORM_INT16}}}};
  std::mt19937 random(2);
  for (const auto &[from, to] : pairs) {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 6, 5);
    Model model({1, 1, 1}, 1);
    Memory view;
    {
      Memory whole = randomImage(description, from, random, model);
      description.mem_object = whole;
      view = image(description, to, 0);
      EXPECT_EQ(memoryInfo<cl_mem>(view, CL_MEM_ASSOCIATED_MEMOBJECT), whole);
      EXPECT_EQ(info<cl_mem>(view, CL_IMAGE_BUFFER), nullptr);
      EXPECT_EQ(info<cl_image_format>(view, CL_IMAGE_FORMAT).image_channel_order,
                to.image_channel_order);
    }
    EXPECT_EQ(read(view, model.extent), model.bytes);
  }
}

TEST_F(ImageWindows, ErrorsOfImagesFromImages) {
  Memory whole = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 4)),
         solid = image(describe(CL_MEM_OBJECT_IMAGE3D, 8, 4, 4));
  const auto made = [&](cl_mem from, const cl_image_format &format, auto change) {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 4);
    description.mem_object = from;
    change(description);
    return creation(&description, &format, 0);
  };
  const cl_image_format srgb{CL_sRGBA, CL_UNORM_INT8}, bgra{CL_BGRA, CL_UNORM_INT8},
      whole8{CL_RGBA, CL_UNSIGNED_INT8};
  const auto same = [](cl_image_desc &) {};
  expectErrors({
      {"good", CL_SUCCESS, [&] { return made(whole, srgb, same); }},
      {"its row pitch", CL_SUCCESS,
       [&] { return made(whole, srgb, [](cl_image_desc &d) { d.image_row_pitch = 32; }); }},
      {"another row pitch", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return made(whole, srgb, [](cl_image_desc &d) { d.image_row_pitch = 64; }); }},
      {"another width", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return made(whole, srgb, [](cl_image_desc &d) { d.image_width = 4; }); }},
      {"another height", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return made(whole, srgb, [](cl_image_desc &d) { d.image_height = 8; }); }},
      {"another kind", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] {
         return made(whole, srgb, [](cl_image_desc &d) { d.image_type = CL_MEM_OBJECT_IMAGE1D; });
       }},
      {"of a solid", CL_INVALID_IMAGE_DESCRIPTOR, [&] { return made(solid, srgb, same); }},
      {"an order that is not compatible", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return made(whole, bgra, same); }},
      {"another type", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return made(whole, whole8, same); }},
  });
}

TEST_F(ImageWindows, MapsOfABufferAndItsImageMeet) {
  Memory buffer = session.buffer(256);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  description.mem_object = buffer;
  description.image_row_pitch = 64;
  Memory made = image(description, rgba8, 0);
  const auto mapBuffer = [&](size_t offset, size_t size) {
    return errorOf([&](cl_int *error) {
      void *pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, offset, size, 0,
                                         nullptr, nullptr, error);
      if (pointer) {
        EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr), CL_SUCCESS);
      }
      return pointer;
    });
  };
  const Texels region{4, 4, 1};
  size_t pitch = 0;
  cl_int error = CL_SUCCESS;
  void *mapped = clEnqueueMapImage(queue, made, CL_TRUE, CL_MAP_WRITE, zero.data(), region.data(),
                                   &pitch, nullptr, 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(pitch, 64u);
  EXPECT_EQ(mapBuffer(0, 256), CL_INVALID_OPERATION);
  EXPECT_EQ(mapBuffer(79, 2), CL_INVALID_OPERATION);
  EXPECT_EQ(mapBuffer(80, 48), CL_SUCCESS) << "between two rows";
  EXPECT_EQ(mapBuffer(80, 49), CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(mapBuffer(0, 256), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ImageWindows, RequirementsAreThoseOfCreation) {
  const auto function = reinterpret_cast<clGetImageRequirementsInfoEXT_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clGetImageRequirementsInfoEXT"));
  ASSERT_TRUE(function);
  const auto ask = [&]<class T>(T, cl_image_requirements_info_ext name,
                                const cl_image_format *format, const cl_image_desc *description) {
    return queried<T>([&](size_t bytes, T *value, size_t *size) {
      return function(context, nullptr, 0, format, description, name, bytes, value, size);
    });
  };
  auto kinds = imagesOfAllKinds();
  kinds.push_back(describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 41));
  for (cl_image_desc description : kinds)
    for (const cl_image_format &format : formats(description.image_type)) {
      const size_t size = ask(size_t{}, CL_IMAGE_REQUIREMENTS_SIZE_EXT, &format, &description);
      Memory buffer = session.buffer(size), small = session.buffer(size - 1);
      description.mem_object = small;
      EXPECT_EQ(creation(&description, &format, 0), CL_INVALID_IMAGE_SIZE);
      description.mem_object = buffer;
      Memory made = image(description, format, 0);
      EXPECT_EQ(memoryInfo<size_t>(made, CL_MEM_SIZE), size);
      description.mem_object = nullptr;
      for (const cl_image_requirements_info_ext name :
           {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
            CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
            CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT})
        EXPECT_EQ(ask(size_t{}, name, &format, &description), elementBytes(made));
    }
  EXPECT_EQ(ask(size_t{}, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, nullptr, nullptr), 16u);

  const auto expectLimit = [&](cl_image_requirements_info_ext name, cl_mem_object_type type,
                               cl_device_info limit) {
    cl_image_desc open{};
    open.image_type = type;
    EXPECT_EQ(ask(cl_uint{}, name, nullptr, &open), deviceInfo<size_t>(limit));
  };
  expectLimit(CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, CL_MEM_OBJECT_IMAGE2D,
              CL_DEVICE_IMAGE2D_MAX_WIDTH);
  expectLimit(CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, CL_MEM_OBJECT_IMAGE1D_BUFFER,
              CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
  expectLimit(CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, CL_MEM_OBJECT_IMAGE2D_ARRAY,
              CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  expectLimit(CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, CL_MEM_OBJECT_IMAGE3D,
              CL_DEVICE_IMAGE3D_MAX_DEPTH);
  expectLimit(CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, CL_MEM_OBJECT_IMAGE1D_ARRAY,
              CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);

  const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4),
                      empty = describe(CL_MEM_OBJECT_IMAGE2D, 0, 4),
                      buffer = describe(CL_MEM_OBJECT_BUFFER, 4, 4),
                      high = describe(CL_MEM_OBJECT_IMAGE2D, 4, size_t{1} << 20);
  cl_image_desc sampled = flat;
  sampled.num_samples = 4;
  const cl_image_format bad{CL_RGBA, CL_UNORM_SHORT_555};
  const cl_mem_properties unknown[] = {0x1234, 1, 0};
  size_t value = 0;
  const auto code = [&](const cl_mem_properties *properties, cl_mem_flags flags,
                        const cl_image_format *format, const cl_image_desc *description,
                        cl_image_requirements_info_ext name, size_t size = sizeof(size_t)) {
    return function(context, properties, flags, format, description, name, size, &value, nullptr);
  };
  const cl_image_requirements_info_ext bytes = CL_IMAGE_REQUIREMENTS_SIZE_EXT;
  expectErrors({
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return function(wrong<cl_context>(), nullptr, 0, &rgba8, &flat, bytes, sizeof value,
                         &value, nullptr);
       }},
      {"property", CL_INVALID_PROPERTY, [&] { return code(unknown, 0, &rgba8, &flat, bytes); }},
      {"flags", CL_INVALID_VALUE,
       [&] { return code(nullptr, ~cl_mem_flags{0}, &rgba8, &flat, bytes); }},
      {"format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return code(nullptr, 0, &bad, &flat, bytes); }},
      {"no format", CL_INVALID_VALUE, [&] { return code(nullptr, 0, nullptr, &flat, bytes); }},
      {"no description", CL_INVALID_VALUE,
       [&] { return code(nullptr, 0, &rgba8, nullptr, bytes); }},
      {"no size", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return code(nullptr, 0, &rgba8, &empty, bytes); }},
      {"a buffer", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return code(nullptr, 0, &rgba8, &buffer, bytes); }},
      {"the depth of a plane", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return code(nullptr, 0, &rgba8, &flat, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT); }},
      {"samples", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return code(nullptr, 0, &rgba8, &sampled, bytes); }},
      {"the width of an image with samples", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return code(nullptr, 0, &rgba8, &sampled, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT); }},
      {"the width of what is too high", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return code(nullptr, 0, &rgba8, &high, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT); }},
      {"the height of what is too high", CL_SUCCESS,
       [&] {
         return code(nullptr, 0, &rgba8, &high, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT,
                     sizeof(cl_uint));
       }},
      {"name", CL_INVALID_VALUE, [&] { return code(nullptr, 0, &rgba8, &flat, CL_IMAGE_FORMAT); }},
      {"room", CL_INVALID_VALUE,
       [&] { return code(nullptr, 0, &rgba8, &flat, bytes, sizeof(size_t) - 1); }},
      {"good", CL_SUCCESS, [&] { return code(nullptr, 0, &rgba8, &flat, bytes); }},
  });
  EXPECT_EQ(value, 64u);
}

} // namespace
} // namespace weft::test
