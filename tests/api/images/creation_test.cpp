// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.3.1, 5.3.2 and 5.3.8: creating images, their formats, and queries about them.
#include "tests/api/images/fixture.h"

#include <set>
#include <utility>

namespace weft::test {
namespace {

class ImageCreation : public ImageApi {};

TEST_F(ImageCreation, WhatIsNotValidAtAll) {
  const cl_image_desc good = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const cl_image_format unknownOrder{0x1234, CL_UNORM_INT8}, unknownType{CL_RGBA, 0x1234},
      packedRgba{CL_RGBA, CL_UNORM_SHORT_565}, wideRgb{CL_RGB, CL_FLOAT},
      integerDepth{CL_DEPTH, CL_SIGNED_INT8}, padded{CL_RGBx, CL_UNORM_SHORT_565};
  Bytes host(64);
  const cl_mem_properties none[] = {0}, unknown[] = {0x1234, 1, 0};
  const auto withProperties = [&](const cl_mem_properties *properties) {
    return errorOf([&](cl_int *error) {
      return Memory(
          clCreateImageWithProperties(context, properties, 0, &rgba8, &good, nullptr, error));
    });
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return creation(&good); }},
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return errorOf([&](cl_int *error) {
           return clCreateImage(wrong<cl_context>(), 0, &rgba8, &good, nullptr, error);
         });
       }},
      {"no properties", CL_SUCCESS, [&] { return withProperties(none); }},
      {"an unknown property", CL_INVALID_PROPERTY, [&] { return withProperties(unknown); }},
      {"flags that exclude each other", CL_INVALID_VALUE,
       [&] { return creation(&good, &rgba8, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY); }},
      {"a flag of format queries", CL_INVALID_VALUE,
       [&] { return creation(&good, &rgba8, CL_MEM_KERNEL_READ_AND_WRITE); }},
      {"unknown flags", CL_INVALID_VALUE,
       [&] { return creation(&good, &rgba8, cl_mem_flags{1} << 40); }},
      {"no format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, [&] { return creation(&good, nullptr); }},
      {"an unknown order", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return creation(&good, &unknownOrder); }},
      {"an unknown type", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return creation(&good, &unknownType); }},
      {"a packed type with four channels", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return creation(&good, &packedRgba); }},
      {"twelve bytes", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return creation(&good, &wideRgb); }},
      {"a depth of whole numbers", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return creation(&good, &integerDepth); }},
      {"a format that no device has", CL_IMAGE_FORMAT_NOT_SUPPORTED,
       [&] { return creation(&good, &padded); }},
      {"no description", CL_INVALID_IMAGE_DESCRIPTOR, [&] { return creation(nullptr); }},
      {"a pointer without use", CL_INVALID_HOST_PTR,
       [&] { return creation(&good, &rgba8, CL_MEM_READ_WRITE, host.data()); }},
      {"use without a pointer", CL_INVALID_HOST_PTR,
       [&] { return creation(&good, &rgba8, CL_MEM_USE_HOST_PTR); }},
      {"copy without a pointer", CL_INVALID_HOST_PTR,
       [&] { return creation(&good, &rgba8, CL_MEM_COPY_HOST_PTR); }},
      {"copy", CL_SUCCESS,
       [&] { return creation(&good, &rgba8, CL_MEM_COPY_HOST_PTR, host.data()); }},
      {"use", CL_SUCCESS,
       [&] { return creation(&good, &rgba8, CL_MEM_USE_HOST_PTR, host.data()); }},
  });
}

TEST_F(ImageCreation, DescriptionsThatAreNotValid) {
  const auto with = [&](auto change) {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    change(description);
    return creation(&description);
  };
  Memory buffer = session.buffer(4096);
  Context foreign = otherContext();
  cl_int error = CL_SUCCESS;
  Memory foreignBuffer = clCreateBuffer(foreign, 0, 4096, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  using Description = cl_image_desc;
  expectErrors({
      {"no type", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([](Description &d) { d.image_type = 0; }); }},
      {"the type of buffers", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([](Description &d) { d.image_type = CL_MEM_OBJECT_BUFFER; }); }},
      {"samples", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([](Description &d) { d.num_samples = 4; }); }},
      {"too many levels", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([](Description &d) { d.num_mip_levels = 1000; }); }},
      {"a row pitch without host memory", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([](Description &d) { d.image_row_pitch = 16; }); }},
      {"a slice pitch without host memory", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([](Description &d) { d.image_slice_pitch = 64; }); }},
      {"a buffer image without a buffer", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([](Description &d) { d.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER; }); }},
      {"a queue as its memory", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([&](Description &d) { d.mem_object = wrong<cl_mem>(); }); }},
      {"a buffer of another context", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return with([&](Description &d) { d.mem_object = foreignBuffer; }); }},
      {"no width", CL_INVALID_IMAGE_SIZE,
       [&] { return with([](Description &d) { d.image_width = 0; }); }},
      {"no height", CL_INVALID_IMAGE_SIZE,
       [&] { return with([](Description &d) { d.image_height = 0; }); }},
  });
}

