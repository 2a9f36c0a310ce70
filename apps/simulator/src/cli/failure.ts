/** How a command ends: 0 done, 1 done with findings, 2 wrong usage. */
export const exitCode = { done: 0, found: 1, wrongUsage: 2 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Ends a command with a message of one or two sentences, without a stack. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(code: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Failure';
    this.exitCode = code;
  }
}

/** A failure for arguments that cannot be used, such as a file that does not exist. */
export function wrongUsage(message: string, cause?: unknown): Failure {
  return new Failure(exitCode.wrongUsage, message, cause);
}

/** The message of whatever was thrown, which need not be an `Error`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const mostListed = 20;

interface Described {
  readonly path: string;
  readonly message: string;
}

/** The end of a sentence, without its full stop: the first issue, and how many more there are. */
export function describeIssues([first, ...others]: readonly Described[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first!.path} ${withoutStop(first!.message)}${more}`;
}

const withoutStop = (message: string) => message.replace(/\.$/, '');

/** The end of a sentence: the only issue, or a line for each of the first issues. */
export function listIssues(issues: readonly Described[]): string {
  if (issues.length === 1) return describeIssues(issues);
  const lines = issues.slice(0, mostListed).map(({ path, message }) => `${path} ${withoutStop(message)}`);
  const more = issues.length > mostListed ? [`and ${issues.length - mostListed} more`] : [];
  return [`${issues.length} problems`, ...lines, ...more].join('\n  ');
}
