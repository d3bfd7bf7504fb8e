// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/oracle/fibers.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace weft::test {
namespace {
constexpr std::size_t stackBytes = 512 << 10;
} // namespace

Fibers::~Fibers() {
  for (const Fiber &fiber : fibers)
    munmap(fiber.stack, stackBytes);
}

// makecontext() passes integers only.
void Fibers::enter(unsigned high, unsigned low) {
  auto &self = *reinterpret_cast<Fibers *>(std::uintptr_t{high} << 32 | low);
  const std::size_t index = self.running;
  (*self.body)(index);
  self.fibers[index].hasEnded = true;
}

void Fibers::prepare(std::size_t index) {
  Fiber &fiber = fibers[index];
  if (!fiber.stack) {
    void *pages = mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
      throw std::bad_alloc();
    fiber.stack = static_cast<char *>(pages);
  }
  fiber.hasEnded = false;
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack;
  fiber.context.uc_stack.ss_size = stackBytes;
  fiber.context.uc_link = &caller;
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  makecontext(&fiber.context, reinterpret_cast<void (*)()>(enter), 2,
              static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
}

void Fibers::run(std::size_t count, const std::function<void(std::size_t)> &function,
                 const std::function<bool(std::size_t)> &turn, const std::function<void()> &round) {
  body = &function;
  if (fibers.size() < count)
    fibers.resize(count);
  for (std::size_t index = 0; index != count; ++index)
    prepare(index);
  for (std::size_t left = count; left != 0;) {
    round();
    for (std::size_t index = 0; index != count; ++index) {
      if (fibers[index].hasEnded || !turn(index))
        continue;
      running = index;
      swapcontext(&caller, &fibers[index].context);
      left -= fibers[index].hasEnded;
    }
  }
}

void Fibers::wait() { swapcontext(&fibers[running].context, &caller); }

} // namespace weft::test
