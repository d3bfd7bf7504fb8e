// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The routines that read and write texels, for every format, shape and sampler and each level of
// CPUs that this one belongs to, against the model. Images lie beside inaccessible pages.
#include "tests/support/trapped_pages.h"
#include "tests/unit/device/image_request.h"

#include <CL/cl_ext.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <random>

namespace weft::device {
namespace {

using test::Colour;
using test::ImageFormat;
using test::Request, test::lanes, test::allLanes, test::allLevels;

struct Shape {
  cl_mem_object_type type;
  unsigned dimensions;
  bool isArray;
};
constexpr Shape shapes[] = {
    {CL_MEM_OBJECT_IMAGE1D, 1, false},      {CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, false},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, true}, {CL_MEM_OBJECT_IMAGE2D, 2, false},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true}, {CL_MEM_OBJECT_IMAGE3D, 3, false},
};

/// An image at the end, or at the beginning, of accessible memory.
class TestImage {
public:
  TestImage(const ImageFormat &format, const Shape &shape, bool isAtEnd, std::mt19937 &random)
      : format(format), shape(shape), pages(pageBytes) {
    weft_image_level &level = image.levels[0];
    level.width = 19;
    level.height = shape.dimensions > 1 ? 5 : 1;
    level.depth = shape.dimensions > 2 ? 4 : 1;
    image.layers = shape.isArray ? 3 : 1;
    level.row_pitch = (level.width + 1) * format.bytes;
    level.slice_pitch = level.row_pitch * (level.height + 1);
    const std::size_t slices = std::size_t{level.depth} * image.layers;
    const std::size_t bytes = (slices - 1) * level.slice_pitch +
                              (level.height - 1) * level.row_pitch + level.width * format.bytes;
    level.data = pages.data() + (isAtEnd ? pageBytes - bytes : 0);
    image.level_count = 1;
    image.type = shape.type;
    image.channel_order = format.order;
    image.channel_type = format.type;
    image.element_bytes = format.bytes;
    fill({level.data, bytes}, random);
    std::array<const void *, 8> found{};
    levels.assign(found.begin(), found.begin() + imageRoutinesOfLevels(image, found));
    image.routines = imageRoutines(image);
  }

  const weft_image &get() const { return image; }
  const weft_image_level &level() const { return image.levels[0]; }
  std::size_t levelCount() const { return levels.size(); }
  void run(std::size_t cpuLevel, unsigned routine, std::uint64_t sampler, std::uint64_t active,
           Request &request) const {
    static_cast<weft_image_routine *const *>(levels[cpuLevel])[routine](
        &image, sampler, active, request.coordinates[0].data(), request.texels[0].data());
  }
  /// The routine for neighbours that does what `routine` does.
  void runRow(std::size_t cpuLevel, unsigned routine, std::uint64_t active,
              const std::array<std::int32_t, 3> &first, Request &request) const {
    static_cast<weft_image_row_routine *const *>(
        levels[cpuLevel])[routine - WEFT_IMAGE_READ + WEFT_IMAGE_READ_ROW](
        &image, active, first[0], first[1], first[2], request.texels[0].data());
  }
  /// Several such reads by one call.
  void runRows(std::size_t cpuLevel, unsigned routine, std::uint64_t active,
               const std::vector<std::array<std::int32_t, 3>> &first,
               std::vector<Request> &requests) const {
    std::uint32_t *aligned = roomFor(first.size());
    static_cast<weft_image_rows_routine *const *>(
        levels[cpuLevel])[routine - WEFT_IMAGE_READ + WEFT_IMAGE_READ_ROWS](
        &image, active, first.size(), first[0].data(), aligned);
    for (std::size_t number = 0; number != first.size(); ++number)
      std::memcpy(requests[number].texels[0].data(), aligned + number * 4 * lanes,
                  4 * lanes * sizeof(std::uint32_t));
  }
  /// Rows with the components of each texel side by side, whose texels `take` gets by lane.
  template <class Take>
  void readTexels(std::size_t cpuLevel, unsigned routine, std::uint64_t active,
                  const std::vector<std::array<std::int32_t, 3>> &first, Take take) const {
    std::vector<const std::uint32_t *> where(first.size());
    static_cast<weft_image_texels_routine *const *>(
        levels[cpuLevel])[routine - WEFT_IMAGE_READ + WEFT_IMAGE_READ_TEXELS](
        &image, active, first.size(), first[0].data(), where.data(), roomFor(first.size()));
    for (std::size_t number = 0; number != first.size(); ++number)
      for (unsigned lane = 0; lane != lanes; ++lane) {
        std::array<std::uint32_t, 4> texel;
        std::memcpy(texel.data(), where[number] + 4 * lane, sizeof texel);
        take(number, lane, texel);
      }
  }
  void writeTexels(std::size_t cpuLevel, std::uint64_t active,
                   const std::array<std::int32_t, 3> &first, const Request &request) const {
    std::uint32_t *texels = roomFor(1);
    for (unsigned lane = 0; lane != lanes; ++lane)
      std::memcpy(texels + 4 * lane, request.texelOf(lane).data(), 4 * sizeof *texels);
    static_cast<weft_image_row_routine *const *>(levels[cpuLevel])[WEFT_IMAGE_WRITE_TEXELS](
        &image, active, first[0], first[1], first[2], texels);
  }
  unsigned sizeOf(unsigned coordinate) const {
    if (shape.isArray && coordinate == shape.dimensions)
      return image.layers;
    return coordinate == 0 ? level().width : coordinate == 1 ? level().height : level().depth;
  }
  unsigned coordinates() const { return shape.dimensions + (shape.isArray ? 1 : 0); }
  std::vector<unsigned char> content() const { return {pages.data(), pages.data() + pages.size()}; }
  void restore(const std::vector<unsigned char> &content) {
    std::copy(content.begin(), content.end(), pages.data());
  }
  const unsigned char *memory() const { return pages.data(); }

