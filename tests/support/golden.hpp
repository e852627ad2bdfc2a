// Small tables of expected values: rows of cells between semicolons, comments behind '#'.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace bricks::test {

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

// Every row of tests/golden/<name>, the header included where there is one.
inline std::vector<std::vector<std::string>> golden_rows(const std::string& name) {
  std::ifstream file(std::string(BRICKS_GOLDEN) + "/" + name);
  if (!file) throw std::runtime_error("cannot read tests/golden/" + name);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') rows.push_back(split(line, ';'));
  return rows;
}

// The rows behind the header, by its names.
inline std::vector<std::map<std::string, std::string>> golden_table(const std::string& name) {
  std::vector<std::map<std::string, std::string>> table;
  const auto rows = golden_rows(name);
  for (std::size_t row = 1; row < rows.size(); ++row) {
    table.emplace_back();
    for (std::size_t i = 0; i < rows[0].size(); ++i)
      table.back()[rows[0][i]] = i < rows[row].size() ? rows[row][i] : "";
  }
  return table;
}

// "Conv:3 Pooling:1".
inline std::map<std::string, std::size_t> golden_counts(const std::string& text) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& entry : split(text, ' ')) {
    const auto parts = split(entry, ':');
    counts[parts.at(0)] = std::stoul(parts.at(1));
  }
  return counts;
}

}  // namespace bricks::test
