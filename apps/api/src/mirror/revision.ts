/** A revision as the wire shows it: partition, then number. */
export function formatRevision(partition: number, revision: number): string {
  return `${partition}-${revision}`;
}

/** The inverse of `formatRevision`. */
export function parseRevision(text: string): { partition: number; revision: number } | undefined {
  const [, partition, revision] = /^(\d{1,4})-(\d{1,15})$/.exec(text) ?? [];
  return partition === undefined ? undefined : { partition: Number(partition), revision: Number(revision) };
}