  const ImageFormat format;
  const Shape shape;

private:
  static constexpr std::size_t pageBytes = 16384;

  /// For the texels of that many reads, as routines want it.
  std::uint32_t *roomFor(std::size_t reads) const {
    words.resize(reads * 4 * lanes + lanes);
    void *place = words.data();
    std::size_t room = words.size() * sizeof(std::uint32_t);
    return static_cast<std::uint32_t *>(
        std::align(4 * lanes, reads * 4 * lanes * sizeof(std::uint32_t), place, room));
  }

  // Floats and halves between -2 and 2, anything for the others.
  void fill(std::span<unsigned char> bytes, std::mt19937 &random) {
    std::uniform_real_distribution<float> real(-2, 2);
    const bool isReal = format.type == CL_FLOAT || format.type == CL_HALF_FLOAT;
    for (std::size_t place = 0; place < bytes.size();) {
      std::array<unsigned char, 16> texel{};
      if (isReal)
        texel = test::writeTexel({CL_R, format.type, format.bytes}, {real(random), 0, 0, 0});
      else
        for (unsigned char &byte : texel)
          byte = static_cast<unsigned char>(random());
      const std::size_t step =
          std::min<std::size_t>(format.type == CL_FLOAT ? 4 : 2, bytes.size() - place);
      std::memcpy(bytes.data() + place, texel.data(), step);
      place += step;
    }
  }

  mutable std::vector<std::uint32_t> words;
  test::TrappedPages pages;
  weft_image image{};
  std::vector<const void *> levels;
};

class ImageFormats : public testing::TestWithParam<ImageFormat> {
protected:
  template <class Body> void forEachImage(Body body) {
    for (const Shape &shape : shapes)
      for (const bool isAtEnd : {false, true}) {
        TestImage image(GetParam(), shape, isAtEnd, random);
        body(image);
      }
  }

  std::mt19937 random{11};
};

// --- Reads with a sampler.

std::vector<std::uint64_t> allSamplers() {
  std::vector<std::uint64_t> samplers;
  for (const std::uint64_t filter : {WEFT_SAMPLER_NEAREST, WEFT_SAMPLER_LINEAR})
    for (const std::uint64_t addressing : {0, 1, 2, 3, 4})
      for (const std::uint64_t normalized : {0, 1})
        if (addressing < 3 || normalized)
          samplers.push_back(filter | addressing << 1 | normalized | allLevels);
  return samplers;
}

unsigned routineFor(std::uint64_t sampler) {
  return WEFT_IMAGE_READ_SAMPLED + (sampler >> 1 & 7) + (sampler & WEFT_SAMPLER_LINEAR ? 8 : 0);
}

enum class Places { Random, Consecutive, Wild };

