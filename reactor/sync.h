#pragma once

// Waiting between tasks of one shard. Resumption goes through the ready queue, never inside the caller's stack.
// @core owner, all of it.
#include "reactor/budget.h"
#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"
