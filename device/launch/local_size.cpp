// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/launch.h"

#include "device/kernel_abi_debug.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace weft::device {
namespace {

/// The desired number of groups per thread, so that unequal ones even out.
constexpr std::uint64_t groupsPerThread = 4;
/// Larger groups gain nothing and need larger context arrays.
constexpr std::uint64_t targetItems = 256;
/// A group's context array should stay cached together with the kernel's data.
constexpr std::uint64_t targetContextBytes = 256 << 10;
/// Groups per thread between which a launch may switch to better code.
constexpr std::uint64_t pollsPerThread = 256;
/// A group should at least fill the lanes of the widest vectors.
constexpr std::uint64_t laneItems = 16;
/// The duration of a group, in nanoseconds, beside which that of its beginning does not matter.
constexpr float longGroup = 2'000;

/// The largest divisor of `size` that is at most `limit` and a multiple of `multiple`; 0 if there
/// is none.
std::uint64_t largestDivisor(std::uint64_t size, std::uint64_t limit, std::uint64_t multiple) {
  for (std::uint64_t d = std::min(size, limit) / multiple * multiple; d; d -= multiple)
    if (size % d == 0)
      return d;
  return 0;
}

/// The work-items of a row that should form whole vectors.
struct Row {
  std::uint64_t size;
  double rows;         ///< of this many work-items each
  std::uint64_t lanes; ///< of a vector of 32-bit values on the target
};

/// The load of the busiest thread, in lanes, if groups have this many work-items of a row.
double busiestLanes(const Row &row, std::uint64_t items, std::size_t threads) {
  const std::uint64_t groupsOfRow = row.size / items;
  const double groups = row.rows * static_cast<double>(groupsOfRow);
  const std::uint64_t vectors = (items + row.lanes - 1) / row.lanes;
  return std::ceil(groups / static_cast<double>(threads)) *
         static_cast<double>(vectors * row.lanes);
}

/// The size in the lane dimension: whole vectors if they divide the range, as many as give threads
/// the most equal shares. With half a vector in each group, every other group would begin in the
/// middle of a cache line, and each of its accesses would take two lines.
std::uint64_t rowItems(const Row &row, std::uint64_t limit, std::uint64_t maxItems,
                       std::size_t threads) {
  std::uint64_t best = 0;
  double least = 0;
  for (std::uint64_t multiple = laneItems; multiple >= 4 && (multiple >= row.lanes || !best);
       multiple /= 2) {
    const std::uint64_t d = largestDivisor(row.size, limit, multiple);
    if (!d)
      continue;
    const double lanes = busiestLanes(row, d, threads);
    if (!best || lanes < least || (lanes == least && d > best)) {
      best = d;
      least = lanes;
    }
  }
  if (best >= row.lanes)
    return best;
  const std::uint64_t d = largestDivisor(row.size, limit, 1);
  if (d >= laneItems)
    return d;
  // An awkward number, such as a prime: one larger group is better than many tiny ones.
  return row.size > limit && row.size <= std::min(maxItems, 2 * targetItems) ? row.size : d;
}

/// A gang may have this many vectors, and the last one of a group may be a narrow one.
constexpr std::uint64_t vectorsOfGang = 4;

std::uint64_t lanesOf(const weft_kernel_description &kernel) {
  return std::clamp<std::uint64_t>(kernel.sub_group_size, 4, laneItems);
}

/// The size in the lane dimension if the last group of a row may be smaller: whole gangs, as many
/// as give threads nearly the most equal shares.
std::uint64_t rowItemsUpToLast(const Row &row, std::uint64_t limit, std::size_t threads) {
  if (row.size <= limit)
    return row.size;
  constexpr double justifiesSmallerGroups = 0.95;
  const std::uint64_t gang = vectorsOfGang * row.lanes;
  const std::uint64_t multiple = gang <= limit ? gang : row.lanes;
  std::uint64_t best = limit;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t d = limit / multiple * multiple; d; d -= multiple) {
    const std::uint64_t groupsOfRow = (row.size - 1) / d + 1;
    const double groups = row.rows * static_cast<double>(groupsOfRow);
    const double busiest =
        std::ceil(groups / static_cast<double>(threads)) * static_cast<double>(d);
    if (busiest < justifiesSmallerGroups * least) {
      best = d;
      least = busiest;
    }
  }
  return best;
}

