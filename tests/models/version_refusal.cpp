// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models device/launch/version_trials.cpp, what the activity board says: one thread shows the state
// of a trial while another learns that there is no other version, and refuses trials.
//
// Holds: in the end the board shows nothing, or lanes.
//
// Weakened 1: the refusing thread loads what is shown relaxed: neither thread sees the other.
// Weakened 2: the showing thread loads the refusal relaxed: likewise.
// Weakened 3: it does so before it shows the state alone: likewise, on any machine.
// Weakened 4: the board is written with release alone: a state may come there after the refusal.
#include "model.h"

enum { none, open, lanes };

static std::atomic<int> isRefused, shown, board;

static void note(int state) {
  board.store(state, WEAKENED == 4 ? std::memory_order_release : std::memory_order_seq_cst);
}

static void show(int state) {
  if (shown.exchange(state, std::memory_order_seq_cst) != state)
    note(state);
  if (state != lanes && WEAKENED != 3 && isRefused.load(ORDER(2, std::memory_order_seq_cst)))
    note(lanes);
}

static void refusing(void *) {
  isRefused.store(1, std::memory_order_seq_cst);
  if (shown.load(ORDER(1, std::memory_order_seq_cst)) != none)
    show(lanes);
}

static void showing(void *) {
  if (!isRefused.load(std::memory_order_relaxed))
    show(open);
}

int user_main(int, char **) {
  thrd_t first, second;
  atomic_init(&isRefused, 0);
  atomic_init(&shown, none);
  atomic_init(&board, none);
  thrd_create(&first, refusing, nullptr);
  thrd_create(&second, showing, nullptr);
  thrd_join(first);
  thrd_join(second);
  assert(board.load(std::memory_order_relaxed) != open);
  return 0;
}
