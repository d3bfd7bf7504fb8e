// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private arrays whose indices are constants in every round of their loops: a sorting network, a
// table of places, a window that moves, and sums of a block.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
constant int places[8] = {0, 4, 2, 6, 1, 5, 3, 7};

int sorted(global const int *in, uint place) {
  int v[8];
  for (int i = 0; i < 8; ++i)
    v[places[i]] = in[i];
  for (int k = 2; k <= 8; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < 8; ++i) {
        int other = i ^ j;
        if (other > i && (v[i] > v[other]) == ((i & k) == 0)) {
          int t = v[i];
          v[i] = v[other];
          v[other] = t;
        }
      }
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum = sum * 7 + v[i];
  return sum + v[3] * (int)place;
}

int moving(global const int *in, uint rounds) {
  int window[5] = {0};
  int sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    for (int i = 4; i > 0; --i)
      window[i] = window[i - 1];
    window[0] = in[round];
    if (window[0] > window[4])
      continue;
    for (int i = 0; i < 5; ++i)
      sum += window[i] * (i + 1);
  }
  return sum;
}

float block(global const float *reals) {
  float2 sums[3][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      sums[i][j] = (float2)(i, j);
  for (int step = 0; step < 4; ++step)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= (i > 0); ++j)
        sums[i][j] += (float2)(reals[step], reals[step + 1]) * (float)(i * 2 + j);
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += sums[i][0].x + sums[i][1].y;
  return sum;
}

kernel void private_array_sort(global int *out, global const int *in, global const float *reals,
                               global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  out[i] = sorted(in + i, n) + moving(in + i, (uint)(in[i] & 7));
  realsOut[i] = block(reals + i);
}
