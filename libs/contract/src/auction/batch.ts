import type { Issue } from '../error/issue.ts';
import type { AuctionAnswer } from './answer.ts';

/** What stands in a batch's answer in the place of an auction that could not be run. */
export interface BatchError {
  readonly error: {
    readonly error_id: string;
    readonly error_code: string | null;
    readonly error: string;
    readonly issues: readonly Issue[];
  };
}

export type BatchAnswer = AuctionAnswer | BatchError;