bool isGiven(const std::uint32_t (&size)[3]) { return size[0] != 0; }

/// In floating point, which does not overflow.
double itemsOf(const NdRange &range) {
  double items = 1;
  for (std::uint32_t d = 0; d < range.dimensions; ++d)
    items *= static_cast<double>(range.globalSize[d]);
  return items;
}

std::uint64_t itemsOf(const std::array<std::uint64_t, 3> &size) {
  return size[0] * size[1] * size[2];
}

/// Whether the grouping of a launch is unobservable. Work-items print in the host's order.
bool mayReshape(const weft_kernel_description &kernel) {
  return kernel.flags & WEFT_KERNEL_ANY_GROUPS && !(kernel.flags & WEFT_KERNEL_USES_PRINTF) &&
         !isGiven(kernel.required_work_group_size);
}

/// Whether the programmer's hint can be followed.
bool fits(const std::array<std::uint64_t, 3> &size, const NdRange &range, std::uint64_t maxItems) {
  std::uint64_t items = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint64_t global = d < range.dimensions ? range.globalSize[d] : 1;
    if (!size[d] || global % size[d] || __builtin_mul_overflow(items, size[d], &items))
      return false;
  }
  return items <= maxItems;
}

std::array<std::uint64_t, 3> widened(const std::uint32_t (&size)[3]) {
  return {size[0], std::max(size[1], 1u), std::max(size[2], 1u)};
}

bool hasLanes(const weft_kernel_description &kernel) {
  return kernel.flags & WEFT_KERNEL_HAS_LANES;
}

/// Whether a range or group of this size has rows that the kernel runs together.
bool sharesRows(const weft_kernel_description &kernel, const std::array<std::uint64_t, 3> &size) {
  return kernel.flags & WEFT_KERNEL_SHARES_ROWS &&
         size[dimensionOrder(kernel)[1]] >= WEFT_SHARED_ROWS;
}

/// Of the last groups of a row of the range, along the lanes.
enum class LastGroups { AreEqual, MayBeSmaller };

/// How many work-items a group should have at most, for threads and caches: at least `fewestItems`
/// of a large range.
std::uint64_t itemLimit(const weft_kernel_description &kernel, const NdRange &range,
                        std::size_t maxItems, std::size_t threads, std::uint64_t fewestItems) {
  const double share = itemsOf(range) / static_cast<double>(std::max<std::size_t>(threads, 1)) /
                       static_cast<double>(groupsPerThread);
  const double cached = static_cast<double>(targetContextBytes) /
                        static_cast<double>(std::max<std::uint64_t>(kernel.context_item_bytes, 1));
  const double wanted = std::clamp(std::min(share, cached), static_cast<double>(fewestItems),
                                   static_cast<double>(targetItems));
  return std::min<std::uint64_t>(maxItems, static_cast<std::uint64_t>(wanted));
}

/// What suits lanes, threads and caches, regardless of the kernel's attributes: at least
/// `fewestItems` of a large range.
std::array<std::uint64_t, 3> localSizeFor(const weft_kernel_description &kernel,
                                          const NdRange &range, std::size_t maxItems,
                                          std::size_t threads, LastGroups lastGroups,
                                          std::uint64_t fewestItems = laneItems) {
  threads = std::max<std::size_t>(threads, 1);
  const std::uint64_t limit = itemLimit(kernel, range, maxItems, threads, fewestItems);
  const std::uint64_t rowLimit = sharesRows(kernel, range.globalSize)
                                     ? std::max<std::uint64_t>(limit / WEFT_SHARED_ROWS, 1)
                                     : limit;
  std::array<std::uint64_t, 3> local{1, 1, 1};
  std::uint64_t items = 1;
  bool isRow = true;
  for (const std::uint32_t d : dimensionOrder(kernel)) {
    if (d >= range.dimensions)
      continue;
    const std::uint64_t size = std::max<std::uint64_t>(range.globalSize[d], 1);
    const Row row{size, itemsOf(range) / static_cast<double>(size), lanesOf(kernel)};
    if (isRow && lastGroups == LastGroups::MayBeSmaller && d == kernel.lane_dimension)
      local[d] = rowItemsUpToLast(row, rowLimit, threads);
    else if (isRow)
      local[d] = rowItems(row, rowLimit, maxItems, threads);
    else if (items < limit)
      local[d] = largestDivisor(size, limit / items, 1);
    isRow = false;
    items *= local[d];
  }
  return local;
}

} // namespace

