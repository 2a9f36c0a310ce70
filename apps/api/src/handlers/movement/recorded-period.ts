import { zstdDecompressSync } from 'node:zlib';
import { AuctionReader, type Decided, readRecordedLine, toRequest } from '@auction-tiers/auction-codec';
import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import { type MovedAuction, type Movement, PeriodSample, tellApart } from '@auction-tiers/movement';
import { type AuctionRequest, netMicros, type TierSetSource } from '@auction-tiers/tier-engine';

/** Most auctions of a period that are analysed: some seconds of work in a thread. */
const mostAuctions = 10_000;
const hourMs = 3_600_000;
const [lineFeed, comma] = [10, 44];

/** Recorded auctions of a period, packed, and how many were decided. */
export interface RecordedPeriod {
  readonly startMs: number;
  /** By the hour in which they were recorded. */
  readonly pieces: readonly { readonly hourMs: number; readonly content: Uint8Array }[];
  /** Auctions that were decided, by the same hours. */
  readonly decided: ReadonlyMap<number, number>;
}

/** Two periods, and the rules that were live. Plain data, for a thread. */
export interface RecordedPeriods {
  readonly against: RecordedPeriod;
  readonly from: RecordedPeriod;
  readonly rules: readonly TierSetSource[];
  /** The revision number from which each of the rules was live. */
  readonly since: readonly number[];
  readonly known: { readonly againstMicros: bigint; readonly fromMicros: bigint };
}

interface Recorded {
  readonly request: AuctionRequest;
  readonly decided: Decided;
  readonly hourMs: number;
}

/** Splits the difference of net between two recorded periods by its causes. */
export function tellRecorded({ against, from, rules, since, known }: RecordedPeriods): Movement {
  return tellApart({
    against: toMoved(against, since),
    from: toMoved(from, since),
    rules,
    apartMs: from.startMs - against.startMs,
    known,
  });
}

/** Weights each sampled auction by the decided auctions of its hour per sampled auction of that hour. */
function toMoved(
  { startMs, pieces, decided: decidedByHour }: RecordedPeriod,
  since: readonly number[],
): MovedAuction[] {
  const sample = new PeriodSample<Recorded>(mostAuctions);
  for (const piece of pieces) readAuctions(piece, (auction) => sample.add(auction));
  const used = new Map<number, number>();
  for (const { hourMs: hour } of sample.auctions) used.set(hour, (used.get(hour) ?? 0) + 1);
  // Hours without a recorded auction are assumed to be like the others.
  const covered = [...decidedByHour].reduce((sum, [hour, count]) => sum + (used.has(hour) ? count : 0), 0);
  const spread = covered === 0 ? 1 : [...decidedByHour.values()].reduce((sum, count) => sum + count, 0) / covered;
  return sample.auctions.map(({ request, decided, hourMs: hour }) => {
    const count = decidedByHour.get(hour) ?? 0;
    const weight = count === 0 ? sample.factor / (decided.share ?? 1) : (spread * count) / used.get(hour)!;
    const winner = request.bids.find(({ id }) => id === decided.winner);
    const takenMicros = winner === undefined ? 0 : netMicros(decided.clearingMicros, winner.feePpm ?? request.feePpm);
    const offsetMs = hour - startMs + (request.timeMs % hourMs);
    const isTrial = decided.experiment?.arm === 'T';
    return { request, weight, offsetMs, rules: rulesOf(decided.revision, since), takenMicros, isTrial };
  });
}

/** `3-120-...`: the 120th revision of its partition. */
function rulesOf(revision: string, since: readonly number[]): number {
  const number = Number(/^\d+-(\d+)/.exec(revision)?.[1] ?? 0);
  return Math.max(
    0,
    since.findLastIndex((first) => first <= number),
  );
}

const auctions = new AuctionReader();

function readAuctions(
  { hourMs: hour, content }: RecordedPeriod['pieces'][number],
  take: (auction: Recorded) => void,
): void {
  const bytes = zstdDecompressSync(content);
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed < 0 ? bytes.length : feed;
    const line = readRecordedLine(bytes, start, end);
    const request = line && readRequest(bytes, line.start, end, line.decided);
    if (line !== undefined && request !== undefined) take({ request, decided: line.decided, hourMs: hour });
    start = end + 1;
  }
}

/** Undefined for a body that this version does not take. */
function readRequest(bytes: Buffer, start: number, end: number, decided: Decided): AuctionRequest | undefined {
  const { feePpm, timeMs, seed } = decided;
  const defaults = { feePpm, timeMs, seed };
  const plain = auctions.readLogged(bytes, start, end);
  if (plain !== undefined) return toRequest(plain, { ...defaults, seed: () => seed });
  if (bytes[start] === comma) return undefined;
  const parsed = AuctionBody.safeParse(JSON.parse(bytes.toString('utf8', start, end)));
  return parsed.success ? toAuctionRequest(parsed.data, defaults) : undefined;
}