Request requestFor(const TestImage &image, std::uint64_t sampler, Places places,
                   std::mt19937 &random) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float wild[] = {infinity, -infinity, std::numeric_limits<float>::quiet_NaN(),
                            3e9F,     -3e9F,     1e38F,
                            -0.0F,    1e-40F,    2147483648.0F};
  std::uniform_real_distribution<float> real(-0.6F, 1.6F);
  Request request;
  for (unsigned index = 0; index != image.coordinates(); ++index) {
    const auto size = static_cast<float>(image.sizeOf(index));
    const bool isLayer = image.shape.isArray && index == image.shape.dimensions;
    const float scale = sampler & WEFT_SAMPLER_NORMALIZED && !isLayer ? 1 : size;
    const float first = real(random);
    for (unsigned lane = 0; lane != lanes; ++lane) {
      float value =
          places == Places::Consecutive
              ? first * scale * 0.2F + (index ? 0 : static_cast<float>(lane) / size * scale)
              : real(random) * scale;
      if (places == Places::Wild && random() % 2)
        value = wild[random() % std::size(wild)];
      request.setCoordinate(index, lane, value);
    }
  }
  return request;
}

Colour colourOf(const std::array<std::uint32_t, 4> &bits, const ImageFormat &format) {
  Colour colour;
  for (unsigned index = 0; index != 4; ++index)
    if (!test::isIntegerFormat(format))
      colour[index] = std::bit_cast<float>(bits[index]);
    else if (format.type >= CL_UNSIGNED_INT8)
      colour[index] = bits[index];
    else
      colour[index] = static_cast<std::int32_t>(bits[index]);
  return colour;
}

// What a single texel may be off by.
double toleranceOf(const ImageFormat &format) {
  return format.order == CL_sRGBA || format.order == CL_sBGRA ? 1e-7 : 0;
}

void expectSampled(const TestImage &image, std::uint64_t sampler, const Request &request,
                   unsigned lane) {
  std::array<float, 4> coordinates{};
  for (unsigned index = 0; index != 4; ++index)
    coordinates[index] = std::bit_cast<float>(request.coordinates[index][lane]);
  const Colour expected = test::sampleImage(image.get(), image.level(), sampler, coordinates);
  const Colour actual = colourOf(request.texelOf(lane), image.format);
  const double tolerance = sampler & WEFT_SAMPLER_LINEAR ? 2e-6 : toleranceOf(image.format);
  for (unsigned index = 0; index != 4; ++index)
    ASSERT_NEAR(actual[index], expected[index], tolerance)
        << "component " << index << " at " << coordinates[0] << ", " << coordinates[1] << ", "
        << coordinates[2] << ", sampler " << std::hex << sampler << ", shape " << image.shape.type
        << ", order " << image.format.order << ", type " << image.format.type;
}

// The same bits from every level of CPUs, for some work-items only, and for one.
void expectSameBits(const TestImage &image, unsigned routine, std::uint64_t sampler,
                    const Request &all, std::uint64_t active) {
  for (std::size_t level = 0; level != image.levelCount(); ++level)
    for (const std::uint64_t mask : {allLanes, active}) {
      Request request = all;
      request.texels = {};
      image.run(level, routine, sampler, mask, request);
      for (unsigned lane = 0; lane != lanes; ++lane) {
        if (!(mask >> lane & 1))
          continue;
        ASSERT_EQ(request.texelOf(lane), all.texelOf(lane)) << "level " << level;
        Request one = all.ofLane(lane);
        one.texels = {};
        image.run(level, WEFT_IMAGE_ROUTINES + routine, sampler, 1, one);
        for (unsigned index = 0; index != 4; ++index)
          ASSERT_EQ(one.texels[0][index], all.texels[index][lane]) << "level " << level;
      }
    }
}

TEST_P(ImageFormats, SampledReadsAgreeWithTheModel) {
  forEachImage([&](const TestImage &image) {
    for (const std::uint64_t sampler : allSamplers()) {
      if (sampler & WEFT_SAMPLER_LINEAR && test::isIntegerFormat(image.format))
        continue;
      for (const Places places : {Places::Random, Places::Consecutive, Places::Wild}) {
        Request request = requestFor(image, sampler, places, random);
        image.run(image.levelCount() - 1, routineFor(sampler), sampler, allLanes, request);
        for (unsigned lane = 0; lane != lanes && places != Places::Wild; ++lane)
          ASSERT_NO_FATAL_FAILURE(expectSampled(image, sampler, request, lane));
        const std::uint64_t active = random() % allLanes + 1;
        ASSERT_NO_FATAL_FAILURE(
            expectSameBits(image, routineFor(sampler), sampler, request, active));
      }
    }
  });
}

