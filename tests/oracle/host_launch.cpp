// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/oracle/host_launch.h"

#include "tests/oracle/host_group.h"

#include <csignal>
#include <cstdint>
#include <cstring>
#include <ucontext.h>
#include <utility>

namespace weft::test {
namespace {

// ---- Divisions that trap

/// A division of registers (`div` or `idiv`, opcode F7): its operand and its length, which is 0 of
/// anything else.
struct TrappedDivision {
  std::uint64_t divisor = 0;
  unsigned bits = 0;
  std::size_t length = 0;
};

/// The context's register with the number that instructions have for it.
greg_t &registerOf(gregset_t &registers, unsigned number) {
  static constexpr int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                  REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                  REG_R12, REG_R13, REG_R14, REG_R15};
  return registers[order[number]];
}

template <class T> T loaded(const unsigned char *from) {
  T value{};
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// The address in memory that begins with the byte behind ModRM; moves `at` behind it.
std::uint64_t addressIn(gregset_t &registers, unsigned mode, unsigned base, unsigned prefix,
                        const unsigned char *&at) {
  std::uint64_t address = 0;
  bool hasBase = true;
  if (base == 4) {
    const unsigned index = (*at >> 3 & 7) | (prefix & 2) << 2;
    if (index != 4)
      address += static_cast<std::uint64_t>(registerOf(registers, index)) << (*at >> 6);
    base = *at++ & 7;
    hasBase = mode != 0 || base != 5;
  } else if (mode == 0 && base == 5) {
    at += 4;
    return reinterpret_cast<std::uint64_t>(at) +
           static_cast<std::uint64_t>(std::int64_t{loaded<std::int32_t>(at - 4)});
  }
  if (hasBase)
    address += static_cast<std::uint64_t>(registerOf(registers, base | (prefix & 1) << 3));
  std::int64_t offset = 0;
  if (mode == 1)
    offset = std::int64_t{loaded<std::int8_t>(at++)};
  else if (mode == 2 || !hasBase)
    offset = loaded<std::int32_t>(std::exchange(at, at + 4));
  return address + static_cast<std::uint64_t>(offset);
}

TrappedDivision divisionAt(gregset_t &registers) {
  const auto *code = reinterpret_cast<const unsigned char *>(registers[REG_RIP]);
  const unsigned char *at = code;
  unsigned prefix = 0, bits = 32;
  for (; *at == 0x66 || (*at & 0xf0) == 0x40; ++at) // operand size, REX
    if (*at == 0x66)
      bits = 16;
    else
      prefix = *at;
  if (prefix & 8)
    bits = 64;
  const unsigned operation = at[1] >> 3 & 7, mode = at[1] >> 6, base = at[1] & 7;
  if (*at != 0xf7 || operation < 6)
    return {};
  at += 2;
  const std::uint64_t whole =
      mode == 3 ? static_cast<std::uint64_t>(registerOf(registers, base | (prefix & 1) << 3))
                : [&] {
                    const std::uint64_t address = addressIn(registers, mode, base, prefix, at);
                    const auto *memory = reinterpret_cast<const unsigned char *>(address);
                    return bits == 64   ? loaded<std::uint64_t>(memory)
                           : bits == 32 ? loaded<std::uint32_t>(memory)
                                        : loaded<std::uint16_t>(memory);
                  }();
  return {whole & (~std::uint64_t{0} >> (64 - bits)), bits, static_cast<std::size_t>(at - code)};
}

// Dividend and quotient are in one register, the remainder is in another. 64 bits of the registers
// may be set: only the operand's are read.
void stepOverDivision(int signal, siginfo_t *, void *context) {
  auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  const TrappedDivision division = divisionAt(registers);
  if (division.length == 0) {
    std::signal(signal, SIG_DFL);
    return;
  }
  const bool isByZero = division.divisor == 0;
  registers[REG_RDX] = isByZero ? registers[REG_RAX] : 0;
  if (isByZero)
    registers[REG_RAX] = static_cast<greg_t>(~std::uint64_t{0} >> (64 - division.bits));
  registers[REG_RIP] += static_cast<greg_t>(division.length);
}

class DivisionsThatReturn {
public:
  DivisionsThatReturn() {
    struct sigaction action{};
    action.sa_sigaction = stepOverDivision;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGFPE, &action, &before);
  }
  ~DivisionsThatReturn() { sigaction(SIGFPE, &before, nullptr); }
  DivisionsThatReturn(const DivisionsThatReturn &) = delete;
  DivisionsThatReturn &operator=(const DivisionsThatReturn &) = delete;

private:
  struct sigaction before{};
};

// ---- Launches

class HostLaunch {
public:
  HostLaunch(const Range &range, MeasuredFunctions &functions,
             const std::function<void()> &workItem, unsigned subGroupSize)
      : range(range), functions(functions), workItem(workItem) {
    services.dimensions = range.dimensions;
    services.subGroupSize = subGroupSize;
    for (unsigned d = 0; d != 3; ++d) {
      services.globalSize[d] = range.global[d];
      services.globalOffset[d] = range.offset[d];
      services.enqueuedLocalSize[d] = range.local[d];
      services.groupCount[d] = range.groups(d);
    }
    services.barrier = [] { current->group.barrier(); };
    services.meet = [](unsigned line, unsigned column, const void *value, unsigned bytes,
                       oracle::Meeting &meeting) {
      current->group.meet(line, column, value, bytes, meeting);
    };
    services.enterScope = [](unsigned line) { current->group.enterScope(line); };
    services.nextRound = [] { current->group.nextRound(); };
    services.leaveScope = [] { current->group.leaveScope(); };
    services.measure = [](const oracle::MeasuredCall &call, void *result) {
      current->functions.evaluate(call, result);
    };
  }

