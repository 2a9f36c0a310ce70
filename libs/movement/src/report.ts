import { formatEarned } from '@auction-tiers/tier-engine';
import type { Leaf, Movement, MovementKind, MovementPart } from './movement.ts';
import { type Compared, type ReportedHours, toReportedHours } from './hours-left-out.ts';
import { type MovementNames, movementSentences, type MovementSentence } from './sentence.ts';

/** Money earned, exact, with nine decimals; the ends of a 95 % interval. */
interface ReportedInterval {
  readonly low: string;
  readonly high: string;
}

/** One cause in a part. */
export interface MovementCause {
  /** null: all causes that are not listed. */
  readonly id: string | null;
  readonly name: string;
  readonly net: string;
  readonly interval: ReportedInterval | null;
}

/** The causes of a change in net, for a report: money earned, exact, with nine decimals. */
export interface MovementReport extends ReportedHours {
  readonly currency: string;
  /** Of the hours compared: without those that were left out. */
  readonly against: string;
  readonly from: string;
  readonly difference: string;
  /** Adds up to the difference. */
  readonly parts: readonly {
    readonly kind: MovementKind;
    readonly net: string;
    /** null: all auctions were recorded, or no auction shows it. */
    readonly interval: ReportedInterval | null;
    readonly of: readonly MovementCause[];
  }[];
  /** At most five. */
  readonly sentences: readonly MovementSentence[];
  /** The number of recorded auctions used. */
  readonly auctions: { readonly against: number; readonly from: number };
}

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

const toInterval = (interval: MovementPart['interval']): ReportedInterval | null =>
  interval === null ? null : { low: formatEarned(interval.lowMicros), high: formatEarned(interval.highMicros) };

function nameOf({ kind, by }: MovementPart, { id }: Leaf, names: MovementNames): string {
  if (id === null) return 'others';
  if (kind === 'mix') return names.value(by ?? 'country', id);
  if (kind !== 'rules') return id === '?' ? 'unknown buyers' : names.buyer(id);
  if (id === 'flights') return 'flights that began or ended';
  if (id === 'earlier') return 'earlier changes';
  return id === 'experiment' ? 'experiment' : names.change(id);
}
