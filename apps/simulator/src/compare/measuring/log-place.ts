import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { placeOf } from '../../log/auction/logged-auction.ts';

/** The place of an auction in its log. Plain data. */
export interface LogPlace {
  readonly file: string;
  readonly line: number;
  /** 0: its line has one impression. */
  readonly impression: number;
  /** Within its file, in words. */
  readonly place: string;
}

export function toLogPlace(auction: LoggedAuction): LogPlace {
  const { file, line, impression = 0 } = auction;
  return { file, line, impression, place: placeOf(auction) };
}

/** Less than 0 where the left place comes first. */
export function comparePlaces(
  left: Omit<LogPlace, 'place'>,
  right: { readonly file: string; readonly line: number; readonly impression?: number | undefined },
): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.impression - (right.impression ?? 0);
}
