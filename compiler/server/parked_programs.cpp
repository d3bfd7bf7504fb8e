// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/parked_programs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <utility>

namespace weft::compiler {
namespace {

/// At most this many programs are kept for the cache alone. The next run compiles the others.
constexpr std::ptrdiff_t mostForCache = 256;

} // namespace

ParkedPrograms::ParkedPrograms() : events(::epoll_create1(EPOLL_CLOEXEC)) {}

void ParkedPrograms::add(ParkedFile program) {
  Entry &entry = programs.emplace(++added, Entry{std::move(program)}).first->second;
  epoll_event event{.events = EPOLLIN, .data = {.u64 = added}};
  if (isWatched() &&
      ::epoll_ctl(events.get(), EPOLL_CTL_ADD, entry.program.client.get(), &event) != 0)
    events.reset();
}

void ParkedPrograms::addRequested(ParkedFile program) {
  programs.emplace(++added, Entry{.program = std::move(program), .isRequested = true});
  asked.push_front(added);
}

void ParkedPrograms::unwatch(const Entry &entry) const {
  epoll_event ignored{};
  if (isWatched())
    ::epoll_ctl(events.get(), EPOLL_CTL_DEL, entry.program.client.get(), &ignored);
}

void ParkedPrograms::pollClients() {
  std::array<epoll_event, 64> found;
  if (isWatched()) {
    const int count = ::epoll_wait(events.get(), found.data(), found.size(), 0);
    for (int index = 0; index < count; ++index)
      if (const auto entry = programs.find(found[static_cast<std::size_t>(index)].data.u64);
          entry != programs.end())
        lookAt(entry);
    if (count >= 0 || errno == EINTR)
      return;
    events.reset();
  }
  for (auto entry = programs.begin(); entry != programs.end();)
    lookAt(entry++);
}

void ParkedPrograms::lookAt(Entries::iterator entry) {
  auto &[number, program] = *entry;
  if (!program.hasClient || program.isRequested)
    return;
  char byte;
  const ssize_t size =
      ::recv(program.program.client.get(), &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  unwatch(program);
  if (size > 0) {
    program.isRequested = true;
    asked.push_back(number);
    return;
  }
  program.hasClient = false;
  if (!program.program.note.isKept)
    programs.erase(entry);
  else
    boundCache();
}

void ParkedPrograms::boundCache() {
  const auto isForCache = [](const auto &item) { return !item.second.hasClient; };
  if (std::ranges::count_if(programs, isForCache) > mostForCache)
    programs.erase(std::ranges::find_if(programs, isForCache));
}

bool ParkedPrograms::hasWork() const {
  return std::ranges::any_of(programs, [](const auto &item) {
    return item.second.program.note.hasWork && !item.second.isRequested;
  });
}

ParkedFile ParkedPrograms::take(Entries::iterator entry) {
  if (entry->second.hasClient && !entry->second.isRequested)
    unwatch(entry->second);
  ParkedFile result = std::move(entry->second.program);
  programs.erase(entry);
  return result;
}

std::optional<ParkedFile> ParkedPrograms::takeRequested() {
  if (asked.empty())
    return std::nullopt;
  const auto entry = programs.find(asked.front());
  asked.pop_front();
  return take(entry);
}

std::optional<ParkedFile> ParkedPrograms::takeWork() {
  for (const bool hasClient : {true, false})
    for (auto entry = programs.begin(); entry != programs.end(); ++entry)
      if (entry->second.program.note.hasWork && !entry->second.isRequested &&
          entry->second.hasClient == hasClient)
        return take(entry);
  return std::nullopt;
}

std::vector<ParkedFile> ParkedPrograms::takeKept() {
  std::vector<ParkedFile> kept;
  for (auto &[number, entry] : programs)
    if (entry.program.note.isKept)
      kept.push_back(std::move(entry.program));
  programs.clear();
  asked.clear();
  return kept;
}

} // namespace weft::compiler
