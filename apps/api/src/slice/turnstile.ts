/**
 * Lets so many callers go on per turn of the event loop, in the order in which they came. What hundreds of connections wait
 * for at once, such as a change or an answer of Redis, would otherwise let all of them go on before any other request.
 */
export class Turnstile {
  readonly #mostPerTurn: number;
  #waiting: (() => void)[] = [];
  /** How many may still go on in this turn. */
  #left: number;
  #isOpening = false;

  constructor(mostPerTurn: number) {
    this.#mostPerTurn = mostPerTurn;
    this.#left = mostPerTurn;
  }

  /** Resolves when it is the caller's turn. */
  pass(): Promise<void> {
    if (!this.#isOpening) {
      this.#isOpening = true;
      setImmediate(() => this.#openAgain());
    }
    if (this.#left > 0) {
      this.#left--;
      return Promise.resolve();
    }
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #openAgain(): void {
    const passing = this.#waiting.splice(0, this.#mostPerTurn);
    this.#left = this.#mostPerTurn - passing.length;
    for (const goOn of passing) goOn();
    this.#isOpening = passing.length > 0;
    if (this.#isOpening) setImmediate(() => this.#openAgain());
  }
}
