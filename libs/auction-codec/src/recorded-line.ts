import type { AuctionRequest, Decision } from '@auction-tiers/tier-engine';
import { type ExperimentArm, writeTime } from './answer-writer.ts';
import { fragment, type JsonSink } from './json-sink.ts';

/*
 * A recorded auction is a line with the body as sent, byte for byte, and one more attribute before the body's own:
 * `decided`, with everything that the service filled in and decided. So the recorder does not interpret the body again,
 * and a reader takes what the body leaves out (or has as null) from `decided`.
 */

const [openBrace, closeBrace, quote, backslash, comma, lineFeed] = [123, 125, 34, 92, 44, 10];
const openingText = '{"decided":{"revision":"';
const openingBytes = Uint8Array.from(openingText, (letter) => letter.charCodeAt(0));
/** Offset of the value of `decided`. */
const decidedAt = openingText.indexOf('{', 1);

const opening = fragment(openingText);
const seed = fragment('","seed":"');
const time = fragment('","time":"');
const fee = fragment('","revenue_share_pct":');
const winner = fragment(',"winner":"');
const noWinner = fragment(',"winner":null,"clearing_price":0,"answer_crc32":');
const clearingPrice = fragment('","clearing_price":');
const answerCrc = fragment(',"answer_crc32":');
const share = fragment(',"share":');
const experimentId = fragment(',"experiment":{"id":');
const arms = { C: fragment(',"arm":"C"}'), T: fragment(',"arm":"T"}') };
const end = fragment('},');
const microsPerPpm = 100;

/** What the service decided, and the state that it decided with. */
export interface Decided {
  /** The revision of the tiers that decided: of the live ones, a draft or, in a hold-back, the previous ones. */
  readonly revision: string;
  readonly seed: string;
  /** Moment of the impression, milliseconds since the epoch. */
  readonly timeMs: number;
  /** Fee of bids without a fee, parts per million. */
  readonly feePpm: number;
  /** The id of the bid that won; null: none. */
  readonly winner: string | null;
  /** What the winner pays, gross CPM micros; 0: no bid won. */
  readonly clearingMicros: number;
  /** CRC-32 of the answer as `writeAnswer` writes it, without `experiment`: it differs for another decision. */
  readonly answerCrc32: number;
  /** Share of the ym-profile's auctions that were recorded at the time, from 0 to 1; null: the line does not say. */
  readonly share: number | null;
  /** The experiment of the auction; absent: none. */
  readonly experiment?: ExperimentArm;
}

/** What was decided about a request. `answerCrc32`: of the answer's bytes; `share`: the share of auctions recorded. */
export function toDecided(
  { seed: seedText, timeMs, feePpm, bids }: AuctionRequest,
  { winnerIndex, clearingMicros }: Decision,
  revision: string,
  { answerCrc32, share: recordedShare, experiment }: Pick<Decided, 'answerCrc32' | 'share' | 'experiment'>,
): Decided {
  const won = bids[winnerIndex]?.id ?? null;
  const decided = { revision, seed: seedText, timeMs, feePpm, winner: won, clearingMicros, answerCrc32 };
  return { ...decided, share: recordedShare, ...(experiment === undefined ? {} : { experiment }) };
}

/** Writes a line at `start`, ending with a line feed. `body`: an auction body without a line feed. */
export function writeRecordedLine(sink: JsonSink, start: number, decided: Decided, body: Uint8Array): number {
  let at = sink.text(sink.fragment(start, opening), decided.revision);
  at = sink.text(sink.fragment(at, seed), decided.seed);
  at = writeTime(sink, sink.fragment(at, time), decided.timeMs);
  at = sink.micros(sink.fragment(at, fee), microsPerPpm * decided.feePpm);
  if (decided.winner === null) at = sink.fragment(at, noWinner);
  else {
    at = sink.fragment(sink.text(sink.fragment(at, winner), decided.winner), clearingPrice);
    at = sink.fragment(sink.micros(at, decided.clearingMicros), answerCrc);
  }
  at = sink.whole(at, decided.answerCrc32);
  if (decided.share !== null) at = sink.micros(sink.fragment(at, share), Math.round(decided.share * micros));
  if (decided.experiment !== undefined) {
    const { id, arm } = decided.experiment;
    at = sink.fragment(sink.whole(sink.fragment(at, experimentId), id), arms[arm]);
  }
  at = sink.fragment(at, end);
  const first = body.indexOf(openBrace) + 1;
  sink.reserve(at, body.length + 1);
  sink.bytes.set(body.subarray(first), at);
  at += body.length - first;
  sink.bytes[at] = lineFeed;
  return at + 1;
}

/** A line as it is read. */
export interface RecordedLine {
  readonly decided: Decided;
  /** Offset of the auction body, which ends at the end of the line. */
  readonly start: number;
}

/**
 * Reads a line that `writeRecordedLine` wrote, between two offsets; undefined for any other line. Overwrites the comma
 * before the body's first attribute with an open brace, so that the body can be read in place.
 */
export function readRecordedLine(bytes: Uint8Array, start: number, lineEnd: number): RecordedLine | undefined {
  for (let at = 0; at < openingBytes.length; at++) if (bytes[start + at] !== openingBytes[at]) return undefined;
  const first = start + decidedAt;
  const behind = objectEnd(bytes, first, lineEnd);
  if (behind < 0 || (bytes[behind] !== comma && bytes[behind] !== openBrace)) return undefined;
  const decided = parseDecided(decoder.decode(bytes.subarray(first, behind)));
  if (decided === undefined) return undefined;
  bytes[behind] = openBrace;
  return { decided, start: behind };
}

const decoder = new TextDecoder();

/** The place behind an object; -1 where it does not end. */
function objectEnd(bytes: Uint8Array, start: number, lineEnd: number): number {
  let depth = 0;
  for (let at = start; at < lineEnd; at++) {
    if (bytes[at] === openBrace) depth++;
    else if (bytes[at] === closeBrace && --depth === 0) return at + 1;
    if (bytes[at] !== quote) continue;
    for (at++; at < lineEnd && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
  }
  return -1;
}

const micros = 1_000_000;
const ppmPerPct = 10_000;

function parseDecided(text: string): Decided | undefined {
  try {
    return readDecided(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Reads the value of `decided`; undefined for one that no service has written. */
export function readDecided(value: unknown): Decided | undefined {
  const said: Readonly<Record<string, unknown>> = Object(value);
  const { revision, seed: seedText, winner: won, answer_crc32: answerCrc32, share: told = null, experiment } = said;
  const timeMs = Date.parse(String(said['time']));
  const feePpm = Math.round(Number(said['revenue_share_pct']) * ppmPerPct);
  const clearingMicros = Math.round(Number(said['clearing_price']) * micros);
  if (typeof revision !== 'string' || typeof seedText !== 'string' || typeof answerCrc32 !== 'number') return undefined;
  if (won !== null && typeof won !== 'string') return undefined;
  if (told !== null && !(typeof told === 'number' && told > 0 && told <= 1)) return undefined;
  if (Number.isNaN(timeMs + feePpm + clearingMicros)) return undefined;
  const decided = { revision, seed: seedText, timeMs, feePpm, winner: won, clearingMicros, answerCrc32, share: told };
  if (experiment === undefined) return decided;
  const { id, arm } = Object(experiment) as Partial<ExperimentArm>;
  return typeof id === 'number' && (arm === 'C' || arm === 'T') ? { ...decided, experiment: { id, arm } } : undefined;
}
