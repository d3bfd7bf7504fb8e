// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/oracle/host_launch.h"

#include "tests/oracle/divisions.h"
#include "tests/oracle/host_group.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace weft::test {
namespace {

class HostLaunch {
public:
  HostLaunch(const Range &range, MeasuredFunctions &functions,
             const std::function<void()> &workItem, unsigned subGroupSize)
      : range(range), functions(functions), workItem(workItem) {
    services.dimensions = range.dimensions;
    services.subGroupSize = subGroupSize;
    for (unsigned d = 0; d != 3; ++d) {
      services.globalSize[d] = range.global[d];
      services.globalOffset[d] = range.offset[d];
      services.enqueuedLocalSize[d] = range.local[d];
      services.groupCount[d] = range.groups(d);
    }
    services.barrier = [] { current->group.barrier(); };
    services.meet = [](unsigned line, unsigned column, const void *value, unsigned bytes,
                       oracle::Meeting &meeting) {
      current->group.meet(line, column, value, bytes, meeting);
    };
    services.enterScope = [](unsigned line) { current->group.enterScope(line); };
    services.nextRound = [] { current->group.nextRound(); };
    services.leaveScope = [] { current->group.leaveScope(); };
    services.measure = [](const oracle::MeasuredCall &call, void *result) {
      current->functions.evaluate(call, result);
    };
  }

  void run(const HostProgram &program) {
    const DivisionsThatReturn divisions;
    program.connect(services);
    current = this;
    for (const auto &[begin, end] : range.parts())
      for (std::uint64_t group = begin; group != end; ++group)
        runGroup(group);
    current = nullptr;
  }

private:
  void runGroup(std::uint64_t number) {
    oracle::WorkItem first{};
    for (unsigned d = 0; d != 3; ++d) {
      first.groupId[d] = number % services.groupCount[d];
      number /= services.groupCount[d];
      const std::uint64_t begin = first.groupId[d] * range.local[d];
      first.localSize[d] = std::min(range.local[d], range.global[d] - begin);
      first.globalId[d] = range.offset[d] + begin;
    }
    items.clear();
    for (std::uint64_t z = 0; z != first.localSize[2]; ++z)
      for (std::uint64_t y = 0; y != first.localSize[1]; ++y)
        for (std::uint64_t x = 0; x != first.localSize[0]; ++x)
          items.push_back(itemAt(first, {x, y, z}));
    slots.resize(items.size());
    services.slots = slots.data();
    group.run(items, workItem);
  }

  static oracle::WorkItem itemAt(oracle::WorkItem item, const std::array<std::uint64_t, 3> &place) {
    for (unsigned d = 0; d != 3; ++d) {
      item.localId[d] = place[d];
      item.globalId[d] += place[d];
    }
    return item;
  }

  /// The launch that runs: the services are plain functions.
  static inline HostLaunch *current = nullptr;

  const Range &range;
  MeasuredFunctions &functions;
  const std::function<void()> &workItem;
  oracle::Services services{};
  std::vector<oracle::WorkItem> items;
  std::vector<oracle::Slot> slots;
  HostGroup group{services};
};

} // namespace

void runOnHost(const HostProgram &program, const Range &range, MeasuredFunctions &functions,
               const std::function<void()> &workItem, unsigned subGroupSize) {
  HostLaunch(range, functions, workItem, subGroupSize).run(program);
}

} // namespace weft::test