// --- Accesses by integer coordinates.

Request integerRequestFor(const TestImage &image, bool isWild, std::mt19937 &random) {
  constexpr std::int32_t wild[] = {std::numeric_limits<std::int32_t>::max(),
                                   std::numeric_limits<std::int32_t>::min(), -1, 1 << 30, 65536};
  Request request;
  const bool isConsecutive = random() % 2 && !isWild;
  for (unsigned index = 0; index != image.coordinates(); ++index)
    for (unsigned lane = 0; lane != lanes; ++lane) {
      std::uint32_t value = random() % image.sizeOf(index);
      if (isConsecutive)
        value = index ? 0 : lane + 1;
      if (isWild && random() % 3 == 0)
        value = static_cast<std::uint32_t>(wild[random() % std::size(wild)]);
      else if (isWild && random() % 3 == 0)
        value = image.sizeOf(index);
      request.coordinates[index][lane] = value;
    }
  return request;
}

/// Where a texel is; null outside.
unsigned char *texelAt(const TestImage &image, const Request &request, unsigned lane) {
  std::size_t offset = 0;
  for (unsigned index = 0; index != image.coordinates(); ++index) {
    const auto value = static_cast<std::int32_t>(request.coordinates[index][lane]);
    if (value < 0 || value >= static_cast<std::int32_t>(image.sizeOf(index)))
      return nullptr;
    const bool isLayer = image.shape.isArray && index == image.shape.dimensions;
    offset += static_cast<std::size_t>(value) * (isLayer || index == 2 ? image.level().slice_pitch
                                                 : index == 1          ? image.level().row_pitch
                                                                       : image.format.bytes);
  }
  return image.level().data + offset;
}

TEST_P(ImageFormats, IntegersOutsideReadTheBorderAsSamplersDo) {
  constexpr std::uint64_t clamp = 2 << 1;
  forEachImage([&](const TestImage &image) {
    for (unsigned round = 0; round != 8; ++round) {
      Request request = integerRequestFor(image, /*isWild=*/round % 2 != 0, random);
      image.run(image.levelCount() - 1, WEFT_IMAGE_READ_BORDER, 0, allLanes, request);
      for (unsigned lane = 0; lane != lanes; ++lane) {
        std::array<float, 4> coordinates{};
        for (unsigned index = 0; index != image.coordinates(); ++index)
          coordinates[index] =
              static_cast<float>(static_cast<std::int32_t>(request.coordinates[index][lane]));
        const Colour expected = test::sampleImage(image.get(), image.level(),
                                                  WEFT_SAMPLER_NEAREST | clamp, coordinates);
        const Colour actual = colourOf(request.texelOf(lane), image.format);
        for (unsigned index = 0; index != 4; ++index)
          ASSERT_NEAR(actual[index], expected[index], toleranceOf(image.format))
              << "component " << index << ", shape " << image.shape.type;
      }
      ASSERT_NO_FATAL_FAILURE(
          expectSameBits(image, WEFT_IMAGE_READ_BORDER, 0, request, random() % allLanes + 1));
    }
  });
}

TEST_P(ImageFormats, ReadsWithoutSamplerAgreeWithTheModel) {
  forEachImage([&](const TestImage &image) {
    for (unsigned round = 0; round != 8; ++round) {
      Request request = integerRequestFor(image, /*isWild=*/round % 2 != 0, random);
      image.run(image.levelCount() - 1, WEFT_IMAGE_READ, 0, allLanes, request);
      for (unsigned lane = 0; lane != lanes; ++lane)
        if (const unsigned char *texel = texelAt(image, request, lane)) {
          const Colour expected = test::readTexel(image.format, texel);
          const Colour actual = colourOf(request.texelOf(lane), image.format);
          for (unsigned index = 0; index != 4; ++index)
            ASSERT_NEAR(actual[index], expected[index], toleranceOf(image.format))
                << "component " << index << ", shape " << image.shape.type;
        }
      ASSERT_NO_FATAL_FAILURE(
          expectSameBits(image, WEFT_IMAGE_READ, 0, request, random() % allLanes + 1));
    }
  });
}

