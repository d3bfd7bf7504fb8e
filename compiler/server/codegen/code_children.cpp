// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_children.h"

#include "compiler/server/processes/build_limits.h"

#include <algorithm>
#include <csignal>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace weft::compiler {

CodeChildren::CodeChildren() : self(::getpid()) {}

bool CodeChildren::handOver(CodeWork &work) {
  const Job &job = work.job;
  const auto found = std::ranges::find_if(idle, [&](const auto &item) {
    const Job &last = item.second.last;
    return last.tier == job.tier && (job.isSpare || !last.isSpare) && (job.isIdle || !last.isIdle);
  });
  if (found == idle.end() || !sendJob(found->second.socket.get(), job, work.files))
    return false;
  const pid_t child = found->first;
  work.isFirst = false;
  work.computed = cpuTime(child);
  work.watch.begin();
  work.socket = std::move(found->second.socket);
  working.emplace(child, std::move(work));
  idle.erase(found);
  return true;
}

pid_t CodeChildren::fork(CodeWork &work, Descriptor &own) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return -1;
  work.socket = Descriptor(ends[0]);
  own = Descriptor(ends[1]);
  const pid_t child = ::fork();
  if (child > 0) {
    working.emplace(child, std::move(work));
    return child;
  }
  if (child < 0)
    return child;
  if (!endWithParent(self))
    ::_exit(1);
  work.watch.begin();
  ended.forget();
  working.clear();
  idle.clear();
  work.socket.reset();
  return child;
}

std::vector<pid_t> CodeChildren::addFiles(std::vector<pollfd> &files) const {
  std::vector<pid_t> children;
  for (const auto &[child, work] : working) {
    files.push_back({work.socket.get(), POLLIN, 0});
    children.push_back(child);
  }
  return children;
}

void CodeChildren::suspend(pid_t child) {
  working.at(child).isStopped = true;
  ::kill(child, SIGSTOP);
}

void CodeChildren::resume(pid_t child) {
  CodeWork &work = working.at(child);
  work.isStopped = false;
  work.since = BuildWatch::Clock::now();
  work.computed = cpuTime(child);
  work.watch.rest(work.computed);
  ::kill(child, SIGCONT);
}

void CodeChildren::killHung() {
  for (auto &[child, work] : working)
    if (!work.isStopped)
      work.watch.look(child);
}

void CodeChildren::yieldAll() {
  for (auto &[child, work] : working)
    if (!std::exchange(work.job.isSpare, true))
      ::setpriority(PRIO_PROCESS, static_cast<id_t>(child),
                    ::getpriority(PRIO_PROCESS, 0) + stepsOfSpare);
}

std::vector<Job> CodeChildren::killIf(const std::function<bool(pid_t, CodeWork &)> &isChosen) {
  std::vector<Job> lost;
  for (auto item = working.begin(); item != working.end();) {
    auto &[child, work] = *item;
    if (!isChosen(child, work)) {
      ++item;
      continue;
    }
    ::kill(child, SIGKILL);
    lost.push_back(work.job);
    item = working.erase(item);
  }
  return lost;
}

void CodeChildren::killAll() const {
  for (const auto &[child, work] : working)
    ::kill(child, SIGKILL);
}

std::optional<CodeWork> CodeChildren::finish(pid_t child) {
  const auto found = working.find(child);
  if (found == working.end() || !receiveDone(found->second.socket.get()))
    return std::nullopt;
  CodeWork done = std::move(found->second);
  working.erase(found);
  if (std::exchange(done.isStopped, false))
    ::kill(child, SIGCONT);
  idle.emplace(child, IdleChild{done.job, std::move(done.socket)});
  return done;
}

std::optional<CodeWork> CodeChildren::conclude(pid_t child) {
  const auto found = working.find(child);
  if (found == working.end())
    return std::nullopt;
  std::optional done(std::move(found->second));
  working.erase(found);
  return done;
}

} // namespace weft::compiler
