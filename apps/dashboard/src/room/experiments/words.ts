import type { Experiment, ExperimentResult } from '@auction-tiers/contract';
import { figures, signedText } from '../../figure/figures.ts';

export type Design = Experiment['design'];

/** What a design is called, and what it can say. */
export const designWords: Readonly<Record<Design, { readonly name: string; readonly about: string }>> = {
  shadow: {
    name: 'Watch only',
    about: 'No auction is decided by the draft. It shows exactly what its rules would have done, and costs nothing.',
  },
  split: {
    name: 'A share of users',
    about:
      'The same users are always served by the draft. It shows what its rules do. It cannot show how buyers react, because they react to the mixture.',
  },
  switchback: {
    name: 'Whole days, by group',
    about:
      'Sites, placements, countries or devices alternate between the live tiers and the draft by whole days. It separates what the rules do from how buyers react, and takes at least two weeks. All sites together take four: for buyers with one budget, or one model, for all of them.',
  },
  hold_back: {
    name: 'Hold-back',
    about: 'A share of users stays with the previous tiers. It shows whether what was published still pays.',
  },
};

/** The verdict as the head of an experiment says it, and its colour. */
export const verdictWords: Readonly<Record<ExperimentResult['verdict'], readonly [word: string, tone: string]>> = {
  publish: ['Publish', 'gain'],
  'go on': ['Continue', ''],
  stop: ['Stop', 'loss'],
  'cannot say': ['Cannot say yet', ''],
};

/** In its place, once the experiment has ended: what was open is not advised any more. */
export const endedWords: Partial<Record<ExperimentResult['verdict'], string>> = {
  'go on': 'Ended before a verdict',
  'cannot say': 'Cannot say',
};

/** What each of the two arms of a design is. */
export const armWords = (design: Design): Readonly<Record<'C' | 'T', string>> =>
  design === 'hold_back' ? { C: 'Previous tiers', T: 'What was published' } : { C: 'Live tiers', T: 'Draft' };

/** The arms within a sentence. */
export const armText = (design: Design): Readonly<Record<'C' | 'T', string>> =>
  design === 'hold_back' ? { C: 'the previous tiers', T: 'the new tiers' } : { C: 'the live tiers', T: 'the draft' };

const clusterWords = {
  site: 'sites',
  placement: 'placements',
  country: 'countries',
  device: 'devices',
  seller: 'all sites, by days',
  seller_weeks: 'all sites, by weeks',
} as const;
/** `12 sites`; of the whole seller, `all sites, by days`. */
export const clusterText = (by: keyof typeof clusterWords, count: number): string =>
  count === 0 ? clusterWords[by] : `${count} ${clusterWords[by]}`;

/** `12 %`, of a share. */
export const shareText = (share: number): string => figures.percent(share, 0, 2);

/** A range of per cent with signs: `+0.4 to +8.2 %`. */
export const percentRange = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${signedText(low, perCent)} to ${signed(high)}`;

/** A change in per cent with its sign: `+8.2 %`. */
export const signed = (percent: number): string =>
  signedText(percent, (value) => figures.percent(value / 100, decimalsOf(value)));

/** Whole from 100 on. */
const decimalsOf = (percent: number): number => (Math.abs(percent) >= 100 ? 0 : 1);
const perCent = (value: number): string => figures.decimal(value, decimalsOf(value));

/** Confirms a start whose plan cannot show the effect that is expected. */
export const underpoweredWords = 'Start even if its days are too few to show the expected effect';