/// Some colours have values that the format has not.
Colour randomColour(const ImageFormat &format, std::mt19937 &random) {
  std::uniform_real_distribution<float> real(-1.3F, 1.3F);
  constexpr float odd[] = {std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN(),
                           1e30F,
                           1e-7F,
                           0,
                           1};
  Colour colour;
  for (double &component : colour)
    if (!test::isIntegerFormat(format))
      component = random() % 8 ? real(random) : odd[random() % std::size(odd)];
    else if (format.type >= CL_UNSIGNED_INT8)
      component = random() >> random() % 32;
    else
      component = static_cast<std::int32_t>(random()) >> random() % 32;
  return colour;
}

std::uint32_t bitsOf(double component, const ImageFormat &format) {
  if (!test::isIntegerFormat(format))
    return std::bit_cast<std::uint32_t>(static_cast<float>(component));
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(component));
}

// The lanes in the mask write their colours in this order.
std::vector<unsigned char> written(const TestImage &image, const Request &request,
                                   const std::array<Colour, lanes> &colours, std::uint64_t mask) {
  std::vector<unsigned char> expected = image.content();
  for (unsigned lane = 0; lane != lanes; ++lane)
    if (const unsigned char *place = texelAt(image, request, lane); place && mask >> lane & 1) {
      const auto texel = test::writeTexel(image.format, colours[lane]);
      std::memcpy(expected.data() + (place - image.memory()), texel.data(), image.format.bytes);
    }
  return expected;
}

TEST_P(ImageFormats, WritesAgreeWithTheModelAndStayInside) {
  const bool hasPadding = GetParam().order == CL_Rx;
  forEachImage([&](TestImage &image) {
    const auto before = image.content();
    for (unsigned round = 0; round != 8 && !hasPadding; ++round) {
      Request request = integerRequestFor(image, /*isWild=*/round % 2 != 0, random);
      std::array<Colour, lanes> colours;
      for (unsigned lane = 0; lane != lanes; ++lane) {
        colours[lane] = randomColour(image.format, random);
        for (unsigned index = 0; index != 4; ++index)
          request.texels[index][lane] = bitsOf(colours[lane][index], image.format);
      }
      const std::uint64_t mask = round < 4 ? allLanes : random() % allLanes + 1;
      const auto expected = written(image, request, colours, mask);
      for (std::size_t level = 0; level != image.levelCount(); ++level) {
        image.run(level, WEFT_IMAGE_WRITE, 0, mask, request);
        ASSERT_EQ(image.content(), expected) << "shape " << image.shape.type << ", level " << level;
        image.restore(before);
        for (unsigned lane = 0; lane != lanes; ++lane)
          if (mask >> lane & 1) {
            Request one = request.ofLane(lane);
            image.run(level, WEFT_IMAGE_ROUTINES + WEFT_IMAGE_WRITE, 0, 1, one);
          }
        ASSERT_EQ(image.content(), expected) << "shape " << image.shape.type << ", level " << level;
        image.restore(before);
      }
    }
  });
}

// --- Neighbours in a row.

/// Where rows begin: inside, at all edges, outside.
std::array<std::int32_t, 3> startOfRow(const TestImage &image, std::mt19937 &random) {
  constexpr std::int32_t wild[] = {std::numeric_limits<std::int32_t>::max(),
                                   std::numeric_limits<std::int32_t>::max() - 8,
                                   std::numeric_limits<std::int32_t>::min()};
  std::array<std::int32_t, 3> first{};
  for (unsigned index = 0; index != 3; ++index) {
    const auto size =
        static_cast<std::int32_t>(index < image.coordinates() ? image.sizeOf(index) : 7);
    first[index] = random() % 2 ? static_cast<std::int32_t>(random() % 5) % size
                                : static_cast<std::int32_t>(random() % 60) - 25;
    if (random() % 12 == 0)
      first[index] = wild[random() % std::size(wild)];
  }
  return first;
}

/// The same places as those of a row.
Request placesOf(const std::array<std::int32_t, 3> &first) {
  Request request;
  for (unsigned lane = 0; lane != lanes; ++lane) {
    request.coordinates[0][lane] = static_cast<std::uint32_t>(first[0]) + lane;
    for (const unsigned index : {1, 2})
      request.coordinates[index][lane] = static_cast<std::uint32_t>(first[index]);
  }
  return request;
}

