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

/** The draft that buyers answer, and how they answer it. */
export interface ReadAnswer {
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  readonly response: ResponseParams;
  /** The seller's fee as the tier sets name it, parts per million; undefined: they name none. */
  readonly feePpm: number | undefined;
}

/** Fee of bids that name none, where the tier sets name none either; parts per million. */
export const usualFeePpm = 150_000;

/** Reads the files; null: no file is named, so that no buyer answers. */
export function readAnswer({ response, draft: draftFile, current: currentFile }: AnswerFiles): ReadAnswer | null {
  if (response === undefined && draftFile === undefined && currentFile === undefined) return null;
  if (response === undefined || draftFile === undefined) {
    throw wrongUsage('--response, how buyers answer, and --draft, what they answer, are given together.');
  }
  const current = currentFile === undefined ? loadDemoTierSet() : toTierSet(parseTierSetFile(currentFile, '--current'));
  const draft = toTierSet(parseTierSetFile(draftFile, '--draft'), { current });
  return { current, draft, response: readResponse(response), feePpm: draft.sellerFeePpm ?? current.sellerFeePpm };
}
