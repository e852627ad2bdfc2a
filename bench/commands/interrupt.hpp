// SIGINT and SIGTERM end a measuring session at its next block; a second one ends the program at once.
#pragma once

namespace bricks {

void watch_interrupts();
// Since watch_interrupts().
bool was_interrupted();

}  // namespace bricks
