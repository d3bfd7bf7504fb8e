// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/kernel_code.h"

#include "device/base/clock.h"
#include "icd/core/program/executable.h"

#include <algorithm>

namespace weft::icd {
namespace {

using compiler::Tier;

/// Polling for better code counts as this many work-items, and as many more for each tenth of a
/// millisecond since the last poll.
constexpr std::uint64_t workPerPoll = 1024, nanosecondsOfLook = 100'000;

} // namespace

bool needsNoMore(const weft_kernel_description &newer, const weft_kernel_description &older) {
  constexpr std::uint64_t modestStack = 1 << 20;
  return newer.context_item_bytes <= older.context_item_bytes &&
         newer.context_fixed_bytes <= older.context_fixed_bytes &&
         newer.stack_bytes <= std::max(older.stack_bytes, modestStack);
}

const weft_kernel_description *KernelCode::description() noexcept {
  const Version *version = first.load(std::memory_order_acquire);
  if (!version)
    version = require(owner.wishes.tiers == TierChoice::Best);
  return version ? version->loaded.kernel : nullptr;
}

const KernelCode::Version *KernelCode::launchable(const device::NdRange &range) noexcept {
  const std::uint64_t items = device::workItemsOf(range);
  use(items);
  newest(0);
  const Version *version = owner.wishes.tiers == TierChoice::Best ? require(true) : current();
  if (!version)
    version = require(false);
  const auto variant =
      version ? variantFor(*version->loaded.kernel, range) : std::optional<KernelVariant>();
  if (!variant)
    return version;
  special.use(owner, interface().name, *variant, items);
  return current(range);
}

/// The code for such launches alone, if there is one that takes the same arguments and needs no
/// more memory.
const KernelCode::Version *KernelCode::current(const device::NdRange &range) const noexcept {
  const Version *general = current();
  const auto variant =
      general ? variantFor(*general->loaded.kernel, range) : std::optional<KernelVariant>();
  const KernelCode *code = variant ? special.find(*variant) : nullptr;
  const Version *version = code ? code->current() : nullptr;
  if (!version || !version->isBest)
    return general;
  const weft_kernel_description &other = *version->loaded.kernel, &own = *general->loaded.kernel;
  return other.argument_block_bytes == own.argument_block_bytes &&
                 other.local_memory_bytes == own.local_memory_bytes && needsNoMore(other, own)
             ? version
             : general;
}

/// Counts work in code other than the best, and requests that once it pays.
void KernelCode::use(std::uint64_t items) noexcept {
  const Version *version = current();
  if (!owner.arrivals.mayArrive() || (version && version->isBest))
    return;
  const std::uint64_t counted = std::min(items, muchWork);
  const std::uint64_t before = used.fetch_add(counted, std::memory_order_relaxed);
  if (before < muchWork && before + counted >= muchWork) {
    prefer();
    askedAt.store(monotonicNanoseconds(), std::memory_order_relaxed);
  }
}

std::uint64_t KernelCode::nanosecondsToBetter() noexcept {
  const std::uint64_t asked = askedAt.load(std::memory_order_relaxed);
  if (!asked || !owner.arrivals.mayArrive())
    return 0;
  const std::uint64_t spent = monotonicNanoseconds() - asked;
  return spent < nanosecondsOfBest ? nanosecondsOfBest - spent : 0;
}

const device::KernelVersion *KernelCode::newest(std::uint64_t nanoseconds) noexcept {
  const std::uint64_t looks = std::min(nanoseconds / nanosecondsOfLook, muchWork / workPerPoll);
  use(workPerPoll * std::max<std::uint64_t>(looks, 1));
  const Version *version = latest.load(std::memory_order_acquire);
  if (owner.arrivals.mayArrive() && !(version && version->isBest)) {
    owner.arrivals.look();
    version = latest.load(std::memory_order_acquire);
  }
  return version ? &version->loaded : nullptr;
}

void KernelCode::prefer() noexcept {
  if (owner.wishes.tiers != TierChoice::First)
    owner.arrivals.request(position, Tier::Best);
}

const KernelCode::Version *KernelCode::require(bool best) noexcept {
  // If the best code is impossible, the first is the best.
  if (best)
    await(Tier::Best);
  await(Tier::First);
  return current();
}

/// Waits for code of a tier or a better one, or until it is known to be impossible.
void KernelCode::await(Tier tier) noexcept {
  const auto isThere = [&] {
    const Version *version = current();
    return version && (version->isBest || tier == Tier::First);
  };
  if (!isThere())
    owner.arrivals.await(
        interface().name, [&] { return isThere() || hasFailed[static_cast<std::size_t>(tier)]; },
        [&](const compiler::ProgramCode &code) { code.request(position, tier); });
}

void KernelCode::add(const ModuleRef &module, const weft_kernel_description &description,
                     bool isBest) {
  const Version *older = latest.load(std::memory_order_relaxed);
  if (older && (older->isBest || !isBest))
    return;
  if (older && !needsNoMore(description, *older->loaded.kernel))
    return fail(isBest ? Tier::Best : Tier::First);
  auto scalar = ScalarCode::of(owner, description, older ? &older->loaded : nullptr);
  const device::KernelVersion loaded{&description, module->code(), scalar.get()};
  const Version *version =
      &versions.emplace_front(Version{module, loaded, isBest, std::move(scalar)});
  if (!older)
    first.store(version, std::memory_order_release);
  latest.store(version, std::memory_order_release);
}

} // namespace weft::icd
