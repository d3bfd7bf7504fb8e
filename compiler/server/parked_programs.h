// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parked programs of a server: files, and the sockets of their clients.
//
// A program is resumed when its client requests code, or when the server has time for unrequested
// code. One that is useless without its client is dropped with it.
#pragma once

#include "compiler/server/codegen/state/parked_program.h"
#include "device/base/files/descriptor.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace weft::compiler {

struct ParkedFile {
  Descriptor program; ///< parked_program.h
  Descriptor client;
  ParkedNote note;
};

class ParkedPrograms {
public:
  ParkedPrograms();

  /// Becomes readable when clients send something; none if the system lacks such files, and then
  /// they must be polled.
  int file() const { return events.get(); }
  bool empty() const { return programs.empty(); }

  void add(ParkedFile program);
  /// One with a pending client request; it comes before the others.
  void addRequested(ParkedFile program);
  /// Checks whether clients have requests, or are gone.
  void pollClients();
  bool isRequested() const { return !asked.empty(); }
  bool hasWork() const;
  /// The one whose client sent the earliest request.
  std::optional<ParkedFile> takeRequested();
  /// One that has work, preferably for a client.
  std::optional<ParkedFile> takeWork();
  /// Everything that the cache wants. The others are dropped.
  std::vector<ParkedFile> takeKept();

private:
  struct Entry {
    ParkedFile program;
    bool hasClient = true, isRequested = false;
  };
  using Entries = std::map<std::uint64_t, Entry>;

  bool isWatched() const { return static_cast<bool>(events); }
  void unwatch(const Entry &entry) const;
  void lookAt(Entries::iterator entry);
  ParkedFile take(Entries::iterator entry);
  void boundCache();

  Descriptor events;
  std::uint64_t added = 0;
  Entries programs; ///< oldest first
  std::deque<std::uint64_t> asked;
};

} // namespace weft::compiler
