import type { MovementReport } from '@auction-tiers/contract';
import { formatEarned } from '@auction-tiers/tier-engine';
import type { Leaf, Movement, MovementPart } from './movement.ts';
import { type Compared, toReportedHours } from './hours-left-out.ts';
import { type MovementNames, movementSentences } from './sentence.ts';

const allHours: Compared = { leftOut: [], hours: 0, report: null };

/** Converts a movement to its report. `compared`: which hours it is of; default: all. */
export function toMovementReport(
  movement: Movement,
  names: MovementNames,
  compared: Compared = allHours,
): MovementReport {
  const { againstMicros, fromMicros, differenceMicros, parts, auctions } = movement;
  return {
    currency: names.currency,
    against: formatEarned(againstMicros),
    from: formatEarned(fromMicros),
    difference: formatEarned(differenceMicros),
    ...toReportedHours(compared),
    parts: parts.map((part) => ({
      kind: part.kind,
      net: formatEarned(part.netMicros),
      interval: toInterval(part.interval),
      of: part.of.map((leaf) => ({
        id: leaf.id,
        name: nameOf(part, leaf, names),
        net: formatEarned(leaf.netMicros),
        interval: toInterval(leaf.interval),
      })),
    })),
    sentences: movementSentences(movement, names, compared),
    auctions,
  };
}

const toInterval = (interval: MovementPart['interval']): MovementReport['parts'][number]['interval'] =>
  interval === null ? null : { low: formatEarned(interval.lowMicros), high: formatEarned(interval.highMicros) };

function nameOf({ kind, by }: MovementPart, { id }: Leaf, names: MovementNames): string {
  if (id === null) return 'others';
  if (kind === 'mix') return names.value(by ?? 'country', id);
  if (kind !== 'rules') return id === '?' ? 'unknown buyers' : names.buyer(id);
  if (id === 'flights') return 'flights that began or ended';
  if (id === 'earlier') return 'earlier changes';
  return id === 'experiment' ? 'experiment' : names.change(id);
}
