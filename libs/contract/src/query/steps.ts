/** Runs steps to their end at once. What is long is written as steps, so that a program can do other work in between. */
export function finish<T>(steps: Iterator<unknown, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
