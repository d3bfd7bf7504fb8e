// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/executable.h"

#include "device/base/activity_board.h"
#include "device/base/clock.h"
#include "device/base/log.h"
#include "device/base/trace.h"
#include "icd/core/background.h"
#include "icd/core/program/enqueue_answers.h"

#include <algorithm>
#include <limits>
#include <new>
#include <optional>
#include <utility>

namespace weft::icd {
namespace {

using compiler::intermediateProgram;
using compiler::Passage;
using compiler::Tier;
using compiler::wholeProgram;

/// Work-items that are worth the time of compiling a kernel's best code. Launches look for better
/// code when they begin and now and then; a look counts as so many work-items, and as many more for
/// each tenth of a millisecond since the last one.
constexpr std::uint64_t muchWork = 32768, workOfLook = 1024, nanosecondsOfLook = 100'000;
/// For so many local sizes a kernel gets code of their own: programs that look for the best size
/// try some, and others use few. The work in others is counted for so many.
constexpr std::size_t mostSizes = 16, mostCountedSizes = 64;
/// What the best code takes for each instruction of a kernel, as measured on ordinary ones.
constexpr std::uint64_t nanosecondsPerInstruction = 120'000;

/// At most the largest number.
std::uint64_t itemsOf(const device::NdRange &range) {
  std::uint64_t items = 1;
  for (std::uint32_t dimension = 0; dimension < range.dimensions; ++dimension)
    if (__builtin_mul_overflow(items, range.globalSize[dimension], &items))
      return std::numeric_limits<std::uint64_t>::max();
  return items;
}

const char *textOf(Tier tier) { return tier == Tier::Best ? "best" : "first"; }

weft_argument_description describe(const device::ArgumentInterface &argument) {
  return {.name = argument.name.c_str(),
          .type_name = argument.typeName.c_str(),
          .kind = argument.kind,
          .address_qualifier = argument.addressQualifier,
          .access_qualifier = argument.accessQualifier,
          .type_qualifiers = argument.typeQualifiers,
          .offset = argument.offset,
          .size = argument.size,
          .image_type = argument.imageType,
          .is_depth_image = argument.isDepthImage};
}

ModuleRef loadModule(const compiler::Binary &binary, std::string &error) {
  const bool hasMutableGlobals = binary.flags() & compiler::binaryHasMutableGlobals;
  return device::Module::load(binary.bytes(), binary.path(), hasMutableGlobals, error);
}

/// What a launch of any size needs: code that needs more than the code before it is not taken, as
/// the host has been told what work-groups are possible.
bool needsNoMore(const weft_kernel_description &newer, const weft_kernel_description &older) {
  constexpr std::uint64_t modestStack = 1 << 20;
  return newer.context_item_bytes <= older.context_item_bytes &&
         newer.context_fixed_bytes <= older.context_fixed_bytes &&
         newer.stack_bytes <= std::max(older.stack_bytes, modestStack);
}

} // namespace

const weft_kernel_description *KernelCode::description() noexcept {
  const Version *version = first.load(std::memory_order_acquire);
  if (!version)
    version = require(owner->wishes.tiers == TierChoice::Best);
  return version ? version->loaded.kernel : nullptr;
}

const KernelCode::Version *KernelCode::launchable(const device::NdRange &range) noexcept {
  const std::uint64_t items = itemsOf(range);
  use(items);
  newest(0);
  const Version *version = owner->wishes.tiers == TierChoice::Best ? require(true) : current();
  if (!version)
    version = require(false);
  if (!version || !device::gainsFromKnownSize(*version->loaded.kernel, range))
    return version;
  useSized(range, items);
  const Version *other = sizedVersion(range);
  return other ? other : version;
}

const KernelCode::Version *KernelCode::current(const device::NdRange &range) const noexcept {
  const Version *other = sizedVersion(range);
  return other ? other : current();
}

/// What is kept for the range's local size, or null. Takes no lock: members of the list stay.
KernelCode::SizedCode *KernelCode::findSized(const device::NdRange &range) const noexcept {
  SizedCode *sized = newestSize.load(std::memory_order_acquire);
  while (sized && sized->localSize != range.localSize)
    sized = sized->next;
  return sized;
}

/// Counts what runs in groups of the range's size. Adds that to the list and returns it once, when
/// it is worth code of its own, unless there are enough such sizes. Otherwise null.
KernelCode::SizedCode *KernelCode::orderSized(const device::NdRange &range, std::uint64_t items) {
  const std::lock_guard lock(owner->mutex);
  if (sizeCount == mostSizes || findSized(range))
    return nullptr;
  if (owner->sizedChoice != TierChoice::Best) {
    if (usedSizes.size() == mostCountedSizes && !usedSizes.contains(range.localSize))
      usedSizes.clear();
    std::uint64_t &used = usedSizes[range.localSize];
    used += std::min(items, muchWork);
    if (used < muchWork)
      return nullptr;
  }
  SizedCode &added = sizes.emplace_front(range.localSize, newestSize.load());
  ++sizeCount;
  usedSizes.erase(range.localSize);
  newestSize.store(&added, std::memory_order_release);
  return &added;
}

/// Has code made for each size of groups that is worth code of its own, once it is worth it.
void KernelCode::useSized(const device::NdRange &range, std::uint64_t items) noexcept {
  if (!owner->sizedBuild || owner->sizedChoice == TierChoice::First)
    return;
  if (SizedCode *known = findSized(range)) {
    if (KernelCode *code = known->code.load(std::memory_order_acquire))
      code->newest(0);
    return;
  }
  try {
    SizedCode *sized = orderSized(range, items);
    if (sized && owner->sizedChoice == TierChoice::Best)
      buildSized(*sized);
    else if (sized)
      static_cast<void>(
          runInBackground([this, self = owner->shared_from_this(), sized] { buildSized(*sized); }));
  } catch (const std::bad_alloc &) {
    // The code for every size goes on.
  }
}

/// Once.
void KernelCode::buildSized(SizedCode &sized) noexcept {
  try {
    const std::shared_ptr<Executable> program =
        owner->sizedBuild(interface().name, sized.localSize);
    KernelCode *code = program ? program->find(interface().name) : nullptr;
    if (!code)
      return;
    program->prefer(*code);
    if (owner->sizedChoice == TierChoice::Best)
      code->require(true);
    sized.program = program;
    sized.code.store(code, std::memory_order_release);
  } catch (const std::bad_alloc &) {
    // The code for every size goes on.
  }
}

/// The best code for the range's local size alone, if there is one that takes the same arguments
/// and needs no more.
const KernelCode::Version *KernelCode::sizedVersion(const device::NdRange &range) const noexcept {
  const SizedCode *sized = findSized(range);
  const KernelCode *code = sized ? sized->code.load(std::memory_order_acquire) : nullptr;
  const Version *version = code ? code->current() : nullptr;
  const Version *general = current();
  if (!version || !version->isBest || !general ||
      !device::gainsFromKnownSize(*general->loaded.kernel, range))
    return nullptr;
  const weft_kernel_description &other = *version->loaded.kernel, &own = *general->loaded.kernel;
  return other.argument_block_bytes == own.argument_block_bytes &&
                 other.local_memory_bytes == own.local_memory_bytes && needsNoMore(other, own)
             ? version
             : nullptr;
}

/// Counts what runs in other code than the best, and asks for that once it is worth it.
void KernelCode::use(std::uint64_t items) noexcept {
  const Version *version = current();
  if (!owner->isPending.load(std::memory_order_relaxed) || (version && version->isBest))
    return;
  const std::uint64_t counted = std::min(items, muchWork);
  const std::uint64_t before = used.fetch_add(counted, std::memory_order_relaxed);
  if (before < muchWork && before + counted >= muchWork) {
    owner->prefer(*this);
    askedAt.store(monotonicNanoseconds(), std::memory_order_relaxed);
  }
}

std::uint64_t KernelCode::nanosecondsToBetter() noexcept {
  const std::uint64_t asked = askedAt.load(std::memory_order_relaxed);
  if (!asked || !owner->isPending.load(std::memory_order_relaxed))
    return 0;
  const std::uint64_t spent = monotonicNanoseconds() - asked;
  return spent < nanosecondsOfBest ? nanosecondsOfBest - spent : 0;
}

const device::KernelVersion *KernelCode::newest(std::uint64_t nanoseconds) noexcept {
  const std::uint64_t looks = std::min(nanoseconds / nanosecondsOfLook, muchWork / workOfLook);
  use(workOfLook * std::max<std::uint64_t>(looks, 1));
  const Version *version = latest.load(std::memory_order_acquire);
  if (owner->isPending.load(std::memory_order_relaxed) && !(version && version->isBest))
    if (const std::unique_lock lock(owner->mutex, std::try_to_lock); lock.owns_lock()) {
      owner->receiveWhatIsThere();
      version = latest.load(std::memory_order_acquire);
    }
  return version ? &version->loaded : nullptr;
}

const KernelCode::Version *KernelCode::require(bool best) noexcept {
  // Where the best code cannot be made, the first is as good.
  if (best)
    await(Tier::Best);
  await(Tier::First);
  return current();
}

/// Waits for code of a tier or a better one, or until it is known that there is none.
void KernelCode::await(Tier tier) noexcept {
  const auto isThere = [&] {
    const Version *version = current();
    return version && (version->isBest || tier == Tier::First);
  };
  if (!isThere())
    owner->await(
        interface().name, [&] { return isThere() || hasFailed[static_cast<std::size_t>(tier)]; },
        [&](const compiler::ProgramCode &code) { code.request(position, tier); });
}

/// Waits until the condition holds, which depends on what comes, or until nothing comes any more.
/// `request` asks for it; `what` is its name.
template <class Condition, class Request>
void Executable::await(const char *what, Condition isOver, Request request) {
  std::unique_lock lock(mutex);
  Progress progress;
  std::optional<unsigned> lostBefore; // when it was asked for
  while (code && !isOver()) {
    if (lostBefore != requestsLost)
      request(*code);
    lostBefore = requestsLost;
    if (isReceiving)
      arrived.wait(lock);
    else
      receiveAndWait(lock, progress, what);
  }
}

std::shared_ptr<Executable> Executable::load(BinaryRef binary, std::string &log) {
  std::string error;
  const ModuleRef module = loadModule(*binary, error);
  if (!module) {
    log += "error: the program cannot be loaded: " + error + "\n";
    return nullptr;
  }
  const std::shared_ptr<Executable> result(new Executable);
  result->flags = binary->flags();
  result->variableBytes = module->description().global_variable_bytes;
  const auto descriptions = module->kernels();
  result->declare(descriptions.size());
  for (std::size_t position = 0; position < descriptions.size(); ++position) {
    KernelCode &kernel = result->kernels[position];
    kernel.declared = &descriptions[position];
    result->addVersion(kernel, module, kernel.declared, /*isBest=*/true);
  }
  result->countHostKernels();
  result->whole = std::move(binary);
  return result;
}

std::shared_ptr<Executable> Executable::expect(std::unique_ptr<compiler::ProgramCode> code) {
  const std::shared_ptr<Executable> result(new Executable);
  result->flags = code->flags();
  result->variableBytes = code->interface().globalVariableBytes;
  result->wishes = code->wishes();
  result->builtAt = monotonicNanoseconds();
  result->interface = code->interface();
  result->describe(result->interface);
  result->code = std::move(code);
  result->isPending = true;
  return result;
}

void Executable::declare(std::size_t count) {
  for (std::size_t position = 0; position < count; ++position) {
    KernelCode &kernel = kernels.emplace_back();
    kernel.owner = this;
    kernel.position = static_cast<std::uint32_t>(position);
  }
}

void Executable::countHostKernels() {
  hostKernels = std::ranges::count_if(kernels, [](const KernelCode &kernel) {
    return !(kernel.interface().flags & WEFT_KERNEL_HIDDEN);
  });
}

void Executable::describe(const compiler::ProgramInterface &program) {
  declare(program.kernels.size());
  arguments.reserve(program.kernels.size());
  descriptions.reserve(program.kernels.size());
  for (const device::KernelInterface &kernel : program.kernels) {
    auto &list = arguments.emplace_back();
    for (const device::ArgumentInterface &argument : kernel.arguments)
      list.push_back(icd::describe(argument));
    weft_kernel_description description{};
    description.name = kernel.name.c_str();
    description.arguments = list.data();
    description.argument_count = static_cast<std::uint32_t>(list.size());
    description.argument_block_bytes = kernel.argumentBlockBytes;
    std::ranges::copy(kernel.requiredWorkGroupSize, description.required_work_group_size);
    std::ranges::copy(kernel.workGroupSizeHint, description.work_group_size_hint);
    description.sub_group_size = kernel.subGroupSize;
    description.required_sub_group_size = kernel.requiredSubGroupSize;
    description.required_sub_groups = kernel.requiredSubGroups;
    description.flags = kernel.isOfBlock ? WEFT_KERNEL_OF_BLOCK : 0;
    description.attributes = kernel.attributes.c_str();
    const std::size_t position = descriptions.size();
    kernels[position].declared = &descriptions.emplace_back(description);
    kernels[position].nanosecondsOfBest = kernel.instructions * nanosecondsPerInstruction;
  }
  countHostKernels();
}

const KernelCode *Executable::findHidden(std::uint32_t kernelFlag) const noexcept {
  const auto found = std::ranges::find_if(
      kernels.begin() + static_cast<std::ptrdiff_t>(hostKernels), kernels.end(),
      [&](const KernelCode &kernel) { return kernel.interface().flags & kernelFlag; });
  return found == kernels.end() ? nullptr : &*found;
}

namespace {

/// Runs a kernel without arguments with one work-item.
bool runAlone(device::Arena &arena, const KernelCode &kernel) noexcept {
  device::Launch launch;
  launch.version = kernel.current()->loaded;
  launch.localMemoryBytes = launch.version.kernel->local_memory_bytes;
  launch.enqueue = refuseToEnqueue;
  return device::run(arena, launch) == device::LaunchStatus::Complete;
}

} // namespace

bool Executable::construct(device::Arena &where) noexcept {
  const KernelCode *constructor = findHidden(WEFT_KERNEL_CONSTRUCTS);
  if (constructor && !runAlone(where, *constructor))
    return false;
  arena = &where;
  return true;
}

// What has been constructed in part, for want of memory, stays as it is.
Executable::~Executable() {
  if (const KernelCode *destructor = arena ? findHidden(WEFT_KERNEL_DESTROYS) : nullptr)
    static_cast<void>(runAlone(*arena, *destructor));
}

KernelCode *Executable::find(std::string_view name) {
  for (KernelCode &kernel : kernels)
    if (name == kernel.interface().name)
      return &kernel;
  return nullptr;
}

/// Asks for the best code of a kernel, ahead of others.
void Executable::prefer(const KernelCode &kernel) noexcept {
  if (!isPending.load(std::memory_order_relaxed) || wishes.tiers == TierChoice::First)
    return;
  const std::lock_guard lock(mutex);
  if (code)
    code->request(kernel.position, Tier::Best);
}

BinaryRef Executable::binary() noexcept {
  if (!wishes.binaryHasCode)
    await(
        nameOf(intermediateProgram), [&] { return whole || intermediate || intermediateHasFailed; },
        [](const compiler::ProgramCode &compiler) {
          compiler.request(intermediateProgram, Tier::Best);
        });
  const auto best = [&] { return intermediate ? intermediate : whole; };
  await(
      nameOf(wholeProgram), [&] { return best() || wholeHasFailed; },
      [](const compiler::ProgramCode &compiler) { compiler.request(wholeProgram, Tier::Best); });
  const std::lock_guard lock(mutex);
  return best();
}

/// Receives one arrival for all who wait, or replaces a compiler that was lost.
void Executable::receiveAndWait(std::unique_lock<std::mutex> &lock, Progress &progress,
                                const char *what) {
  const compiler::ProgramCode &source = *code;
  const unsigned done = bestCodes;
  isReceiving = true;
  lock.unlock();
  compiler::ProgramCode::Arrival arrival;
  bool hasArrived = false;
  Descriptor other;
  try {
    progress.waitFor(source.file(), what, done, static_cast<unsigned>(kernels.size()));
    hasArrived = source.receive(arrival, /*waits=*/true) == Passage::Done;
    if (!hasArrived && source.mayRestart())
      other = source.buildAgain();
  } catch (const std::bad_alloc &) {
    hasArrived = false;
  }
  lock.lock();
  isReceiving = false;
  if (hasArrived) {
    take(arrival);
  } else if (other) {
    code->restart(std::move(other));
    ++requestsLost;
  } else {
    giveUp();
  }
  arrived.notify_all();
}

/// Takes what has come. A lost compiler is replaced when somebody waits.
void Executable::receiveWhatIsThere() noexcept {
  try {
    compiler::ProgramCode::Arrival arrival;
    while (code && !isReceiving && code->receive(arrival, /*waits=*/false) == Passage::Done)
      take(arrival);
  } catch (const std::bad_alloc &) {
    giveUp();
  }
}

/// Nothing comes any more.
void Executable::giveUp() noexcept {
  log(LogLevel::Error, "the compiler was lost before it had finished a program");
  code.reset();
  isPending = false;
}

void Executable::take(const compiler::ProgramCode::Arrival &arrival) noexcept {
  try {
    for (const compiler::CodeRecord &record : arrival.records) {
      tell(record);
      bestCodes += record.kernel != wholeProgram && record.tier == Tier::Best;
    }
    if (arrival.kernel == compiler::noCode)
      return;
    if (arrival.kernel == intermediateProgram)
      return takeIntermediate(arrival);
    std::string error = arrival.log;
    const ModuleRef module = arrival.binary ? loadModule(*arrival.binary, error) : nullptr;
    if (!module)
      tellOfFailure(arrival, error);
    if (arrival.kernel == wholeProgram)
      takeWhole(arrival.binary, module);
    else
      takeKernel(arrival, module);
  } catch (const std::bad_alloc &) {
    giveUp();
  }
}

/// Warns, and keeps the source for a report.
void Executable::tellOfFailure(const compiler::ProgramCode::Arrival &arrival, std::string &error) {
  if (error.ends_with('\n'))
    error.pop_back();
  const std::string &folder = Settings::ofProcess().programFolder;
  if (failedSource.empty() && !folder.empty())
    failedSource = code->keepSource(folder, error);
  log(LogLevel::Warning, "no %s code of %s: %s%s%s", textOf(arrival.tier), nameOf(arrival.kernel),
      error.c_str(), failedSource.empty() ? "" : "; its source is kept in ", failedSource.c_str());
}

const char *Executable::nameOf(std::uint32_t kernel) const {
  return kernel >= intermediateProgram ? "the whole program" : kernels[kernel].interface().name;
}

/// For the log and the trace.
void Executable::tell(const compiler::CodeRecord &record) const {
  using Origin = compiler::CodeRecord::Origin;
  const char *tier = textOf(record.tier), *name = nameOf(record.kernel);
  const auto sinceBuild = [&](std::uint64_t time) {
    return (static_cast<double>(time) - static_cast<double>(builtAt)) / 1e6;
  };
  const double cpu = static_cast<double>(record.cpuNanoseconds) / 1e6;
  if (record.origin == Origin::Taken)
    log(LogLevel::Info, "%s code of %s: another process made it, taken %.3f ms after the build",
        tier, name, sinceBuild(record.end));
  else
    log(LogLevel::Info, "%s code of %s: %s from %.3f to %.3f ms after the build, CPU time %.3f ms",
        tier, name, record.origin == Origin::Made ? "made" : "failed", sinceBuild(record.begin),
        sinceBuild(record.end), cpu);
  if (record.origin == Origin::Taken)
    return;
  noteCompilation(record.end - record.begin, true);
  traceCompilation(name, record.begin, record.end, "\"tier\":\"%s\",\"failed\":%s", tier,
                   record.origin == Origin::Made ? "false" : "true");
}

void Executable::takeKernel(const compiler::ProgramCode::Arrival &arrival,
                            const ModuleRef &module) {
  KernelCode &kernel = kernels[arrival.kernel];
  const bool isBest = arrival.tier == Tier::Best;
  const weft_kernel_description *description =
      module ? module->find(kernel.interface().name) : nullptr;
  if (description)
    addVersion(kernel, module, description, isBest);
  else
    kernel.hasFailed[isBest] = true;
}

void Executable::takeIntermediate(const compiler::ProgramCode::Arrival &arrival) {
  intermediate = arrival.binary;
  intermediateHasFailed = !intermediate;
  if (!intermediate)
    log(LogLevel::Warning, "no intermediate binary: %s", arrival.log.c_str());
}

void Executable::takeWhole(BinaryRef binary, const ModuleRef &module) {
  whole = std::move(binary);
  wholeHasFailed = !whole;
  if (!module)
    return;
  for (KernelCode &kernel : kernels)
    if (const weft_kernel_description *description = module->find(kernel.interface().name))
      addVersion(kernel, module, description, /*isBest=*/true);
  code.reset();
  isPending = false;
}

void Executable::addVersion(KernelCode &kernel, const ModuleRef &module,
                            const weft_kernel_description *description, bool isBest) {
  const KernelCode::Version *older = kernel.latest.load(std::memory_order_relaxed);
  if (older && (older->isBest || !isBest))
    return;
  if (older && !needsNoMore(*description, *older->loaded.kernel)) {
    kernel.hasFailed[isBest] = true;
    return;
  }
  auto trial = description->flags & WEFT_KERNEL_HAS_SCALAR_VERSION
                   ? std::make_unique<device::VersionTrial>()
                   : nullptr;
  const device::KernelVersion loaded{description, module->code(), trial.get()};
  const KernelCode::Version *version =
      &versions.emplace_back(KernelCode::Version{module, loaded, isBest, std::move(trial)});
  if (!older)
    kernel.first.store(version, std::memory_order_release);
  kernel.latest.store(version, std::memory_order_release);
}

} // namespace weft::icd
