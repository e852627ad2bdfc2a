// One turn: every brick once.
#pragma once

#include "bench/measure/team_timing.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace bricks {

class Turn {
 public:
  virtual ~Turn() = default;
  virtual std::size_t size() const = 0;
  // Runs every brick once in the order given (indices); timings stand in that order.
  virtual std::vector<Timing> run(std::span<const std::size_t> order) = 0;
};

// Bricks of our own engine, all in one open team.
class TeamTurn final : public Turn {
 public:
  // watch: as for run_in_team.
  TeamTurn(Clock& clock, int threads, std::vector<TeamRunnable*> bricks, TeamRunnable* watch = nullptr)
      : clock_(clock), threads_(threads), bricks_(std::move(bricks)), watch_(watch) {}
  std::size_t size() const override { return bricks_.size(); }
  std::vector<Timing> run(std::span<const std::size_t> order) override;

 private:
  Clock& clock_;
  int threads_;
  std::vector<TeamRunnable*> bricks_;
  TeamRunnable* watch_;
};

// Bricks of an engine that times itself.
class SubjectTurn final : public Turn {
 public:
  explicit SubjectTurn(std::vector<Subject*> bricks) : bricks_(std::move(bricks)) {}
  std::size_t size() const override { return bricks_.size(); }
  std::vector<Timing> run(std::span<const std::size_t> order) override;

 private:
  std::vector<Subject*> bricks_;
};

}  // namespace bricks
