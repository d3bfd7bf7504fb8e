// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child of the code server: compiles kernels one after another, or links the whole program.
//
// Its first job comes with the fork, each further one in a packet with the files for its results.
// The child answers with one byte when the files are written. It ends when the server closes the
// socket, and where it cannot go on.
#pragma once

#include "compiler/backend/linking/object_linking.h"
#include "compiler/cache/shared_work.h"
#include "compiler/server/codes/code_server.h"

#include <optional>
#include <string>

namespace weft::compiler {

/// What children that nobody waits for lower their priority by, in steps of nice().
inline constexpr int stepsOfSpare = 10;

/// What a child is asked for.
struct Job {
  std::uint32_t kernel = 0; ///< a position in the interface, or wholeProgram
  Tier tier = Tier::Best;
  bool isSpare = false;  ///< nobody waits for it
  bool isIdle = false;   ///< it gets the idle time of CPUs alone
  bool isShared = false; ///< other processes look for it
};

/// What a child leaves behind besides the binary.
struct WorkResult {
  bool success = false;
  std::string log;
  std::string object; ///< of a kernel
  std::string path;   ///< of a whole program in the cache, or empty
  std::uint64_t cpuNanoseconds = 0;
};

/// Files that a child writes and its parent reads.
struct WorkFiles {
  Descriptor result; ///< a WorkResult
  Descriptor binary; ///< a sealed binary; empty without success
};

/// Nothing without memory.
std::optional<WorkFiles> makeWorkFiles();

/// Whether the code of one kernel is the whole program.
bool isWhole(const CodeOrder &order, Tier tier);

/// Makes the code of a kernel in this process, or links the whole program: the binary goes to the
/// file, and to the cache where it is whole and `mayKeep`. `shared`: where other processes look for
/// code, or null.
WorkResult compileKernel(const CodeOrder &order, const WorkFiles &files, const SharedWork *shared,
                         const Job &job);
WorkResult linkProgram(const CodeOrder &order, const WorkFiles &files,
                       std::vector<ObjectFile> objects, bool mayKeep);

/// Gives a job to a child that has nothing to do. False if it is gone.
bool sendJob(int socket, const Job &job, const WorkFiles &files);

/// Whether the child on the other side has written the files of its job.
bool receiveDone(int socket);

/// The bodies of children. End the process. `socket`: the child's end.
[[noreturn]] void compileKernels(const CodeOrder &order, const SharedWork *shared, Job job,
                                 WorkFiles files, Descriptor socket);
[[noreturn]] void linkWhole(const CodeOrder &order, const WorkFiles &files,
                            std::vector<ObjectFile> objects, bool mayKeep);

/// What a child has left; nothing if it ended before it was done.
std::optional<WorkResult> readResult(const WorkFiles &files);

} // namespace weft::compiler
