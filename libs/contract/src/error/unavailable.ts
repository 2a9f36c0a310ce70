/**
 * Thrown by what a handler depends on when it cannot answer now. Callers are told to try again, and not why: the message
 * is for the log, and may name machines.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}

/** Whether an error is one, or was caused by one. */
export function isUnavailable(thrown: unknown): boolean {
  for (let cause: unknown = thrown; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Unavailable) return true;
  }
  return false;
}
