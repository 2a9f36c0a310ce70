import { AuctionReader, toRequest } from '@auction-tiers/auction-codec';
import { type TierSetFile, toTierSetSource, usualBreakdowns } from '@auction-tiers/contract';
import type { ReportPart } from '@auction-tiers/store';
import { startOfHour } from '@auction-tiers/recorded';
import { totalCell } from '@auction-tiers/tally';
import { compile, decideAuction, Decision, type TierSet, toFeePpm } from '@auction-tiers/tier-engine';
import { AuctionLines } from '../recorder/auction-line.ts';
import { LineBuffer } from '../recorder/line-buffer.ts';
import { SegmentWriter } from '../recorder/segment-writer.ts';
import { cutsOf } from '../report/cut.ts';
import { type PieceCounts, ReportCounter } from '../report/report-counter.ts';
import { takePart } from '../report/report-flusher.ts';
import { auctionsPerRecorded, drawDays, drawEarlierDays, type TimedAuction } from './demo-market.ts';

/** The tiers of a revision, which are live from a time on. */
export interface TierPeriod {
  readonly fromMs: number;
  /** The revision as answers and recorded auctions name it. */
  readonly revision: string;
  readonly file: TierSetFile;
}

/** The auctions to record, and the tiers that decide them. */
export interface DemoOrder {
  /** The folder that gets `logs/<member>/<ym-profile>`. */
  readonly folder: string;
  readonly memberId: number;
  readonly ymProfileId: number;
  readonly timezone: string;
  /** Per cent. */
  readonly fee: number;
  /** The moment of the last auctions: the first start, within an hour. */
  readonly untilMs: number;
  /** The beginning of the first recorded hour. */
  readonly recordedFromMs: number;
  /** The beginning of the first hour that is counted; those before `recordedFromMs` are not recorded. */
  readonly countedFromMs: number;
  /** By time; the first one begins before the days. */
  readonly periods: readonly TierPeriod[];
}

/** The writer name in the demo's files, where other files have that of a process. */
const writerName = 'de300000';
/** The lines of an hour take about a quarter of these bytes. */
const bufferBytes = 4 * 1024 * 1024;
const share = 1 / auctionsPerRecorded;

/**
 * Decides the auctions of the demo's days, each by the tiers of its time, and writes them as recorded auctions. Returns
 * the report's counts of them and of the days before, by hour. Blocks its thread meanwhile. Throws on a failed write.
 */
export function recordDemo(order: DemoOrder): ReportPart[] {
  const { memberId, ymProfileId, timezone, countedFromMs, recordedFromMs, untilMs } = order;
  const cuts = cutsOf({ timezone, report_changes: null });
  const quantityMicros = auctionsPerRecorded * 1e6;
  let nowMs = 0;
  const counter = new ReportCounter(
    () => ({ memberId, cuts, breakdowns: usualBreakdowns }),
    () => nowMs,
  );
  const hours = new HourFiles(order.folder);
  const lines = new AuctionLines();
  const reader = new AuctionReader();
  const decision = new Decision();
  const encoder = new TextEncoder();
  const periods = order.periods.map(({ fromMs, revision, file }) => ({ fromMs, revision, tierSet: toTierSet(file) }));
  const feePpm = toFeePpm(order.fee);
  let index = 0;
  const decide = ({ timeMs, auction }: TimedAuction): void => {
    nowMs = timeMs;
    while (index + 1 < periods.length && periods[index + 1]!.fromMs <= timeMs) index++;
    const { tierSet, revision } = periods[index]!;
    const bytes = encoder.encode(JSON.stringify({ ...auction, ym_profile_id: ymProfileId }));
    const parsed = reader.read(bytes, 0, bytes.length);
    if (parsed === undefined) throw new TypeError(`The demo's auction ${auction.seed} is no auction body`);
    const request = toRequest(parsed, { feePpm, timeMs, seed: () => auction.seed });
    decideAuction(tierSet, request, decision);
    // It stands for all those that were not recorded.
    counter.count(tierSet, { ...request, quantityMicros }, decision);
    if (timeMs < recordedFromMs) return;
    const body = { bytes, start: 0, end: bytes.length };
    const line = lines.toLine({ tierSet, request, revision, memberId, unit: undefined, body, share }, decision);
    hours.add({ memberId, ymProfileId, timeMs, share }, line);
  };
  for (const one of drawEarlierDays(countedFromMs, recordedFromMs)) decide(one);
  for (const one of drawDays(recordedFromMs, untilMs)) decide(one);
  hours.end();
  const pieces = counter.changed();
  // These auctions were as many as are counted, none of them one that counts several times.
  for (const { counts } of pieces) counts.totals.cells[totalCell.multiplied] = 0;
  return pieces.map(partOf);
}

const partOf = (piece: PieceCounts): ReportPart => ({ ...takePart(piece, markOf(piece.startMs)), totals: '' });

/** The lines of an hour become one frame. */
class HourFiles {
  readonly #writer: SegmentWriter;
  readonly #memory = new ArrayBuffer(bufferBytes);
  #buffer = new LineBuffer(this.#memory);
  #startMs = 0;

  constructor(folder: string) {
    this.#writer = new SegmentWriter(folder, undefined, writerName);
  }

  add(owner: Parameters<LineBuffer['add']>[0], line: Uint8Array): void {
    const startMs = startOfHour(owner.timeMs);
    if (startMs !== this.#startMs) this.end();
    this.#startMs = startMs;
    if (!this.#buffer.add(owner, line)) throw new RangeError(`An hour of the demo has more than ${bufferBytes} bytes`);
  }

  end(): void {
    const { problem } = this.#writer.write(this.#memory, this.#buffer.byteCount);
    if (problem !== null) throw new Error(`the demo's auctions cannot be written: ${problem}`);
    this.#buffer = new LineBuffer(this.#memory);
  }
}

function toTierSet(file: TierSetFile): TierSet {
  const compiled = compile(toTierSetSource(file));
  if (compiled.ok) return compiled.tierSet;
  throw new TypeError(`The demo's tiers cannot be compiled: ${JSON.stringify(compiled.issues)}`);
}

/** The mark that tells the demo's record of an hour from every other record. */
function markOf(startMs: number): Uint8Array {
  const mark = Buffer.alloc(8);
  mark.writeUInt32LE(Number.parseInt(writerName, 16), 0);
  mark.writeUInt32LE(Math.floor(startMs / 60_000), 4);
  return mark;
}
