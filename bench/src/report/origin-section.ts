import type { Result } from '../suite.ts';
import { toMarkdown } from '../table.ts';

/** Where the figures come from. */
export function originSection(results: readonly Result[]): string {
  const rows = results.map(({ suite, startedAt, durationMs, machine }) => [
    suite,
    `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    `${(machine.commit ?? 'unknown').slice(0, 12)}${machine.isModified ? ' and changes' : ''}`,
    machine.node,
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.platform}`,
    String(machine.loadAverage),
    `${Math.round(durationMs / 1000)} s`,
  ]);
  const header = ['suite', 'measured', 'commit', 'Node', 'machine', 'load before', 'took'];
  return `## Where the figures come from

${toMarkdown({ header, rows })}

Every round of every row is in \`bench/results/\`. What is measured and how, and the traps on the way, is in [bench/README.md](../bench/README.md).`;
}
