import type { Result } from '../suite/suite.ts';
import { toMarkdown } from '../suite/table.ts';

/** The machine, commit and versions of each suite's figures. */
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

Every round of every row is in \`bench/results/\`. [bench/README.md](../bench/README.md) says what is measured and how.`;
}

/** Known ways to make it faster. Written by hand: the only part of the report without measured figures. */
export function outlookSection(): string {
  return `## What would make it faster still

Known costs; none of these changes has been tried.

- **Draws.** In four auctions of five there is a draw among equal priorities, which hashes the seed: about a fifth of the cost of selecting. The draws must stay the same, so that a stored auction can be decided again; a cheaper hash would be a second one, chosen by the seed.
- **Branch prediction.** The processor cannot predict which tier takes a bid, and loses some twenty cycles per wrong prediction: about a quarter of the cost of selecting.
- **One tier over HTTP.** Counting a request against the rate limit takes a script of Redis on a connection of its own, and as much processor time as the rest of a read. One pipeline for it and for what the read asks would save most of that.
- **Positions instead of ids.** Selecting looks up the buyer's tiers by the buyer's id. The parser of the bids could look a buyer up once and pass its position in the tier set, while that set is in use.
- **Columns instead of objects.** Two typed arrays (buyer, price) would save a memory reference per bid, which is most of the work of *limit*.
- **Unique priorities.** Tiers of equal priority with the same buyer cost a second look-up and a draw. A tier set without them does not have this cost.
- **More cores.** Auctions share no state, so more processes decide more auctions; *Replaying a log* has the figures for two cores of one machine.
- **One round trip less per update.** An update first asks whether its API key has changed, and reads the object. The write could check the key itself, as a create does ([decision 51](decisions/0051-what-travels-together-and-what-takes-turns.md)).
- **A faster disk.** A durable write waits for the disk. Writes that arrive together already share one sync.`;
}