TEST_F(ImageCreation, SizesEndAtTheLimits) {
  const auto limit = [](cl_device_info name) { return deviceInfo<size_t>(name); };
  const size_t width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH),
               height = limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT),
               width3d = limit(CL_DEVICE_IMAGE3D_MAX_WIDTH),
               height3d = limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT),
               depth3d = limit(CL_DEVICE_IMAGE3D_MAX_DEPTH),
               layers = limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  EXPECT_GE(width, 16384u);
  EXPECT_GE(height, 16384u);
  EXPECT_GE(std::min({width3d, height3d, depth3d}), 2048u);
  EXPECT_GE(layers, 2048u);
  EXPECT_GE(limit(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 16u);

  const cl_image_format r8{CL_R, CL_UNORM_INT8};
  const auto made = [&](const cl_image_desc &description) {
    return errorName(creation(&description, &r8));
  };
  const auto type2d = CL_MEM_OBJECT_IMAGE2D, type3d = CL_MEM_OBJECT_IMAGE3D,
             array2d = CL_MEM_OBJECT_IMAGE2D_ARRAY;
  const std::string good = "CL_SUCCESS", bad = "CL_INVALID_IMAGE_SIZE";
  EXPECT_EQ(made(describe(CL_MEM_OBJECT_IMAGE1D, width)), good);
  EXPECT_EQ(made(describe(CL_MEM_OBJECT_IMAGE1D, width + 1)), bad);
  EXPECT_EQ(made(describe(type2d, width, 1)), good);
  EXPECT_EQ(made(describe(type2d, 1, height)), good);
  EXPECT_EQ(made(describe(type2d, width + 1, 1)), bad);
  EXPECT_EQ(made(describe(type2d, 1, height + 1)), bad);
  EXPECT_EQ(made(describe(type3d, width3d, 1, 1)), good);
  EXPECT_EQ(made(describe(type3d, 1, height3d, 1)), good);
  EXPECT_EQ(made(describe(type3d, 1, 1, depth3d)), good);
  EXPECT_EQ(made(describe(type3d, width3d + 1, 1, 1)), bad);
  EXPECT_EQ(made(describe(type3d, 1, height3d + 1, 1)), bad);
  EXPECT_EQ(made(describe(type3d, 1, 1, depth3d + 1)), bad);
  EXPECT_EQ(made(describe(type3d, 1, 1, 0)), bad);
  EXPECT_EQ(made(describe1dArray(4, layers)), good);
  EXPECT_EQ(made(describe1dArray(4, layers + 1)), bad);
  EXPECT_EQ(made(describe1dArray(4, 0)), bad);
  EXPECT_EQ(made(describe(array2d, 1, 1, layers)), good);
  EXPECT_EQ(made(describe(array2d, 1, 1, layers + 1)), bad);
}

