kernel void shrink(global float *pairs, global const float *in, float limit) {
  size_t i = get_global_id(0);
  float x = in[i];
  while (x > limit)
    x *= 0.5f;
  pairs[2 * i] = x;
}
