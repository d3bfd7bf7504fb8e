// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/launch_ranges.h"

#include <algorithm>
#include <iterator>

namespace weft::test {
namespace {

constexpr unsigned rangesOfKernel = 4;

void chooseLocal(RandomSource &random, GeneratedRange &range, bool isFlat) {
  range.dimensions = 1 + (!isFlat && random.oneIn(3) ? 1 + random.pick(2) : 0);
  constexpr unsigned sizes[] = {1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 32, 33, 48, 64, 100, 128, 256};
  std::uint64_t items = 1;
  for (unsigned d = 0; d < range.dimensions; ++d) {
    do
      range.local[d] = sizes[random.pick(range.dimensions == 1 ? 17 : d == 0 ? 12 : 5)];
    while (items * range.local[d] > KernelSizes::groupItems);
    items *= range.local[d];
  }
}

// Ids cross a power of two within a launch, or are all near it.
std::uint64_t farOffset(RandomSource &random) {
  constexpr std::uint64_t bases[] = {std::uint64_t{1} << 31, std::uint64_t{1} << 31,
                                     std::uint64_t{3} << 30, std::uint64_t{1} << 32,
                                     std::uint64_t{5} << 31, std::uint64_t{1} << 45};
  return bases[random.pick(std::size(bases))] + random.pick(700) - 500;
}

// Between one group and several, the last of them smaller than the others as likely as not.
void chooseGlobal(RandomSource &random, GeneratedRange &range, bool isFar) {
  std::uint64_t items = 1;
  for (unsigned d = 0; d < range.dimensions; ++d) {
    const std::uint64_t most = KernelSizes::workItems / items;
    std::uint64_t size = range.local[d] * (1 + random.pick(d == 0 ? 5 : 2));
    if (random.oneIn(2))
      size += random.pick(static_cast<unsigned>(range.local[d]));
    range.global[d] = std::clamp<std::uint64_t>(size, 1, most);
    items *= range.global[d];
    const bool isNear = !isFar || random.oneIn(d == 0 ? 5 : 2);
    if (isNear)
      range.offset[d] = random.oneIn(3) ? random.pick(9) : 0;
    else
      range.offset[d] = farOffset(random);
  }
}

} // namespace

std::vector<GeneratedRange> chooseRanges(RandomSource &random, const RangeTraits &traits) {
  std::vector<GeneratedRange> ranges;
  for (unsigned i = 0; i < rangesOfKernel; ++i) {
    GeneratedRange range;
    if (i != 0 && traits.haveSameLocal)
      range = ranges[0];
    else
      chooseLocal(random, range, traits.areFlat);
    chooseGlobal(random, range, traits.areFar);
    ranges.push_back(range);
  }
  return ranges;
}

} // namespace weft::test
