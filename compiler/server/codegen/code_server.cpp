// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_server.h"

#include "compiler/server/codegen/code_children.h"
#include "compiler/server/codegen/code_client.h"
#include "compiler/server/codegen/code_connections.h"
#include "compiler/server/codegen/code_outcomes.h"
#include "compiler/server/codegen/code_parking.h"
#include "compiler/server/codegen/code_schedule.h"
#include "compiler/server/codegen/code_slots.h"
#include "compiler/server/codegen/starving_children.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/codegen/state/shared_code.h"
#include "compiler/server/processes/build_limits.h"
#include "compiler/server/processes/child_signal.h"

#include <chrono>
#include <cstddef>
#include <poll.h>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace weft::compiler {
namespace {

using namespace std::chrono_literals;
using State = CodeState;

/// How often the server retries if the system has no process or memory for a child.
constexpr std::chrono::milliseconds retryInterval = 10ms;
/// How often the server polls for the work of other processes.
constexpr std::chrono::milliseconds lookInterval = 10ms;

/// The parts, each of which uses only those above it, and the loop around them.
class CodeServer {
public:
  CodeServer(CodeSockets sockets, const CodeOrder &order, CodeProgress given,
             const WatchedTime &watched)
      : connections{CodeChannel(std::move(sockets.client)), CompileSlots(std::move(sockets.slots)),
                    std::move(sockets.parked)},
        progress(std::move(given)), table(progress.table), shared(order, progress),
        client(connections.client, order, table, shared),
        outcomes(order, table, shared, client, children), starving(children, client, outcomes),
        slots(connections.slots, order, table, client, children),
        schedule(order, table, shared, connections, children, client, outcomes, starving, slots),
        parking(order, progress, isKeptFor(order), connections, children, client, outcomes) {
    if (order.makesBest)
      table.wantAll();
    watched.mayOutliveHost(isKeptFor(order));
  }

  void run() {
    while (!isFinished()) {
      outcomes.pollOthers();
      const bool mustStopLater = !slots.stopAndContinue();
      const bool isRefused = !schedule.startChildren();
      const bool triesAgain = isRefused || client.isEarly() || mustStopLater;
      // Others may have generated the rest, and then nothing more arrives.
      if (isFinished())
        return;
      children.endIdle();
      slots.ask(parking.mayPark());
      if (!waitAndServe(timeout(triesAgain)))
        return;
      children.killHung();
      starving.replace();
    }
  }

private:
  /// Whether the cache wants the program when the client is gone.
  bool isKeptFor(const CodeOrder &order) const { return shared.work() && order.cacheSeconds != 0; }

  /// Nothing is left to generate or send, or nobody wants it.
  bool isFinished() const {
    if (table.isConcluded())
      return !client.isBehind();
    return !client && !shared.work();
  }

  int timeout(bool triesAgain) const {
    if (triesAgain)
      return static_cast<int>(retryInterval.count());
    if (shared.isAwaitingOthers())
      return static_cast<int>(lookInterval.count());
    if (starving.any())
      return static_cast<int>(starvingInterval.count());
    return children.running().empty() ? -1 : static_cast<int>(BuildWatch::interval.count());
  }

  /// Waits for the client, the server or a child, and serves them. False if the process is to end.
  bool waitAndServe(int milliseconds) {
    CodeChannel &channel = connections.client;
    const short events = static_cast<short>(channel.isBehind() ? POLLIN | POLLOUT : POLLIN);
    std::vector<pollfd> files{{channel.file(), events, 0}, {connections.slots.file(), POLLIN, 0}};
    const std::size_t firstChild = files.size();
    const std::vector<pid_t> working = children.addFiles(files);
    if (!children.wait(files, milliseconds))
      return false;
    if (files[0].revents)
      serveClient();
    if (files[1].revents)
      connections.slots.receive();
    // Without the server nobody bounds this process's children.
    if (connections.slots.file() < 0 || parking.leaves())
      return false;
    for (std::size_t index = 0; index != working.size(); ++index)
      if (files[firstChild + index].revents)
        if (auto done = children.finish(working[index]))
          outcomes.settle(*done, 0);
    return ChildSignal::reap([this](pid_t child, int status) {
      if (auto done = children.conclude(child))
        outcomes.settle(*done, status);
    });
  }

  void serveClient() {
    CodeChannel &channel = connections.client;
    const bool wasThere = static_cast<bool>(channel);
    channel.serve([this](const CodeRequest &request) { return take(request); });
    // Nobody waits for what goes into the cache.
    if (wasThere && !channel)
      children.yieldAll();
  }

  bool take(const CodeRequest &request) {
    if (request.kernel == intermediateProgram) {
      client.tellIntermediate();
      return true;
    }
    if ((request.kernel != wholeProgram && request.kernel >= table.kernelCount()) ||
        request.tier > Tier::Best)
      return false;
    if (request.kernel == wholeProgram)
      table.wantAll();
    Code &code = table.of(request.kernel, request.tier);
    CodeTable::want(code);
    const bool wasNotified = code.isRequested || code.state == State::Failed;
    code.isRequested = true;
    client.noteRequest();
    starving.makeWay();
    if (!wasNotified && code.state == State::Done)
      client.tell(request.kernel, request.tier);
    return true;
  }

  CodeConnections connections;
  CodeProgress progress;
  CodeTable &table;
  SharedCode shared;
  CodeChildren children;
  CodeClient client;
  CodeOutcomes outcomes;
  StarvingChildren starving;
  CodeSlots slots;
  CodeSchedule schedule;
  CodeParking parking;
};

} // namespace

void serveCode(CodeSockets sockets, const CodeOrder &order, CodeProgress progress,
               const WatchedTime &watched) {
  openManyFiles(); // each kernel's code has one or two
  CodeServer(std::move(sockets), order, std::move(progress), watched).run();
}

} // namespace weft::compiler
