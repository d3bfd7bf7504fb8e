// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/images/native.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace weft::bench {
namespace {

struct Colour {
  float channel[4];
};

template <class Channel> struct Texel {
  Channel channel[4];
};

Colour toColour(const Texel<std::uint8_t> &texel) {
  Colour colour;
  for (int index = 0; index != 4; ++index)
    colour.channel[index] = static_cast<float>(texel.channel[index]) * (1.0F / 255);
  return colour;
}
Colour toColour(const Texel<float> &texel) {
  return {{texel.channel[0], texel.channel[1], texel.channel[2], texel.channel[3]}};
}
void fromColour(const Colour &colour, Texel<std::uint8_t> &texel) {
  for (int index = 0; index != 4; ++index)
    texel.channel[index] =
        static_cast<std::uint8_t>(std::clamp(colour.channel[index] * 255.0F, 0.0F, 255.0F) + 0.5F);
}
void fromColour(const Colour &colour, Texel<float> &texel) {
  for (int index = 0; index != 4; ++index)
    texel.channel[index] = colour.channel[index];
}

template <class Channel> class View {
public:
  explicit View(const NativeImages &images)
      : from(static_cast<const Texel<Channel> *>(images.from)),
        to(static_cast<Texel<Channel> *>(images.to)), size(static_cast<int>(images.size)),
        lookup(images.lookup), volume(static_cast<const Texel<Channel> *>(images.volume)),
        edge(static_cast<int>(images.volumeSize)) {}

  Colour at(int x, int y) const {
    x = std::clamp(x, 0, size - 1);
    y = std::clamp(y, 0, size - 1);
    return toColour(from[static_cast<std::size_t>(y) * size + x]);
  }
  Colour between(float x, float y) const {
    x = std::clamp(x, -1.0F, static_cast<float>(size) + 1) - 0.5F;
    y = std::clamp(y, -1.0F, static_cast<float>(size) + 1) - 0.5F;
    const float left = std::floor(x), top = std::floor(y);
    const int i = static_cast<int>(left), j = static_cast<int>(top);
    const float a = x - left, b = y - top;
    const Colour corners[] = {at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)};
    Colour sum;
    for (int index = 0; index != 4; ++index)
      sum.channel[index] =
          (1 - b) * ((1 - a) * corners[0].channel[index] + a * corners[1].channel[index]) +
          b * ((1 - a) * corners[2].channel[index] + a * corners[3].channel[index]);
    return sum;
  }
  Colour between(float x, float y, float z) const {
    const auto [i, a] = placeOf(x);
    const auto [j, b] = placeOf(y);
    const auto [k, c] = placeOf(z);
    Colour sum{};
    for (int corner = 0; corner != 8; ++corner) {
      const int right = corner & 1, below = corner >> 1 & 1, behind = corner >> 2;
      const float weight = (right ? a : 1 - a) * (below ? b : 1 - b) * (behind ? c : 1 - c);
      const Colour colour = inside(i + right, j + below, k + behind);
      for (int index = 0; index != 4; ++index)
        sum.channel[index] += weight * colour.channel[index];
    }
    return sum;
  }
  const float *lookupAt(int x, int y) const {
    return lookup + 2 * (static_cast<std::size_t>(y) * size + x);
  }
  int volumeEdge() const { return edge; }
  void put(int x, int y, const Colour &colour) const {
    fromColour(colour, to[static_cast<std::size_t>(y) * size + x]);
  }
  int width() const { return size; }

private:
  struct Place {
    int first;
    float weight; ///< of the next
  };
  Place placeOf(float coordinate) const {
    const float place = std::clamp(coordinate, -1.0F, static_cast<float>(edge) + 1) - 0.5F;
    const float first = std::floor(place);
    return {static_cast<int>(first), place - first};
  }
  Colour inside(int x, int y, int z) const {
    x = std::clamp(x, 0, edge - 1);
    y = std::clamp(y, 0, edge - 1);
    z = std::clamp(z, 0, edge - 1);
    return toColour(volume[(static_cast<std::size_t>(z) * edge + y) * edge + x]);
  }

  const Texel<Channel> *from;
  Texel<Channel> *to;
  int size;
  const float *lookup;
  const Texel<Channel> *volume;
  int edge;
};

