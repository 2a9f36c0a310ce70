import { fairShare, type RecordedAt } from '@auction-tiers/auction-codec';
import { UnreadableEnd, wholeFrames } from '@auction-tiers/recorded';
import type { LogSource } from './source.ts';

/** The sources of a log, and the share of all auctions that they have; undefined: it is not known. */
export interface EvenSources {
  readonly sources: readonly LogSource[];
  readonly recordedShare: number | undefined;
}

/**
 * The sources of a log, read so that recorded auctions weigh alike: where the share that was recorded has changed, a sum
 * over all of them would count the hours of the larger share too much.
 */
export async function evenSources(sources: readonly LogSource[]): Promise<EvenSources> {
  const recorded: RecordedAt[] = [];
  for (const { file, compression } of sources) {
    if (compression === 'recorded zstd') recorded.push(...(await sharesOf(file)));
  }
  const isAllRecorded = sources.every(({ compression }) => compression === 'recorded zstd');
  const share = recorded.length === 0 ? undefined : fairShare(recorded);
  const recordedShare = isAllRecorded ? share : undefined;
  if (share === undefined || new Set(recorded.map((one) => one.share)).size < 2) return { sources, recordedShare };
  const even = sources.map((source) => (source.form === 'jsonl' ? { ...source, fairShare: share } : source));
  return { sources: even, recordedShare };
}

/** How many auctions of a file were recorded at each share. */
async function sharesOf(file: string): Promise<RecordedAt[]> {
  const auctions = new Map<number, number>();
  try {
    for await (const { frames } of wholeFrames(file)) {
      for (const { share, lines } of frames) auctions.set(share, (auctions.get(share) ?? 0) + lines);
    }
  } catch (error) {
    // The reader of the whole file meets the same end, and reports it.
    if (!(error instanceof UnreadableEnd)) throw error;
  }
  return Array.from(auctions, ([share, count]) => ({ share, auctions: count }));
}
