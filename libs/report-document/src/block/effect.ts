import { axisHtml, bar, createTrackScale, dot, rule, toneOf, trackHtml, whisker } from '@auction-tiers/chart';
import type { Column } from './block.ts';
import { shortMoney } from './figures.ts';

/** An interval of money, as exact decimal texts or as estimates. */
export type Bounds = { readonly low: string | number; readonly high: string | number } | null;

/** `+$1.20 to +$3.40`; `none` where there is no interval. */
export const boundsText = (bounds: Bounds, show: (units: string | number) => string, none = ''): string =>
  bounds === null ? none : `${show(bounds.low)} to ${show(bounds.high)}`;

/** The same in brackets within a sentence: ` (+$1.20 to +$3.40)`. */
export const boundsInBrackets = (bounds: Bounds, show: (units: string | number) => string): string =>
  bounds === null ? '' : ` (${boundsText(bounds, show)})`;

/** A difference of money with its interval. */
export interface Effect {
  readonly difference: string | number;
  readonly bounds: Bounds;
}

/**
 * A column of differences on one scale, each as a dot or as a bar from 0, with its interval. A row of which `of` says
 * null has no drawing.
 */
export function effectTrack<Row>(
  head: string,
  rows: readonly Row[],
  currency: string,
  of: (row: Row) => Effect | null,
  mark: 'dot' | 'bar' = 'bar',
): Column<Row> {
  const scale = createTrackScale(
    rows.flatMap((row) => {
      const effect = of(row);
      return effect === null ? [] : [effect.difference, effect.bounds?.low ?? 0, effect.bounds?.high ?? 0].map(Number);
    }),
  );
  return {
    head,
    kind: 'track',
    axis: axisHtml(scale, shortMoney(currency)),
    cell: (row) => {
      const effect = of(row);
      if (effect === null) return null;
      const value = Number(effect.difference);
      const bounds = effect.bounds && whisker(scale, Number(effect.bounds.low), Number(effect.bounds.high));
      const marks =
        mark === 'bar' ? [bar(scale, 0, value, toneOf(value)), bounds] : [bounds, dot(scale, value, toneOf(value))];
      return trackHtml(rule(scale, 0, 'zero'), ...marks);
    },
  };
}
