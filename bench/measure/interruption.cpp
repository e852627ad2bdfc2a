#include "bench/measure/interruption.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>

namespace bricks {
namespace {

// piece_of: what is alike in all samples, the whole of them or a part.
template <class PieceOf>
void mark(std::vector<Sample>& samples, PieceOf piece_of) {
  std::vector<double> times;
  for (Sample& sample : samples) times.push_back(piece_of(sample).ns);
  const double usual = median(times);
  const double longest = std::max(usual * interrupted_times, usual + interrupted_ns);
  for (Sample& sample : samples) piece_of(sample).interrupted = piece_of(sample).ns > longest;
}

void mark_parts(std::vector<Sample>& samples) {
  for (std::size_t part = 0; part < samples.front().parts.size(); ++part)
    mark(samples, [&](Sample& sample) -> PartTiming& { return sample.parts[part]; });
  for (Sample& sample : samples)
    sample.interrupted = std::ranges::any_of(sample.parts, &PartTiming::interrupted);
}

}  // namespace

void mark_interrupted(Measurements& measurements) {
  measurements.for_each_series([](Series& series) {
    if (has_parts(series))
      mark_parts(series.samples);
    else if (!series.samples.empty())
      mark(series.samples, [](Sample& sample) -> Sample& { return sample; });
  });
}

}  // namespace bricks
