import { alertWords, type UsualDay } from '@auction-tiers/contract';
import { percentText } from '../../figure/count.ts';

/** How unlikely an alert is by chance, in a sentence; empty where the alert is not about chance. */
export function chanceWords(everyDays: number): string {
  if (everyDays === 0) return '';
  if (everyDays >= 3650) return 'By chance that comes less often than once in ten years.';
  return `By chance that comes about once in ${Math.max(1, Math.round(everyDays))} days.`;
}

/** Figures of the whole seller; buyers and tiers are too many for a line. */
const told: ReadonlySet<string> = new Set(['auctions', 'fill', 'price', 'net']);

/** Which falls the alerts find on a day, and how soon, in a line. */
export function findsWords(finds: Readonly<UsualDay['finds']>): string {
  const falls = (least: (of: UsualDay['finds'][number]) => number | null) =>
    finds
      .filter(({ figure }) => told.has(figure))
      .flatMap((of) => {
        const part = least(of);
        return part === null ? [] : [`${percentText(part)} in ${alertWords(of.figure)[0]!}`];
      })
      .join(', ');
  const soon = falls(({ half_hour: half, hour }) =>
    half === null || hour === null ? (hour ?? half) : Math.min(half, hour),
  );
  const late = falls(({ day }) => day);
  if (late === '' && soon === '') return 'There are too few auctions for the alerts to find a fall within a day.';
  if (soon === '') return `Within a day the alerts find a fall of ${late}.`;
  return `Within an hour the alerts find a fall of ${soon}${late === '' ? '' : `; within a day of ${late}`}.`;
}
