import { epochMsOf } from '@auction-tiers/contract';
import { coverOf, type FrameTotal, type HourCover, hourMs, type Segment, startOfHour } from '@auction-tiers/recorded';
import { type ExactSums, totalCell } from '@auction-tiers/tally';
import type { ReportSubject } from '@auction-tiers/store';
import { cutsOf } from '../../report/cut.ts';
import { readReport } from '../report/read-report.ts';
import type { Deps } from '../request/deps.ts';

type CoverDeps = Pick<Deps, 'liveReport' | 'clock'>;

/**
 * What is recorded of the UTC hours that a time touches: the segments' totals, held against the auctions that the report
 * has counted. Hours older than the report keeps are held to be whole.
 */
export async function readCover(
  { liveReport, clock }: CoverDeps,
  subject: ReportSubject,
  segments: Iterable<Segment & FrameTotal>,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<ReadonlyMap<number, HourCover>> {
  const slots = liveReport.stored.hours({ cuts: cutsOf(undefined) }, startOfHour(fromMs), toMs);
  const { rows } = await readReport(liveReport.stored, subject, slots, new Set(['hour']));
  const decided = new Map<number, number>();
  for (const { label, counts } of rows) {
    const hour = startOfHour(epochMsOf(label) ?? 0);
    decided.set(hour, (decided.get(hour) ?? 0) + auctionsOf(counts.totals));
  }
  return coverOf(segments, decided, clock.epochMs());
}

/** How many auctions were decided, whatever they count as. */
const auctionsOf = (totals: ExactSums): number =>
  totals.number(totalCell.auctions) - totals.number(totalCell.multiplied);

/** Whether every UTC hour that a time touches is recorded whole; an hour without auctions is. */
export function isCovered(cover: ReadonlyMap<number, HourCover>, startMs: number, endMs: number): boolean {
  for (let hour = startOfHour(startMs); hour < endMs; hour += hourMs) {
    if (cover.get(hour)?.isWhole === false) return false;
  }
  return true;
}
