/** The first issue and how many more there are, in one sentence's worth of words. */
export function describeIssues([first, ...others]: readonly {
  readonly path: string;
  readonly message: string;
}[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first!.path} ${first!.message}${more}`;
}