TEST_F(ImageCreation, MoreThanThereIsMemory) {
  const auto side = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const auto total = deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  const cl_image_format floats{CL_RGBA, CL_FLOAT};
  const cl_ulong bytes = cl_ulong{side} * side * 4 * sizeof(float);
  const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, side, side),
                      flats = describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, side, side, 2048);
  const auto make = [&](cl_int *error) {
    return Memory(clCreateImage(context, 0, &floats, &flat, nullptr, error));
  };
  std::vector<Memory> images;
  cl_int error = CL_SUCCESS;
  for (cl_ulong sum = 0; sum <= total && error == CL_SUCCESS; sum += bytes)
    if (Memory made = make(&error))
      images.push_back(std::move(made));
  EXPECT_EQ(errorName(error), "CL_MEM_OBJECT_ALLOCATION_FAILURE");
  EXPECT_LE(images.size() * bytes, total);
  // With properties, as layers, and by the old calls.
  const auto refused = [&](auto call) { return errorName(errorOf(call)); };
  const std::string expected = "CL_MEM_OBJECT_ALLOCATION_FAILURE";
  EXPECT_EQ(refused([&](cl_int *code) {
              return Memory(
                  clCreateImageWithProperties(context, nullptr, 0, &floats, &flat, nullptr, code));
            }),
            expected);
  EXPECT_EQ(errorName(creation(&flats, &floats)), expected);
  EXPECT_EQ(refused([&](cl_int *code) {
              return Memory(clCreateImage2D(context, 0, &floats, side, side, 0, nullptr, code));
            }),
            expected);
  EXPECT_EQ(refused([&](cl_int *code) {
              return Memory(
                  clCreateImage3D(context, 0, &floats, 2048, 2048, 2048, 0, 0, nullptr, code));
            }),
            expected);
  images.clear();
  const cl_image_desc small = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  EXPECT_EQ(creation(&small), CL_SUCCESS);
}

TEST_F(ImageCreation, PitchesOfHostMemory) {
  Bytes host(4096);
  const auto made = [&](cl_mem_object_type type, size_t rowPitch, size_t slicePitch) {
    cl_image_desc description =
        type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? describe1dArray(4, 3) : describe(type, 4, 3, 2);
    description.image_row_pitch = rowPitch;
    description.image_slice_pitch = slicePitch;
    return errorName(creation(&description, &rgba8, CL_MEM_USE_HOST_PTR, host.data()));
  };
  const std::string good = "CL_SUCCESS", bad = "CL_INVALID_IMAGE_DESCRIPTOR";
  EXPECT_EQ(made(CL_MEM_OBJECT_IMAGE2D, 16, 0), good);
  EXPECT_EQ(made(CL_MEM_OBJECT_IMAGE2D, 20, 0), good);
  EXPECT_EQ(made(CL_MEM_OBJECT_IMAGE2D, 12, 0), bad) << "less than a row";
  EXPECT_EQ(made(CL_MEM_OBJECT_IMAGE2D, 18, 0), bad) << "no whole texels";
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE2D_ARRAY}) {
    EXPECT_EQ(made(type, 20, 60), good);
    EXPECT_EQ(made(type, 20, 80), good);
    EXPECT_EQ(made(type, 0, 64), good);
    EXPECT_EQ(made(type, 20, 40), bad) << "less than a slice";
    EXPECT_EQ(made(type, 20, 70), bad) << "no whole rows";
    EXPECT_NE(made(type, ~size_t{0} / 8 * 4, 0), good) << "more than there is memory";
  }
  EXPECT_EQ(made(CL_MEM_OBJECT_IMAGE1D_ARRAY, 16, 32), good);
  EXPECT_EQ(made(CL_MEM_OBJECT_IMAGE1D_ARRAY, 16, 8), bad);
}

TEST_F(ImageCreation, OldCalls) {
  const auto make2d = [&](size_t width, size_t height, size_t rowPitch, void *host = nullptr) {
    return errorName(errorOf([&](cl_int *error) {
      return Memory(clCreateImage2D(context, host ? CL_MEM_COPY_HOST_PTR : 0, &rgba8, width, height,
                                    rowPitch, host, error));
    }));
  };
  const auto make3d = [&](size_t width, size_t height, size_t depth) {
    return errorName(errorOf([&](cl_int *error) {
      return Memory(
          clCreateImage3D(context, 0, &rgba8, width, height, depth, 0, 0, nullptr, error));
    }));
  };
  Bytes host(4096);
  EXPECT_EQ(make2d(4, 4, 0), "CL_SUCCESS");
  EXPECT_EQ(make2d(0, 4, 0), "CL_INVALID_IMAGE_SIZE");
  EXPECT_EQ(make2d(4, 4, 16), "CL_INVALID_IMAGE_SIZE");
  EXPECT_EQ(make2d(4, 4, 20, host.data()), "CL_SUCCESS");
  EXPECT_EQ(make2d(4, 4, 15, host.data()), "CL_INVALID_IMAGE_SIZE");
  EXPECT_EQ(make3d(4, 4, 2), "CL_SUCCESS");
  EXPECT_EQ(make3d(4, 4, 1), "CL_INVALID_IMAGE_SIZE");
}

