// The threads of one device or sub-device: a oneTBB arena whose workers are pinned to its PUs.
//
// Arenas are made at first use and leaked on purpose: oneTBB must not be torn down while the host
// process exits. A host thread that helps (execute) gets its own affinity back afterwards.
#pragma once

#include "device/topology.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace weft::device {

class Arena {
public:
  /// The arena of exactly these PUs, made if there is none yet; lives until the process ends.
  static Arena &forUnits(const ProcessingUnits &units);

  std::size_t concurrency() const;
  const ProcessingUnits &units() const;

  /// Runs `work` on one of the arena's threads some time soon; never blocks. `work` must not throw.
  void enqueue(std::function<void()> work);

  /// Calls body(first, last) over disjoint ranges that cover [0, count), on the arena's threads and
  /// the calling thread, and returns when all are done. Ranges hold at least `grain` indices,
  /// except the last. May be called from any thread, also from inside the arena. `body` must not
  /// throw.
  void parallelFor(std::size_t count, std::size_t grain,
                   const std::function<void(std::size_t, std::size_t)> &body);

private:
  struct Implementation;
  explicit Arena(const ProcessingUnits &units);
  std::unique_ptr<Implementation> implementation;
};

} // namespace weft::device
