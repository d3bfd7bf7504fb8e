// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections 5.3.4 to 5.3.7: commands on images, compared with a model on the host.
#include "tests/api/images/fixture.h"

namespace weft::test {
namespace {

class ImageCommands : public ImageApi {
protected:
  Texels zero{};
  std::mt19937 random{7};

  size_t upTo(size_t most) { return std::uniform_int_distribution<size_t>(0, most)(random); }
};

/// A region of host memory with pitches, in the middle of bytes that no command may touch.
struct Padded {
  static constexpr unsigned char untouched = 0xa5;

  Padded(const Texels &region, size_t elementBytes, size_t rowGap, size_t sliceGap, bool is1dArray)
      : region(region), rowBytes(region[0] * elementBytes), rowPitch(rowBytes + rowGap),
        slicePitch(is1dArray ? rowPitch + sliceGap : rowPitch * region[1] + sliceGap),
        rowStep(is1dArray ? slicePitch : rowPitch),
        bytes(rowStep * region[1] + slicePitch * region[2], untouched) {}

  unsigned char *row(size_t y, size_t z) { return bytes.data() + y * rowStep + z * slicePitch; }
  void load(const Model &model) {
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        std::memcpy(row(y, z), model.at(0, y, z), rowBytes);
  }

  Texels region;
  size_t rowBytes, rowPitch, slicePitch, rowStep;
  Bytes bytes;
};

TEST_F(ImageCommands, ReadsAndWritesPartsOfAllKindsAndFormats) {
  for (const cl_image_desc &description : imagesOfAllKinds())
    for (const cl_image_format &format : formats(description.image_type)) {
      SCOPED_TRACE(std::to_string(description.image_type) + ": " + name(format));
      Model model({1, 1, 1}, 1);
      Memory made = randomImage(description, format, random, model);
      const bool is1dArray = description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
      const bool hasSlices = is1dArray || description.image_type == CL_MEM_OBJECT_IMAGE3D ||
                             description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
      for (int round = 0; round < 3; ++round) {
        const Box box = Box::in(model.extent, random);
        const size_t rowGap = upTo(1) * upTo(40), sliceGap = hasSlices ? upTo(1) * upTo(90) : 0;
        Padded host(box.region, model.elementBytes, rowGap, sliceGap, is1dArray);
        const size_t slicePitch = sliceGap ? host.slicePitch : 0;
        Model part(box.region, model.elementBytes);
        part.randomise(random);
        host.load(part);
        ASSERT_EQ(clEnqueueWriteImage(queue, made, CL_TRUE, box.origin.data(), box.region.data(),
                                      rowGap ? host.rowPitch : 0, slicePitch, host.bytes.data(), 0,
                                      nullptr, nullptr),
                  CL_SUCCESS);
        model.copy(box.origin, part, zero, box.region);
        ASSERT_EQ(read(made, model.extent), model.bytes);

        const Box other = Box::in(model.extent, random);
        Padded result(other.region, model.elementBytes, rowGap, sliceGap, is1dArray),
            expected = result;
        Model read(other.region, model.elementBytes);
        read.copy(zero, model, other.origin, other.region);
        expected.load(read);
        ASSERT_EQ(clEnqueueReadImage(queue, made, CL_TRUE, other.origin.data(), other.region.data(),
                                     rowGap ? result.rowPitch : 0, sliceGap ? result.slicePitch : 0,
                                     result.bytes.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        ASSERT_EQ(result.bytes, expected.bytes);
      }
    }
}

TEST_F(ImageCommands, CopiesBetweenAllKinds) {
  const auto kinds = imagesOfAllKinds();
  for (const cl_image_format &format :
       {cl_image_format{CL_R, CL_UNORM_INT8}, cl_image_format{CL_RGBA, CL_FLOAT}})
    for (const cl_image_desc &from : kinds)
      for (const cl_image_desc &to : kinds) {
        SCOPED_TRACE(std::to_string(from.image_type) + " to " + std::to_string(to.image_type));
        Model source({1, 1, 1}, 1), destination({1, 1, 1}, 1);
        Memory a = randomImage(from, format, random, source);
        Memory b = randomImage(to, format, random, destination);
        Texels common{};
        for (size_t d = 0; d < 3; ++d)
          common[d] = std::min(source.extent[d], destination.extent[d]);
        const Box box = Box::in(common, random);
        Texels target{};
        for (size_t d = 0; d < 3; ++d)
          target[d] = upTo(destination.extent[d] - box.region[d]);
        ASSERT_EQ(clEnqueueCopyImage(queue, a, b, box.origin.data(), target.data(),
                                     box.region.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        destination.copy(target, source, box.origin, box.region);
        ASSERT_EQ(read(b, destination.extent), destination.bytes);
        ASSERT_EQ(read(a, source.extent), source.bytes);
      }
}

TEST_F(ImageCommands, CopiesFromAndToBuffers) {
  for (const cl_image_desc &description : imagesOfAllKinds()) {
    SCOPED_TRACE(description.image_type);
    Model model({1, 1, 1}, 1);
    Memory made = randomImage(description, {CL_RG, CL_HALF_FLOAT}, random, model);
    Bytes bytes(8192);
    for (unsigned char &byte : bytes)
      byte = static_cast<unsigned char>(random());
    Memory buffer = session.buffer(bytes.size(), bytes.data(), CL_MEM_COPY_HOST_PTR);
    const Box in = Box::in(model.extent, random), out = Box::in(model.extent, random);
    const size_t offset = 17;
    ASSERT_EQ(clEnqueueCopyBufferToImage(queue, buffer, made, offset, in.origin.data(),
                                         in.region.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    Model part(in.region, model.elementBytes);
    std::copy_n(bytes.begin() + offset, part.bytes.size(), part.bytes.begin());
    model.copy(in.origin, part, zero, in.region);
    ASSERT_EQ(read(made, model.extent), model.bytes);

    ASSERT_EQ(clEnqueueCopyImageToBuffer(queue, made, buffer, out.origin.data(), out.region.data(),
                                         offset, 0, nullptr, nullptr),
              CL_SUCCESS);
    Model result(out.region, model.elementBytes);
    result.copy(zero, model, out.origin, out.region);
    std::copy(result.bytes.begin(), result.bytes.end(), bytes.begin() + offset);
    Bytes read(bytes.size());
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, read.size(), read.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    ASSERT_EQ(read, bytes);
  }
}

TEST_F(ImageCommands, LargeImagesAreSharedOut) {
  // Large enough for several threads and for stores around the cache; once whole, once in parts
  // of its rows.
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 2500, 2000);
  Model model({1, 1, 1}, 1);
  Memory a = randomImage(description, {CL_RGBA, CL_UNORM_INT16}, random, model);
  Memory b = image(description, {CL_RGBA, CL_UNORM_INT16});
  ASSERT_EQ(read(a, model.extent), model.bytes);
  ASSERT_EQ(clEnqueueCopyImage(queue, a, b, zero.data(), zero.data(), model.extent.data(), 0,
                               nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(read(b, model.extent), model.bytes);
  const Texels origin{100, 30, 0}, region{2300, 1900, 1}, target{7, 5, 0};
  Model moved = model;
  moved.copy(target, model, origin, region);
  ASSERT_EQ(clEnqueueCopyImage(queue, a, b, origin.data(), target.data(), region.data(), 0, nullptr,
                               nullptr),
            CL_SUCCESS);
  ASSERT_EQ(read(b, model.extent), moved.bytes);
  const float colour[] = {0.25f, 0.5f, 0.75f, 1};
  const cl_ushort texel[] = {16384, 32768, 49151, 65535};
  unsigned char bytes[8];
  std::memcpy(bytes, texel, sizeof bytes);
  for (const Texels &part : {region, model.extent}) {
    ASSERT_EQ(clEnqueueFillImage(queue, b, colour, zero.data(), part.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    moved.fill(zero, part, bytes);
    ASSERT_EQ(read(b, model.extent), moved.bytes);
  }
}

TEST_F(ImageCommands, MapsAreTheImage) {
  for (const cl_image_desc &description : imagesOfAllKinds()) {
    SCOPED_TRACE(description.image_type);
    Model model({1, 1, 1}, 1);
    Memory made = randomImage(description, rgba8, random, model);
    const bool is1dArray = description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const Box box = Box::in(model.extent, random);
    size_t rowPitch = 99, slicePitch = 99;
    cl_int error = CL_SUCCESS;
    auto *mapped = static_cast<unsigned char *>(
        clEnqueueMapImage(queue, made, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, box.origin.data(),
                          box.region.data(), &rowPitch, &slicePitch, 0, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(rowPitch, info<size_t>(made, CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(slicePitch, info<size_t>(made, CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(queried<cl_uint>([&](size_t bytes, cl_uint *value, size_t *size) {
                return clGetMemObjectInfo(made, CL_MEM_MAP_COUNT, bytes, value, size);
              }),
              1u);
    for (size_t z = 0; z < box.region[2]; ++z)
      for (size_t y = 0; y < box.region[1]; ++y) {
        unsigned char *row = mapped + y * (is1dArray ? slicePitch : rowPitch) + z * slicePitch;
        unsigned char *expected = model.at(box.origin[0], box.origin[1] + y, box.origin[2] + z);
        EXPECT_EQ(std::memcmp(row, expected, box.region[0] * 4), 0);
        row[0] = expected[0] = static_cast<unsigned char>(z * 16 + y);
      }
    ASSERT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(read(made, model.extent), model.bytes);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
  }
}

TEST_F(ImageCommands, MapsForWritingDoNotOverlap) {
  Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 16, 16));
  std::vector<void *> mapped;
  const auto map = [&](cl_map_flags flags, Texels origin, Texels region) {
    return errorName(errorOf([&](cl_int *error) {
      size_t pitch = 0;
      void *pointer = clEnqueueMapImage(queue, made, CL_TRUE, flags, origin.data(), region.data(),
                                        &pitch, nullptr, 0, nullptr, nullptr, error);
      if (pointer)
        mapped.push_back(pointer);
      return pointer;
    }));
  };
  const std::string good = "CL_SUCCESS", bad = "CL_INVALID_OPERATION";
  // Neighbouring columns lie between each other's rows.
  EXPECT_EQ(map(CL_MAP_WRITE, {0, 0, 0}, {4, 16, 1}), good);
  EXPECT_EQ(map(CL_MAP_WRITE, {4, 0, 0}, {4, 16, 1}), good);
  EXPECT_EQ(map(CL_MAP_WRITE_INVALIDATE_REGION, {8, 4, 0}, {8, 1, 1}), good);
  EXPECT_EQ(map(CL_MAP_WRITE, {3, 5, 0}, {2, 2, 1}), bad);
  EXPECT_EQ(map(CL_MAP_WRITE, {0, 4, 0}, {16, 1, 1}), bad);
  EXPECT_EQ(map(CL_MAP_WRITE, {8, 3, 0}, {1, 3, 1}), bad);
  EXPECT_EQ(map(CL_MAP_READ, {0, 0, 0}, {16, 16, 1}), good);
  EXPECT_EQ(map(CL_MAP_WRITE, {8, 5, 0}, {8, 11, 1}), good);
  for (void *pointer : mapped)
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, pointer, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(map(CL_MAP_WRITE, {0, 0, 0}, {16, 16, 1}), good);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, mapped.back(), 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ImageCommands, PartsThatAreNotInTheImage) {
  Bytes host(1 << 16);
  const float colour[4] = {};
  for (const cl_image_desc &description : imagesOfAllKinds()) {
    SCOPED_TRACE(description.image_type);
    Memory made = image(description), other = image(description);
    Memory buffer = session.buffer(1 << 16);
    const Texels extent = extentOf(description);
    const auto expectRefused = [&](const char *what, const size_t *origin, const size_t *region) {
      SCOPED_TRACE(what);
      size_t rowPitch = 0, slicePitch = 0;
      expectErrors({
          {"read", CL_INVALID_VALUE,
           [&] {
             return clEnqueueReadImage(queue, made, CL_TRUE, origin, region, 0, 0, host.data(), 0,
                                       nullptr, nullptr);
           }},
          {"write", CL_INVALID_VALUE,
           [&] {
             return clEnqueueWriteImage(queue, made, CL_TRUE, origin, region, 0, 0, host.data(), 0,
                                        nullptr, nullptr);
           }},
          {"fill", CL_INVALID_VALUE,
           [&] {
             return clEnqueueFillImage(queue, made, colour, origin, region, 0, nullptr, nullptr);
           }},
          {"copy from", CL_INVALID_VALUE,
           [&] {
             return clEnqueueCopyImage(queue, made, other, origin, zero.data(), region, 0, nullptr,
                                       nullptr);
           }},
          {"copy to", CL_INVALID_VALUE,
           [&] {
             return clEnqueueCopyImage(queue, other, made, zero.data(), origin, region, 0, nullptr,
                                       nullptr);
           }},
          {"copy to a buffer", CL_INVALID_VALUE,
           [&] {
             return clEnqueueCopyImageToBuffer(queue, made, buffer, origin, region, 0, 0, nullptr,
                                               nullptr);
           }},
          {"copy from a buffer", CL_INVALID_VALUE,
           [&] {
             return clEnqueueCopyBufferToImage(queue, buffer, made, 0, origin, region, 0, nullptr,
                                               nullptr);
           }},
          {"map", CL_INVALID_VALUE,
           [&] {
             return errorOf([&](cl_int *error) {
               return clEnqueueMapImage(queue, made, CL_TRUE, CL_MAP_READ, origin, region,
                                        &rowPitch, &slicePitch, 0, nullptr, nullptr, error);
             });
           }},
      });
    };
    expectRefused("no origin", nullptr, extent.data());
    expectRefused("no region", zero.data(), nullptr);
    for (size_t d = 0; d < 3; ++d) {
      Texels region = extent, one{1, 1, 1}, origin{};
      region[d] = extent[d] + 1;
      expectRefused("too large", zero.data(), region.data());
      region[d] = 0;
      expectRefused("empty", zero.data(), region.data());
      region[d] = ~size_t{0};
      expectRefused("huge", zero.data(), region.data());
      origin[d] = extent[d];
      expectRefused("behind", origin.data(), one.data());
      origin[d] = ~size_t{0};
      expectRefused("far behind", origin.data(), one.data());
    }
  }
}

TEST_F(ImageCommands, OtherErrors) {
  Memory flat = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8)),
         solid = image(describe(CL_MEM_OBJECT_IMAGE3D, 8, 8, 8)),
         wide = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8), {CL_RGBA, CL_FLOAT}),
         reordered = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8), {CL_BGRA, CL_UNORM_INT8});
  Memory buffer = session.buffer(256);
  Context foreignContext = otherContext();
  cl_int error = CL_SUCCESS;
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  Memory foreign = clCreateImage(foreignContext, 0, &rgba8, &description, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Bytes host(4096);
  const Texels region{8, 8, 1}, half{4, 4, 1}, inside{3, 3, 0}, beside{4, 0, 0};
  const float colour[4] = {};
  const auto read = [&](cl_mem from, size_t rowPitch, size_t slicePitch, void *to) {
    return clEnqueueReadImage(queue, from, CL_TRUE, zero.data(), region.data(), rowPitch,
                              slicePitch, to, 0, nullptr, nullptr);
  };
  const auto copy = [&](cl_mem from, cl_mem to, const Texels &target, const Texels &part) {
    return clEnqueueCopyImage(queue, from, to, zero.data(), target.data(), part.data(), 0, nullptr,
                              nullptr);
  };
  const auto map = [&](cl_mem of, cl_map_flags flags, size_t *rowPitch, size_t *slicePitch) {
    return errorOf([&](cl_int *code) {
      return clEnqueueMapImage(queue, of, CL_TRUE, flags, zero.data(), region.data(), rowPitch,
                               slicePitch, 0, nullptr, nullptr, code);
    });
  };
  size_t pitch = 0;
  expectErrors({
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] {
         return clEnqueueReadImage(wrong<cl_command_queue>(), flat, CL_TRUE, zero.data(),
                                   region.data(), 0, 0, host.data(), 0, nullptr, nullptr);
       }},
      {"a buffer", CL_INVALID_MEM_OBJECT, [&] { return read(buffer, 0, 0, host.data()); }},
      {"no object", CL_INVALID_MEM_OBJECT,
       [&] { return read(wrong<cl_mem>(), 0, 0, host.data()); }},
      {"another context", CL_INVALID_CONTEXT, [&] { return read(foreign, 0, 0, host.data()); }},
      {"no pointer", CL_INVALID_VALUE, [&] { return read(flat, 0, 0, nullptr); }},
      {"a row pitch too small", CL_INVALID_VALUE, [&] { return read(flat, 31, 0, host.data()); }},
      {"a slice pitch of a plane", CL_INVALID_VALUE,
       [&] { return read(flat, 32, 256, host.data()); }},
      {"a slice pitch too small", CL_INVALID_VALUE,
       [&] { return read(solid, 32, 255, host.data()); }},
      {"a row pitch too large", CL_INVALID_VALUE,
       [&] { return read(flat, ~size_t{0} / 4, 0, host.data()); }},
      {"no colour", CL_INVALID_VALUE,
       [&] {
         return clEnqueueFillImage(queue, flat, nullptr, zero.data(), region.data(), 0, nullptr,
                                   nullptr);
       }},
      {"fill a buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueFillImage(queue, buffer, colour, zero.data(), region.data(), 0, nullptr,
                                   nullptr);
       }},
      {"other types", CL_IMAGE_FORMAT_MISMATCH, [&] { return copy(flat, wide, zero, region); }},
      {"other orders", CL_IMAGE_FORMAT_MISMATCH,
       [&] { return copy(flat, reordered, zero, region); }},
      {"copy to itself", CL_MEM_COPY_OVERLAP, [&] { return copy(flat, flat, zero, region); }},
      {"copy over itself", CL_MEM_COPY_OVERLAP, [&] { return copy(flat, flat, inside, half); }},
      {"copy beside itself", CL_SUCCESS, [&] { return copy(flat, flat, beside, half); }},
      {"copy from a buffer as an image", CL_INVALID_MEM_OBJECT,
       [&] { return copy(buffer, flat, zero, region); }},
      {"copy to a buffer as an image", CL_INVALID_MEM_OBJECT,
       [&] { return copy(flat, buffer, zero, region); }},
      {"a buffer too small", CL_INVALID_VALUE,
       [&] {
         return clEnqueueCopyImageToBuffer(queue, flat, buffer, zero.data(), region.data(), 1, 0,
                                           nullptr, nullptr);
       }},
      {"from a buffer too small", CL_INVALID_VALUE,
       [&] {
         return clEnqueueCopyBufferToImage(queue, buffer, wide, 0, zero.data(), region.data(), 0,
                                           nullptr, nullptr);
       }},
      {"an image as a buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueCopyImageToBuffer(queue, flat, flat, zero.data(), region.data(), 0, 0,
                                           nullptr, nullptr);
       }},
      {"an image read as a buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueReadBuffer(queue, flat, CL_TRUE, 0, 4, host.data(), 0, nullptr, nullptr);
       }},
      {"a window on an image", CL_INVALID_MEM_OBJECT,
       [&] {
         return errorOf([&](cl_int *code) {
           const cl_buffer_region window{0, 16};
           return clCreateSubBuffer(flat, 0, CL_BUFFER_CREATE_TYPE_REGION, &window, code);
         });
       }},
      {"map flags", CL_INVALID_VALUE, [&] { return map(flat, 1 << 10, &pitch, nullptr); }},
      {"no row pitch", CL_INVALID_VALUE, [&] { return map(flat, CL_MAP_READ, nullptr, nullptr); }},
      {"no slice pitch", CL_INVALID_VALUE,
       [&] { return map(solid, CL_MAP_READ, &pitch, nullptr); }},
      {"map a buffer", CL_INVALID_MEM_OBJECT,
       [&] { return map(buffer, CL_MAP_READ, &pitch, nullptr); }},
  });
  expectWaitListErrors("read", [&](cl_uint count, const cl_event *events) {
    return clEnqueueReadImage(queue, flat, CL_FALSE, zero.data(), region.data(), 0, 0, host.data(),
                              count, events, nullptr);
  });
  expectWaitListErrors("fill", [&](cl_uint count, const cl_event *events) {
    return clEnqueueFillImage(queue, flat, colour, zero.data(), region.data(), count, events,
                              nullptr);
  });
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ImageCommands, TheHostMayDoWhatTheFlagsSay) {
  Bytes host(256);
  const Texels region{8, 8, 1};
  struct Case {
    cl_mem_flags flags;
    bool mayRead, mayWrite;
  };
  for (const Case &test :
       {Case{CL_MEM_HOST_READ_ONLY, true, false}, Case{CL_MEM_HOST_WRITE_ONLY, false, true},
        Case{CL_MEM_HOST_NO_ACCESS, false, false}}) {
    Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8), rgba8, test.flags);
    const auto code = [](bool may) { return may ? CL_SUCCESS : CL_INVALID_OPERATION; };
    const auto map = [&](cl_map_flags flags) {
      return errorOf([&](cl_int *error) {
        size_t pitch = 0;
        void *pointer = clEnqueueMapImage(queue, made, CL_TRUE, flags, zero.data(), region.data(),
                                          &pitch, nullptr, 0, nullptr, nullptr, error);
        if (pointer) {
          EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, pointer, 0, nullptr, nullptr), CL_SUCCESS);
        }
        return pointer;
      });
    };
    EXPECT_EQ(clEnqueueReadImage(queue, made, CL_TRUE, zero.data(), region.data(), 0, 0,
                                 host.data(), 0, nullptr, nullptr),
              code(test.mayRead));
    EXPECT_EQ(clEnqueueWriteImage(queue, made, CL_TRUE, zero.data(), region.data(), 0, 0,
                                  host.data(), 0, nullptr, nullptr),
              code(test.mayWrite));
    EXPECT_EQ(map(CL_MAP_READ), code(test.mayRead));
    EXPECT_EQ(map(CL_MAP_WRITE), code(test.mayWrite));
    EXPECT_EQ(map(CL_MAP_WRITE_INVALIDATE_REGION), code(test.mayWrite));
  }
}