TEST_F(ImageCreation, Queries) {
  std::mt19937 random(1);
  for (const cl_image_desc &description : imagesOfAllKinds()) {
    Memory made = image(description, {CL_RG, CL_SIGNED_INT16});
    const cl_mem_object_type type = description.image_type;
    SCOPED_TRACE(type);
    const Texels extent = extentOf(description);
    const bool isArray = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const bool hasSlices = isArray || type == CL_MEM_OBJECT_IMAGE3D;
    const size_t rowBytes = description.image_width * 4;
    const size_t sliceBytes = rowBytes * std::max<size_t>(description.image_height, 1);
    EXPECT_EQ(info<cl_image_format>(made, CL_IMAGE_FORMAT).image_channel_order, CL_RG);
    EXPECT_EQ(elementBytes(made), 4u);
    EXPECT_EQ(info<size_t>(made, CL_IMAGE_ROW_PITCH), rowBytes);
    EXPECT_EQ(info<size_t>(made, CL_IMAGE_SLICE_PITCH), hasSlices ? sliceBytes : 0);
    EXPECT_EQ(info<size_t>(made, CL_IMAGE_WIDTH), description.image_width);
    EXPECT_EQ(info<size_t>(made, CL_IMAGE_HEIGHT), description.image_height);
    EXPECT_EQ(info<size_t>(made, CL_IMAGE_DEPTH), description.image_depth);
    EXPECT_EQ(info<size_t>(made, CL_IMAGE_ARRAY_SIZE), isArray ? description.image_array_size : 0);
    EXPECT_EQ(info<cl_mem>(made, CL_IMAGE_BUFFER), nullptr);
    EXPECT_EQ(info<cl_uint>(made, CL_IMAGE_NUM_MIP_LEVELS), 0u);
    EXPECT_EQ(info<cl_uint>(made, CL_IMAGE_NUM_SAMPLES), 0u);
    const auto memoryInfo = [&]<class T>(T, cl_mem_info name) {
      return queried<T>([&](size_t bytes, T *value, size_t *size) {
        return clGetMemObjectInfo(made, name, bytes, value, size);
      });
    };
    EXPECT_EQ(memoryInfo(cl_mem_object_type{}, CL_MEM_TYPE), type);
    EXPECT_EQ(memoryInfo(size_t{}, CL_MEM_SIZE), extent[0] * extent[1] * extent[2] * 4);
    EXPECT_EQ(memoryInfo(cl_mem{}, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
    EXPECT_EQ(memoryInfo(cl_mem_flags{}, CL_MEM_FLAGS), cl_mem_flags{CL_MEM_READ_WRITE});
    EXPECT_EQ(memoryInfo(size_t{}, CL_MEM_OFFSET), 0u);
    expectQueryErrors(
        "image",
        [&](cl_uint name, size_t size, void *value, size_t *needed) {
          return clGetImageInfo(made, name, size, value, needed);
        },
        CL_IMAGE_WIDTH, sizeof(size_t));
  }
  Memory buffer = session.buffer(64);
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetImageInfo(wrong<cl_mem>(), CL_IMAGE_WIDTH, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageCreation, PropertiesAreToldAsTheyWereGiven) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const cl_mem_properties none[] = {0};
  cl_int error = CL_SUCCESS;
  Memory with =
      clCreateImageWithProperties(context, none, 0, &rgba8, &description, nullptr, &error);
  Memory without = image(description);
  size_t size = 99;
  EXPECT_EQ(clGetMemObjectInfo(with, CL_MEM_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(cl_mem_properties));
  EXPECT_EQ(clGetMemObjectInfo(without, CL_MEM_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
}

TEST_F(ImageCreation, EveryFormatThatIsToldCanBeMade) {
  for (cl_image_desc description : imagesOfAllKinds())
    for (const cl_mem_flags flags :
         {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE}) {
      const auto list = formats(description.image_type, flags);
      std::set<std::pair<cl_channel_order, cl_channel_type>> distinct;
      for (const cl_image_format &format : list) {
        distinct.emplace(format.image_channel_order, format.image_channel_data_type);
        EXPECT_EQ(creation(&description, &format,
                           flags == CL_MEM_KERNEL_READ_AND_WRITE ? CL_MEM_READ_WRITE : flags),
                  CL_SUCCESS)
            << name(format);
      }
      EXPECT_EQ(distinct.size(), list.size());
      // What every device of the full profile has, and what a device of OpenCL 2.0 has.
      for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA})
        for (cl_channel_type type = CL_SNORM_INT8; type <= CL_FLOAT; ++type)
          if (type < CL_UNORM_SHORT_565 || type > CL_UNORM_INT_101010) {
            EXPECT_TRUE(distinct.count({order, type})) << order << ", " << type;
          }
      EXPECT_TRUE(distinct.count({CL_BGRA, CL_UNORM_INT8}));
      EXPECT_EQ(distinct.count({CL_sRGBA, CL_UNORM_INT8}),
                flags == CL_MEM_KERNEL_READ_AND_WRITE ? 0u : 1u);
      EXPECT_EQ(distinct.count({CL_DEPTH, CL_FLOAT}),
                description.image_type == CL_MEM_OBJECT_IMAGE2D ||
                        description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY
                    ? 1u
                    : 0u);
    }
}

TEST_F(ImageCreation, DepthImagesAreFlat) {
  const cl_image_format depth{CL_DEPTH, CL_FLOAT};
  for (const cl_image_desc &description : imagesOfAllKinds()) {
    const bool isFlat = description.image_type == CL_MEM_OBJECT_IMAGE2D ||
                        description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    EXPECT_EQ(creation(&description, &depth), isFlat ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
}

TEST_F(ImageCreation, FormatQueries) {
  cl_uint count = 0;
  const auto query = [&](cl_context in, cl_mem_flags flags, cl_mem_object_type type,
                         cl_uint entries, cl_image_format *list) {
    return clGetSupportedImageFormats(in, flags, type, entries, list, &count);
  };
  cl_image_format one[2] = {};
  expectErrors({
      {"context", CL_INVALID_CONTEXT,
       [&] { return query(wrong<cl_context>(), 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr); }},
      {"flags", CL_INVALID_VALUE,
       [&] {
         return query(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
                      nullptr);
       }},
      {"type", CL_INVALID_VALUE,
       [&] { return query(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr); }},
      {"room for none", CL_INVALID_VALUE,
       [&] { return query(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, one); }},
      {"room for one", CL_SUCCESS,
       [&] { return query(context, 0, CL_MEM_OBJECT_IMAGE2D, 1, one); }},
  });
  EXPECT_GT(count, 50u);
  EXPECT_NE(one[0].image_channel_order, 0u);
  EXPECT_EQ(one[1].image_channel_order, 0u);
}

TEST_F(ImageCreation, HostMemoryIsUsedInPlace) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 3, 2);
  description.image_row_pitch = 20;
  Bytes host(40, 7);
  Memory made = image(description, rgba8, CL_MEM_USE_HOST_PTR, host.data());
  void *pointer = nullptr;
  EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_HOST_PTR, sizeof pointer, static_cast<void *>(&pointer),
                               nullptr),
            CL_SUCCESS);
  EXPECT_EQ(pointer, host.data());
  Model model({3, 2, 1}, 4, 9);
  write(made, model);
  for (size_t index = 0; index < host.size(); ++index)
    EXPECT_EQ(host[index], index % 20 < 12 ? 9 : 7) << index;
}

TEST_F(ImageCreation, CopiesLeaveOutWhatLiesBehindTheLastRow) {
  // The host has the last row without its gap; the byte behind belongs to nobody.
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 3, 3);
  description.image_row_pitch = 4096;
  Bytes host(2 * 4096 + 12);
  Model model({3, 3, 1}, 4);
  std::mt19937 random(3);
  model.randomise(random);
  for (size_t row = 0; row < 3; ++row)
    std::memcpy(host.data() + row * 4096, model.at(0, row, 0), 12);
  Memory made = image(description, rgba8, CL_MEM_COPY_HOST_PTR, host.data());
  EXPECT_EQ(info<size_t>(made, CL_IMAGE_ROW_PITCH), 4096u);
  EXPECT_EQ(read(made, model.extent), model.bytes);
}

TEST_F(ImageCreation, DestructorCallbacksRunInReverse) {
  std::string order;
  {
    Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 4, 4));
    for (const char *text : {"a", "b"}) {
      static std::string *log;
      log = &order;
      ASSERT_EQ(clSetMemObjectDestructorCallback(
                    made, [](cl_mem, void *data) { *log += static_cast<const char *>(data); },
                    const_cast<char *>(text)),
                CL_SUCCESS);
    }
  }
  EXPECT_EQ(order, "ba");
}

} // namespace
} // namespace weft::test
