/** Asks one question at a time; of those that come meanwhile only the last. So something that moves is followed at once. */
export interface Newest<Input> {
  ask(input: Input): void;
  /** Nothing is answered any more. */
  close(): void;
}

/** `onAnswer`: is given each answer that was asked for. An answer that fails is left out, and the next is asked. */
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
