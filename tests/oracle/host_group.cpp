// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/oracle/host_group.h"

#include <algorithm>
#include <cstring>

namespace weft::test {

void HostGroup::run(const std::vector<oracle::WorkItem> &items,
                    const std::function<void()> &workItem) {
  members.assign(items.size(), {});
  fibers.run(
      items.size(),
      [&](std::size_t index) {
        workItem();
        members[index].state = State::HasEnded;
      },
      [&](std::size_t index) {
        running = index;
        services.item = &items[index];
        return members[index].state == State::Runs;
      },
      [this] { letGoOn(); });
}

void HostGroup::waitIn(State state) {
  Member &member = members[running];
  member.state = state;
  fibers.wait();
}

// Values stay where those who meet find them: the others go on before all have read.
void HostGroup::meet(unsigned line, unsigned column, const void *value, unsigned bytes,
                     oracle::Meeting &meeting) {
  Member &member = members[running];
  const std::size_t lane = running % services.subGroupSize;
  std::memcpy(&member.meeting.slots[lane], value, bytes);
  member.place.insert(member.place.end(), {line, column});
  waitIn(State::InSubGroup);
  member.place.resize(member.place.size() - 2);
  meeting = member.meeting;
}

void HostGroup::enterScope(unsigned line) {
  std::vector<unsigned> &place = members[running].place;
  place.insert(place.end(), {line, 0});
}

// All have had their turns: everybody waits, or has ended.
void HostGroup::letGoOn() {
  bool someoneMet = false;
  const std::size_t size = services.subGroupSize;
  for (std::size_t first = 0; first < members.size(); first += size)
    someoneMet |= endMeeting(first, std::min(first + size, members.size()));
  if (!someoneMet)
    for (Member &member : members)
      if (member.state == State::AtBarrier)
        member.state = State::Runs;
}

/// Of the sub-group with these members; false if none of them is in one.
bool HostGroup::endMeeting(std::size_t first, std::size_t end) {
  const Member *earliest = nullptr;
  for (std::size_t index = first; index != end; ++index)
    if (members[index].state == State::InSubGroup &&
        (!earliest || members[index].place < earliest->place))
      earliest = &members[index];
  if (!earliest)
    return false;
  const std::vector<unsigned> place = earliest->place;
  oracle::Meeting meeting{};
  const auto isThere = [&](const Member &member) {
    return member.state == State::InSubGroup && member.place == place;
  };
  for (std::size_t index = first; index != end; ++index)
    if (isThere(members[index])) {
      meeting.active |= 1UL << (index - first);
      meeting.slots[index - first] = members[index].meeting.slots[index - first];
    }
  for (std::size_t index = first; index != end; ++index)
    if (isThere(members[index])) {
      members[index].meeting = meeting;
      members[index].state = State::Runs;
    }
  return true;
}

} // namespace weft::test
