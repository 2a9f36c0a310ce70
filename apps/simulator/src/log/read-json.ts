import { AuctionReader, toRequest } from '@auction-tiers/auction-codec';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { BrokenFile } from './file-bytes.ts';
import { readJsonLine, withMembers } from './json-line.ts';
import type { LineDefaults } from './line-default.ts';
import type { LoggedAuction, LogKind } from './logged-auction.ts';
import type { JsonPart } from './part.ts';
import type { Reading } from './reading.ts';
import { meetBrokenLine } from './reading.ts';
import { forEachLine, readWholeLines } from './whole-lines.ts';

/** The moment of auctions that name none: a replay must give the same report tomorrow. */
export const defaultTimeMs = Date.UTC(2026, 0, 1, 12);

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The auctions of some lines, a batch for each piece of the file. */
export async function* readJsonPart(
  part: JsonPart,
  reading: Reading,
): AsyncGenerator<LoggedAuction[], void, undefined> {
  const { source, startByte } = part;
  const lines = new JsonLines(part, reading);
  const { compression } = source;
  try {
    for await (const piece of readWholeLines(source.file, { compression, startByte, onBytes: reading.onBytes })) {
      const batch = lines.read(piece);
      if (batch.length > 0) yield batch;
      if (lines.areDone) return;
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    meetBrokenLine(reading, { file: source.file, line: lines.nextLine, problem: error.message });
  }
}

class JsonLines {
  nextLine: number;
  readonly #lastLine: number;
  readonly #reading: Reading;
  readonly #file: string;
  readonly #auctions = new AuctionReader();
  readonly #defaults: LineDefaults;
  #batch: LoggedAuction[] = [];

  constructor({ source, fileNumber, firstLine, lineCount = Infinity }: JsonPart, reading: Reading) {
    this.nextLine = firstLine;
    this.#lastLine = firstLine + lineCount - 1;
    this.#reading = reading;
    this.#file = source.file;
    const seed = () => `${fileNumber}/${this.nextLine}`;
    this.#defaults = { feePpm: reading.feePpm, timeMs: defaultTimeMs, seed };
  }

  get areDone(): boolean {
    return this.nextLine > this.#lastLine;
  }

  read(piece: Buffer): LoggedAuction[] {
    this.#batch = [];
    forEachLine(piece, (start, end) => {
      if (this.areDone) return;
      const isMarked = this.nextLine === 1 && piece.subarray(start, start + 3).equals(byteOrderMark);
      this.#readLine(piece, isMarked ? start + 3 : start, end);
      this.nextLine++;
    });
    return this.#batch;
  }

  #readLine(piece: Buffer, start: number, end: number): void {
    const { tally, seats } = this.#reading;
    const sent = this.#auctions.readLogged(piece, start, end);
    if (sent !== undefined) {
      tally.addLine('own');
      this.#add('own', withMembers(toRequest(sent, this.#defaults), seats), undefined);
      return;
    }
    const text = piece.toString('utf8', start, end);
    if (text.trim() === '') return;
    const line = readJsonLine(text, seats, this.#defaults);
    if (!line.ok) {
      meetBrokenLine(this.#reading, { file: this.#file, line: this.nextLine, problem: line.problem });
      return;
    }
    tally.addLine(line.kind);
    if (line.kind === 'openrtb') {
      tally.invalidBids += line.invalidBidCount;
      tally.warnings += line.warningCount;
      for (const seat of line.unmappedSeats) tally.addUnmapped(seat);
    }
    const { requests } = line;
    for (const [at, one] of requests.entries()) this.#add(line.kind, one, requests.length > 1 ? at + 1 : undefined);
  }

  #add(kind: LogKind, request: AuctionRequest, impression: number | undefined): void {
    this.#reading.tally.addAuctions(kind, 1);
    this.#batch.push({ request, kind, file: this.#file, line: this.nextLine, impression, recorded: undefined });
  }
}