  void run(const HostProgram &program) {
    const DivisionsThatReturn divisions;
    program.connect(services);
    current = this;
    for (const auto &[begin, end] : range.parts())
      for (std::uint64_t group = begin; group != end; ++group)
        runGroup(group);
    current = nullptr;
  }

private:
  void runGroup(std::uint64_t number) {
    oracle::WorkItem first{};
    for (unsigned d = 0; d != 3; ++d) {
      first.groupId[d] = number % services.groupCount[d];
      number /= services.groupCount[d];
      const std::uint64_t begin = first.groupId[d] * range.local[d];
      first.localSize[d] = std::min(range.local[d], range.global[d] - begin);
      first.globalId[d] = range.offset[d] + begin;
    }
    items.clear();
    for (std::uint64_t z = 0; z != first.localSize[2]; ++z)
      for (std::uint64_t y = 0; y != first.localSize[1]; ++y)
        for (std::uint64_t x = 0; x != first.localSize[0]; ++x)
          items.push_back(itemAt(first, {x, y, z}));
    slots.resize(items.size());
    services.slots = slots.data();
    group.run(items, workItem);
  }

  static oracle::WorkItem itemAt(oracle::WorkItem item, const std::array<std::uint64_t, 3> &place) {
    for (unsigned d = 0; d != 3; ++d) {
      item.localId[d] = place[d];
      item.globalId[d] += place[d];
    }
    return item;
  }

  /// The launch that runs: the services are plain functions.
  static inline HostLaunch *current = nullptr;

  const Range &range;
  MeasuredFunctions &functions;
  const std::function<void()> &workItem;
  oracle::Services services{};
  std::vector<oracle::WorkItem> items;
  std::vector<oracle::Slot> slots;
  HostGroup group{services};
};

} // namespace

void runOnHost(const HostProgram &program, const Range &range, MeasuredFunctions &functions,
               const std::function<void()> &workItem, unsigned subGroupSize) {
  HostLaunch(range, functions, workItem, subGroupSize).run(program);
}

} // namespace weft::test
