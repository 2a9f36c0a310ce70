import { formatEarned } from '@auction-tiers/tier-engine';
import type { Leaf, Movement, MovementKind, MovementPart } from './movement.ts';
import { type MovementNames, movementSentences, type MovementSentence } from './sentence.ts';

/** Money earned, exact, with nine decimals; low and high of 95 %. */
interface ReportedInterval {
  readonly low: string;
  readonly high: string;
}

/** One cause in a part. */
export interface MovementCause {
  /** null: all that are not listed. */
  readonly id: string | null;
  readonly name: string;
  readonly net: string;
  readonly interval: ReportedInterval | null;
}

/** What moved net, as it is reported: money earned, exact, with nine decimals. */
export interface MovementReport {
  readonly currency: string;
  readonly against: string;
  readonly from: string;
  readonly difference: string;
  /** Adds up to the difference. */
  readonly parts: readonly {
    readonly kind: MovementKind;
    readonly net: string;
    /** null: all auctions were recorded, or none tells it. */
    readonly interval: ReportedInterval | null;
    readonly of: readonly MovementCause[];
  }[];
  /** At most five. */
  readonly sentences: readonly MovementSentence[];
  /** Recorded auctions that it was told by. */
  readonly auctions: { readonly against: number; readonly from: number };
}

/** A movement as it is reported. */
export function toMovementReport(movement: Movement, names: MovementNames): MovementReport {
  const { againstMicros, fromMicros, differenceMicros, parts, auctions } = movement;
  return {
    currency: names.currency,
    against: formatEarned(againstMicros),
    from: formatEarned(fromMicros),
    difference: formatEarned(differenceMicros),
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
    sentences: movementSentences(movement, names),
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
