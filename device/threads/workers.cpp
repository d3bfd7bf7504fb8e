// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/workers.h"

#include "device/arch/spin.h"
#include "device/base/clock.h"
#include "device/base/fork.h"
#include "device/base/once.h"
#include "device/threads/affinity.h"
#include "device/threads/futex.h"
#include "device/threads/thread.h"

#include <algorithm>
#include <bit>
#include <sched.h>

namespace weft::device {
namespace {

/// How often an idle worker looks at its word before it sleeps: some tens of microseconds, as long
/// as a host takes that gives one thing to do after the other.
constexpr int spins = 1000;
/// How long after a refusal the system is not asked for a thread again.
constexpr std::uint64_t retryNanoseconds = 20'000'000;

constexpr std::size_t wordBits = 64;
constexpr std::uint64_t bitOf(std::size_t index) { return std::uint64_t{1} << index % wordBits; }

enum class Call : std::uint32_t { Awaited, Asleep, Made };

constinit std::atomic<Workers *> ofThisProcess{nullptr};

const ForkHandler forkHandler(
    ForkOrder::Queues, [] {}, [] {},
    [] {
      if (Workers *workers = ofThisProcess.load(std::memory_order_relaxed))
        workers->forgetThreads();
    });

} // namespace

struct alignas(64) Workers::Worker {
  std::atomic<Call> call{Call::Made};
  Workers *all = nullptr;
  std::size_t index = 0;
  std::atomic<Source *> sources{nullptr};
  Source *served = nullptr; ///< the last one that had work; the worker's own
};

Workers::Workers(const ProcessingUnits &units)
    : units(units), wordCount((units.size() + wordBits - 1) / wordBits),
      pinned(Topology::ofProcess().isPinned()), workers(new Worker[units.size()]),
      idle(new std::atomic<std::uint64_t>[wordCount]()),
      claimed(new std::atomic<std::uint64_t>[wordCount]()),
      started(new std::atomic<std::uint64_t>[wordCount]()),
      visited(new std::atomic<std::uint64_t>[wordCount]()),
      coming(new std::atomic<std::uint64_t>[wordCount]()) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    workers[i].all = this;
    workers[i].index = i;
  }
}

Workers &Workers::ofProcess() {
  return once([] {
    const ProcessingUnits &units = Topology::ofProcess().allowed();
    auto *made = new Workers(units.empty() ? ProcessingUnits{0} : units);
    ofThisProcess.store(made, std::memory_order_relaxed);
    return made;
  });
}

void Workers::forgetThreads() noexcept {
  for (std::size_t word = 0; word < wordCount; ++word)
    for (const Bits *bits : {&idle, &claimed, &started, &visited, &coming})
      (*bits)[word].store(0, std::memory_order_relaxed);
  for (std::size_t i = 0; i < units.size(); ++i)
    workers[i].served = nullptr;
  retryAt.store(0, std::memory_order_relaxed);
}

std::size_t Workers::indexOf(unsigned unit) const noexcept {
  const auto found = std::lower_bound(units.begin(), units.end(), unit);
  return found != units.end() && *found == unit ? found - units.begin() : units.size();
}

Workers::Team Workers::serve(WorkSource &source, const ProcessingUnits &ofUnits) {
  Team team{std::vector<std::uint64_t>(wordCount)};
  std::unique_ptr<Source[]> places(new Source[ofUnits.size()]);
  Source *place = places.release();
  for (unsigned unit : ofUnits) {
    const std::size_t index = indexOf(unit);
    if (index == units.size())
      continue;
    team.words[index / wordBits] |= bitOf(index);
    *place = {&source, workers[index].sources.load(std::memory_order_relaxed)};
    while (!workers[index].sources.compare_exchange_weak(place->next, place,
                                                         std::memory_order_release))
      ;
    ++place;
  }
  return team;
}

bool Workers::invite(const Team &team) noexcept {
  // The calling thread goes on where it is.
  const std::size_t here = indexOf(static_cast<unsigned>(std::max(sched_getcpu(), 0)));
  if (wake(team, /*nobodyThere=*/true, here) || start(team, /*nobodyThere=*/true, here))
    return true;
  return !isSomebodyComing(team, here) &&
         (wake(team, /*nobodyThere=*/false, here) || start(team, /*nobodyThere=*/false, here));
}

bool Workers::isSomebodyComing(const Team &team, std::size_t here) const noexcept {
  for (std::size_t word = 0; word < wordCount; ++word)
    if (choose(team, word, /*nobodyThere=*/true, here) &
        coming[word].load(std::memory_order_seq_cst))
      return true;
  return false;
}

void Workers::arrive(const Worker &worker) noexcept {
  coming[worker.index / wordBits].fetch_and(~bitOf(worker.index), std::memory_order_seq_cst);
}

bool Workers::call(const Team &team) noexcept {
  const std::size_t here = indexOf(static_cast<unsigned>(std::max(sched_getcpu(), 0)));
  for (const bool nobodyThere : {true, false})
    if (wake(team, nobodyThere, here) || start(team, nobodyThere, here))
      return true;
  for (std::size_t word = 0; word < wordCount; ++word)
    if (started[word].load(std::memory_order_acquire) & team.words[word])
      return true;
  return false;
}

/// Those of the team in one word whose PU nobody is on, or all of them.
std::uint64_t Workers::choose(const Team &team, std::size_t word, bool nobodyThere,
                              std::size_t here) const noexcept {
  std::uint64_t chosen = team.words[word];
  if (nobodyThere) {
    chosen &= ~visited[word].load(std::memory_order_relaxed);
    if (here / wordBits == word)
      chosen &= ~bitOf(here);
  }
  return chosen;
}

