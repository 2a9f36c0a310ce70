import type { StoreFigures } from '../store/figures.ts';
import { storeTable } from '../store/store-table.ts';
import { toMarkdown } from '../table.ts';

/** The part of the report about the store. */
export function storeSection({ runs, rounds, redis }: StoreFigures): string {
  return `## Storing tiers

One tier with five buyers on ${redis}, through the store (references, unique codes, revision, indexes and change log in one step) and through a bare command of the same client on the same server. *Durable*: every write is on the disk before it is answered. A caller sends its next request when it has the answer to the one before. Medians of ${rounds} rounds; latencies are those of all rounds together. Every answer was checked.

${runs.map((run) => toMarkdown(storeTable(run))).join('\n\n')}`;
}
