import type { TierSetSource } from '@auction-tiers/tier-engine';
import type { Asked } from './sample-answers.ts';

/** A message of the page to the worker, which answers each one but `tiers` with a `FromSample` of its id. */
export type ToSample =
  | { readonly kind: 'content'; readonly id: number; readonly content: string; readonly share: number }
  | { readonly kind: 'tiers'; readonly key: string; readonly source: TierSetSource }
  | ({ readonly kind: 'ask'; readonly id: number; readonly key: string } & Asked);

export type FromSample =
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | { readonly id: number; readonly kind: 'problem'; readonly message: string };
