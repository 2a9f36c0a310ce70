import { type Decided, isUsed } from '@auction-tiers/auction-codec';
import { type NamedOwner, type OwnAuction, UsualLineReader } from '@auction-tiers/recorded/usual-line';
import type { LoggedAuction } from '../auction/logged-auction.ts';
import type { OwnerCheck } from '../auction/owner.ts';
import type { Reading } from '../auction/reading.ts';
import { meetBrokenFile, meetBrokenLine } from '../auction/reading.ts';
import { withMembers } from '../auction/seat-book.ts';
import { BrokenFile, CutFile } from '../file/file-bytes.ts';
import type { JsonPart } from '../file/part.ts';
import { findTooLong, lineEnd, readWholeLines, textEnd } from '../file/whole-lines.ts';
import type { LineDefaults, readJsonLine as ReadJsonLine } from './json-line.ts';

/** The time of auctions that name none: constant, so that a replay gives the same report on any day. */
export const defaultTimeMs = Date.UTC(2026, 0, 1, 12);

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The auctions of some lines, a batch for each piece of the file; each auction is parsed when the caller takes it. */
export async function* readJsonPart(part: JsonPart, reading: Reading): AsyncIterable<Iterable<LoggedAuction>> {
  const { source, startByte, endByte } = part;
  const lines = new JsonLines(part, reading);
  const bytes = { compression: source.compression, startByte, endByte, onBytes: reading.onBytes };
  try {
    for await (const piece of readWholeLines(source.file, bytes)) {
      lines.begin(piece);
      do {
        yield lines.read();
        if (lines.needReader) await lines.loadReader();
      } while (!lines.areRead);
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    const broken = { file: source.file, line: lines.nextLine, problem: error.message };
    meetBrokenFile(reading, broken, error instanceof CutFile);
  }
}

/** Reads the lines of one file, and counts what was read. */
class JsonLines {
  nextLine: number;
  needReader = false;
  readonly #reading: Reading;
  readonly #file: string;
  readonly #fairShare: number | undefined;
  readonly #defaults: LineDefaults;
  readonly #usual: UsualLineReader;
  #readLine: typeof ReadJsonLine | undefined;
  #piece: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor({ source, fileNumber, firstLine }: JsonPart, reading: Reading) {
    this.nextLine = firstLine;
    this.#reading = reading;
    this.#usual = new UsualLineReader(reading.auctions);
    this.#file = source.file;
    this.#fairShare = source.fairShare;
    const seed = () => `${fileNumber}/${this.nextLine}`;
    const { timeField, currency, rates = {} } = reading;
    this.#defaults = { feePpm: reading.fee.feePpm, timeMs: defaultTimeMs, timeField, seed, currency, rates };
  }

  /** Whether all lines of the piece have been read. */
  get areRead(): boolean {
    return this.#start >= this.#piece.length;
  }

  begin(piece: Buffer): void {
    this.#piece = piece;
    this.#start = 0;
  }

  /** Loaded at the first line of another form: many logs have none, and this loads longer than all the rest. */
  async loadReader(): Promise<void> {
    this.#readLine = (await import('./json-line.ts')).readJsonLine;
    this.needReader = false;
  }

  /** Reads on, to the end of the piece or to a line that needs `loadReader`. */
  *read(): Iterable<LoggedAuction> {
    const piece = this.#piece;
    for (; !this.areRead; this.nextLine++) {
      const start = this.#start;
      const isMarked = this.nextLine === 1 && piece.subarray(start, start + 3).equals(byteOrderMark);
      const first = isMarked ? start + 3 : start;
      const feed = lineEnd(piece, start);
      const end = textEnd(piece, first, feed);
      const problem = findTooLong(end - first);
      if (problem !== undefined) {
        meetBrokenLine(this.#reading, { file: this.#file, line: this.nextLine, problem });
        this.#start = feed + 1;
        continue;
      }
      const own = this.#usual.readOwn(piece, first, end, this.#defaults);
      if (own === undefined) {
        this.needReader = this.#readLine === undefined;
        if (this.#readLine === undefined) return;
        yield* this.#readText(piece.toString('utf8', first, end), this.#readLine);
      } else {
        const auction = this.#take(own);
        if (auction !== undefined) yield auction;
      }
      this.#start = feed + 1;
    }
  }

  /** The auction of the next line, which is read already; undefined: it is left out. */
  #take({ request: read, unit, named, decided, namesFee }: OwnAuction): LoggedAuction | undefined {
    const { tally, seats, owner } = this.#reading;
    tally.addLine('own');
    if (owner !== undefined && this.#isLeftOut(owner, named, 1)) return undefined;
    if (this.#isUneven(decided)) return undefined;
    const request = withMembers(read, seats);
    return this.#toLogged({ kind: 'own', request, unit, named, decided }, namesFee, undefined);
  }

  /** Reads OpenRTB, an auction body in an unusual form, or a broken line. */
  #readText(text: string, readLine: typeof ReadJsonLine): LoggedAuction[] {
    if (text.trim() === '') return [];
    const { tally, seats, owner } = this.#reading;
    const line = readLine(text, seats, this.#defaults);
    if (!line.ok) {
      tally.tooHighPrices += line.tooHighPriceCount;
      tally.addLost(line.lost);
      meetBrokenLine(this.#reading, { file: this.#file, line: this.nextLine, problem: line.problem });
      return [];
    }
    if (line.kind === 'own') {
      const auction = this.#take(line.auction);
      return auction === undefined ? [] : [auction];
    }
    tally.addLine('openrtb');
    if (owner !== undefined && this.#isLeftOut(owner, line.named, line.requests.length)) return [];
    tally.invalidBids += line.invalidBidCount;
    tally.addLost(line.lost);
    for (const { currency, micros } of line.foreignPrices) tally.addForeign(currency, micros);
    tally.tooHighPrices += line.tooHighPriceCount;
    tally.warnings += line.warningCount;
    for (const seat of line.unmappedSeats) tally.addUnmapped(seat);
    const { kind, unit, named, requests } = line;
    return requests.map((request, at) =>
      this.#toLogged(
        { kind, request, unit, named, decided: undefined },
        false,
        requests.length > 1 ? at + 1 : undefined,
      ),
    );
  }

  /** Counts the auctions of a line by their owner; whether they are left out. */
  #isLeftOut(owner: OwnerCheck, named: NamedOwner, auctions: number): boolean {
    const { tally } = this.#reading;
    const other = owner.findOther(named);
    if (other === undefined) {
      if (!owner.isNamed(named)) tally.unnamedAuctions += auctions;
      return false;
    }
    tally.addOther(other, auctions);
    if (owner.isFilter) tally.leftOutAuctions += auctions;
    else tally.otherYmProfileAuctions += auctions;
    return owner.isFilter;
  }

  /** Counts and leaves out a recorded auction that would not weigh as the others do. */
  #isUneven(decided: Decided | undefined): boolean {
    if (decided === undefined || this.#fairShare === undefined || isUsed(decided, this.#fairShare)) return false;
    this.#reading.tally.otherShareAuctions++;
    return true;
  }

  #toLogged(read: ReadAuction, namesFee: boolean, impression: number | undefined): LoggedAuction {
    const { tally, fee } = this.#reading;
    const feeSource = namesFee ? 'auction' : fee.source;
    tally.addAuctions(read.kind, 1);
    tally.addFees(read.request.bids, feeSource);
    const { kind, request, unit, named, decided } = read;
    const [file, line] = [this.#file, this.nextLine];
    return { request, feeSource, unit, named, kind, file, line, impression, decided, recorded: undefined };
  }
}

/** What a line says of an auction. */
type ReadAuction = Pick<LoggedAuction, 'kind' | 'request' | 'unit' | 'named' | 'decided'>;
