// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_slots.h"

#include "compiler/server/codegen/state/shared_code.h"

#include <algorithm>
#include <cstddef>
#include <thread>

namespace weft::compiler {

CodeSlots::CodeSlots(CompileSlots &slots, const CodeOrder &order, const CodeTable &table,
                     const CodeClient &client, CodeChildren &children)
    : slots(slots), table(table), client(client), children(children),
      most(order.compileThreads ? order.compileThreads
                                : std::max(1u, std::thread::hardware_concurrency())) {}

bool CodeSlots::hasFreePlace(Urgency urgency) const {
  const auto all = std::ranges::count_if(children.running(),
                                         [](const auto &item) { return !item.second.isStopped; });
  return childrenOf(urgency) < slots.granted(urgency) && all < slots.grantedInAll();
}

std::uint32_t CodeSlots::childrenOf(Urgency urgency) const {
  std::uint32_t count = 0;
  for (const auto &[child, work] : children.running())
    count += !work.isStopped && urgencyOf(work.job) == urgency;
  return count;
}

bool CodeSlots::stopAndContinue() {
  // The urgency of a child may have changed since.
  if (!slots.isCurrent())
    return true;
  bool isDone = true;
  for (const Urgency urgency : {Urgency::First, Urgency::InUse, Urgency::Spare}) {
    std::uint32_t count = childrenOf(urgency);
    for (const auto &[child, work] : children.running()) {
      if (urgencyOf(work.job) != urgency)
        continue;
      if (work.isStopped && count < slots.granted(urgency)) {
        children.resume(child);
        ++count;
      } else if (!work.isStopped && count > slots.granted(urgency)) {
        // Suspended any earlier it would remain if this process were killed.
        if (!work.watch.hasBegun()) {
          isDone = false;
          continue;
        }
        children.suspend(child);
        --count;
      }
    }
  }
  return isDone;
}

void CodeSlots::ask(bool mayPark) {
  SlotDemand demand;
  demand.most = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, 1u << 16));
  demand.isBehind = client.isBehind();
  if (!table.isConcluded()) {
    demand.isForCacheAlone = !client;
    demand.mayPark = mayPark;
    count(demand);
  }
  slots.ask(demand);
}

void CodeSlots::count(SlotDemand &demand) const {
  const auto add = [](SlotCounts &counts, Urgency urgency) {
    ++counts[static_cast<std::size_t>(urgency)];
  };
  for (const auto &[child, work] : children.running())
    add(work.isStopped ? demand.wanted : demand.running, urgencyOf(work.job));
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
    for (const Tier tier : {Tier::First, Tier::Best})
      if (client.isWanted(kernel, tier) && !SharedCode::isAwaited(table.of(kernel, tier)))
        add(demand.wanted, client.urgencyOf(kernel, tier));
  if (table.whole().state == CodeState::Wanted && !SharedCode::isAwaited(table.whole()))
    add(demand.wanted, client.urgencyOf(wholeProgram, Tier::Best));
}

} // namespace weft::compiler