TEST_P(ImageFormats, RowsAreReadAsTheirTexelsAre) {
  forEachImage([&](const TestImage &image) {
    for (unsigned round = 0; round != 40; ++round) {
      const auto first = startOfRow(image, random);
      const std::uint64_t mask = round % 2 ? allLanes : random() % allLanes + 1;
      for (const unsigned routine : {WEFT_IMAGE_READ, WEFT_IMAGE_READ_BORDER}) {
        Request expected = placesOf(first);
        image.run(image.levelCount() - 1, routine, 0, mask, expected);
        for (std::size_t level = 0; level != image.levelCount(); ++level) {
          Request row;
          image.runRow(level, routine, mask, first, row);
          for (unsigned lane = 0; lane != lanes; ++lane)
            if (mask >> lane & 1) {
              ASSERT_EQ(row.texelOf(lane), expected.texelOf(lane))
                  << "level " << level << ", lane " << lane << " from " << first[0] << ", "
                  << first[1] << ", " << first[2] << ", shape " << image.shape.type;
            }
        }
      }
    }
  });
}

TEST_P(ImageFormats, SeveralRowsAreReadAsEachIs) {
  forEachImage([&](const TestImage &image) {
    for (unsigned round = 0; round != 8; ++round) {
      std::vector<std::array<std::int32_t, 3>> first(1 + random() % 5);
      for (auto &one : first)
        one = startOfRow(image, random);
      const std::uint64_t mask = round % 2 ? allLanes : random() % allLanes + 1;
      for (const unsigned routine : {WEFT_IMAGE_READ, WEFT_IMAGE_READ_BORDER})
        for (std::size_t level = 0; level != image.levelCount(); ++level) {
          std::vector<Request> together(first.size());
          image.runRows(level, routine, mask, first, together);
          for (std::size_t number = 0; number != first.size(); ++number) {
            Request alone;
            image.runRow(level, routine, mask, first[number], alone);
            for (unsigned lane = 0; lane != lanes; ++lane)
              ASSERT_TRUE(!(mask >> lane & 1) ||
                          together[number].texelOf(lane) == alone.texelOf(lane))
                  << "level " << level << ", read " << number << ", lane " << lane;
          }
        }
    }
  });
}

TEST_P(ImageFormats, ComponentsSideBySideAreThoseOfRows) {
  forEachImage([&](const TestImage &image) {
    for (unsigned round = 0; round != 20; ++round) {
      std::vector<std::array<std::int32_t, 3>> first(1 + random() % 3);
      for (auto &one : first)
        one = startOfRow(image, random);
      const std::uint64_t mask = round % 2 ? allLanes : random() % allLanes + 1;
      for (const unsigned routine : {WEFT_IMAGE_READ, WEFT_IMAGE_READ_BORDER})
        for (std::size_t level = 0; level != image.levelCount(); ++level) {
          std::vector<Request> rows(first.size());
          image.runRows(level, routine, mask, first, rows);
          image.readTexels(level, routine, mask, first,
                           [&](std::size_t number, unsigned lane, const auto &texel) {
                             ASSERT_TRUE(!(mask >> lane & 1) || texel == rows[number].texelOf(lane))
                                 << "level " << level << ", read " << number << ", lane " << lane;
                           });
        }
    }
  });
}

TEST_P(ImageFormats, RowsAreWrittenAsTheirTexelsAre) {
  forEachImage([&](TestImage &image) {
    const auto before = image.content();
    for (unsigned round = 0; round != 20; ++round) {
      const auto first = startOfRow(image, random);
      const std::uint64_t mask = round % 2 ? allLanes : random() % allLanes + 1;
      Request request = placesOf(first);
      for (unsigned lane = 0; lane != lanes; ++lane) {
        const Colour colour = randomColour(image.format, random);
        for (unsigned index = 0; index != 4; ++index)
          request.texels[index][lane] = bitsOf(colour[index], image.format);
      }
      image.run(image.levelCount() - 1, WEFT_IMAGE_WRITE, 0, mask, request);
      const auto expected = image.content();
      image.restore(before);
      for (std::size_t level = 0; level != image.levelCount(); ++level) {
        Request row = request;
        image.runRow(level, WEFT_IMAGE_WRITE, mask, first, row);
        ASSERT_EQ(image.content(), expected) << "level " << level;
        image.restore(before);
        image.writeTexels(level, mask, first, request);
        ASSERT_EQ(image.content(), expected) << "level " << level << ", side by side";
        image.restore(before);
      }
    }
  });
}

std::string nameOf(const testing::TestParamInfo<ImageFormat> &info) {
  char name[32];
  std::snprintf(name, sizeof name, "Order%xType%x", info.param.order, info.param.type);
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, ImageFormats, testing::ValuesIn(test::allImageFormats()), nameOf);

} // namespace
} // namespace weft::device