TEST_F(ImageCommands, MigrationAndEvents) {
  Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8)), buffer = session.buffer(64);
  const cl_mem both[] = {made, buffer};
  Event migrated, filled;
  const float colour[4] = {1, 1, 1, 1};
  const Texels region{8, 8, 1};
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, both, 0, 0, nullptr, migrated.out()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueFillImage(queue, made, colour, zero.data(), region.data(), 1,
                               migrated.address(), filled.out()),
            CL_SUCCESS);
  EXPECT_EQ(queried<cl_command_type>([&](size_t bytes, cl_command_type *value, size_t *size) {
              return clGetEventInfo(filled, CL_EVENT_COMMAND_TYPE, bytes, value, size);
            }),
            cl_command_type{CL_COMMAND_FILL_IMAGE});
  EXPECT_EQ(read(made, region), Bytes(256, 255));
}

TEST_F(ImageCommands, AnImageLivesAsLongAsItsCommands) {
  Bytes host(256);
  const Texels region{8, 8, 1};
  const float colour[4] = {1, 1, 1, 1};
  Event gate = userEvent();
  {
    Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8));
    ASSERT_EQ(clEnqueueFillImage(queue, made, colour, zero.data(), region.data(), 1, gate.address(),
                                 nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadImage(queue, made, CL_FALSE, zero.data(), region.data(), 0, 0,
                                 host.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(host, Bytes(256, 255));
}

} // namespace
} // namespace weft::test