bool Workers::wake(const Team &team, bool nobodyThere, std::size_t here) noexcept {
  for (std::size_t word = 0; word < wordCount; ++word)
    while (const std::uint64_t candidates =
               choose(team, word, nobodyThere, here) & idle[word].load(std::memory_order_seq_cst)) {
      const std::uint64_t bit = candidates & -candidates;
      if (!(idle[word].fetch_and(~bit, std::memory_order_seq_cst) & bit))
        continue; // somebody else called it
      coming[word].fetch_or(bit, std::memory_order_seq_cst);
      Worker &worker = workers[word * wordBits + std::countr_zero(bit)];
      if (worker.call.exchange(Call::Made, std::memory_order_acq_rel) == Call::Asleep)
        futexWakeOne(worker.call);
      return true;
    }
  return false;
}

bool Workers::mayStart() const noexcept {
  const std::uint64_t time = retryAt.load(std::memory_order_relaxed);
  return !time || coarseNanoseconds() >= time;
}

/// `claimed` keeps two threads from starting one worker; it counts as started when it really is, so
/// that nobody relies on one that never comes.
bool Workers::start(const Team &team, bool nobodyThere, std::size_t here) noexcept {
  for (std::size_t word = 0; word < wordCount; ++word)
    while (const std::uint64_t candidates = choose(team, word, nobodyThere, here) &
                                            ~claimed[word].load(std::memory_order_relaxed)) {
      const std::uint64_t bit = candidates & -candidates;
      if (!mayStart())
        return false;
      if (claimed[word].fetch_or(bit, std::memory_order_relaxed) & bit)
        continue;
      coming[word].fetch_or(bit, std::memory_order_seq_cst);
      if (startThread("weft worker", serve, &workers[word * wordBits + std::countr_zero(bit)])) {
        started[word].fetch_or(bit, std::memory_order_release);
        retryAt.store(0, std::memory_order_relaxed);
        return true;
      }
      retryAt.store(coarseNanoseconds() + retryNanoseconds, std::memory_order_relaxed);
      coming[word].fetch_and(~bit, std::memory_order_relaxed);
      claimed[word].fetch_and(~bit, std::memory_order_relaxed);
      return false;
    }
  return false;
}

void Workers::bind(const Worker &worker) const noexcept {
  // The thread that started this one may be bound to less.
  if (pinned)
    AffinityMask(units[worker.index]).apply();
  else
    AffinityMask(Topology::ofProcess().boundTo()).apply();
}

void Workers::serve(void *data) noexcept {
  Worker &worker = *static_cast<Worker *>(data);
  Workers &all = *worker.all;
  all.bind(worker);
  all.arrive(worker);
  // A command that forks and comes back in the child ends there: the child has its own workers.
  for (const std::uint32_t generation = forkGeneration(); generation == forkGeneration();)
    if (!all.serveNext(worker)) {
      all.rest(worker);
      all.arrive(worker);
    }
}

/// Takes turns among the sources.
bool Workers::serveNext(Worker &worker) noexcept {
  Source *const first = worker.sources.load(std::memory_order_acquire);
  Source *const begin = worker.served && worker.served->next ? worker.served->next : first;
  Source *source = begin;
  do {
    if (source->source->work(units[worker.index])) {
      worker.served = source;
      return true;
    }
    source = source->next ? source->next : first;
  } while (source != begin);
  return false;
}

bool Workers::hasWork(const Worker &worker) const noexcept {
  for (const Source *source = worker.sources.load(std::memory_order_acquire); source;
       source = source->next)
    if (source->source->hasWork())
      return true;
  return false;
}

void Workers::rest(Worker &worker) noexcept {
  std::atomic<std::uint64_t> &word = idle[worker.index / wordBits];
  const std::uint64_t bit = bitOf(worker.index);
  worker.call.store(Call::Awaited, std::memory_order_relaxed);
  word.fetch_or(bit, std::memory_order_seq_cst);
  // Where somebody has taken the bit already, the call is on its way.
  if (hasWork(worker) && word.fetch_and(~bit, std::memory_order_seq_cst) & bit)
    return;
  for (int i = 0; i < spins; ++i) {
    if (worker.call.load(std::memory_order_acquire) == Call::Made)
      return;
    spinPause();
  }
  Call awaited = Call::Awaited;
  if (worker.call.compare_exchange_strong(awaited, Call::Asleep, std::memory_order_acq_rel))
    while (worker.call.load(std::memory_order_acquire) == Call::Asleep)
      futexWait(worker.call, Call::Asleep);
}

bool Workers::visit(unsigned unit) noexcept {
  const std::size_t index = indexOf(unit);
  return index < units.size() &&
         !(visited[index / wordBits].fetch_or(bitOf(index), std::memory_order_relaxed) &
           bitOf(index));
}

void Workers::leave(unsigned unit) noexcept {
  const std::size_t index = indexOf(unit);
  visited[index / wordBits].fetch_and(~bitOf(index), std::memory_order_relaxed);
}

bool Workers::isFree(unsigned unit) const noexcept {
  const std::size_t index = indexOf(unit), word = index / wordBits;
  if (index == units.size())
    return false;
  const std::uint64_t busy =
      visited[word].load(std::memory_order_relaxed) |
      (started[word].load(std::memory_order_relaxed) & ~idle[word].load(std::memory_order_relaxed));
  return !(busy & bitOf(index));
}

} // namespace weft::device
