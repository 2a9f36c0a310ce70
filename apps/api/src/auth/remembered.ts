import type { Caller } from '@auction-tiers/contract';
import type { Position } from '@auction-tiers/store';
import type { LookUp } from './look-up.ts';
import { revocationMs } from './token-life.ts';

/** A caller that was found by its credential. */
export interface Admission {
  readonly caller: Caller;
  /** By the clock's elapsed time: when the last check of the credential began. It moves. */
  readonly checkedMs: number;
  /** The same clock: until when the credential is accepted without another look-up. It moves. */
  readonly freshUntilMs: number;
}

/** A credential as its last look-up found it. */
export interface Remembered extends Admission {
  caller: Caller;
  /** All times are by the clock's elapsed time. When it ends even if it is used: */
  endsMs: number;
  readonly unusedMs: number;
  usedMs: number;
  /** Of a key: the place in the history of all users and keys at which it was read, and when. */
  place: Position | undefined;
  readMs: number;
  /** Of the last look-up that confirmed it. */
  order: number;
  checkedMs: number;
  freshUntilMs: number;
}

/** A check counts from when it began: the store may have read the credential just before it was revoked. */
export function confirm(remembered: Remembered, { order, startedMs }: LookUp): void {
  if (order < remembered.order) return;
  remembered.order = order;
  remembered.checkedMs = startedMs;
  remembered.freshUntilMs = Math.min(startedMs + revocationMs, remembered.endsMs);
}