std::array<std::uint32_t, 3> dimensionOrder(const weft_kernel_description &kernel) {
  std::array<std::uint32_t, 3> order{0, 1, 2};
  std::swap(order[0], order[kernel.lane_dimension]);
  return order;
}

std::uint64_t stackBytes(const weft_kernel_description &kernel) {
  constexpr std::uint64_t libraryBytes = 64 << 10;
  const std::uint64_t host =
      libraryBytes + (kernel.flags & WEFT_KERNEL_USES_PRINTF ? WEFT_PRINTF_STACK_BYTES : 0);
  std::uint64_t bytes;
  return __builtin_add_overflow(kernel.stack_bytes, host, &bytes) ? ~std::uint64_t{0} : bytes;
}

std::uint64_t contextBytes(const weft_kernel_description &kernel,
                           const std::array<std::uint64_t, 3> &localSize) {
  constexpr std::uint64_t overflow = ~std::uint64_t{0};
  std::uint64_t bytes;
  const auto fillBlocks = [&bytes] {
    const bool isTooMuch =
        __builtin_add_overflow(bytes, std::uint64_t{WEFT_CONTEXT_LANES - 1}, &bytes);
    bytes = bytes / WEFT_CONTEXT_LANES * WEFT_CONTEXT_LANES;
    return !isTooMuch;
  };
  const auto multiplyBy = [&bytes](std::uint64_t factor) {
    return !__builtin_mul_overflow(bytes, factor, &bytes);
  };
  // Each row begins a block, or only the group does.
  const bool isOneRow = kernel.flags & WEFT_KERNEL_HAS_WORK_ITEM_STACKS;
  const std::uint32_t lanes = kernel.lane_dimension;
  bytes = localSize[lanes];
  if ((!isOneRow && !fillBlocks()) || !multiplyBy(localSize[lanes == 0 ? 1 : 0]) ||
      !multiplyBy(localSize[lanes == 2 ? 1 : 2]) || (isOneRow && !fillBlocks()) ||
      !multiplyBy(kernel.context_item_bytes) ||
      __builtin_add_overflow(bytes, kernel.context_fixed_bytes, &bytes))
    return overflow;
  return bytes;
}

bool needsWideIds(const weft_kernel_description &kernel, const NdRange &range) noexcept {
  std::uint64_t largest = 0;
  for (std::size_t d = 0; d < range.dimensions; ++d) {
    std::uint64_t end;
    if (__builtin_add_overflow(range.offset[d], range.globalSize[d], &end))
      return false;
    largest = std::max(largest, end);
  }
  return largest > WEFT_SMALL_LAUNCH_LIMIT && largest <= WEFT_WIDE_LAUNCH_LIMIT && hasLanes(kernel);
}

bool gainsFromKnownSize(const weft_kernel_description &kernel, const NdRange &range) noexcept {
  constexpr std::uint64_t shortRow = 64;
  constexpr std::uint64_t maxUnrolled = 512; // more gangs would not be straight-line code
  const std::uint64_t row = range.localSize[kernel.lane_dimension];
  const std::uint64_t items = itemsOf(range.localSize);
  const bool isNarrow = row <= shortRow && items >= 2 * row;
  const bool isUnrolled = kernel.flags & WEFT_KERNEL_HAS_STRAIGHT_BARRIERS && items <= maxUnrolled;
  // Every launch asks: the divisions come last.
  if (!(isNarrow || isUnrolled) || items < laneItems || isGiven(kernel.required_work_group_size) ||
      !hasLanes(kernel) || kernel.flags & WEFT_KERNEL_ANY_GROUPS)
    return false;
  for (std::size_t d = 0; d < range.dimensions; ++d)
    if (range.globalSize[d] % range.localSize[d] != 0)
      return false;
  return true;
}

