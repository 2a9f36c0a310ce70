import type { Result } from '../suite/suite.ts';
import { toMarkdown } from '../suite/table.ts';

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

/** What is known to be left. Written by hand: the only part of the report that no figure stands behind. */
export function outlookSection(): string {
  return `## What would make it faster still

Where the time is known to go; none of this has been tried.

- **Chance.** In four auctions of five some bid is drawn for, and then the seed is hashed: about a fifth of what selecting costs. The draws are pinned, so that every stored auction can be answered again; a cheaper hash would have to be a second one, chosen by the seed.
- **Guesses.** Which tier takes a bid cannot be foretold, and a processor that guesses wrongly loses some twenty steps: about a quarter of what selecting costs.
- **Answers without objects.** \`POST /auction\` makes an object a bid and sorts for the ranks, where the decision stands in buffers already.
- **One tier over HTTP.** It asks Redis twice, one after the other: for the rate limit, then whether the key and the snapshot are new enough. One question for all three would save a trip.
- **Places instead of ids.** A selection has to find the buyer's tiers by its id. Whoever parses the bids could look a buyer up once and hand over its place in the tier set, for as long as that set is in use.
- **Columns instead of objects.** Two typed arrays (buyer, price) would save following a reference for each bid, which is most of what even the limit does.
- **Unique priorities.** Tiers of equal priority that name the same buyer cost a second look and a draw. A tier set without them never pays for it.
- **More cores.** Auctions share nothing, so processes add up; what two cores of one machine are worth is under *Replaying a log*.
- **One question less a create.** It asks whether its key has changed before it writes. The write could judge that itself, if it may then say so before it says what is wrong with the body.
- **A faster disk.** A durable write waits for the disk. Those that arrive together share one sync already.`;
}
