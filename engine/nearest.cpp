#include "engine/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace bricks {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t most = 3;
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (std::string_view candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    const bool contained = !name.empty() && candidate.find(name) != std::string_view::npos;
    if (contained || 2 * distance <= candidate.size()) near.emplace_back(distance, candidate);
  }
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string_view>::first);
  near.resize(std::min(near.size(), most));
  std::string text;
  for (std::size_t i = 0; i < near.size(); ++i) {
    text += i == 0 ? ", did you mean '" : i + 1 == near.size() ? " or '" : ", '";
    text += std::string(near[i].second) + "'";
  }
  return text.empty() ? text : text + "?";
}

}  // namespace bricks
