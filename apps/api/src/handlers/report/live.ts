import { invalid, type LiveReport } from '@auction-tiers/contract';
import type { CountedSecond, ReportStore, ReportSubject } from '@auction-tiers/store';
import { totalCell, totalWidth } from '@auction-tiers/tally';
import { formatEarned, outcomes } from '@auction-tiers/tier-engine';
import type { Deps } from '../request/deps.ts';
import { pause } from '../../loop/repetition.ts';

/** Time between two events. */
const followMs = 1000;

/** What a client follows, and where it begins. */
interface Followed {
  readonly subject: ReportSubject;
  readonly currency: string;
  /** The id of the event after which the client begins; undefined: now. */
  readonly after: string | undefined;
}

/** Yields once a second the counts since the previous event; begins after the event `after`, or now. */
export async function* followReport(
  { liveReport, follower, clock }: Pick<Deps, 'liveReport' | 'follower' | 'clock'>,
  { subject, currency, after }: Followed,
  signal: AbortSignal,
): AsyncIterable<LiveReport> {
  if (after !== undefined && !/^\d{1,15}-\d{1,15}$/.test(after)) {
    const message = `is ${JSON.stringify(after)}, allowed: the id of an event of report.live`;
    throw invalid([{ path: 'lastEventId', message }]);
  }
  const { store } = liveReport;
  const over = AbortSignal.any([signal, follower.stopping]);
  let id = after ?? (await store.lastSecond(subject));
  while (!over.aborted) {
    await pause(followMs, over);
    if (over.aborted) return;
    const seconds = await readAfter(store, subject, id);
    id = seconds.at(-1)?.id ?? id;
    const time = new Date(clock.epochMs()).toISOString().slice(0, 19).replace('T', ' ');
    yield { time, ...sumsOf(seconds), currency, id };
  }
}

async function readAfter(store: ReportStore, subject: ReportSubject, id: string): Promise<CountedSecond[]> {
  const all: CountedSecond[] = [];
  for (let last = id; ; last = all.at(-1)!.id) {
    const seconds = await store.secondsAfter(subject, last);
    if (seconds.length === 0) return all;
    all.push(...seconds);
  }
}

function sumsOf(seconds: readonly CountedSecond[]): Omit<LiveReport, 'time' | 'currency' | 'id'> {
  const sums = Array.from({ length: totalWidth }, () => 0n);
  for (const { totals } of seconds) {
    for (const [cell, text] of totals.split(' ').slice(0, sums.length).entries()) sums[cell]! += BigInt(text);
  }
  const countOf = (cell: number) => Number(sums[cell]);
  const [auctions, sold, without_bids] = [totalCell.auctions, totalCell.sold, totalCell.withoutBids].map(countOf) as [
    number,
    number,
    number,
  ];
  const moneyOf = (cell: number) => formatEarned(sums[cell]!);
  const [gross, net, forgone] = [totalCell.gross, totalCell.net, totalCell.forgone].map(moneyOf) as [
    string,
    string,
    string,
  ];
  const counts = outcomes.map((outcome, code) => [outcome, countOf(totalCell.outcomes + code)] as const);
  return { auctions, sold, without_bids, outcomes: Object.fromEntries(counts), gross, net, forgone };
}
