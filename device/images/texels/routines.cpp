// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of routines for one CPU level. Every image has routines for its shape; images of
// common formats have specialised ones.
#include "device/arch/cpu_levels.h"
#include "device/images/texels/access.h"
#include "device/images/texels/mipmaps.h"
#include "device/images/texels/sampling.h"

#include <cstddef>

namespace weft::device::WEFT_IMAGE_LEVEL {
namespace {

// --- Access to channels of any format.

template <class Layout> struct AnyOffsets {
  using Offset = ChannelAccess::Offset;
  template <int N>
  static void load(const unsigned char *base, const Lanes<Offset, N> &offsets,
                   Texels<N> &channels) {
    Layout::template load<Offset, N>(base, offsets, channels);
  }
  template <int N>
  static void store(unsigned char *base, const Lanes<Offset, N> &offsets, const Ints<N> &mask,
                    const Texels<N> &channels) {
    Layout::template store<Offset, N>(base, offsets, mask, channels);
  }
  static constexpr ChannelAccess access = {&load<16>, &load<1>, &store<16>, &store<1>,
                                           Layout::isInteger};
};

struct Nothing {
  static constexpr bool isInteger = false;
  template <class Offset, int N>
  static void load(const unsigned char *, Lanes<Offset, N>, Texels<N> &) {}
  template <class Offset, int N>
  static void store(unsigned char *, Lanes<Offset, N>, Ints<N>, const Texels<N> &) {}
};

/// 1, 2 and 4 channels of one kind.
struct AccessByCount {
  const ChannelAccess *one, *two, *four;
  std::uint32_t channelBytes;
};

template <class Kind>
constexpr AccessByCount ofKind = {&AnyOffsets<Channels<Kind, 1>>::access,
                                  &AnyOffsets<Channels<Kind, 2>>::access,
                                  &AnyOffsets<Channels<Kind, 4>>::access, Kind::bits / 8};
template <class Layout>
constexpr AccessByCount ofLayout = {&AnyOffsets<Layout>::access, &AnyOffsets<Layout>::access,
                                    &AnyOffsets<Layout>::access, 1};

constexpr std::uint32_t firstChannelType = 0x10D0; // CL_SNORM_INT8

/// By CL_SNORM_INT8, CL_SNORM_INT16, … CL_UNORM_INT_2_101010_EXT.
constexpr AccessByCount accessByType[] = {
    ofKind<Snorm<8>>,      ofKind<Snorm<16>>,     ofKind<Unorm<8>>,    ofKind<Unorm<16>>,
    ofLayout<Rgb565>,      ofLayout<Rgb555>,      ofLayout<Rgb101010>, ofKind<Signed<8>>,
    ofKind<Signed<16>>,    ofKind<Signed<32>>,    ofKind<Unsigned<8>>, ofKind<Unsigned<16>>,
    ofKind<Unsigned<32>>,  ofKind<Half>,          ofKind<Float>,       ofLayout<Nothing>,
    ofLayout<Rgba1010102>, ofLayout<Nothing>,     ofLayout<Nothing>,   ofLayout<Nothing>,
    ofLayout<Nothing>,     ofLayout<Abgr2101010>,
};

} // namespace

const ChannelAccess &channelAccessOf(const weft_image &image) {
  if (isSrgb(image.channel_order))
    return AnyOffsets<Channels<Srgb, 4, Unorm<8>>>::access;
  const std::uint32_t index = image.channel_type - firstChannelType;
  if (index >= sizeof accessByType / sizeof *accessByType)
    return AnyOffsets<Nothing>::access;
  const AccessByCount &kind = accessByType[index];
  const std::uint32_t channels = image.element_bytes / kind.channelBytes;
  return channels == 1 ? *kind.one : channels == 2 ? *kind.two : *kind.four;
}

namespace {

// --- Routines.

template <class Format, class Shape, Addressing addressing, bool isLinear, int N>
void readSampled(const weft_image *image, std::uint64_t sampler, std::uint64_t active,
                 const std::uint32_t *coordinates, std::uint32_t *texels) {
  using Reader = Sampling<Format, Shape, addressing, isLinear>;
  give<N>(texels, Reader::template read<N>(*image, image->levels[0], sampler, active, coordinates));
}

template <class Format, class Shape, Addressing addressing, int N>
[[gnu::noinline]] void readTexels(const weft_image *image, std::uint64_t, std::uint64_t active,
                                  const std::uint32_t *coordinates, std::uint32_t *texels) {
  give<N>(texels, Access<Format, Shape>::template read<addressing, N>(*image, active, coordinates));
}

template <class Format, class Shape, int N>
[[gnu::noinline]] void writeTexels(const weft_image *image, std::uint64_t, std::uint64_t active,
                                   const std::uint32_t *coordinates, std::uint32_t *texels) {
  Access<Format, Shape>::template write<N>(*image, image->levels[0], active, coordinates, texels);
}

template <class Format, class Shape, int N, bool isLinear>
constexpr void setSampled(weft_image_routine **table) {
  constexpr int addressings = 8, none = 0, edge = 1, border = 2, repeat = 3, mirror = 4;
  weft_image_routine **place = table + WEFT_IMAGE_READ_SAMPLED + (isLinear ? addressings : 0);
  for (int index = none; index != addressings; ++index)
    place[index] = &readSampled<Format, Shape, Addressing::Edge, isLinear, N>;
  static_assert(edge == none + 1, "without a rule for coordinates outside, they are clamped");
  place[border] = &readSampled<Format, Shape, Addressing::Border, isLinear, N>;
  place[repeat] = &readSampled<Format, Shape, Addressing::Repeat, isLinear, N>;
  place[mirror] = &readSampled<Format, Shape, Addressing::Mirror, isLinear, N>;
}

template <class Format, class Shape, int N> constexpr void setLanes(weft_image_routine **table) {
  setSampled<Format, Shape, N, false>(table);
  setSampled<Format, Shape, N, true>(table);
  table[WEFT_IMAGE_READ_LEVEL] = &Mipmaps<Shape>::template read<N>;
  table[WEFT_IMAGE_READ] = &readTexels<Format, Shape, Addressing::Edge, N>;
  table[WEFT_IMAGE_READ_BORDER] = &readTexels<Format, Shape, Addressing::Border, N>;
  table[WEFT_IMAGE_WRITE] = &writeTexels<Format, Shape, N>;
  table[WEFT_IMAGE_WRITE_LEVEL] = &Mipmaps<Shape>::template write<N>;
}

/// What weft_image::routines points to.
struct Table {
  weft_image_routine *lanes[WEFT_IMAGE_READ_ROW];
  weft_image_row_routine *readRow, *readBorderRow, *writeRow;
  weft_image_rows_routine *readRows, *readBorderRows;
  weft_image_texels_routine *readTexels, *readBorderTexels;
  weft_image_row_routine *writeTexels;
  weft_image_routine *one[WEFT_IMAGE_ROUTINES];
};
static_assert(offsetof(Table, readRow) == sizeof(void *) * WEFT_IMAGE_READ_ROW);
static_assert(offsetof(Table, readBorderRow) == sizeof(void *) * WEFT_IMAGE_READ_BORDER_ROW);
static_assert(offsetof(Table, writeRow) == sizeof(void *) * WEFT_IMAGE_WRITE_ROW);
static_assert(offsetof(Table, readRows) == sizeof(void *) * WEFT_IMAGE_READ_ROWS);
static_assert(offsetof(Table, readBorderRows) == sizeof(void *) * WEFT_IMAGE_READ_BORDER_ROWS);
static_assert(offsetof(Table, readTexels) == sizeof(void *) * WEFT_IMAGE_READ_TEXELS);
static_assert(offsetof(Table, readBorderTexels) == sizeof(void *) * WEFT_IMAGE_READ_BORDER_TEXELS);
static_assert(offsetof(Table, writeTexels) == sizeof(void *) * WEFT_IMAGE_WRITE_TEXELS);
static_assert(offsetof(Table, one) == sizeof(void *) * WEFT_IMAGE_ROUTINES);

template <class Format, class Shape> constexpr void setRows(Table &table) {
  constexpr auto edge = Addressing::Edge, border = Addressing::Border;
  constexpr int N = WEFT_IMAGE_LANES;
  using EdgeReads = RowAccess<Format, Shape, &readTexels<Format, Shape, edge, N>>;
  using BorderReads = RowAccess<Format, Shape, &readTexels<Format, Shape, border, N>>;
  using Writes = RowAccess<Format, Shape, &writeTexels<Format, Shape, N>>;
  table.readRow = &EdgeReads::template read<edge>;
  table.readBorderRow = &BorderReads::template read<border>;
  table.writeRow = &Writes::write;
  table.readRows = &EdgeReads::template readEach<edge>;
  table.readBorderRows = &BorderReads::template readEach<border>;
  table.readTexels = &EdgeReads::template readTexels<edge>;
  table.readBorderTexels = &BorderReads::template readTexels<border>;
  table.writeTexels = &Writes::writeTexels;
}

template <class Format, class Shape> constexpr Table makeTable() {
  Table table = {};
  setLanes<Format, Shape, WEFT_IMAGE_LANES>(table.lanes);
  setRows<Format, Shape>(table);
  setLanes<Format, Shape, 1>(table.one);
  return table;
}
template <class Format, class Shape> constexpr Table tableOf = makeTable<Format, Shape>();

struct KnownTable {
  std::uint32_t channelOrder, channelType;
  const Table *table;
};

// Numbers of CL/cl.h.
enum : std::uint32_t {
  typeUnorm8 = 0x10D2,
  typeHalf = 0x10DD,
  typeFloat = 0x10DE,
  typeImage3d = 0x10F2,
  typeImage2dArray = 0x10F3,
  typeImage1d = 0x10F4,
  typeImage1dArray = 0x10F5,
  typeImage1dBuffer = 0x10F6,
};

template <class Shape>
constexpr KnownTable knownTables[] = {
    {orderRgba, typeUnorm8, &tableOf<KnownFormat<Channels<Unorm<8>, 4>, orderRgba>, Shape>},
    {orderBgra, typeUnorm8, &tableOf<KnownFormat<Channels<Unorm<8>, 4>, orderBgra>, Shape>},
    {orderR, typeUnorm8, &tableOf<KnownFormat<Channels<Unorm<8>, 1>, orderR>, Shape>},
    {orderRg, typeUnorm8, &tableOf<KnownFormat<Channels<Unorm<8>, 2>, orderRg>, Shape>},
    {orderRgba, typeHalf, &tableOf<KnownFormat<Channels<Half, 4>, orderRgba>, Shape>},
    {orderRgba, typeFloat, &tableOf<KnownFormat<Channels<Float, 4>, orderRgba>, Shape>},
    {orderR, typeFloat, &tableOf<KnownFormat<Channels<Float, 1>, orderR>, Shape>},
    {orderRg, typeFloat, &tableOf<KnownFormat<Channels<Float, 2>, orderRg>, Shape>},
};

template <class Shape> const Table *knownRoutines(const weft_image &image) {
  for (const KnownTable &known : knownTables<Shape>)
    if (known.channelOrder == image.channel_order && known.channelType == image.channel_type)
      return known.table;
  return &tableOf<GenericFormat, Shape>;
}

// A level for few CPUs has no code for individual formats.
#ifdef __AVX2__
constexpr bool hasKnownFormats = true;
#else
constexpr bool hasKnownFormats = false;
#endif

const Table *planeRoutines(const weft_image &image, [[maybe_unused]] bool isSmall) {
  using Plane = Shape<2, false>;
  if constexpr (hasKnownFormats)
    if (isSmall)
      return knownRoutines<Plane>(image);
  return &tableOf<GenericFormat, Plane>;
}

} // namespace

const void *routinesOf(const weft_image &image, bool isSmall) {
  switch (image.type) {
  case typeImage1d:
  case typeImage1dBuffer:
    return &tableOf<GenericFormat, Shape<1, false>>;
  case typeImage1dArray:
    return &tableOf<GenericFormat, Shape<1, true>>;
  case typeImage2dArray:
    return &tableOf<GenericFormat, Shape<2, true>>;
  case typeImage3d:
    return &tableOf<GenericFormat, Shape<3, false>>;
  default:
    return planeRoutines(image, isSmall);
  }
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
