import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashText } from '@auction-tiers/chance';
import type { LoggedAuction } from '../auction/logged-auction.ts';
import type { Reading } from '../auction/reading.ts';
import { meetBrokenFile, meetBrokenLine } from '../auction/reading.ts';
import { BrokenFile } from '../file/file-bytes.ts';
import type { FeedPart } from '../file/part.ts';
import type { FeedSource } from '../file/source.ts';
import { findSource } from '../file/source.ts';
import { forEachLine, readWholeLines } from '../file/whole-lines.ts';
import { toFeedAuction } from './auction.ts';
import { writeAsCsv } from './parquet.ts';
import type { PlacedRow } from './partition.ts';
import { Partition } from './partition.ts';
import { readFeedRow } from './row.ts';

/**
 * The auctions of a feed. The rows of an auction may be anywhere in any of the files, so all rows are read first and
 * sorted in temporary files; the auctions come in an order of their ids, not of time.
 */
export async function* readFeedPart(part: FeedPart, reading: Reading): AsyncIterable<LoggedAuction[]> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-feed-'));
  try {
    const partition = new Partition(folder);
    for (const fileAt of part.sources.keys()) await readRows(part, fileAt, reading, folder, partition);
    const files = part.sources.map(({ file }) => file);
    for await (const auctions of partition.auctions()) {
      const batch = auctions.map((rows) => {
        const { auction, rejectedBidCount, belowOwnFloorCount } = toFeedAuction(rows, files);
        reading.tally.rejectedBids += rejectedBidCount;
        reading.tally.belowOwnFloorBids += belowOwnFloorCount;
        countOwner(auction, reading);
        reading.tally.addFees(auction.request.bids, auction.feeSource);
        reading.tally.addAuctions(auction.kind, 1);
        return auction;
      });
      yield batch;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A feed names the seller; neither a ym-profile nor a publisher. */
function countOwner({ recorded }: LoggedAuction, { owner, seats, tally }: Reading): void {
  if (owner === undefined) return;
  tally.unnamedAuctions++;
  const named = recorded?.sellerMemberId ?? null;
  const sellerId = named === null ? null : (seats.memberOf?.(named) ?? named);
  if (!owner.isOtherSeller(sellerId)) return;
  tally.addOther({ kind: 'seller', id: sellerId }, 1);
  tally.otherSellerAuctions++;
}

/** Reads the rows of one file into the partition: those of the auctions that belong to the part. */
async function readRows(
  { sources, index, count }: FeedPart,
  fileAt: number,
  reading: Reading,
  folder: string,
  partition: Partition,
): Promise<void> {
  const source = sources[fileAt]!;
  const { file } = source;
  const rows = await toSeparatedRows(source, folder);
  // In Parquet rows have numbers, and there is no line with a header.
  const firstLine = source.form === 'parquet' ? 0 : 1;
  let line = firstLine;
  const readLine = (text: string): void => {
    if (line === firstLine || text === '') return;
    const read = readFeedRow(text, rows, reading.seats);
    // Every part reads all rows, but only the first reports broken ones.
    if (!read.ok && index === 0) {
      if (read.isPriceTooHigh) reading.tally.tooHighPrices++;
      reading.tally.addLost([{ memberId: read.memberId, seat: read.seat, bids: 1 }]);
      meetBrokenLine(reading, { file, line, problem: read.problem });
    }
    if (!read.ok || hashText(read.row.auctionId) % count !== index) return;
    reading.tally.addLine(rows.header.layout);
    if (read.hasUnknownCountry === true) reading.tally.warnings++;
    if (read.isLocalTime === true) reading.tally.addLocalTime(rows.timeZone);
    if (read.unmappedSeat !== undefined) reading.tally.addUnmapped(read.unmappedSeat);
    partition.add({ ...read.row, fileAt, line } satisfies PlacedRow);
  };
  const onBytes = rows.file === file ? reading.onBytes : () => {};
  try {
    for await (const piece of readWholeLines(rows.file, { compression: rows.compression, onBytes })) {
      forEachLine(piece, (start, end) => {
        readLine(piece.toString('utf8', start, end));
        line++;
      });
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    // Every part reads all rows, but only the first reports that they break off.
    if (index === 0) meetBrokenFile(reading, { file, line, problem: error.message }, false);
  } finally {
    if (rows.file !== file) rmSync(rows.file);
  }
}

async function toSeparatedRows(source: FeedSource, folder: string) {
  if (source.form !== 'parquet') return source;
  const written = await findSource(await writeAsCsv(source.file, folder, source.logForm), source.logForm);
  if (written.form !== 'csv') throw new TypeError(`What DuckDB wrote of ${source.file} is ${written.form}, not csv.`);
  return written;
}
