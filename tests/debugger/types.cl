// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  float4 position;
  int ids[3];
  uchar2 flags;
} particle;

enum colour { red, green, blue };

global int counter = 7;
constant int primes[4] = {2, 3, 5, 7};

particle moved(particle p, float step) {
  p.position.x += step;
  return p;
}

kernel void types(global int *out, float step, int2 corner) {
  int gid = get_global_id(0);
  particle p = {(float4)(gid, 1, 2, 3), {1, 2, 3}, (uchar2)(4, 5)};
  particle q = moved(p, step);
  uint8 wide = (uint8)(0, 1, 2, 3, 4, 5, 6, 7);
  double exact = 0.5;
  half rough = 1.5h;
  bool is_odd = gid & 1;
  enum colour c = blue;
  long matrix[2][2] = {{1, 2}, {3, 4}};
  private int *place = &out == 0 ? 0 : p.ids + 1;
  out[gid] = (int)q.position.x + corner.y + primes[3] + counter + *place;
  out[gid] += is_odd + c + (int)wide.s7 + (int)exact + (int)rough + (int)matrix[1][1];
}
