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

const mostListed = 20;

interface Described {
  readonly path: string;
  readonly message: string;
}

/** The first issue and how many more there are, in one sentence's worth of words. */
export function describeIssues([first, ...others]: readonly Described[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first!.path} ${first!.message}${more}`;
}

/** As the end of a sentence: the one issue, or a line for each. */
export function listIssues(issues: readonly Described[]): string {
  if (issues.length === 1) return describeIssues(issues).replace(/\.$/, '');
  const lines = issues.slice(0, mostListed).map(({ path, message }) => `${path} ${message.replace(/\.$/, '')}`);
  const more = issues.length > mostListed ? [`and ${issues.length - mostListed} more`] : [];
  return [`${issues.length} problems`, ...lines, ...more].join('\n  ');
}
