import { stderr } from 'node:process';
import { count, figures } from '../figure/text.ts';

export interface ProgressOrder {
  /** How much there is to do; 0: nothing is shown. */
  readonly total: number;
  /** What `total` counts, in the plural. */
  readonly unit: string;
}

/** Where progress is shown: a terminal, or nothing. */
export interface ProgressTerminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /** Shows how much of the total is done. */
  readonly update: (done: number) => void;
  /** Removes the line. */
  readonly finish: () => void;
}

const redrawMs = 100;
const eraseLine = '\r\u001B[K';

/** A line of progress with the rate and the time left, redrawn in place; without a terminal nothing is written. */
export function createProgress(
  { total, unit }: ProgressOrder,
  terminal: ProgressTerminal = stderr,
  clockMs: () => number = () => performance.now(),
): Progress {
  if (terminal.isTTY !== true || total === 0) return { update: () => {}, finish: () => {} };
  const startMs = clockMs();
  let drawnMs = -Infinity;
  return {
    update: (done) => {
      const nowMs = clockMs();
      if (nowMs - drawnMs < redrawMs) return;
      drawnMs = nowMs;
      terminal.write(`${eraseLine}${describe(done, total, unit, (nowMs - startMs) / 1000)}`);
    },
    finish: () => terminal.write(eraseLine),
  };
}

const bytesPerMegabyte = 1_000_000;

/** Shows how much of a log has been read, as `work` reports it. */
export async function withByteProgress<T>(
  work: (onProgress: (doneBytes: number, totalBytes: number) => void) => Promise<T>,
): Promise<T> {
  let progress: Progress | undefined;
  try {
    return await work((doneBytes, totalBytes) => {
      progress ??= createProgress({ total: totalBytes / bytesPerMegabyte, unit: 'MB' });
      progress.update(doneBytes / bytesPerMegabyte);
    });
  } finally {
    progress?.finish();
  }
}

function describe(done: number, total: number, unit: string, seconds: number): string {
  const share = Math.min(1, Math.floor((done / total) * 100) / 100);
  const rate = seconds > 0 ? done / seconds : 0;
  const known = `${figures.percent(share, 0)}, ${count(Math.round(done))} ${unit}`;
  if (rate === 0) return known;
  const left = Math.max(0, Math.ceil((total - done) / rate));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return `${known}, ${count(Math.round(rate))} per second, ${time} left`;
}

/** Control characters that a terminal would execute, except line feeds and tabs; names in files and answers may have them. */
const commands = /[\p{Cc}--[\n\t]]/gv;

/** The text with U+FFFD in place of each control character. */
export function printable(text: string): string {
  return text.replaceAll(commands, '\ufffd');
}

/** Writes a report or a sentence to standard output. */
export function say(text: string): void {
  process.stdout.write(printable(text));
}

/** Most sentences that one call of `note` shows. */
const mostNotes = 10;

/** Writes sentences about what was ignored to standard error: the first ones, and how many more there are. */
export function note(sentences: readonly string[]): void {
  const more = sentences.length - mostNotes;
  const shown = [...sentences.slice(0, mostNotes), ...(more > 0 ? [`And ${more} more.`] : [])];
  for (const sentence of shown) stderr.write(printable(`${sentence}\n`));
}
