import type { BrokenLine } from '../log/auction/input-report.ts';
import { LogReader } from '../log/log-reader.ts';
import { wholeParts } from '../log/file/part.ts';
import { createSeatBook } from '../log/auction/seat-book.ts';
import { findSource } from '../log/file/source.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';

/** Which files to read, and how. */
export interface OpenOrder {
  readonly files: readonly string[];
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** What the seat file says. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** The buyers of a directory, by name in lower case; they come before those that the tiers name. */
  readonly directory?: ReadonlyMap<string, number>;
  readonly isStrict?: boolean;
  readonly onBrokenLine?: (broken: BrokenLine) => void;
}

/** Buyers by name, in lower case: those that either tier set names, and those of the directory. */
export function buyersOf({ current, draft, directory = new Map() }: OpenOrder): ReadonlyMap<string, number> {
  return new Map([...current.memberOfName, ...draft.memberOfName, ...directory]);
}

/** The log of some files; seats are looked up in the seat file, then by their names. */
export async function openLog(order: OpenOrder): Promise<LogReader> {
  const { files, feePpm, mapped = new Map(), isStrict = false, onBrokenLine = () => {} } = order;
  const sources = await Promise.all(files.map(findSource));
  const seats = createSeatBook({ mapped, memberOfName: buyersOf(order) });
  return new LogReader({ parts: wholeParts(sources), feePpm, seats, isStrict, onBrokenLine });
}
