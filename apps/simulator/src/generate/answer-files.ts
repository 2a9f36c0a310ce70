import { type ResponseParams } from '@auction-tiers/market';
import { wrongUsage } from '../cli/failure.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { type LoadedTierSet, loadDemoTierSet, toTierSet } from '../tier-set/tier-set-file.ts';
import { readResponse } from './params-file.ts';

/** Files that say how buyers answer a draft. */
export interface AnswerFiles {
  readonly response?: string;
  readonly draft?: string;
  readonly current?: string;
}

/** What buyers answer, and how. */
export interface ReadAnswer {
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  readonly response: ResponseParams;
  /** The seller's fee as the tier sets name it, parts per million; undefined: they name none. */
  readonly feePpm: number | undefined;
}

/** Of bids that name none, in tier sets that name none either. */
export const usualFeePpm = 150_000;

/** Null: no buyer answers anything. */
export function readAnswer({ response, draft: draftFile, current: currentFile }: AnswerFiles): ReadAnswer | null {
  if (response === undefined && draftFile === undefined && currentFile === undefined) return null;
  if (response === undefined || draftFile === undefined) {
    throw wrongUsage('--response, how buyers answer, and --draft, what they answer, are given together.');
  }
  const current = currentFile === undefined ? loadDemoTierSet() : toTierSet(parseTierSetFile(currentFile, '--current'));
  const draft = toTierSet(parseTierSetFile(draftFile, '--draft'), { current });
  return { current, draft, response: readResponse(response), feePpm: draft.sellerFeePpm ?? current.sellerFeePpm };
}
