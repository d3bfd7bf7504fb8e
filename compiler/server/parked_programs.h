// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parked programs of a server: files, and the sockets of their clients.
//
// A program is taken up again when its client asks for code, or when the server finds the time for
// what nobody has asked for. One that is of no use without its client goes with it.
#pragma once

#include "compiler/server/codes/parked_program.h"
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

  /// Becomes readable when clients have something to say; none where the system has no such files,
  /// and then they are to be looked at now and then.
  int file() const { return events.get(); }
  bool empty() const { return programs.empty(); }

  void add(ParkedFile program);
  /// One whose client is known to ask; it comes before the others.
  void addAsked(ParkedFile program);
  /// Looks whether clients ask, or are gone.
  void lookAtClients();
  bool isAsked() const { return !asked.empty(); }
  bool hasWork() const;
  /// The one whose client has asked first.
  std::optional<ParkedFile> takeAsked();
  /// One that has work, rather for a client than for the cache alone.
  std::optional<ParkedFile> takeWork();
  /// All that the cache wants. The others are gone.
  std::vector<ParkedFile> takeKept();

private:
  struct Entry {
    ParkedFile program;
    bool hasClient = true, isAsked = false;
  };
  using Entries = std::map<std::uint64_t, Entry>;

  bool isWatched() const { return static_cast<bool>(events); }
  void unwatch(const Entry &entry) const;
  void lookAt(Entries::iterator entry);
  ParkedFile take(Entries::iterator entry);
  void boundCache();

  Descriptor events;
  std::uint64_t added = 0;
  Entries programs; ///< by age
  std::deque<std::uint64_t> asked;
};

} // namespace weft::compiler
