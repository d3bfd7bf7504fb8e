// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_parking.h"

#include "compiler/interface/messages/packet.h"
#include "compiler/server/codegen/state/parked_program.h"
#include "device/base/bytes.h"
#include "device/base/files/memory_file.h"

#include <cstdint>
#include <sys/socket.h>

namespace weft::compiler {

bool CodeParking::mayPark() const {
  return canPark && !client.isBehind() && !client.isWaiting() && !progress.table.isConcluded();
}

bool CodeParking::leaves() {
  const Parking request = connections.slots.parking();
  if (request == Parking::Now) {
    static_cast<void>(park());
    return true;
  }
  if (request == Parking::No || !mayPark())
    return false;
  client.reportRecords();
  canPark = !client.isBehind() && park();
  return canPark;
}

bool CodeParking::park() {
  outcomes.wantAgain(children.killIf([](pid_t, const CodeWork &) { return true; }));
  children.endIdle();
  const CodeTable &table = progress.table;
  const auto isWanted = [&](std::uint32_t kernel) {
    return table.of(kernel, Tier::First).state == CodeState::Wanted ||
           table.of(kernel, Tier::Best).state == CodeState::Wanted;
  };
  ParkedNote note{.isKept = isKept};
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
    note.hasWork |= isWanted(kernel);
  note.hasWork |= table.whole().state == CodeState::Wanted;
  const Descriptor file = makeMemoryFile("weft-parked", encode(order, progress));
  const int descriptors[] = {file.get()};
  return file && sendPacket(connections.parked.get(), bytesOf(note), descriptors, MSG_DONTWAIT) ==
                     Passage::Done;
}

} // namespace weft::compiler