void add(Colour &sum, const Colour &colour, float weight) {
  for (int index = 0; index != 4; ++index)
    sum.channel[index] += colour.channel[index] * weight;
}

struct Copy {
  template <class Channel> Colour operator()(const View<Channel> &view, int x, int y) const {
    return view.at(x, y);
  }
};
struct Resize {
  template <class Channel> Colour operator()(const View<Channel> &view, int x, int y) const {
    return view.between((static_cast<float>(x) + 0.5F) * 0.5F,
                        (static_cast<float>(y) + 0.5F) * 0.5F);
  }
};
struct Convolve {
  template <class Channel> Colour operator()(const View<Channel> &view, int x, int y) const {
    Colour sum{};
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i)
        add(sum, view.at(x + i, y + j), 1.0F / 9);
    return sum;
  }
};
template <int stepX, int stepY> struct Gauss {
  template <class Channel> Colour operator()(const View<Channel> &view, int x, int y) const {
    constexpr float weights[] = {0.0625F, 0.25F, 0.375F, 0.25F, 0.0625F};
    Colour sum{};
    for (int i = -2; i <= 2; ++i)
      add(sum, view.at(x + i * stepX, y + i * stepY), weights[i + 2]);
    return sum;
  }
};
struct Rotate {
  template <class Channel> Colour operator()(const View<Channel> &view, int x, int y) const {
    const float middle = static_cast<float>(view.width()) * 0.5F;
    const float cx = static_cast<float>(x) + 0.5F - middle;
    const float cy = static_cast<float>(y) + 0.5F - middle;
    return view.between(0.8660254F * cx - 0.5F * cy + middle, 0.5F * cx + 0.8660254F * cy + middle);
  }
};

struct Warp {
  template <class Channel> Colour operator()(const View<Channel> &view, int x, int y) const {
    const float *from = view.lookupAt(x, y);
    return view.between(from[0], from[1]);
  }
};
struct Slice {
  template <class Channel> Colour operator()(const View<Channel> &view, int x, int y) const {
    const float scale = static_cast<float>(view.volumeEdge()) / static_cast<float>(view.width());
    const float u = (static_cast<float>(x) + 0.5F) * scale;
    const float v = (static_cast<float>(y) + 0.5F) * scale;
    return view.between(u, 0.8F * v + 0.1F * u, 0.6F * v + 0.2F * u);
  }
};

template <class Channel>
void histogram(const NativeImages &images, std::size_t first, std::size_t last) {
  const View<Channel> view(images);
  std::array<std::uint32_t, histogramBins> own{};
  for (std::size_t y = first; y != last; ++y)
    for (int x = 0; x != view.width(); ++x) {
      const Colour colour = view.at(x, static_cast<int>(y));
      const float grey =
          0.25F * colour.channel[0] + 0.5F * colour.channel[1] + 0.25F * colour.channel[2];
      ++own[static_cast<std::size_t>(std::clamp(grey * 255.0F, 0.0F, 255.0F))];
    }
  for (std::size_t bin = 0; bin != histogramBins; ++bin)
    std::atomic_ref(images.bins[bin]) += own[bin];
}

template <class Channel, class Work>
void rows(const NativeImages &images, std::size_t first, std::size_t last) {
  const View<Channel> view(images);
  for (std::size_t y = first; y != last; ++y)
    for (int x = 0; x != view.width(); ++x)
      view.put(x, static_cast<int>(y), Work()(view, x, static_cast<int>(y)));
}

template <class Work> constexpr NativeWork work(const char *name) {
  return {name, &rows<std::uint8_t, Work>, &rows<float, Work>};
}

} // namespace

const NativeWork nativeWorks[9] = {work<Copy>("copy"),
                                   work<Resize>("resize"),
                                   work<Convolve>("convolve"),
                                   work<Gauss<1, 0>>("gauss_rows"),
                                   work<Gauss<0, 1>>("gauss_columns"),
                                   work<Rotate>("rotation"),
                                   work<Warp>("warp"),
                                   work<Slice>("slice"),
                                   {"histogram", &histogram<std::uint8_t>, &histogram<float>}};

} // namespace weft::bench
