import type { ImportAnswer } from '@auction-tiers/contract';
import type { FuzzAnswer } from './client.ts';
import type { FuzzRequest } from './request.ts';

/** What a door says of one answer. */
export interface Judgement {
  /** What is not as documented. */
  readonly problems: readonly string[];
  /** Whether something was written, by the word of the answer. */
  readonly isWrite: boolean;
  /** Where the objects that were made can be deleted. */
  readonly made: readonly string[];
  /** How many objects are gone. */
  readonly deletions: number;
}

export type Judge = (request: FuzzRequest, answer: FuzzAnswer) => Judgement;

/** What an import says that it has made and deleted: tiers come first, for they use the profiles. */
export function importTraces(answer: Partial<ImportAnswer> = {}): Pick<Judgement, 'made' | 'deletions'> {
  const { dry_run: isTrial = false, created = [], deleted = [] } = answer;
  if (isTrial) return { made: [], deletions: 0 };
  const made = created.map(({ service, id }) => `/${service}?id=${id}`);
  return { made: made.toReversed(), deletions: deleted.length };
}

export const nothingWritten = (problems: readonly string[]): Judgement => ({
  problems,
  isWrite: false,
  made: [],
  deletions: 0,
});
