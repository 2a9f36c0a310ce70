import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashText } from '@auction-tiers/chance';
import { toInventoryId } from '@auction-tiers/tier-engine/name';
import { forEachLine, readWholeLines } from '../file/whole-lines.ts';
import { rowFormatOf } from '../format/formats.ts';
import type { LaidOutRow } from './row.ts';

/** Each level splits rows by the next bits of the hash of their auction. */
const bitsOfLevel = 6;
const partCount = 1 << bitsOfLevel;
const deepestLevel = 4;

/** Characters of a part that are kept in memory before they are written. */
const longestPending = 32_768;

/** A part up to this size is grouped in memory; a larger one is split again. */
const defaultPartBytes = 1_048_576;

/**
 * Rows in temporary files, such that all rows of an auction are in the same file, in whatever order they come. Memory
 * does not grow with the number of rows.
 */
export class Partition {
  readonly #folder: string;
  readonly #largestPartBytes: number;
  readonly #level: number;
  readonly #pending: string[] = Array.from({ length: partCount }, () => '');

  /** Writes into a new folder inside `parent`, which the caller deletes. */
  constructor(parent: string, largestPartBytes = defaultPartBytes, level = 0) {
    this.#folder = mkdtempSync(join(parent, 'part-'));
    this.#largestPartBytes = largestPartBytes;
    this.#level = level;
  }

  add(row: PlacedRow): void {
    this.#addPacked(hashText(row.auctionId), packRow(row));
  }

  /** Some whole auctions at a time, each as its rows, in the order of their hashes: the same for any order of rows. */
  async *auctions(): AsyncIterable<PlacedRow[][]> {
    for (let part = 0; part < partCount; part++) this.#write(part);
    for (let part = 0; part < partCount; part++) {
      const file = this.#fileOf(part);
      if (!existsSync(file)) continue;
      const isLarge = statSync(file).size > this.#largestPartBytes && this.#level < deepestLevel;
      const auctions = isLarge ? (await this.#split(file)).auctions() : [readAuctions(file)];
      rmSync(file);
      yield* auctions;
    }
  }

  async #split(file: string): Promise<Partition> {
    const finer = new Partition(this.#folder, this.#largestPartBytes, this.#level + 1);
    for await (const piece of readWholeLines(file, { compression: 'none' })) {
      forEachLine(piece, (start, end) => {
        const text = piece.toString('utf8', start, end);
        finer.#addPacked(hashText(text.slice(0, text.indexOf('\t'))), text);
      });
    }
    return finer;
  }

  #addPacked(hash: number, text: string): void {
    const part = (hash >>> (32 - bitsOfLevel * (this.#level + 1))) & (partCount - 1);
    this.#pending[part] += `${text}\n`;
    if (this.#pending[part]!.length > longestPending) this.#write(part);
  }

  #write(part: number): void {
    if (this.#pending[part] === '') return;
    appendFileSync(this.#fileOf(part), this.#pending[part]!);
    this.#pending[part] = '';
  }

  #fileOf(part: number): string {
    return join(this.#folder, `${part}.rows`);
  }
}

function readAuctions(file: string): PlacedRow[][] {
  const rowsOfId = Map.groupBy(readFileSync(file, 'utf8').trimEnd().split('\n').map(unpackRow), (row) => row.auctionId);
  const hashed = Array.from(rowsOfId, ([auctionId, rows]) => ({ auctionId, hash: hashText(auctionId), rows }));
  return hashed
    .toSorted((left, right) => left.hash - right.hash || (left.auctionId < right.auctionId ? -1 : 1))
    .map(({ rows }) => rows);
}

/** A validated row, with the place it was read from. */
export interface PlacedRow extends LaidOutRow {
  /** Which of the feed's files, from 0. */
  readonly fileAt: number;
  readonly line: number;
}

const separator = '\t';
const none = '';

/** A row as a line of a temporary file. */
export function packRow({ auctionId, bid, fileAt, line, ...row }: PlacedRow): string {
  return [
    auctionId,
    row.timeMs,
    row.layout,
    row.country ?? none,
    row.placementId ?? none,
    row.sellerMemberId ?? none,
    fileAt,
    line,
    bid.memberId ?? none,
    bid.netMicros,
    bid.rawNetMicros ?? none,
    bid.hardFloorMicros,
    bid.rejectReason ?? none,
    bid.isRejected ? 1 : 0,
    bid.tierId ?? none,
    bid.dealId ?? none,
    bid.isWinning ? 1 : 0,
  ].join(separator);
}

export function unpackRow(text: string): PlacedRow {
  const [auctionId, time, layout, country, placement, seller, fileAt, line, ...bid] = text.split(separator);
  const [member, net, rawNet, floor, reason, isRejected, tier, deal, winning] = bid;
  return {
    auctionId: auctionId!,
    timeMs: Number(time),
    layout: rowFormatOf(layout!).kind,
    country: country === none ? null : country!,
    placementId: placement === none ? null : toInventoryId(placement!),
    sellerMemberId: numberOf(seller!),
    fileAt: Number(fileAt),
    line: Number(line),
    bid: {
      memberId: numberOf(member!),
      netMicros: Number(net),
      rawNetMicros: numberOf(rawNet!),
      hardFloorMicros: Number(floor),
      rejectReason: reason === none ? null : reason!,
      isRejected: isRejected === '1',
      tierId: numberOf(tier!),
      dealId: deal === none ? null : deal!,
      isWinning: winning === '1',
    },
  };
}

function numberOf(text: string): number | null {
  return text === none ? null : Number(text);
}