/// For code without lanes, which gains nothing from larger groups but that they begin less often.
/// `areFew`: the given groups are no more than threads need.
static std::array<std::uint64_t, 3> withoutLanes(const weft_kernel_description &kernel,
                                                 const NdRange &range, std::size_t threads,
                                                 float itemNanoseconds, bool areFew) {
  const std::array<std::uint64_t, 3> &given = range.localSize;
  const bool isKnown = itemNanoseconds > 0;
  const auto items = static_cast<float>(itemsOf(given));
  if (isKnown ? !areFew && itemNanoseconds * items >= longGroup : areFew)
    return given;
  const std::uint64_t fewest =
      isKnown ? static_cast<std::uint64_t>(
                    std::clamp(longGroup / itemNanoseconds, 1.0f, static_cast<float>(laneItems)))
              : laneItems;
  const std::array<std::uint64_t, 3> chosen =
      localSizeFor(kernel, range, targetItems, threads, LastGroups::MayBeSmaller, fewest);
  const bool isEvener = areFew && itemsOf(chosen) < itemsOf(given);
  return chosen[kernel.lane_dimension] > given[kernel.lane_dimension] || isEvener ? chosen : given;
}

std::array<std::uint64_t, 3> reshapedLocalSize(const weft_kernel_description &kernel,
                                               const NdRange &range, std::size_t threads,
                                               float itemNanoseconds) {
  const std::uint32_t lanes = kernel.lane_dimension;
  const std::array<std::uint64_t, 3> &given = range.localSize;
  if (!mayReshape(kernel))
    return given;
  const double groups = itemsOf(range) / static_cast<double>(itemsOf(given));
  const auto enough = static_cast<double>(threads * groupsPerThread);
  const bool areFew = threads > 1 && groups < enough;
  if (!hasLanes(kernel))
    return withoutLanes(kernel, range, threads, itemNanoseconds, threads > 1 && groups <= enough);
  // Neighbouring groups run as one, with as many rows.
  if ((given[lanes] >= targetItems || sharesRows(kernel, given)) && !areFew)
    return given;
  const std::uint64_t gang = vectorsOfGang * lanesOf(kernel);
  // Every launch asks, so what no search can improve comes before it: whole gangs, and rows that
  // are as long as any that the search chooses.
  const std::uint64_t limit = itemLimit(kernel, range, targetItems, threads, laneItems);
  if (given[lanes] % gang == 0 && given[lanes] >= limit && !(areFew && limit >= 2 * laneItems))
    return given;
  const std::array<std::uint64_t, 3> chosen =
      localSizeFor(kernel, range, targetItems, threads, LastGroups::MayBeSmaller);
  const bool isFuller = given[lanes] % gang != 0 && chosen[lanes] % gang == 0;
  const bool isEvener =
      areFew && chosen[lanes] >= 2 * laneItems && itemsOf(chosen) < itemsOf(given);
  return chosen[lanes] > given[lanes] || isFuller || isEvener ? chosen : given;
}

std::array<std::uint64_t, 3> replaceableLocalSize(const weft_kernel_description &kernel,
                                                  const NdRange &range, std::size_t threads,
                                                  float itemNanoseconds) {
  const std::array<std::uint64_t, 3> usual =
      reshapedLocalSize(kernel, range, threads, itemNanoseconds);
  const std::uint32_t lanes = kernel.lane_dimension;
  if (!mayReshape(kernel) || lanes >= range.dimensions)
    return usual;
  const double most = itemsOf(range) / (static_cast<double>(threads) * pollsPerThread);
  if (most >= static_cast<double>(itemsOf(usual)))
    return usual;
  std::array<std::uint64_t, 3> local{1, 1, 1};
  local[lanes] = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(most), 1,
                                           std::max<std::uint64_t>(range.globalSize[lanes], 1));
  return local;
}

std::array<std::uint64_t, 3> chooseLocalSize(const weft_kernel_description &kernel,
                                             const NdRange &range, std::size_t maxItems,
                                             std::size_t threads) {
  if (isGiven(kernel.required_work_group_size))
    return widened(kernel.required_work_group_size);
  maxItems = std::max<std::size_t>(maxItems, 1);
  if (kernel.required_sub_groups) {
    const std::uint64_t items = std::uint64_t{kernel.required_sub_groups} * kernel.sub_group_size;
    return {std::min<std::uint64_t>(items, maxItems), 1, 1};
  }
  if (isGiven(kernel.work_group_size_hint)) {
    const auto hint = widened(kernel.work_group_size_hint);
    if (fits(hint, range, maxItems))
      return hint;
  }
  return localSizeFor(kernel, range, maxItems, threads, LastGroups::AreEqual);
}

} // namespace weft::device
