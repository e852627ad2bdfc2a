// check_zoo [--small] [NAME...]: models of the zoo (all of them where none is named) on the engine, layerwise
// and fused, against the scalar reference; exit status 1 where one is off.
#include "bench/zoo/zoo.hpp"
#include "engine/error.hpp"
#include "engine/run/parallel.hpp"
#include "tests/reference/model_check.hpp"

#include <chrono>
#include <iostream>
#include <map>
#include <string_view>
#include <vector>

namespace {

using namespace bricks;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool check(const zoo::Entry& entry, bool small) {
  const auto start = std::chrono::steady_clock::now();
  const Graph graph = zoo::build(entry, small ? entry.small : zoo::Size{});
  const test::ModelCheck result = test::check_model(graph, parallel::physical_cores());
  const std::string complaint = test::complaint(result);
  std::cout << entry.file << ": " << test::figures(result) << "; " << seconds_since(start) << " s; "
            << (complaint.empty() ? "ok" : "WRONG: " + complaint) << std::endl;
  return complaint.empty();
}

int run(const std::vector<std::string_view>& arguments) {
  bool small = false, good = true;
  std::vector<const zoo::Entry*> chosen;
  for (std::string_view argument : arguments)
    if (argument == "--small")
      small = true;
    else
      chosen.push_back(&zoo::find(argument));
  if (chosen.empty())
    for (const zoo::Entry& entry : zoo::entries()) chosen.push_back(&entry);
  // Models that one function writes are the same.
  std::map<void (*)(zoo::Net&), std::string_view> checked;
  for (const zoo::Entry* entry : chosen) {
    const auto [earlier, is_new] = checked.emplace(entry->write, entry->file);
    if (is_new)
      good &= check(*entry, small);
    else
      std::cout << entry->file << ": the same as " << earlier->second << std::endl;
  }
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Error& error) {
    std::cerr << "check_zoo: " << error.what() << "\n";
    return 2;
  }
}
