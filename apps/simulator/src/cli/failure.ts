/** What a command ends with: 0 done, 1 done but something was found, 2 wrong usage. */
export const exitCode = { done: 0, found: 1, wrongUsage: 2 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Ends a command with one or two plain sentences for the person who started it. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(code: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Failure';
    this.exitCode = code;
  }
}

/** The person asked for something that cannot be done, such as reading a file that is not there. */
export function wrongUsage(message: string, cause?: unknown): Failure {
  return new Failure(exitCode.wrongUsage, message, cause);
}

/** The sentence inside an error of Node's; what is thrown need not be an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
