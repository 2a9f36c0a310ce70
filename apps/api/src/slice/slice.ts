/** How long one piece of long work may hold the event loop. */
const sliceMs = 2;

/** Long works that wait for their turn, the oldest first. */
const waiting: (() => void)[] = [];

/**
 * Resolves when it is this work's turn: one long work goes on per turn of the event loop, in the order in which they
 * asked, and requests that have arrived are answered in between.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Runs steps to their end, for some milliseconds at a time. A step should take less than a millisecond. */
export async function inSlices<T>(steps: Iterator<unknown, T, undefined>): Promise<T> {
  if (waiting.length > 0) await nextTurn();
  for (;;) {
    const endMs = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < endMs);
    await nextTurn();
  }
}

/** Runs steps to their end at once: for work that is known to be short. */
export function atOnce<T>(steps: Iterator<unknown, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
