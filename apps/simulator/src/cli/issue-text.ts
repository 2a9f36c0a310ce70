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
