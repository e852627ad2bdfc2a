#include "bench/commands/command.hpp"

int main(int argc, char** argv) { return bricks::run_program(argc, argv); }
