/** Asks one question at a time, and next the latest one that came meanwhile: answers follow a moving input at once. */
export interface Newest<Input> {
  ask(input: Input): void;
  /** Nothing is answered any more. */
  close(): void;
}

/** `onAnswer` receives each answer. A question that fails gives no answer, and the next one is asked. */
export function createNewest<Input, Answer>(
  ask: (input: Input) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): Newest<Input> {
  let isAsking = false;
  let isClosed = false;
  let waiting: { readonly input: Input } | null = null;

  async function askNext(): Promise<void> {
    isAsking = true;
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      const answer = await ask(next.input).then(
        (given) => ({ given }),
        () => null,
      );
      if (answer !== null && !isClosed) onAnswer(answer.given);
    }
    isAsking = false;
  }

  return {
    ask(input) {
      waiting = { input };
      if (!isAsking) void askNext();
    },
    close() {
      isClosed = true;
      waiting = null;
    },
  };
}
