import { range } from '@auction-tiers/figure';
import { percentText } from '../figure/count.ts';
import { earnedText, type Range, signedText } from '../figure/figures.ts';
import type { Recommendation } from '@auction-tiers/contract/compare-report';

interface Said {
  readonly word: string;
  /** A shape, so that the colour is not all that tells. */
  readonly sign: string;
  readonly tone: 'gain' | 'loss' | 'warn' | 'muted';
  readonly meaning: string;
}

/** What a comparison recommends, as the page says it. */
export const verdictWords: Readonly<Record<Recommendation, Said>> = {
  launch: { word: 'Launch', sign: '▲', tone: 'gain', meaning: 'The draft earns more, beyond chance.' },
  test_first: {
    word: 'Test first',
    sign: '◆',
    tone: 'warn',
    meaning: 'It may earn more; the auctions do not prove it.',
  },
  hold: { word: 'Hold', sign: '▼', tone: 'loss', meaning: 'The draft earns less, or has an error.' },
  no_effect: { word: 'No effect', sign: '＝', tone: 'muted', meaning: 'No auction would have ended differently.' },
  cannot_say: { word: 'Cannot say', sign: '?', tone: 'warn', meaning: 'These auctions do not answer the question.' },
};

/** `+0.31 EUR`, and where there is one, its interval: `+0.31 EUR (95 %: +0.12 to +0.50)`. */
export function differenceText(difference: number, interval: Range | null, currency: string): string {
  const figure = `${signedText(difference, earnedText)} ${currency}`;
  return interval === null ? figure : `${figure} (95 %: ${intervalText(interval)})`;
}

export const intervalText = ({ low, high }: Range): string => range(low, high, earnedText);

/** A change in per cent with its sign: `+2.1 %`. */
export const perCentText = (perCent: number): string => signedText(perCent / 100, percentText);

/** The colour of a difference; none if it may be chance, because its interval holds zero or is not known. */
export function toneOf(interval: Range | null): 'gain' | 'loss' | 'even' {
  if (interval === null) return 'even';
  return interval.low > 0 ? 'gain' : interval.high < 0 ? 'loss' : 'even';
}
