// What the asynchronous copies move, beside plain C that moves the same on as many threads in the
// same run.
//
//   async [rounds [megabytes]]     5 rounds and 512 MB by default; a figure is the best round
//
// OCL_ICD_VENDORS must name the vendors folder of a Weft build. Columns of movements: GB/s of the
// bytes that go through local memory for Weft and for C, and Weft's multiple of C. Rounds of both
// alternate.
#include "tests/bench/async/session.h"

#include <algorithm>
#include <cstdlib>

int main(int count, char **arguments) {
  using namespace weft::bench;
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 5;
  const int megabytes = count > 2 ? std::atoi(arguments[2]) : 512;
  const Session session(std::max(rounds, 1), megabyte * std::max(megabytes, 64));
  benchMovements(session);
  benchPipelines(session);
}
