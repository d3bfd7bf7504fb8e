// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers get the address of a private array, as in Fourier transforms; its elements are exchanged
// through local memory, by other numbers than they have in the array.
// launches: 1000/64 64/64 37/37 129/7 64/1
void take(int2 *values, global const int *in, int distance) {
  for (int i = 0; i < 4; i++)
    values[i] = (int2)(in[i * distance], in[i * distance + 1]);
}
void combine(int2 *one, int2 *other) {
  int2 sum = *one + *other;
  *other = *one - *other;
  *one = sum;
}
void transform(int2 *values) {
  combine(&values[0], &values[2]);
  combine(&values[1], &values[3]);
  values[3] = (int2)(values[3].y, -values[3].x);
  combine(values, values + 1);
  combine(&values[2], &values[3]);
}
void put(const int2 *values, local int *place, int distance, bool isFirst) {
  int reversed[] = {0, 2, 1, 3};
  for (int i = 0; i < 4; i++)
    place[i * distance] = isFirst ? values[reversed[i]].x : values[reversed[i]].y;
}
void get(int2 *values, const local int *place, int distance, bool isFirst) {
  for (int i = 0; i < 4; i++)
    if (isFirst)
      values[i].x = place[i * distance];
    else
      values[i].y = place[i * distance];
}
kernel void arrays_in_helpers(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  local int tile[4 * 64];
  int2 values[4];
  int l = get_local_id(0), size = get_local_size(0);
  take(values, in + get_global_id(0), 64);
  transform(values);
  for (int part = 0; part < 2; ++part) {
    put(values, tile + l, size, part == 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    get(values, tile + (size - 1 - l), size, part == 0);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  transform(values);
  out[get_global_id(0)] = values[0].x + 3 * values[1].y - 5 * values[2].x + 7 * values[3].y;
}
